/* wrapper/locate/locate.h: finds the records of a page by a wrapper. */
#ifndef DT_WRAPPER_LOCATE_H
#define DT_WRAPPER_LOCATE_H

#include "wrapper/record_set.h"

/* The records that a wrapper finds on a page, in document order. */
typedef struct dt_found {
  dt_record *records;
  uint32_t count;
  dt_index parent;   /* parent of the first record, or where it should be; DT_NONE = the page has no such place */
  bool known_page;   /* the page has most of the clues of the sample pages, or records in their places */
  dt_record *others; /* set if the records are in places with the class and id of the samples': records in places with
                        the same path but another class or id */
  uint32_t other_count;
  dt_aligner aligner; /* knows the alignments of the records if they and the wrapper have one node at the top */
  uint32_t skipped;   /* elements beside the records that have their tag and size, and do not fit the wrapper */
  bool moved;         /* the records were found in another place */
  bool own_place;     /* no records, and `parent` has the class or id of the place of records */
  bool empty_place;   /* own_place, and too small for two records */
} dt_found;
/* Sets wrapper->one_place from a page that it was learned from. */
void dt_wrapper_learn_place(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *set);
dt_found dt_wrapper_locate(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree);

#endif
