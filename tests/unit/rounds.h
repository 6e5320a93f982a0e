/*
 * rounds.h: how often a random test repeats, how large a hostile page is: as written, or a twentieth of it with
 * DETM_TEST_SHORT in the environment, as tests/memcheck has it: valgrind takes thirty times as long.
 */
#ifndef TEST_ROUNDS_H
#define TEST_ROUNDS_H

#include <stdlib.h>

static inline unsigned rounds(unsigned usual) {
  return getenv("DETM_TEST_SHORT") == NULL || usual < 20 ? usual : usual / 20;
}

#endif
