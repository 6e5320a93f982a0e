/* values/scan.h: reads digits of several scripts, blanks and words, for the scanners of numbers and dates. */
#ifndef DT_SCAN_H
#define DT_SCAN_H

#include "base/base.h"

/* As dt_digit_at, for a character beyond ASCII. */
int dt_long_digit_at(const char *at, const char *stop, int *width);
/* Returns the value of the digit at `at`, and sets *width to its bytes; -1 = not a digit. */
static inline int dt_digit_at(const char *at, const char *stop, int *width) {
  *width = 1;
  if (at >= stop) return -1;
  if (dt_is_digit(*at)) return *at - '0';
  return (unsigned char)*at < 0xd9 ? -1 : dt_long_digit_at(at, stop, width);
}
/* Returns the first digit at or after `at`, or `stop`. */
const char *dt_find_digit(const char *at, const char *stop);
/* Returns the end of blanks of any kind and of invisible characters. */
const char *dt_skip_blanks(const char *at, const char *stop);
/* Returns the start of the blanks that end at `at`. */
const char *dt_before_blanks(const char *start, const char *at);
/* Returns whether `text` is at `at`. */
static inline bool dt_starts(const char *at, const char *stop, const char *text) {
  if (at == stop || *at != *text) return false; /* most do: the length is not needed */
  return dt_text_starts(dt_text_between(at, stop), (detm_text){text, strlen(text)});
}

#endif
