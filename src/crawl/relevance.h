/* crawl/relevance.h: the relevance of pages and links to the topic (doc/method 7.3, 7.4). */
#ifndef DT_CRAWL_RELEVANCE_H
#define DT_CRAWL_RELEVANCE_H

#include <detm/crawl.h>

#include "crawl/page_digest.h"

/* Computes the relevance of all pages, links and URLs of the graph.  The stop words depend on all pages, but not on
 * their order.  Leaves the arena's scope for lack of memory or time; the relevances are then partly new, and must be
 * computed again. */
void dt_relevance_compute(dt_graph *graph, const dt_lexicon *lexicon, const detm_web_options *options, dt_arena *arena);

#endif
