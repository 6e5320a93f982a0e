/* Tests of src/template/learn/list_filter.c: predicates that leave items out of a list that are not its values. */
#include "template/learn/learning.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_filter, .fini = find_leaks);

/* Makes the filters of //TAG for the values. */
static void start(learning *t, const char *markup, const char *tag, const char *values) {
  dt_anchor anchor = {.kind = DT_ANCHOR_TAG, .tag = tag, .path = "", .trust = 0.8};
  learning_of(t, markup, values);
  dt_wish wish = wish_for(t, values);
  const dt_candidate *candidate = dt_candidates_add(&t->l, &anchor, true);
  cr_assert_not_null(candidate);
  dt_filtered_candidates(&t->l, 0, &wish, candidate);
}

/* The path of the best filter that gives exactly the values; "-" = none. */
static const char *filter_of(const char *markup, const char *tag, const char *values) {
  static char path[1000];
  learning t;
  start(&t, markup, tag, values);
  const dt_candidate *best = candidate_giving(&t, true, values);
  if (best == NULL) {
    snprintf(path, sizeof path, "-");
  } else if (best->anchor.skip + best->anchor.drop != 0) {
    snprintf(path, sizeof path, "%s +%u -%u", best->anchor.path, best->anchor.skip, best->anchor.drop);
  } else {
    snprintf(path, sizeof path, "%s", best->anchor.path);
  }
  for (uint32_t i = 0; i < t.l.candidate_count; i++) {
    const dt_candidate *c = t.l.candidates[i];
    xmlXPathObjectPtr found = nodes_at(&t, c->expression);
    cr_expect_not_null(found, "%s", c->expression);
    cr_expect(i == 0 || c->anchor.trust < 0.8, "%s", c->expression);
    xmlXPathFreeObject(found);
  }
  learning_free(&t);
  return path;
}

static bool holds(const char *text, const char *part) { return strstr(text, part) != NULL; }

Test(template_filter, compares_the_digits_of_the_values) {
  cr_expect(holds(filter_of("<p>(123) 456-7890<p>x<p>(111) 222-3333<p>12", "p", "(123) 456-7890|(111) 222-3333"),
                  "(000) 000-0000"));
  cr_expect(holds(filter_of("<p>12:30<p>x<p>9:15<p>y 1<p>8:20<p>z", "p", "12:30|9:15|8:20"), "00:00"));
}

/* Two values are too few to compare their shapes. */
Test(template_filter, does_not_compare_the_shapes_of_two_values) {
  cr_expect_str_eq(filter_of("<ul><li>a1<li>b2<li>c3<li>d4</ul>", "li", "a1|b2"), " +0 -2");
  cr_expect_str_eq(filter_of("<ul><li>x<li>a<li>b<li>c</ul>", "li", "a|b"), " +1 -1");
}

/* If the user's values are all values, positions are fixed: other pages have no more values either. */
Test(template_filter, uses_positions_if_there_are_no_other_values) {
  learning t;
  learning_of(&t, "<ul><li>x<li>a<li>b<li>c<li>d</ul>", "a|b");
  dt_wish wish = wish_for(&t, "a|b");
  dt_anchor anchor = {.kind = DT_ANCHOR_TAG, .tag = "ul", .path = "/li", .trust = 0.8};
  const dt_candidate *list = dt_candidates_add(&t.l, &anchor, true);
  t.l.exactly = true;
  dt_filtered_candidates(&t.l, 0, &wish, list);
  const dt_candidate *best = candidate_giving(&t, true, "a|b");
  cr_assert_not_null(best);
  cr_expect_str_eq(best->anchor.path, "/li[position()>=2 and position()<=3]");
  for (uint32_t i = 0; i < t.l.candidate_count; i++)
    cr_expect(t.l.candidates[i]->anchor.skip == 0 && t.l.candidates[i]->anchor.drop == 0);
  learning_free(&t);
}

/* Values of three shapes have no common shape, and shapes with quotes cannot be written. */
Test(template_filter, does_not_compare_digits_if_values_have_many_shapes) {
  cr_expect_not(holds(filter_of("<p>a<p>1<p>22<p>333<p>b", "p", "1|22|333"), "000"));
  cr_expect_not(holds(filter_of("<p>a<p>1'2<p>2'3<p>b", "p", "1'2|2'3"), "0'0"));
  cr_expect_not(holds(filter_of("<p>a 1<p>b<p>c<p>d", "p", "b|c"), "translate"));
}

Test(template_filter, leaves_out_elements_with_other_tags) {
  cr_expect_str_eq(filter_of("<ul><li>a<li><h4>T</h4>x<li>b<li>c</ul>", "li", "a|b|c"), "[not(.//h4)]");
  cr_expect(holds(filter_of("<ul><li><p>a</p><li>x<li><p>b</p></ul>", "li", "a|b"), ".//p"));
}

Test(template_filter, ignores_inline_tags) {
  cr_expect_not(holds(filter_of("<p>a<p><a>x</a> y<p>b<p>c", "p", "a|b|c"), "not(.//a)"));
}

