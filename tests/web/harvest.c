/* tests/web/harvest.c: compares orders of crawling by their harvest, the share of relevant pages among the fetched
 * ones.
 *
 * harvest [FIRST [LAST]] prints means over the synthetic webs with these seeds (default 11 to 13): the harvest after
 * 1,000 pages, and when .1, .2 ... .5 of all relevant pages have been found.  The webs are of four kinds, each with
 * three shares of descriptive anchors. */
#include "crawl.h"

#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 4, SHARES = 3, RECALLS = 5, AFTER = 1000, MOST = 3000, SETTINGS = KINDS * SHARES };

static const char *const kind_names[KINDS] = {"mixed", "lists", "prose", "scattered"};
static const double shares[SHARES] = {.2, .5, .8};

typedef struct figures {
  double harvest;     /* after AFTER pages */
  double at[RECALLS]; /* harvest at recall .1, .2 ... */
  unsigned short_of;  /* webs where the last recall was not reached */
} figures;

static web_options describe(int kind, int share, uint64_t seed) {
  web_options options = web_defaults;
  options.telling = shares[share];
  options.seed = seed;
  if (kind == 1) options.prose = .15;
  if (kind == 2) options.prose = .75;
  if (kind == 3) options.locality = .4, options.islands = .5;
  return options;
}

static size_t count_relevant(const web *pages) {
  size_t count = 0;
  for (size_t i = 0; i < web_count(pages); i++) count += web_relevant(pages, i);
  return count;
}

/* For a recall that was not reached, adds the harvest at the end, which is higher than it would have been. */
static void add_figures(figures *sum, const bool *relevant, size_t fetched, size_t all) {
  size_t found = 0, level = 0;
  for (size_t i = 0; i < fetched; i++) {
    found += relevant[i];
    for (; level < RECALLS && (double)found >= .1 * (double)(level + 1) * (double)all; level++)
      sum->at[level] += (double)found / (double)(i + 1);
    if (i + 1 == AFTER) sum->harvest += (double)found / AFTER;
  }
  sum->short_of += level < RECALLS;
  for (; level < RECALLS; level++) sum->at[level] += (double)found / (double)fetched;
}

static bool measure(const web_options *options, figures sums[CRAWL_ORDERS]) {
  static bool relevant[MOST];
  web *pages = web_new(options);
  bool done = pages != NULL;
  for (int order = 0; order < CRAWL_ORDERS && done; order++) {
    size_t all = count_relevant(pages);
    crawl_plan plan = {.order = (crawl_order)order,
                       .options = detm_web_defaults,
                       .most = MOST,
                       .least = AFTER,
                       .enough = 1 + all * RECALLS / 10};
    detm_error error;
    size_t fetched = crawl_run(pages, &plan, relevant, &error);
    if ((done = fetched != 0))
      add_figures(&sums[order], relevant, fetched, all);
    else
      fprintf(stderr, "harvest: %s\n", error.text);
  }
  web_free(pages);
  return done;
}

static void print_setting(int setting, const figures sums[CRAWL_ORDERS], double webs) {
  printf("%-10s %-8.1f", kind_names[setting / SHARES], shares[setting % SHARES]);
  for (int order = 0; order < CRAWL_ORDERS; order++) printf(" %13.3f", sums[order].harvest / webs);
  printf("\n");
  fflush(stdout);
}

static void print_means(figures sums[SETTINGS][CRAWL_ORDERS], double webs) {
  printf("%-19s", "mean");
  for (int order = 0; order < CRAWL_ORDERS; order++) {
    double mean = 0;
    for (int i = 0; i < SETTINGS; i++) mean += sums[i][order].harvest / webs / SETTINGS;
    printf(" %13.3f", mean);
  }
}

static void print_recalls(figures sums[SETTINGS][CRAWL_ORDERS], double webs) {
  printf("\n\nHarvest at equal recall, means of all webs\n%-19s", "recall");
  for (int order = 0; order < CRAWL_ORDERS; order++) printf(" %13s", crawl_order_names[order]);
  for (int level = 0; level < RECALLS; level++) {
    printf("\n.%-18d", level + 1);
    for (int order = 0; order < CRAWL_ORDERS; order++) {
      double mean = 0;
      for (int i = 0; i < SETTINGS; i++) mean += sums[i][order].at[level] / webs / SETTINGS;
      printf(" %13.3f", mean);
    }
  }
  printf("\n%-19s", "last not reached");
  for (int order = 0; order < CRAWL_ORDERS; order++) {
    unsigned short_of = 0;
    for (int i = 0; i < SETTINGS; i++) short_of += sums[i][order].short_of;
    printf(" %13u", short_of);
  }
  printf("\n");
}

int main(int count, char **arguments) {
  static figures sums[SETTINGS][CRAWL_ORDERS];
  unsigned long first = count > 1 ? strtoul(arguments[1], NULL, 10) : 11;
  unsigned long last = count > 2 ? strtoul(arguments[2], NULL, 10) : count > 1 ? first : 13;
  double webs = (double)(last - first + 1);
  printf("Harvest after %d pages\n%-10s %-8s", AFTER, "web", "telling");
  for (int order = 0; order < CRAWL_ORDERS; order++) printf(" %13s", crawl_order_names[order]);
  printf("\n");
  for (int i = 0; i < SETTINGS; i++) {
    for (unsigned long seed = first; seed <= last; seed++) {
      web_options options = describe(i / SHARES, i % SHARES, seed);
      if (!measure(&options, sums[i])) return EXIT_FAILURE;
    }
    print_setting(i, sums[i], webs);
  }
  print_means(sums, webs);
  print_recalls(sums, webs);
  return EXIT_SUCCESS;
}
