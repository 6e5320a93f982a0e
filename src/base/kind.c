/* base/kind.c: scanners for dates, prices and counts.
 *
 * All of them look round the text's runs of digits: a text without a digit is none of these. */
#include "base/kind.h"

#include <strings.h>

enum { LONG_BYTES = 40, SHORT_BYTES = 40 };

typedef struct digits {
  const char *start, *end; /* a run of digits within [text, stop) */
  const char *text, *stop;
} digits;

static bool is_digit(char c) { return (unsigned)(c - '0') < 10; }
static bool is_letter(char c) { return (unsigned)((c | 32) - 'a') < 26; }

static bool starts(const char *at, const char *stop, const char *word) {
  size_t length = strlen(word);
  return (size_t)(stop - at) >= length && strncasecmp(at, word, length) == 0;
}

static const char *skip_space(const char *at, const char *stop) { return at < stop && *at == ' ' ? at + 1 : at; }

/* Past a separator of year, month and day, or NULL. */
static const char *separator(const char *at, const char *stop, const char *sign) {
  at = skip_space(at, stop);
  if (at < stop && (*at == '-' || *at == '/' || *at == '.')) return skip_space(at + 1, stop);
  return starts(at, stop, sign) ? skip_space(at + strlen(sign), stop) : NULL;
}

/* 2024-05-01, 1.5.24, 2024年5月1日 */
static bool is_numeric_date(const digits *d) {
  if (d->end - d->start == 3 || d->end - d->start > 4) return false; /* 978-1-55001-204-6 */
  const char *at = separator(d->end, d->stop, "年"), *middle = at;
  if (at == NULL) return false;
  while (at < d->stop && at - middle < 3 && is_digit(*at)) at++;
  if (at == middle || at - middle > 2) return false;
  at = separator(at, d->stop, "月");
  return at != NULL && at < d->stop && is_digit(*at);
}

static bool is_month(const char *at, const char *stop) {
  static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
  if (stop - at < 3) return false;
  for (const char *month = months; *month != '\0'; month += 3)
    if (strncasecmp(at, month, 3) == 0) return true;
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
  while (at > d->text && is_letter(at[-1])) at--;
  return end - at >= 3 && is_month(at, end) && (at == d->text || !is_digit(at[-1]));
}

/* 12:30 */
static bool is_time(const digits *d) {
  return d->stop - d->end >= 3 && d->end[0] == ':' && is_digit(d->end[1]) && is_digit(d->end[2]);
}

/* 3 days ago */
static bool is_ago(const digits *d) {
  static const char *const units[] = {"hour", "day", "minute", "week", "month", "year"};
  if (d->end == d->stop || *d->end != ' ') return false;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    const char *at = d->end + 1;
    if (!starts(at, d->stop, units[i])) continue;
    at += strlen(units[i]);
    if (at < d->stop && (*at | 32) == 's') at++;
    return starts(at, d->stop, " ago");
  }
  return false;
}

static bool is_price(const digits *d) {
  static const char *const before[] = {"$", "€", "£", "¥", "￥"}, *const after[] = {"€",   "元", "usd",
                                                                                    "eur", "kr", "zł"};
  const char *at = d->start > d->text && d->start[-1] == ' ' ? d->start - 1 : d->start;
  for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
    size_t length = strlen(before[i]);
    if ((size_t)(at - d->text) >= length && memcmp(at - length, before[i], length) == 0) return true;
  }
  at = skip_space(d->end, d->stop);
  for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
    if (!starts(at, d->stop, after[i])) continue;
    const char *end = at + strlen(after[i]);
    if (!is_letter(*at) && *at != 'z') return true;
    if (end == d->stop || !(is_letter(*end) || is_digit(*end))) return true;
  }
  return false;
}

static bool is_word_byte(char c) { return is_letter(c) || is_digit(c) || c == '_' || (unsigned char)c >= 0x80; }

