/* template/apply/pattern.h: cuts values out of texts by PCRE2 patterns; the only user of PCRE2.
 *
 * Templates may be hostile, so matches have limits of time and memory. */
#ifndef DT_TEMPLATE_APPLY_PATTERN_H
#define DT_TEMPLATE_APPLY_PATTERN_H

#include "base/base.h"

enum { DT_MAX_PATTERN_LENGTH = 4096 }; /* bytes */

typedef struct dt_pattern dt_pattern;

/* Compiles a pattern, for the caller to free.  Returns NULL if it is invalid, with the reason in `fault`, or without
 * memory, with an empty `fault`.  Threads may share a pattern. */
dt_pattern *dt_pattern_compile(const char *text, char *fault, size_t size);
void dt_pattern_free(dt_pattern *pattern);

typedef enum dt_cut_result {
  DT_CUT_FOUND,
  DT_CUT_NOTHING,  /* no match */
  DT_CUT_GIVEN_UP, /* past a limit */
  DT_CUT_NO_MEMORY
} dt_cut_result;

/* Matches the first 16 KiB of a text (valid UTF-8).  Sets *value to the name of the last (*MARK:NAME) that the first
 * match passes, in the pattern; without one to group 1, or to the match if group 1 is missing or unset, in the text. */
dt_cut_result dt_pattern_cut(const dt_pattern *pattern, detm_text text, detm_text *value);

#endif
