/* focus/rank.h: PageRank and IPageRank of the URLs of a graph (METHOD 7.3). */
#ifndef DT_FOCUS_RANK_H
#define DT_FOCUS_RANK_H

#include <detm/focus.h>

#include "focus/graph.h"

/* Ranks by the relevances of pages and links; pages that have been ranked before, the first `ranked` ones, start from
 * the rank that they had.  Leaves the arena's scope without memory or past its time: then nothing has changed. */
void dt_rank(dt_graph *graph, uint32_t ranked, const detm_web_options *options, dt_arena *arena);

#endif