/* Whether the run is a word of its own of this many digits. */
static bool is_number_word(const digits *d, long least, long most) {
  return d->end - d->start >= least && d->end - d->start <= most &&
         (d->start == d->text || !is_word_byte(d->start[-1])) && (d->end == d->stop || !is_word_byte(*d->end));
}

static bool is_year(const digits *d) {
  return is_number_word(d, 4, 4) && (memcmp(d->start, "19", 2) == 0 || memcmp(d->start, "20", 2) == 0);
}

static unsigned scan_digits(detm_text text) {
  const char *stop = text.data + text.length;
  unsigned kind = 0;
  bool year = false, day = false;
  for (const char *at = text.data; at < stop;) {
    if (!is_digit(*at)) {
      at++;
      continue;
    }
    digits d = {at, at, text.data, stop};
    while (d.end < stop && is_digit(*d.end)) d.end++;
    at = d.end;
    kind |= DT_KIND_DIGIT;
    if (!(kind & DT_KIND_DATE) &&
        (is_numeric_date(&d) || is_time(&d) || is_before_month(&d) || is_after_month(&d) || is_ago(&d)))
      kind |= DT_KIND_DATE;
    if (!(kind & DT_KIND_PRICE) && is_price(&d)) kind |= DT_KIND_PRICE;
    year = year || is_year(&d);
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
  if (at == end || !is_digit(*at)) return false;
  while (at < end && (is_digit(*at) || *at == '.' || *at == ',')) at++;
  return at == end;
}

/* Where the text ends if a count in brackets at its end is cut. */
static const char *before_count(const char *start, const char *end) {
  if (start == end || (end[-1] != ')' && end[-1] != ']')) return end;
  const char *at = end - 1;
  while (at > start && *at != '(' && *at != '[') at--;
  return is_count(at, end) ? at : end;
}

static bool is_letter_code(uint32_t code) {
  if (code < 0xC0) return code == 0xAA || code == 0xB5 || code == 0xBA;
  if (code == 0xD7 || code == 0xF7) return false;
  return !(code >= 0x2000 && code < 0x2C00) && !(code >= 0x3000 && code < 0x3040) &&
         !(code >= 0xFF00 && code < 0xFF10) && code != 0xFFFD;
}

static bool has_letter(const char *at, const char *end) {
  while (at < end) {
    uint32_t code;
    if (is_letter(*at)) return true;
    unsigned width = (unsigned char)*at < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    if (width > 1 && is_letter_code(code)) return true;
    at += width;
  }
  return false;
}

unsigned dt_kind_of(detm_text text) {
  const char *end = text.data + text.length;
  unsigned kind = DT_KIND_KNOWN | scan_digits(text);
  if (text.length >= LONG_BYTES) kind |= DT_KIND_LONG;
  if (has_letter(text.data, end)) kind |= DT_KIND_LETTER | DT_KIND_WORDS;
  if ((kind & (DT_KIND_DIGIT | DT_KIND_LETTER)) == DT_KIND_DIGIT) {
    if (is_count(text.data, end)) kind |= DT_KIND_COUNT;
    for (const char *at = text.data, *cut = before_count(text.data, end); at < cut; at++)
      if (is_digit(*at)) kind |= DT_KIND_WORDS;
  }
  return kind;
}

const char *dt_kind_type(unsigned kind) {
  if (kind & DT_KIND_LONG) return "text"; /* prose that mentions a date is none */
  if (kind & DT_KIND_DATE) return "date";
  if (kind & DT_KIND_PRICE) return "price";
  return kind & DT_KIND_COUNT ? "number" : "text";
}

static bool is_url(detm_text text) {
  const char *stop = text.data + text.length;
  if (!starts(text.data, stop, "http://") && !starts(text.data, stop, "https://")) return false;
  return memchr(text.data, ' ', text.length) == NULL;
}

const char *dt_type_of(detm_text text) { return is_url(text) ? "url" : dt_kind_type(dt_kind_of(text)); }
