/* allocation.h: makes the library's allocations fail, one after the other.
 *
 * The unit tests are linked with --wrap for malloc, calloc and realloc: what the code under test asks
 * for comes here, what Criterion asks for does not, and what libxml2 and libxslt ask for where a test wants that. */
#ifndef TEST_ALLOCATION_H
#define TEST_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

/* The `number`-th allocation from now (from 1) and all behind it fail; 0 = none fails. */
void allocation_fail_from(size_t number);
/* That one alone fails. */
void allocation_fail_at(size_t number);
/* Allocations since then. */
size_t allocation_count(void);
/* From now on libxml2's and libxslt's come here, too. */
void allocation_take_libxml(void);

/* Does the work with its first allocation failing, with its second, and so on, that one alone and all behind it, each
 * time in a process of its own, as libxml2's XPath and libxslt may crash.  The work ends the failing by
 * allocation_fail_from(0) and tells whether all is right; how many times it was not.  None is tried under valgrind,
 * which would tell of their faults. */
size_t allocation_starve(bool (*work)(const void *data), const void *data);

#endif
