/* tests/bench/web.c: a generated web of many links: the time to add pages and of an iteration, and the memory per link.
 *
 * Pages link to pages with similar numbers and to some popular ones, as sites do; a third of the URLs is
 * never fetched. */
#include "corpus.h"
#include "memory.h"

#include "crawl/web.h"

#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINKS_A_PAGE = 50 };

static uint32_t draw(uint32_t *seed, uint32_t below) {
  *seed = *seed * 1664525 + 1013904223;
  return (uint32_t)(((uint64_t)(*seed >> 4) * below) >> 28);
}

static void add_words(dt_buffer *out, uint32_t *seed, unsigned count) {
  static const char *const common[] = {"the", "of", "and", "stone", "wall", "in", "field", "a"};
  for (unsigned i = 0; i < count; i++) {
    unsigned word = draw(seed, 20000);
    if (word < 8000)
      dt_buffer_format(out, "%s ", common[word % 8]);
    else
      dt_buffer_format(out, "w%x%s ", word % 5000, i % 9 == 8 ? "," : "");
  }
}

static void add_url(dt_buffer *out, unsigned number) {
  dt_buffer_format(out, "http://www.site%u.example/section/%u/page-%u.html", number / 500, number % 500 / 50, number);
}

static void make_page(dt_buffer *out, unsigned number, unsigned pages) {
  uint32_t seed = number * 2654435761U + 1;
  unsigned urls = pages + pages / 2;
  out->length = 0;
  dt_buffer_format(out, "<!DOCTYPE html><title>Page %u</title><p>", number);
  add_words(out, &seed, 100);
  for (unsigned i = 0; i < LINKS_A_PAGE; i++) {
    unsigned near = number + 1 + draw(&seed, 400), any = draw(&seed, urls);
    dt_buffer_text(out, "<p><a href='");
    add_url(out, i % 10 < 7 ? near % urls : any);
    dt_buffer_text(out, "'>");
    add_words(out, &seed, 3);
    dt_buffer_text(out, "</a>");
  }
}

/* Adds a page.  Returns the seconds that it took, negative on failure. */
static double add_page(detm_web *web, dt_buffer *markup, unsigned number, detm_error *error) {
  detm_page_options options = detm_page_defaults;
  dt_buffer url = {0};
  options.parts = DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse(markup->data, markup->length, &options, error);
  add_url(&url, number);
  dt_buffer_byte(&url, '\0');
  double start = bench_clock();
  detm_status status = page != NULL ? detm_web_add(web, page, url.data, NULL, error) : error->status;
  double seconds = bench_clock() - start;
  detm_page_free(page);
  dt_buffer_free(&url);
  return status == DETM_OK ? seconds : -1;
}

static detm_web *make_web(const detm_topic *topic, const detm_web_options *options, unsigned pages, double *seconds,
                          detm_error *error) {
  detm_web *web = detm_web_new(topic, options, error);
  dt_buffer markup = {0};
  *seconds = 0;
  for (unsigned i = 0; i < pages && web != NULL && error->status == DETM_OK; i++) {
    make_page(&markup, i, pages);
    *seconds += add_page(web, &markup, i, error);
  }
  dt_buffer_free(&markup);
  return web;
}

static double time_rank(detm_web *web, detm_error *error) {
  double start = bench_clock();
  return detm_web_rank(web, error) == DETM_OK ? bench_clock() - start : -1;
}

/* Ranking without iterations takes the time of judging pages and links; the rest is the iterations. */
static void measure(unsigned pages) {
  enum { ITERATIONS = 20 };
  static const char text[] = "Dry stone walls: how a wall is built in a field";
  detm_error error = DETM_ERROR_NONE;
  detm_web_options many = detm_web_defaults;
  dt_buffer saved = {0};
  double adding;
  many.iterations = ITERATIONS;
  detm_topic *topic = detm_topic_new(&error);
  if (topic == NULL || detm_topic_add_text(topic, text, sizeof text - 1, 0, &error) != DETM_OK) exit(1);
  bench_memory_start();
  detm_web *web = make_web(topic, &many, pages, &adding, &error);
  double ranking = web != NULL ? time_rank(web, &error) : -1;
  double bytes = (double)bench_memory_peak(), links = web != NULL ? (double)detm_web_link_count(web) : 0;
  size_t urls = web != NULL ? detm_web_url_count(web) : 0;
  if (web != NULL) web->options.iterations = 0;
  double judging = web != NULL ? time_rank(web, &error) : -1;
  if (error.status != DETM_OK || detm_web_save(web, dt_buffer_write, &saved, &error) != DETM_OK) {
    fprintf(stderr, "web: %s\n", error.text);
    exit(1);
  }
  printf("%9.0f %9zu %8u %10.3f %10.1f %12.2f %10.1f %10.1f\n", links, urls, pages, adding / pages * 1e3, judging * 1e3,
         (ranking - judging) / ITERATIONS * 1e3 / links * 1e6, bytes / links, (double)saved.length / links);
  dt_buffer_free(&saved);
  detm_web_free(web);
  detm_topic_free(topic);
}

/* web [PAGES]: measures so many pages; by default 20,000 (1 million links) and 100,000. */
int main(int count, char **arguments) {
  unsigned only = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 0;
  printf("%9s %9s %8s %10s %10s %12s %10s %10s\n", "links", "URLs", "pages", "add ms", "judge ms", "ms/iter/1M",
         "B/link", "B/link file");
  if (only != 0) measure(only);
  for (unsigned pages = 20000; pages <= 100000 && only == 0; pages *= 5) measure(pages);
  return 0;
}
