/* values/currency.c: recognizes currencies by their symbols, names and codes. */
#include "text/fold.h"
#include "values/values.h"

#include <stdio.h>

/* Symbols and names.  If `code` is NULL, `choices` (a code for each region or language) decides, else the symbol itself
 * is the unit.  The longest matching symbol is used. */
#define SIGN(text, code, choices)                                                                                      \
  { {text, sizeof(text) - 1}, code, choices }
static const struct {
  detm_text sign;
  const char *code, *choices;
} signs[] = {
    SIGN("€", "EUR", NULL),
    SIGN("Euro", "EUR", NULL),
    SIGN("euro", "EUR", NULL),
    SIGN("euros", "EUR", NULL),
    SIGN("eur", "EUR", NULL),
    SIGN("£", "GBP", NULL),
    SIGN("$", NULL,
         "USD:US CAD:CA AUD:AU NZD:NZ SGD:SG HKD:HK TWD:TW MXN:MX ARS:AR CLP:CL COP:CO USD:EC USD:SV USD:PR BSD:BS "
         "BBD:BB JMD:JM TTD:TT NAD:NA FJD:FJ"),
    SIGN("US$", "USD", NULL),
    SIGN("U$S", "USD", NULL),
    SIGN("USD$", "USD", NULL),
    SIGN("usd", "USD", NULL),
    SIGN("dollars", NULL, "USD:US CAD:CA AUD:AU NZD:NZ"),
    SIGN("CA$", "CAD", NULL),
    SIGN("C$", "CAD", NULL),
    SIGN("CAD$", "CAD", NULL),
    SIGN("A$", "AUD", NULL),
    SIGN("AU$", "AUD", NULL),
    SIGN("NZ$", "NZD", NULL),
    SIGN("HK$", "HKD", NULL),
    SIGN("S$", "SGD", NULL),
    SIGN("SG$", "SGD", NULL),
    SIGN("NT$", "TWD", NULL),
    SIGN("MX$", "MXN", NULL),
    SIGN("R$", "BRL", NULL),
    SIGN("¥", NULL, "JPY:ja JPY:JP CNY:zh CNY:CN"),
    SIGN("￥", NULL, "JPY:ja JPY:JP CNY:zh CNY:CN"),
    SIGN("円", "JPY", NULL),
    SIGN("元", NULL, "TWD:TW HKD:HK CNY:CN CNY:zh"),
    SIGN("人民币", "CNY", NULL),
    SIGN("RMB", "CNY", NULL),
    SIGN("₩", "KRW", NULL),
    SIGN("원", "KRW", NULL),
    SIGN("₹", "INR", NULL),
    SIGN("Rs", NULL, "INR:IN PKR:PK LKR:LK NPR:NP INR:hi INR:ta INR:te INR:mr INR:bn PKR:ur LKR:si NPR:ne"),
    SIGN("Rs.", NULL, "INR:IN PKR:PK LKR:LK NPR:NP INR:hi INR:ta INR:te INR:mr INR:bn PKR:ur LKR:si NPR:ne"),
    SIGN("kr", NULL, "SEK:SE NOK:NO DKK:DK ISK:IS SEK:sv NOK:nb NOK:nn NOK:no DKK:da ISK:is"),
    SIGN("kr.", NULL, "SEK:SE NOK:NO DKK:DK ISK:IS SEK:sv NOK:nb NOK:nn NOK:no DKK:da ISK:is"),
    SIGN("Fr.", NULL, "CHF:CH CHF:LI"),
    SIGN("SFr.", "CHF", NULL),
    SIGN("zł", "PLN", NULL),
    SIGN("Kč", "CZK", NULL),
    SIGN("Ft", "HUF", NULL),
    SIGN("лв", "BGN", NULL),
    SIGN("лв.", "BGN", NULL),
    SIGN("lei", NULL, "RON:ro RON:RO MDL:MD"),
    SIGN("₽", "RUB", NULL),
    SIGN("руб", NULL, "BYN:BY BYN:be RUB:ru RUB:RU"),
    SIGN("руб.", NULL, "BYN:BY BYN:be RUB:ru RUB:RU"),
    SIGN("₴", "UAH", NULL),
    SIGN("грн", "UAH", NULL),
    SIGN("грн.", "UAH", NULL),
    SIGN("₸", "KZT", NULL),
    SIGN("₺", "TRY", NULL),
    SIGN("TL", "TRY", NULL),
    SIGN("₪", "ILS", NULL),
    SIGN("₫", "VND", NULL),
    SIGN("đ", "VND", NULL),
    SIGN("฿", "THB", NULL),
    SIGN("₱", "PHP", NULL),
    SIGN("Rp", "IDR", NULL),
    SIGN("Rp.", "IDR", NULL),
    SIGN("RM", "MYR", NULL),
    SIGN("₦", "NGN", NULL),
    SIGN("₡", "CRC", NULL),
    SIGN("S/", "PEN", NULL),
    SIGN("S/.", "PEN", NULL),
    SIGN("₲", "PYG", NULL),
    SIGN("Bs.", NULL, "BOB:BO VES:VE"),
    SIGN("R", NULL, "ZAR:ZA ZAR:af ZAR:zu"),
    SIGN("din.", "RSD", NULL),
    SIGN("₾", "GEL", NULL),
    SIGN("₼", "AZN", NULL),
    SIGN("֏", "AMD", NULL),
    SIGN("د.إ", "AED", NULL),
    SIGN("ر.س", "SAR", NULL),
    SIGN("₿", "BTC", NULL),
};

