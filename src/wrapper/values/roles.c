/* wrapper/values/roles.c: recognizes the roles of values. */
#include "config.h"

#include "text/words.h"
#include "wrapper/values/roles.h"

#include <strings.h>

#include "text/phone.h"
#include "values/value_kind.h"

static bool is_word_byte(char c) { return dt_is_ascii_alnum(c) || (unsigned char)c >= 0x80; }

/* Whether the text is a host name, alone or with a path: labels with dots between, the last one of letters.  Without a
 * path the last label must be short: "S04E06.Matroska" is not a host name. */
static bool has_host(detm_text text) {
  enum { MAX_LAST_LENGTH = 4 };
  size_t at = 0, labels = 0, length = 0, letters = 0;
  for (bool more = true; more && at < text.length; at += more) {
    size_t start = at;
    for (letters = 0; at < text.length && (dt_is_ascii_alnum(text.data[at]) || text.data[at] == '-'); at++)
      letters += dt_is_ascii_letter(text.data[at]);
    if (at == start) return false;
    length = at - start;
    labels++;
    more = at < text.length && text.data[at] == '.';
  }

  if (labels < 2 || letters < 2 || letters != length) return false;
  return at == text.length ? length <= MAX_LAST_LENGTH : strchr("/?#: ", text.data[at]) != NULL;
}

static bool is_url_text(detm_text text) {
  if (dt_text_is_web_address(text) || dt_text_starts_ci(text, DT_TEXT("www."))) return true;
  if (memchr(text.data, ' ', text.length) != NULL || text.length < 4) return false;
  if (text.data[0] == '/') return memchr(text.data + 1, '/', text.length - 1) != NULL;
  return memchr(text.data, '@', text.length) == NULL && has_host(text);
}

/* Whether a number in the text is followed by one of these units as a whole word. */
static bool has_unit(detm_text text, const char *const *units, size_t count) {
  for (size_t i = 0; i + 1 < text.length; i++) {
    if (!dt_is_digit(text.data[i]) || dt_is_digit(text.data[i + 1])) continue;
    size_t at = i + 1 + (text.data[i + 1] == ' ');
    if (at < text.length && !dt_is_ascii_letter(text.data[at]) && (unsigned char)text.data[at] < 0x80) continue;
    for (size_t u = 0; u < count && at < text.length; u++) {
      if ((text.data[at] | 32) != (units[u][0] | 32)) continue;
      size_t length = strlen(units[u]);
      if (text.length - at >= length && strncasecmp(text.data + at, units[u], length) == 0 &&
          (text.length == at + length || !dt_is_ascii_letter(text.data[at + length])))
        return true;
    }
  }

  return false;
}

static bool is_decimal(detm_text text) {
  if (text.length < 3 || text.length > 4 || !dt_is_digit(text.data[0])) return false;
  if (text.length == 4 && memcmp(text.data, "10.0", 4) == 0) return true;
  if (text.data[1] != '.' && text.data[1] != ',') return false;
  return dt_is_digit(text.data[2]) && (text.length == 3 || dt_is_digit(text.data[3]));
}

/* Whether the text ends with a comma and two capitals, optionally with a postal code. */
static bool is_place(detm_text text) {
  size_t end = text.length;
  while (end > 0 && (dt_is_digit(text.data[end - 1]) || text.data[end - 1] == '-' || text.data[end - 1] == ' ')) end--;
  if (end < 5 || !dt_is_ascii_upper(text.data[end - 1]) || !dt_is_ascii_upper(text.data[end - 2])) return false;
  return text.data[end - 3] == ',' || (text.data[end - 3] == ' ' && text.data[end - 4] == ',');
}

/* Whether the bytes begin with a separator between spaces, or with "; ". */
static bool is_separator(detm_text at) {
  if (at.length < 2) return false;
  if (at.data[0] == ';') return at.data[1] == ' ';
  if (at.data[0] != ' ' || dt_is_ascii_alnum(at.data[1])) return false;
  return dt_text_starts(at, DT_TEXT(" | ")) || dt_word_at_start(dt_text_from(at, 1), "- |– |— |• |· |/ ") != 0;
}

