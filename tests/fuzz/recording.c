/* tests/fuzz/recording.c: the sink that records its calls, and checks of results and drift. */
#include "recording.h"
#include "../account/check.h"

static const char *copy(recording *all, const char *text) {
  if (text == NULL) return NULL;
  text = dt_arena_copy(&all->arena, text, strlen(text));
  must(text != NULL);
  return text;
}

static detm_text copy_text(recording *all, detm_text text) {
  if (text.data == NULL) return text;
  text.data = dt_arena_copy(&all->arena, text.data, text.length);
  must(text.data != NULL);
  return text;
}

static recorded_call *add(recording *all, call_kind kind) {
  DT_RESERVE(&all->arena, all->calls, all->count, all->capacity, 1);
  must(all->calls != NULL);
  recorded_call *call = &all->calls[all->count++];
  *call = (recorded_call){.kind = kind};
  if (all->count > 1) {
    call->page = call[-1].page;
    call->about = call[-1].about;
    call->number = call[-1].number;
  }
  return call;
}

static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  recording *all = data;
  (void)error;
  add(all, CALL_PAGE)->page =
      (detm_page_info){copy(all, page->name), copy(all, page->encoding), copy(all, page->file), copy(all, page->hash)};
  return DETM_OK;
}

static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  recording *all = data;
  recorded_call *call = add(all, CALL_REGION);
  (void)error;
  detm_column *columns = DT_ARRAY(&all->arena, detm_column, region->column_count);
  must(columns != NULL);
  for (size_t i = 0; i < region->column_count; i++) {
    columns[i] = region->columns[i];
    columns[i].name = copy(all, columns[i].name);
    columns[i].type = copy(all, columns[i].type);
  }
  detm_left_out *rows = DT_ARRAY(&all->arena, detm_left_out, region->left_out_count + 1);
  must(rows != NULL);
  for (size_t i = 0; i < region->left_out_count; i++) {
    rows[i] = region->left_out[i];
    rows[i].reason = copy(all, rows[i].reason);
    rows[i].sample = copy_text(all, rows[i].sample);
  }
  call->about = *region;
  call->about.left_out = rows;
  call->about.path = copy(all, region->path);
  call->about.columns = columns;
  call->number = region->number;
  return DETM_OK;
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  (void)error;
  add(data, CALL_RECORD)->number = number;
  return DETM_OK;
}

static detm_status field(void *data, const detm_field *value, detm_error *error) {
  recording *all = data;
  recorded_call *call = add(all, CALL_FIELD);
  (void)error;
  call->field = *value;
  call->field.name = copy(all, value->name);
  call->field.type = copy(all, value->type);
  call->field.by = copy(all, value->by);
  call->field.value = copy_text(all, value->value);
  call->field.markup = copy_text(all, value->markup);
  return DETM_OK;
}

static detm_status record_end(void *data, detm_error *error) {
  (void)error;
  add(data, CALL_RECORD_END);
  return DETM_OK;
}

static detm_status region_end(void *data, detm_error *error) {
  (void)error;
  add(data, CALL_REGION_END);
  return DETM_OK;
}

void recording_start(recording *all) {
  *all = (recording){
      .sink = {.data = all,
               .page_begin = page_begin,
               .region_begin = region_begin,
               .record_begin = record_begin,
               .field = field,
               .record_end = record_end,
               .region_end = region_end},
  };
  dt_arena_start(&all->arena, NULL);
}

void recording_free(recording *all) { dt_arena_free(&all->arena); }

static size_t write_result(const detm_result *result, detm_format format, size_t limit, const recording *all) {
  dt_buffer out = {0};
  detm_writer *writer = detm_writer_new(format, dt_buffer_write, &out, limit, NULL);
  must(writer != NULL);
  detm_writer_show_columns(writer, DETM_COLUMNS_ALL);
  detm_status status = detm_result_emit(result, detm_writer_sink(writer), NULL);
  if (status == DETM_OK) status = detm_writer_finish(writer, NULL);
  must(status == DETM_OK || (limit != 0 && status == DETM_LIMIT));
  if (status == DETM_LIMIT) must(detm_writer_finish(writer, NULL) == DETM_LIMIT);
  must(limit == 0 || out.length <= limit);
  recording_check(all, format, &out, status == DETM_LIMIT);
  detm_writer_free(writer);
  size_t length = out.length;
  dt_buffer_free(&out);
  return length;
}

void check_result(const detm_result *result) {
  recording all;
  recording_start(&all);
  if (detm_result_emit(result, &all.sink, NULL) == DETM_OK)
    for (detm_format format = DETM_XML; format <= DETM_CSV; format++)
      write_result(result, format, write_result(result, format, 0, &all) / 2 + 1, &all);
  recording_free(&all);
  account_sums sums = {0};
  account_check((detm_result *)(uintptr_t)result, &sums); /* only reads it */
  must(sums.missing == 0);
}

void check_drift(const detm_profile *past, const detm_result *result) {
  static const detm_page_info page = {.name = "page", .encoding = "UTF-8"};
  detm_verify_options options = detm_verify_defaults;
  detm_profile *now = detm_profile_new(NULL);
  must(past != NULL && now != NULL && detm_result_emit(result, detm_profile_sink(now), NULL) == DETM_OK);
  options.all = 1;
  detm_drift *drift = detm_verify(past, now, &page, &options, NULL);
  must(drift != NULL);
  for (size_t i = 0; detm_drift_get(drift, i) != NULL; i++) {
    const detm_finding *finding = detm_drift_get(drift, i);
    must(finding->confidence >= 0 && finding->confidence <= 1 && finding->before != NULL && finding->now != NULL);
  }
  detm_result *findings = detm_drift_into_result(drift);
  check_result(findings);
  detm_result_free(findings);
  detm_profile_free(now);
}

detm_text cut_page(detm_text *bytes) {
  const detm_text mark = DT_TEXT("<!--page-->");
  for (size_t at = 0; at + mark.length <= bytes->length; at++) {
    if (memcmp(bytes->data + at, mark.data, mark.length) != 0) continue;
    detm_text page = {bytes->data + at + mark.length, bytes->length - at - mark.length};
    bytes->length = at;
    return page;
  }
  return (detm_text){NULL, 0};
}
