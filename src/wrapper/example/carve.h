/* wrapper/example/carve.h: edits a wrapper so that the texts that show examples give exactly these values. */
#ifndef DT_WRAPPER_EXAMPLE_CARVE_H
#define DT_WRAPPER_EXAMPLE_CARVE_H

#include "wrapper/example/text_search.h"
#include "wrapper/record_set.h"

/* An example and its place in a record. */
typedef struct dt_carving {
  uint32_t field;
  const char *value; /* as the user wrote it */
  dt_occurrence sight;
  dt_wrapper_node *const
      *nodes; /* of the texts of the place (NULL for separators that the wrapper ignores), or of its element */
  uint32_t count;
  detm_example_notice *notice;
} dt_carving;

typedef struct dt_carver {
  detm_wrapper *wrapper;
  dt_arena *arena, *scratch;
  dt_record_set *const *sets; /* NULL entries are skipped */
  uint32_t set_count;
  dt_record_set *set; /* of the record that shows the examples */
  uint32_t record;
} dt_carver;

/* Changes the wrapper so that the fields have the values that the record shows. */
void dt_carve_record(dt_carver *carver, dt_carving *carvings, uint32_t count);

#endif
