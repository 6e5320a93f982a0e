/* Tests of src/base/vec.c: arrays that grow in an arena and in memory of malloc. */
#include "base/vec.h"

#include "allocation.h"
#include "leaks.h"
#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(vec, .fini = find_leaks);

typedef DT_VEC(uint16_t) numbers;

Test(vec, keeps_its_items_while_it_grows) {
  dt_scope scope;
  dt_arena arena;
  numbers vec = {0};
  size_t wrong = 0;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  for (uint16_t i = 0; i < 1000; i++) DT_VEC_PUSH(&arena, &vec, (uint16_t)(i * 7));
  for (uint16_t i = 0; i < 1000; i++) wrong += vec.items[i] != (uint16_t)(i * 7);
  cr_assert_eq(wrong, 0);
  cr_assert_eq(vec.count, 1000);
  cr_assert_eq(vec.capacity, 1024);
  dt_arena_free(&arena);
}

Test(vec, is_unchanged_without_memory) {
  numbers vec = {0};
  cr_assert(DT_VEC_RESERVE(NULL, &vec, 20));
  cr_assert_eq(vec.capacity, 20);
  for (uint16_t i = 0; i < 20; i++) DT_VEC_PUSH(NULL, &vec, i);
  allocation_fail_from(1);
  cr_assert_not(DT_VEC_RESERVE(NULL, &vec, 1));
  allocation_fail_from(0);
  cr_assert_not(DT_VEC_RESERVE(NULL, &vec, UINT32_MAX - 1));
  cr_assert_eq(vec.items[19], 19);
  free(vec.items);
}
