/* Tests of src/template/learn/value_search.c: the places of a value on a page. */
#include "template/learn/learning.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_value_search, .fini = find_leaks);

static void add_target(const dt_target *target, dt_buffer *out) {
  if (target->kind == DT_TARGET_ATTRIBUTE) {
    dt_buffer_format(out, "%s@%s", (const char *)target->element->name, (const char *)target->node->name);
  } else {
    dt_buffer_format(out, "%s%s", (const char *)target->element->name, target->kind == DT_TARGET_TEXT ? "/text" : "");
  }
  dt_buffer_text(out, target->partial ? "~ " : " ");
}

/* "1: dd h1/text~ meta@content": the number of places, then the targets; ~ = the value is a part of it. */
static const char *found_at(const char *markup, const char *value, const char *path) {
  static char line[2000];
  learning t;
  dt_buffer out = {0};
  learning_of(&t, markup, NULL);
  dt_targets targets = dt_find_value(t.l.samples, dt_text(value), path);
  dt_buffer_format(&out, "%u: ", (unsigned)targets.places);
  for (uint32_t i = 0; i < targets.count; i++)
    if (targets.all[i].kind <= DT_TARGET_ATTRIBUTE) add_target(&targets.all[i], &out);
  snprintf(line, sizeof line, "%.*s", (int)out.length - 1, out.data);
  dt_buffer_free(&out);
  learning_free(&t);
  return line;
}

static void expect_found(const char *markup, const char *value, const char *expected) {
  const char *is = found_at(markup, value, NULL);
  cr_expect_str_eq(is, expected, "%s in %.300s\n  is %s\n  should be %s", value, markup, is, expected);
}

Test(template_value_search, finds_whole_elements) {
  expect_found("<dl><dt>Price</dt><dd>12</dd></dl>", "12", "1: dd");
  expect_found("<p>a</p><p>b</p><p>a</p>", "a", "2: p p");
  expect_found("<p>a</p>", "c", "0:");
  expect_found("", "c", "0:");
  expect_found("<p>a</p>", "", "0:");
  expect_found("<p>a</p>", " \xc2\xa0 ", "0:");
}

Test(template_value_search, counts_nested_elements_with_one_text_as_one_place) {
  expect_found("<div><p><b><i>a</i></b></p></div><p>x</p>", "a", "1: i b p div");
  expect_found("<div><p><b>a</b></p></div><p>a</p>", "a", "2: b p div p");
}

Test(template_value_search, does_not_count_the_whole_page_as_a_place) {
  expect_found("<html><body><p>a</p></body></html>", "a", "1: p");
}

Test(template_value_search, finds_texts_among_tags) {
  expect_found("<p><b>Price:</b> 12 <i>USD</i></p>", "12", "1: p/text");
  expect_found("<p>a<br>b<br>c</p>", "b", "1: p/text");
}

Test(template_value_search, finds_text_split_by_inline_tags) {
  expect_found("<p>The <b>quick</b> fox</p>", "The quick fox", "1: p");
  expect_found("<p>The qu<b>ick</b> fox</p>", "The quick fox", "1: p");
  expect_found("<p>The <b>quick</b> <i>brown fox</i></p>", "quick brown", "1: p~");
}

Test(template_value_search, finds_text_of_other_case_and_spacing) {
  expect_found("<p>Fish &amp; Chips</p>", "Fish & Chips", "1: p");
  expect_found("<p>Fish&nbsp;&#38;\n  Chips</p>", "Fish & Chips", "1: p");
  expect_found("<p>Fish & Chips</p>",
               "Fish\n&\xc2\xa0"
               "Chips ",
               "1: p");
  expect_found("<p>co&shy;oper&#8203;ate</p>", "cooperate", "1: p");
  expect_found("<p>１２円</p>", "12円", "1: p");
  expect_found("<p>and so on&hellip;</p>", "and so on...", "1: p");
}

Test(template_value_search, finds_parts_if_nothing_is_whole) {
  expect_found("<p>Price: 12 USD</p>", "12", "1: p~");
  expect_found("<p>Price: 12 USD</p><b>12</b>", "12", "2: p~ b");
  expect_found("<p>by A. Bee and C. Dee</p>", "C. Dee", "1: p~");
  expect_found("<p>Size: <b>L</b>, price: 12 USD</p>", "12", "1: p/text~");
}

