/* Tests of src/base/map.c: numbers of keys, several items of one hash, and keys of the process. */
#include "base/map.h"

#include "allocation.h"
#include "html/pages.h"
#include "leaks.h"
#include "rounds.h"
#include <criterion/criterion.h>
#include <detm/detm.h>

TestSuite(map, .fini = find_leaks);

Test(map, numbers_keys_in_the_order_they_come) {
  enum { COUNT = 5000 };
  dt_lookup lookup;
  size_t wrong = 0;
  dt_lookup_start(&lookup, NULL, 0);
  cr_assert_eq(dt_lookup_find(&lookup, 0), DT_NO_NUMBER);
  for (uint32_t i = 0; i < COUNT; i++) wrong += dt_lookup_add(&lookup, (uint64_t)i << 32) != i;
  for (uint32_t i = 0; i < COUNT; i++) wrong += dt_lookup_add(&lookup, (uint64_t)i << 32) != i;
  for (uint32_t i = 0; i < COUNT; i++) wrong += lookup.keys[i] != (uint64_t)i << 32;
  cr_assert_eq(wrong, 0);
  cr_assert_eq(lookup.count, COUNT);
  cr_assert_eq(dt_lookup_find(&lookup, 1), DT_NO_NUMBER);
  cr_assert_not(dt_lookup_insert(&lookup, 0));
  cr_assert(dt_lookup_insert(&lookup, UINT64_MAX));
  dt_lookup_clear(&lookup);
  cr_assert_eq(dt_lookup_find(&lookup, UINT64_MAX), DT_NO_NUMBER);
  cr_assert_eq(dt_lookup_add(&lookup, 7), 0);
  dt_lookup_free(&lookup);
  cr_assert_eq(dt_lookup_find(&lookup, 7), DT_NO_NUMBER);
}

Test(map, walks_all_items_of_a_hash) {
  dt_lookup lookup;
  dt_lookup_start(&lookup, NULL, 0);
  for (uint32_t i = 0; i < 99; i++) dt_lookup_append(&lookup, i % 3);
  uint32_t probe = 0, found = 0, sum = 0;
  for (uint32_t n; (n = dt_lookup_next(&lookup, 1, &probe)) != DT_NO_NUMBER; found++) sum += n;
  cr_assert_eq(found, 33);
  cr_assert_eq(sum, 33 * 49);
  dt_lookup_free(&lookup);
}

Test(map, copies_are_independent) {
  dt_arena arena;
  dt_lookup lookup, copy, empty;
  dt_arena_start(&arena, NULL);
  dt_lookup_start(&empty, &arena, 0);
  cr_assert(dt_lookup_copy(&copy, &arena, &empty));
  cr_assert_eq(dt_lookup_add(&copy, 3), 0);
  dt_lookup_start(&lookup, &arena, 100);
  for (uint32_t i = 0; i < 90; i++) dt_lookup_add(&lookup, i);
  cr_assert(dt_lookup_copy(&copy, &arena, &lookup));
  for (uint32_t i = 90; i < 1000; i++) dt_lookup_add(&copy, i);
  cr_assert_eq(lookup.count, 90);
  cr_assert_eq(dt_lookup_find(&copy, 40), 40);
  cr_assert_eq(dt_lookup_find(&copy, 940), 940);
  dt_arena_free(&arena);
}

Test(map, returns_a_failure_without_memory) {
  dt_lookup lookup;
  dt_lookup_start(&lookup, NULL, 0);
  cr_assert(dt_lookup_reserve(&lookup, 16));
  allocation_fail_from(1);
  for (uint32_t i = 0; i < 16; i++) cr_assert_eq(dt_lookup_append(&lookup, i), i);
  cr_assert_eq(dt_lookup_append(&lookup, 16), DT_NO_NUMBER);
  cr_assert_not(dt_lookup_reserve(&lookup, 1));
  allocation_fail_from(0);
  cr_assert_not(dt_lookup_reserve(&lookup, UINT32_MAX));
  cr_assert_eq(dt_lookup_find(&lookup, 15), 15);
  cr_assert_eq(dt_lookup_append(&lookup, 16), 16);
  dt_lookup_free(&lookup);
}

Test(map, keeps_a_value_for_each_key) {
  dt_arena arena;
  dt_map map;
  dt_arena_start(&arena, NULL);
  dt_map_start(&map, &arena, 0);
  for (uint32_t i = 0; i < 1000; i++) *dt_map_at(&map, i % 100) += i;
  cr_assert_eq(dt_map_get(&map, 99), 99 * 10 + 4500);
  cr_assert_eq(dt_map_get(&map, 100), 0);
  cr_assert_eq(map.lookup.count, 100);
  dt_arena_free(&arena);
}

