/* tests/bench/memory.h: counts the memory that the program allocates, from bench_memory_start to bench_memory_stop.
 *
 * Programs that link memory.c get its malloc instead of the system's, for every library they use.
 * Programs that measure time do not link it, so that it cannot slow down what they measure. */
#ifndef BENCH_MEMORY_H
#define BENCH_MEMORY_H

#include <stddef.h>

/* Starts counting at 0. */
void bench_memory_start(void);
/* Stops counting.  Returns the peak of allocated bytes since the start, 0 where they cannot be counted. */
size_t bench_memory_peak(void);

#endif
