/* values/value_kind.c: the kind of a text.
 *
 * All of them examine the text before and after runs of digits, so they skip a text without digits. */
#include "values/value_kind.h"

#include "text/chars.h"
#include "values/scan.h"
#include "values/values.h"

enum { LONG_BYTES = 40, SHORT_BYTES = 40 };

typedef struct digits {
  const char *start, *end; /* a run of digits within [text, stop) */
  const char *text, *stop;
} digits;

/* Whether a word, which must be in lower case, begins at `at`.  Compares the first byte first: most words differ there.
 */
static inline bool starts(const char *at, const char *stop, const char *word) {
  return at < stop && dt_ascii_lower(*at) == *word && dt_text_starts_ci(dt_text_between(at, stop), dt_text(word));
}

static const char *skip_one_space(const char *at, const char *stop) { return at < stop && *at == ' ' ? at + 1 : at; }

/* Returns the end of a separator of year, month and day, or NULL. */
static const char *skip_separator(const char *at, const char *stop, const char *chinese, const char *korean) {
  at = skip_one_space(at, stop);
  if (at < stop && (*at == '-' || *at == '/' || *at == '.')) return skip_one_space(at + 1, stop);
  if (at == stop || (unsigned char)*at < 0xe3) return NULL;
  const char *unit = dt_starts(at, stop, chinese) ? chinese : dt_starts(at, stop, korean) ? korean : NULL;
  return unit != NULL ? skip_one_space(at + strlen(unit), stop) : NULL;
}

/* 2024-05-01, 1.5.24, 11/3-24, 2024年5月1日; not the range "4.0-8.9", nor the version "5.7.4" */
static bool is_numeric_date(const digits *d) {
  if (d->end - d->start == 3 || d->end - d->start > 4) return false; /* 978-1-55001-204-6 */
  const char *at = skip_separator(d->end, d->stop, "年", "년"), *middle = at;
  if (at == NULL) return false;
  while (at < d->stop && at - middle < 3 && dt_is_digit(*at)) at++;
  if (at == middle || at - middle > 2) return false;
  const char *sign = skip_one_space(at, d->stop), *first = skip_one_space(d->end, d->stop);
  at = skip_separator(at, d->stop, "月", "월");
  if (at == NULL || at == d->stop || !dt_is_digit(*at)) return false;
  bool version = *first == '.' && d->end - d->start < 4 && (d->stop - at < 2 || !dt_is_digit(at[1]));
  return (unsigned char)*first >= 0x80 || (*first == '/' && *sign == '-') || (*sign == *first && !version);
}

static bool ends_with_one(detm_text text, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (dt_text_ends(text, dt_text(words[i]))) return true;
  return false;
}

/* Whether the text ends with a currency: "$", "Rs.", "USD". */
static bool ends_with_currency(detm_text text) {
  enum { CODE_LENGTH = 3 };
  static const char *const signs[] = {"$", "€", "£", "¥", "￥", "₹", "₽", "₩", "₺", "Rs."};
  static const char *const codes[] = {"USD", "EUR", "GBP", "CAD", "AUD", "CHF", "BRL",
                                      "INR", "JPY", "CNY", "SEK", "NOK", "DKK", "PLN"};
  char last = text.length != 0 ? text.data[text.length - 1] : ' ';
  if (dt_is_ascii_upper(last)) {
    size_t before = text.length - CODE_LENGTH; /* "AMATEUR 1" is no amount */
    bool word = text.length == CODE_LENGTH || (text.length > CODE_LENGTH && !dt_is_ascii_letter(text.data[before - 1]));
    return word && ends_with_one(text, codes, sizeof codes / sizeof *codes);
  }
  bool sign = last == '$' || last == '.' || (unsigned char)last >= 0x80;
  return sign && ends_with_one(text, signs, sizeof signs / sizeof *signs);
}

/* Whether a currency begins at `at`: "€", "usd". */
static bool is_currency_after(const char *at, const char *stop) {
  static const char *const currencies[] = {"€",   "元",  "usd", "eur", "gbp", "chf", "brl", "inr",
                                           "sek", "nok", "dkk", "pln", "kr",  "zł",  "₽", "kč"};
  static const char firsts[] = "uegcbisndpkz";
  bool may_be = at < stop && ((unsigned char)*at >= 0x80 ||
                              (dt_is_ascii_letter(*at) && memchr(firsts, dt_ascii_lower(*at), sizeof firsts) != NULL));
  for (size_t i = 0; may_be && i < sizeof currencies / sizeof *currencies; i++) {
    if (!starts(at, stop, currencies[i])) continue;
    const char *end = at + strlen(currencies[i]);
    if (!dt_is_ascii_letter(*at) || end == stop || !(dt_is_ascii_letter(*end) || dt_is_digit(*end))) return true;
  }
  return false;
}

