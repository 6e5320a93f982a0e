/* Tests of src/engine/evidence.c: the evidence for and against a list of records.
 *
 * Tests only compare two lists, since the weights come from measurements. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(evidence, .fini = find_leaks);

static double evidence_of(const char *markup) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  run_prepare(&r, markup);
  cr_assert(cut_of(&r, "x", &cut, &texts), "%s", markup);
  dt_texts_count(&r.engine, &cut);
  double features[DT_REGION_FEATURE_COUNT], evidence = dt_region_evidence(&r.engine, &cut, features);
  cr_expect(isfinite(evidence));
  run_end(&r);
  return evidence;
}

/* Expects more evidence for the first list than for the second. */
static void expect_more(const char *const page[3], const char *const other[3], unsigned count) {
  char *markup = page_with(page[0], page[1], count, page[2]),
       *other_markup = page_with(other[0], other[1], count, other[2]);
  double more = evidence_of(markup), less = evidence_of(other_markup);
  cr_expect_gt(more, less, "%s%s: %g\n%s%s: %g", page[0], page[1], more, other[0], other[1], less);
  free(markup);
  free(other_markup);
}

Test(evidence, is_more_for_records_of_several_kinds_of_text) {
  static const char *const pages[][2][3] = {
      {{"<ul id=x>", "<li><a href=#>Name #</a><br>$#.50", "</ul>"}, {"<ul id=x>", "<li><a href=#>Name #</a>", "</ul>"}},
      {{"<ul id=x>", "<li><a href=#>Name #</a><br># May 2024", "</ul>"},
       {"<ul id=x>", "<li><a href=#>Name #</a><br>No #", "</ul>"}},
      {{"<ul id=x>", "<li><a href=#>Name #</a><br>@", "</ul>"},
       {"<ul id=x>", "<li><a href=#>Name #</a><br>No #", "</ul>"}},
      {{"<ul id=x>", "<li><a href=#>Name #</a><br>So #", "</ul>"}, {"<ul id=x>", "<li>Name #<br>So #", "</ul>"}},
      {{"<ul id=x>", "<li><a href=#>Name #</a><br>So #", "</ul>"},
       {"<ul id=x>", "<li><a href=#>Name #</a><br>(#)", "</ul>"}},
  };
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) expect_more(pages[i][0], pages[i][1], 6);
}

Test(evidence, is_less_in_navigation_and_in_hidden_elements) {
  static const char *const open[] = {"<nav><ul id=x>",         "<footer><ul id=x>",
                                     "<header><div><ul id=x>", "<aside><ul id=x>",
                                     "<div hidden><ul id=x>",  "<div style='display:none'><div><ul id=x>"};
  static const char item[] = "<li><a href=#>Name #</a> @";
  for (size_t i = 0; i < sizeof open / sizeof *open; i++)
    expect_more((const char *const[]){"<div><ul id=x>", item, "</ul>"}, (const char *const[]){open[i], item, "</ul>"},
                6);
}

/* More text than a list of six items has. */
#define WORDS "<p>Words of the page that are not in the list, and as many as a person reads before it. "
#define TEXT WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS
#define AFTER "</ul></div>" TEXT

Test(evidence, uses_class_names) {
  static const char item[] = "<li><a href=#>Name #</a> @", link[] = "<li><a href=#>Name #</a>";
  const char *const plain[] = {"<div><ul id=x class=a>", item, AFTER};
  const char *const links[] = {"<div><ul id=x class=a>", link, AFTER};
  static const char *const against[] = {"nav",         "Main-Menu left", "sidebar",    "pagination",
                                        "breadcrumbs", "related",        "site-footer"};
  static const char *const in_favour[] = {"results", "product-list", "search_items", "POSTS"};
  for (size_t i = 0; i < sizeof against / sizeof *against; i++) {
    char before[100];
    snprintf(before, sizeof before, "<div class='%s'><ul id=x class=a>", against[i]);
    expect_more(links, (const char *const[]){before, link, AFTER}, 6);
  }
  for (size_t i = 0; i < sizeof in_favour / sizeof *in_favour; i++) {
    char before[100];
    snprintf(before, sizeof before, "<div class='%s'><ul id=x class=a>", in_favour[i]);
    expect_more((const char *const[]){before, item, AFTER}, plain, 6);
  }
}

