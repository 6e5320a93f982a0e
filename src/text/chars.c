/* text/chars.c: what reads the properties of a character at a place of a text. */
#include "text/chars.h"

bool dt_is_letter_at(const char *at, const char *stop) {
  uint32_t code;
  if (at >= stop) return false;
  dt_utf8_read(at, stop, &code);
  return dt_is_letter(code);
}
