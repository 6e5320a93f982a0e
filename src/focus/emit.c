/* focus/emit.c: the URLs of a web by falling rank, pushed into a sink: a page "web" with one region. */
#include "base/result.h"
#include "focus/web.h"

#include <math.h>
#include <stdlib.h>

enum { URL, RANK, RELEVANCE, RELEVANT, FETCHED, PAGE, LINKS_IN, COLUMNS };

static const detm_column columns[COLUMNS] = {
    [URL] = {.name = "url", .type = "url"},
    [RANK] = {.name = "rank", .type = "figure"},
    [RELEVANCE] = {.name = "relevance", .type = "figure"},
    [RELEVANT] = {.name = "relevant", .type = "text"},
    [FETCHED] = {.name = "fetched", .type = "text"},
    [PAGE] = {.name = "page", .type = "text"},
    [LINKS_IN] = {.name = "links-in", .type = "figure"},
};

/* A URL with what it is sorted by. */
typedef struct ranked {
  double rank, relevance;
  uint32_t url;
} ranked;

typedef struct pusher {
  const detm_web *web;
  const detm_sink *sink;
  detm_error *error;
  detm_status status; /* the first failure: nothing more is pushed */
  dt_buffer number;
} pusher;

static void push(pusher *p, size_t column, const char *text, size_t length) {
  if (length == 0 || p->status != DETM_OK) return;
  detm_field field = {
      .column = column, .name = columns[column].name, .type = columns[column].type, .value = {text, length}};
  p->status = DT_PUSH(p->sink, field, &field, p->error);
}

static void push_text(pusher *p, size_t column, const char *text) { push(p, column, text, strlen(text)); }

static void push_number(pusher *p, size_t column, double number) {
  if (isnan(number)) return;
  p->number.length = 0;
  dt_buffer_number(&p->number, number);
  if (p->number.failed && p->status == DETM_OK) p->status = dt_error_set(p->error, DETM_NO_MEMORY, "out of memory");
  push(p, column, p->number.data, p->number.length);
}

static void push_url(pusher *p, size_t number) {
  detm_web_url url;
  detm_web_get(p->web, number, &url);
  push_text(p, URL, url.url);
  push_number(p, RANK, url.rank);
  push_number(p, RELEVANCE, url.relevance);
  if (url.page != NULL && !isnan(url.relevance))
    push_text(p, RELEVANT, url.relevance >= p->web->options.relevant ? "yes" : "no");
  push_text(p, FETCHED, url.page != NULL ? "yes" : "no");
  if (url.page != NULL) push_text(p, PAGE, url.page);
  push_number(p, LINKS_IN, (double)url.links_in);
}

static void push_all(pusher *p, const ranked *sorted, size_t count) {
  detm_region_info info = {.number = 1,
                           .path = "/",
                           .confidence = -1,
                           .fit = -1,
                           .records = count,
                           .columns = columns,
                           .column_count = COLUMNS};
  p->status = DT_PUSH(p->sink, region_begin, &info, p->error);
  for (size_t i = 0; i < count && p->status == DETM_OK; i++) {
    p->status = DT_PUSH(p->sink, record_begin, i + 1, p->error);
    push_url(p, sorted[i].url);
    if (p->status == DETM_OK) p->status = DT_PUSH(p->sink, record_end, p->error);
  }
  if (p->status == DETM_OK) p->status = DT_PUSH(p->sink, region_end, p->error);
}

/* ---- in order ---- */

/* What has no rank yet comes last.  Pages that nothing relevant links to have all one rank: they go by their relevance,
 * other ties in order of first sight. */
static int by_rank(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? 1 : -1;
  if (x->relevance != y->relevance) return x->relevance < y->relevance ? 1 : -1;
  return (x->url > y->url) - (x->url < y->url);
}

static double or_none(double number) { return isnan(number) ? -1 : number; }

static ranked *sort_urls(const detm_web *web, detm_web_part part, size_t *count) {
  const dt_graph *g = &web->graph;
  detm_web_url url;
  ranked *sorted = malloc(((size_t)g->url_count + 1) * sizeof *sorted);
  *count = 0;
  for (uint32_t i = 0; i < g->url_count && sorted != NULL; i++) {
    bool fetched = g->urls[i].page != DT_NONE;
    if (part != DETM_WEB_ALL && fetched != (part == DETM_WEB_FETCHED)) continue;
    detm_web_get(web, i, &url);
    sorted[(*count)++] = (ranked){or_none(url.rank), or_none(url.relevance), i};
  }
  if (*count > 1) qsort(sorted, *count, sizeof *sorted, by_rank);
  return sorted;
}

detm_status detm_web_emit(const detm_web *web, detm_web_part part, size_t most, const detm_sink *sink,
                          detm_error *error) {
  pusher p = {.web = web, .sink = sink, .error = error};
  detm_page_info info = {.name = "web", .encoding = "UTF-8"};
  size_t count;
  ranked *sorted = sort_urls(web, part, &count);
  if (sorted == NULL) return dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  if (most != 0 && count > most) count = most;
  p.status = DT_PUSH(sink, page_begin, &info, error);
  if (p.status == DETM_OK && count != 0) push_all(&p, sorted, count);
  if (p.status == DETM_OK) p.status = DT_PUSH(sink, page_end, error);
  dt_buffer_free(&p.number);
  free(sorted);
  return p.status;
}
