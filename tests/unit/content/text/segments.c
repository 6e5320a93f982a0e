/* Tests of src/content/text/segments.c: which text blocks belong together by place, look and content, and the kinds of
 * segments. */
#include "content/text/segments.h"

#include "content/reading.h"
#include "html/pages.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(content_segment, .fini = find_leaks);

static dt_segments segments_of(reading_of *reading) {
  cr_assert_eq(setjmp(reading->scope.escape), 0);
  return dt_segment_page(&reading->page);
}

/* One letter for each segment, O(ther), N(avigation), L(ist) or T(opic), with its number of text blocks. */
static void expect_segments(const char *markup, const char *expected) {
  reading_of *reading = read_content(markup);
  dt_segments all = segments_of(reading);
  dt_buffer out = {0};
  for (uint32_t s = 0; s < all.count; s++) {
    const dt_segment *segment = &all.segments[s];
    dt_buffer_format(&out, "%c%u", "ONLT"[segment->kind], segment -> last - segment -> first);
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s: %s", markup, out.data);
  dt_buffer_free(&out);
  free_reading(reading);
}

#define PROSE "A paragraph of some length that ends as sentences do."
#define LINK(text) "<li><a href=x>" text "</a>"

Test(content_segment, has_kinds) {
  expect_segments("<div><p>" PROSE "<p>" PROSE "</div>", "T2");
  expect_segments("<div><ul>" LINK("One") LINK("Two") LINK("Three") "</ul></div>", "N3");
  expect_segments("<div><ul><li>One<li>Two<li>Three</ul></div>", "L3");
  expect_segments("<div>12 May</div>", "O1");
  expect_segments("<div>Too short.</div>", "O1");
}

Test(content_segment, neighbours_with_the_same_words_are_merged) {
  expect_segments("<div><div>" PROSE "</div><div>" PROSE "</div></div>", "T2");
  expect_segments("<div><div><ul>" LINK("One") LINK("Two") "</ul></div><div>" PROSE "</div></div>", "N2T1");
}

Test(content_segment, distant_texts_with_the_same_words_stay_separate) {
  expect_segments("<div><div><div><div>" PROSE "</div></div></div><div><div><div>" PROSE "</div></div></div></div>",
                  "T1T1");
}

Test(content_segment, texts_with_different_looks_stay_separate) {
  expect_segments(
      "<div><div>" PROSE "</div><div style='background:#333;color:white;font-size:24px'>" PROSE "</div></div>", "T1T1");
  expect_segments("<style>.dark{background:black;color:white;font-weight:bold}</style>"
                  "<div><div>" PROSE "</div><div class=dark>" PROSE "</div></div>",
                  "T1T1");
}

/* A heading belongs to the text below it; a caption in small letters does not belong to large text below it. */
Test(content_segment, larger_text_below_smaller_text_is_separate) {
  expect_segments("<div><div style='font-size:22px'>" PROSE "</div><div>" PROSE "</div></div>", "T2");
  expect_segments("<div><div>" PROSE "</div><div style='font-size:30px'>" PROSE "</div></div>", "T1T1");
  expect_segments("<div><div style='font-size:30px'>" PROSE "</div><div>" PROSE "</div></div>", "T2");
}

Test(content_segment, a_very_different_look_divides_a_section) {
  expect_segments("<div><p style='font-size:8px;background:#eee'>" PROSE "<p style='font-size:24px'>" PROSE "</div>",
                  "T1T1");
  expect_segments("<div><h1>Heading</h1><p>" PROSE "</div>", "T2");
}

/* ---- properties of every page ---- */

static void expect_partition(const dt_content_page *page, const dt_segments *all) {
  uint32_t at = 0;
  for (uint32_t s = 0; s < all->count; s++) {
    const dt_segment *segment = &all->segments[s];
    const dt_element *round = &page->elements[segment->element];
    uint32_t chars = 0, links = 0;
    cr_expect_eq(segment->first, at);
    cr_expect_gt(segment->last, segment->first);
    cr_expect_leq(round->first, segment->first);
    cr_expect_geq(round->last, segment->last);
    for (at = segment->first; at < segment->last; at++) {
      chars += page->blocks[at].chars;
      links += page->blocks[at].links;
    }
    cr_expect_eq(segment->chars, chars);
    cr_expect_eq(segment->links, links);
  }
  cr_expect_eq(at, page->block_count);
}

Test(content_segment, segments_of_soup_contain_every_block_once) {
  uint32_t seed = 6;
  for (unsigned round = 0; round < rounds(300); round++) {
    dt_buffer markup = {0};
    add_soup(&markup, &seed, 80);
    dt_buffer_byte(&markup, '\0');
    reading_of *reading = read_content(markup.data);
    dt_segments all = segments_of(reading);
    expect_partition(&reading->page, &all);
    free_reading(reading);
    dt_buffer_free(&markup);
  }
}

Test(content_segment, splits_many_deep_sections) {
  dt_buffer markup = {0};
  for (unsigned depth = 0; depth < 900; depth++) dt_buffer_text(&markup, "<div>x");
  for (unsigned block = 0; block < rounds(50000); block++) dt_buffer_text(&markup, "<div>y</div>");
  dt_buffer_byte(&markup, '\0');
  reading_of *reading = read_content(markup.data);
  dt_segments all = segments_of(reading);
  expect_partition(&reading->page, &all);
  free_reading(reading);
  dt_buffer_free(&markup);
}
