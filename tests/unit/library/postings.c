/* Tests of src/library/postings.c: counts equal those of a loop over all sets. */
#include "library/postings.h"
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(postings, .fini = find_leaks);

/* Returns the key of a number; few keys are in most sets, most keys in few sets. */
static uint64_t key(uint32_t number) { return (number + 1) * UINT64_C(0x9E3779B97F4A7C15); }

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static dt_keys *random_sets(dt_arena *arena, uint32_t *seed, uint32_t count, uint32_t known) {
  dt_keys *sets = DT_ZERO(arena, dt_keys, count);
  for (uint32_t s = 0; s < count; s++) {
    uint64_t *keys = DT_ARRAY(arena, uint64_t, known);
    for (uint32_t k = 0; k < known; k++)
      if (draw(seed, k / 4 + 1) == 0) keys[sets[s].count++] = key(k);
    qsort(keys, sets[s].count, sizeof *keys, by_number);
    sets[s].keys = keys;
  }
  return sets;
}

static uint32_t slow_count(const dt_keys *set, const uint64_t *page, uint32_t count) {
  uint32_t common = 0;
  for (uint32_t k = 0; k < set->count; k++) {
    bool there = false;
    for (uint32_t i = 0; i < count; i++) there = there || page[i] == set->keys[k];
    common += there;
  }
  return common;
}

static void check(dt_arena *arena, dt_arena *scratch, uint32_t seed, uint32_t set_count, uint32_t known) {
  dt_keys *sets = random_sets(arena, &seed, set_count, known);
  dt_postings *postings = dt_postings_new(arena, scratch, sets, set_count);
  for (int page = 0; page < 5; page++) {
    uint64_t keys[64];
    uint32_t count = draw(&seed, 64);
    dt_tally tally = dt_tally_start(postings, scratch);
    for (uint32_t i = 0; i < count; i++) {
      keys[i] = key(draw(&seed, known + known / 4 + 1)); /* some twice, some in no set */
      dt_tally_add(&tally, keys[i]);
    }
    dt_tally_end(&tally);
    for (uint32_t s = 0; s < set_count; s++)
      cr_assert_eq(tally.counts[s], slow_count(&sets[s], keys, count), "seed %u, %u sets, set %u", seed, set_count, s);
  }
}

Test(postings, agrees_with_a_loop_over_all_sets) {
  static const uint32_t sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 300};
  dt_scope scope;
  dt_arena arena, scratch;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  dt_arena_start(&scratch, &scope);
  if (setjmp(scope.escape) != 0) cr_assert_fail("left the scope");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (uint32_t seed = 1; seed < 4; seed++) {
      dt_mark mark = dt_arena_mark(&arena), inner = dt_arena_mark(&scratch);
      check(&arena, &scratch, seed, sizes[i], 10 + 40 * seed);
      dt_arena_rewind(&scratch, inner);
      dt_arena_rewind(&arena, mark);
    }
  dt_arena_free(&scratch);
  dt_arena_free(&arena);
}

Test(postings, counts_as_many_keys_as_a_set_may_have) {
  enum { SETS = 70 };
  dt_scope scope;
  dt_arena arena;
  dt_keys sets[SETS];
  uint64_t keys[DT_MAX_KEYS];
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  if (setjmp(scope.escape) != 0) cr_assert_fail("left the scope");
  for (uint32_t k = 0; k < DT_MAX_KEYS; k++) keys[k] = k * 7 + 1;
  for (uint32_t s = 0; s < SETS; s++) sets[s] = (dt_keys){keys, s % 2 != 0 ? DT_MAX_KEYS : DT_MAX_KEYS - s};
  dt_postings *postings = dt_postings_new(&arena, &arena, sets, SETS);
  dt_tally tally = dt_tally_start(postings, &arena);
  for (uint32_t k = 0; k < DT_MAX_KEYS; k++) dt_tally_add(&tally, keys[k]);
  dt_tally_end(&tally);
  for (uint32_t s = 0; s < SETS; s++) cr_expect_eq(tally.counts[s], sets[s].count);
  dt_arena_free(&arena);
}

Test(postings, of_too_many_keys_end_when_time_is_up) {
  enum { SETS = 8 };
  dt_scope scope;
  dt_arena arena;
  dt_keys sets[SETS];
  uint64_t keys[DT_MAX_KEYS];
  dt_scope_start(&scope, 1e-9);
  dt_arena_start(&arena, &scope);
  for (uint32_t k = 0; k < DT_MAX_KEYS; k++) keys[k] = k + 1;
  for (uint32_t s = 0; s < SETS; s++) sets[s] = (dt_keys){keys, DT_MAX_KEYS};
  bool left = setjmp(scope.escape) != 0;
  if (!left) dt_postings_new(&arena, &arena, sets, SETS);
  cr_expect(left);
  cr_expect_eq(scope.status, DETM_LIMIT);
  dt_arena_free(&arena);
}