/* Consecutive numbers, multiples and pointer-like keys: a lookup visits few slots on average, with any process key. */
Test(map, spreads_keys_of_all_kinds) {
  enum { COUNT = 4096 };
  static const uint64_t steps[] = {1, 2, 64, 4096, UINT64_C(1) << 32, UINT64_C(0x9E3779B97F4A7C15)};
  uint64_t worst = 0;
  for (uint64_t key = 1; key < 200; key += 2)
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
      dt_lookup lookup;
      uint64_t probes = 0;
      dt_hash_set_key(key * key * UINT64_C(0xA24BAED4963EE407));
      dt_lookup_start(&lookup, NULL, COUNT);
      for (uint64_t i = 0; i < COUNT; i++) dt_lookup_add(&lookup, i * steps[s]);
      for (uint64_t i = 0; i < COUNT; i++) {
        uint32_t probe = 0;
        dt_lookup_next(&lookup, i * steps[s], &probe);
        probes += probe;
      }
      if (probes > worst) worst = probes;
      dt_lookup_free(&lookup);
    }
  cr_expect_lt(worst, 6 * COUNT, "%lu", (unsigned long)worst);
}

Test(map, hashes_with_a_key_drawn_once_a_process) {
  uint64_t drawn = dt_hash_key(), hash = dt_hash_keyed("otter", 5);
  cr_assert_neq(drawn, 0);
  cr_assert_eq(drawn, dt_hash_key());
  cr_assert_eq(hash, dt_hash_keyed("otter", 5));
  cr_assert_neq(hash, dt_hash_keyed("otter", 4));
  dt_hash_set_key(drawn + 2);
  cr_assert_neq(hash, dt_hash_keyed("otter", 5));
}

Test(map, hashes_every_byte) {
  char bytes[40] = {0};
  size_t same = 0;
  for (size_t length = 1; length < sizeof bytes; length++)
    for (size_t i = 0; i < length; i++) {
      uint64_t before = dt_hash_keyed(bytes, length);
      bytes[i] = 1;
      same += dt_hash_keyed(bytes, length) == before;
      bytes[i] = 0;
    }
  cr_assert_eq(same, 0);
}

/* ---- output ---- */

static int write_text(void *out, const char *bytes, size_t length) { return dt_buffer_write(out, bytes, length); }

/* Adds a result as NDJSON, and frees it. */
static void print_result(detm_result *result, dt_buffer *out) {
  cr_assert_not_null(result);
  detm_writer *writer = detm_writer_new(DETM_NDJSON, write_text, out, 0, NULL);
  cr_assert_eq(detm_result_emit(result, detm_writer_sink(writer), NULL), DETM_OK);
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  detm_writer_free(writer);
  detm_result_free(result);
}

/* Adds records, wrapper, content and links of a page, made with this key for hash tables. */
static void print_page(const dt_buffer *markup, uint64_t key, dt_buffer *out) {
  dt_hash_set_key(key);
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_BOTH | DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse(markup->data, markup->length, &options, NULL);
  cr_assert_not_null(page);
  detm_extract_options all = detm_extract_defaults;
  all.max_regions = 0;
  print_result(detm_extract(page, &all, NULL), out);
  detm_wrapper *wrapper = detm_wrapper_learn((const detm_page *const *)&page, 1, NULL, NULL);
  if (wrapper != NULL) cr_assert_eq(detm_wrapper_save(wrapper, write_text, out, NULL), DETM_OK);
  detm_wrapper_free(wrapper);
  print_result(detm_content_into_result(detm_content_find(page, NULL, NULL)), out);
  print_result(detm_links_into_result(detm_links_find(page, NULL, NULL)), out);
  detm_page_free(page);
}

Test(map, key_has_no_influence_on_output) {
  uint32_t seed = 7;
  for (unsigned round = 0; round < rounds(100); round++) {
    dt_buffer markup = {0}, first = {0}, second = {0};
    dt_buffer_format(&markup, "<title>Soup</title><ul>");
    for (unsigned i = 0; i < 12; i++) {
      dt_buffer_format(&markup, "<li><a href=/%u>Bowl %u</a> <b class=price>%u.50</b>", i, i, i * 7 + 1);
      add_soup(&markup, &seed, 8);
    }
    print_page(&markup, 1, &first);
    print_page(&markup, UINT64_C(0x9E3779B97F4A7C15), &second);
    cr_assert_eq(first.length, second.length, "round %u", round);
    cr_assert_arr_eq(first.data, second.data, first.length, "round %u", round);
    dt_buffer_free(&markup);
    dt_buffer_free(&first);
    dt_buffer_free(&second);
  }
}
