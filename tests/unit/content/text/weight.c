/* Tests of src/content/text/weight.c: the topic region by text-structure weight. */
#include "content/reading.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>

TestSuite(content_weight, .fini = find_leaks);

static void expect_text(const char *markup, const char *expected) {
  expect_chosen(dt_choose_by_weight, markup, expected);
}

#define WORDS "Some words that say a little more than a label does"

Test(content_weight, the_region_is_the_element_with_the_most_text_among_the_least_markup) {
  expect_text("<div><div>Short</div><div><p>" WORDS "<p>" WORDS "<p>" WORDS "</div>"
              "<div><div><div><div>Deep</div></div></div></div></div>",
              WORDS "|" WORDS "|" WORDS);
}

/* A region of three paragraphs, something, and a fourth. */
static void expect_between(const char *something, const char *expected) {
  dt_buffer markup = {0}, texts = {0};
  dt_buffer_format(&markup, "<div><p>" WORDS "<p>" WORDS "<p>" WORDS "%s<p>" WORDS "</div>", something);
  dt_buffer_format(&texts, WORDS "|" WORDS "|" WORDS "|%s" WORDS, expected);
  dt_buffer_byte(&markup, '\0');
  dt_buffer_byte(&texts, '\0');
  expect_text(markup.data, texts.data);
  dt_buffer_free(&markup);
  dt_buffer_free(&texts);
}

Test(content_weight, lists_of_links_are_removed) {
  expect_between("<ul><li><a href=a>One</a><li><a href=b>Two</a><li><a href=c>Three</a></ul>", "");
  expect_between("<p><a href=a>One</a> | <a href=b>Two</a> | <a href=c>Three</a>", "");
  expect_between("<div><p><a href=a>One</a></div><div><p><a href=b>Two</a></div>", "");
}

Test(content_weight, lists_of_texts_and_a_single_link_stay) {
  expect_between("<ul><li>One thing<li>Two things</ul>", "One thing|Two things|");
  expect_between("<p><a href=a>Read the rest</a>", "Read the rest|");
}

Test(content_weight, dissimilar_links_are_not_a_region) {
  expect_between("<section><a href=a>One thing</a></section><div><a href=b>Another thing</a></div>",
                 "One thing|Another thing|");
  expect_between("<div><a href=a>One thing</a></div><div><ul><li><h3><a href=b>Another thing</a></h3></ul></div>",
                 "One thing|Another thing|");
}

Test(content_weight, much_shorter_texts_than_the_longest_are_noise) {
  dt_buffer markup = {0}, expected = {0};
  for (int k = 0; k < 5; k++) dt_buffer_text(&expected, WORDS " ");
  dt_buffer_text(&expected, WORDS);
  dt_buffer_byte(&expected, '\0');
  dt_buffer_format(&markup, "<div><p>%s<p>12<p>", expected.data);
  dt_buffer_byte(&markup, '\0');
  expect_text(markup.data, expected.data);
  dt_buffer_free(&markup);
  dt_buffer_free(&expected);
}

Test(content_weight, accepts_pages_without_text) {
  expect_text("", "");
  expect_text("<ul><li><a href=a>One</a><li><a href=b>Two</a></ul>", "");
}

static void expect_some(dt_buffer *markup, const char *why) {
  dt_buffer_byte(markup, '\0');
  reading_of *reading = read_content(markup->data);
  choose_content(reading, dt_choose_by_weight);
  bool any = false;
  for (uint32_t p = 0; p < reading->page.piece_count; p++) any = any || reading->chosen[p];
  cr_expect(any, "%s", why);
  free_reading(reading);
  dt_buffer_free(markup);
}

Test(content_weight, survives_hostile_pages) {
  dt_buffer equal = {0}, deep = {0};
  for (unsigned k = 0; k < rounds(100000); k++) dt_buffer_text(&equal, "<div><p><a href=a>x</a></div>");
  dt_buffer_text(&equal, "<p>" WORDS);
  expect_some(&equal, "100,000 equal siblings");
  for (int k = 0; k < 900; k++) dt_buffer_text(&deep, "<div><a href=a>x</a><p><a href=b>y</a></p>");
  dt_buffer_text(&deep, "<p>" WORDS);
  expect_some(&deep, "nested link blocks");
}
