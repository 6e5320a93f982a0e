/* Tests of src/crawl/web.c: adding pages to a web, ranking them, finding URLs. */
#include <detm/crawl.h>

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "allocation.h"
#include "base/base.h"
#include "clock.h"
#include "crawl/webs.h"
#include "leaks.h"

TestSuite(web, .fini = find_leaks);

static void expect_near(double found, double expected, const char *what) {
  cr_expect(fabs(found - expected) < 1e-6, "%s: %.9f, not %.9f", what, found, expected);
}

/* Five pages and the topic "hive honey", whose words have equal weights, since they have the same rarity: either none
 * or equally many pages have them.  With RW and c = .5 a link with one of them has relevance 1, any other link 0.
 *
 *   A "hive" -> B, "honey" -> C, "rain" -> D      passes on half to B and half to C
 *   B "hive" -> C                                 all to C
 *   C "hive" -> A, "sun" -> B                     all to A
 *   D "snow" -> A                                 nothing
 *   E "honey hive" -> A, "hive" -> D, "honey" -> F, F not fetched: a third each
 *
 * Start: the cosines of the pages, which have no text but that of their links.  Each word counts 1:
 *   A {hive, honey, rain}: both words of the topic: 2 / (sqrt 3 sqrt 2) = .816496580927726
 *   B {hive}: 1 / sqrt 2 = .707106781186548
 *   C {hive, sun}: 1 / (sqrt 2 sqrt 2) = .5
 *   D {snow}: 0
 *   E {honey x2, hive x2}: 4 / (sqrt 8 sqrt 2) = 1
 * One iteration, 1 - d = .15, d = .85:
 *   A = .15 + .85 (.5 + 1 / 3)                = .858333333333333
 *   B = .15 + .85 * .816496580927726 / 2      = .497011046894284
 *   C = B's .497011046894284 + .85 * .707106781186548 = 1.098051810902850
 *   D = .15 + .85 / 3                         = .433333333333333
 *   E = .15, F = .433333333333333 */
static const char *const five[][2] = {
    {"http://a.example/", "<p><a href=http://b.example/>hive</a><p><a href=http://c.example/>honey</a>"
                          "<p><a href=http://d.example/>rain</a>"},
    {"http://b.example/", "<p><a href=http://c.example/>hive</a>"},
    {"http://c.example/", "<p><a href=http://a.example/>hive</a><p><a href=http://b.example/>sun</a>"},
    {"http://d.example/", "<p><a href=http://a.example/>snow</a>"},
    {"http://e.example/", "<p><a href=http://a.example/>honey hive</a><p><a href=http://d.example/>hive</a>"
                          "<p><a href=http://f.example/>honey</a>"},
};
enum { PAGES = sizeof five / sizeof *five };

static detm_web_options by_metadata(unsigned iterations) {
  detm_web_options options = detm_web_defaults;
  options.relevance = DETM_RELEVANCE_RW;
  options.iterations = iterations;
  static const detm_link_options links = {.words = 0};
  options.links = &links;
  return options;
}

/* Four of the pages have "hive" and two have "honey"; two more pages, which nothing links to, make both equally rare.
 */
static void add_five(detm_web *web) {
  for (size_t i = 0; i < PAGES; i++) web_add(web, five[i][0], five[i][1]);
  web_add(web, "http://g.example/", "<p>honey");
  web_add(web, "http://h.example/", "<p>honey");
}

Test(web, ranks_five_pages_as_worked_out_by_hand) {
  detm_topic *topic = web_topic("hive honey");
  detm_web_options options = by_metadata(1);
  detm_web *web = web_new(topic, &options);
  add_five(web);
  web_rank(web);
  expect_near(web_get(web, "http://a.example/").relevance, sqrt(2.0 / 3), "cosine of A");
  expect_near(web_get(web, "http://b.example/").relevance, sqrt(0.5), "cosine of B");
  expect_near(web_get(web, "http://c.example/").relevance, 0.5, "cosine of C");
  expect_near(web_get(web, "http://d.example/").relevance, 0, "cosine of D");
  expect_near(web_get(web, "http://e.example/").relevance, 1, "cosine of E");
  expect_near(web_get(web, "http://a.example/").rank, 0.858333333333333, "A");
  expect_near(web_get(web, "http://b.example/").rank, 0.497011046894284, "B");
  expect_near(web_get(web, "http://c.example/").rank, 1.098051810902850, "C");
  expect_near(web_get(web, "http://d.example/").rank, 0.433333333333333, "D");
  expect_near(web_get(web, "http://e.example/").rank, 0.15, "E");
  expect_near(web_get(web, "http://f.example/").rank, 0.433333333333333, "F");
  cr_expect_null(web_get(web, "http://f.example/").page);
  cr_expect_eq(web_get(web, "http://a.example/").links_in, 3);
  detm_web_free(web);
  detm_topic_free(topic);
}

