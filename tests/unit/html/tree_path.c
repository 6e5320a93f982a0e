/* Tests of src/html/tree_path.c: paths from the root and back. */
#include "html/tree_path.h"
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(path, .fini = find_leaks);

static const char markup[] =
    "<div>a</div><div id=x><p>b</p><ul><li>c<li><a href=y>d</a></ul><p>e<br><br>f</p></div><x-y>g</x-y>";

static void expect_path(const dt_tree *tree, dt_index node, const char *expected) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  cr_expect_str_eq(dt_path_write(&arena, tree, node, true), expected);
  cr_expect_eq(dt_path_find(tree, expected), node);
  dt_arena_free(&arena);
}

Test(path, counts_siblings_of_the_same_tag) {
  detm_page *page = page_of(markup);
  const dt_tree *tree = &page->tree;
  dt_index a = first_of(tree, "a"), ul = first_of(tree, "ul"), breaks = first_of(tree, "br2");
  expect_path(tree, 0, "/html");
  expect_path(tree, ul, "/html/body/div[2]/ul");
  expect_path(tree, a, "/html/body/div[2]/ul/li[2]/a");
  expect_path(tree, a + 1, "/html/body/div[2]/ul/li[2]/a/#text");
  expect_path(tree, breaks, "/html/body/div[2]/p[2]/br2");
  expect_path(tree, breaks + 1, "/html/body/div[2]/p[2]/#text[2]");
  expect_path(tree, first_of(tree, "x-y"), "/html/body/x-y");
  detm_page_free(page);
}

Test(path, may_be_written_without_numbers) {
  detm_page *page = page_of(markup);
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  dt_index link = dt_path_find(&page->tree, "/html/body/div[2]/ul/li[2]/a");
  cr_expect_str_eq(dt_path_write(&arena, &page->tree, link, false), "/html/body/div/ul/li/a");
  dt_arena_free(&arena);
  detm_page_free(page);
}

Test(path, leads_back_to_every_node) {
  for (uint32_t round = 1; round <= 60; round++) {
    uint32_t seed = round;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 120);
    detm_page *page = page_of_bytes(soup.data, soup.length);
    dt_arena arena;
    dt_arena_start(&arena, NULL);
    for (dt_index node = 0; node < page->tree.node_count; node++) {
      const char *path = dt_path_write(&arena, &page->tree, node, true);
      cr_assert_eq(dt_path_find(&page->tree, path), node, "%s", path);
    }
    dt_arena_free(&arena);
    detm_page_free(page);
    dt_buffer_free(&soup);
  }
}

Test(path, is_read_in_other_notations) {
  detm_page *page = page_of(markup);
  const dt_tree *tree = &page->tree;
  cr_expect_eq(dt_path_find(tree, ""), 0);
  cr_expect_eq(dt_path_find(tree, "/"), 0);
  cr_expect_eq(dt_path_find(tree, "/html[1]/body[1]/div[2]/ul[1]"), first_of(tree, "ul"));
  cr_expect_eq(dt_path_find(tree, "/html/body/div[02]"), dt_path_find(tree, "/html/body/div[2]"));
  detm_page_free(page);
}

Test(path, without_an_element_finds_nothing) {
  static const char *const paths[] = {
      "html",
      "/body",
      "/html/div",
      "/html/body/div[3]",
      "/html/body/div[0]",
      "/html/body/div[-1]",
      "/html[2]",
      "/html/body/",
      "/html//div",
      "/html/body/div[",
      "/html/body/div[2",
      "/html/body/div[2]x",
      "/html/body/div[]",
      "/html/body/z",
      "/html/body/div[99999999999999999999999]",
      "/html/body/div[2]/ul/li[2]/a/#text/b",
      "//",
      "/html/body/div[a]",
  };
  detm_page *page = page_of(markup);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    cr_expect_eq(dt_path_find(&page->tree, paths[i]), DT_NONE, "%s", paths[i]);
  detm_page_free(page);
}

Test(path, hash_is_equal_for_equal_tags) {
  detm_page *page = page_of(markup);
  const dt_tree *tree = &page->tree;
#define HASH(path) dt_path_hash(tree, dt_path_find(tree, (path)))
  cr_expect_eq(HASH("/html/body/div"), HASH("/html/body/div[2]"));
  cr_expect_eq(HASH("/html/body/div[2]/p"), HASH("/html/body/div[2]/p[2]"));
  cr_expect_neq(HASH("/html/body/div[2]/p"), HASH("/html/body/div[2]/ul"));
  cr_expect_neq(HASH("/html/body"), HASH("/html/body/div"));
#undef HASH
  detm_page_free(page);
}
