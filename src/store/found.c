/* store/found.c: what fits a page best, as a result that writers can take. */
#include "store/library.h"

#include "base/result.h"
#include "tree/tree.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEMPLATE, SCORE, KIND, DOMAIN, RUNNER_UP, RUNNER_UP_SCORE, COLUMNS };

static const detm_column columns[COLUMNS] = {
    [TEMPLATE] = {.name = "template", .type = "text"},
    [SCORE] = {.name = "score", .type = "figure"},
    [KIND] = {.name = "kind", .type = "text"},
    [DOMAIN] = {.name = "domain", .type = "text"},
    [RUNNER_UP] = {.name = "runner_up", .type = "text"},
    [RUNNER_UP_SCORE] = {.name = "runner_up_score", .type = "figure"},
};

typedef struct found {
  detm_result result;
  const detm_page *page;
  detm_match matches[2];
  size_t count;
} found;

typedef struct pusher {
  const detm_sink *sink;
  detm_error *error;
  detm_status status;
} pusher;

static void push_text(pusher *p, size_t column, const char *text) {
  if (p->status != DETM_OK || text == NULL) return;
  detm_field field = {
      .column = column, .name = columns[column].name, .type = columns[column].type, .value = dt_text(text)};
  p->status = DT_PUSH(p->sink, field, &field, p->error);
}

/* "0.97", whatever the locale. */
static void push_score(pusher *p, size_t column, double score) {
  char text[16];
  unsigned thousandths = (unsigned)(score * 1000 + 0.5);
  snprintf(text, sizeof text, "%u.%03u", thousandths / 1000, thousandths % 1000);
  push_text(p, column, text);
}

static void push_record(pusher *p, const found *f) {
  push_text(p, TEMPLATE, f->matches[0].file);
  push_score(p, SCORE, f->matches[0].score);
  push_text(p, KIND, f->matches[0].kind);
  push_text(p, DOMAIN, f->matches[0].domain);
  if (f->count < 2) return;
  push_text(p, RUNNER_UP, f->matches[1].file);
  push_score(p, RUNNER_UP_SCORE, f->matches[1].score);
}

static detm_status push_region(pusher *p, const found *f) {
  detm_region_info info = {.number = 0,
                           .path = "/",
                           .score = f->matches[0].score,
                           .confidence = -1,
                           .fit = -1,
                           .records = 1,
                           .columns = columns,
                           .column_count = COLUMNS};
  p->status = DT_PUSH(p->sink, region_begin, &info, p->error);
  if (p->status == DETM_OK) p->status = DT_PUSH(p->sink, record_begin, 1, p->error);
  push_record(p, f);
  if (p->status == DETM_OK) p->status = DT_PUSH(p->sink, record_end, p->error);
  return p->status == DETM_OK ? DT_PUSH(p->sink, region_end, p->error) : p->status;
}

static detm_status emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const found *f = (const found *)result;
  pusher p = {sink, error, DETM_OK};
  detm_page_info info = {f->page->name, f->page->encoding};
  p.status = DT_PUSH(sink, page_begin, &info, error);
  if (p.status == DETM_OK) p.status = push_region(&p, f);
  return p.status == DETM_OK ? DT_PUSH(sink, page_end, error) : p.status;
}

static size_t count_records(const detm_result *result, size_t region) {
  (void)result;
  (void)region;
  return 1;
}

static void free_found(detm_result *result) { free(result); }

static const dt_result_type found_type = {.emit = emit, .records = count_records, .free = free_found};

detm_result *detm_library_find(const detm_library *library, const detm_page *page, const detm_library_options *options,
                               detm_error *error) {
  detm_match matches[2];
  size_t count;
  if (options == NULL) options = &detm_library_defaults;
  if (detm_library_match(library, page, matches, 2, &count, error) != DETM_OK) return NULL;
  if (!dt_match_suffices(matches, count, options->min_score, error)) return NULL;
  found *f = calloc(1, sizeof *f);
  if (f == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  *f = (found){.result = {.type = &found_type, .region_count = 1, .confidence = -1, .fit = -1},
               .page = page,
               .matches = {matches[0], matches[count - 1]},
               .count = count};
  return &f->result;
}
