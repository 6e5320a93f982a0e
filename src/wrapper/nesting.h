/* wrapper/nesting.h: records that hold others of their kind: which one each of them is in. */
#ifndef DT_WRAPPER_NESTING_H
#define DT_WRAPPER_NESTING_H

#include "wrapper/record_set.h"

/* Where a record is among those of its page. */
typedef struct dt_nesting {
  uint32_t depth;  /* records that it is in */
  uint32_t holder; /* number of the innermost of these, from 1; 0 = none */
} dt_nesting;

/* The columns of nested records, which come after those of the wrapper's fields. */
enum { DT_NESTING_DEPTH, DT_NESTING_REPLY_TO, DT_NESTING_COLUMNS };
extern const char *const dt_nesting_names[DT_NESTING_COLUMNS];

/* Reads the nesting of the records of a page, in the arena.  They must be in document order. */
const dt_nesting *dt_nesting_read(dt_arena *arena, const dt_record_set *set);

/* Whether learning found posts, some of them in others. */
bool dt_nesting_found(dt_arena *scratch, const dt_record_set *sets, uint32_t set_count);

#endif