Test(template_value_search, finds_parts_between_words_only) {
  expect_found("<p>in 2012</p>", "12", "0:");
  expect_found("<p>in 120</p>", "12", "0:");
  expect_found("<p>scared</p>", "red", "0:");
  expect_found("<p>руб</p>", "уб", "0:");
  expect_found("<p>$12.</p>", "12", "1: p~");
  expect_found("<p>$12.</p>", "$12", "1: p~");
  expect_found("<p>(12)</p>", "12", "1: p~");
  expect_found("<p>2012 to 12</p>", "12", "1: p~");
}

/* Words are not separated by blanks there. */
Test(template_value_search, finds_parts_of_texts_without_blanks) { expect_found("<p>價格：好书</p>", "好书", "1: p~"); }

Test(template_value_search, finds_attributes) {
  expect_found("<meta name=author content='A. Bee'>", "A. Bee", "1: meta@content");
  expect_found("<img alt='A cover' src=/c.png>", "A cover", "1: img@alt");
  expect_found("<a href='/x.html'>x</a>", "/x.html", "1: a@href");
  expect_found("<time datetime=2020-01-02>yesterday</time>", "2020-01-02", "1: time@datetime");
  expect_found("<input value=12>", "12", "1: input@value");
}

Test(template_value_search, finds_attributes_that_readers_do_not_see_if_nothing_else_is_found) {
  expect_found("<p class=red>x</p>", "red", "1: p@class");
  expect_found("<p class='large red'>x</p>", "Red", "1: p@class~");
  expect_found("<p class=red>x</p><p>Red</p>", "red", "1: p");
  expect_found("<p class=red>x</p><img alt=red>", "red", "1: img@alt");
  expect_found("<p class=reddish data-hue='dark red'>x</p>", "red", "0:");
  expect_found("<p data-hue=red id=red>x</p>", "red", "2: p@data-hue p@id");
  expect_found("<a href='mailto:ida@quay.example?cc=x'>x</a>", "ida@quay.example", "1: a@href~");
  expect_found("<a href='/red?a:red'>x</a>", "red", "0:");
}

Test(template_value_search, finds_parts_of_attributes_only_in_meta) {
  expect_found("<meta property='og:title' content='Good Book | Shop'>", "Good Book", "1: meta@content~");
  expect_found("<img alt='Good Book | Shop'>", "Good Book", "0:");
}

/* A text with the value in the given case is preferred, even a longer one. */
Test(template_value_search, prefers_a_text_with_the_case_of_the_value) {
  expect_found("<li>Home</li><p>oak, home</p>", "home", "1: p~");
  expect_found("<meta name=k content='home'><li>Home</li>", "home", "1: meta@content");
  expect_found("<meta name=k content='my home'><li>Home</li>", "home", "2: meta@content~ li");
}

Test(template_value_search, folds_case_only_if_nothing_else_is_found) {
  expect_found("<p>RED</p><p>Red</p>", "red", "2: p p");
  expect_found("<p>RED</p><p>red</p>", "red", "1: p");
  expect_found("<p>ЖАР</p>", "жар", "1: p");
  expect_found("<p>ÉTÉ</p>", "été", "1: p");
}

/* The first node of the run that is the value, and its parent, as "b in p"; "" = none. */
static const char *run_of(const char *markup, const char *value) {
  static char line[100];
  learning t;
  learning_of(&t, markup, NULL);
  *line = '\0';
  dt_targets targets = dt_find_value(t.l.samples, dt_text(value), NULL);
  for (uint32_t i = 0; i < targets.count; i++)
    if (targets.all[i].kind == DT_TARGET_RUN)
      snprintf(line, sizeof line, "%s in %s", (const char *)targets.all[i].node->name,
               (const char *)targets.all[i].element->name);
  learning_free(&t);
  return line;
}

