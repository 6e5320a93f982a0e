/* allocation.h: makes the library's allocations fail, one after the other.
 *
 * The unit tests are linked with --wrap for malloc, calloc and realloc: what the code under test asks
 * for comes here, what libxml2 and Criterion ask for does not. */
#ifndef TEST_ALLOCATION_H
#define TEST_ALLOCATION_H

#include <stddef.h>

/* The `number`-th allocation from now (from 1) and all behind it fail; 0 = none fails. */
void allocation_fail_from(size_t number);
/* Allocations since then. */
size_t allocation_count(void);

#endif
