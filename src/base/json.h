/* base/json.h: parses JSON with jansson, which does not report every lack of memory. */
#ifndef DT_BASE_JSON_H
#define DT_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>

/* Parses an object or array; with the flag JSON_DISABLE_EOF_CHECK other bytes may follow it.  Returns NULL if it is not
 * JSON (*error says why), or sets *no_memory. */
json_t *dt_json_load(const char *bytes, size_t length, size_t flags, json_error_t *error, bool *no_memory);

#endif