Test(web, treats_equivalent_urls_as_one) {
  detm_topic *topic = web_topic("otter");
  detm_web *web = web_new(topic, NULL);
  detm_error error = DETM_ERROR_NONE;
  web_add(web, "http://A.example:80/x/../page",
          "<a href='http://b.example/%7Eotter#top'>1</a>"
          "<a href='//B.example/./~otter'>2</a><a href='page#own'>itself</a>"
          "<a href=mailto:me@a.example>3</a><a href=film.mp4>4</a>");
  cr_expect_eq(detm_web_url_count(web), 2);
  cr_expect_eq(detm_web_link_count(web), 1);
  cr_expect_str_eq(web_get(web, "http://a.example/page").url, "http://a.example/page");
  cr_expect_eq(web_get(web, "http://b.example/~otter").links_in, 1);
  cr_expect_eq(detm_web_url_find(web, "http://c.example/"), SIZE_MAX);
  cr_expect_eq(detm_web_url_find(web, "page"), SIZE_MAX);
  detm_page *page = web_page("again", "<a href=http://c.example/>5</a>");
  cr_expect_eq(detm_web_add(web, page, "http://a.example/./page#x", NULL, &error), DETM_USAGE);
  cr_expect_not_null(strstr(error.text, "added before"));
  cr_expect_eq(detm_web_add(web, page, "page.html", NULL, NULL), DETM_USAGE);
  cr_expect_eq(detm_web_url_count(web), 2, "the web is unchanged");
  detm_page_free(page);
  detm_web_free(web);
  detm_topic_free(topic);
}

Test(web, reads_html_only) {
  static const struct {
    const char *url, *type;
    size_t links;
  } cases[] = {{"http://a.example/x.pdf", NULL, 0},
               {"http://a.example/x.pdf", "text/html; charset=utf-8", 1},
               {"http://a.example/x.html", "application/pdf", 0},
               {"http://a.example/x.html", NULL, 1},
               {"http://a.example/x", "Application/XHTML+XML", 1},
               {NULL, NULL, 1}};
  detm_topic *topic = web_topic("otter");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    detm_web *web = web_new(topic, NULL);
    detm_page *page = web_page("page", "<a href=http://b.example/>otter</a>");
    cr_assert_eq(detm_web_add(web, page, cases[i].url, cases[i].type, NULL), DETM_OK);
    cr_expect_eq(detm_web_link_count(web), cases[i].links, "case %zu", i);
    cr_expect_eq(detm_web_page_count(web), 1);
    detm_page_free(page);
    detm_web_free(web);
  }
  detm_topic_free(topic);
}

Test(web, resolves_links_against_the_url_and_the_base_element) {
  detm_topic *topic = web_topic("otter");
  detm_web *web = web_new(topic, NULL);
  web_add(web, "http://a.example/x/y", "<base href=../z/><a href=otter>1</a>");
  web_add(web, "http://a.example/w", "<a href=river>1</a>");
  web_get(web, "http://a.example/z/otter");
  web_get(web, "http://a.example/river");
  detm_web_free(web);
  detm_topic_free(topic);
}

Test(web, ignores_a_useless_base_element_as_detm_links_does) {
  static const char *const bases[] = {"mailto:x", "   ", "http:", "javascript:0"};
  detm_topic *topic = web_topic("otter");
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
    char markup[80];
    detm_web *web = web_new(topic, NULL);
    snprintf(markup, sizeof markup, "<base href='%s'><a href=otter>1</a>", bases[i]);
    web_add(web, "http://a.example/x/y", markup);
    web_get(web, "http://a.example/x/otter");
    detm_web_free(web);
  }
  detm_topic_free(topic);
}

