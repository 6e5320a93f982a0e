/* template/apply/compiled.h: the compiled patterns and paths of a template. */
#ifndef DT_TEMPLATE_APPLY_COMPILED_H
#define DT_TEMPLATE_APPLY_COMPILED_H

#include "template/apply/pattern.h"
#include "template/apply/step_eval.h"
#include "template/template.h"

/* A compiled pattern of the template. */
typedef struct dt_cutter {
  const char *text;
  dt_pattern *pattern;
} dt_cutter;

typedef struct dt_compiled {
  dt_cutter *cutters; /* sorted by text, without duplicates */
  size_t cutter_count;
  dt_steps *paths; /* paths of the anchors, sorted, without duplicates */
  size_t path_count;
} dt_compiled;

/* Compiles a template: sets template->compiled.  Returns DETM_OK or DETM_NO_MEMORY. */
detm_status dt_template_compile(detm_template *template, detm_error *error) DETM_CHECK;
void dt_compiled_free(dt_compiled *compiled);

/* Return the compiled form of an anchor's pattern or path; NULL if the anchor has none. */
const dt_cutter *dt_compiled_pattern(const dt_compiled *compiled, const dt_anchor *anchor);
const dt_steps *dt_compiled_path(const dt_compiled *compiled, const dt_anchor *anchor);

#endif
