/* Tests of src/base/arena.c: alignment, growth, marks, and the way out through the scope. */
#include "base/base.h"

#include "allocation.h"
#include "leaks.h"
#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(arena, .fini = find_leaks);

Test(arena, returns_aligned_memory_that_does_not_overlap) {
  enum { COUNT = 2000 };
  static unsigned char *taken[COUNT];
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  size_t misaligned = 0, overwritten = 0;
  for (size_t at = 0; at < COUNT; ++at) {
    taken[at] = dt_arena_take(&arena, at);
    misaligned += at != 0 && (uintptr_t)taken[at] % 8 != 0;
    memset(taken[at], (int)(at & 0xff), at);
  }
  for (size_t at = 0; at < COUNT; ++at)
    for (size_t byte = 0; byte < at; ++byte) overwritten += taken[at][byte] != (at & 0xff);
  dt_arena_free(&arena);
  cr_assert_eq(misaligned, 0);
  cr_assert_eq(overwritten, 0);
}

Test(arena, distinguishes_zero_bytes_from_a_failure) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  cr_assert_not_null(dt_arena_take(&arena, 0));
  cr_assert_not_null(dt_arena_array(&arena, 0, 8));
  cr_assert_not_null(dt_arena_zero(&arena, 8, 0));
  dt_arena_free(&arena);
}

Test(arena, gives_a_large_request_its_own_chunk) {
  const size_t large = 5 * 1024 * 1024;
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  char *small = dt_arena_copy(&arena, "abc", 3);
  char *block = dt_arena_take(&arena, large);
  memset(block, 'x', large);
  char *later = dt_arena_copy(&arena, "defg", 4);
  cr_assert_str_eq(small, "abc");
  cr_assert_str_eq(later, "defg");
  cr_assert_eq(block[large - 1], 'x');
  dt_arena_free(&arena);
}

Test(arena, rewinds_within_a_chunk) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  char *kept = dt_arena_copy(&arena, "kept", 4);
  dt_mark mark = dt_arena_mark(&arena);
  void *scratch = dt_arena_take(&arena, 100);
  dt_arena_rewind(&arena, mark);
  cr_assert_eq(dt_arena_take(&arena, 100), scratch);
  cr_assert_str_eq(kept, "kept");
  dt_arena_free(&arena);
}

Test(arena, rewinds_over_chunks) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  char *kept = dt_arena_copy(&arena, "kept", 4);
  dt_mark mark = dt_arena_mark(&arena);
  for (unsigned round = 0; round < 50; ++round) {
    for (unsigned at = 0; at < 100; ++at) memset(dt_arena_take(&arena, 30000), 7, 30000);
    dt_arena_rewind(&arena, mark);
    cr_assert_eq(arena.chunk, mark.chunk);
    cr_assert_eq(arena.next, mark.next);
  }
  cr_assert_str_eq(kept, "kept");
  dt_arena_free(&arena);
}

Test(arena, rewinds_to_empty) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  dt_mark mark = dt_arena_mark(&arena);
  cr_assert_not_null(dt_arena_take(&arena, 100000));
  dt_arena_rewind(&arena, mark);
  cr_assert_null(arena.chunk);
  cr_assert_not_null(dt_arena_take(&arena, 10));
  dt_arena_free(&arena);
}

Test(arena, reuses_a_chunk_after_each_rewind) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  dt_arena_take(&arena, 32000);
  dt_mark mark = dt_arena_mark(&arena);
  dt_arena_take(&arena, 20000);
  dt_arena_rewind(&arena, mark);
  allocation_fail_from(0);
  for (unsigned round = 0; round < 1000; ++round) {
    cr_assert_not_null(dt_arena_take(&arena, 20000));
    dt_arena_rewind(&arena, mark);
  }
  cr_assert_eq(allocation_count(), 0);
  dt_arena_free(&arena);
}

