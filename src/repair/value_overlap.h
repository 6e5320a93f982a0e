/* repair/value_overlap.h: values that an old and a new wrapper have in common. */
#ifndef DT_REPAIR_VALUE_OVERLAP_H
#define DT_REPAIR_VALUE_OVERLAP_H

#include "repair/field_match.h"

/* For each pair of an old and a new field, the share of values in the records of the new wrapper that the old one gives
 * to the old field. */
double *dt_values_together(dt_arena *arena, dt_arena *scratch, const detm_wrapper *old, const detm_wrapper *now,
                           const detm_page *const *pages, size_t page_count);

#endif
