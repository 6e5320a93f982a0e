/* wrapper/record_set.h: the records of one page, aligned with a wrapper. */
#ifndef DT_WRAPPER_RECORD_SET_H
#define DT_WRAPPER_RECORD_SET_H

#include "engine/engine.h"
#include "wrapper/align.h"
#include "wrapper/captions.h"

/* Two nodes of a record with values of different fields, which must not be folded as repeats. */
typedef struct dt_apart {
  uint32_t record;
  dt_index first, second;
} dt_apart;

/* Records of one page from which a wrapper is learned, or to which it was applied. */
typedef struct dt_record_set {
  const dt_tree *tree;
  const dt_record *records;
  uint32_t count;
  dt_item_source source;
  const dt_item *items;         /* by record, set by dt_record_set_read */
  const dt_alignment **layouts; /* by record */
  const dt_apart *apart;
  uint32_t apart_count;
} dt_record_set;

/* Initializes a set. */
void dt_record_set_start(dt_record_set *set, dt_arena *arena, const dt_tree *tree, const dt_record *records,
                         uint32_t count);
/* Reads the nodes of all records.  The wrapper says which captions and columns are known. */
void dt_record_set_read(dt_record_set *set, dt_arena *arena, const detm_wrapper *wrapper);

/* The element in which a record is listed: of a row of a grid the parent of all its rows. */
dt_index dt_record_parent(const dt_tree *tree, const dt_record *record);
/* The record that contains a node; DT_NONE = none.  Requires document order. */
uint32_t dt_record_at(const dt_tree *tree, const dt_record *records, uint32_t count, dt_index node);

/* Aligns the records of a set with the aligner's wrapper, which does not change. */
void dt_wrapper_align(dt_aligner *aligner, dt_record_set *set);

/* Share of the required nodes that the records have; instances by node number. */
double dt_wrapper_fit(const detm_wrapper *wrapper, const uint32_t *instances, uint32_t records);

#endif
