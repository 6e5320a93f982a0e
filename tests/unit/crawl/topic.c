/* Tests of src/crawl/topic.c and relevance.c: topics, the cosine of pages and topics, and stop words. */
#include <detm/crawl.h>

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "allocation.h"
#include "base/base.h"
#include "clock.h"
#include "crawl/webs.h"
#include "leaks.h"

TestSuite(topic, .fini = find_leaks);

/* Returns the relevance of the only page of a web. */
static double relevance(const detm_topic *topic, const char *markup) {
  detm_web *web = web_new(topic, NULL);
  web_add(web, "http://a.example/", markup);
  web_rank(web);
  double found = web_get(web, "http://a.example/").relevance;
  detm_web_free(web);
  return found;
}

/* With one page all words have the same rarity, so the cosine is that of the counts, (2, 1) and (1, 2, 2):
 * (2 * 1 + 1 * 2) / (sqrt 5 * 3). */
Test(topic, is_compared_by_the_cosine) {
  detm_topic *topic = web_topic("otter otter river");
  double found = relevance(topic, "<p>Otter river, river stone stone");
  cr_expect_float_eq(found, 4 / (sqrt(5) * 3), 1e-12);
  detm_topic_free(topic);
}

/* (1) and (3 of the title + 1, 2): 4 / sqrt(16 + 4). */
Test(topic, finds_words_of_the_title_three_times) {
  detm_topic *topic = web_topic("otter");
  cr_expect_float_eq(relevance(topic, "<title>Otter</title><p>otter stone stone"), 4 / sqrt(20), 1e-12);
  detm_topic_free(topic);
}

Test(topic, does_not_depend_on_the_order_of_its_texts) {
  detm_error error = DETM_ERROR_NONE;
  detm_topic *one = web_topic("otter river"), *other = web_topic("stone stone");
  cr_assert_eq(detm_topic_add_text(one, "stone stone", 11, 0, &error), DETM_OK);
  cr_assert_eq(detm_topic_add_text(other, "river otter", 11, 0, &error), DETM_OK);
  cr_expect_eq(detm_topic_word_count(one), 3);
  cr_expect_float_eq(relevance(one, "<p>stone river"), relevance(other, "<p>stone river"), 1e-15);
  detm_topic_free(one);
  detm_topic_free(other);
}

Test(topic, keeps_its_words_if_a_text_takes_too_long) {
  detm_error error = DETM_ERROR_NONE;
  detm_topic *topic = web_topic("otter");
  dt_buffer text = {0};
  for (int i = 0; i < 20000; i++) dt_buffer_format(&text, "river%d ", i);
  clock_step(1);
  detm_status status = detm_topic_add_text(topic, text.data, text.length, 5, &error);
  clock_step(0);
  cr_expect_eq(status, DETM_LIMIT);
  cr_expect_not_null(strstr(error.text, "more than 5 s"), "%s", error.text);
  cr_expect_eq(detm_topic_word_count(topic), 1);
  cr_expect_eq(detm_topic_add_text(topic, text.data, text.length, 0, NULL), DETM_OK);
  dt_buffer_free(&text);
  detm_topic_free(topic);
}

Test(topic, may_be_a_page) {
  detm_error error = DETM_ERROR_NONE;
  detm_topic *topic = detm_topic_new(&error);
  detm_page *page = web_page("sample", "<title>Otters</title><p>An otter<p style='display:none'>casino");
  cr_assert_eq(detm_topic_add_page(topic, page, &error), DETM_OK, "%s", error.text);
  cr_expect_eq(detm_topic_word_count(topic), 3, "hidden text is left out");
  detm_page_free(page);
  detm_topic_free(topic);
}

Test(topic, may_be_one_character) {
  detm_topic *topic = web_topic("茶"); /* tea */
  cr_expect_gt(relevance(topic, "<p>绿茶好喝"), 0.2);
  cr_expect_eq(relevance(topic, "<p>好喝"), 0);
  detm_topic_free(topic);
}

Test(topic, must_be_valid_utf_8) {
  detm_error error = DETM_ERROR_NONE;
  detm_topic *topic = detm_topic_new(&error);
  cr_expect_eq(detm_topic_add_text(topic, "\xb2\xe8", 2, 0, &error), DETM_BAD_INPUT);
  cr_expect_eq(detm_topic_word_count(topic), 0);
  cr_expect_null(detm_web_new(topic, NULL, NULL), "the topic has no words");
  detm_topic_free(topic);
}

Test(topic, is_unchanged_without_memory) {
  detm_topic *topic = web_topic("otter");
  detm_status status = DETM_NO_MEMORY;
  for (size_t n = 1; status != DETM_OK; n++) {
    allocation_fail_from(n);
    status = detm_topic_add_text(topic, "river stone", 11, 0, NULL);
    allocation_fail_from(0);
    if (status != DETM_OK) cr_assert_eq(status, DETM_NO_MEMORY);
    if (status != DETM_OK) cr_assert_eq(detm_topic_word_count(topic), 1);
  }
  cr_expect_eq(detm_topic_word_count(topic), 3);
  detm_topic_free(topic);
}

/* ---- stop words ---- */

enum { MANY = 12 };

static void add_pages(detm_web *web, const char *subject, unsigned from, unsigned to) {
  char url[40], markup[400];
  for (unsigned i = from; i < to; i++) {
    snprintf(url, sizeof url, "http://p%u.example/", i);
    snprintf(markup, sizeof markup,
             "<p>The %s is at the end of the %s, and in the %s of the north there is number%u of them.", subject,
             subject, subject, i);
    web_add(web, url, markup);
  }
}

Test(topic, does_not_lose_its_own_words_when_all_pages_have_them) {
  detm_topic *topic = web_topic("otter");
  for (unsigned others = 0; others <= 2; others++) {
    detm_web *web = web_new(topic, NULL);
    add_pages(web, "otter", 0, MANY - others);
    add_pages(web, "bridge", MANY - others, MANY);
    web_rank(web);
    cr_expect_gt(web_get(web, "http://p0.example/").relevance, 0.5);
    if (others != 0) cr_expect_eq(web_get(web, "http://p11.example/").relevance, 0);
    detm_web_free(web);
  }
  detm_topic_free(topic);
}

Test(topic, loses_the_function_words_of_a_short_text) {
  detm_topic *topic = web_topic("the otter and the river of the north");
  detm_web *web = web_new(topic, NULL);
  add_pages(web, "otter", 0, 3);
  add_pages(web, "bridge", 3, MANY);
  web_rank(web);
  double on = web_get(web, "http://p0.example/").relevance, off = web_get(web, "http://p9.example/").relevance;
  cr_expect(on > 3 * off, "%f against %f", on, off);
  detm_web_free(web);
  detm_topic_free(topic);
}