static bool is_price(const digits *d) {
  const char *before = d->start > d->text && d->start[-1] == ' ' ? d->start - 1 : d->start;
  return ends_with_currency(dt_text_between(d->text, before)) ||
         is_currency_after(skip_one_space(d->end, d->stop), d->stop);
}

static bool is_alnum_byte(char c) {
  return dt_is_ascii_letter(c) || dt_is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether the digits are a whole word of `least` to `most` digits. */
static bool is_number_word(const digits *d, long least, long most) {
  return d->end - d->start >= least && d->end - d->start <= most &&
         (d->start == d->text || !is_alnum_byte(d->start[-1])) && (d->end == d->stop || !is_alnum_byte(*d->end));
}

/* Whether a letter or digit is at `at`; a dash or quotation mark of several bytes is none. */
static bool is_alnum_at(const char *at, const char *stop) {
  bool sign = stop - at > 1 && memcmp(at, "\xe2\x80", 2) == 0;
  return at < stop && is_alnum_byte(*at) && !sign;
}

/* Returns the end of a word for the half of the day, or for hours, that a number stands before; NULL = there is none.
 * "am" is a word of other uses, too: "3 am Markt". */
static const char *skip_hour_word(const char *at, const char *stop, bool has_minutes) {
  static const char *const words[] = {"uhr", "pm", "p.m.", "p.m", "am", "a.m.", "a.m"};
  enum { FIRST_MORNING = 4 };
  const char *word = skip_one_space(at, stop);
  for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
    if (!starts(word, stop, words[w])) continue;
    const char *end = word + strlen(words[w]);
    if (is_alnum_at(end, stop)) continue;
    bool goes_on = end < stop && *end == ' ' && is_alnum_at(end + 1, stop);
    if (w >= FIRST_MORNING && word != at && goes_on && !has_minutes) return NULL;
    return end;
  }
  return NULL;
}

const char *dt_clock_end(const char *at, const char *stop) {
  const char *end = at;
  unsigned hour = 0;
  while (end < stop && end - at < 3 && dt_is_digit(*end)) hour = 10 * hour + (unsigned)(*end++ - '0');
  if (end == at || end - at > 2 || hour > 24) return NULL;
  bool minutes = stop - end >= 3 && strchr(":.hH", *end) != NULL && end[1] >= '0' && end[1] <= '5' &&
                 dt_is_digit(end[2]) && (stop - end == 3 || !dt_is_digit(end[3]));
  char sign = minutes ? *end : '\0';
  if (minutes) end += 3;
  const char *word = skip_hour_word(end, stop, minutes);
  if (word != NULL) return word;
  if (sign == ':') return end;
  return (sign == 'h' || sign == 'H') && (end == stop || !is_alnum_byte(*end)) ? end : NULL;
}

/* Whether digits begin a time of day, and continue nothing. */
static bool is_time_of_day(const digits *d) {
  char before = d->start > d->text ? d->start[-1] : ' ';
  return !is_alnum_byte(before) && memchr(".,:", before, 3) == NULL && dt_clock_end(d->start, d->stop) != NULL;
}

static unsigned scan_digits(detm_text text) {
  const char *stop = text.data + text.length;
  unsigned kind = 0;
  bool year = false, day = false;

  for (const char *at = text.data; (at = dt_find_ascii_digit(at, stop)) < stop;) {
    digits d = {at, at, text.data, stop};
    while (d.end < stop && dt_is_digit(*d.end)) d.end++;
    at = d.end;
    kind |= DT_KIND_DIGIT;
    bool time = stop - at >= 3 && at[0] == ':' && dt_is_digit(at[1]) && dt_is_digit(at[2]); /* 12:30 */
    if (!(kind & DT_KIND_DATE) &&
        (time || is_time_of_day(&d) || is_numeric_date(&d) || dt_is_beside_month(text, d.start, d.end) ||
         dt_is_ago(text.data, d.start, d.end, stop)))
      kind |= DT_KIND_DATE;
    if (!(kind & DT_KIND_PRICE) && is_price(&d)) kind |= DT_KIND_PRICE;
    year = year || (is_number_word(&d, 4, 4) && (memcmp(d.start, "19", 2) == 0 || memcmp(d.start, "20", 2) == 0));
    day = day || is_number_word(&d, 1, 2);
  }

  if (year && day && text.length <= SHORT_BYTES) kind |= DT_KIND_DATE;
  return kind;
}

