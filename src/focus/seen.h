/* focus/seen.h: whether a thing was seen before: items by their hashes.  Whoever asks compares the items themselves. */
#ifndef DT_SEEN_H
#define DT_SEEN_H

#include "base/base.h"

typedef struct dt_seen {
  dt_arena *arena;  /* with a scope */
  uint64_t *hashes; /* of the items, numbered as they were added */
  uint32_t count, room;
  uint32_t *slots; /* item + 1, 0 = free */
  uint32_t size;   /* a power of two */
} dt_seen;

void dt_seen_start(dt_seen *seen, dt_arena *arena);
/* The next item of this hash; *at is 0 at first.  UINT32_MAX = there is no other. */
uint32_t dt_seen_next(const dt_seen *seen, uint64_t hash, uint32_t *at);
/* Adds item number seen->count. */
void dt_seen_add(dt_seen *seen, uint64_t hash);

#endif