Test(arena, grows_by_few_chunks) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  allocation_fail_from(0);
  for (size_t at = 0; at < 16 * 1024; ++at) dt_arena_take(&arena, 1024);
  cr_assert_leq(allocation_count(), 24);
  dt_arena_free(&arena);
}

Test(arena, returns_null_without_a_scope) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  cr_assert_null(dt_arena_take(&arena, SIZE_MAX));
  cr_assert_null(dt_arena_take(&arena, SIZE_MAX - 7));
  cr_assert_null(dt_arena_take(&arena, PTRDIFF_MAX));
  cr_assert_null(dt_arena_array(&arena, SIZE_MAX / 2, 3));
  cr_assert_null(dt_arena_zero(&arena, SIZE_MAX / 8 + 1, 8));
  cr_assert_null(dt_arena_copy(&arena, "", SIZE_MAX));
  allocation_fail_from(1);
  cr_assert_null(dt_arena_take(&arena, 1));
  cr_assert_null(dt_arena_format(&arena, "%d", 1));
  allocation_fail_from(0);
  cr_assert_not_null(dt_arena_take(&arena, 1), "an arena stays usable after a failure");
  dt_arena_free(&arena);
}

typedef struct taking {
  dt_arena arena;
  size_t taken;
} taking;

static void take_too_much(void *data) {
  taking *t = data;
  dt_arena_take(&t->arena, 10);
  t->taken = 1;
  dt_arena_array(&t->arena, SIZE_MAX / 2, 3);
  t->taken = 2;
}

Test(arena, leaves_through_the_scope) {
  dt_scope scope;
  taking t = {.taken = 0};
  dt_scope_start(&scope, 0);
  dt_arena_start(&t.arena, &scope);
  cr_assert_not(dt_scope_run(&scope, take_too_much, &t));
  cr_assert_eq(t.taken, 1);
  cr_assert_eq(scope.status, DETM_NO_MEMORY);
  dt_arena_free(&t.arena);
}

static void take_for_ever(void *data) {
  taking *t = data;
  for (;; t->taken++) dt_arena_take(&t->arena, 1000);
}

Test(arena, leaves_through_the_scope_when_malloc_fails) {
  dt_scope scope;
  taking t = {.taken = 0};
  dt_scope_start(&scope, 0);
  dt_arena_start(&t.arena, &scope);
  allocation_fail_from(3);
  cr_assert_not(dt_scope_run(&scope, take_for_ever, &t));
  allocation_fail_from(0);
  cr_assert_eq(scope.status, DETM_NO_MEMORY);
  cr_assert_gt(t.taken, 16);
  dt_arena_free(&t.arena);
}

Test(arena, zeroes_reused_memory) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  dt_mark mark = dt_arena_mark(&arena);
  memset(dt_arena_take(&arena, 4096), 0xff, 4096);
  dt_arena_rewind(&arena, mark);
  const unsigned char *zero = DT_ZERO(&arena, unsigned char, 4096);
  size_t set = 0;
  for (size_t at = 0; at < 4096; ++at) set += zero[at] != 0;
  cr_assert_eq(set, 0);
  dt_arena_free(&arena);
}

Test(arena, copies_and_formats_with_a_nul) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  cr_assert_str_eq(dt_arena_copy(&arena, "abcdef", 3), "abc");
  cr_assert_str_eq(dt_arena_copy(&arena, NULL, 0), "");
  cr_assert_arr_eq(dt_arena_copy(&arena, "a\0b", 3), "a\0b", 4);
  cr_assert_str_eq(dt_arena_format(&arena, "%s[%d]", "div", 12), "div[12]");
  cr_assert_eq(strlen(dt_arena_format(&arena, "%100000d", 1)), 100000);
  dt_arena_free(&arena);
}

Test(arena, can_be_freed_twice_and_used_again) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  dt_arena_take(&arena, 100);
  dt_arena_free(&arena);
  dt_arena_free(&arena);
  cr_assert_not_null(dt_arena_take(&arena, 100));
  dt_arena_free(&arena);
}
