/* base/eight.h: tests eight bytes at once, as a word. */
#ifndef DT_BASE_EIGHT_H
#define DT_BASE_EIGHT_H

#include "base/base.h"

#define DT_EIGHT(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline uint64_t dt_load_eight(const char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

/* Sets the high bit of each byte that is zero, and perhaps of bytes next to one. */
static inline uint64_t dt_mark_zero(uint64_t word) { return (word - DT_EIGHT(1)) & ~word; }

#endif
