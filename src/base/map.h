/* base/map.h: the hash tables of the project.
 *
 * dt_lookup  numbers items 0, 1, 2 ... as they are added and finds the numbers by 64-bit hashes
 * dt_map     the same with a 32-bit value for each key
 *
 * The caller stores the items, in arrays by number.  Several items may have the same hash: iterate over them with
 * dt_lookup_next and compare.  keys[0] to keys[count - 1] are in insertion order, so no output depends on the slots of
 * a table.
 *
 * Slots are chosen with a random key of the process, so that a page cannot be made to collide.  Hashes of bytes that
 * only serve as keys of a lookup should come from dt_hash_keyed: then a page cannot make whole hashes equal either. */
#ifndef DT_MAP_H
#define DT_MAP_H

#include "base/arena.h"

#define DT_NO_NUMBER UINT32_MAX

typedef struct dt_lookup {
  dt_arena *arena; /* NULL: malloc'ed memory, freed by dt_lookup_free */
  uint64_t *keys;  /* by number */
  uint32_t *slots; /* number + 1, 0 = free; the size is a power of two and at least twice the count */
  uint32_t count, capacity;
  unsigned shift;
  uint64_t seed; /* odd */
} dt_lookup;

typedef struct dt_map {
  dt_lookup lookup;
  uint32_t *values; /* by number */
  uint32_t capacity;
} dt_map;

/* Returns the random key of this process, which is made on the first call.  Thread-safe. */
uint64_t dt_hash_key(void);
/* Sets another key for tables started from now on.  For tests that no output depends on it. */
void dt_hash_set_key(uint64_t key);
/* A hash of bytes that differs between processes (SipHash-1-3). */
uint64_t dt_hash_keyed(const void *bytes, size_t length);

/* Starts an empty table with capacity for `expected` keys (0: no memory is allocated before the first key).  A zeroed
 * table is an empty one in malloc'ed memory. */
void dt_lookup_start(dt_lookup *lookup, dt_arena *arena, uint32_t expected);
/* Reserves memory for `more` keys.  Returns false without memory (an arena with a scope leaves through it). */
bool dt_lookup_reserve(dt_lookup *lookup, uint32_t more);
/* Removes all keys and keeps the memory. */
void dt_lookup_clear(dt_lookup *lookup);
/* Frees a table in malloc'ed memory; it may be started again. */
void dt_lookup_free(dt_lookup *lookup);
/* Makes a copy in the arena; false without memory. */
bool dt_lookup_copy(dt_lookup *copy, dt_arena *arena, const dt_lookup *from);
/* Adds a number for a key, even if the key exists, and returns it; DT_NO_NUMBER without memory. */
uint32_t dt_lookup_append(dt_lookup *lookup, uint64_t key);

/* Multiplication by a secret odd number spreads any set of keys over the upper bits.  The shift before it makes all
 * bits of the key count. */
static inline uint32_t dt_lookup_slot(const dt_lookup *lookup, uint64_t key) {
  key = (key ^ lookup->seed) * UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)(((key ^ (key >> 32)) * lookup->seed) >> lookup->shift);
}

/* The next number of this key, DT_NO_NUMBER after the last one.  *probe must be 0 for the first. */
static inline uint32_t dt_lookup_next(const dt_lookup *lookup, uint64_t key, uint32_t *probe) {
  if (lookup->count == 0) return DT_NO_NUMBER;
  uint32_t mask = 2 * lookup->capacity - 1;
  for (uint32_t at = dt_lookup_slot(lookup, key) + *probe;; at++) {
    uint32_t number = lookup->slots[at & mask] - 1;
    ++*probe;
    if (number == DT_NO_NUMBER || lookup->keys[number] == key) return number;
  }
}

/* The first number of this key, or DT_NO_NUMBER. */
static inline uint32_t dt_lookup_find(const dt_lookup *lookup, uint64_t key) {
  uint32_t probe = 0;
  return dt_lookup_next(lookup, key, &probe);
}

/* The number of this key, which is added if it does not exist; DT_NO_NUMBER without memory. */
static inline uint32_t dt_lookup_add(dt_lookup *lookup, uint64_t key) {
  uint32_t number = dt_lookup_find(lookup, key);
  return number != DT_NO_NUMBER ? number : dt_lookup_append(lookup, key);
}

/* Adds a key to a set; true if it is new.  For arenas with a scope. */
static inline bool dt_lookup_insert(dt_lookup *lookup, uint64_t key) {
  uint32_t count = lookup->count;
  dt_lookup_add(lookup, key);
  return lookup->count != count;
}

void dt_map_start(dt_map *map, dt_arena *arena, uint32_t expected);
/* The value of a key, or 0. */
static inline uint32_t dt_map_get(const dt_map *map, uint64_t key) {
  uint32_t number = dt_lookup_find(&map->lookup, key);
  return number != DT_NO_NUMBER ? map->values[number] : 0;
}
/* The address of a key's value, initially 0; valid until the next call.  NULL without memory. */
uint32_t *dt_map_at(dt_map *map, uint64_t key);

#endif
