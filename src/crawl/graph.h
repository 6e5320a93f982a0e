/* crawl/graph.h: URLs, the pages fetched from some of them, and the links of these, packed for millions: 32-bit
 * indexes, all strings in one buffer, the words of each page as a record (page_digest.h).
 *
 * A page is added in two steps: dt_graph_reserve, which can fail and then changes nothing, and dt_graph_add, which
 * cannot. */
#ifndef DT_CRAWL_GRAPH_H
#define DT_CRAWL_GRAPH_H

#include "base/base.h"
#include "base/map.h"

typedef struct dt_address {
  uint32_t start; /* start of its string, which is "" for a page whose URL is unknown */
  uint32_t hash;  /* for random draws */
  uint32_t page;  /* index of the page, DT_NONE if not fetched */
  uint32_t links_in;
  float relevance; /* the largest one of the links to it; NaN before ranking */
} dt_address;

typedef struct dt_fetched {
  double relevance; /* NaN before ranking */
  size_t record;    /* start of its record */
  uint32_t url, name;
  uint32_t links; /* index of the first one */
} dt_fetched;

typedef struct dt_graph {
  dt_address *urls;
  double *ranks; /* one for each URL, NaN before ranking */
  uint32_t url_count, url_capacity, rank_capacity;
  dt_lookup lookup; /* hashes of the URLs */
  dt_fetched *pages;
  uint32_t page_count, page_capacity;
  uint32_t *targets; /* the URL of each link; the links of a page are adjacent */
  float *rels;       /* the relevance of each link */
  uint32_t link_count, target_capacity, rel_capacity;
  dt_buffer strings; /* each ends with a NUL */
  dt_buffer records;
} dt_graph;

/* A page to be added. */
typedef struct dt_page_draft {
  detm_text url; /* empty if unknown */
  const char *name;
  const detm_text *targets; /* distinct, without the page itself */
  uint32_t target_count;
  detm_text record;
} dt_page_draft;

/* Returns DETM_OK, DETM_NO_MEMORY, or DETM_LIMIT for more items than 32 bits can count. */
detm_status dt_graph_reserve(dt_graph *graph, const dt_page_draft *draft);
void dt_graph_add(dt_graph *graph, const dt_page_draft *draft);
/* Returns the index of a URL, or DT_NONE. */
uint32_t dt_graph_find(const dt_graph *graph, detm_text url);
static inline const char *dt_graph_string(const dt_graph *graph, uint32_t start) { return graph->strings.data + start; }
/* Returns the end of the links of a page. */
static inline uint32_t dt_graph_links_end(const dt_graph *graph, uint32_t page) {
  return page + 1 < graph->page_count ? graph->pages[page + 1].links : graph->link_count;
}
static inline detm_text dt_graph_record(const dt_graph *graph, uint32_t page) {
  size_t start = graph->pages[page].record;
  size_t end = page + 1 < graph->page_count ? graph->pages[page + 1].record : graph->records.length;
  return (detm_text){graph->records.data + start, end - start};
}
void dt_graph_free(dt_graph *graph);

/* ---- for loading: adding URLs and pages one by one ---- */

detm_status dt_graph_reserve_urls(dt_graph *graph, size_t urls, size_t bytes);
/* Reserves for a page whose URLs are all in the graph. */
detm_status dt_graph_reserve_page(dt_graph *graph, const dt_page_draft *draft);
/* Returns the index of a URL, adding it if necessary; its capacity must be reserved. */
uint32_t dt_graph_url(dt_graph *graph, detm_text url);
/* Adds a page without its links, using only the name and record of the draft.  Add its links next. */
void dt_graph_begin_page(dt_graph *graph, uint32_t url, const dt_page_draft *draft);
void dt_graph_add_link(dt_graph *graph, uint32_t target);

#endif