/* "1,234", "(12)", "[ 3 ]" */
static bool is_count_text(const char *at, const char *end) {
  if (at < end && (*at == '(' || *at == '[')) at++;
  if (at < end && (end[-1] == ')' || end[-1] == ']')) end--;
  at = skip_one_space(at, end);
  if (at < end && end[-1] == ' ') end--;
  if (at == end || !dt_is_digit(*at)) return false;
  while (at < end && (dt_is_digit(*at) || *at == '.' || *at == ',')) at++;
  return at == end;
}

/* Returns the end of the text without a count in brackets at its end. */
static const char *before_count(const char *start, const char *end) {
  if (start == end || (end[-1] != ')' && end[-1] != ']')) return end;
  const char *at = end - 1;
  while (at > start && *at != '(' && *at != '[') at--;
  return is_count_text(at, end) ? at : end;
}

/* Whether there is a letter, or a digit beyond ASCII: only ASCII numbers are read. */
static bool has_letter_between(const char *at, const char *end) {
  while (at < end) {
    uint32_t code;
    if (dt_is_ascii_letter(*at)) return true;
    unsigned width = (unsigned char)*at < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    if (width > 1 && dt_is_letter(code)) return true;
    at += width;
  }
  return false;
}

bool dt_has_letter(detm_text text) {
  return text.length != 0 && has_letter_between(text.data, text.data + text.length);
}

bool dt_has_words(detm_text text) {
  if (dt_has_letter(text)) return true;
  for (size_t i = 0; i < text.length; i++)
    if (dt_is_digit(text.data[i])) return true;
  return false;
}

/* Whether a short text without ASCII digits is a date in the digits of another script: "۵ خرداد ۱۴۰۳". */
static bool has_foreign_date(detm_text text) {
  char plain[LONG_BYTES];
  const char *stop = text.data + text.length, *at = text.data;
  size_t length = 0;
  if (text.length >= LONG_BYTES || dt_find_digit(at, stop) == stop) return false;
  for (int width = 1; at < stop; at += width) {
    int digit = dt_digit_at(at, stop, &width);
    if (digit < 0) width = 1;
    plain[length++] = digit < 0 ? *at : (char)('0' + digit);
  }
  return (scan_digits((detm_text){plain, length}) & DT_KIND_DATE) != 0;
}

unsigned dt_kind_of(detm_text text) {
  if (text.length == 0) return DT_KIND_KNOWN;
  const char *end = text.data + text.length;
  unsigned kind = DT_KIND_KNOWN | scan_digits(text);
  if (!(kind & DT_KIND_DIGIT) && has_foreign_date(text)) kind |= DT_KIND_DATE;
  if (text.length >= LONG_BYTES) kind |= DT_KIND_LONG;
  if (has_letter_between(text.data, end)) kind |= DT_KIND_LETTER | DT_KIND_WORDS;

  if ((kind & (DT_KIND_DIGIT | DT_KIND_LETTER)) == DT_KIND_DIGIT) {
    if (is_count_text(text.data, end)) kind |= DT_KIND_COUNT;
    for (const char *at = text.data, *cut = before_count(text.data, end); at < cut; at++)
      if (dt_is_digit(*at)) kind |= DT_KIND_WORDS;
  }

  return kind;
}

const char *dt_kind_type(unsigned kind) {
  if (kind & DT_KIND_LONG) return "text"; /* prose that mentions a date is not a date */
  if (kind & DT_KIND_DATE) return "date";
  if (kind & DT_KIND_PRICE) return "price";
  return kind & DT_KIND_COUNT ? "number" : "text";
}

const char *dt_type_of(detm_text text) {
  if (dt_text_is_web_address(text) && memchr(text.data, ' ', text.length) == NULL) return "url";
  return dt_kind_type(dt_kind_of(text));
}
