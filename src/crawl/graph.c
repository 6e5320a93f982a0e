/* crawl/graph.c: the packed arrays of the URLs, pages and links of a web. */
#include "crawl/graph.h"

#include "html/tag_tree.h"

#include <math.h>
#include <stdlib.h>

/* ---- capacity ---- */

static bool grow(void **items, size_t wanted, size_t size) {
  if (wanted > SIZE_MAX / size) return false;
  void *more = realloc(*items, wanted * size);
  if (more == NULL) return false;
  *items = more;
  return true;
}

/* Reserves capacity for `more` items, growing by half; false for lack of memory. */
static bool reserve(void **items, size_t count, size_t more, size_t *capacity, size_t size) {
  if (count + more <= *capacity) return true;
  size_t wanted = count + more + *capacity / 2;
  if (!grow(items, wanted, size)) return false;
  *capacity = wanted;
  return true;
}

/* Does the same for two arrays of the same length, which 32 bits count; `b` may be NULL. */
static bool reserve_both(void **a, size_t size_a, void **b, size_t size_b, uint32_t count, size_t more,
                         uint32_t *capacity) {
  if (count + more <= *capacity) return true;
  size_t wanted = count + more + *capacity / 2;
  if (wanted > UINT32_MAX) wanted = UINT32_MAX;
  if (!grow(a, wanted, size_a) || (b != NULL && !grow(b, wanted, size_b))) return false;
  *capacity = (uint32_t)wanted;
  return true;
}

/* ---- URLs ---- */

static uint32_t hash_url(detm_text url) { return (uint32_t)dt_hash_bytes(url.data, url.length, 5); }

static bool is_url(const dt_graph *g, uint32_t number, detm_text url) {
  const char *string = dt_graph_string(g, g->urls[number].start);
  return strncmp(string, url.data, url.length) == 0 && string[url.length] == '\0';
}

static uint32_t find_url(const dt_graph *g, uint64_t key, detm_text url) {
  uint32_t probe = 0, number;
  while ((number = dt_lookup_next(&g->lookup, key, &probe)) != DT_NO_NUMBER)
    if (is_url(g, number, url)) break;
  return number;
}

uint32_t dt_graph_find(const dt_graph *graph, detm_text url) {
  return url.length != 0 ? find_url(graph, dt_hash_keyed(url.data, url.length), url) : DT_NONE;
}

static uint32_t add_string(dt_graph *g, detm_text string) {
  uint32_t start = (uint32_t)g->string_bytes;
  if (string.length != 0) memcpy(g->strings + start, string.data, string.length);
  g->strings[start + string.length] = '\0';
  g->string_bytes += string.length + 1;
  return start;
}

uint32_t dt_graph_url(dt_graph *graph, detm_text url) {
  uint32_t number = graph->url_count;
  uint64_t key = dt_hash_mix(graph->lookup.seed, number); /* any key, for an unknown URL */
  if (url.length != 0) {
    key = dt_hash_keyed(url.data, url.length);
    uint32_t known = find_url(graph, key, url);
    if (known != DT_NO_NUMBER) return known;
  }
  dt_lookup_append(&graph->lookup, key);
  graph->urls[number] = (dt_address){add_string(graph, url), hash_url(url), DT_NONE, 0, NAN};
  graph->ranks[number] = NAN;
  graph->url_count++;
  return number;
}

detm_status dt_graph_reserve_urls(dt_graph *graph, size_t urls, size_t bytes) {
  if (urls >= DT_NONE - graph->url_count || bytes > UINT32_MAX - graph->string_bytes) return DETM_LIMIT;
  bool made = reserve((void **)&graph->strings, graph->string_bytes, bytes, &graph->string_capacity, 1) &&
              reserve_both((void **)&graph->urls, sizeof *graph->urls, (void **)&graph->ranks, sizeof *graph->ranks,
                           graph->url_count, urls, &graph->url_capacity) &&
              dt_lookup_reserve(&graph->lookup, (uint32_t)urls);
  return made ? DETM_OK : DETM_NO_MEMORY;
}

/* ---- pages ---- */

detm_status dt_graph_reserve_page(dt_graph *graph, const dt_page_draft *draft) {
  if (draft->target_count >= DT_NONE - graph->link_count || graph->page_count == DT_NONE - 1) return DETM_LIMIT;
  detm_status status = dt_graph_reserve_urls(graph, 0, strlen(draft->name) + 1);
  if (status != DETM_OK) return status;
  bool made =
      reserve((void **)&graph->records, graph->record_bytes, draft->record.length, &graph->record_capacity, 1) &&
      reserve_both((void **)&graph->pages, sizeof *graph->pages, NULL, 0, graph->page_count, 1,
                   &graph->page_capacity) &&
      reserve_both((void **)&graph->targets, sizeof *graph->targets, (void **)&graph->rels, sizeof *graph->rels,
                   graph->link_count, draft->target_count, &graph->link_capacity);
  return made ? DETM_OK : DETM_NO_MEMORY;
}

/* Reserves as if all URLs were new. */
detm_status dt_graph_reserve(dt_graph *graph, const dt_page_draft *draft) {
  size_t bytes = draft->url.length + 1 + strlen(draft->name) + 1;
  for (uint32_t i = 0; i < draft->target_count; i++) bytes += draft->targets[i].length + 1;
  detm_status status = dt_graph_reserve_page(graph, draft);
  return status == DETM_OK ? dt_graph_reserve_urls(graph, (size_t)draft->target_count + 1, bytes) : status;
}

void dt_graph_begin_page(dt_graph *graph, uint32_t url, const dt_page_draft *draft) {
  graph->urls[url].page = graph->page_count;
  if (*dt_graph_string(graph, graph->urls[url].start) == '\0')
    graph->urls[url].hash = hash_url(dt_text(draft->name)); /* only for random draws */
  graph->pages[graph->page_count++] = (dt_fetched){
      .relevance = NAN,
      .record = graph->record_bytes,
      .url = url,
      .name = add_string(graph, dt_text(draft->name)),
      .links = graph->link_count,
  };
  if (draft->record.length != 0) memcpy(graph->records + graph->record_bytes, draft->record.data, draft->record.length);
  graph->record_bytes += draft->record.length;
}

void dt_graph_add_link(dt_graph *graph, uint32_t target) {
  graph->urls[target].links_in++;
  graph->targets[graph->link_count] = target;
  graph->rels[graph->link_count++] = 0;
}

void dt_graph_add(dt_graph *graph, const dt_page_draft *draft) {
  dt_graph_begin_page(graph, dt_graph_url(graph, draft->url), draft);
  for (uint32_t i = 0; i < draft->target_count; i++) dt_graph_add_link(graph, dt_graph_url(graph, draft->targets[i]));
}

void dt_graph_free(dt_graph *graph) {
  free(graph->urls);
  free(graph->ranks);
  dt_lookup_free(&graph->lookup);
  free(graph->pages);
  free(graph->targets);
  free(graph->rels);
  free(graph->strings);
  free(graph->records);
}
