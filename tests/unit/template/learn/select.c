/* Tests of src/template/learn/select.c and field.c: the candidates that become a field's parts and anchors. */
#include "template/learn/learning.h"

#include "template/template.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_choose, .fini = find_leaks);

/* A field learned from up to three pages; values NULL = the page does not have the field. */
typedef struct learned_field {
  learning t;
  dt_template_field field;
  bool found;
} learned_field;

static void learn_pages(learned_field *f, const char *const *markups, const char *const *values, uint32_t count) {
  dt_wish wishes[LEARNING_PAGES];
  learning_start(&f->t, markups, values, count);
  for (uint32_t s = 0; s < count; s++) wishes[s] = wish_for(&f->t, values[s]);
  f->found = dt_field_learn(&f->t.l, "f", wishes, &f->field);
}

static void learn_page(learned_field *f, const char *markup, const char *values) {
  learn_pages(f, &markup, &values, 1);
}

static const dt_anchor *first_anchor(const learned_field *f) {
  cr_assert(f->found);
  cr_assert_gt(f->field.parts[0].anchor_count, 0);
  return &f->field.parts[0].anchors[0];
}

/* Returns whether the part has an anchor of this kind with this value. */
static bool has_anchor(const learned_field *f, uint32_t part, dt_anchor_kind kind, const char *value) {
  for (uint32_t i = 0; i < f->field.parts[part].anchor_count; i++) {
    const dt_anchor *a = &f->field.parts[part].anchors[i];
    if (a->kind == kind && (value == NULL || (a->value != NULL && strcmp(a->value, value) == 0))) return true;
  }
  return false;
}

Test(template_choose, orders_fall_backs_by_decreasing_trust) {
  learned_field f;
  learn_page(&f, "<div id=box><dl><dt>Price:<dd class=price itemprop=price>12</dl></div><meta name=cost content=12>",
             "12");
  cr_assert(f.found);
  cr_assert_eq(f.field.part_count, 1);
  const dt_template_part *part = f.field.parts;
  cr_expect_not(part->all);
  cr_assert_gt(part->anchor_count, 4);
  for (uint32_t i = 1; i < part->anchor_count; i++) cr_expect_geq(part->anchors[i - 1].trust, part->anchors[i].trust);
  cr_expect_eq(part->anchors[0].kind, DT_ANCHOR_ATTRIBUTE);
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_CAPTION, "Price:"));
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_CLASS, "price"));
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_ID, "box"));
  learning_free(&f.t);
}

/* Each anchor finds the value by itself. */
Test(template_choose, leaves_out_candidates_that_find_another_value) {
  static const char page[] =
      "<h1>A</h1><p class=x>B</p><p class=x>A</p><dl><dt>K<dd>A<dt>L<dd>B</dl><title>A - B</title>";
  learned_field f;
  learn_page(&f, page, "A");
  cr_assert(f.found);
  uint32_t word = dt_words_number(&f.t.l.words, &f.t.l.arena, DT_TEXT("A"));
  for (uint32_t i = 0; i < f.field.parts[0].anchor_count; i++) {
    dt_anchor anchor = f.field.parts[0].anchors[i];
    dt_output_words output = dt_candidate_output(&f.t.l, dt_candidates_add(&f.t.l, &anchor, false), 0);
    cr_assert_gt(output.count, 0, "%s %s", anchor.value, anchor.path);
    cr_expect_eq(output.words[0], word, "%s %s", anchor.value, anchor.path);
  }
  learning_free(&f.t);
}

Test(template_choose, trusts_candidates_for_one_place_more_than_those_for_many) {
  static const char *const pages[] = {
      "<p class=x>12<p class=x>13<div class=y><b>12</b></div>",
      "<p class=x>12<p class=x>13<p class=x>14<p class=x>15<div class=y><b>12</b></div>"};
  for (size_t i = 0; i < 2; i++) {
    learned_field f;
    learn_page(&f, pages[i], "12");
    cr_assert(f.found);
    cr_expect_str_eq(first_anchor(&f)->value, "y");
    learning_free(&f.t);
  }
}

/* On other pages og:title may end with the name of the site. */
Test(template_choose, prefers_a_heading_to_declared_data_with_the_same_text) {
  learned_field f;
  learn_page(&f, "<meta property='og:title' content='Antz'><body><h1>Antz</h1>", "Antz");
  cr_expect_str_eq(first_anchor(&f)->tag, "h1");
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_ATTRIBUTE, "og:title"));
  learning_free(&f.t);
}

/* Other pages may have more links beside the one of the sample, but not beside the element around it. */
Test(template_choose, prefers_the_element_of_a_value_that_may_have_more_beside_it) {
  static const char *const pages[] = {"<p id=by><a>Ann</a></p>", "<ul id=by><li><a>Ann</a></ul>",
                                      "<p id=by><b><a>Ann</a></b></p>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    learned_field f;
    learn_page(&f, pages[i], "Ann");
    cr_expect_str_neq(first_anchor(&f)->path, "", "%s", pages[i]);
    cr_expect(f.field.parts[0].more, "%s", pages[i]);
    learning_free(&f.t);
  }
}

