/* rounds.h: repeats of random tests and sizes of hostile pages: as written, or an Nth with DETM_TEST_SHORT=N in the
 * environment, since valgrind takes thirty times as long, and sanitizers five times. */
#ifndef TEST_ROUNDS_H
#define TEST_ROUNDS_H

#include <stdlib.h>

/* Returns the step from one case to the next if there are very many. */
static inline unsigned each(void) {
  const char *part = getenv("DETM_TEST_SHORT");
  int step = part != NULL ? atoi(part) : 1;
  return step > 0 ? (unsigned)step : 1;
}

static inline unsigned rounds(unsigned usual) { return usual < each() ? usual : usual / each(); }

#endif
