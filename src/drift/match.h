/* drift/match.h: which field of a new wrapper is which of the old one. */
#ifndef DT_MATCH_FIELDS_H
#define DT_MATCH_FIELDS_H

#include "drift/facet.h"

typedef struct dt_matching {
  uint32_t *now_of;   /* by old field: the new one, DT_UNASSIGNED = lost */
  double *confidence; /* by old field: that this is so, 0 to 1 */
  uint64_t *records;  /* by old field: that have a value of the new one */
} dt_matching;

/* `together[old * now_count + now]`: the share of their values that are the same texts of the pages when both wrappers
 * are applied; NULL = not known. */
dt_matching dt_match_fields(dt_arena *arena, dt_arena *scratch, const dt_facet *old, uint32_t old_count,
                            const dt_facet *now, uint32_t now_count, const double *together);

/* together.c: what of the records that `now` finds on the pages the old wrapper takes for what. */
double *dt_values_together(dt_arena *arena, dt_arena *scratch, const detm_wrapper *old, const detm_wrapper *now,
                           const detm_page *const *pages, size_t page_count);

#endif
