/* text/value_kind.c: scanners for dates, prices and counts.
 *
 * All of them examine the text before and after runs of digits, so they skip a text without digits. */
#include "text/value_kind.h"

#include "text/chars.h"

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

static const char *skip_space(const char *at, const char *stop) { return at < stop && *at == ' ' ? at + 1 : at; }

/* Returns the end of a separator of year, month and day, or NULL. */
static const char *skip_separator(const char *at, const char *stop, const char *unit) {
  at = skip_space(at, stop);
  if (at < stop && (*at == '-' || *at == '/' || *at == '.')) return skip_space(at + 1, stop);
  return starts(at, stop, unit) ? skip_space(at + strlen(unit), stop) : NULL;
}

/* 2024-05-01, 1.5.24, 2024年5月1日 */
static bool is_numeric_date(const digits *d) {
  if (d->end - d->start == 3 || d->end - d->start > 4) return false; /* 978-1-55001-204-6 */
  const char *at = skip_separator(d->end, d->stop, "年"), *middle = at;
  if (at == NULL) return false;
  while (at < d->stop && at - middle < 3 && dt_is_digit(*at)) at++;
  if (at == middle || at - middle > 2) return false;
  at = skip_separator(at, d->stop, "月");
  return at != NULL && at < d->stop && dt_is_digit(*at);
}

static bool is_month(const char *at, const char *stop) {
  static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
  if (stop - at < 3) return false;
  const char start[3] = {dt_ascii_lower(at[0]), dt_ascii_lower(at[1]), dt_ascii_lower(at[2])};
  for (const char *month = months; *month != '\0'; month += 3)
    if (memcmp(start, month, sizeof start) == 0) return true;
  return false;
}

/* 5 May, 5. May */
static bool is_before_month(const digits *d) {
  const char *at = d->end;
  if (at < d->stop && *at == '.') at++;
  return at < d->stop && *at == ' ' && is_month(at + 1, d->stop);
}

/* May 5, Sept. 2024 */
static bool is_after_month(const digits *d) {
  const char *at = d->start;
  if (at > d->text && at[-1] == ' ') at--;
  if (at > d->text && at[-1] == ',') at--;
  if (at > d->text && at[-1] == '.') at--;
  const char *end = at;
  while (at > d->text && dt_is_ascii_letter(at[-1])) at--;
  return end - at >= 3 && is_month(at, end) && (at == d->text || !dt_is_digit(at[-1]));
}

/* 3 days ago */
static bool is_ago(const digits *d) {
  static const char *const units[] = {"second", "sec", "minute", "min", "hour", "hr", "day", "week", "month", "year"};
  if (d->end == d->stop || *d->end != ' ') return false;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    const char *at = d->end + 1;
    if (!starts(at, d->stop, units[i])) continue;
    at += strlen(units[i]);
    if (at < d->stop && (*at | 32) == 's') at++;
    if (starts(at, d->stop, " ago")) return true;
  }
  return false;
}

static bool ends_with_one(detm_text text, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (dt_text_ends(text, dt_text(words[i]))) return true;
  return false;
}

/* Whether the text ends with a currency: "$", "Rs.", "USD". */
static bool ends_with_currency(detm_text text) {
  static const char *const signs[] = {"$", "€", "£", "¥", "￥", "₹", "₽", "₩", "₺", "Rs."};
  static const char *const codes[] = {"USD", "EUR", "GBP", "CAD", "AUD", "CHF", "BRL",
                                      "INR", "JPY", "CNY", "SEK", "NOK", "DKK", "PLN"};
  char last = text.length != 0 ? text.data[text.length - 1] : ' ';
  if (dt_is_ascii_upper(last)) return ends_with_one(text, codes, sizeof codes / sizeof *codes);
  bool sign = last == '$' || last == '.' || (unsigned char)last >= 0x80;
  return sign && ends_with_one(text, signs, sizeof signs / sizeof *signs);
}

/* Whether a currency begins at `at`: "€", "usd". */
static bool is_currency_after(const char *at, const char *stop) {
  static const char *const currencies[] = {"€",   "元",  "usd", "eur", "gbp", "chf", "brl", "inr",
                                           "sek", "nok", "dkk", "pln", "kr",  "zł",  "₽", "kč"};
  bool may_be = at < stop && (dt_is_ascii_letter(*at) || (unsigned char)*at >= 0x80);
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
         is_currency_after(skip_space(d->end, d->stop), d->stop);
}

static bool is_word_byte(char c) {
  return dt_is_ascii_letter(c) || dt_is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether the digits are a whole word of `least` to `most` digits. */
static bool is_number_word(const digits *d, long least, long most) {
  return d->end - d->start >= least && d->end - d->start <= most &&
         (d->start == d->text || !is_word_byte(d->start[-1])) && (d->end == d->stop || !is_word_byte(*d->end));
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
        (time || is_numeric_date(&d) || is_before_month(&d) || is_after_month(&d) || is_ago(&d)))
      kind |= DT_KIND_DATE;
    if (!(kind & DT_KIND_PRICE) && is_price(&d)) kind |= DT_KIND_PRICE;
    year = year || (is_number_word(&d, 4, 4) && (memcmp(d.start, "19", 2) == 0 || memcmp(d.start, "20", 2) == 0));
    day = day || is_number_word(&d, 1, 2);
  }
  if (year && day && text.length <= SHORT_BYTES) kind |= DT_KIND_DATE;
  return kind;
}

/* "1,234", "(12)", "[ 3 ]" */
static bool is_count(const char *at, const char *end) {
  if (at < end && (*at == '(' || *at == '[')) at++;
  if (at < end && (end[-1] == ')' || end[-1] == ']')) end--;
  at = skip_space(at, end);
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
  return is_count(at, end) ? at : end;
}

/* Whether there is a letter, or a digit beyond ASCII: only ASCII numbers are read. */
static bool has_letter(const char *at, const char *end) {
  while (at < end) {
    uint32_t code;
    if (dt_is_ascii_letter(*at)) return true;
    unsigned width = (unsigned char)*at < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    if (width > 1 && dt_is_letter(code)) return true;
    at += width;
  }
  return false;
}

bool dt_has_words(detm_text text) {
  if (text.length == 0) return false;
  if (has_letter(text.data, text.data + text.length)) return true;
  for (size_t i = 0; i < text.length; i++)
    if (dt_is_digit(text.data[i])) return true;
  return false;
}

unsigned dt_kind_of(detm_text text) {
  if (text.length == 0) return DT_KIND_KNOWN;
  const char *end = text.data + text.length;
  unsigned kind = DT_KIND_KNOWN | scan_digits(text);
  if (text.length >= LONG_BYTES) kind |= DT_KIND_LONG;
  if (has_letter(text.data, end)) kind |= DT_KIND_LETTER | DT_KIND_WORDS;
  if ((kind & (DT_KIND_DIGIT | DT_KIND_LETTER)) == DT_KIND_DIGIT) {
    if (is_count(text.data, end)) kind |= DT_KIND_COUNT;
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
