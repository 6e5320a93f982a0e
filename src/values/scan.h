/* values/scan.h: reads digits of several scripts, blanks and words, for the scanners of numbers and dates. */
#ifndef DT_SCAN_H
#define DT_SCAN_H

#include "base/base.h"

/* Returns the value of the digit at `at`, and sets *width to its bytes; -1 = not a digit. */
int dt_digit_at(const char *at, const char *stop, int *width);
/* Returns the end of blanks of any kind and of invisible characters. */
const char *dt_skip_blanks(const char *at, const char *stop);
/* Returns the start of the blanks that end at `at`. */
const char *dt_before_blanks(const char *start, const char *at);
/* Returns whether `text` is at `at`. */
static inline bool dt_starts(const char *at, const char *stop, const char *text) {
  return dt_text_starts(dt_text_between(at, stop), (detm_text){text, strlen(text)});
}

#endif
