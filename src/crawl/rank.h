/* crawl/rank.h: PageRank and IPageRank of the URLs of a graph (doc/method 7.3). */
#ifndef DT_CRAWL_RANK_H
#define DT_CRAWL_RANK_H

#include <detm/crawl.h>

#include "crawl/graph.h"

/* Computes the ranks from the relevances of pages and links.  The first `ranked` pages, which have ranks, start from
 * these.  Leaves the arena's scope for lack of memory or time; the ranks are then unchanged. */
void dt_rank(dt_graph *graph, uint32_t ranked, const detm_web_options *options, dt_arena *arena);

#endif
