/* drift/report.c: what became of each field, for whoever asks. */
#include "base/result.h"
#include "drift/assign.h"
#include "drift/repair.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST_VALUE = 200 };

detm_repair *dt_repair_new(size_t page_count, detm_error *error) {
  if (page_count == 0) {
    dt_error_set(error, DETM_NOTHING, "there are no pages to learn from");
    return NULL;
  }
  detm_repair *repair = calloc(1, sizeof *repair);
  if (repair == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  dt_arena_start(&repair->arena, NULL);
  return repair;
}

void detm_repair_free(detm_repair *repair) {
  if (repair == NULL) return;
  detm_wrapper_free(repair->wrapper);
  detm_template_free(repair->template);
  dt_arena_free(&repair->arena);
  free(repair);
}

const detm_wrapper *detm_repair_wrapper(const detm_repair *repair) { return repair->wrapper; }
const detm_template *detm_repair_template(const detm_repair *repair) { return repair->template; }
size_t detm_repair_count(const detm_repair *repair) { return repair->count; }

const detm_repaired *detm_repair_get(const detm_repair *repair, size_t number) {
  return number < repair->count ? &repair->fields[number] : NULL;
}

size_t detm_repair_fates(const detm_repair *repair, detm_fate fate) {
  size_t count = 0;
  for (uint32_t i = 0; i < repair->count; i++) count += repair->fields[i].fate == fate;
  return count;
}

/* ---- making ---- */

/* The start of a value, whole characters. */
static const char *shorten(dt_arena *arena, detm_text value) {
  value = dt_text_cut(value, LONGEST_VALUE);
  return dt_arena_copy(arena, value.data, value.length);
}

static detm_repaired *add(detm_repair *repair, const char *name, uint32_t now) {
  dt_arena *arena = &repair->arena;
  repair->fields = dt_arena_grow(arena, repair->fields, repair->count, &repair->room, sizeof *repair->fields);
  repair->now = dt_arena_grow(arena, repair->now, repair->count, &repair->now_room, sizeof *repair->now);
  repair->now[repair->count] = now;
  detm_repaired *field = &repair->fields[repair->count];
  *field = (detm_repaired){.name = dt_arena_copy(arena, name, strlen(name)), .confidence = -1};
  repair->count++;
  return field;
}

void dt_repair_add(detm_repair *repair, const char *name, uint32_t now, double confidence, detm_text before) {
  detm_repaired *field = add(repair, name, now);
  field->fate = now != DT_UNASSIGNED ? DETM_FIELD_CARRIED : DETM_FIELD_LOST;
  field->confidence = confidence;
  if (before.length != 0) field->before = shorten(&repair->arena, before);
}

void dt_repair_add_new(detm_repair *repair, const char *name, uint32_t now) {
  add(repair, name, now)->fate = DETM_FIELD_NEW;
}

/* ---- values ---- */

typedef struct finder {
  detm_repair *repair;
  uint32_t missing;
} finder;

static detm_status take_value(void *data, const detm_field *value, detm_error *error) {
  finder *f = data;
  for (uint32_t i = 0; i < f->repair->count && f->missing != 0; i++) {
    detm_repaired *field = &f->repair->fields[i];
    if (field->now != NULL || f->repair->now[i] == DT_UNASSIGNED || strcmp(field->name, value->name) != 0) continue;
    field->now = shorten(&f->repair->arena, value->value);
    if (field->now == NULL) return dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    f->missing--;
  }
  return DETM_OK;
}

detm_status dt_repair_find_values(detm_repair *repair, const detm_page *const *pages, size_t page_count,
                                  const detm_extract_options *options, detm_error *error) {
  finder f = {repair, 0};
  detm_sink sink = {.data = &f, .field = take_value};
  for (uint32_t i = 0; i < repair->count; i++) f.missing += repair->now[i] != DT_UNASSIGNED;
  for (size_t p = 0; p < page_count && f.missing != 0; p++) {
    detm_result *result = repair->template != NULL ? detm_template_apply(repair->template, pages[p], NULL, error)
                                                   : detm_wrapper_apply(repair->wrapper, pages[p], options, error);
    if (result == NULL) return error != NULL ? error->status : DETM_NO_MEMORY;
    detm_status status = detm_result_emit(result, &sink, error);
    detm_result_free(result);
    if (status != DETM_OK) return status;
  }
  return DETM_OK;
}

/* ---- pushing ---- */

typedef struct pusher {
  const detm_sink *sink;
  detm_error *error;
  detm_status status;
} pusher;

static const detm_column columns[] = {
    {"field", "text", 0}, {"fate", "text", 0}, {"confidence", "figure", 0}, {"before", "text", 0}, {"now", "text", 0}};
enum { FIELD, FATE, CONFIDENCE, BEFORE, NOW, COLUMNS };

static void push_text(pusher *p, size_t column, const char *text) {
  if (text == NULL || p->status != DETM_OK) return;
  detm_field field = {
      .column = column, .name = columns[column].name, .type = columns[column].type, .value = {text, strlen(text)}};
  p->status = DT_PUSH(p->sink, field, &field, p->error);
}

static void push_record(pusher *p, const detm_repaired *field, size_t number) {
  static const char *const fates[] = {"carried", "lost", "new"};
  char confidence[16];
  unsigned thousandths = field->confidence >= 0 ? (unsigned)(field->confidence * 1000 + 0.5) : 0;
  snprintf(confidence, sizeof confidence, "%u.%03u", thousandths / 1000, thousandths % 1000);
  p->status = DT_PUSH(p->sink, record_begin, number, p->error);
  push_text(p, FIELD, field->name);
  push_text(p, FATE, fates[field->fate]);
  push_text(p, CONFIDENCE, field->confidence >= 0 ? confidence : NULL);
  push_text(p, BEFORE, field->before);
  push_text(p, NOW, field->now);
  if (p->status == DETM_OK) p->status = DT_PUSH(p->sink, record_end, p->error);
}

detm_status detm_repair_emit(const detm_repair *repair, const char *name, const detm_sink *sink, detm_error *error) {
  detm_page_info page = {.name = name, .encoding = "UTF-8"};
  detm_region_info region = {.number = 1,
                             .path = "/",
                             .confidence = -1,
                             .fit = -1,
                             .records = repair->count,
                             .columns = columns,
                             .column_count = COLUMNS};
  pusher p = {sink, error, DT_PUSH(sink, page_begin, &page, error)};
  if (p.status == DETM_OK) p.status = DT_PUSH(sink, region_begin, &region, error);
  for (uint32_t i = 0; i < repair->count && p.status == DETM_OK; i++)
    push_record(&p, &repair->fields[i], (size_t)i + 1);
  if (p.status == DETM_OK) p.status = DT_PUSH(sink, region_end, error);
  return p.status == DETM_OK ? DT_PUSH(sink, page_end, error) : p.status;
}
