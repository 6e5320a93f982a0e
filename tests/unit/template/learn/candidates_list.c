/* Tests of src/template/learn/candidates_list.c: candidates that find all values of a list at once. */
#include "leaks.h"
#include "rounds.h"
#include "template/learn/learning.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_list, .fini = find_leaks);

static void start(learning *t, const char *markup, const char *values) {
  learning_of(t, markup, values);
  dt_wish wish = wish_for(t, values);
  dt_list_candidates(&t->l, 0, &wish, false);
}

/* The trust of the best candidate of a kind made for `values` that finds `expected`; 0 = no such candidate. */
static double trust_by(const char *markup, const char *values, dt_anchor_kind kind, const char *expected) {
  learning t;
  start(&t, markup, values);
  const dt_candidate *best = candidate_by(&t, true, kind, expected);
  double trust = best != NULL ? best->anchor.trust : 0;
  learning_free(&t);
  return trust;
}

static void expect_given(const char *markup, const char *values, const char *expected) {
  cr_expect_gt(trust_by(markup, values, DT_ANCHOR_KINDS, expected), 0, "%s of %.600s", expected, markup);
}

Test(template_list, find_all_values) {
  expect_given("<ul class=tags><li>a<li>b<li>c</ul>", "a|b|c", "a|b|c");
  expect_given("<p class=by><a>A. Bee</a> and <a>C. Dee</a></p>", "A. Bee|C. Dee", "A. Bee|C. Dee");
  expect_given("<table><tr><td>a<td>1<tr><td>b<td>2</table>", "a|b", "a|b");
}

Test(template_list, find_siblings_of_the_values_too) {
  expect_given("<ul class=tags><li>a<li>b<li>c<li>d</ul>", "a|b", "a|b|c|d");
  expect_given("<ul class=tags><li>a<li>b<li>c<li>d</ul>", "b|d", "a|b|c|d");
  expect_given("<ul class=tags><li>a<li>b<li>c<li>d</ul>", "a", "a|b|c|d");
}

