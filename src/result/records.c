/* result/records.c: a sink that copies results into one arena, and the public functions on records. */
#include "result/records.h"
#include "base/allocate.h"

#include <detm/value.h>
#include <stdlib.h>

/* ---- the sink ---- */

static bool copy_record_text(dt_arena *arena, detm_text *text) {
  if (text->data != NULL) text->data = dt_arena_copy(arena, text->data, text->length);
  return text->data != NULL;
}

static detm_status records_page_begin(void *data, const detm_page_info *given, detm_error *error) {
  detm_records *records = data;
  detm_page_info *page = DT_ARRAY(&records->arena, detm_page_info, 1);
  if (page == NULL) return dt_error_memory(error);
  *page = *given;
  records->page = page;
  bool copied = dt_arena_keep(&records->arena, &page->name) && dt_arena_keep(&records->arena, &page->encoding) &&
                dt_arena_keep(&records->arena, &page->file) && dt_arena_keep(&records->arena, &page->hash);
  return copied ? DETM_OK : dt_error_memory(error);
}

/* Copies the rows that were left out and the changes of columns. */
static bool copy_about_tables(dt_arena *arena, detm_region_info *info) {
  detm_left_out *rows = DT_ARRAY(arena, detm_left_out, info->left_out_count + 1);
  detm_column_change *changes = DT_ARRAY(arena, detm_column_change, info->change_count + 1);
  bool copied = rows != NULL && changes != NULL;

  for (size_t i = 0; i < info->left_out_count && copied; i++) {
    rows[i] = info->left_out[i];
    if (rows[i].sample.data == NULL) rows[i].sample = DT_TEXT("");
    copied = dt_arena_keep(arena, &rows[i].reason) && copy_record_text(arena, &rows[i].sample);
  }

  for (size_t i = 0; i < info->change_count && copied; i++) {
    changes[i] = info->changes[i];
    copied = dt_arena_keep(arena, &changes[i].was) && dt_arena_keep(arena, &changes[i].now);
  }

  info->left_out = rows;
  info->changes = changes;
  return copied;
}

static detm_status records_region_begin(void *data, const detm_region_info *info, detm_error *error) {
  detm_records *records = data;
  dt_arena *arena = &records->arena;
  detm_region *region = DT_ZERO(arena, detm_region, 1);
  detm_column *columns = DT_ARRAY(arena, detm_column, info->column_count + 1);
  if (region == NULL || columns == NULL || !DT_VEC_RESERVE(arena, &records->regions, 1)) return dt_error_memory(error);

  region->page = records->page;
  region->info = *info;
  region->info.columns = columns;

  bool copied = dt_arena_keep(arena, &region->info.path) && dt_arena_keep(arena, &region->info.domain) &&
                copy_about_tables(arena, &region->info);
  for (size_t i = 0; i < info->column_count && copied; i++) {
    columns[i] = info->columns[i];
    copied = dt_arena_keep(arena, &columns[i].name) && dt_arena_keep(arena, &columns[i].type);
  }

  if (!copied) return dt_error_memory(error);
  DT_VEC_PUSH(arena, &records->regions, region);
  return DETM_OK;
}

static detm_status records_record_begin(void *data, size_t number, detm_error *error) {
  detm_records *records = data;
  (void)error;
  records->number = number;
  records->range = (detm_range){0};
  records->values.count = 0;
  records->starts.count = 0;
  return DETM_OK;
}

static detm_status records_record_range(void *data, const detm_range *range, detm_error *error) {
  (void)error;
  ((detm_records *)data)->range = *range;
  return DETM_OK;
}

/* Replaces a string by `shared` if they are equal, else by a copy. */
static bool share_or_copy(dt_arena *arena, const char *shared, const char **string) {
  if (shared == NULL || *string == NULL || strcmp(shared, *string) != 0) return dt_arena_keep(arena, string);
  *string = shared;
  return true;
}

