/* store/postings.c: lists and bit maps of sets, found by a hash table of keys. */
#include "store/postings.h"

#include <strings.h>

enum {
  PLANES = 10, /* a count is at most DT_MOST_KEYS */
  RARE = 32    /* a key that more than 1 in RARE sets has is a bit map: smaller than a list, too */
};
_Static_assert(DT_MOST_KEYS < 1 << PLANES, "counts fit the planes");

typedef struct posting {
  uint64_t key;
  uint32_t count;
  uint32_t start; /* in lists, or of words in maps */
} posting;

struct dt_postings {
  uint32_t set_count, words; /* of a bit map */
  posting *all;
  uint32_t count;
  uint32_t *slots; /* hash table: index + 1 into all, 0 = empty */
  uint32_t slot_mask;
  uint64_t seed;
  uint32_t *lists;
  uint64_t *maps;
};

static bool is_common(const dt_postings *p, const posting *which) { return which->count > p->set_count / RARE; }

/* Keys may come from an index file that was made to collide: the seed is another in every process. */
static uint32_t *find_slot(const dt_postings *p, uint64_t key) {
  uint32_t at = (uint32_t)(dt_hash_mix(dt_hash_mix(p->seed, key), p->seed) >> 20) & p->slot_mask;
  while (p->slots[at] != 0 && p->all[p->slots[at] - 1].key != key) at = (at + 1) & p->slot_mask;
  return &p->slots[at];
}

static void start_table(dt_postings *p, dt_arena *arena, uint32_t keys) {
  uint32_t slots = 64;
  while (slots / 2 < keys) slots *= 2;
  p->slots = DT_ZERO(arena, uint32_t, slots);
  p->slot_mask = slots - 1;
  p->seed = dt_hash_mix((uintptr_t)p->slots, (uintptr_t)&slots);
  p->all = DT_ARRAY(arena, posting, keys);
}

static void count_keys(dt_postings *p, dt_scope *scope, const dt_keys *sets) {
  for (uint32_t s = 0; s < p->set_count; s++)
    for (uint32_t k = 0; k < sets[s].count; k++) {
      dt_scope_tick(scope);
      uint32_t *slot = find_slot(p, sets[s].keys[k]);
      if (*slot == 0) {
        p->all[p->count] = (posting){.key = sets[s].keys[k]};
        *slot = ++p->count;
      }
      p->all[*slot - 1].count++;
    }
}

/* Where each posting's sets go; its count is counted again as they come. */
static void lay_out(dt_postings *p, dt_arena *arena) {
  uint32_t list = 0;
  size_t map = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    posting *which = &p->all[i];
    which->start = is_common(p, which) ? (uint32_t)map : list;
    if (is_common(p, which))
      map += 1;
    else
      list += which->count;
  }
  p->lists = DT_ARRAY(arena, uint32_t, list);
  p->maps = DT_ZERO(arena, uint64_t, map * p->words);
}

static void fill(dt_postings *p, dt_arena *scratch, const dt_keys *sets) {
  uint32_t *filled = DT_ZERO(scratch, uint32_t, p->count);
  for (uint32_t s = 0; s < p->set_count; s++)
    for (uint32_t k = 0; k < sets[s].count; k++) {
      dt_scope_tick(scratch->scope);
      uint32_t i = *find_slot(p, sets[s].keys[k]) - 1;
      const posting *which = &p->all[i];
      if (is_common(p, which))
        p->maps[(size_t)which->start * p->words + s / 64] |= UINT64_C(1) << s % 64;
      else
        p->lists[which->start + filled[i]++] = s;
    }
}

dt_postings *dt_postings_new(dt_arena *arena, dt_arena *scratch, const dt_keys *sets, uint32_t count) {
  dt_postings *p = DT_ZERO(arena, dt_postings, 1);
  uint64_t keys = 0;
  for (uint32_t s = 0; s < count; s++) keys += sets[s].count;
  if (keys > UINT32_MAX / 4) dt_scope_leave(arena->scope, DETM_LIMIT);
  p->set_count = count;
  p->words = count / 64 + 1;
  start_table(p, arena, (uint32_t)keys);
  count_keys(p, arena->scope, sets);
  lay_out(p, arena);
  dt_mark mark = dt_arena_mark(scratch);
  fill(p, scratch, sets);
  dt_arena_rewind(scratch, mark);
  return p;
}

/* ---- counting ---- */

dt_tally dt_tally_start(const dt_postings *p, dt_arena *scratch) {
  return (dt_tally){.postings = p,
                    .counts = DT_ZERO(scratch, uint16_t, (size_t)p->words * 64),
                    .planes = DT_ZERO(scratch, uint64_t, (size_t)p->words * PLANES),
                    .seen = DT_ZERO(scratch, uint64_t, p->count / 64 + 1)};
}

/* Adds 1 to 64 counts a word: a carry goes from plane to plane until no set has one. */
static void add_map(dt_tally *t, const uint64_t *map) {
  uint32_t words = t->postings->words;
  for (uint32_t w = 0; w < words; w++) {
    uint64_t carry = map[w];
    for (uint64_t *digit = t->planes + w; carry != 0; digit += words) {
      uint64_t both = *digit & carry;
      *digit ^= carry;
      carry = both;
    }
  }
}

void dt_tally_add(dt_tally *t, uint64_t key) {
  const dt_postings *p = t->postings;
  uint32_t slot = *find_slot(p, key);
  if (slot == 0) return;
  uint64_t bit = UINT64_C(1) << (slot - 1) % 64, *seen = &t->seen[(slot - 1) / 64];
  if ((*seen & bit) != 0) return;
  *seen |= bit;
  const posting *which = &p->all[slot - 1];
  if (is_common(p, which)) {
    add_map(t, p->maps + (size_t)which->start * p->words);
    return;
  }
  for (uint32_t i = 0; i < which->count; i++) t->counts[p->lists[which->start + i]]++;
}

void dt_tally_end(dt_tally *t) {
  uint32_t words = t->postings->words;
  for (unsigned plane = 0; plane < PLANES; plane++)
    for (uint32_t w = 0; w < words; w++)
      for (uint64_t digits = t->planes[(size_t)plane * words + w]; digits != 0; digits &= digits - 1)
        t->counts[w * 64 + (unsigned)__builtin_ctzll(digits)] += (uint16_t)(1U << plane);
}
