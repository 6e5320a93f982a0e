/* base/name.c: XML names out of labels.  A name has the letters of many scripts, but no signs. */
#include "base/name.h"

enum { LONGEST_NAME = 40 };

static bool is_name_letter(uint32_t c) {
  static const struct {
    uint16_t first, last;
  } ranges[] = {{'a', 'z'},       {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x131},   {0x134, 0x13E},
                {0x141, 0x148},   {0x14A, 0x17E},   {0x391, 0x3A1},   {0x3A3, 0x3CE},  {0x401, 0x40C},
                {0x40E, 0x44F},   {0x451, 0x45C},   {0x5D0, 0x5EA},   {0x621, 0x63A},  {0x641, 0x64A},
                {0x3041, 0x3094}, {0x30A1, 0x30FA}, {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3}};
  for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
    if (c >= ranges[r].first && c <= ranges[r].last) return true;
  return false;
}

const char *dt_name_make(dt_arena *arena, const char *label) {
  char name[LONGEST_NAME + 5];
  size_t length = 0;
  bool gap = false;
  for (const char *at = label, *end = label + strlen(label); at < end;) {
    uint32_t code;
    unsigned width = dt_utf8_read(at, end, &code);
    if (code >= 'A' && code <= 'Z') code |= 32;
    bool digit = code >= '0' && code <= '9';
    if (is_name_letter(code) || (digit && length != 0)) {
      if (gap && length != 0) name[length++] = '-';
      gap = false;
      length += dt_utf8_write(name + length, code);
    } else {
      gap = true;
    }
    if (length > LONGEST_NAME) return NULL;
    at += width;
  }
  return length != 0 ? dt_arena_copy(arena, name, length) : NULL;
}
