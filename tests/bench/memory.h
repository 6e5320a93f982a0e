/* bench/memory.h: counts what this program has from malloc, while it is told to.
 *
 * Programs that link memory.c get its malloc instead of the system's, for every library they use.
 * Programs that measure time do not link it, so that it cannot slow down what they measure. */
#ifndef BENCH_MEMORY_H
#define BENCH_MEMORY_H

#include <stddef.h>

/* Counts from nothing. */
void bench_memory_start(void);
/* Stops; the most bytes that were held at once since the start, 0 where they cannot be counted. */
size_t bench_memory_peak(void);

#endif
