/* content/kind/classify.c: the public calls to classify a page, and their result. */
#include "base/allocate.h"
#include "content/corrections/corrections.h"
#include "content/kind/page_kind.h"
#include "result/emitter.h"

#include <stdlib.h>

typedef struct judgement {
  const detm_page *page;
  const detm_corrections *corrections;
  dt_arena arena, scratch;
  detm_classification *classification;
} judgement;

static void classify_page(void *data) {
  judgement *j = data;
  dt_content_page content;
  dt_engine engine;
  detm_classification *c = j->classification;
  dt_content_read(&content, &j->arena, j->page);
  dt_engine_run(&engine, &j->arena, &j->scratch, &j->page->tree, &detm_extract_defaults);
  *c = dt_kind_find(&content, &engine);

  const dt_correction *correction = dt_correction_of_kind(j->corrections, &content);
  if (correction == NULL && j->page->wall != DETM_WALL_NONE) {
    c->kind = DETM_PAGE_WALL;
    c->wall = j->page->wall;
    c->several = 0;
  }

  if (correction == NULL) return;
  c->correction = correction->name;
  c->kind = correction->kind;
  c->several = c->kind != DETM_PAGE_TOPIC && c->kind != DETM_PAGE_WALL && c->records != 0;
  if (c->kind == DETM_PAGE_WALL) c->wall = j->page->wall;
}

detm_status detm_classify(const detm_page *page, const detm_content_options *options,
                          detm_classification *classification, detm_error *error) {
  dt_scope scope;
  judgement j = {.page = page, .classification = classification};
  detm_status status = dt_page_need(page, DETM_PAGE_BOTH, error);
  if (status != DETM_OK) return status;
  if (options != NULL) j.corrections = options->corrections;
  dt_page_scope(page, &scope, page->seconds);
  dt_arena_start(&j.arena, &scope);
  dt_arena_start(&j.scratch, &scope);
  bool done = dt_scope_run(&scope, classify_page, &j);
  dt_arena_free(&j.scratch);
  dt_arena_free(&j.arena);
  return done ? DETM_OK : dt_error_scope(error, &scope, page->name);
}

/* ---- result ---- */

enum {
  KIND,
  RECORDS,
  LIST,
  LINK_DENSITY,
  LINKS,
  RECORD_COUNT,
  FIGURES,
  CORRECTION = FIGURES + DETM_KIND_FIGURES,
  WALL,
  COLUMNS
};

typedef struct classified {
  detm_result result;
  detm_column columns[COLUMNS];
  const detm_page *page;
  detm_classification classification;
} classified;

static detm_status emit_classification(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const classified *page = (const classified *)result;
  const detm_classification *c = &page->classification;
  dt_emitter e = {.sink = sink, .error = error};
  detm_page_info info = {.name = page->page->name, .encoding = page->page->encoding};
  dt_emit_page(&e, &info);
  dt_emit_table(&e, 0, page->columns, COLUMNS, 1, c->list);
  dt_emit_record(&e, 1);
  dt_emit_text(&e, KIND, detm_page_kind_name(c->kind));
  dt_emit_text(&e, RECORDS, c->several ? "multi" : "single");
  dt_emit_share(&e, LIST, c->list);
  dt_emit_share(&e, LINK_DENSITY, c->link_density);
  dt_emit_count(&e, LINKS, c->links);
  dt_emit_count(&e, RECORD_COUNT, c->records);
  for (size_t i = 0; i < DETM_KIND_FIGURES; i++) dt_emit_share(&e, FIGURES + i, c->figures[i]);
  dt_emit_text(&e, CORRECTION, c->correction);
  dt_emit_text(&e, WALL, detm_wall_name(c->wall));
  return dt_emit_end(&e);
}

static void free_classified(detm_result *result) { free(result); }

static const dt_result_type classified_type = {.emit = emit_classification, .free = free_classified};

detm_result *detm_classify_result(const detm_page *page, const detm_content_options *options, detm_error *error) {
  static const detm_column named[FIGURES] = {
      [KIND] = {.name = "kind", .type = "text"},     [RECORDS] = {.name = "records", .type = "text"},
      [LIST] = {.name = "list", .type = "figure"},   [LINK_DENSITY] = {.name = "link-density", .type = "figure"},
      [LINKS] = {.name = "links", .type = "figure"}, [RECORD_COUNT] = {.name = "record-count", .type = "figure"},
  };
  detm_classification classification;
  if (detm_classify(page, options, &classification, error) != DETM_OK) return NULL;

  classified *made = dt_allocate(sizeof *made, error);
  if (made == NULL) return NULL;

  *made =
      (classified){.result = {.type = &classified_type, .region_count = 1, .confidence = -1, .fit = -1, .quality = -1},
                   .page = page,
                   .classification = classification};
  memcpy(made->columns, named, sizeof named);
  for (size_t i = 0; i < DETM_KIND_FIGURES; i++)
    made->columns[FIGURES + i] = (detm_column){.name = detm_kind_figure_name(i), .type = "figure"};
  made->columns[CORRECTION] = (detm_column){.name = "correction", .type = "text"};
  made->columns[WALL] = (detm_column){.name = "wall", .type = "text"};
  return &made->result;
}
