/* focus/seen.c: items by their hashes, in a table that grows. */
#include "focus/seen.h"

void dt_seen_start(dt_seen *seen, dt_arena *arena) {
  enum { FIRST_SIZE = 256 };
  *seen = (dt_seen){.arena = arena, .size = FIRST_SIZE, .slots = DT_ZERO(arena, uint32_t, FIRST_SIZE)};
}

uint32_t dt_seen_next(const dt_seen *seen, uint64_t hash, uint32_t *at) {
  for (;; ++*at) {
    uint32_t item = seen->slots[((uint32_t)(hash >> 32) + *at) & (seen->size - 1)];
    if (item == 0) return UINT32_MAX;
    if (seen->hashes[item - 1] != hash) continue;
    ++*at;
    return item - 1;
  }
}

static void place(dt_seen *seen, uint32_t item) {
  uint32_t at = (uint32_t)(seen->hashes[item] >> 32);
  while (seen->slots[at & (seen->size - 1)] != 0) at++;
  seen->slots[at & (seen->size - 1)] = item + 1;
}

void dt_seen_add(dt_seen *seen, uint64_t hash) {
  seen->hashes = dt_arena_grow(seen->arena, seen->hashes, seen->count, &seen->room, sizeof hash);
  seen->hashes[seen->count++] = hash;
  if (2 * seen->count <= seen->size) {
    place(seen, seen->count - 1);
    return;
  }
  seen->size *= 2;
  seen->slots = DT_ZERO(seen->arena, uint32_t, seen->size);
  for (uint32_t i = 0; i < seen->count; i++) place(seen, i);
}
