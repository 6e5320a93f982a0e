/* template/fields.c: the candidate fields of pages, and giving them out. */
#include "template/fields.h"

#include "base/result.h"
#include "tree/tree.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PATH_BYTES = 32 << 20 };

const detm_fields_options detm_fields_defaults = {.max_fields = 1000};

/* ---- finding ---- */

/* Returns the bytes of the paths. */
static size_t keep_values(detm_fields *fields, dt_paths *paths, dt_candidate_values *to, const dt_finding *found) {
  size_t bytes = 0;
  if (found == NULL) return 0;
  to->values = DT_ARRAY(&fields->arena, detm_candidate_value, found->value_count);
  to->count = found->value_count;
  for (uint32_t v = 0; v < to->count; v++) {
    detm_text text = found->values[v].text;
    to->values[v].text = dt_arena_copy(&fields->arena, text.data, text.length);
    to->values[v].path = dt_paths_write(paths, &fields->arena, found->values[v].node);
    bytes += strlen(to->values[v].path);
    dt_scope_tick(&fields->scope);
  }
  return bytes;
}

static const char *keep(detm_fields *fields, const char *text) {
  return text != NULL ? dt_arena_copy(&fields->arena, text, strlen(text)) : NULL;
}

static detm_candidate make_candidate(detm_fields *fields, const dt_joined *joined, size_t id) {
  return (detm_candidate){.id = id,
                          .name = keep(fields, joined->name),
                          .label = keep(fields, joined->label),
                          .property = keep(fields, joined->word),
                          .type = joined->type,
                          .score = joined->score,
                          .pages = joined->pages};
}

/* Deep pages have long paths: past some bytes the least likely candidates are left out. */
static void keep_candidates(detm_fields *fields, const dt_joined *joined) {
  size_t bytes = 0;
  dt_paths *paths = DT_ARRAY(&fields->scratch, dt_paths, fields->page_count);
  for (uint32_t p = 0; p < fields->page_count; p++) dt_paths_start(&paths[p], &fields->scratch);
  fields->candidates = DT_ARRAY(&fields->arena, detm_candidate, fields->count);
  fields->values = DT_ZERO(&fields->arena, dt_candidate_values, (size_t)fields->count * fields->page_count);
  for (uint32_t i = 0; i < fields->count && bytes < MOST_PATH_BYTES; i++) {
    fields->candidates[i] = make_candidate(fields, &joined[i], (size_t)i + 1);
    for (uint32_t p = 0; p < fields->page_count; p++)
      bytes += keep_values(fields, &paths[p], &fields->values[(size_t)i * fields->page_count + p], joined[i].on[p]);
    if (bytes >= MOST_PATH_BYTES) fields->count = i + 1;
  }
}

static void find(detm_fields *fields, const detm_page *const *pages, uint32_t page_count, size_t most) {
  dt_arena *scratch = &fields->scratch;
  const detm_page **own = DT_ARRAY(&fields->arena, const detm_page *, page_count);
  memcpy(own, pages, page_count * sizeof *own);
  fields->pages = own;
  fields->page_count = page_count;
  dt_page_findings *read = DT_ZERO(scratch, dt_page_findings, page_count);
  for (uint32_t p = 0; p < page_count; p++) dt_outline_read(&read[p].outline, scratch, pages[p]->document);
  dt_outlines_compare(scratch, read, page_count);
  for (uint32_t p = 0; p < page_count; p++)
    read[p].findings = dt_findings_of(scratch, &read[p].outline, pages[p]->document);
  dt_joined *joined = dt_findings_join(scratch, read, page_count, &fields->count);
  fields->count = dt_joined_rank(scratch, read, page_count, joined, fields->count);
  if (most != 0 && fields->count > most) fields->count = (uint32_t)most;
  dt_joined_name(scratch, page_count, joined, fields->count);
  keep_candidates(fields, joined);
}

static detm_status find_all(detm_fields *fields, const detm_page *const *pages, size_t page_count, size_t most,
                            detm_error *error) {
  if (setjmp(fields->scope.escape) != 0) return dt_error_scope(error, &fields->scope, pages[0]->name);
  find(fields, pages, (uint32_t)page_count, most);
  return DETM_OK;
}

static detm_status check_pages(const detm_page *const *pages, size_t page_count, detm_error *error) {
  if (page_count == 0 || page_count > UINT32_MAX) return dt_error_set(error, DETM_USAGE, "there is no page to look at");
  for (size_t p = 0; p < page_count; p++)
    if (pages[p]->document == NULL)
      return dt_error_set(error, DETM_USAGE, "%s was parsed without its document: ask for DETM_PAGE_DOCUMENT",
                          pages[p]->name);
  return DETM_OK;
}