/* With the highest rarity it would outweigh all others. */
Test(web, is_not_misled_by_words_of_the_topic_that_no_page_has) {
  detm_topic *topic = web_topic("otters in rivers, a handbook for naturalists");
  detm_web *web = web_new(topic, NULL);
  for (unsigned i = 0; i < 60; i++) {
    char url[40], markup[200];
    snprintf(url, sizeof url, "http://a.example/%u", i);
    snprintf(markup, sizeof markup, "<title>Otters</title><p>Otters hunt otters. <a href=/%u>otters</a>", (i + 1) % 60);
    web_add(web, url, markup);
  }
  web_rank(web);
  cr_expect_gt(web_get(web, "http://a.example/0").relevance, detm_web_defaults.min_relevance);
  cr_expect_gt(web_get(web, "http://a.example/1").rank, 0.3, "by the text of its link");
  detm_web_free(web);
  detm_topic_free(topic);
}

Test(web, has_no_relevance_for_links_if_all_are_equal) {
  detm_topic *topic = web_topic("otter");
  detm_web_options options = detm_web_defaults;
  options.relevance = DETM_RELEVANCE_EQUAL;
  detm_web *web = web_new(topic, &options);
  web_add(web, "http://a.example/", "<p>otter <a href=http://b.example/>stone</a>");
  web_rank(web);
  cr_expect(isnan(web_get(web, "http://b.example/").relevance));
  cr_expect_gt(web_get(web, "http://b.example/").rank, 0.15);
  detm_web_free(web);
  detm_topic_free(topic);
}

/* Of 2000 links without words of the topic, about three in ten have P2 >= .7 and get P1 * c, .25 on average. */
Test(web, gives_other_links_a_small_reproducible_chance) {
  enum { LINKS = 2000 };
  char markup[LINKS * 48] = "", url[40];
  size_t used = 0, lucky = 0;
  double sum = 0;
  detm_topic *topic = web_topic("otter");
  detm_web_options options = detm_web_defaults;
  options.chance = 0.7;
  detm_web *web = web_new(topic, &options), *again = web_new(topic, &options);
  for (unsigned i = 0; i < LINKS; i++)
    used += (size_t)snprintf(markup + used, sizeof markup - used, "<p><a href=http://u%u.example/>stone</a>", i);
  web_add(web, "http://a.example/", markup);
  web_add(again, "http://z.example/", "<a href=http://u7.example/>stone</a>");
  web_add(again, "http://a.example/", markup);
  web_rank(web);
  web_rank(again);
  for (unsigned i = 0; i < LINKS; i++) {
    snprintf(url, sizeof url, "http://u%u.example/", i);
    double chance = web_get(web, url).relevance;
    cr_assert(chance >= 0 && chance < options.min_word_weight);
    if (i != 7) cr_assert_eq(web_get(again, url).relevance, chance);
    lucky += chance > 0;
    sum += chance;
  }
  cr_expect(lucky > 500 && lucky < 700, "%zu", lucky);
  cr_expect(fabs(sum / (double)lucky - 0.25) < 0.03, "%f", sum / (double)lucky);
  detm_web_free(web);
  detm_web_free(again);
  detm_topic_free(topic);
}

#define PROSE                                                                                                          \
  "<p>An otter lives where the water is clean, and the otter hunts at night. Young ones stay with the otter that "     \
  "bore "                                                                                                              \
  "them for a year, and then they look for a stream of their own, an otter to each.</p>"

Test(web, weights_links_in_the_main_text_by_the_page) {
  detm_topic *topic = web_topic("otter");
  detm_web *web = web_new(topic, NULL);
  web_add(web, "http://a.example/",
          "<nav><a href=http://n.example/>stone</a></nav><main>" PROSE PROSE PROSE
          "<p>There is more of the same to be read, <a href=http://m.example/>over there</a> and elsewhere, at length."
          "</p>" PROSE "</main>");
  web_rank(web);
  double page = web_get(web, "http://a.example/").relevance;
  cr_assert_gt(page, detm_web_defaults.min_relevance);
  cr_expect_float_eq(web_get(web, "http://m.example/").relevance, page, 1e-6);
  cr_expect_lt(web_get(web, "http://n.example/").relevance, page);
  detm_web_free(web);
  detm_topic_free(topic);
}

Test(web, stays_unchanged_without_memory) {
  detm_topic *topic = web_topic("otter");
  detm_web *web = web_new(topic, NULL);
  detm_page *page = web_page("page", "<p>An otter in the <a href=http://b.example/>river</a>");
  detm_status status = DETM_NO_MEMORY;
  for (size_t n = 1; status != DETM_OK; n++) {
    allocation_fail_from(n);
    status = detm_web_add(web, page, "http://a.example/", NULL, NULL);
    allocation_fail_from(0);
    if (status == DETM_OK) break;
    cr_assert_eq(status, DETM_NO_MEMORY);
    cr_assert(detm_web_url_count(web) == 0 && detm_web_page_count(web) == 0 && detm_web_link_count(web) == 0);
  }
  status = DETM_NO_MEMORY;
  for (size_t n = 1; status != DETM_OK; n++) {
    allocation_fail_from(n);
    status = detm_web_rank(web, NULL);
    allocation_fail_from(0);
    if (status != DETM_OK) cr_assert(isnan(web_get(web, "http://a.example/").rank));
  }
  cr_expect_float_eq(web_get(web, "http://a.example/").rank, 0.15, 1e-12);
  detm_page_free(page);
  detm_web_free(web);
  detm_topic_free(topic);
}

