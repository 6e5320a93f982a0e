/* values/scan.c: reads decimal digits of several scripts, and blanks. */
#include "values/scan.h"

#include "base/eight.h"
#include "text/fold.h"

/* The digits of a script in UTF-8: the bytes before the last one, and the last byte of zero. */
typedef struct script {
  char bytes[4];
  unsigned char before, zero;
} script;

static const script arabic = {"\xd9", 1, 0xa0}, persian = {"\xdb", 1, 0xb0}, khmer = {"\xe1\x9f", 2, 0xa0},
                    full_width = {"\xef\xbc", 2, 0x90};
static const script indic[] = {
    {"\xe0\xa5", 2, 0xa6}, {"\xe0\xa7", 2, 0xa6}, {"\xe0\xab", 2, 0xa6}, {"\xe0\xb9", 2, 0x90}};

/* Returns the script of a digit by its first bytes; NULL if no digit begins with them. */
static const script *script_of(const char *at, const char *stop) {
  switch ((unsigned char)*at) {
  case 0xd9:
    return &arabic;
  case 0xdb:
    return &persian;
  case 0xe0:
    for (size_t i = 0; stop - at > 2 && i < sizeof indic / sizeof *indic; i++)
      if (at[1] == indic[i].bytes[1]) return &indic[i];
    return NULL;
  case 0xe1:
    return &khmer;
  case 0xef:
    return &full_width;
  default:
    return NULL;
  }
}

int dt_long_digit_at(const char *at, const char *stop, int *width) {
  const script *own = script_of(at, stop);
  if (own == NULL || stop - at <= own->before || memcmp(at, own->bytes, own->before) != 0) return -1;
  int value = (unsigned char)at[own->before] - own->zero;
  if (value < 0 || value > 9) return -1;
  *width = own->before + 1;
  return value;
}

/* Checks whether eight bytes are ASCII and no digits. */
static bool is_plain_at(const char *at) {
  uint64_t word = dt_load_eight(at), from_zero = word + DT_EIGHT(0x80 - '0'), after_nine = word + DT_EIGHT(0x7f - '9');
  return ((word | (from_zero & ~after_nine)) & DT_EIGHT(0x80)) == 0;
}

const char *dt_find_digit(const char *at, const char *stop) {
  int width;
  while (at < stop) {
    const char *part = stop - at >= 8 ? at + 8 : stop;
    if (part - at == 8 && is_plain_at(at)) at = part;
    for (; at < part; at++)
      if (dt_digit_at(at, stop, &width) >= 0) return at;
  }
  return stop;
}

const char *dt_skip_blanks(const char *at, const char *stop) {
  uint32_t code;
  while (at < stop) {
    unsigned width = dt_utf8_read(at, stop, &code);
    if (!dt_is_blank(code)) break;
    at += width;
  }
  return at;
}

const char *dt_before_blanks(const char *start, const char *at) {
  while (at > start) {
    if (at[-1] == ' ' || at[-1] == '\n')
      at--;
    else if (at - start >= 2 && memcmp(at - 2, "\xc2\xa0", 2) == 0)
      at -= 2;
    else if (at - start >= 3 && (memcmp(at - 3, "\xe2\x80\xaf", 3) == 0 || memcmp(at - 3, "\xe2\x80\x89", 3) == 0))
      at -= 3;
    else
      break;
  }
  return at;
}
