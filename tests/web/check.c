/* tests/web/check.c: checks that a synthetic web has the properties that web.h lists, and that IPageRank harvests more
 * of it than PageRank and breadth-first search.  Prints TAP. */
#include "crawl.h"
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 3000, FETCHED = 400 };

static unsigned checks, failures;

static void check(bool good, const char *name) {
  printf("%sok %u - %s\n", good ? "" : "not ", ++checks, name);
  failures += !good;
}

static web *make_web(void) {
  web_options options = web_defaults;
  options.pages = PAGES;
  options.share = .1;
  return web_new(&options);
}

static void check_pages(const web *pages) {
  bool same = true, found = true;
  dt_buffer first = {0}, second = {0};
  for (size_t i = 0; i < PAGES; i += 7) {
    char url[64];
    web_page(pages, i, &first);
    web_page(pages, PAGES - 1 - i, &second);
    web_page(pages, i, &second);
    same = same && first.length == second.length && memcmp(first.data, second.data, first.length) == 0;
    web_url(pages, i, url);
    found = found && web_find(pages, url) == i;
  }
  check(same, "generating a page again gives the same bytes");
  check(found, "web_find returns the page of each URL");
  check(web_find(pages, "http://www.example.org/") == PAGES && web_find(pages, "http://www.s1.example/0.html") == PAGES,
        "web_find rejects other URLs");
  dt_buffer_free(&first);
  dt_buffer_free(&second);
}

static int compare_counts(const void *a, const void *b) {
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x < y) - (x > y);
}

static void check_links(const web *pages) {
  static size_t in[PAGES];
  size_t links = 0, from = 0, local = 0, relevant = 0, best = 0;
  for (size_t i = 0; i < PAGES; i++) {
    web_link found[WEB_MOST_LINKS];
    size_t count = web_links(pages, i, found);
    relevant += web_relevant(pages, i);
    links += count;
    for (size_t k = 0; k < count; k++) {
      in[found[k].target]++;
      from += web_relevant(pages, i);
      local += web_relevant(pages, i) && web_relevant(pages, found[k].target);
    }
  }
  qsort(in, PAGES, sizeof *in, compare_counts);
  for (size_t i = 0; i < PAGES / 100; i++) best += in[i];
  check(relevant > PAGES / 25 && relevant < PAGES / 4, "between 4 and 25 percent of the pages are relevant");
  check(2 * local > from, "most links of relevant pages lead to relevant pages");
  check(10 * best > links, "1 percent of the pages have more than 10 percent of the links");
}

/* Counts the relevant pages among the first FETCHED; 0 if the crawl failed. */
static size_t harvest(const web *pages, crawl_order order, bool relevant[FETCHED]) {
  crawl_plan plan = {.order = order, .options = detm_web_defaults, .most = FETCHED};
  detm_error error;
  size_t fetched = crawl_run(pages, &plan, relevant, &error), found = 0;
  if (fetched == 0) printf("# %s: %s\n", crawl_order_names[order], error.text);
  for (size_t i = 0; i < fetched; i++) found += relevant[i];
  printf("# %s: %zu of %zu\n", crawl_order_names[order], found, fetched);
  return fetched == FETCHED ? found : 0;
}

static void check_harvest(const web *pages) {
  static bool relevant[FETCHED], again[FETCHED];
  size_t found[CRAWL_ORDERS];
  for (int order = 0; order < CRAWL_ORDERS; order++) found[order] = harvest(pages, (crawl_order)order, relevant);
  check(found[CRAWL_BREADTH] > 0 && found[CRAWL_PAGERANK] > 0, "crawls fetch as many pages as allowed");
  check(2 * found[CRAWL_RWB] > 3 * found[CRAWL_BREADTH], "RWB harvests at least 1.5 times as much as breadth first");
  check(2 * found[CRAWL_RWB] > 3 * found[CRAWL_PAGERANK], "RWB harvests at least 1.5 times as much as PageRank");
  check(2 * found[CRAWL_RW] > 3 * found[CRAWL_PAGERANK], "RW harvests at least 1.5 times as much as PageRank");
  harvest(pages, CRAWL_RWB, again);
  check(memcmp(relevant, again, sizeof relevant) == 0, "repeating a crawl fetches the same pages");
}

int main(void) {
  web *pages = make_web();
  check(pages != NULL, "a web is generated");
  if (pages != NULL) {
    check_pages(pages);
    check_links(pages);
    check_harvest(pages);
  }
  web_free(pages);
  printf("1..%u\n", checks);
  return failures != 0;
}
