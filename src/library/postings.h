/* library/postings.h: an inverted index in memory: the sets that have a key (doc/method 9).
 *
 * Counts for all sets at once the keys that they share with a page.  The sets of a rare key are a list; those of a
 * common one (every template has html/body/div) are a bit map, counted 64 sets at a time. */
#ifndef DT_LIBRARY_POSTINGS_H
#define DT_LIBRARY_POSTINGS_H

#include "library/index.h"

typedef struct dt_postings dt_postings;

/* Indexes `count` sets in `arena`; `scratch` is rewound.  Both arenas have a scope. */
dt_postings *dt_postings_new(dt_arena *arena, dt_arena *scratch, const dt_keys *sets, uint32_t count);

/* Counts of shared keys.  A key counts once, however often it is added. */
typedef struct dt_tally {
  const dt_postings *postings;
  uint16_t *counts; /* one for each set; complete after dt_tally_end */
  uint64_t *planes; /* counts from bit maps, as bit planes: digit 0 of all sets, digit 1, ...; 64 sets a word */
  uint64_t *seen;   /* keys that were added */
} dt_tally;

dt_tally dt_tally_start(const dt_postings *postings, dt_arena *scratch);
void dt_tally_add(dt_tally *tally, uint64_t key);
void dt_tally_end(dt_tally *tally);

#endif