/* The limit is tested while relevance is computed (no iterations), and in the iterations. */
Test(web, that_takes_too_long_to_rank_keeps_its_ranks) {
  detm_topic *topic = web_topic("otter");
  for (unsigned iterations = 0; iterations <= 1000; iterations += 1000) {
    detm_error error = DETM_ERROR_NONE;
    detm_web_options options = detm_web_defaults;
    dt_buffer markup = {0};
    unsigned links = iterations == 0 ? 20000 : 20;
    for (unsigned i = 0; i < links; i++) dt_buffer_format(&markup, "<a href=/%u>otter</a> ", i);
    dt_buffer_byte(&markup, '\0');
    options.iterations = iterations;
    options.seconds = 5;
    detm_web *web = web_new(topic, &options);
    web_add(web, "http://a.example/", markup.data);
    clock_step(1);
    detm_status status = detm_web_rank(web, &error);
    clock_step(0);
    cr_expect_eq(status, DETM_LIMIT);
    cr_expect_not_null(strstr(error.text, "more than 5 s"), "%s", error.text);
    cr_expect(isnan(web_get(web, "http://a.example/").rank));
    web_rank(web);
    cr_expect_not(isnan(web_get(web, "http://a.example/").rank));
    detm_web_free(web);
    dt_buffer_free(&markup);
  }
  detm_topic_free(topic);
}

Test(web, refuses_options_out_of_range) {
  detm_topic *topic = web_topic("otter");
  detm_web_options wrong[5];
  for (int i = 0; i < 5; i++) wrong[i] = detm_web_defaults;
  wrong[0].min_word_weight = 1.5;
  wrong[1].chance = -1;
  wrong[2].min_relevance = NAN;
  wrong[3].damping = 1;
  wrong[4].relevance = (detm_relevance)3;
  for (int i = 0; i < 5; i++) {
    detm_error error = DETM_ERROR_NONE;
    cr_expect_null(detm_web_new(topic, &wrong[i], &error));
    cr_expect_eq(error.status, DETM_USAGE);
  }
  detm_topic_free(topic);
}

/* "golf" is always followed by another word, as articles are, but not on all pages. */
Test(web, brief_nouns_of_the_topic_are_not_stop_words) {
  detm_topic *topic = web_topic("golf town");
  detm_web *web = web_new(topic, NULL);
  for (int i = 0; i < 10; i++) {
    char url[64];
    snprintf(url, sizeof url, "http://a.example/%d", i);
    web_add(web, url,
            i < 6 ? "<p>The golf club, the golf course, golf balls and a golf player in town."
                  : "<p>The car park, the car wash, car doors and a car driver in town.");
  }
  web_rank(web);
  cr_expect_gt(web_get(web, "http://a.example/0").relevance, 2 * web_get(web, "http://a.example/9").relevance);
  detm_web_free(web);
  detm_topic_free(topic);
}

static detm_status note_url(void *data, const detm_field *field, detm_error *error) {
  (void)error;
  char *urls = data;
  if (strcmp(field->name, "url") == 0) strncat(urls, field->value.data, field->value.length);
  return DETM_OK;
}

Test(web, pages_of_one_rank_are_ordered_by_relevance) {
  detm_topic *topic = web_topic("otter river");
  detm_web *web = web_new(topic, NULL);
  char urls[256] = "";
  detm_sink sink = {.data = urls, .field = note_url};
  web_add(web, "http://a.example/", "<p>stones, and one river");
  web_add(web, "http://b.example/", "<p>otter, river");
  web_add(web, "http://c.example/", "<p>stones");
  web_rank(web);
  cr_assert_eq(detm_web_emit(web, DETM_WEB_ALL, 0, &sink, NULL), DETM_OK);
  cr_expect_str_eq(urls, "http://b.example/http://a.example/http://c.example/");
  detm_web_free(web);
  detm_topic_free(topic);
}
