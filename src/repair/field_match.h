/* repair/field_match.h: which field of a new wrapper is which of the old one. */
#ifndef DT_REPAIR_FIELD_MATCH_H
#define DT_REPAIR_FIELD_MATCH_H

#include "repair/field_features.h"

typedef struct dt_matching {
  uint32_t *now_of;   /* by old field: the new one, DT_UNASSIGNED = lost */
  double *confidence; /* by old field: probability of the pair */
  uint64_t *records;  /* by old field: records with a value of the new field */
} dt_matching;

/* Matches old fields with new ones.  together[old * now_count + now]: share of values that are the same texts when both
 * wrappers are applied; NULL = unknown. */
dt_matching dt_match_fields(dt_arena *arena, dt_arena *scratch, const dt_facet *old, uint32_t old_count,
                            const dt_facet *now, uint32_t now_count, const double *together);

#endif