/* Codes of ISO 4217, in upper case only. */
static const char codes[] =
    "AED AFN ALL AMD ARS AUD AZN BAM BDT BGN BHD BOB BRL BYN CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP EUR GBP GEL "
    "GHS GTQ HKD HNL HRK HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KRW KWD KZT LBP LKR MAD MDL MKD MMK MUR MXN MYR "
    "NGN NIO NOK NPR NZD OMR PAB PEN PHP PKR PLN PYG QAR RON RSD RUB SAR SEK SGD THB TND TRY TTD TWD TZS UAH UGX USD "
    "UYU UZS VES VND XAF XOF ZAR ZMW";
/* Codes of countries with a decimal comma. */
static const char comma_codes[] = " ALL AMD ARS AZN BAM BGN BOB BRL BYN CLP COP CRC CZK DKK DZD EUR GEL HUF IDR ISK "
                                  "KZT MAD MDL MKD NOK PLN PYG RON RSD "
                                  "RUB SEK TND TRY UAH UYU UZS VES VND XAF XOF kr lei руб ";
enum { CODE_LENGTH = 3, SIGNS = sizeof signs / sizeof *signs };

bool dt_currency_has_comma(const char *unit) {
  char word[DETM_UNIT_SIZE + 2];
  snprintf(word, sizeof word, " %s ", unit);
  return strstr(comma_codes, word) != NULL;
}

static void set_unit(char unit[DETM_UNIT_SIZE], const char *text, size_t length) {
  memcpy(unit, text, length);
  unit[length] = '\0';
}

