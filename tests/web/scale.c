/* tests/web/scale.c: the cost of ranking a web of 100,000 pages and 5 million links.
 *
 * scale [PAGES] prints the memory per link (the peak of the process minus its memory before the first page), the time
 * to add pages (including parsing, not generating them), the time to rank, and both for 100 more pages. */
#include "web.h"

#include "../bench/corpus.h"

#include <detm/detm.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { USUAL = 100000, MORE = 100, SAMPLES = 5 };

typedef struct scale {
  web *pages;
  detm_topic *topic;
  detm_web *known;
  dt_buffer html;
  double adding; /* seconds */
  detm_error error;
} scale;

static double peak_bytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss * 1024;
}

static detm_page *parse(scale *s, size_t number) {
  web_page(s->pages, number, &s->html);
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_CONTENT;
  double start = bench_clock();
  detm_page *page = detm_page_parse(s->html.data, s->html.length, &options, &s->error);
  s->adding += bench_clock() - start;
  return page;
}

static bool learn(scale *s) {
  size_t numbers[2 * SAMPLES];
  s->topic = detm_topic_new(&s->error);
  bool learned = s->topic != NULL && web_seeds(s->pages, SAMPLES, numbers) == 2 * (size_t)SAMPLES;
  for (size_t i = 0; i < SAMPLES && learned; i++) {
    detm_page *page = parse(s, numbers[i]);
    learned = page != NULL && detm_topic_add_page(s->topic, page, &s->error) == DETM_OK;
    detm_page_free(page);
  }
  if (learned) s->known = detm_web_new(s->topic, NULL, &s->error);
  return s->known != NULL;
}

static bool add(scale *s, size_t first, size_t end) {
  bool added = true;
  s->adding = 0;
  for (size_t i = first; i < end && added; i++) {
    char url[64];
    web_url(s->pages, i, url);
    detm_page *page = parse(s, i);
    double start = bench_clock();
    added = page != NULL && detm_web_add(s->known, page, url, "text/html", &s->error) == DETM_OK;
    detm_page_free(page);
    s->adding += bench_clock() - start;
  }
  return added;
}

static bool rank(scale *s, double *seconds) {
  double start = bench_clock();
  bool ranked = detm_web_rank(s->known, &s->error) == DETM_OK;
  *seconds = bench_clock() - start;
  return ranked;
}

static bool measure(scale *s, size_t count) {
  double before = peak_bytes(), seconds;
  if (!add(s, 0, count) || !rank(s, &seconds)) return false;
  double links = (double)detm_web_link_count(s->known), over = s->adding + seconds;
  printf("%zu pages, %.0f links, %zu URLs\n", detm_web_page_count(s->known), links, detm_web_url_count(s->known));
  printf("memory per link, at most    %8.1f bytes\n", (peak_bytes() - before) / links);
  printf("adding a page               %8.2f ms\n", s->adding / (double)count * 1e3);
  printf("ranking, %u iterations       %8.3f s\n", detm_web_defaults.iterations, seconds);
  if (!add(s, count, count + MORE) || !rank(s, &seconds)) return false;
  printf("%d more pages, and ranking %8.3f s\n", MORE, s->adding + seconds);
  printf("starting over               %8.3f s\n", over);
  return true;
}

int main(int count, char **arguments) {
  size_t pages = count > 1 ? strtoul(arguments[1], NULL, 10) : USUAL;
  web_options options = web_defaults;
  options.pages = pages + MORE;
  options.links = 8; /* about 50 per page, including the menu */
  options.prose = .1;
  scale s = {.pages = web_new(&options)};
  bool done = s.pages != NULL && learn(&s) && measure(&s, pages);
  if (!done) fprintf(stderr, "scale: %s\n", s.error.text);
  detm_web_free(s.known);
  detm_topic_free(s.topic);
  web_free(s.pages);
  dt_buffer_free(&s.html);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
