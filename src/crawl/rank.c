/* crawl/rank.c: the iterations of PageRank, each linear in the links: a page passes its rank on to the targets of its
 * links, which are adjacent. */
#include "crawl/rank.h"

#include "html/tag_tree.h"

/* Sets the ranks to start from (doc/method 7.3): the relevances of pages.  Those of URLs that were not fetched do not
 * matter, for they pass nothing on. */
static void set_start(const dt_graph *g, uint32_t ranked, const detm_web_options *options, double *ranks) {
  for (uint32_t i = 0; i < g->url_count; i++) {
    uint32_t page = g->urls[i].page;
    double relevance = page != DT_NONE ? g->pages[page].relevance : g->urls[i].relevance;
    if (page != DT_NONE && page < ranked)
      ranks[i] = g->ranks[i];
    else
      ranks[i] = options->relevance == DETM_RELEVANCE_EQUAL ? 1 : relevance;
  }
}

/* Returns the rank that a page passes on for each unit of relevance of its links, 0 if it passes nothing on. */
static double rank_per_relevance(const dt_graph *g, uint32_t page, double rank) {
  double sum = 0;
  for (uint32_t i = g->pages[page].links, end = dt_graph_links_end(g, page); i < end; i++) sum += (double)g->rels[i];
  return sum > 0 ? rank / sum : 0;
}

static void iterate(const dt_graph *g, double damping, const double *ranks, double *next, dt_scope *scope) {
  for (uint32_t i = 0; i < g->url_count; i++) next[i] = 1 - damping;
  for (uint32_t page = 0; page < g->page_count; page++) {
    double unit = damping * rank_per_relevance(g, page, ranks[g->pages[page].url]);
    if (unit <= 0) continue;
    for (uint32_t i = g->pages[page].links, end = dt_graph_links_end(g, page); i < end; i++) {
      dt_scope_tick(scope);
      next[g->targets[i]] += unit * (double)g->rels[i];
    }
  }
}

void dt_rank(dt_graph *graph, uint32_t ranked, const detm_web_options *options, dt_arena *arena) {
  double *ranks = DT_ARRAY(arena, double, graph->url_count), *next = DT_ARRAY(arena, double, graph->url_count);
  set_start(graph, ranked, options, ranks);
  for (unsigned i = 0; i < options->iterations; i++) {
    iterate(graph, options->damping, ranks, next, arena->scope);
    double *before = ranks;
    ranks = next;
    next = before;
  }
  if (graph->url_count != 0) memcpy(graph->ranks, ranks, graph->url_count * sizeof *ranks);
}