/* Whether a code is one of the choices of a symbol. */
static bool is_choice(size_t sign, const char *code) {
  for (const char *at = signs[sign].choices; at != NULL && *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
    if (memcmp(at, code, CODE_LENGTH) == 0) return true;
  return false;
}

/* Whether one is a symbol of several currencies, and the other the code of one of them. */
static bool is_symbol_of(const char *symbol, const char *code) {
  if (strlen(code) != CODE_LENGTH) return false;
  for (size_t s = 0; s < SIGNS; s++)
    if (dt_text_equal(signs[s].sign, dt_text(symbol)) && is_choice(s, code)) return true;
  return false;
}

bool dt_currency_may_be(const char *a, const char *b) {
  return strcmp(a, b) == 0 || is_symbol_of(a, b) || is_symbol_of(b, a);
}

/* Sets the unit of a symbol: its code, or its choice for the locale, or the symbol itself.  Returns false for a single
 * letter that is not a currency in the locale. */
static bool choose_unit(const detm_locale *locale, size_t sign, char unit[DETM_UNIT_SIZE]) {
  if (signs[sign].code != NULL) {
    set_unit(unit, signs[sign].code, CODE_LENGTH);
    return true;
  }

  for (const char *at = signs[sign].choices; *at != '\0'; at += *at == ' ') {
    const char *code = at;
    at += CODE_LENGTH + 1;
    detm_text place = dt_locale_next(&at);
    if (dt_locale_is_word(locale, place)) {
      set_unit(unit, code, CODE_LENGTH);
      return true;
    }
  }

  detm_text own = signs[sign].sign;
  if (own.length == 1 && dt_is_letter_at(own.data, own.data + 1)) return false;
  if (own.data[own.length - 1] == '.') own.length--;
  set_unit(unit, own.data, own.length);
  return true;
}

static bool is_currency_code(const char *text) {
  for (const char *at = codes; *at != '\0'; at += CODE_LENGTH + (at[CODE_LENGTH] == ' '))
    if (memcmp(at, text, CODE_LENGTH) == 0) return true;
  return false;
}

static bool is_letter_before(const char *start, const char *at) {
  if (at == start) return false;
  const char *from = at - 1;
  while (from > start && ((unsigned char)*from & 0xc0) == 0x80) from--;
  return dt_is_letter_at(from, at) && !dt_is_digit(*from);
}

/* Whether a currency in [from, to) is a whole word, without a letter before or after it. */
static bool is_word_of_its_own(const char *start, const char *from, const char *to, const char *stop) {
  bool begins = dt_is_letter_at(from, to), ends = is_letter_before(from, to);
  if (begins && (unsigned char)*from < 0xe3 && is_letter_before(start, from)) return false;
  return !(ends && (unsigned char)*from < 0xe3 && dt_is_letter_at(to, stop) && !dt_is_digit(*to));
}

/* Returns the longest symbol that begins at `at`, or ends there if `before`; or SIGNS. */
static size_t find_sign(const char *start, const char *at, const char *stop, bool before) {
  size_t best = SIGNS, length = 0;
  if (at == (before ? start : stop)) return SIGNS;

  for (size_t i = 0; i < SIGNS; i++) {
    const detm_text sign = signs[i].sign;
    if (!before && *at != *sign.data) continue;
    if (sign.length <= length || (before && at[-1] != sign.data[sign.length - 1])) continue;
    bool found =
        before ? dt_text_ends(dt_text_between(start, at), sign) : dt_text_starts(dt_text_between(at, stop), sign);
    if (!found) continue;
    const char *from = before ? at - sign.length : at;
    if (is_word_of_its_own(start, from, from + sign.length, stop)) best = i, length = sign.length;
  }

  return best;
}

static bool is_code_after(const char *at, const char *stop) {
  return stop - at >= CODE_LENGTH && is_currency_code(at) && !dt_is_letter_at(at + CODE_LENGTH, stop);
}

static bool is_code_before(const char *start, const char *at) {
  return at - start >= CODE_LENGTH && is_currency_code(at - CODE_LENGTH) && !is_letter_before(start, at - CODE_LENGTH);
}

/* Reads a word before a symbol with several codes: "CAD $12", "US $12".  Returns its start, or `at`.
 */
static const char *read_country(size_t sign, const char *start, const char *at, char unit[DETM_UNIT_SIZE]) {
  const char *end = dt_before_blanks(start, at);
  if (end == start) return at;
  if (is_code_before(start, end) && is_choice(sign, end - CODE_LENGTH)) {
    set_unit(unit, end - CODE_LENGTH, CODE_LENGTH);
    return end - CODE_LENGTH;
  }

  for (size_t i = 0; i < SIGNS; i++) { /* US$ */
    if (signs[i].code == NULL || !dt_text_ends(signs[i].sign, signs[sign].sign)) continue;
    const size_t more = signs[i].sign.length - signs[sign].sign.length;
    const char *from = end - more;
    if (more == 0 || (size_t)(end - start) < more || memcmp(from, signs[i].sign.data, more) != 0) continue;
    if (is_letter_before(start, from)) continue;
    set_unit(unit, signs[i].code, CODE_LENGTH);
    return from;
  }

  return at;
}

bool dt_currency_after(const detm_locale *locale, const char *at, const char *stop, const char **end,
                       char unit[DETM_UNIT_SIZE]) {
  size_t sign = find_sign(at, at, stop, false);
  if (is_code_after(at, stop) && (sign == SIGNS || signs[sign].sign.length <= CODE_LENGTH)) {
    set_unit(unit, at, CODE_LENGTH);
    *end = at + CODE_LENGTH;
    return true;
  }
  if (sign == SIGNS || !choose_unit(locale, sign, unit)) return false;
  *end = at + signs[sign].sign.length;
  return true;
}

bool dt_currency_before(const detm_locale *locale, const char *start, const char *at, const char *number_end,
                        const char *stop, const char **begin, const char **end, char unit[DETM_UNIT_SIZE]) {
  size_t sign = find_sign(start, at, at, true);
  *end = number_end;
  if (is_code_before(start, at) && (sign == SIGNS || signs[sign].sign.length <= CODE_LENGTH)) {
    set_unit(unit, at - CODE_LENGTH, CODE_LENGTH);
    *begin = at - CODE_LENGTH;
    return true;
  }
  if (sign == SIGNS || !choose_unit(locale, sign, unit)) return false;
  *begin = at - signs[sign].sign.length;
  if (signs[sign].code != NULL) return true;
  *begin = read_country(sign, start, *begin, unit);
  const char *after = dt_skip_blanks(number_end, stop);
  if (!is_code_after(after, stop) || !is_choice(sign, after)) return true;
  set_unit(unit, after, CODE_LENGTH); /* "$12.00 CAD" */
  *end = after + CODE_LENGTH;
  return true;
}
