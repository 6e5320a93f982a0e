/* Tests of src/html/tree_shape.c: equal subtrees, equal numbers. */
#include "html/tree_shape.h"

#include "allocation.h"
#include "html/pages.h"
#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(shape, .fini = find_leaks);

static bool equal(const dt_tree *a, dt_index x, const dt_tree *b, dt_index y) {
  if (a->nodes[x].tag != b->nodes[y].tag || a->nodes[x].kid_count != b->nodes[y].kid_count) return false;
  for (uint32_t k = 0; k < a->nodes[x].kid_count; k++)
    if (!equal(a, dt_child(a, x, k), b, dt_child(b, y, k))) return false;
  return true;
}

Test(shape, is_equal_for_equal_subtrees_and_only_for_them) {
  for (uint32_t round = 1; round <= 40; round++) {
    uint32_t seed = round;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 80);
    detm_page *page = page_of_bytes(soup.data, soup.length);
    const dt_tree *tree = &page->tree;
    for (dt_index a = 0; a < tree->node_count; a++)
      for (dt_index b = 0; b <= a; b++)
        cr_assert_eq(tree->nodes[a].shape == tree->nodes[b].shape, equal(tree, a, tree, b), "round %u: %u, %u", round,
                     a, b);
    detm_page_free(page);
    dt_buffer_free(&soup);
  }
}

static dt_shape shape_of(detm_page *page, const char *tag) {
  return page->tree.nodes[first_of(&page->tree, tag)].shape;
}

Test(shape, ignores_attributes_and_words) {
  static const struct {
    const char *markup;
    bool same;
  } cases[] = {
      {"<ul><li>a</li></ul><ol></ol><ul><li class=b><i>c</i> d</li></ul>", true},
      {"<ul><li>a</li></ul><ol></ol><ul><li></li></ul>", false},
      {"<ul><li>a</li></ul><ol></ol><ul><p>a</p></ul>", false},
      {"<ul><x-a></x-a></ul><ol></ol><ul><x-b></x-b></ul>", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    detm_page *page = page_of(cases[i].markup);
    const dt_tree *tree = &page->tree;
    dt_index after = tree->nodes[first_of(tree, "ol")].end;
    cr_expect_eq(tree->nodes[after].shape == shape_of(page, "ul"), cases[i].same, "%s", cases[i].markup);
    detm_page_free(page);
  }
}

Test(shape, distinguishes_order_and_depth) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  dt_shapes *s = dt_shapes_new(&arena);
  dt_shape p = dt_shape_intern(s, DT_TAG_p, NULL, 0), a = dt_shape_intern(s, DT_TAG_a, NULL, 0);
  dt_shape pa[] = {p, a}, ap[] = {a, p}, in_p = dt_shape_intern(s, DT_TAG_p, &a, 1);
  dt_shape shapes[] = {p,
                       a,
                       in_p,
                       dt_shape_intern(s, DT_TAG_p, pa, 2),
                       dt_shape_intern(s, DT_TAG_p, ap, 2),
                       dt_shape_intern(s, DT_TAG_p, &in_p, 1),
                       dt_shape_intern(s, DT_TAG_RUN, pa, 2)};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (size_t j = 0; j < i; j++) cr_expect_neq(shapes[i], shapes[j]);
  cr_expect_eq(dt_shape_intern(s, DT_TAG_p, pa, 2), shapes[3]);
  cr_expect_eq(s->shapes[shapes[5]].size, 3);
  cr_expect_eq(s->shapes[shapes[6]].size, 2, "a run is not a node");
  dt_arena_free(&arena);
}

Test(shape, counts_nodes_by_kind_up_to_255) {
  enum { MANY = 1000 };
  dt_arena arena;
  dt_shape kids[MANY];
  dt_arena_start(&arena, NULL);
  dt_shapes *s = dt_shapes_new(&arena);
  for (uint32_t n = 0; n <= MANY; n += 100) {
    for (uint32_t k = 0; k < n; k++) kids[k] = dt_shape_intern(s, DT_TAG_li, NULL, 0);
    const dt_shape_info *info = &s->shapes[dt_shape_intern(s, DT_TAG_RUN, kids, n)];
    uint32_t sum = 0;
    for (int b = 0; b < 16; b++) sum += info->bag[b];
    cr_expect_eq(sum, n < 255 ? n : 255);
    cr_expect_eq(info->size, n);
  }
  dt_arena_free(&arena);
}

Test(shape, table_grows_and_keeps_its_numbers) {
  enum { MANY = 20000 };
  static dt_shape shapes[MANY];
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  dt_shapes *s = dt_shapes_new(&arena);
  for (uint32_t n = 0; n < MANY; n++)
    shapes[n] = dt_shape_intern(s, (dt_tag)(n % 7), n == 0 ? NULL : &shapes[n / 2], n == 0 ? 0 : 1);
  uint32_t count = s->count;
  for (uint32_t n = 0; n < MANY; n++)
    cr_assert_eq(dt_shape_intern(s, (dt_tag)(n % 7), n == 0 ? NULL : &shapes[n / 2], n == 0 ? 0 : 1), shapes[n]);
  cr_expect_eq(s->count, count);
  dt_arena_free(&arena);
}

Test(shape, copies_grow_independently) {
  dt_arena arena, other;
  dt_arena_start(&arena, NULL);
  dt_arena_start(&other, NULL);
  dt_shapes *s = dt_shapes_new(&arena);
  dt_shape leaf = dt_shape_intern(s, DT_TAG_p, NULL, 0);
  dt_shapes *copy = dt_shapes_copy(&other, s);
  cr_expect_eq(dt_shape_intern(copy, DT_TAG_p, NULL, 0), leaf);
  for (uint32_t n = 0; n < 2000; n++) leaf = dt_shape_intern(copy, DT_TAG_div, &leaf, 1);
  cr_expect_eq(s->count, 1);
  cr_expect_eq(copy->count, 2001);
  cr_expect_eq(copy->shapes[leaf].size, 2001);
  dt_arena_free(&other);
  dt_arena_free(&arena);
}

Test(shape, returns_failure_without_memory) {
  for (size_t failing = 1; failing < 8; failing++) {
    dt_arena arena;
    dt_arena_start(&arena, NULL);
    allocation_fail_from(failing);
    dt_shapes *s = dt_shapes_new(&arena);
    dt_shape shape = s != NULL ? dt_shape_intern(s, DT_TAG_p, NULL, 0) : DT_SHAPE_NONE;
    for (uint32_t n = 0; n < 30000 && shape != DT_SHAPE_NONE; n++) shape = dt_shape_intern(s, DT_TAG_div, &shape, 1);
    allocation_fail_from(0);
    cr_expect_eq(shape, DT_SHAPE_NONE, "allocation %zu", failing);
    dt_arena_free(&arena);
  }
}
