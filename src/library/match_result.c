/* library/match_result.c: the best match of a page and the second best, as a result for writers. */
#include "base/allocate.h"
#include "base/options.h"
#include "library/library.h"

#include "html/page.h"
#include "result/emitter.h"

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

static detm_status emit_matches(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const found *f = (const found *)result;
  dt_emitter e = {.sink = sink, .error = error};
  detm_page_info info = {.name = f->page->name, .encoding = f->page->encoding};
  dt_emit_page(&e, &info);
  dt_emit_table(&e, 0, columns, COLUMNS, 1, f->matches[0].score);
  dt_emit_record(&e, 1);
  dt_emit_text(&e, TEMPLATE, f->matches[0].file);
  dt_emit_share(&e, SCORE, f->matches[0].score);
  dt_emit_text(&e, KIND, f->matches[0].kind);
  dt_emit_text(&e, DOMAIN, f->matches[0].domain);

  if (f->count > 1) {
    dt_emit_text(&e, RUNNER_UP, f->matches[1].file);
    dt_emit_share(&e, RUNNER_UP_SCORE, f->matches[1].score);
  }

  return dt_emit_end(&e);
}

static void free_found(detm_result *result) { free(result); }

static const dt_result_type found_type = {.emit = emit_matches, .free = free_found};

detm_result *detm_library_match_result(const detm_library *library, const detm_page *page,
                                       const detm_library_options *options, detm_error *error) {
  detm_match matches[2];
  size_t count;
  DT_OPTIONS(detm_library_options, options, detm_library_defaults);
  if (detm_library_match(library, page, matches, 2, &count, error) != DETM_OK) return NULL;
  if (!dt_match_suffices(matches, count, options->min_score, error)) return NULL;
  found *f = dt_allocate(sizeof *f, error);
  if (f == NULL) return NULL;
  *f = (found){.result = {.type = &found_type, .region_count = 1, .confidence = -1, .fit = -1, .quality = -1},
               .page = page,
               .matches = {matches[0], matches[count - 1]},
               .count = count};
  return &f->result;
}