/* The word counts as that of an element far around the list, which is less than that of one near it. */
Test(evidence, ignores_names_against_near_the_list_of_elements_with_most_of_the_text) {
  char *far = page_with("<div class=tabs><div><div><div><div><ul id=x>", "<li><a href=#>Name #</a> @", 6,
                        "</ul></div></div></div></div></div><p>A short text"),
       *near = page_with("<div class=tabs><ul id=x>", "<li><a href=#>Name #</a> @", 6, "</ul></div><p>A short text");
  cr_expect_eq(evidence_of(far), evidence_of(near));
  free(far);
  free(near);
}

Test(evidence, ignores_the_class_names_of_the_body) {
  static const char *const bodies[] = {"<body class='has-sidebar'><ul id=x>", "<body class='search-results'><ul id=x>"};
  double plain = 0, named[2];
  for (int i = -1; i < 2; i++) {
    char *markup = page_with(i < 0 ? "<body><ul id=x>" : bodies[i], "<li><a href=#>Name #</a> @", 6, "</ul>");
    *(i < 0 ? &plain : &named[i]) = evidence_of(markup);
    free(markup);
  }
  cr_expect_eq(named[0], plain);
  cr_expect_eq(named[1], plain);
}

Test(evidence, is_less_for_numerals) {
  static const char *const numerals[] = {"<li><a href=#>#</a>", "<li><a href=#>#-#</a>", "<li><a href=#>- # -</a>"};
  for (size_t i = 0; i < sizeof numerals / sizeof *numerals; i++)
    expect_more((const char *const[]){"<ul id=x>", "<li><a href=#>Name #</a>", "</ul>"},
                (const char *const[]){"<ul id=x>", numerals[i], "</ul>"}, 8);
}

Test(evidence, is_less_late_on_the_page) {
  const char *const early[] = {"<ul id=x>", "<li><a href=#>Name #</a> @", "</ul><p>a</p><p>b</p>"};
  char *before = page_with("", "<p>Paragraph <br> number #</p>", 60, "<ul id=x>");
  const char *const late[] = {before, early[1], "</ul>"};
  expect_more(early, late, 6);
  free(before);
}

Test(evidence, is_less_for_two_records) {
  const char *const page[] = {"<ul id=x>", "<li><a href=#>Name #</a> @", "</ul>"};
  char *three = page_with(page[0], page[1], 3, page[2]), *two = page_with(page[0], page[1], 2, page[2]);
  cr_expect_gt(evidence_of(three), evidence_of(two) + 1);
  free(two);
  free(three);
}

Test(evidence, is_more_for_tables_of_data) {
  const char *const header[] = {"<table><tbody id=x><tr><th>Name<th>Age<th>Town", "<tr><td>Name #<td>#<td>Town #",
                                "</table>"};
  const char *const even[] = {"<table><tbody id=x>", "<tr><td>Name #<td>#<td>Town #", "</table>"};
  const char *const two[] = {"<table><tbody id=x>", "<tr><td>Name #<td>Town #", "</table>"};
  const char *const list[] = {"<ul id=x>", "<li><p>Name #</p><p>#</p><p>Town #</p>", "</ul>"};
  const char *const two_of_list[] = {"<ul id=x>", "<li><p>Name #</p><p>Town #</p>", "</ul>"};
  expect_more(header, even, 6);
  expect_more(even, list, 6);
  expect_more(two, two_of_list, 6);
}

Test(evidence, is_less_in_an_element_named_as_navigation_however_far) {
  static const char *const around = "<div class='main-menu'><div><div><div><div><ul id=x>";
  static const char *const other = "<div class='submenus'><div><div><div><div><ul id=x>";
  const char *const less[3] = {around, "<li><a href=#>Name #</a>", "</ul></div></div></div></div></div>"};
  const char *const more[3] = {other, "<li><a href=#>Name #</a>", "</ul></div></div></div></div></div>"};
  expect_more(more, less, 6);
}