Test(template_list, exist_for_each_kind_of_anchor) {
  static const struct {
    const char *markup;
    dt_anchor_kind kind;
  } cases[] = {
      {"<ul id=tags><li>a<li>b<li>c</ul>", DT_ANCHOR_ID},
      {"<ul class=tags><li>a<li>b<li>c</ul>", DT_ANCHOR_CLASS},
      {"<ul><li class=tag>a<li class=tag>b<li class=tag>c</ul><ul><li>d</ul>", DT_ANCHOR_CLASS},
      {"<ul><li><p class=tag><b>a</b></p><li><p class=tag><b>b</b></p><li><p class=tag><b>c</b></p></ul><b>x</b>",
       DT_ANCHOR_CLASS},
      {"<ul><li itemprop=tag>a<li itemprop=tag>b<li itemprop=tag>c</ul>", DT_ANCHOR_ATTRIBUTE},
      {"<h3>Tags</h3><ul><li>a<li>b<li>c</ul>", DT_ANCHOR_CAPTION},
      {"<dl><dt>Tags:<dd><a>a</a>, <a>b</a>, <a>c</a><dt>x:<dd><a>y</a></dl>", DT_ANCHOR_CAPTION},
      {"<ul><li>a<li>b<li>c</ul>", DT_ANCHOR_PATH},
      {"<p>x</p><script type='application/ld+json'>{\"@type\":\"Book\",\"tag\":[\"a\",\"b\",\"c\"]}</script>",
       DT_ANCHOR_DATA},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_gt(trust_by(cases[i].markup, "a|b|c", cases[i].kind, "a|b|c"), 0, "%s: %s",
                 dt_anchor_kind_names[cases[i].kind], cases[i].markup);
}

/* Items after a heading among their siblings, up to the next heading. */
Test(template_list, find_items_under_a_heading_among_them) {
  static const char page[] = "<div><h2>Method</h2><p>a</p><p>b</p><p>c</p><h2>Notes</h2><p>d</p><p>e</p></div>";
  cr_expect_gt(trust_by(page, "a|b|c", DT_ANCHOR_CAPTION, "a|b|c"), 0);
  cr_expect_gt(trust_by(page, "d|e", DT_ANCHOR_CAPTION, "d|e"), 0);
}

/* Another page may have a second list under the heading. */
Test(template_list, prefer_all_lists_under_a_heading) {
  learning t;
  start(&t, "<div class=a><h4>Needed</h4><ul><li>a<li>b<li>c</ul><h4>Tools</h4><ul><li>d</ul></div>", "a|b|c");
  const dt_candidate *best = candidate_by(&t, true, DT_ANCHOR_CAPTION, "a|b|c");
  cr_assert_not_null(best);
  cr_expect_str_eq(best->anchor.path,
                   "/following-sibling::ul[preceding-sibling::h4[1][normalize-space()='Needed']]/li");
  learning_free(&t);
}

Test(template_list, find_a_class_of_wrappers) {
  static const char page[] = "<div><div class=row><b>x</b><i>a</i></div><div class=row><b>y</b><i>b</i></div>"
                             "<div><b>z</b><i>c</i></div></div>";
  cr_expect_gt(trust_by(page, "a|b", DT_ANCHOR_CLASS, "a|b"), 0);
}

Test(template_list, find_texts_between_breaks) {
  expect_given("<p class=steps>a<br>b<br>c</p>", "a|b|c", "a|b|c");
  expect_given("<p><b>Steps:</b><br>a<br>b<br>c</p>", "a|b|c", "a|b|c");
}

Test(template_list, find_attributes) {
  expect_given("<meta property='book:tag' content=a><meta property='book:tag' content=b><meta property=x content=c>",
               "a|b", "a|b");
  expect_given("<p class=pics><img src=/a.png><img src=/b.png></p>", "/a.png|/b.png", "/a.png|/b.png");
}

Test(template_list, find_lists_in_json_ld) {
  static const char page[] =
      "<p>x</p><script type='application/ld+json'>{\"@type\":\"Recipe\",\"step\":"
      "[{\"@type\":\"HowToStep\",\"text\":\"a\"},{\"@type\":\"HowToStep\",\"text\":\"b\"}],\"name\":\"N\"}</script>";
  cr_expect_gt(trust_by(page, "a|b", DT_ANCHOR_DATA, "a|b"), 0);
}

Test(template_list, cut_numbers_off) {
  expect_given("<div class=steps><p>1. mix<p>2. bake<p>3. eat</div>", "mix|bake|eat", "mix|bake|eat");
  expect_given("<div class=steps><p>Step 1: mix<p>Step 2: bake<p>eat</div>", "mix|bake|eat", "mix|bake|eat");
}

/* Values that are elsewhere as well: the list is the place that has all of them. */
Test(template_list, find_the_place_that_has_most_values) {
  static const char page[] =
      "<p><a>a</a></p><p><a>x</a></p><ul class=tags><li>a<li>b<li>c</ul><p>Related: <i>c</i></p>";
  learning t;
  start(&t, page, "a|b|c");
  const dt_candidate *best = candidate_giving(&t, true, "a|b|c");
  cr_assert_not_null(best);
  cr_expect(xpath_finds(&t, best->expression, node_at(&t, "//li[1]")));
  learning_free(&t);
}

Test(template_list, trust_semantic_markup_most) {
  double meaning = trust_by("<ul><li itemprop=t>a<li itemprop=t>b</ul>", "a|b", DT_ANCHOR_ATTRIBUTE, "a|b"),
         class = trust_by("<ul><li class=t>a<li class=t>b</ul>", "a|b", DT_ANCHOR_CLASS, "a|b"),
         path = trust_by("<ul><li>a<li>b</ul>", "a|b", DT_ANCHOR_PATH, "a|b");
  cr_expect_gt(meaning, class);
  cr_expect_gt(class, path);
  cr_expect_gt(path, 0);
}

/* A class that all items share begins before the limit of 500 bytes and ends after it. */
Test(template_list, end_with_long_class_attributes) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<ul>");
  for (int item = 0; item < 2; item++) {
    dt_buffer_text(&page, "<li class='");
    for (int i = 0; i < 495; i++) dt_buffer_byte(&page, 'a');
    dt_buffer_text(&page, item == 0 ? " bbbbbbbbbbbbbbbbbbbb'>x" : " bbbbbbbbbbbbbbbbbbbb'>y");
  }
  dt_buffer_text(&page, "</ul>");
  dt_buffer_byte(&page, '\0');
  expect_given(page.data, "x|y", "x|y");
  dt_buffer_free(&page);
}

Test(template_list, do_not_exist_for_missing_values) {
  learning t;
  start(&t, "<ul><li>a<li>b</ul>", "x|y");
  cr_expect_eq(t.l.candidate_count, 0);
  cr_expect_eq(t.l.fresh.count, 0);
  learning_free(&t);
}

