/*
 * rounds.h: how often a random test repeats and how large a hostile page is: as written, or a twentieth of it with
 * DETM_TEST_SHORT in the environment, as tests/memcheck has it: valgrind takes thirty times as long.
 */
#ifndef TEST_ROUNDS_H
#define TEST_ROUNDS_H

#include <stdlib.h>

/* The step from one case to the next where there are very many. */
static inline unsigned each(void) { return getenv("DETM_TEST_SHORT") == NULL ? 1 : 20; }

static inline unsigned rounds(unsigned usual) { return usual < each() ? usual : usual / each(); }

#endif
