/* rounds.h: repeats of random tests and sizes of hostile pages: as written, or a twentieth with DETM_TEST_SHORT in the
 * environment, which tests/memcheck sets since valgrind takes thirty times as long. */
#ifndef TEST_ROUNDS_H
#define TEST_ROUNDS_H

#include <stdlib.h>

/* Returns the step from one case to the next if there are very many. */
static inline unsigned each(void) { return getenv("DETM_TEST_SHORT") == NULL ? 1 : 20; }

static inline unsigned rounds(unsigned usual) { return usual < each() ? usual : usual / each(); }

#endif
