/* drift/repair.h: what a repair hands back. */
#ifndef DT_REPAIR_H
#define DT_REPAIR_H

#include <detm/repair.h>

#include "base/base.h"

struct detm_repair {
  dt_arena arena;          /* the reports' */
  detm_wrapper *wrapper;   /* or */
  detm_template *template; /* the other is NULL */
  detm_repaired *fields;
  uint32_t *now; /* by field of the report, its number in the new wrapper; DT_UNASSIGNED = none */
  uint32_t count, room, now_room;
};

/* Empty; NULL without memory, or without a page to learn from. */
detm_repair *dt_repair_new(size_t page_count, detm_error *error);
/* A field of the old wrapper, which is number `now` of the new one or lost (DT_UNASSIGNED), and a value that it had;
 * a new field.  The arena has a scope. */
void dt_repair_add(detm_repair *repair, const char *name, uint32_t now, double confidence, detm_text before);
void dt_repair_add_new(detm_repair *repair, const char *name, uint32_t now);
/* Sets a value of the pages for each field; options are a wrapper's.  Not within a scope. */
detm_status dt_repair_find_values(detm_repair *repair, const detm_page *const *pages, size_t page_count,
                                  const detm_extract_options *options, detm_error *error);

#endif