/* Where the sample has similar elements beside the value, these are not values. */
Test(template_choose, expects_no_more_values_where_the_sample_has_other_ones) {
  learned_field f;
  learn_page(&f, "<ul id=by><li><a>Ann</a><li><a>3 comments</a></ul>", "Ann");
  cr_assert(f.found);
  cr_expect_not(f.field.parts[0].more);
  learning_free(&f.t);
}

Test(template_choose, finds_nothing_if_no_candidate_finds_the_value) {
  learned_field f;
  learn_page(&f, "<p>12</p>", "13");
  cr_expect_not(f.found);
  cr_expect_eq(f.field.part_count, 0);
  learning_free(&f.t);
  learn_page(&f, "", "13");
  cr_expect_not(f.found);
  learning_free(&f.t);
  learn_page(&f, "<ul><li>a<li>b</ul>", "13|14");
  cr_expect_not(f.found);
  learning_free(&f.t);
}

Test(template_choose, makes_one_part_of_a_list) {
  learned_field f;
  learn_page(&f, "<h3>Tags</h3><ul class=tags><li>a<li>b<li>c</ul><ul><li>d</ul>", "a|b|c");
  cr_assert(f.found);
  cr_expect(f.field.list);
  cr_expect_eq(f.field.part_count, 1);
  cr_expect(f.field.parts[0].all);
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_CLASS, "tags"));
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_CAPTION, "Tags"));
  learning_free(&f.t);
}

Test(template_choose, makes_parts_of_separate_lists) {
  learned_field f;
  learn_page(
      &f, "<h1>x</h1><p>City: <b class=city>21</b></p><div><p>y</p><span>Highway: <i class=highway>29</i></span></div>",
      "21|29");
  cr_assert(f.found);
  cr_expect(f.field.list);
  cr_assert_eq(f.field.part_count, 2);
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_CLASS, "city"));
  cr_expect(has_anchor(&f, 1, DT_ANCHOR_CLASS, "highway"));
  learning_free(&f.t);
}

Test(template_choose, adds_a_single_value_to_a_list_as_another_part) {
  static const char page[] =
      "<div class=teaser>first</div><div class=text><p>second</p><p>third</p><p>fourth</p></div><p>x</p>";
  learned_field f;
  learn_page(&f, page, "first|second|third|fourth");
  cr_assert(f.found);
  cr_assert_eq(f.field.part_count, 2);
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_CLASS, "teaser"), "parts are in the order of the sample");
  cr_expect(has_anchor(&f, 1, DT_ANCHOR_CLASS, "text"));
  learning_free(&f.t);
}

/* ---- several samples ---- */

Test(template_choose, prefers_candidates_right_on_all_samples) {
  static const char *const pages[] = {"<p itemprop=name>A</p><div><span class=author>A</span></div>",
                                      "<p itemprop=name>Shop</p><div><span class=author>B</span></div>"};
  static const char *const values[] = {"A", "B"};
  learned_field f;
  learn_page(&f, pages[0], values[0]);
  cr_expect_eq(first_anchor(&f)->kind, DT_ANCHOR_ATTRIBUTE);
  learning_free(&f.t);
  learn_pages(&f, pages, values, 2);
  cr_expect_eq(first_anchor(&f)->kind, DT_ANCHOR_CLASS);
  cr_expect_str_eq(first_anchor(&f)->value, "author");
  learning_free(&f.t);
}

/* The property is missing on one of three. */
Test(template_choose, keeps_candidates_right_on_most_samples_as_fall_backs) {
  static const char *const pages[] = {"<p itemprop=name>A</p><div><span class=author>A</span></div>",
                                      "<p itemprop=name>B</p><div><span class=author>B</span></div>",
                                      "<p>x</p><div><span class=author>C</span></div>"};
  static const char *const values[] = {"A", "B", "C"};
  learned_field f;
  learn_pages(&f, pages, values, 3);
  cr_expect_str_eq(first_anchor(&f)->value, "author");
  cr_expect(has_anchor(&f, 0, DT_ANCHOR_ATTRIBUTE, "name"));
  learning_free(&f.t);
}

Test(template_choose, prefers_candidates_that_find_nothing_for_a_missing_value) {
  static const char *const pages[] = {"<div class=facts><p>Pages: <b>12</b></p></div>",
                                      "<div class=facts><p>Weight: <b>3</b></p></div>"};
  static const char *const values[] = {"12", NULL};
  learned_field f;
  learn_pages(&f, pages, values, 2);
  cr_expect_eq(first_anchor(&f)->kind, DT_ANCHOR_TEXT);
  learning_free(&f.t);
}

Test(template_choose, joins_the_parts_of_lists_of_several_samples) {
  static const char *const pages[] = {"<ul class=tags><li>a<li>b</ul>", "<ul class=tags><li>c</ul>",
                                      "<ul class=tags><li>d<li>e<li>f</ul>"};
  static const char *const values[] = {"a|b", "c", "d|e|f"};
  learned_field f;
  learn_pages(&f, pages, values, 3);
  cr_assert(f.found);
  cr_expect(f.field.list);
  cr_expect_eq(f.field.part_count, 1);
  cr_expect(f.field.parts[0].all);
  learning_free(&f.t);
}

