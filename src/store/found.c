/* store/found.c: what fits a page best, as a result that writers can take. */
#include "store/library.h"

#include "base/own.h"
#include "tree/tree.h"

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

static void push_values(dt_own *own, const detm_result *result) {
  const found *f = (const found *)result;
  dt_own_text(own, TEMPLATE, f->matches[0].file);
  dt_own_share(own, SCORE, f->matches[0].score);
  dt_own_text(own, KIND, f->matches[0].kind);
  dt_own_text(own, DOMAIN, f->matches[0].domain);
  if (f->count < 2) return;
  dt_own_text(own, RUNNER_UP, f->matches[1].file);
  dt_own_share(own, RUNNER_UP_SCORE, f->matches[1].score);
}

static detm_status emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const found *f = (const found *)result;
  dt_own own = {.sink = sink, .columns = columns, .column_count = COLUMNS, .error = error};
  detm_page_info info = {.name = f->page->name, .encoding = f->page->encoding};
  return dt_own_emit(&own, &info, f->matches[0].score, push_values, result);
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
