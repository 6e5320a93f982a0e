/* Tests of src/html/tree_freeze.c: the arrays of a finished tree, and headings that are removed. */
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(tree_freeze, .fini = find_leaks);

Test(tree_freeze, numbers_nodes_in_the_order_of_the_page) {
  detm_page *page = page_of("<div><p>a</p><p>b<br>c</p></div><ul><li>d</ul>");
  const dt_tree *tree = &page->tree;
  static const struct {
    const char *tag;
    dt_index parent, end;
    uint32_t kid_count;
  } expected[] = {
      {"html", DT_NONE, 12, 1}, {"body", 0, 12, 2}, {"div", 1, 9, 2}, {"p", 2, 5, 1},     {"#text", 3, 5, 0},
      {"p", 2, 9, 3},           {"#text", 5, 7, 0}, {"br", 5, 8, 0},  {"#text", 5, 9, 0}, {"ul", 1, 12, 1},
  };
  for (dt_index node = 0; node < sizeof expected / sizeof *expected; node++) {
    const dt_node *n = &tree->nodes[node];
    cr_expect_str_eq(dt_tag_text(tree, n->tag), expected[node].tag);
    cr_expect_eq(n->parent, expected[node].parent);
    cr_expect_eq(n->kid_count, expected[node].kid_count);
    cr_expect_eq(n->end, expected[node].end, "node %u ends at %u", node, n->end);
  }
  cr_expect_eq(dt_size(tree, 2), 7);
  cr_expect_eq(dt_child(tree, 2, 1), 5);
  expect_sound(tree);
  detm_page_free(page);
}

Test(tree_freeze, removes_headings_that_contain_records) {
  static const char *const cases[][2] = {
      {"<h2><div>a</div></h2>", "h2{div{\"a\"*}}"},
      {"<h1><ul><li>a<li>b</ul></h1>", "h1{ul{li{\"a\"*} li{\"b\"*}}}"},
      {"<h4><div>a</div><hr><div>b</div><div>c</div></h4>", "div{\"a\"*} hr div{\"b\"*} div{\"c\"*}"},
      {"<div><h4><div>a</div><div>b</div><div>c</div></h4><p>d</p></div>",
       "div{div{\"a\"*} div{\"b\"*} div{\"c\"*} p{\"d\"}}"},
      {"<h3><a href=x>a</a><a href=y>b</a><a href=z>c</a></h3>",
       "a[href=x]{\"a\"@*} a[href=y]{\"b\"@*} a[href=z]{\"c\"@*}"},
      {"<h2>a<div>b</div>c<h3>d</h3></h2>", "\"a\"* div{\"b\"*} \"c\"* h3{\"d\"*}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_outline(cases[i][0], cases[i][1]);
}

Test(tree_freeze, removes_headings_within_headings) {
  detm_page *page = page_of("<h1><div><h2><div>a</div><div>b</div><div>c</div></h2></div><br>d<br>e</h1><p>f</p>");
  dt_buffer out = {0};
  outline(&page->tree, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, "div{div{\"a\"*} div{\"b\"*} div{\"c\"*}} br \"d\"* br \"e\"* p{\"f\"}", "%s", out.data);
  expect_sound(&page->tree);
  dt_buffer_free(&out);
  detm_page_free(page);
}

Test(tree_freeze, joins_texts_that_become_neighbours) {
  detm_page *page = page_of("<div>a <h3>b <br>c<br>d</h3> e</div>");
  const dt_tree *tree = &page->tree;
  dt_buffer out = {0};
  outline(tree, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, "div{\"a b\" br \"c\"* br \"d e\"}", "%s", out.data);
  cr_expect_eq(tree->text_count, 3);
  cr_expect_eq(tree->texts[0].count, 2);
  expect_sound(tree);
  dt_buffer_free(&out);
  detm_page_free(page);
  expect_outline("<div>x<h3>a<br>b<br>c</h3>y</div>", "div{\"x a\" br \"b\"* br \"c y\"}");
}

Test(tree_freeze, keeps_trees_valid_when_headings_are_removed) {
  static const char *const pieces[] = {"<h2>", "<h3>", "</h2>",    "</h3>", "<div>", "</div>", "a",
                                       " b ",  "<br>", "<ul><li>", "</ul>", "<b>",   "</b>"};
  for (uint32_t round = 1; round <= 200; round++) {
    uint32_t seed = round;
    dt_buffer markup = {0};
    for (int n = 0; n < 40; n++) dt_buffer_text(&markup, pieces[draw(&seed, sizeof pieces / sizeof *pieces)]);
    detm_page *page = page_of_bytes(markup.data, markup.length);
    expect_sound(&page->tree);
    detm_page_free(page);
    dt_buffer_free(&markup);
  }
}
