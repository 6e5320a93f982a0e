/* store/postings.h: an inverted index in memory: which sets of keys hold a key.
 *
 * Counts for all sets at once how many keys they share with a page.  Keys that few sets have are lists of sets; those
 * that many have (every template has html/body/div) are bit maps, counted 64 sets at a time. */
#ifndef DT_STORE_POSTINGS_H
#define DT_STORE_POSTINGS_H

#include "store/index.h"

typedef struct dt_postings dt_postings;

/* Of `count` sets; takes memory from `arena`, which keeps it, and `scratch`, both with a scope. */
dt_postings *dt_postings_new(dt_arena *arena, dt_arena *scratch, const dt_keys *sets, uint32_t count);

/* A count in the making; each key counts once, however often it is added. */
typedef struct dt_tally {
  const dt_postings *postings;
  uint16_t *counts; /* by set, complete after dt_tally_end */
  uint64_t *planes; /* binary digits of the counts from bit maps: plane after plane, 64 sets a word */
  uint64_t *seen;   /* keys that were added */
} dt_tally;

dt_tally dt_tally_start(const dt_postings *postings, dt_arena *scratch);
void dt_tally_add(dt_tally *tally, uint64_t key);
void dt_tally_end(dt_tally *tally);

#endif