/* Whether the text has two separators, or one if it also has digits and a bracket. */
static bool is_details(detm_text text, bool digits) {
  unsigned found = 0;
  for (size_t i = 0; i < text.length; i++)
    if (text.data[i] == ' ' || text.data[i] == ';') found += is_separator(dt_text_from(text, i));
  return found >= 2 || (found == 1 && digits && memchr(text.data, '(', text.length) != NULL);
}

/* Whether the text has "v", "v.", "vs" or "vs." between spaces; a lone capital is a numeral: "Part V of". */
static bool is_dispute(detm_text text) {
  const char *end = text.data + text.length, *blank = text.data;
  for (; blank < end && (blank = memchr(blank, ' ', (size_t)(end - blank))) != NULL; blank++) {
    size_t i = (size_t)(blank + 1 - text.data), at = i + 1;
    if (i + 2 >= text.length || (text.data[i] | 32) != 'v') continue;
    if ((text.data[at] | 32) == 's') at++;
    if (at < text.length && text.data[at] == '.') at++;
    if (at < text.length && text.data[at] == ' ' && (at != i + 1 || text.data[i] == 'v')) return true;
  }
  return false;
}

/* Whether the text is the name of a court case: of two parties, or of one as courts write it. */
static bool is_case(detm_text text) {
  static const char starts[] = "in re |in re: |in the matter of |in the interest of |ex parte ";
  bool may_start = text.length != 0 && strchr("IiEe", *text.data) != NULL; /* this is asked of every text */
  return (may_start && dt_word_at_start(text, starts) != 0) || is_dispute(text);
}

/* Whether a byte of a code is a comma between digits, as in a long number. */
static bool is_grouping(detm_text text, size_t at) {
  return text.data[at] == ',' && at != 0 && at + 1 < text.length && dt_is_digit(text.data[at - 1]) &&
         dt_is_digit(text.data[at + 1]);
}

/* Whether the text is one word of digits, letters and hyphens with at least three digits, optionally with a colon after
 * it or followed by words in brackets. */
static bool is_code(detm_text text) {
  enum { MIN_DIGITS = 3, MAX_CODE_LENGTH = 24 };
  size_t at = 0, digits = 0;
  bool grouped = false, hyphen = false;

  if (text.length != 0 && text.data[text.length - 1] == ':') text.length--;
  for (; at < text.length && text.data[at] != ' '; at++) {
    bool grouping = is_grouping(text, at);
    if (!dt_is_ascii_alnum(text.data[at]) && !grouping && memchr("-/.", text.data[at], 3) == NULL) return false;
    grouped = grouped || grouping;
    hyphen = hyphen || text.data[at] == '-';
    digits += dt_is_digit(text.data[at]);
  }

  if (grouped && !hyphen) return false; /* an amount */
  return digits >= MIN_DIGITS && at <= MAX_CODE_LENGTH &&
         (at == text.length || (at + 1 < text.length && text.data[at + 1] == '('));
}

const char *dt_hour_end(detm_text text) {
  const char *stop = text.data + text.length, *clock = dt_clock_end(text.data, stop), *at = text.data;
  while (at < stop && at - text.data < 2 && dt_is_digit(*at)) at++;
  if (clock != NULL || at == text.data || at == stop || (*at | 32) != 'h') return clock;
  at++;
  return at == stop || !dt_is_ascii_alnum(*at) ? at : NULL;
}

/* Whether the text is a time of day, or two with a hyphen or dash between.  "9h" alone may be a duration. */
static bool is_clock(detm_text text) {
  static const char *const dashes[] = {"-", "–", "—"};
  bool alone = dt_clock_end(text.data, text.data + text.length) != NULL;
  for (int times = 0; times < 2; times++) {
    const char *end = dt_hour_end(text);
    if (end == NULL || (times == 0 && !alone && end == text.data + text.length)) return false;
    text = dt_text_strip(dt_text_from(text, (size_t)(end - text.data)), " ");
    if (dt_text_starts_ci(text, DT_TEXT("h"))) text = dt_text_strip(dt_text_from(text, 1), " ");
    size_t dash = 0;
    while (dash < sizeof dashes / sizeof *dashes && !dt_text_starts(text, dt_text(dashes[dash]))) dash++;
    if (dash == sizeof dashes / sizeof *dashes) break;
    text = dt_text_strip(dt_text_from(text, strlen(dashes[dash])), " ");
  }

  return text.length == 0;
}

