/* Tests of src/engine/page_distance.c: the public distance of pages and of subtrees. */
#include "html/pages.h"
#include "html/tree_path.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <math.h>

TestSuite(page_distance, .fini = find_leaks);

static detm_distance distance_of(const detm_page *a, const char *path_a, const detm_page *b, const char *path_b) {
  detm_distance result = {-1, -1, 0, 0};
  detm_error error = DETM_ERROR_NONE;
  detm_status status = detm_page_distance(a, path_a, b, path_b, NULL, &result, &error);
  cr_assert_eq(status, DETM_OK, "%s", error.text);
  return result;
}

Test(page_distance, is_the_number_of_differences_of_two_pages) {
  static const struct {
    const char *a, *b;
    double distance;
  } cases[] = {
      {"<p>a</p>", "<p>b</p>", 0},
      {"<p>a</p>", "<p>a<br></p>", 1},
      {"<p>a</p>", "<div>a</div>", 1.5},
      {"<ul><li>a<li>b</ul>", "<ul><li>a</ul>", 2},
      {"<x-a>b</x-a>", "<x-a>c</x-a>", 0},
      {"<x-a>b</x-a>", "<x-b>c</x-b>", 1.5},
      {"<div><p>a</p></div>", "<div class=c><!-- d --><p id=e><b>f</b></p></div>", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    detm_page *a = page_of(cases[i].a), *b = page_of(cases[i].b);
    detm_distance there = distance_of(a, NULL, b, NULL), back = distance_of(b, "/", a, "");
    cr_expect_float_eq(there.distance, cases[i].distance, 1e-9, "%s, %s: %g", cases[i].a, cases[i].b, there.distance);
    cr_expect_float_eq(back.distance, cases[i].distance, 1e-9);
    cr_expect_eq(there.size_a, detm_page_node_count(a));
    cr_expect_eq(there.size_b, detm_page_node_count(b));
    cr_expect_float_eq(there.similarity, 1 - there.distance / (double)(there.size_a + there.size_b), 1e-9);
    detm_page_free(a);
    detm_page_free(b);
  }
}

static bool equal(const dt_tree *a, dt_index x, const dt_tree *b, dt_index y) {
  if (a->nodes[x].tag != b->nodes[y].tag || a->nodes[x].kid_count != b->nodes[y].kid_count) return false;
  for (uint32_t k = 0; k < a->nodes[x].kid_count; k++)
    if (!equal(a, dt_child(a, x, k), b, dt_child(b, y, k))) return false;
  return true;
}

Test(page_distance, is_0_for_equal_subtrees_of_two_pages_and_only_for_them) {
  for (uint32_t round = 1; round <= 12; round++) {
    uint32_t seed = round;
    dt_buffer soup[2] = {{0}, {0}};
    dt_arena arena;
    dt_arena_start(&arena, NULL);
    add_soup(&soup[0], &seed, 24);
    add_soup(&soup[1], &seed, 24);
    detm_page *a = page_of_bytes(soup[0].data, soup[0].length), *b = page_of_bytes(soup[1].data, soup[1].length);
    for (dt_index x = 0; x < a->tree.node_count; x++)
      for (dt_index y = 0; y < b->tree.node_count; y++) {
        const char *from = dt_path_write(&arena, &a->tree, x, true), *to = dt_path_write(&arena, &b->tree, y, true);
        detm_distance found = distance_of(a, from, b, to);
        cr_assert_eq(found.distance == 0, equal(&a->tree, x, &b->tree, y), "%s and %s", from, to);
      }
    detm_page_free(a);
    detm_page_free(b);
    for (int side = 0; side < 2; side++) dt_buffer_free(&soup[side]);
    dt_arena_free(&arena);
  }
}

Test(page_distance, accepts_two_paths_of_one_page) {
  detm_page *page = page_of("<ul><li><a href=x>a</a><li><b>b</b></ul><ol><li>c</ol>");
  detm_distance items = distance_of(page, "/html/body/ul/li[1]", page, "/html/body/ul/li[2]");
  cr_expect_float_eq(items.distance, 2.5, 1e-9, "the link becomes a text, its text is removed: %g", items.distance);
  cr_expect_eq(items.size_a, 3);
  cr_expect_eq(items.size_b, 2);
  cr_expect_eq(distance_of(page, "/html/body/ul/li[2]", page, "/html/body/ol/li").distance, 0);
  detm_page_free(page);
}

Test(page_distance, uses_the_weights_of_the_options) {
  detm_page *a = page_of("<p>a</p>"), *b = page_of("<p><br></p>");
  const detm_distance_options options = {.insert = 3, .erase = 2, .replace = 4.5, .threshold = 0.5};
  detm_distance result;
  cr_expect_eq(detm_page_distance(a, NULL, b, NULL, &options, &result, NULL), DETM_OK);
  cr_expect_float_eq(result.distance, 4.5, 1e-9);
  detm_page *empty = page_of("<p></p>");
  cr_expect_eq(detm_page_distance(a, NULL, empty, NULL, &options, &result, NULL), DETM_OK);
  cr_expect_float_eq(result.distance, 2, 1e-9);
  cr_expect_eq(detm_page_distance(empty, NULL, a, NULL, &options, &result, NULL), DETM_OK);
  cr_expect_float_eq(result.distance, 3, 1e-9);
  detm_page_free(empty);
  detm_page_free(a);
  detm_page_free(b);
}

Test(page_distance, refuses_weights_below_0) {
  const detm_distance_options wrong[] = {{-1, 1, 1, 0},  {1, -1, 1, 0},  {1, 1, -0.5, 0},
                                         {NAN, 1, 1, 0}, {1, NAN, 1, 0}, {1, 1, NAN, 0}};
  detm_page *page = page_of("<p>a</p>");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    detm_error error = DETM_ERROR_NONE;
    detm_distance result;
    cr_expect_eq(detm_page_distance(page, NULL, page, NULL, &wrong[i], &result, &error), DETM_USAGE);
    cr_expect_eq(error.status, DETM_USAGE);
  }
  detm_page_free(page);
}

