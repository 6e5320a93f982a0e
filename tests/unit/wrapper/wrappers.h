/* wrappers.h: wrappers for the tests of src/wrapper/save.c and load.c. */
#ifndef TEST_WRAPPERS_H
#define TEST_WRAPPERS_H

#include "wrapper/wrapper.h"

#include "xml_schema.h"

/* Returns a random wrapper that uses each feature; the same for the same seed. Freed by detm_wrapper_free. */
detm_wrapper *wrapper_random(unsigned seed);
/* Returns a chain of `depth` elements with a text in the innermost. */
detm_wrapper *wrapper_deep(unsigned depth);
/* Compares everything that a wrapper file contains. */
bool wrapper_equal(const detm_wrapper *a, const detm_wrapper *b);

/* Saves a wrapper to `out`, with a final NUL that is not counted; fails the test if that fails. */
void wrapper_save(const detm_wrapper *wrapper, dt_buffer *out);

#endif
