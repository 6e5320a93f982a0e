/* content/classify.c: the public calls on the kind of a page, and its result. */
#include "base/own.h"
#include "content/correction.h"
#include "content/kind.h"

#include <stdlib.h>

static void correct(const dt_content_page *page, const detm_corrections *corrections, detm_classification *c) {
  const dt_correction *correction = dt_correction_of_kind(corrections, page);
  if (correction == NULL) return;
  c->correction = correction->name;
  c->kind = correction->kind;
  c->several = c->kind != DETM_PAGE_TOPIC && c->records != 0;
}

static void classify(const detm_page *page, const detm_corrections *corrections, dt_arena *arena, dt_arena *scratch,
                     detm_classification *classification) {
  dt_content_page content;
  dt_engine engine;
  dt_content_read(&content, arena, page);
  dt_engine_run(&engine, arena, scratch, &page->tree, &detm_extract_defaults);
  *classification = dt_kind_find(&content, &engine);
  correct(&content, corrections, classification);
}

static bool run(const detm_page *page, const detm_corrections *corrections, dt_scope *scope, dt_arena *arena,
                dt_arena *scratch, detm_classification *classification) {
  if (setjmp(scope->escape) != 0) return false;
  classify(page, corrections, arena, scratch, classification);
  return true;
}

detm_status detm_classify(const detm_page *page, const detm_content_options *options,
                          detm_classification *classification, detm_error *error) {
  dt_scope scope;
  dt_arena arena, scratch;
  if (page->document == NULL || page->tree.node_count == 0)
    return dt_error_at(error, DETM_USAGE, page->name, 0, 0,
                       "the page was parsed without its tree and its document: see detm_page_options");
  dt_scope_start(&scope, page->seconds);
  dt_arena_start(&arena, &scope);
  dt_arena_start(&scratch, &scope);
  bool done = run(page, options != NULL ? options->corrections : NULL, &scope, &arena, &scratch, classification);
  dt_arena_free(&scratch);
  dt_arena_free(&arena);
  return done ? DETM_OK : dt_error_scope(error, &scope, page->name);
}

/* ---- as a result ---- */

enum {
  KIND,
  RECORDS,
  LIST,
  LINK_DENSITY,
  LINKS,
  RECORD_COUNT,
  FIGURES,
  CORRECTION = FIGURES + DETM_KIND_FIGURES,
  COLUMNS
};

typedef struct classified {
  detm_result result;
  detm_column columns[COLUMNS];
  const detm_page *page;
  detm_classification classification;
} classified;

static void push_values(dt_own *own, const detm_result *result) {
  const detm_classification *c = &((const classified *)result)->classification;
  dt_own_text(own, KIND, detm_page_kind_name(c->kind));
  dt_own_text(own, RECORDS, c->several ? "multi" : "single");
  dt_own_share(own, LIST, c->list);
  dt_own_share(own, LINK_DENSITY, c->link_density);
  dt_own_count(own, LINKS, c->links);
  dt_own_count(own, RECORD_COUNT, c->records);
  for (size_t i = 0; i < DETM_KIND_FIGURES; i++) dt_own_share(own, FIGURES + i, c->figures[i]);
  dt_own_text(own, CORRECTION, c->correction);
}

static void name_columns(detm_column columns[COLUMNS]) {
  static const detm_column named[FIGURES] = {
      [KIND] = {.name = "kind", .type = "text"},     [RECORDS] = {.name = "records", .type = "text"},
      [LIST] = {.name = "list", .type = "figure"},   [LINK_DENSITY] = {.name = "link-density", .type = "figure"},
      [LINKS] = {.name = "links", .type = "figure"}, [RECORD_COUNT] = {.name = "record-count", .type = "figure"},
  };
  memcpy(columns, named, sizeof named);
  for (size_t i = 0; i < DETM_KIND_FIGURES; i++)
    columns[FIGURES + i] = (detm_column){.name = detm_kind_figure(i), .type = "figure"};
  columns[CORRECTION] = (detm_column){.name = "correction", .type = "text"};
}

static detm_status emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const classified *c = (const classified *)result;
  dt_own own = {.sink = sink, .columns = c->columns, .column_count = COLUMNS, .error = error};
  detm_page_info info = {.name = c->page->name, .encoding = c->page->encoding};
  return dt_own_emit(&own, &info, c->classification.list, push_values, result);
}

static size_t count_records(const detm_result *result, size_t region) {
  (void)result, (void)region;
  return 1;
}

static void free_classified(detm_result *result) { free(result); }

static const dt_result_type classified_type = {.emit = emit, .records = count_records, .free = free_classified};

detm_result *detm_classify_result(const detm_page *page, const detm_content_options *options, detm_error *error) {
  detm_classification classification;
  if (detm_classify(page, options, &classification, error) != DETM_OK) return NULL;
  classified *made = calloc(1, sizeof *made);
  if (made == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  *made = (classified){.result = {.type = &classified_type, .region_count = 1, .confidence = -1, .fit = -1},
                       .page = page,
                       .classification = classification};
  name_columns(made->columns);
  return &made->result;
}