Test(template_filter, leaves_out_items_with_other_classes) {
  cr_expect(holds(filter_of("<ul><li>a<li class='ad now'>x<li>b</ul>", "li", "a|b"), "not("));
  cr_expect(holds(filter_of("<ul><li class=t>a<li class='t ad'>x<li class=t>b</ul>", "li", "a|b"), "ad"));
  cr_expect_str_eq(filter_of("<ul><li>a<li class=x-1234>x<li>b<li class=y-5678>y</ul>", "li", "a|b"), "[not(@class)]");
}

Test(template_filter, leaves_out_the_first_and_the_last_item) {
  cr_expect_str_eq(filter_of("<p>x<p>a<p>b<p>y<p>z", "p", "a|b"), " +1 -2");
  cr_expect_str_eq(filter_of("<p>a<p>b<p>y", "p", "a|b"), " +0 -1");
}

Test(template_filter, leaves_out_few_items_at_the_ends) {
  dt_buffer markup = {0};
  for (int i = 0; i < 20; i++) dt_buffer_format(&markup, "<p>x%c", 'a' + i);
  dt_buffer_text(&markup, "<p>a<p>b");
  dt_buffer_byte(&markup, '\0');
  cr_expect_str_eq(filter_of(markup.data, "p", "a|b"), "-");
  dt_buffer_free(&markup);
}

Test(template_filter, does_not_change_a_correct_list) {
  learning t;
  start(&t, "<p>a<p>b", "p", "a|b");
  cr_expect_eq(t.l.candidate_count, 1);
  learning_free(&t);
  start(&t, "<p>a<p>b", "p", "c|d");
  cr_expect_eq(t.l.candidate_count, 1);
  learning_free(&t);
}

Test(template_filter, lowers_the_trust) {
  learning t;
  start(&t, "<ul><li>a<li><h4>T</h4>x<li>b</ul>", "li", "a|b");
  cr_assert_gt(t.l.candidate_count, 1);
  for (uint32_t i = 1; i < t.l.candidate_count; i++)
    cr_expect_lt(t.l.candidates[i]->anchor.trust, t.l.candidates[0]->anchor.trust);
  learning_free(&t);
}

/* ---- common properties of all values ---- */

/* The predicate for the common properties of the values of //TAG; "-" = none. */
static const char *uniform(const char *markup, const char *tag, const char *values) {
  static char path[2000];
  dt_anchor anchor = {.kind = DT_ANCHOR_TAG, .tag = tag, .path = "", .trust = 0.8};
  learning t;
  learning_of(&t, markup, values);
  dt_wish wish = wish_for(&t, values);
  const dt_candidate *candidate = dt_candidates_add(&t.l, &anchor, true);
  dt_uniform_candidate(&t.l, 0, &wish, candidate);
  cr_assert_leq(t.l.candidate_count, 2);
  snprintf(path, sizeof path, "%s", t.l.candidate_count == 2 ? t.l.candidates[1]->anchor.path : "-");
  if (t.l.candidate_count == 2) cr_expect_gt(t.l.candidates[1]->anchor.trust, 0.8);
  learning_free(&t);
  return path;
}

/* The number of nodes of another page that the predicate learned from one page leaves, by libxml2. */
static int uniform_elsewhere(const char *markup, const char *values, const char *other) {
  char xpath[2100];
  learning t;
  snprintf(xpath, sizeof xpath, "//li%s", uniform(markup, "li", values));
  learning_of(&t, other, NULL);
  int count = xpath_count(&t, xpath);
  learning_free(&t);
  return count;
}

Test(template_filter, requires_what_all_values_have_in_common) {
  static const char page[] = "<ul><li>a<li>b<li>c</ul>";
  cr_expect_eq(uniform_elsewhere(page, "a|b|c", "<ul><li>d<li>e</ul>"), 2);
  cr_expect_eq(uniform_elsewhere(page, "a|b|c", "<ul><li class=head>For the sauce<li>d</ul>"), 1);
  cr_expect_eq(uniform_elsewhere(page, "a|b|c", "<ul><li>For the sauce:<li>d</ul>"), 1);
  cr_expect_eq(uniform_elsewhere(page, "a|b|c", "<ul><li><b>For the sauce</b><li>d<li><b>2</b> e</ul>"), 2);
  cr_expect_eq(uniform_elsewhere("<ul><li class=i>a<li class=i>b<li class=i>c</ul>", "a|b|c",
                                 "<ul><li class=i>d<li class=h>e</ul>"),
               1);
}

Test(template_filter, requires_nothing_that_a_value_lacks) {
  cr_expect_eq(uniform_elsewhere("<ul><li><b>a</b><li>b<li>c</ul>", "a|b|c", "<ul><li><b>d</b><li>e</ul>"), 2);
  cr_expect_eq(uniform_elsewhere("<ul><li>a:<li>b<li>c</ul>", "a:|b|c", "<ul><li>d:<li>e</ul>"), 2);
  cr_expect_eq(uniform_elsewhere("<ul><li class=x>a<li>b<li>c</ul>", "a|b|c", "<ul><li class=y>d<li>e</ul>"), 2);
}

Test(template_filter, needs_several_values) { cr_expect_str_eq(uniform("<ul><li>a<li>b</ul>", "li", "a|b"), "-"); }
