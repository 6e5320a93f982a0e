/* tests/fit/input.h: what the programs that print features for a fit share. */
#ifndef TESTS_FIT_INPUT_H
#define TESTS_FIT_INPUT_H

#include "base/base.h"
#include <detm/detm.h>

/* Adds a file to a buffer; false: it cannot be read. */
bool fit_read_file(const char *name, dt_buffer *file);
/* Writes a text as a string of JSON. */
void fit_write_string(dt_buffer *out, detm_text text);

#endif