unsigned dt_roles_of(detm_text text) {
  static const char *const sizes[] = {"bytes", "kb", "mb", "gb", "kib", "mib", "gib", "k bytes"};
  static const char *const times[] = {"h",       "hr",     "hrs",     "hour", "hours", "min", "mins",
                                      "minutes", "minute", "seconds", "secs", "sec",   "std", "分钟"};
  enum { MAX_LENGTH = 160 };
  unsigned roles = 0;
  char phone[DT_PHONE_SIZE];
  if (text.length == 0) return 0;
  if (is_url_text(text)) roles |= DT_ROLE_URL;
  if (is_case(text)) roles |= DT_ROLE_CASE;
  if (text.length > MAX_LENGTH) return roles;
  bool digits = dt_text_has_digit(text);
  const char *at = memchr(text.data, ' ', text.length) == NULL ? memchr(text.data, '@', text.length) : NULL;
  if (at != NULL && at != text.data && has_host(dt_text_between(at + 1, text.data + text.length)))
    roles |= DT_ROLE_EMAIL;
  if (is_place(text)) roles |= DT_ROLE_PLACE;
  if (is_details(text, digits)) roles |= DT_ROLE_DETAILS;
  if (!digits) return roles;
  if (has_unit(text, sizes, sizeof sizes / sizeof *sizes)) roles |= DT_ROLE_SIZE;
  if (has_unit(text, times, sizeof times / sizeof *times)) roles |= DT_ROLE_DURATION;
  if (dt_phone_read(text, phone) != 0) roles |= DT_ROLE_PHONE;
  if (is_decimal(text)) roles |= DT_ROLE_DECIMAL;
  if (is_code(text)) roles |= DT_ROLE_CODE;
  if (is_clock(text)) roles |= DT_ROLE_CLOCK;
  return roles;
}

detm_text dt_unit_of(detm_text text) {
  const detm_text none = {text.data, 0};
  size_t at = 0;
  while (at < text.length && memchr("([+~ ", text.data[at], 5) != NULL) at++;
  size_t digits = at;
  while (at < text.length && (dt_is_digit(text.data[at]) || text.data[at] == '.' || text.data[at] == ',')) at++;
  if (at == digits || !dt_is_digit(text.data[digits])) return none;

  if (at < text.length && memchr("KkMm+", text.data[at], 5) != NULL &&
      (at + 1 == text.length || !is_word_byte(text.data[at + 1])))
    at++;

  if (at < text.length && text.data[at] == '+') at++;
  size_t start = at + (at < text.length && text.data[at] == ' '), end = text.length;
  while (end > start && memchr(")] .", text.data[end - 1], 4) != NULL) end--;
  for (size_t i = start; i < end; i++)
    if (!(dt_is_ascii_letter(text.data[i]) || (unsigned char)text.data[i] >= 0x80 ||
          memchr(" -", text.data[i], 2) != NULL))
      return none;

  if (start == at && start < end && dt_is_ascii_letter(text.data[start])) return none; /* "5th", "10mm" */
  return start < end && is_word_byte(text.data[start]) ? (detm_text){text.data + start, end - start} : none;
}

bool dt_same_unit(detm_text a, detm_text b) {
  enum { ENDING = 3, MIN_LENGTH = 3 };
  size_t most = a.length > b.length ? a.length : b.length, same = 0;
  while (same < a.length && same < b.length && (a.data[same] | 32) == (b.data[same] | 32)) same++;
  if (same == most) return same >= MIN_LENGTH;
  if (same < MIN_LENGTH || same + ENDING < most) return false;
  /* "Group A" and "Group B" are different units, and so are "Team" and "Team II" */
  bool blank = a.data[same - 1] == ' ';
  for (size_t i = same; i < most; i++) blank = blank || (a.length > b.length ? a : b).data[i] == ' ';
  return !blank;
}
