/* Tests of src/content/meta/keywords.c and terms.c: the topics of a page in a few words. */
#include "content/reading.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(content_keywords, .fini = find_leaks);

#define RIVER                                                                                                          \
  "<title>Otters of the Severn</title><h1>Otters of the Severn</h1>"                                                   \
  "<p>In spring the otters came back to the river Severn. Nobody had seen otters there for years, as there was no "    \
  "clean water.</p>"                                                                                                   \
  "<p>Now there is clean water, says Anna Brook. She counts the otters, and she has seen eleven otters.</p>"           \
  "<p>When Anna Brook began, the mills of Severn Bridge were still at work, and there were no otters.</p>"

static void choose_all(const dt_content_page *page, bool *chosen) {
  for (uint32_t p = 0; p < page->piece_count; p++) chosen[p] = true;
}

/* All keywords, each followed by a semicolon; freed by the caller. */
static char *keywords_of(const char *markup) {
  reading_of *reading = read_content(markup);
  dt_buffer out = {0};
  choose_content(reading, choose_all);
  dt_name_list list = dt_find_keywords(&reading->page, reading->chosen, dt_find_title(&reading->page, reading->chosen));
  cr_expect_leq(list.count, 10);
  for (size_t i = 0; i < list.count; i++) {
    dt_buffer_text(&out, list.names[i]);
    dt_buffer_byte(&out, ';');
  }
  dt_buffer_byte(&out, '\0');
  free_reading(reading);
  return out.data;
}

static void expect_keywords(const char *markup, const char *expected) {
  char *found = keywords_of(markup);
  cr_expect_str_eq(found, expected);
  free(found);
}

/* Expects that the word is a keyword, or is not if it begins with "!". */
static void expect_among(const char *markup, const char *word) {
  char *found = keywords_of(markup), with[100];
  bool none = *word == '!';
  snprintf(with, sizeof with, "%s;", word + none);
  const char *at = strstr(found, with);
  bool is = at != NULL && (at == found || at[-1] == ';');
  cr_expect(is != none, "%s: %s", word, found);
  free(found);
}

Test(content_keywords, are_those_that_the_page_declares) {
  expect_keywords("<meta name=keywords content='otters, River Severn ,mills'><p>Otters of the river Severn",
                  "otters;River Severn;mills;");
  expect_keywords(
      "<meta property='article:tag' content='otters'><meta property='article:tag' content='rivers'><p>Otters",
      "otters;rivers;");
  expect_keywords("<script type='application/ld+json'>{\"@type\": \"Article\", \"keywords\": [\"otters\", \"rivers\"]}"
                  "</script><p>Otters",
                  "otters;rivers;");
  expect_keywords("<p>Otters in rivers<p>Tags: <a rel='nofollow tag' href='/t/otters'>otters</a> <a rel=tag href='/r'>"
                  "rivers</a> <a href='/x'>other</a>",
                  "otters;rivers;");
  expect_keywords("<meta name=keywords content='水獺，河、鱼'>"
                  "<p>水獺",
                  "水獺;河;鱼;");
}

Test(content_keywords, declared_ones_come_first_if_the_text_has_them) {
  expect_keywords("<meta name=keywords content='nature,otters,mammals'><p>Otters are back", "otters;nature;mammals;");
}

Test(content_keywords, are_listed_once) {
  expect_keywords(
      "<meta name=news_keywords content='Otters,rivers'><meta name=keywords content='otters,RIVERS,OTTERS!'>"
      "<p>Otters",
      "Otters;rivers;");
}

Test(content_keywords, leave_out_declared_ones_if_the_text_has_none_of_them) {
  expect_among("<meta name=keywords content='cheap flights, hotels, holidays'>" RIVER, "!hotels");
  expect_among("<meta name=keywords content='cheap flights, hotels, holidays'>" RIVER, "otters");
}

Test(content_keywords, are_terms_of_the_text_if_none_is_declared) {
  static const char *const are[] = {"otters", "Anna Brook", "water"};
  static const char *const are_not[] = {"!the", "!there", "!and", "!when", "!Nobody", "!were", "!Anna"};
  for (size_t i = 0; i < sizeof are / sizeof *are; i++) expect_among(RIVER, are[i]);
  for (size_t i = 0; i < sizeof are_not / sizeof *are_not; i++) expect_among(RIVER, are_not[i]);
}

Test(content_keywords, begin_with_the_most_frequent_terms) {
  char *found = keywords_of(RIVER);
  cr_expect(strncmp(found, "otters;Severn;", 14) == 0 || strncmp(found, "Severn;otters;", 14) == 0, "%s", found);
  free(found);
}

Test(content_keywords, end_at_an_apostrophe) {
  const char *page = "<p>We met Morgan's friends, and Morgan’s dog. Then Morgan's boat, and all of Morgan's.</p>";
  expect_among(page, "Morgan");
  expect_among(page, "!Morgan's");
}

Test(content_keywords, are_repeated_strings_in_scripts_without_spaces) {
  const char *page = "<title>水獺回家</title>"
                     "<p>春天水獺来了。"
                     "人们爱水獺，"
                     "水獺吃鱼。</p>";
  expect_keywords(page, "水獺;");
}

Test(content_keywords, are_empty_for_an_empty_page) { expect_keywords("<img src=a>", ""); }

Test(content_keywords, survive_hostile_pages) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<meta name=keywords content='");
  for (unsigned i = 0; i < rounds(20000); i++) dt_buffer_format(&page, "k%u,", i);
  dt_buffer_text(&page, "'><p>");
  for (unsigned i = 0; i < rounds(100000); i++) dt_buffer_format(&page, "w%u 水", i);
  dt_buffer_byte(&page, '\0');
  char *found = keywords_of(page.data);
  cr_expect_str_eq(found, "");
  free(found);
  dt_buffer_free(&page);
}
