/* tests/web/crawl.h: crawls a synthetic web with libdetm, as a crawler does: pages are fetched in batches of 100, and
 * after each the next ones are chosen. */
#ifndef WEB_CRAWL_H
#define WEB_CRAWL_H

#include "web.h"

#include <detm/detm.h>

typedef enum crawl_order { CRAWL_BREADTH, CRAWL_PAGERANK, CRAWL_RW, CRAWL_RWB, CRAWL_ORDERS } crawl_order;
extern const char *const crawl_order_names[CRAWL_ORDERS];

enum { CRAWL_BATCH = 100, CRAWL_SEEDS = 5 };

typedef struct crawl_plan {
  crawl_order order;
  detm_web_options options; /* without `relevance`, which depends on the order */
  size_t most;              /* pages to fetch at most */
  size_t least, enough;     /* ends the crawl after `least` pages with `enough` relevant ones; enough 0: never */
} crawl_plan;

/* Starts from CRAWL_SEEDS relevant pages, which are also the sample of the topic, and as many portals.  Sets
 * relevant[i], of plan->most elements, to whether the page fetched as number i is relevant.  Returns the number of
 * pages fetched; 0 and *error on failure. */
size_t crawl_run(const web *pages, const crawl_plan *plan, bool *relevant, detm_error *error);

#endif
