/* tests/bench/clock.c: processor time, and the median of several measurements. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "corpus.h"

#include <stdlib.h>
#include <time.h>

double bench_clock(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void bench_settle(void) {
  volatile char *block = malloc(100000); /* a large request makes glibc do it */
  if (block != NULL) *block = 0;
  free((void *)block);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double bench_median(double *costs, size_t count) {
  if (count == 0) return 0;
  qsort(costs, count, sizeof *costs, compare);
  return count % 2 ? costs[count / 2] : (costs[count / 2 - 1] + costs[count / 2]) / 2;
}
