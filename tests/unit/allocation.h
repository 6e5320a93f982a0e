/* allocation.h: makes the library's allocations fail, one after the other.
 *
 * The unit tests are linked with --wrap for malloc, calloc and realloc: calls of the code under test come here, calls
 * of Criterion do not. Calls of libxml2 and libxslt do if a test asks for it. */
#ifndef TEST_ALLOCATION_H
#define TEST_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the `number`-th allocation from now (from 1) and all later ones fail; 0: none fails. */
void allocation_fail_from(size_t number);
/* Makes only the `number`-th allocation from now fail. */
void allocation_fail_at(size_t number);
/* Returns the number of allocations since the last call of one of these. */
size_t allocation_count(void);
/* Makes libxml2 and libxslt allocate here from now on. */
void allocation_take_libxml(void);

/* Runs `work` with its first allocation failing, with its second, and so on: once with that one failing, once with all
 * later ones failing too. Each run is a process, since libxml2's XPath and libxslt may crash. `work` ends with
 * allocation_fail_from(0) and returns whether its results are right; the return value counts the runs where they are
 * not. Under valgrind, which would report the faults of these libraries, nothing is run. */
size_t allocation_starve(bool (*work)(const void *data), const void *data);

#endif
