/* Tests of src/content/text/stops.c: the main text by full stops and path similarity. */
#include "content/reading.h"
#include "html/dom.h"

#include "html/pages.h"
#include "leaks.h"
#include "rounds.h"
#include "text/sentences.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(content_stops, .fini = find_leaks);

static void expect_text(const char *markup, const char *expected) {
  expect_chosen(dt_choose_by_stops, markup, expected);
}

Test(content_stops, keeps_the_texts_on_the_path_with_the_most_full_stops) {
  expect_text("<div><ul><li>Home<li>News</ul><div><p>One. Two. Three.<p>Four.</div></div>", "One. Two. Three.|Four.");
}

/* L0 = 5 (html, body, div, p, the text): K0 = 4/6.  p/a/b has 2*4/12, html/body/p 2*2/9. */
Test(content_stops, a_text_may_be_linked_and_emphasised) {
  expect_text("<div><p>One. Two.<p>Three <a href=x><b>four</b></a> five.</div><p>Aside", "One. Two.|Three four five.");
}

/* One match fewer and two nodes more reach K0 = 4/6 (doc/method 4.4); one node more does not: 2*4/13. */
Test(content_stops, the_threshold_itself_is_kept) {
  expect_text("<div><p>One. Two.</p><p><a href=x><b>at it</b></a></p></div>", "One. Two.|at it");
  expect_text("<div><p>One. Two.</p><p><a href=x><b><i>below</i></b></a></p></div>", "One. Two.");
}

Test(content_stops, paths_are_compared_by_tags) {
  expect_text("<div><section><p>One. Two.</section><section><p>Three.</section></div>", "One. Two.|Three.");
}

/* One notice has more full stops than any paragraph; all paragraphs together have more. */
Test(content_stops, the_sample_is_checked_against_other_texts) {
  expect_text("<table><tr><td>A. B. C. D.</table><div><main><p>One. Two.<p>Three. Four.<p>Five. Six.</main></div>",
              "One. Two.|Three. Four.|Five. Six.");
}

Test(content_stops, stops_of_other_scripts_count) {
  expect_text("<ul><li>a<li>b</ul><div><p>一。二。</div>", "一。二。");
}

Test(content_stops, accepts_pages_without_stops_and_without_texts) {
  expect_text("<p>One<p>Two", "One|Two");
  expect_text("", "");
  expect_text("<img src=a><br>", "");
}

/* ---- doc/method 4.3 and 4.4 to the letter, each pair of paths on its own ---- */

/* The path from the root to the text; a br counts as a text. */
static unsigned path_of(const xmlNode *text, const char **names) {
  unsigned length = 1;
  for (const xmlNode *node = text->parent; node->type == XML_ELEMENT_NODE; node = node->parent) length++;
  unsigned at = length;
  names[--at] = "#text";
  for (const xmlNode *node = text->parent; at != 0; node = node->parent) names[--at] = (const char *)node->name;
  return length;
}

enum { DEEPEST = 300 };

static bool is_similar(const xmlNode *sample, const xmlNode *text) {
  const char *a[DEEPEST], *b[DEEPEST];
  unsigned sample_length = path_of(sample, a), length = path_of(text, b), same = 0;
  while (same < sample_length && same < length && strcmp(a[same], b[same]) == 0) same++;
  return 2.0 * same / (sample_length + length) >= (sample_length - 1.0) / (sample_length + 1.0) - 1e-12;
}

static unsigned ends_of(const dt_content_piece *piece) {
  return dt_sentence_ends(dt_text(dt_node_content(piece->node)));
}

/* Returns whether this sample yields the chosen texts. */
static bool is_choice_of(const reading_of *reading, uint32_t sample) {
  const dt_content_piece *pieces = reading->page.pieces;
  for (uint32_t p = 0; p < reading->page.piece_count; p++)
    if (is_similar(pieces[sample].node, pieces[p].node) != reading->chosen[p]) return false;
  return true;
}

static unsigned count_kept(const reading_of *reading) {
  unsigned ends = 0;
  for (uint32_t p = 0; p < reading->page.piece_count; p++)
    if (reading->chosen[p]) ends += ends_of(&reading->page.pieces[p]);
  return ends;
}

static uint32_t richest(const dt_content_page *page) {
  uint32_t best = 0;
  for (uint32_t p = 1; p < page->piece_count; p++)
    if (ends_of(&page->pieces[p]) > ends_of(&page->pieces[best])) best = p;
  return best;
}

static unsigned ends_by_sample(const reading_of *reading, uint32_t sample) {
  unsigned ends = 0;
  for (uint32_t p = 0; p < reading->page.piece_count; p++)
    if (is_similar(reading->page.pieces[sample].node, reading->page.pieces[p].node))
      ends += ends_of(&reading->page.pieces[p]);
  return ends;
}

Test(content_stops, text_of_soup_is_that_of_one_of_its_samples) {
  uint32_t seed = 4;
  for (unsigned round = 0; round < rounds(300); round++) {
    dt_buffer markup = {0};
    add_soup(&markup, &seed, 60);
    dt_buffer_text(&markup, "<div><p>One. Two.</p><p>Three. <i>Four.</i></p></div>");
    dt_buffer_byte(&markup, '\0');
    reading_of *reading = read_content(markup.data);
    choose_content(reading, dt_choose_by_stops);
    bool found = reading->page.piece_count == 0;
    for (uint32_t p = 0; p < reading->page.piece_count && !found; p++) found = is_choice_of(reading, p);
    cr_expect(found, "round %u: %s", round, markup.data);
    if (reading->page.piece_count != 0)
      cr_expect_geq(count_kept(reading), ends_by_sample(reading, richest(&reading->page)));
    free_reading(reading);
    dt_buffer_free(&markup);
  }
}

Test(content_stops, many_deep_texts_take_one_pass) {
  const unsigned texts = rounds(100000);
  dt_buffer markup = {0};
  for (int depth = 0; depth < 200; depth++) dt_buffer_text(&markup, "<div>");
  for (unsigned text = 0; text < texts; text++) dt_buffer_text(&markup, "<b>a.</b> <i>b</i><br>");
  dt_buffer_byte(&markup, '\0');
  reading_of *reading = read_content(markup.data);
  choose_content(reading, dt_choose_by_stops);
  cr_expect_eq(count_kept(reading), texts);
  free_reading(reading);
  dt_buffer_free(&markup);
}
