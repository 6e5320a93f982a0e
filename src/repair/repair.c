/* repair/repair.c: the public calls on a repair and its report. */
#include "repair/repair.h"

#include "base/allocate.h"
#include "result/emitter.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_VALUE_LENGTH = 200 };

detm_repair *dt_repair_new(size_t page_count, detm_error *error) {
  if (page_count == 0) {
    dt_error_set(error, DETM_NOTHING, "no pages to learn from: give at least one");
    return NULL;
  }
  detm_repair *repair = dt_allocate(sizeof *repair, error);
  if (repair == NULL) return NULL;
  dt_arena_start(&repair->arena, NULL);
  return repair;
}

void detm_repair_free(detm_repair *repair) {
  if (repair == NULL) return;
  detm_wrapper_free(repair->rule.wrapper);
  detm_template_free(repair->rule.template);
  dt_arena_free(&repair->arena);
  free(repair);
}

detm_repair *detm_repair_make(const detm_rule *old, const detm_profile *past, const detm_page *const *pages,
                              size_t page_count, const detm_extract_options *options, detm_error *error) {
  return old->template != NULL ? dt_repair_template(old->template, past, pages, page_count, error)
                               : dt_repair_wrapper(old->wrapper, past, pages, page_count, options, error);
}

const detm_rule *detm_repair_rule(const detm_repair *repair) { return &repair->rule; }
size_t detm_repair_count(const detm_repair *repair) { return repair->count; }

const detm_repaired *detm_repair_get(const detm_repair *repair, size_t number) {
  return number < repair->count ? &repair->fields[number] : NULL;
}

size_t detm_repair_fate_count(const detm_repair *repair, detm_fate fate) {
  size_t count = 0;
  for (uint32_t i = 0; i < repair->count; i++) count += repair->fields[i].fate == fate;
  return count;
}

size_t detm_repair_warning_count(const detm_repair *repair) { return repair->warning_count; }

const char *detm_repair_warning_get(const detm_repair *repair, size_t number) {
  return number < repair->warning_count ? repair->warnings[number] : NULL;
}

/* ---- making ---- */

/* The start of a value, cut between characters. */
static const char *shorten(dt_arena *arena, detm_text value) {
  value = dt_text_cut(value, MAX_VALUE_LENGTH);
  return dt_arena_copy(arena, value.data, value.length);
}

static detm_repaired *add_repaired(detm_repair *repair, const char *name, uint32_t now) {
  dt_arena *arena = &repair->arena;
  DT_RESERVE(arena, repair->fields, repair->count, repair->capacity, 1);
  DT_RESERVE(arena, repair->now, repair->count, repair->now_capacity, 1);
  repair->now[repair->count] = now;
  detm_repaired *field = &repair->fields[repair->count];
  *field = (detm_repaired){.name = dt_arena_copy(arena, name, strlen(name)), .confidence = -1};
  repair->count++;
  return field;
}

void dt_repair_add(detm_repair *repair, const char *name, uint32_t now, double confidence, detm_text before) {
  detm_repaired *field = add_repaired(repair, name, now);
  field->fate = now == DT_UNASSIGNED        ? DETM_FIELD_LOST
                : confidence >= DT_MIN_SURE ? DETM_FIELD_CARRIED
                                            : DETM_FIELD_UNSURE;
  field->confidence = confidence;
  if (before.length != 0) field->before = shorten(&repair->arena, before);
}

void dt_repair_add_new(detm_repair *repair, const char *name, uint32_t now) {
  add_repaired(repair, name, now)->fate = DETM_FIELD_NEW;
}

void dt_repair_warn(detm_repair *repair, const char *format, ...) {
  char text[500];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  DT_RESERVE(&repair->arena, repair->warnings, repair->warning_count, repair->warning_capacity, 1);
  repair->warnings[repair->warning_count++] = dt_arena_copy(&repair->arena, text, strlen(text));
}

/* ---- values ---- */

typedef struct finder {
  detm_repair *repair;
  uint32_t missing;
} finder;

static detm_status repaired_field(void *data, const detm_field *value, detm_error *error) {
  finder *f = data;
  for (uint32_t i = 0; i < f->repair->count && f->missing != 0; i++) {
    detm_repaired *field = &f->repair->fields[i];
    if (field->now != NULL || f->repair->now[i] == DT_UNASSIGNED || strcmp(field->name, value->name) != 0) continue;
    field->now = shorten(&f->repair->arena, value->value);
    if (field->now == NULL) return dt_error_memory(error);
    f->missing--;
  }
  return DETM_OK;
}

detm_status dt_repair_find_values(detm_repair *repair, const detm_page *const *pages, size_t page_count,
                                  const detm_extract_options *options, detm_error *error) {
  finder f = {repair, 0};
  detm_sink sink = {.data = &f, .field = repaired_field};
  for (uint32_t i = 0; i < repair->count; i++) f.missing += repair->now[i] != DT_UNASSIGNED;
  for (size_t p = 0; p < page_count && f.missing != 0; p++) {
    detm_result *result = detm_rule_apply(&repair->rule, pages[p], options, error);
    if (result == NULL) return error != NULL ? error->status : DETM_NO_MEMORY;
    detm_status status = detm_result_emit(result, &sink, error);
    detm_result_free(result);
    if (status != DETM_OK) return status;
  }
  return DETM_OK;
}

/* ---- pushing ---- */

static const detm_column columns[] = {{.name = "field", .type = "text"},
                                      {.name = "fate", .type = "text"},
                                      {.name = "confidence", .type = "figure"},
                                      {.name = "before", .type = "text"},
                                      {.name = "now", .type = "text"}};
enum { FIELD, FATE, CONFIDENCE, BEFORE, NOW, COLUMNS };

detm_status detm_repair_emit(const detm_repair *repair, const char *name, const detm_sink *sink, detm_error *error) {
  static const char *const fates[] = {"carried", "lost", "new", "unsure"};
  detm_page_info page = {.name = name, .encoding = "UTF-8"};
  dt_emitter e = {.sink = sink, .error = error};

  dt_emit_page(&e, &page);
  dt_emit_table(&e, 1, columns, COLUMNS, repair->count, 0);

  for (uint32_t i = 0; i < repair->count && e.status == DETM_OK; i++) {
    const detm_repaired *field = &repair->fields[i];
    dt_emit_record(&e, (size_t)i + 1);
    dt_emit_text(&e, FIELD, field->name);
    dt_emit_text(&e, FATE, fates[field->fate]);
    if (field->confidence >= 0) dt_emit_share(&e, CONFIDENCE, field->confidence);
    dt_emit_text(&e, BEFORE, field->before);
    dt_emit_text(&e, NOW, field->now);
    dt_emit_record_end(&e);
  }

  return dt_emit_end(&e);
}
