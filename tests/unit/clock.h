/* clock.h: a clock that goes on with each look at it, so that limits of time are reached at the same place every time.
 *
 * The unit tests are linked with --wrap for clock_gettime. */
#ifndef TEST_CLOCK_H
#define TEST_CLOCK_H

/* From now on each reading of the processor's time is so many seconds later than the one before; 0 = the real time. */
void clock_step(double seconds);

#endif
