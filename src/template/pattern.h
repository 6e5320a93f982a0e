/* template/pattern.h: values cut out of texts by PCRE2 patterns; the only place with PCRE2.
 *
 * Patterns come from templates, so they run under limits: past one, the pattern is given up on the text. */
#ifndef DT_PATTERN_H
#define DT_PATTERN_H

#include "base/base.h"

enum { DT_PATTERN_LONGEST = 4096 }; /* bytes */

typedef struct dt_pattern dt_pattern;

/* NULL if it is no pattern: `fault` says why; or without memory: `fault` is empty.  The caller frees it; threads may
 * share it. */
dt_pattern *dt_pattern_compile(const char *text, char *fault, size_t size);
void dt_pattern_free(dt_pattern *pattern);

typedef enum dt_cut { DT_CUT_FOUND, DT_CUT_NOTHING, DT_CUT_GIVEN_UP, DT_CUT_NO_MEMORY } dt_cut;
/* Looks at the first 16 KiB.  Group 1 of the first match, or the match where there is no group or it took no part; in
 * *value, which points into the text (valid UTF-8). */
dt_cut dt_pattern_cut(const dt_pattern *pattern, detm_text text, detm_text *value);

#endif
