/* clock.h: a clock that advances with each reading, so that time limits are reached at the same place in each run.
 *
 * The unit tests are linked with --wrap for clock_gettime. */
#ifndef TEST_CLOCK_H
#define TEST_CLOCK_H

/* Makes each reading of the processor's time this many seconds later than the one before; 0: the real time. */
void clock_step(double seconds);

#endif
