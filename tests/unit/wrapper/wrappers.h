/* wrappers.h: wrappers for the tests of src/wrapper/save.c and load.c. */
#ifndef TEST_WRAPPERS_H
#define TEST_WRAPPERS_H

#include "wrapper/wrapper.h"

#include "xml_schema.h"

/* A wrapper with something of everything, the same for the same seed.  To be freed by detm_wrapper_free. */
detm_wrapper *wrapper_random(unsigned seed);
/* A chain of `depth` elements with a text in the innermost. */
detm_wrapper *wrapper_deep(unsigned depth);
/* Whether everything that a wrapper file keeps is equal. */
bool wrapper_equal(const detm_wrapper *a, const detm_wrapper *b);

/* detm_wrapper_save into `out`, which ends with a NUL that is not counted; fails the test if that fails. */
void wrapper_save(const detm_wrapper *wrapper, dt_buffer *out);

#endif
