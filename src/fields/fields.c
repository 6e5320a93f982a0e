/* fields/fields.c: the public functions of candidate fields, and emitting them. */
#include "fields/fields.h"
#include "base/allocate.h"
#include "base/options.h"

#include "html/dom_path.h"
#include "html/page.h"
#include "result/emitter.h"

#include <stdlib.h>

enum { MAX_PATH_BYTES = 32 << 20 };

/* ---- finding ---- */

static const char *copy_string(detm_fields *fields, const char *text) {
  return text != NULL ? dt_arena_copy(&fields->arena, text, strlen(text)) : NULL;
}

/* Copies the values of a finding; returns the bytes of their paths. */
static size_t copy_values(detm_fields *fields, dt_positions *positions, dt_candidate_values *to,
                          const dt_finding *found) {
  size_t bytes = 0;
  if (found == NULL) return 0;
  to->values = DT_ARRAY(&fields->arena, detm_candidate_value, found->value_count);
  to->count = found->value_count;
  for (uint32_t v = 0; v < to->count; v++) {
    detm_text text = found->values[v].text;
    to->values[v].text = dt_arena_copy(&fields->arena, text.data, text.length);
    to->values[v].path = dt_dom_path(&fields->arena, NULL, found->values[v].node, positions);
    bytes += strlen(to->values[v].path);
    dt_scope_tick(&fields->scope);
  }
  return bytes;
}

/* Copies the candidates.  Deep pages have long paths: at MAX_PATH_BYTES the least likely candidates are left out. */
static void copy_candidates(detm_fields *fields, const dt_joined *joined) {
  size_t bytes = 0;
  dt_positions *positions = DT_ARRAY(&fields->scratch, dt_positions, fields->page_count);
  for (uint32_t p = 0; p < fields->page_count; p++) dt_positions_start(&positions[p], &fields->scratch);
  fields->candidates = DT_ARRAY(&fields->arena, detm_candidate, fields->count);
  fields->values = DT_ZERO(&fields->arena, dt_candidate_values, (size_t)fields->count * fields->page_count);

  for (uint32_t i = 0; i < fields->count && bytes < MAX_PATH_BYTES; i++) {
    fields->candidates[i] = (detm_candidate){.id = (size_t)i + 1,
                                             .name = copy_string(fields, joined[i].name),
                                             .label = copy_string(fields, joined[i].label),
                                             .property = copy_string(fields, joined[i].word),
                                             .type = joined[i].type,
                                             .score = joined[i].score,
                                             .pages = joined[i].pages};
    for (uint32_t p = 0; p < fields->page_count; p++)
      bytes += copy_values(fields, &positions[p], &fields->values[(size_t)i * fields->page_count + p], joined[i].on[p]);
    if (bytes >= MAX_PATH_BYTES) fields->count = i + 1;
  }
}

typedef struct field_search {
  detm_fields *fields;
  const detm_page *const *pages;
  uint32_t page_count;
  size_t max_fields;
} field_search;

static void find_fields(void *data) {
  const field_search *s = data;
  detm_fields *fields = s->fields;
  uint32_t page_count = s->page_count;
  dt_arena *scratch = &fields->scratch;
  const detm_page **pages = DT_ARRAY(&fields->arena, const detm_page *, page_count);
  memcpy(pages, s->pages, page_count * sizeof *pages);
  fields->pages = pages;
  fields->page_count = page_count;
  dt_page_findings *read = DT_ZERO(scratch, dt_page_findings, page_count);
  for (uint32_t p = 0; p < page_count; p++) dt_outline_read(&read[p].outline, scratch, pages[p]->document);
  dt_outlines_compare(scratch, read, page_count);
  for (uint32_t p = 0; p < page_count; p++)
    read[p].findings = dt_findings_of(scratch, &read[p].outline, pages[p]->document);
  dt_joined *joined = dt_findings_join(scratch, read, page_count, &fields->count);
  fields->count = dt_joined_rank(scratch, read, page_count, joined, fields->count);
  if (s->max_fields != 0 && fields->count > s->max_fields) fields->count = (uint32_t)s->max_fields;
  dt_joined_name(scratch, page_count, joined, fields->count);
  copy_candidates(fields, joined);
}

