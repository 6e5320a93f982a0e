/* focus/graph.c: the packed arrays of a web, and the hash table of its URLs. */
#include "focus/graph.h"

#include "tree/tree.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_SIZE = 256 };

/* ---- room ---- */

/* Room for so many items and half as many more, so that growing costs little on the whole.  False: no memory. */
static bool grow(void **items, size_t wanted, size_t size) {
  if (wanted > SIZE_MAX / size) return false;
  void *more = realloc(*items, wanted * size);
  if (more == NULL) return false;
  *items = more;
  return true;
}

static bool make_room(void **items, size_t count, size_t more, size_t *room, size_t size) {
  if (count + more <= *room) return true;
  size_t wanted = count + more + *room / 2;
  if (!grow(items, wanted, size)) return false;
  *room = wanted;
  return true;
}

/* The same for two arrays of one length, which 32 bits count. */
static bool make_room_for_both(void **a, size_t size_a, void **b, size_t size_b, uint32_t count, size_t more,
                               uint32_t *room) {
  if (count + more <= *room) return true;
  size_t wanted = count + more + *room / 2;
  if (wanted > UINT32_MAX) wanted = UINT32_MAX;
  if (!grow(a, wanted, size_a) || (b != NULL && !grow(b, wanted, size_b))) return false;
  *room = (uint32_t)wanted;
  return true;
}

/* ---- URLs ---- */

static uint32_t hash_url(detm_text url) { return (uint32_t)dt_hash_bytes(url.data, url.length, 5); }

static bool is_url(const dt_graph *g, uint32_t number, uint32_t hash, detm_text url) {
  const dt_address *known = &g->urls[number];
  const char *string = dt_graph_string(g, known->start);
  return known->hash == hash && strncmp(string, url.data, url.length) == 0 && string[url.length] == '\0';
}

static uint32_t *find_slot(const dt_graph *g, uint32_t hash, detm_text url) {
  size_t at = hash & (g->size - 1);
  while (g->slots[at] != 0 && !is_url(g, g->slots[at] - 1, hash, url)) at = (at + 1) & (g->size - 1);
  return &g->slots[at];
}

/* Slots for 1.25 times as many URLs as there are; a page without URL has none. */
static bool grow_slots(dt_graph *g, size_t wanted) {
  size_t size = g->size != 0 ? g->size : FIRST_SIZE;
  while (size < wanted + wanted / 4) size *= 2;
  if (size == g->size) return true;
  uint32_t *slots = calloc(size, sizeof *slots);
  if (slots == NULL) return false;
  free(g->slots);
  g->slots = slots;
  g->size = size;
  for (uint32_t i = 0; i < g->url_count; i++) {
    size_t at = g->urls[i].hash & (size - 1);
    if (*dt_graph_string(g, g->urls[i].start) == '\0') continue;
    while (slots[at] != 0) at = (at + 1) & (size - 1);
    slots[at] = i + 1;
  }
  return true;
}

uint32_t dt_graph_find(const dt_graph *graph, detm_text url) {
  return graph->size != 0 && url.length != 0 ? *find_slot(graph, hash_url(url), url) - 1 : DT_NONE;
}

static uint32_t add_string(dt_graph *g, detm_text string) {
  uint32_t start = (uint32_t)g->string_bytes;
  if (string.length != 0) memcpy(g->strings + start, string.data, string.length);
  g->strings[start + string.length] = '\0';
  g->string_bytes += string.length + 1;
  return start;
}

uint32_t dt_graph_url(dt_graph *graph, detm_text url) {
  uint32_t hash = hash_url(url), *slot = url.length != 0 ? find_slot(graph, hash, url) : NULL;
  if (slot != NULL && *slot != 0) return *slot - 1;
  uint32_t number = graph->url_count++;
  if (slot != NULL) *slot = number + 1;
  graph->urls[number] = (dt_address){add_string(graph, url), hash, DT_NONE, 0, NAN};
  graph->ranks[number] = NAN;
  return number;
}

detm_status dt_graph_reserve_urls(dt_graph *graph, size_t urls, size_t bytes) {
  if (urls >= DT_NONE - graph->url_count || bytes > UINT32_MAX - graph->string_bytes) return DETM_LIMIT;
  bool made = make_room((void **)&graph->strings, graph->string_bytes, bytes, &graph->string_room, 1) &&
              make_room_for_both((void **)&graph->urls, sizeof *graph->urls, (void **)&graph->ranks,
                                 sizeof *graph->ranks, graph->url_count, urls, &graph->url_room) &&
              grow_slots(graph, graph->url_count + urls);
  return made ? DETM_OK : DETM_NO_MEMORY;
}

/* ---- pages ---- */

detm_status dt_graph_reserve_page(dt_graph *graph, const dt_draft *draft) {
  if (draft->target_count >= DT_NONE - graph->link_count || graph->page_count == DT_NONE - 1) return DETM_LIMIT;
  detm_status status = dt_graph_reserve_urls(graph, 0, strlen(draft->name) + 1);
  if (status != DETM_OK) return status;
  bool made = make_room((void **)&graph->records, graph->record_bytes, draft->record.length, &graph->record_room, 1) &&
              make_room_for_both((void **)&graph->pages, sizeof *graph->pages, NULL, 0, graph->page_count, 1,
                                 &graph->page_room) &&
              make_room_for_both((void **)&graph->targets, sizeof *graph->targets, (void **)&graph->rels,
                                 sizeof *graph->rels, graph->link_count, draft->target_count, &graph->link_room);
  return made ? DETM_OK : DETM_NO_MEMORY;
}

/* More than it takes where URLs are known already. */
detm_status dt_graph_reserve(dt_graph *graph, const dt_draft *draft) {
  size_t bytes = draft->url.length + 1 + strlen(draft->name) + 1;
  for (uint32_t i = 0; i < draft->target_count; i++) bytes += draft->targets[i].length + 1;
  detm_status status = dt_graph_reserve_page(graph, draft);
  return status == DETM_OK ? dt_graph_reserve_urls(graph, (size_t)draft->target_count + 1, bytes) : status;
}

void dt_graph_begin_page(dt_graph *graph, uint32_t url, const dt_draft *draft) {
  graph->urls[url].page = graph->page_count;
  if (*dt_graph_string(graph, graph->urls[url].start) == '\0')
    graph->urls[url].hash = hash_url(dt_text(draft->name)); /* for draws by chance alone */
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

void dt_graph_add(dt_graph *graph, const dt_draft *draft) {
  dt_graph_begin_page(graph, dt_graph_url(graph, draft->url), draft);
  for (uint32_t i = 0; i < draft->target_count; i++) dt_graph_add_link(graph, dt_graph_url(graph, draft->targets[i]));
}

void dt_graph_free(dt_graph *graph) {
  free(graph->urls);
  free(graph->ranks);
  free(graph->slots);
  free(graph->pages);
  free(graph->targets);
  free(graph->rels);
  free(graph->strings);
  free(graph->records);
}
