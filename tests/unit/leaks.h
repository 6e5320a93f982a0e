/* leaks.h: finds memory that a unit test did not free.
 *
 * Criterion's test processes end without looking for leaks, so every suite has find_leaks as its teardown. */
#ifndef TEST_LEAKS_H
#define TEST_LEAKS_H

/* With AddressSanitizer, reports memory that was not freed and aborts, which fails the run. Otherwise does nothing. */
void find_leaks(void);

#endif
