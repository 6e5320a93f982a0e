/* Tests of src/template/learn/anchor_path.c: paths from an element down to another; libxml2's XPath is the oracle. */
#include "template/learn/anchor_path.h"
#include "html/dom_path.h"
#include "leaks.h"
#include "rounds.h"
#include "template/learn/learning.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_anchor_path, .fini = find_leaks);

static const char page[] =
    "<div><p>a</p><ul><li>b<li><b>c</b></ul><ul><li>d</ul><p>e</p><section><p>f</p></section></div>";

/* "/ul[1]/li[2]/b //b /ul/li/b" */
static const char *ways(const char *from, const char *to) {
  static char line[1000];
  learning t;
  dt_anchor_path found[DT_MAX_WAYS];
  learning_of(&t, page, NULL);
  uint32_t count = dt_ways_down(&t.l.arena, node_at(&t, from), node_at(&t, to), found);
  cr_assert_leq(count, DT_MAX_WAYS);
  *line = '\0';
  for (uint32_t i = 0; i < count; i++)
    snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", i != 0 ? " " : "", found[i].path);
  learning_free(&t);
  return line;
}

Test(template_anchor_path, numbers_steps_only_where_siblings_have_the_same_name) {
  cr_expect_str_eq(ways("//div", "//section"), "/section //section");
  cr_expect_str_eq(ways("//div", "//section/p"), "/section/p //p");
  cr_expect_str_eq(ways("//div", "//b"), "/ul[1]/li[2]/b //b /ul/li/b");
  cr_expect_str_eq(ways("//ul[2]", "//ul[2]/li"), "/li //li");
  cr_expect_str_eq(ways("//b", "//b"), "");
}

Test(template_anchor_path, costs_more_with_length_and_numbers) {
  learning t;
  dt_anchor_path near[DT_MAX_WAYS], far[DT_MAX_WAYS], none[DT_MAX_WAYS];
  learning_of(&t, page, NULL);
  cr_assert_eq(dt_ways_down(&t.l.arena, node_at(&t, "//div"), node_at(&t, "//section"), near), 2);
  cr_assert_eq(dt_ways_down(&t.l.arena, node_at(&t, "//div"), node_at(&t, "//b"), far), 3);
  cr_assert_eq(dt_ways_down(&t.l.arena, node_at(&t, "//div"), node_at(&t, "//div"), none), 1);
  cr_expect_gt(far[0].cost, near[0].cost);
  cr_expect_gt(far[0].cost, far[2].cost);
  cr_expect_eq(none[0].cost, 0);
  learning_free(&t);
}

static void expect_only(const learning *t, const char *xpath, const xmlNode *node) {
  cr_assert_eq(xpath_count(t, xpath), 1, "%s", xpath);
  cr_assert(xpath_finds(t, xpath, node), "%s", xpath);
}

/* The first path and the path from the root find only the element; the others may find more. */
static void check_element(learning *t, xmlNodePtr to) {
  dt_arena *arena = &t->l.arena;
  expect_only(t, dt_dom_path(arena, NULL, to, NULL), to);
  for (xmlNodePtr from = to; from != NULL && from->type == XML_ELEMENT_NODE; from = from->parent) {
    dt_anchor_path found[DT_MAX_WAYS];
    const char *root = dt_dom_path(arena, NULL, from, NULL);
    uint32_t count = dt_ways_down(arena, from, to, found);
    cr_assert(count > 0 && count <= DT_MAX_WAYS);
    expect_only(t, dt_arena_format(arena, "%s%s", root, found[0].path), to);
    for (uint32_t i = 1; i < count; i++)
      cr_assert(xpath_finds(t, dt_arena_format(arena, "%s%s", root, found[i].path), to), "%s", found[i].path);
  }
}

Test(template_anchor_path, leads_to_the_element_on_any_page) {
  static const char *const parts[] = {"<div>", "</div>",   "<p>",   "</p>", "<b>",
                                      "</b>",  "<ul><li>", "</ul>", "x",    "<br>"};
  unsigned seed = 11;
  for (unsigned round = 0; round < rounds(200); round++) {
    dt_buffer markup = {0};
    learning t;
    for (unsigned i = 0; i < 40; i++) {
      seed = seed * 1664525 + 1013904223;
      dt_buffer_text(&markup, parts[(seed >> 8) % 10]);
    }
    dt_buffer_byte(&markup, '\0');
    learning_of(&t, markup.data, NULL);
    for (uint32_t i = 0; i < t.l.samples->element_count; i++) check_element(&t, t.l.samples->elements[i].node);
    learning_free(&t);
    dt_buffer_free(&markup);
  }
}

Test(template_anchor_path, works_on_deep_and_wide_pages) {
  dt_buffer markup = {0};
  learning t;
  for (int i = 0; i < 900; i++) dt_buffer_text(&markup, "<div>");
  for (int i = 0; i < 5000; i++) dt_buffer_text(&markup, "<i>x</i>");
  dt_buffer_byte(&markup, '\0');
  learning_of(&t, markup.data, NULL);
  dt_nodes last = dt_sample_at_path(t.l.samples, "//i[5000]");
  cr_assert_eq(last.count, 1);
  const char *path = dt_dom_path(&t.l.arena, NULL, last.nodes[0], NULL);
  cr_expect_str_eq(path + strlen(path) - 16, "/div/div/i[5000]");
  expect_only(&t, path, last.nodes[0]);
  learning_free(&t);
  dt_buffer_free(&markup);
}
