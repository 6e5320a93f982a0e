/* Tests of src/wrapper/places.c: what a wrapper stores about the surroundings of the records. */
#include "wrapper/places.h"
#include "html/tree_path.h"
#include "wrapper/learn/learned.h"
#include "wrapper/locate/locate.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>

TestSuite(place, .fini = find_leaks);

static void learn_places(learned *l, const char *const *markups, uint32_t count) {
  learn_pages(l, markups, count, 1);
  if (setjmp(l->scope.escape) != 0) cr_assert_fail("out of memory");
  dt_wrapper_note_places(l->wrapper, &l->scratch, l->sets, l->count);
}

/* Expects the places of some pages, as path.class#id separated by spaces. */
static void expect_places(const char *const *markups, uint32_t count, const char *expected) {
  learned l;
  dt_buffer out = {0};
  learn_places(&l, markups, count);
  for (uint32_t p = 0; p < l.wrapper->place_count; p++) {
    const dt_place *place = &l.wrapper->places[p];
    dt_buffer_format(&out, "%s%s.%s#%s", p != 0 ? " " : "", place->path, place->class, place->id);
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markups[0], out.data, expected);
  dt_buffer_free(&out);
  learned_free(&l);
}

Test(place, is_the_parent_of_the_records) {
  static const struct {
    const char *markup, *places;
  } cases[] = {
      {"<ul class=r><li>a<li>b</ul>", "/html/body/ul.r#"},
      {"<div><div><ul class=r id=list><li>a<li>b</ul></div></div>", "/html/body/div/div/ul.r#list"},
      {"<ul class=r><li>a</ul><ul class=r><li>b</ul>", "/html/body/ul.r#"},
      {"<table><tbody class=r><tr><td>a<tr><td>b</table>", "/html/body/table/tbody.r#"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_places(&cases[i].markup, 1, cases[i].places);
}

Test(place, with_most_records_is_the_first) {
  static const char *const few =
      "<ul class=r id=a><li>a<li>b</ul><ol class=r><li>c</ol><ul class=r id=b><li>d<li>e<li>f</ul>";
  expect_places(&few, 1, "/html/body/ul.r#b /html/body/ul.r#a /html/body/ol.r#");
  static const char *const pages[] = {"<ul class=r id=a><li>a<li>b</ul>", "<ul class=r id=b><li>c</ul>",
                                      "<ul class=r id=b><li>d<li>e</ul>"};
  expect_places(pages, 3, "/html/body/ul.r#b /html/body/ul.r#a");
}

Test(place, hashes_as_its_node_does) {
  static const char *const markup = "<div><ul class=r><li>a<li>b</ul></div>";
  learned l;
  learn_places(&l, &markup, 1);
  cr_assert_eq(l.wrapper->place_count, 1);
  cr_expect_eq(l.wrapper->places[0].hash, dt_path_hash(l.sets[0].tree, first_of(l.sets[0].tree, "ul")));
  learned_free(&l);
}

Test(place, list_is_limited) {
  dt_buffer markup = {0};
  for (int n = 0; n < 200; n++) dt_buffer_format(&markup, "<ul class=r id=u%d><li>a<li>b</ul>", n);
  dt_buffer_byte(&markup, '\0');
  const char *pages = markup.data;
  learned l;
  learn_places(&l, &pages, 1);
  cr_expect_eq(l.wrapper->place_count, 32);
  dt_buffer_free(&markup);
  learned_free(&l);
}

/* Whether a node is at a place, by counting the nodes before it. */
static bool is_at(const dt_place *place, const dt_tree *tree, dt_index node) {
  dt_index heading = dt_heading_before(tree, node);
  detm_text text = {"", 0};
  for (dt_index n = heading; heading != DT_NONE && n < tree->nodes[heading].end && text.length == 0; n++)
    if (tree->nodes[n].tag == DT_TAG_TEXT) text = dt_text_of(tree, n);
  return dt_path_hash(tree, node) == place->hash &&
         dt_text_equal(dt_attribute_of(tree, node, DT_ATTRIBUTE_class), dt_text(place->class)) &&
         (*place->heading == '\0' || dt_text_equal(text, dt_text(place->heading))) &&
         (place->number == 0 || dt_place_number(place, tree, node) == place->number);
}

Test(place, with_a_heading_or_number_is_found_as_by_counting) {
  static const char *const markup =
      "<ul><li>o</ul><h2><i></i>One</h2><ul class=r><li>a<li>b</ul><ul><li>c</ul><ol><li>d</ol><h2></h2><ul class=r>"
      "<li>e<li>f</ul><h3>Two</h3><ul class=r><li>g</ul><h2><div><h4>One</h4></div></h2><ul class=r><li>h<ul class=r>"
      "<li>i</ul></ul>";
  static const char *const headings[] = {"", "One", "Two", "Three"}, *const classes[] = {"r", ""};
  learned l;
  volatile uint32_t found = 0; /* not restored by longjmp */
  learn_places(&l, &markup, 1);
  if (setjmp(l.scope.escape) != 0) cr_assert_fail("out of memory");
  const dt_tree *tree = l.sets[0].tree;
  dt_place place = l.wrapper->places[0];
  for (size_t c = 0; c < COUNT(classes); c++)
    for (size_t h = 0; h < COUNT(headings); h++)
      for (uint32_t number = 0; number < 8; number++) {
        dt_place_finder finder;
        place.class = classes[c];
        place.heading = headings[h];
        place.number = number;
        dt_place_finder_start(&finder, &l.arena, &place, 1, tree);
        for (dt_index node = 0; node < tree->node_count; node++) {
          bool has = dt_path_hash(tree, node) == place.hash && dt_place_finder_has(&finder, 0, node);
          cr_expect_eq(has, is_at(&place, tree, node), "node %lu of class \"%s\", heading %s, number %lu",
                       (unsigned long)node, place.class, place.heading, (unsigned long)number);
          found += has;
        }
      }
  cr_expect_gt(found, 10);
  learned_free(&l);
}

/* With quadratic cost this page would take minutes. */
Test(place, with_a_number_is_found_among_many_lists, .timeout = 60) {
  static const char *const sample = "<h2>One</h2><ul class=r><li>a<li>b</ul>";
  static unsigned lists; /* longjmp keeps it */
  lists = rounds(100000);
  dt_buffer markup = {0};
  learned l;
  dt_buffer_text(&markup, "<h2>One</h2>");
  for (unsigned n = 0; n < lists; n++) dt_buffer_text(&markup, "<ul class=r><li>a<li>b</ul>");
  dt_buffer_byte(&markup, '\0');
  learn_places(&l, &sample, 1);
  if (setjmp(l.scope.escape) != 0) cr_assert_fail("out of memory");
  l.wrapper->places[0].number = lists;
  l.wrapper->places[0].heading = "One";
  detm_page *page = page_of(markup.data);
  dt_found found = dt_wrapper_locate(l.wrapper, &l.arena, &l.scratch, &page->tree);
  cr_expect_eq(found.count, 2);
  cr_expect_eq(found.parent, found.count != 0 ? page->tree.nodes[found.records[0].nodes[0]].parent : 0);
  detm_page_free(page);
  dt_buffer_free(&markup);
  learned_free(&l);
}

/* ---- clues ---- */

/* Expects the clues of a page, as tag[attribute=value] separated by spaces. */
static void expect_clues(const char *markup, const char *expected) {
  learned l;
  dt_buffer out = {0};
  learn_places(&l, &markup, 1);
  for (uint32_t c = 0; c < l.wrapper->clue_count; c++) {
    const dt_clue *clue = &l.wrapper->clues[c];
    dt_buffer_format(&out, "%s%s[%s=%s]", c != 0 ? " " : "", clue->tag, clue->attribute, clue->value);
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  learned_free(&l);
}

Test(place, has_clues_outside_the_records) {
  static const struct {
    const char *markup, *clues;
  } cases[] = {
      {"<div id=top></div><ul class=r><li id=x>a<li class=y>b</ul><p class=foot>",
       "div[id=top] ul[class=r] p[class=foot]"},
      {"<div id=top class=bar></div><ul class=r><li>a<li>b</ul>", "div[id=top] div[class=bar] ul[class=r]"},
      {"<a href=/about>x</a><ul class=r><li><a href=/one>a</a><li>b</ul>", "ul[class=r] a[href=/about]"},
      /* equal clues once */
      {"<p class=n><p class=n><ul class=r><li>a<li>b</ul>", "p[class=n] ul[class=r]"},
      /* numbers, queries and a single slash are specific to the page */
      {"<p id=p12><a href=/item/12>x</a><a href='/s?q=x'>y</a><a href=/>z</a><ul class=r><li>a<li>b</ul>",
       "ul[class=r]"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_clues(cases[i].markup, cases[i].clues);
}

Test(place, has_only_the_class_of_the_list_as_a_clue_on_a_page_without_other_elements) {
  static const char *const markup = "<ul id=r1 class=r><li>a<li>b</ul>";
  learned l;
  learn_places(&l, &markup, 1);
  cr_expect_eq(l.wrapper->clue_count, 1); /* the class of the list */
  learned_free(&l);
}

Test(place, has_a_limited_number_of_clues_from_the_whole_page) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<ul class=r><li>a<li>b</ul>");
  for (int n = 0; n < 480; n++)
    dt_buffer_format(&markup, "<p id=%c%c class=c%c%c><a href=/%c%c>x</a>", 'a' + n % 26, 'a' + n / 26, 'a' + n % 26,
                     'a' + n / 26, 'a' + n % 26, 'a' + n / 26);
  dt_buffer_byte(&markup, '\0');
  const char *pages = markup.data;
  learned l;
  learn_places(&l, &pages, 1);
  uint32_t of_ids = 0;
  for (uint32_t c = 0; c < l.wrapper->clue_count; c++) of_ids += strcmp(l.wrapper->clues[c].attribute, "id") == 0;
  cr_expect_eq(of_ids, 12);
  cr_expect_eq(l.wrapper->clue_count, 24);
  cr_expect_str_eq(l.wrapper->clues[0].value, "aa");
  cr_expect_gt(l.wrapper->clues[11].value[1], 'm', "from the whole page: %s", l.wrapper->clues[11].value);
  dt_buffer_free(&markup);
  learned_free(&l);
}
