/* wrapper/learn/names.h: the data from which fields are named.
 *
 * spots in page order -> title (record_title.c) -> names by the first source that has one (names.c), among them the
 * words in classes (class_words.c). */
#ifndef DT_WRAPPER_LEARN_NAMES_H
#define DT_WRAPPER_LEARN_NAMES_H

#include "base/map.h"
#include "wrapper/learn/affixes.h"

/* A spot: a text or a part of one; in page order. */
typedef struct dt_text_source {
  const dt_wrapper_node *w;
  const dt_part *part; /* NULL: a text that is the same in all records */
} dt_text_source;

typedef struct dt_namer {
  detm_wrapper *wrapper;
  dt_arena *scratch;
  const dt_column *columns; /* by field */
  uint32_t records;         /* number of records of the columns */
  dt_text_source *spots;
  uint32_t spot_count;
  dt_map classes, parts;       /* number of occurrences of each class, and of each word in classes */
  uint8_t *wanted;             /* by wrapper node number: wanted texts below the node, at most 2 */
  bool legal;                  /* a column holds names of court cases */
  uint32_t title, description; /* spots; DT_NONE = none */
} dt_namer;

/* The column of a spot; NULL if it has no field. */
static inline const dt_column *dt_spot_column(const dt_namer *n, uint32_t spot) {
  const dt_part *part = n->spots[spot].part;
  return part != NULL && part->field != DT_NO_FIELD ? &n->columns[part->field] : NULL;
}

/* names.c: the name of a spot by the page's words for it or by the form of its values; NULL = none. */
const char *dt_name_said(const dt_namer *n, uint32_t spot);

/* Sets the names and types of the fields. */
void dt_wrapper_name_fields(detm_wrapper *wrapper, dt_arena *scratch, const dt_columns *columns);

#endif
