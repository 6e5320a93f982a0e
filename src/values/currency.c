/* values/currency.c: recognizes currencies by their symbols, names and codes. */
#include "values/currency.h"

#include "text/fold.h"
#include "values/values.h"

#include <stdio.h>

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
enum { CODE_LENGTH = 3 };

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
  for (const char *at = dt_currency_signs[sign].choices; at != NULL && *at != '\0';
       at += strcspn(at, " "), at += strspn(at, " "))
    if (memcmp(at, code, CODE_LENGTH) == 0) return true;
  return false;
}

/* Whether one is a symbol of several currencies, and the other the code of one of them. */
static bool is_symbol_of(const char *symbol, const char *code) {
  if (strlen(code) != CODE_LENGTH) return false;
  for (size_t s = 0; s < dt_currency_sign_count; s++)
    if (dt_text_equal(dt_currency_signs[s].sign, dt_text(symbol)) && is_choice(s, code)) return true;
  return false;
}

bool dt_currency_may_be(const char *a, const char *b) {
  return strcmp(a, b) == 0 || is_symbol_of(a, b) || is_symbol_of(b, a);
}

/* Sets the unit of a symbol: its code, or its choice for the locale, or the symbol itself.  Returns false for a single
 * letter that is not a currency in the locale. */
static bool choose_unit(const detm_locale *locale, size_t sign, char unit[DETM_UNIT_SIZE]) {
  if (dt_currency_signs[sign].code != NULL) {
    set_unit(unit, dt_currency_signs[sign].code, CODE_LENGTH);
    return true;
  }

  for (const char *at = dt_currency_signs[sign].choices; *at != '\0'; at += *at == ' ') {
    const char *code = at;
    at += CODE_LENGTH + 1;
    detm_text place = dt_locale_next(&at);
    if (dt_locale_is_word(locale, place)) {
      set_unit(unit, code, CODE_LENGTH);
      return true;
    }
  }

  detm_text own = dt_currency_signs[sign].sign;
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

/* Returns the longest symbol that begins at `at`, or ends there if `before`; or dt_currency_sign_count. */
static size_t find_sign(const char *start, const char *at, const char *stop, bool before) {
  size_t best = dt_currency_sign_count, length = 0;
  if (at == (before ? start : stop)) return dt_currency_sign_count;

  for (size_t i = 0; i < dt_currency_sign_count; i++) {
    const detm_text sign = dt_currency_signs[i].sign;
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

  for (size_t i = 0; i < dt_currency_sign_count; i++) { /* US$ */
    if (dt_currency_signs[i].code == NULL || !dt_text_ends(dt_currency_signs[i].sign, dt_currency_signs[sign].sign))
      continue;
    const size_t more = dt_currency_signs[i].sign.length - dt_currency_signs[sign].sign.length;
    const char *from = end - more;
    if (more == 0 || (size_t)(end - start) < more || memcmp(from, dt_currency_signs[i].sign.data, more) != 0) continue;
    if (is_letter_before(start, from)) continue;
    set_unit(unit, dt_currency_signs[i].code, CODE_LENGTH);
    return from;
  }

  return at;
}

bool dt_currency_after(const detm_locale *locale, const char *at, const char *stop, const char **end,
                       char unit[DETM_UNIT_SIZE]) {
  size_t sign = find_sign(at, at, stop, false);
  if (is_code_after(at, stop) &&
      (sign == dt_currency_sign_count || dt_currency_signs[sign].sign.length <= CODE_LENGTH)) {
    set_unit(unit, at, CODE_LENGTH);
    *end = at + CODE_LENGTH;
    return true;
  }
  if (sign == dt_currency_sign_count || !choose_unit(locale, sign, unit)) return false;
  *end = at + dt_currency_signs[sign].sign.length;
  return true;
}

bool dt_currency_before(const detm_locale *locale, const char *start, const char *at, const char *number_end,
                        const char *stop, const char **begin, const char **end, char unit[DETM_UNIT_SIZE]) {
  size_t sign = find_sign(start, at, at, true);
  *end = number_end;
  if (is_code_before(start, at) &&
      (sign == dt_currency_sign_count || dt_currency_signs[sign].sign.length <= CODE_LENGTH)) {
    set_unit(unit, at - CODE_LENGTH, CODE_LENGTH);
    *begin = at - CODE_LENGTH;
    return true;
  }
  if (sign == dt_currency_sign_count || !choose_unit(locale, sign, unit)) return false;
  *begin = at - dt_currency_signs[sign].sign.length;
  if (dt_currency_signs[sign].code != NULL) return true;
  *begin = read_country(sign, start, *begin, unit);
  const char *after = dt_skip_blanks(number_end, stop);
  if (!is_code_after(after, stop) || !is_choice(sign, after)) return true;
  set_unit(unit, after, CODE_LENGTH); /* "$12.00 CAD" */
  *end = after + CODE_LENGTH;
  return true;
}
