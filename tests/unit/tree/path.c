/* Tests of src/tree/path.c: paths from the root and back, attributes and names of nodes. */
#include "tree/pages.h"

#include <criterion/criterion.h>

TestSuite(path);

static const char markup[] =
    "<div>a</div><div id=x><p>b</p><ul><li>c<li><a href=y>d</a></ul><p>e<br><br>f</p></div><x-y>g</x-y>";

static void expect_path(const dt_tree *tree, dt_index node, const char *expected) {
  dt_buffer path = {0};
  dt_path_write(tree, node, &path);
  dt_buffer_byte(&path, '\0');
  cr_expect_str_eq(path.data, expected);
  cr_expect_eq(dt_path_find(tree, expected), node);
  dt_buffer_free(&path);
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

Test(path, finds_every_node_that_it_was_written_for) {
  for (uint32_t round = 1; round <= 60; round++) {
    uint32_t seed = round;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 120);
    detm_page *page = page_of_bytes(soup.data, soup.length);
    for (dt_index node = 0; node < page->tree.node_count; node++) {
      dt_buffer path = {0};
      dt_path_write(&page->tree, node, &path);
      dt_buffer_byte(&path, '\0');
      cr_assert_eq(dt_path_find(&page->tree, path.data), node, "%s", path.data);
      dt_buffer_free(&path);
    }
    detm_page_free(page);
    dt_buffer_free(&soup);
  }
}

Test(path, may_be_written_in_other_ways) {
  detm_page *page = page_of(markup);
  const dt_tree *tree = &page->tree;
  cr_expect_eq(dt_path_find(tree, ""), 0);
  cr_expect_eq(dt_path_find(tree, "/"), 0);
  cr_expect_eq(dt_path_find(tree, "/html[1]/body[1]/div[2]/ul[1]"), first_of(tree, "ul"));
  cr_expect_eq(dt_path_find(tree, "/html/body/div[02]"), dt_path_find(tree, "/html/body/div[2]"));
  detm_page_free(page);
}

Test(path, that_leads_nowhere_finds_none) {
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

Test(path, hash_is_equal_where_the_tags_are) {
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

Test(path, attributes_are_found_by_name) {
  detm_page *page = page_of("<img src=a title='' class='b c'>d");
  const dt_tree *tree = &page->tree;
  dt_index img = first_of(tree, "img");
  cr_expect(dt_text_equal(dt_attribute_of(tree, img, DT_ATTRIBUTE_src), DT_TEXT("a")));
  cr_expect(dt_text_equal(dt_attribute_of(tree, img, DT_ATTRIBUTE_class), DT_TEXT("b c")));
  cr_expect_not_null(dt_attribute_of(tree, img, DT_ATTRIBUTE_title).data, "empty, but there");
  cr_expect_null(dt_attribute_of(tree, img, DT_ATTRIBUTE_id).data);
  cr_expect_null(dt_attribute_of(tree, img + 1, DT_ATTRIBUTE_src).data, "texts have none");
  detm_page_free(page);
}

Test(path, names_of_foreign_tags_are_the_pages) {
  detm_page *page = page_of("<b-a>1</b-a><a-b>2</a-b><z:y>3</z:y><b-a>4</b-a>");
  const dt_tree *tree = &page->tree;
  static const char *const names[] = {"b-a", "a-b", "z:y"};
  for (size_t i = 0; i < 3; i++) {
    dt_index node = first_of(tree, names[i]);
    cr_assert_neq(node, DT_NONE);
    cr_expect_str_eq(dt_tag_text(tree, tree->nodes[node].tag), names[i]);
  }
  cr_expect_str_eq(dt_tag_text(tree, DT_TAG_FOREIGN | 12345), "unknown");
  detm_page_free(page);
}
