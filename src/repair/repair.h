/* repair/repair.h: the result of a repair. */
#ifndef DT_REPAIR_H
#define DT_REPAIR_H

#include <detm/repair.h>

#include "base/base.h"

struct detm_repair {
  dt_arena arena;        /* of the report */
  detm_wrapper *wrapper; /* one of the two is NULL */
  detm_template *template;
  detm_repaired *fields;
  uint32_t *now; /* by field of the report, its number in the new wrapper; DT_UNASSIGNED = none */
  uint32_t count, capacity, now_capacity;
};

#define DT_MIN_SURE 0.5 /* a field with at least this confidence counts as carried */

/* Returns an empty repair; NULL without a page to learn from, or if there is not enough memory. */
detm_repair *dt_repair_new(size_t page_count, detm_error *error);
/* Adds to the report a field of the old wrapper with a value that it had; `now` is its number in the new wrapper,
 * DT_UNASSIGNED if it is lost.  dt_repair_add_new adds a new field.  The arena has a scope. */
void dt_repair_add(detm_repair *repair, const char *name, uint32_t now, double confidence, detm_text before);
void dt_repair_add_new(detm_repair *repair, const char *name, uint32_t now);
/* Sets a value of the pages for each field.  Must not be called within a scope. */
detm_status dt_repair_find_values(detm_repair *repair, const detm_page *const *pages, size_t page_count,
                                  const detm_extract_options *options, detm_error *error);

#endif