detm_fields *detm_fields_find(const detm_page *const *pages, size_t page_count, const detm_fields_options *options,
                              detm_error *error) {
  double seconds = 0;
  if (options == NULL) options = &detm_fields_defaults;
  if (check_pages(pages, page_count, error) != DETM_OK) return NULL;
  detm_fields *fields = calloc(1, sizeof *fields);
  if (fields == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  for (size_t p = 0; p < page_count; p++) seconds = pages[p]->seconds == 0 ? 0 : seconds + pages[p]->seconds;
  dt_scope_start(&fields->scope, seconds);
  dt_arena_start(&fields->arena, &fields->scope);
  dt_arena_start(&fields->scratch, &fields->scope);
  detm_status status = find_all(fields, pages, page_count, options->max_fields, error);
  dt_arena_free(&fields->scratch);
  fields->arena.scope = NULL;
  if (status == DETM_OK) return fields;
  detm_fields_free(fields);
  return NULL;
}

void detm_fields_free(detm_fields *fields) {
  if (fields == NULL) return;
  dt_arena_free(&fields->arena);
  free(fields);
}

/* ---- asking ---- */

size_t detm_fields_count(const detm_fields *fields) { return fields->count; }

const detm_candidate *detm_fields_get(const detm_fields *fields, size_t id) {
  return id >= 1 && id <= fields->count ? &fields->candidates[id - 1] : NULL;
}

static const dt_candidate_values *values_of(const detm_fields *fields, size_t id, size_t page) {
  static const dt_candidate_values none = {NULL, 0};
  if (id < 1 || id > fields->count || page >= fields->page_count) return &none;
  return &fields->values[(id - 1) * fields->page_count + page];
}

size_t detm_fields_values(const detm_fields *fields, size_t id, size_t page) {
  return values_of(fields, id, page)->count;
}

const detm_candidate_value *detm_fields_value(const detm_fields *fields, size_t id, size_t page, size_t number) {
  const dt_candidate_values *values = values_of(fields, id, page);
  return number < values->count ? &values->values[number] : NULL;
}

/* ---- emitting ---- */

enum { ID, NAME, LABEL, TYPE, VALUE, PATH, COLUMNS };

static const detm_column columns[COLUMNS] = {{.name = "id", .type = "number"},  {.name = "name", .type = "text"},
                                             {.name = "label", .type = "text"}, {.name = "type", .type = "text"},
                                             {.name = "value", .type = "text"}, {.name = "path", .type = "text"}};

static detm_status push_text(const detm_sink *sink, size_t column, const char *type, const char *text,
                             detm_error *error) {
  detm_field field = {.column = column, .name = columns[column].name, .type = type, .value = dt_text(text)};
  return text != NULL ? DT_PUSH(sink, field, &field, error) : DETM_OK;
}

static detm_status push_candidate(const detm_candidate *candidate, const dt_candidate_values *values,
                                  const detm_sink *sink, detm_error *error) {
  char id[24];
  snprintf(id, sizeof id, "%zu", candidate->id);
  detm_status status = push_text(sink, ID, "number", id, error);
  if (status == DETM_OK) status = push_text(sink, NAME, "text", candidate->name, error);
  if (status == DETM_OK) status = push_text(sink, LABEL, "text", candidate->label, error);
  if (status == DETM_OK) status = push_text(sink, TYPE, "text", candidate->type, error);
  for (uint32_t v = 0; v < values->count && status == DETM_OK; v++)
    status = push_text(sink, VALUE, candidate->type, values->values[v].text, error);
  for (uint32_t v = 0; v < values->count && status == DETM_OK; v++)
    status = push_text(sink, PATH, "text", values->values[v].path, error);
  return status;
}

static detm_status push_page(const detm_fields *fields, uint32_t page, const detm_sink *sink, detm_error *error) {
  detm_page_info info = {.name = fields->pages[page]->name, .encoding = fields->pages[page]->encoding};
  detm_region_info region = {
      .number = 1, .path = "/", .confidence = -1, .fit = -1, .columns = columns, .column_count = COLUMNS};
  for (size_t id = 1; id <= fields->count; id++) region.records += values_of(fields, id, page)->count != 0;
  detm_status status = DT_PUSH(sink, page_begin, &info, error);
  if (status == DETM_OK && region.records != 0) {
    status = DT_PUSH(sink, region_begin, &region, error);
    size_t record = 0;
    for (size_t id = 1; id <= fields->count && status == DETM_OK; id++) {
      const dt_candidate_values *values = values_of(fields, id, page);
      if (values->count == 0) continue;
      status = DT_PUSH(sink, record_begin, ++record, error);
      if (status == DETM_OK) status = push_candidate(&fields->candidates[id - 1], values, sink, error);
      if (status == DETM_OK) status = DT_PUSH(sink, record_end, error);
    }
    if (status == DETM_OK) status = DT_PUSH(sink, region_end, error);
  }
  return status == DETM_OK ? DT_PUSH(sink, page_end, error) : status;
}

detm_status detm_fields_emit(const detm_fields *fields, const detm_sink *sink, detm_error *error) {
  detm_status status = DETM_OK;
  for (uint32_t p = 0; p < fields->page_count && status == DETM_OK; p++) status = push_page(fields, p, sink, error);
  return status;
}