Test(page_distance, names_the_path_without_an_element) {
  detm_page *page = page_of("<p>a</p>");
  detm_distance result;
  for (int side = 0; side < 2; side++) {
    detm_error error = DETM_ERROR_NONE;
    const char *a = side == 0 ? "/html/body/ul" : "/html/body/p", *b = side == 1 ? "/html/body/ul" : "/html/body/p";
    cr_expect_eq(detm_page_distance(page, a, page, b, NULL, &result, &error), DETM_USAGE);
    cr_expect(strstr(error.text, "/html/body/ul") != NULL, "%s", error.text);
  }
  detm_page_free(page);
}

Test(page_distance, ends_when_time_is_up) {
  dt_buffer markup[2] = {{0}, {0}};
  for (int n = 0; n < 1500; n++)
    for (int side = 0; side < 2; side++)
      dt_buffer_format(&markup[side], n % 7 < 3 + side ? "<p>a<br>b<hr></p>" : "<div><ul><li></ul>c</div><i%d></i%d>",
                       n * (side + 1), n * (side + 1));
  detm_page_options options = detm_page_defaults;
  detm_page *a = detm_page_parse(markup[0].data, markup[0].length, &options, NULL);
  detm_page *b = detm_page_parse(markup[1].data, markup[1].length, &options, NULL);
  cr_assert(a != NULL && b != NULL);
  a->seconds = b->seconds = 1e-6;
  detm_error error = DETM_ERROR_NONE;
  detm_distance result;
  cr_expect_eq(detm_page_distance(a, NULL, b, NULL, NULL, &result, &error), DETM_LIMIT);
  cr_expect_eq(error.status, DETM_LIMIT);
  detm_page_free(a);
  detm_page_free(b);
  for (int side = 0; side < 2; side++) dt_buffer_free(&markup[side]);
}
