/* web/crawl.h: crawls of a made web through libdetm, as a collector would do it: pages are fetched in batches of 100,
 * and what to fetch next is asked after each. */
#ifndef WEB_CRAWL_H
#define WEB_CRAWL_H

#include "web.h"

#include <detm/detm.h>

typedef enum crawl_order { CRAWL_BREADTH, CRAWL_PAGERANK, CRAWL_RW, CRAWL_RWB, CRAWL_ORDERS } crawl_order;
extern const char *const crawl_order_names[CRAWL_ORDERS];

enum { CRAWL_BATCH = 100, CRAWL_SEEDS = 5 };

typedef struct crawl_plan {
  crawl_order order;
  detm_web_options options; /* its relevance is the order's */
  size_t most;              /* pages */
  size_t least, enough;     /* with so many pages and so many relevant ones the crawl ends; enough 0 = never */
} crawl_plan;

/* Starts from CRAWL_SEEDS relevant pages, which are the topic's sample, and as many portals.  relevant[i] tells whether
 * the page that was fetched as number i is, for as many as plan->most.  The number of pages fetched, 0 if the crawl
 * failed (as *error tells). */
size_t crawl_run(const web *pages, const crawl_plan *plan, bool *relevant, detm_error *error);

#endif