/* The second sample's heading says "Tags", the first's "Labels": the class serves both. */
Test(template_choose, prefers_candidates_for_both_samples_to_those_for_one) {
  static const char *const pages[] = {"<dl><dt>Cost:<dd class=amount>12<dt>x<dd>1</dl>",
                                      "<dl><dt>Price:<dd class=amount>13<dt>x<dd>2</dl>"};
  static const char *const values[] = {"12", "13"};
  learned_field f;
  learn_pages(&f, pages, values, 2);
  cr_expect_eq(first_anchor(&f)->kind, DT_ANCHOR_CLASS);
  cr_expect_str_eq(first_anchor(&f)->value, "amount");
  learning_free(&f.t);
}

/* ---- type and length ---- */

static const char *type_of(const char *markup, const char *values) {
  learned_field f;
  learn_page(&f, markup, values);
  cr_assert(f.found);
  const char *type = f.field.type;
  learning_free(&f.t);
  return type;
}

Test(template_choose, finds_the_type) {
  cr_expect_str_eq(type_of("<p>A. Bee", "A. Bee"), "text");
  cr_expect_str_eq(type_of("<p>$12.50", "$12.50"), "price");
  cr_expect_str_eq(type_of("<p>1,234", "1,234"), "number");
  cr_expect_str_eq(type_of("<p>2020-01-02", "2020-01-02"), "date");
  cr_expect_str_eq(type_of("<a href='https://e.org/x'>a</a>", "https://e.org/x"), "url");
  cr_expect_str_eq(type_of("<ul><li>12<li>13</ul>", "12|13"), "number");
  cr_expect_str_eq(type_of("<ul><li>12<li>many</ul>", "12|many"), "text");
}

/* A value many times longer than those of the samples means a broken page. */
Test(template_choose, bounds_the_length_of_values) {
  char markup[1000], value[501];
  learned_field f;
  learn_page(&f, "<h1>A", "A");
  cr_expect_gt(f.field.longest, 100);
  learning_free(&f.t);
  memset(value, 'x', 500);
  value[500] = '\0';
  snprintf(markup, sizeof markup, "<h1>%s", value);
  learn_page(&f, markup, value);
  cr_expect_gt(f.field.longest, 1000);
  learning_free(&f.t);
}

/* ---- bounds ---- */

/* 200 values, each in a place of its own. */
Test(template_choose, stays_within_the_limits_of_a_template) {
  dt_buffer markup = {0}, values = {0};
  learned_field f;
  for (int i = 0; i < 200; i++) {
    dt_buffer_format(&markup, "<div><%s class=c%c%c>v%c%c</%s></div>", i % 2 ? "p" : "h4", 'a' + i / 26, 'a' + i % 26,
                     'a' + i / 26, 'a' + i % 26, i % 2 ? "p" : "h4");
    dt_buffer_format(&values, "%sv%c%c", i != 0 ? "|" : "", 'a' + i / 26, 'a' + i % 26);
  }
  dt_buffer_byte(&markup, '\0');
  dt_buffer_byte(&values, '\0');
  learn_page(&f, markup.data, values.data);
  cr_assert(f.found);
  cr_expect_leq(f.field.part_count, DT_MAX_PARTS);
  for (uint32_t p = 0; p < f.field.part_count; p++) cr_expect_leq(f.field.parts[p].anchor_count, DT_MAX_ANCHORS);
  learning_free(&f.t);
  dt_buffer_free(&markup);
  dt_buffer_free(&values);
}

/* ---- agreement ---- */

static double agreement(const char *want, const char *have, const char *more) {
  learning t;
  learning_of(&t, "", NULL);
  dt_wish wishes[] = {wish_for(&t, want), wish_for(&t, have), wish_for(&t, more)};
  double result = dt_agreement(&t.l, dt_wanted_output(&t.l, &wishes[0]), dt_wanted_output(&t.l, &wishes[1]),
                               dt_wanted_output(&t.l, &wishes[2]));
  learning_free(&t);
  return result;
}

Test(template_choose, measures_agreement) {
  static const struct {
    const char *want, *have, *more;
    double is;
  } cases[] = {{"a|b", "a|b", NULL, 1},          {"a|b", "a", "b", 1},
               {"a|b", "A|\xc2\xa0 b", NULL, 1}, {"a|b", "c", NULL, 0},
               {"a|b", NULL, NULL, 0},           {"a|b", "a", NULL, 2.0 / 3},
               {"a|b", "a|c", NULL, 0.5},        {"a|b", "a|b|c|d", NULL, 2.0 / 3},
               {"a", "a|a", NULL, 2.0 / 3},      {"a|a", "a|a", NULL, 1},
               {"a|b", "a", "a", 0.5},           {NULL, NULL, NULL, 1},
               {NULL, "a", NULL, 0.6},           {"a|b|c|d", "d|c", "b|a", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_float_eq(agreement(cases[i].want, cases[i].have, cases[i].more), cases[i].is, 1e-9, "%zu", i);
}
