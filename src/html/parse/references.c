/* html/parse/references.c: character references (HTML standard, 13.2.5.72 to 13.2.5.80). */
#include "html/parse/references.h"

#include "html/parse/scan.h"

uint32_t dt_meant_by_control(uint32_t code) {
  static const uint16_t windows_1252[32] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                            0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  return code >= 0x80 && code < 0xA0 ? windows_1252[code - 0x80] : code;
}

/* Returns the character for a numeric reference (13.2.5.80). */
static uint32_t character_meant(uint32_t code) {
  bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code == 0 || code > 0x10FFFF || is_surrogate ? 0xFFFD : dt_meant_by_control(code);
}

/* Reads "#38;" or "#x26;"; the semicolon may be missing. */
static const char *read_numeric_reference(const char *at, const char *end, char *out, size_t *count) {
  uint32_t code = 0;
  at++;
  bool hex = at < end && (*at | 32) == 'x';
  at += hex;

  const char *digits = at;
  for (; at < end; at++) {
    uint32_t digit;
    if (dt_is_digit(*at))
      digit = (uint32_t)(*at - '0');
    else if (hex && (unsigned)((*at | 32) - 'a') < 6)
      digit = (uint32_t)((*at | 32) - 'a' + 10);
    else
      break;
    if (code <= 0x10FFFF) code = code * (hex ? 16 : 10) + digit;
  }

  if (at == digits) return NULL;
  *count = dt_utf8_write(out, character_meant(code));
  return at < end && *at == ';' ? at + 1 : at;
}

/* Finds the longest name that the bytes at `at` begin with.  The names from `low` to `high` begin with the bytes that
 * were read so far. */
static const char *find_reference_name(const char *at, const char *end, uint32_t *number) {
  const char *found = NULL;
  if (end - at < 2 || !dt_is_ascii_letter(at[1])) return NULL; /* all names begin with two letters */
  const uint16_t *first_of_pair = &dt_reference_first[(*at - 'A') * DT_REFERENCE_LETTERS + at[1] - 'A'];
  uint32_t low = first_of_pair[0], high = first_of_pair[1];
  for (uint32_t length = 2; low < high; length++) {
    if ((uint32_t)dt_reference_starts[low + 1] - dt_reference_starts[low] == length) {
      *number = low++;
      found = at + length;
    }
    if (low == high || at + length == end) break;
    char next = at[length]; /* the names are sorted, and few begin with the same two letters */
    while (low < high && dt_reference_names[dt_reference_starts[low] + length] < next) low++;
    while (low < high && dt_reference_names[dt_reference_starts[high - 1] + length] > next) high--;
  }

  return found;
}

/* Reads the names of most references: data in attributes has thousands. */
static const char *read_frequent_reference(const char *at, const char *end, char *out, size_t *count) {
  bool quote = end - at >= 5 && memcmp(at, "quot;", 5) == 0, amp = end - at >= 4 && memcmp(at, "amp;", 4) == 0;
  if (!quote && !amp) return NULL;
  *out = quote ? '"' : '&';
  *count = 1;
  return at + (quote ? 5 : 4);
}

const char *dt_reference_read(const char *at, const char *end, bool value, char *out, size_t *count) {
  uint32_t number = 0;
  if (at == end) return NULL;
  if (*at == '#') return read_numeric_reference(at, end, out, count);
  const char *frequent = read_frequent_reference(at, end, out, count);
  if (frequent != NULL) return frequent;
  if (!dt_is_ascii_letter(*at)) return NULL;
  const char *stop = find_reference_name(at, end, &number);
  if (stop == NULL) return NULL;
  if (value && stop[-1] != ';' && stop < end && (*stop == '=' || dt_is_ascii_alnum(*stop))) return NULL;
  *count = dt_utf8_write(out, dt_reference_codes[number][0]);
  if (dt_reference_codes[number][1] != 0) *count += dt_utf8_write(out + *count, dt_reference_codes[number][1]);
  return stop;
}

void dt_slice_decode(dt_slice slice, bool value, dt_buffer *out) {
  const char *at = slice.data, *end = at + slice.length, *copied = at;
  if (slice.raw == 0) {
    dt_buffer_add(out, at, slice.length);
    return;
  }

  bool upper = (slice.raw & DT_RAW_UPPER) != 0, returns = slice.raw == DT_RAW_CR; /* as in a script, which has "&" */
  while ((at = upper ? at : returns ? dt_scan_to_either('\r', '\r', at, end) : dt_scan_to_raw(at, end)) < end) {
    char bytes[8];
    size_t count = 0;
    const char *next = at + 1;
    bool dropped = *at == '\0' ? (slice.raw & DT_RAW_DROP_NUL) != 0
                               : *at == '\r' && (slice.raw & DT_RAW_CR) != 0 && next < end && *next == '\n';
    if (dropped) {
      dt_buffer_add(out, copied, (size_t)(at - copied));
      copied = next;
    } else if (*at == '&' && (slice.raw & DT_RAW_REFERENCE)) {
      const char *stop = dt_reference_read(next, end, value, bytes, &count);
      if (stop != NULL) next = stop;
    } else if (*at == '\r' && (slice.raw & DT_RAW_CR)) {
      bytes[count++] = '\n';
    } else if (*at == '\0' && !(slice.raw & DT_RAW_KEEP_NUL)) {
      count = dt_utf8_write(bytes, 0xFFFD);
    } else if (upper && dt_is_ascii_upper(*at)) {
      bytes[count++] = dt_ascii_lower(*at);
    }
    if (count != 0) {
      dt_buffer_add(out, copied, (size_t)(at - copied));
      dt_buffer_add(out, bytes, count);
      copied = next;
    }
    at = next;
  }

  dt_buffer_add(out, copied, (size_t)(end - copied));
}

void dt_slice_decode_xml(dt_slice slice, bool value, dt_buffer *out) {
  size_t start = out->length;
  dt_slice_decode(slice, value, out);
  if ((slice.raw & DT_RAW_REFERENCE) == 0 || out->failed) return;
  const char *end = out->data + out->length;
  for (const char *found = out->data + start; (found = dt_scan_to_forbidden(found, end)) < end; found++) {
    char *at = out->data + (found - out->data);
    if ((unsigned char)*at < ' ' && !dt_is_html_space(*at)) *at = ' ';
    bool lead = *at == '\xEF' && end - at > 2;
    if (lead && at[1] == '\xBF' && (unsigned char)at[2] >= 0xBE) memset(at, ' ', 3); /* U+FFFE, U+FFFF */
  }
}
