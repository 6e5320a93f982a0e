/* focus/graph.h: URLs, the pages that were fetched from some of them, and the links of these, packed for millions:
 * 32-bit numbers, strings in one run of bytes, what is compared of each page as a record (digest.h).
 *
 * A page is added in two steps: reserve, which may fail and changes nothing, and add, which cannot. */
#ifndef DT_FOCUS_GRAPH_H
#define DT_FOCUS_GRAPH_H

#include "base/base.h"

typedef struct dt_address {
  uint32_t start; /* of its string; "" = a page whose URL is not known */
  uint32_t hash;
  uint32_t page; /* DT_NONE = not fetched */
  uint32_t links_in;
  float relevance; /* the largest of its links; NaN = not ranked yet */
} dt_address;

typedef struct dt_fetched {
  double relevance; /* NaN = not ranked yet */
  size_t record;    /* where it begins */
  uint32_t url, name;
  uint32_t links; /* the first of them */
} dt_fetched;

typedef struct dt_graph {
  dt_address *urls;
  double *ranks; /* of each URL, NaN = none yet */
  uint32_t url_count, url_room;
  uint32_t *slots; /* 1 + the number of a URL; 0 = free */
  size_t size;     /* a power of two */
  dt_fetched *pages;
  uint32_t page_count, page_room;
  uint32_t *targets; /* of each link the URL; those of a page follow each other */
  float *rels;
  uint32_t link_count, link_room;
  char *strings;
  size_t string_bytes, string_room;
  char *records;
  size_t record_bytes, record_room;
} dt_graph;

/* A page to be added. */
typedef struct dt_draft {
  detm_text url; /* empty = not known */
  const char *name;
  const detm_text *targets; /* each once, and not the page itself */
  uint32_t target_count;
  detm_text record;
} dt_draft;

/* DETM_OK, DETM_NO_MEMORY, or DETM_LIMIT: more than 32 bits can number. */
detm_status dt_graph_reserve(dt_graph *graph, const dt_draft *draft);
void dt_graph_add(dt_graph *graph, const dt_draft *draft);
/* The number of a URL; DT_NONE = not known. */
uint32_t dt_graph_find(const dt_graph *graph, detm_text url);
static inline const char *dt_graph_string(const dt_graph *graph, uint32_t start) { return graph->strings + start; }
/* Where the links of the page end. */
static inline uint32_t dt_graph_links_end(const dt_graph *graph, uint32_t page) {
  return page + 1 < graph->page_count ? graph->pages[page + 1].links : graph->link_count;
}
static inline detm_text dt_graph_record(const dt_graph *graph, uint32_t page) {
  size_t start = graph->pages[page].record;
  size_t end = page + 1 < graph->page_count ? graph->pages[page + 1].record : graph->record_bytes;
  return (detm_text){graph->records + start, end - start};
}
void dt_graph_free(dt_graph *graph);

/* ---- for loading: URLs and pages one by one ---- */

detm_status dt_graph_reserve_urls(dt_graph *graph, size_t urls, size_t bytes);
/* For a page whose URLs are all known. */
detm_status dt_graph_reserve_page(dt_graph *graph, const dt_draft *draft);
/* The URL's number, a new one if need be: there must be room. */
uint32_t dt_graph_url(dt_graph *graph, detm_text url);
/* Adds a page without its links, then these: of the draft the name and the record count. */
void dt_graph_begin_page(dt_graph *graph, uint32_t url, const dt_draft *draft);
void dt_graph_add_link(dt_graph *graph, uint32_t target);

#endif