detm_fields *detm_fields_find(const detm_page *const *pages, size_t page_count, const detm_fields_options *options,
                              detm_error *error) {
  double seconds = 0;
  DT_OPTIONS(detm_fields_options, options, detm_fields_defaults);
  if (page_count == 0 || page_count > UINT32_MAX) {
    dt_error_set(error, DETM_USAGE, "no page was given");
    return NULL;
  }
  if (dt_pages_need(pages, page_count, DETM_PAGE_DOCUMENT, error) != DETM_OK) return NULL;
  detm_fields *fields = dt_allocate(sizeof *fields, error);
  if (fields == NULL) return NULL;
  for (size_t p = 0; p < page_count; p++) seconds = pages[p]->seconds == 0 ? 0 : seconds + pages[p]->seconds;
  dt_page_scope(pages[0], &fields->scope, seconds);
  dt_arena_start(&fields->arena, &fields->scope);
  dt_arena_start(&fields->scratch, &fields->scope);
  field_search s = {fields, pages, (uint32_t)page_count, options->max_fields};
  bool found = dt_scope_run(&fields->scope, find_fields, &s);
  dt_arena_free(&fields->scratch);
  fields->arena.scope = NULL;
  if (found) return fields;
  dt_error_scope(error, &fields->scope, pages[0]->name);
  detm_fields_free(fields);
  return NULL;
}

void detm_fields_free(detm_fields *fields) {
  if (fields == NULL) return;
  dt_arena_free(&fields->arena);
  free(fields);
}

/* ---- candidates and their values ---- */

size_t detm_fields_count(const detm_fields *fields) { return fields->count; }

const detm_candidate *detm_fields_get(const detm_fields *fields, size_t i) {
  return i < fields->count ? &fields->candidates[i] : NULL;
}

static const dt_candidate_values *values_of(const detm_fields *fields, size_t i, size_t page) {
  static const dt_candidate_values none = {NULL, 0};
  if (i >= fields->count || page >= fields->page_count) return &none;
  return &fields->values[i * fields->page_count + page];
}

size_t detm_fields_value_count(const detm_fields *fields, size_t i, size_t page) {
  return values_of(fields, i, page)->count;
}

const detm_candidate_value *detm_fields_value_get(const detm_fields *fields, size_t i, size_t page, size_t number) {
  const dt_candidate_values *values = values_of(fields, i, page);
  return number < values->count ? &values->values[number] : NULL;
}

/* ---- emitting ---- */

enum { ID, NAME, LABEL, TYPE, VALUE, PATH, COLUMNS };

static const detm_column columns[COLUMNS] = {{.name = "id", .type = "number"},  {.name = "name", .type = "text"},
                                             {.name = "label", .type = "text"}, {.name = "type", .type = "text"},
                                             {.name = "value", .type = "text"}, {.name = "path", .type = "text"}};

static void emit_fields_page(dt_emitter *e, const detm_fields *fields, uint32_t page) {
  detm_page_info info = {.name = fields->pages[page]->name, .encoding = fields->pages[page]->encoding};
  size_t records = 0, record = 0;
  for (size_t i = 0; i < fields->count; i++) records += values_of(fields, i, page)->count != 0;
  dt_emit_page(e, &info);
  if (records != 0) dt_emit_table(e, 1, columns, COLUMNS, records, 0);

  for (size_t i = 0; i < fields->count && e->status == DETM_OK; i++) {
    const detm_candidate *candidate = &fields->candidates[i];
    const dt_candidate_values *values = values_of(fields, i, page);
    if (values->count == 0) continue;
    dt_emit_record(e, ++record);
    dt_emit_count(e, ID, candidate->id);
    dt_emit_text(e, NAME, candidate->name);
    dt_emit_text(e, LABEL, candidate->label);
    dt_emit_text(e, TYPE, candidate->type);
    detm_field field = {.column = VALUE, .name = columns[VALUE].name, .type = candidate->type};
    for (uint32_t v = 0; v < values->count && e->status == DETM_OK; v++) {
      field.value = dt_text(values->values[v].text);
      dt_emit_field(e, &field);
    }
    for (uint32_t v = 0; v < values->count && e->status == DETM_OK; v++) dt_emit_text(e, PATH, values->values[v].path);
    dt_emit_record_end(e);
  }

  dt_emit_end(e);
}

detm_status detm_fields_emit(const detm_fields *fields, const detm_sink *sink, detm_error *error) {
  dt_emitter e = {.sink = sink, .error = error};
  for (uint32_t p = 0; p < fields->page_count && e.status == DETM_OK; p++) emit_fields_page(&e, fields, p);
  return e.status;
}
