/* wrapper/values/values.h: the values of an aligned record. */
#ifndef DT_WRAPPER_VALUES_VALUES_H
#define DT_WRAPPER_VALUES_VALUES_H

#include "wrapper/record_set.h"

/* A value of a record. */
typedef struct dt_value {
  detm_text text;
  uint64_t within; /* decoration of the piece that it is from, as a hash */
  uint32_t field;
  uint32_t at;     /* its node, as an index into the item */
  uint32_t last;   /* the node of the last text that was appended to it; `at` if none was */
  bool address;    /* an href or src, to be resolved */
  bool attribute;  /* readers do not see it: it is in an attribute */
  size_t capacity; /* capacity of the value's own buffer, for a joined text; 0: no own buffer */
} dt_value;
/* Whether a text begins with another and is longer. */
static inline bool dt_begins_with(detm_text text, detm_text with) {
  return text.length > with.length && dt_text_starts(text, with);
}
/* A piece of text without the prefix, suffix and unit of its part. */
detm_text dt_part_value(const dt_part *part, detm_text text);
/* As dt_part_value, for a part between marks, which are already removed. */
detm_text dt_part_marked_value(const dt_part *part, detm_text text);
/* Returns the values of a record, in scratch memory and sorted by field, and their number in *count. */
const dt_value *dt_record_values(dt_arena *scratch, const dt_alignment *layout, const dt_item *item, uint32_t *count);
/* A stretch of a text of the page that is in a value, or without a field that the wrapper does not know. */
typedef struct dt_stretch {
  detm_text text; /* in the tree, except of cells */
  uint32_t field;
  uint32_t at; /* its node, as an index into the item */
} dt_stretch;
typedef struct dt_stretch_list {
  dt_stretch *items;
  uint32_t count, capacity;
} dt_stretch_list;
/* The values of a record, as dt_record_values returns them, and the stretches that are in values, in the order of the
 * page. */
typedef struct dt_record_reading {
  const dt_value *values;
  uint32_t count;
  dt_stretch_list spans;
} dt_record_reading;
dt_record_reading dt_record_read(dt_arena *scratch, const dt_alignment *layout, const dt_item *item);
/* Returns the texts of a record that have no field and are not a known label or separator; their field is DT_NO_FIELD.
 * Fields that are not wanted count as fields.  spans: those of the record's reading. */
const dt_value *dt_record_others(dt_arena *scratch, const dt_alignment *layout, const dt_item *item,
                                 const dt_stretch_list *spans, uint32_t *count);

#endif
