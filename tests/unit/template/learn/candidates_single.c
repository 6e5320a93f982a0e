/* Tests of src/template/learn/candidates_single.c and candidates.c: anchors for one value, from each of its places. */
#include "leaks.h"
#include "rounds.h"
#include "template/learn/learning.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_single, .fini = find_leaks);

static void start(learning *t, const char *markup, const char *value) {
  learning_of(t, markup, value);
  dt_single_candidates(&t->l, 0, dt_text(value), NULL);
}

/* The trust of the best candidate of a kind that finds the value; 0 = no such candidate. */
static double trust_by(const char *markup, const char *value, dt_anchor_kind kind) {
  learning t;
  start(&t, markup, value);
  const dt_candidate *best = candidate_by(&t, false, kind, value);
  double trust = best != NULL ? best->anchor.trust : 0;
  learning_free(&t);
  return trust;
}

static double best_trust(const char *markup, const char *value) { return trust_by(markup, value, DT_ANCHOR_KINDS); }

Test(template_single, find_a_value_by_each_kind_of_anchor) {
  static const struct {
    const char *markup;
    dt_anchor_kind kind;
  } cases[] = {
      {"<dl><dt>Price</dt><dd>12</dd></dl>", DT_ANCHOR_CAPTION},
      {"<p>Price: <b>12</b></p>", DT_ANCHOR_TEXT},
      {"<p>Price:<br>12</p>", DT_ANCHOR_TEXT},
      {"<p id=price>12</p>", DT_ANCHOR_ID},
      {"<p class=price>12</p>", DT_ANCHOR_CLASS},
      {"<p itemprop=price>12</p>", DT_ANCHOR_ATTRIBUTE},
      {"<meta name=price content=12>", DT_ANCHOR_ATTRIBUTE},
      {"<p itemprop='price amount'>12</p>", DT_ANCHOR_TOKEN},
      {"<h1>12</h1>", DT_ANCHOR_TAG},
      {"<p>12</p>", DT_ANCHOR_PATH},
      {"<p>x</p><script type='application/ld+json'>{\"@type\":\"Offer\",\"price\":12,\"sku\":3}</script>",
       DT_ANCHOR_DATA},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_gt(trust_by(cases[i].markup, "12", cases[i].kind), 0, "%s: %s", dt_anchor_kind_names[cases[i].kind],
                 cases[i].markup);
}

Test(template_single, find_a_value_within_a_known_element) {
  cr_expect_gt(trust_by("<div id=box><p>a</p><p><b>12</b></p></div>", "12", DT_ANCHOR_ID), 0);
  cr_expect_gt(trust_by("<div class=box><i>a</i> 12 <i>b</i></div>", "12", DT_ANCHOR_CLASS), 0);
  cr_expect_gt(trust_by("<div class=box><img alt=12></div>", "12", DT_ANCHOR_CLASS), 0);
}

Test(template_single, cut_parts) {
  learning t;
  start(&t, "<p class=price>Price: 12 USD</p>", "12");
  const dt_candidate *best = candidate_by(&t, false, DT_ANCHOR_CLASS, "12");
  cr_assert_not_null(best);
  cr_expect_not_null(best->anchor.pattern);
  cr_expect_not_null(best->pattern);
  learning_free(&t);
}

Test(template_single, trust_markup_that_names_the_field) {
  double meaning = best_trust("<p itemprop=price>12</p>", "12"), class = best_trust("<p class=price>12</p>", "12"),
         numbered = best_trust("<p class=a1b2>12</p>", "12"), nothing = best_trust("<p>12</p>", "12");
  cr_expect_gt(meaning, class);
  cr_expect_gt(class, numbered);
  cr_expect_gt(numbered, nothing);
  cr_expect_gt(nothing, 0);
}

Test(template_single, trust_whole_elements_most) {
  double whole = best_trust("<p class=price>12</p>", "12");
  cr_expect_gt(whole, best_trust("<p class=price>for 12</p>", "12"));
  cr_expect_gt(whole, best_trust("<p class=price><i>a</i> 12</p>", "12"));
  cr_expect_gt(whole, best_trust("<p class=price title=12>a</p>", "12"));
  cr_expect_gt(best_trust("<p class=price title=12>a</p>", "12"), best_trust("<a class=price href=12>a</a>", "12"));
}

Test(template_single, trust_json_ld_less_than_visible_text) {
  double data =
      best_trust("<p>x</p><script type='application/ld+json'>{\"@type\":\"A\",\"p\":12,\"q\":3}</script>", "12");
  cr_expect_gt(data, 0);
  cr_expect_lt(data, best_trust("<p itemprop=p>12</p>", "12"));
}

Test(template_single, do_not_use_a_value_as_a_name) {
  learning t;
  start(&t, "<p id=good-book class=good-book title=x>Good Book</p>", "Good Book");
  cr_expect_null(candidate_by(&t, false, DT_ANCHOR_ID, "Good Book"));
  cr_expect_null(candidate_by(&t, false, DT_ANCHOR_CLASS, "Good Book"));
  cr_expect_not_null(candidate_by(&t, false, DT_ANCHOR_PATH, "Good Book"));
  learning_free(&t);
}

Test(template_single, keep_to_the_given_place) {
  learning t;
  learning_of(&t, "<p class=a>12</p><p class=b>12</p>", "12");
  dt_single_candidates(&t.l, 0, DT_TEXT("12"), "/html/body/p[2]");
  cr_assert_gt(t.l.candidate_count, 0);
  for (uint32_t i = 0; i < t.l.candidate_count; i++)
    cr_expect(t.l.candidates[i]->anchor.value == NULL || strcmp(t.l.candidates[i]->anchor.value, "a") != 0);
  learning_free(&t);
}

Test(template_single, do_not_exist_for_a_missing_value) {
  learning t;
  start(&t, "<p>12</p>", "13");
  cr_expect_eq(t.l.candidate_count, 0);
  learning_free(&t);
}

Test(template_single, are_kept_once_each) {
  learning t;
  start(&t, "<p class=price>12</p>", "12");
  uint32_t count = t.l.candidate_count;
  dt_single_candidates(&t.l, 0, DT_TEXT("12"), NULL);
  cr_expect_eq(t.l.candidate_count, count);
  dt_candidates_clear(&t.l);
  cr_expect_eq(t.l.candidate_count, 0);
  dt_single_candidates(&t.l, 0, DT_TEXT("12"), NULL);
  cr_expect_eq(t.l.candidate_count, count);
  learning_free(&t);
}

Test(template_single, gain_trust_if_they_are_found_again) {
  learning t;
  learning_of(&t, "<p class=a>12</p>", NULL);
  dt_anchor anchor = {.kind = DT_ANCHOR_CLASS, .value = "a", .path = "", .trust = 0.4};
  const dt_candidate *first = dt_candidates_add(&t.l, &anchor, false);
  anchor.trust = 0.7;
  cr_expect_eq(dt_candidates_add(&t.l, &anchor, false), first);
  anchor.trust = 0.5;
  cr_expect_eq(dt_candidates_add(&t.l, &anchor, false), first);
  cr_expect_float_eq(first->anchor.trust, 0.7, 1e-9);
  cr_expect_neq(dt_candidates_add(&t.l, &anchor, true), first);
  anchor.pattern = "x";
  cr_expect_neq(dt_candidates_add(&t.l, &anchor, false), first);
  anchor.pattern = "(";
  cr_expect_null(dt_candidates_add(&t.l, &anchor, false));
  anchor = (dt_anchor){.kind = DT_ANCHOR_CLASS, .value = "b", .path = "", .trust = 0};
  cr_expect_null(dt_candidates_add(&t.l, &anchor, false));
  learning_free(&t);
}

/* Expects trusts in (0, 1], and expressions that are XPath. */
static void check_candidates(const learning *t) {
  for (uint32_t i = 0; i < t->l.candidate_count; i++) {
    const dt_candidate *c = t->l.candidates[i];
    xmlXPathObjectPtr found = nodes_at(t, c->expression);
    cr_assert_not_null(found, "%s", c->expression);
    cr_assert_eq(found->type, XPATH_NODESET, "%s", c->expression);
    cr_assert(c->anchor.trust > 0 && c->anchor.trust <= 1, "%s", c->expression);
    xmlXPathFreeObject(found);
  }
}

/* Each text of any page is found by a candidate. */
Test(template_single, find_any_text_of_any_page) {
  static const char *const parts[] = {
      "<div class=x>", "</div>", "<p id=y>", "</p>", "<dt>it's:<dd>",    "<b>", "</b>", "red",
      " blue: ",       "<br>",   "<li>",     "12",   "<i title='a\"b'>", "<h1>"};
  unsigned seed = 29;
  for (unsigned round = 0; round < rounds(150); round++) {
    dt_buffer markup = {0};
    learning t;
    for (unsigned i = 0; i < 25; i++) {
      seed = seed * 1664525 + 1013904223;
      dt_buffer_text(&markup, parts[(seed >> 8) % 14]);
    }
    dt_buffer_byte(&markup, '\0');
    learning_of(&t, markup.data, NULL);
    for (uint32_t i = 0; i < t.l.samples->text_count; i++) {
      detm_text value = dt_sample_value(t.l.samples, t.l.samples->texts[i].node);
      dt_candidates_clear(&t.l);
      dt_single_candidates(&t.l, 0, value, NULL);
      cr_assert_not_null(candidate_giving(&t, false, value.data), "%s in %s", value.data, markup.data);
      check_candidates(&t);
    }
    learning_free(&t);
    dt_buffer_free(&markup);
  }
}

Test(template_single, find_runs) {
  learning t;
  start(&t, "<div class=price>a<br>now <b>12</b> only<br>b</div>", "now 12 only");
  const dt_candidate *best = candidate_by(&t, false, DT_ANCHOR_CLASS, "now 12 only");
  cr_assert_not_null(best);
  cr_expect_eq(best->anchor.run, 2);
  cr_expect_str_eq(best->anchor.path, "");
  learning_free(&t);
}

Test(template_single, are_limited_for_a_value_that_is_everywhere) {
  dt_buffer markup = {0};
  learning t;
  for (unsigned i = 0; i < rounds(10000); i++)
    dt_buffer_format(&markup, "<div class='a%c%c b%c%c'><b>Price:</b> <i class=price>12</i></div>", 'a' + i % 26,
                     'a' + i / 26 % 26, 'a' + i % 26, 'a' + i / 26 % 26);
  dt_buffer_byte(&markup, '\0');
  start(&t, markup.data, "12");
  cr_expect_not_null(candidate_by(&t, false, DT_ANCHOR_CLASS, "12"));
  cr_expect_leq(t.l.candidate_count, 30000);
  learning_free(&t);
  dt_buffer_free(&markup);
}