Test(template_value_search, finds_runs) {
  cr_expect_str_eq(run_of("<p>a <b>b</b> c<br>d</p>", "a b c"), "text in p");
  cr_expect_str_eq(run_of("<p>d<br><b>a</b> b</p>", "a b"), "b in p");
  cr_expect_str_eq(run_of("<p><b>a</b> b <i> </i><br>d</p>", "a b"), "b in p");
  cr_expect_str_eq(run_of("<div>a <b>b</b><p>d</p></div>", "a b"), "text in div");
  cr_expect_str_eq(run_of("<p>a<br>d</p>", "a"), "text in p");
  cr_expect_str_eq(run_of("<p><i><b>a</b></i><br>d</p>", "a"), "i in p");
  cr_expect_str_eq(run_of("<p>a <b>b</b> c<br>d</p>", "a b"), "");
  cr_expect_str_eq(run_of("<p>a <b>b</b> c<br>d</p>", "b c"), "");
  cr_expect_str_eq(run_of("<p>a<br>b<br>c</p>", "a b"), "");
  cr_expect_str_eq(run_of("<div><p>a</p><p>b</p></div>", "a"), "");
}

Test(template_value_search, searches_only_the_given_path) {
  static const char page[] = "<p id=a>x</p><p id=b>x</p><p id=c>y</p>";
  learning t;
  learning_of(&t, page, NULL);
  dt_targets targets = dt_find_value(t.l.samples, DT_TEXT("x"), "/html/body/p[2]");
  cr_assert_eq(targets.count, 1);
  cr_expect_eq(targets.all[0].node, node_at(&t, "//p[@id='b']"));
  cr_expect_eq(dt_find_value(t.l.samples, DT_TEXT("x"), "/html/body/p[3]").count, 0);
  learning_free(&t);
}

/* Values of JSON-LD are places too. */
Test(template_value_search, finds_values_in_json_ld) {
  expect_found("<p>x</p><script type='application/ld+json'>{\"@type\":\"Book\",\"name\":\"Good\",\"sku\":1}</script>",
               "Good", "1: name");
}

Test(template_value_search, limits_the_places) {
  dt_buffer markup = {0};
  learning t;
  for (int i = 0; i < 10000; i++) dt_buffer_text(&markup, "<p>same</p><p>some same words</p>");
  dt_buffer_byte(&markup, '\0');
  learning_of(&t, markup.data, NULL);
  dt_targets targets = dt_find_value(t.l.samples, DT_TEXT("same"), NULL);
  cr_expect_geq(targets.count, 40);
  cr_expect_leq(targets.count, 1000);
  cr_expect_geq(targets.places, 40);
  cr_expect_leq(targets.places, 20000);
  learning_free(&t);
  dt_buffer_free(&markup);
}

/* On any page, each element whose text is the value for XPath is a target. */
Test(template_value_search, finds_each_element_that_xpath_finds) {
  static const char *const parts[] = {"<q>",     "</q>", "<p>",   "</p>", "<cite>",
                                      "</cite>", "red",  " fox ", "<br>", "&nbsp;"};
  unsigned seed = 5;
  for (unsigned round = 0; round < 400; round++) {
    dt_buffer markup = {0};
    learning t;
    for (unsigned i = 0; i < 30; i++) {
      seed = seed * 1664525 + 1013904223;
      dt_buffer_text(&markup, parts[(seed >> 8) % 10]);
    }
    dt_buffer_byte(&markup, '\0');
    learning_of(&t, markup.data, NULL);
    dt_targets targets = dt_find_value(t.l.samples, DT_TEXT("red"), NULL);
    dt_nodes nodes =
        dt_sample_at_path(t.l.samples, "//body//*[normalize-space(translate(., '\xc2\xa0', ' ')) = 'red']");
    for (uint32_t n = 0; n < nodes.count; n++) {
      bool found = false;
      for (uint32_t i = 0; i < targets.count; i++)
        found |= targets.all[i].node == nodes.nodes[n] && !targets.all[i].partial;
      cr_assert(found, "%s", markup.data);
    }
    for (uint32_t i = 0; i < targets.count; i++)
      cr_assert_not_null(strstr(dt_sample_value(t.l.samples, targets.all[i].node).data, "red"), "%s", markup.data);
    learning_free(&t);
    dt_buffer_free(&markup);
  }
}