Test(template_list, distinguish_paragraphs_from_entries) {
  learning t;
  learning_of(&t, "", NULL);
  dt_buffer text = {0};
  for (int v = 0; v < 3; v++) {
    for (int i = 0; i < 30; i++) dt_buffer_text(&text, "words ");
    dt_buffer_text(&text, v < 2 ? "|" : "");
  }
  dt_buffer_byte(&text, '\0');
  dt_wish entries = wish_for(&t, "a|b|c|d"), paragraphs = wish_for(&t, text.data),
          one = wish_for(&t, strrchr(text.data, '|') + 1);
  cr_expect_not(dt_is_prose(&entries));
  cr_expect(dt_is_prose(&paragraphs));
  cr_expect_not(dt_is_prose(&one));
  dt_buffer_free(&text);
  learning_free(&t);
}

static void check_candidates(const learning *t) {
  for (uint32_t i = 0; i < t->l.candidate_count; i++) {
    const dt_candidate *c = t->l.candidates[i];
    xmlXPathObjectPtr found = nodes_at(t, c->expression);
    cr_assert_not_null(found, "%s", c->expression);
    cr_assert(c->anchor.trust > 0 && c->anchor.trust <= 1, "%s", c->expression);
    cr_assert(c->all);
    xmlXPathFreeObject(found);
  }
}

/* Lists of any items in any tags between any other elements. */
Test(template_list, find_the_items_of_any_list) {
  static const char *const frames[][3] = {{"<ul>", "<li>", "</ul>"},
                                          {"<div class=x>", "<p>", "</div>"},
                                          {"<p id=l>", "<a>", "</p>"},
                                          {"<table>", "<tr><td>", "</table>"},
                                          {"<div><div>", "<h4>", "</div></div>"},
                                          {"<dl>", "<dt>k<dd>", "</dl>"},
                                          {"<ol class='it-s'>", "<li><b>", "</ol>"}};
  static const char *const ends[] = {"</li>", "</p>", "</a> ", "</td></tr>", "</h4>", "</dd>", "</b></li>"};
  unsigned seed = 31;
  for (unsigned round = 0; round < rounds(300); round++) {
    dt_buffer markup = {0}, values = {0};
    seed = seed * 1664525 + 1013904223;
    unsigned frame = (seed >> 8) % 7, count = 2 + (seed >> 16) % 5;
    for (unsigned i = (seed >> 20) % 4; i > 0; i--) dt_buffer_text(&markup, "<div><p>other <a>words</a></p></div>");
    dt_buffer_text(&markup, frames[frame][0]);
    for (unsigned i = 0; i < count; i++) {
      dt_buffer_format(&markup, "%svalue%c%s", frames[frame][1], 'a' + (int)i, ends[frame]);
      dt_buffer_format(&values, "%svalue%c", i != 0 ? "|" : "", 'a' + (int)i);
    }
    dt_buffer_text(&markup, frames[frame][2]);
    dt_buffer_text(&markup, "<p>more</p>");
    dt_buffer_byte(&markup, '\0');
    dt_buffer_byte(&values, '\0');
    learning t;
    start(&t, markup.data, values.data);
    cr_assert_not_null(candidate_giving(&t, true, values.data), "%s in %s", values.data, markup.data);
    check_candidates(&t);
    learning_free(&t);
    dt_buffer_free(&markup);
    dt_buffer_free(&values);
  }
}

static void add_entries(dt_buffer *out, const char *before, unsigned count, const char *behind) {
  for (unsigned i = 0; i < count; i++)
    dt_buffer_format(out, "%sv%c%c%c%s", before, 'a' + (int)(i / 676 % 26), 'a' + (int)(i / 26 % 26),
                     'a' + (int)(i % 26), behind);
}

Test(template_list, find_runs) {
  expect_given("<div class=body>one <b>1</b><br><br>two<br><i>three</i></div>", "one 1|two|three", "one 1|two|three");
  expect_given("<div class=body>one <b>1</b><p>x</p>two <i>2</i></div>", "one 1|two 2", "one 1|two 2");
  expect_given("<div class=body><p>one<p>two <b>2</b><br>three <i>3</i></div>", "one|two 2|three 3",
               "one|two 2|three 3");
}

/* A list of 200 values among 20,000 siblings, where each value occurs a hundred times. */
Test(template_list, are_limited_in_number) {
  dt_buffer markup = {0}, values = {0};
  learning t;
  dt_buffer_text(&markup, "<ul class=all>");
  for (int i = 0; i < 100; i++) add_entries(&markup, "<li class=entry>", 200, "</li>");
  dt_buffer_text(&markup, "</ul>");
  dt_buffer_byte(&markup, '\0');
  add_entries(&values, "|", 200, "");
  dt_buffer_byte(&values, '\0');
  start(&t, markup.data, values.data + 1);
  cr_expect_gt(t.l.candidate_count, 0);
  cr_expect_leq(t.l.candidate_count, 30000);
  learning_free(&t);
  dt_buffer_free(&markup);
  dt_buffer_free(&values);
}