/* Copies a field; a name or type that is equal to that of its column is shared with it. */
static detm_status records_field(void *data, const detm_field *given, detm_error *error) {
  detm_records *records = data;
  dt_arena *arena = &records->arena;
  const detm_region_info *region = &records->regions.items[records->regions.count - 1]->info;
  uint32_t count = records->values.count;
  detm_field field = *given;
  detm_column column = {0};

  if (field.column < region->column_count) column = region->columns[field.column];
  if (field.value.data == NULL) field.value = DT_TEXT("");

  bool copied = share_or_copy(arena, column.name, &field.name) && share_or_copy(arena, column.type, &field.type) &&
                copy_record_text(arena, &field.value) && dt_arena_keep(arena, &field.by) &&
                (field.markup.data == NULL || copy_record_text(arena, &field.markup)) &&
                (field.machine.data == NULL || copy_record_text(arena, &field.machine));
  if (copied && field.typed != NULL) {
    detm_value *typed = DT_ARRAY(arena, detm_value, 1);
    copied = typed != NULL;
    if (copied) *typed = *field.typed;
    field.typed = typed;
  }

  if (!copied || !DT_VEC_RESERVE(NULL, &records->starts, 1) || !DT_VEC_RESERVE(NULL, &records->values, 1))
    return dt_error_memory(error);
  if (count == 0 || records->values.items[count - 1].column != field.column) DT_VEC_PUSH(NULL, &records->starts, count);
  DT_VEC_PUSH(NULL, &records->values, field);
  return DETM_OK;
}

static detm_status records_record_end(void *data, detm_error *error) {
  detm_records *records = data;
  dt_arena *arena = &records->arena;
  detm_region *region = records->regions.items[records->regions.count - 1];
  uint32_t values = records->values.count, fields = records->starts.count;
  detm_record *record = DT_ARRAY(arena, detm_record, 1);

  if (record == NULL || !DT_VEC_RESERVE(arena, &region->records, 1)) return dt_error_memory(error);
  *record = (detm_record){.number = records->number,
                          .range = records->range,
                          .field_count = fields,
                          .values = DT_ARRAY(arena, detm_field, (size_t)values + 1),
                          .starts = DT_ARRAY(arena, uint32_t, (size_t)fields + 1)};

  if (record->values == NULL || record->starts == NULL) return dt_error_memory(error);
  if (values != 0) memcpy(record->values, records->values.items, values * sizeof *record->values);
  if (fields != 0) memcpy(record->starts, records->starts.items, fields * sizeof *record->starts);
  record->starts[fields] = values;
  DT_VEC_PUSH(arena, &region->records, record);
  return DETM_OK;
}

/* ---- records ---- */

detm_records *detm_records_new(detm_error *error) {
  detm_records *records = dt_allocate(sizeof *records, error);
  if (records == NULL) return NULL;

  dt_arena_start(&records->arena, NULL);
  records->sink = (detm_sink){.data = records,
                              .page_begin = records_page_begin,
                              .region_begin = records_region_begin,
                              .record_begin = records_record_begin,
                              .field = records_field,
                              .record_end = records_record_end,
                              .record_range = records_record_range};
  return records;
}

void dt_records_clear(detm_records *records) {
  dt_arena_free(&records->arena);
  memset(&records->regions, 0, sizeof records->regions);
}

void detm_records_free(detm_records *records) {
  if (records == NULL) return;
  free(records->values.items);
  free(records->starts.items);
  dt_arena_free(&records->arena);
  free(records);
}

const detm_sink *detm_records_sink(detm_records *records) { return &records->sink; }

detm_records *detm_records_from_result(const detm_result *result, detm_error *error) {
  detm_records *records = detm_records_new(error);
  if (records != NULL) records->matter = result->type->matter;
  if (records == NULL || detm_result_emit(result, &records->sink, error) == DETM_OK) return records;
  detm_records_free(records);
  return NULL;
}

size_t detm_records_region_count(const detm_records *records) { return records->regions.count; }

const detm_region *detm_records_region_get(const detm_records *records, size_t i) {
  return i < records->regions.count ? records->regions.items[i] : NULL;
}

/* ---- a record ---- */

size_t detm_record_number(const detm_record *record) { return record->number; }
detm_range detm_record_range(const detm_record *record) { return record->range; }
size_t detm_record_field_count(const detm_record *record) { return record->field_count; }

size_t detm_record_value_count(const detm_record *record, size_t field) {
  return field < record->field_count ? record->starts[field + 1] - record->starts[field] : 0;
}

const detm_field *detm_record_value_get(const detm_record *record, size_t field, size_t i) {
  return i < detm_record_value_count(record, field) ? &record->values[record->starts[field] + i] : NULL;
}

const detm_field *detm_record_field_get(const detm_record *record, size_t i) {
  return detm_record_value_get(record, i, 0);
}

const detm_field *detm_record_find(const detm_record *record, const char *name) {
  for (uint32_t f = 0; f < record->field_count; f++) {
    const detm_field *field = &record->values[record->starts[f]];
    if (field->name != NULL && strcmp(field->name, name) == 0) return field;
  }
  return NULL;
}
