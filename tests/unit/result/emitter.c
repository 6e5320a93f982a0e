/* Tests of src/result/emitter.c: pushing a result into a sink. */
#include "result/emitter.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(emitter, .fini = find_leaks);

static const detm_column columns[] = {{.name = "kind", .type = "text"}, {.name = "score", .type = "figure"}};
static const detm_page_info page = {.name = "-", .encoding = "UTF-8"};

/* The calls of a sink, as text. */
typedef struct call_log {
  dt_buffer calls;
  const char *failing; /* the call that fails, NULL = none */
} call_log;

static detm_status note(call_log *log, const char *call) {
  dt_buffer_text(&log->calls, call);
  dt_buffer_byte(&log->calls, ' ');
  return log->failing != NULL && strcmp(call, log->failing) == 0 ? DETM_WRITE : DETM_OK;
}
static detm_status page_begin(void *data, const detm_page_info *info, detm_error *error) {
  (void)info, (void)error;
  return note(data, "page");
}
static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  (void)error;
  dt_buffer_format(&((call_log *)data)->calls, "%zu:%s:%.1f:%zu:%zu:", region->number, region->path, region->score,
                   region->records, region->column_count);
  return note(data, "region");
}
static detm_status record_begin(void *data, size_t number, detm_error *error) {
  (void)error;
  dt_buffer_format(&((call_log *)data)->calls, "%zu:", number);
  return note(data, "record");
}
static detm_status field(void *data, const detm_field *value, detm_error *error) {
  (void)error;
  dt_buffer_format(&((call_log *)data)->calls, "%s:%s=%.*s", value->name, value->type, (int)value->value.length,
                   value->value.data);
  if (value->markup.data != NULL)
    dt_buffer_format(&((call_log *)data)->calls, "|%.*s", (int)value->markup.length, value->markup.data);
  return note(data, "");
}
static detm_status record_end(void *data, detm_error *error) {
  (void)error;
  return note(data, "/record");
}
static detm_status region_end(void *data, detm_error *error) {
  (void)error;
  return note(data, "/region");
}
static detm_status page_end(void *data, detm_error *error) {
  (void)error;
  return note(data, "/page");
}

static detm_sink sink_of(call_log *log) {
  return (detm_sink){log,  page_begin, region_begin, record_begin, field, record_end, region_end, page_end, 0, 0,
                     NULL, 0};
}

static void expect_calls(call_log *log, const char *expected) {
  dt_buffer_byte(&log->calls, '\0');
  cr_expect_str_eq(log->calls.data, expected);
  dt_buffer_free(&log->calls);
}

Test(emitter, pushes_values_with_the_type_of_their_column) {
  call_log log = {.failing = NULL};
  detm_sink sink = sink_of(&log);
  dt_emitter e = {.sink = &sink};
  dt_emit_page(&e, &page);
  dt_emit_table(&e, 3, columns, 2, 7, 0.5);
  dt_emit_record(&e, 4);
  dt_emit_text(&e, 0, "list");
  dt_emit_text(&e, 0, NULL);
  dt_emit_value(&e, 0, DT_TEXT(""));
  dt_emit_markup(&e, 0, DT_TEXT("a"), DT_TEXT("<p>a</p>"));
  dt_emit_share(&e, 1, 0.0625);
  dt_emit_share(&e, 1, -1.159);
  dt_emit_count(&e, 1, 12);
  dt_emit_record_end(&e);
  dt_emit_region_end(&e);
  cr_expect_eq(dt_emit_page_end(&e), DETM_OK);
  expect_calls(&log, "page 3:/:0.5:7:2:region 4:record kind:text=list kind:text= kind:text=a|<p>a</p> "
                     "score:figure=0.063 score:figure=-1.159 score:figure=12 /record /region /page ");
}

Test(emitter, ends_open_records_regions_and_pages) {
  static const char *const expected[] = {"", "page /page ", "page 0:/:0.0:1:2:region /region /page ",
                                         "page 0:/:0.0:1:2:region 1:record /record /region /page "};
  for (int level = DT_EMIT_NOTHING; level <= DT_EMIT_RECORD; level++) {
    call_log log = {.failing = NULL};
    detm_sink sink = sink_of(&log);
    dt_emitter e = {.sink = &sink};
    if (level >= DT_EMIT_PAGE) dt_emit_page(&e, &page);
    if (level >= DT_EMIT_REGION) dt_emit_table(&e, 0, columns, 2, 1, 0);
    if (level >= DT_EMIT_RECORD) dt_emit_record(&e, 1);
    cr_expect_eq(dt_emit_end(&e), DETM_OK);
    cr_expect_eq(dt_emit_end(&e), DETM_OK);
    expect_calls(&log, expected[level]);
  }
}

Test(emitter, pushes_nothing_after_a_failure) {
  static const char *const failing[] = {"page", "region", "record", "", "/record", "/region", "/page"};
  for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) {
    call_log log = {.failing = failing[i]};
    detm_sink sink = sink_of(&log);
    dt_emitter e = {.sink = &sink};
    dt_emit_page(&e, &page);
    dt_emit_table(&e, 0, columns, 2, 1, 0);
    dt_emit_record(&e, 1);
    dt_emit_text(&e, 0, "list");
    cr_expect_eq(dt_emit_end(&e), DETM_WRITE);
    size_t length = log.calls.length, end = strlen(failing[i]) + 1;
    cr_assert_geq(length, end);
    cr_expect_eq(memcmp(log.calls.data + length - end, failing[i], end - 1), 0, "%s", failing[i]);
    cr_expect_eq(dt_emit_fail(&e, DETM_LIMIT), DETM_WRITE);
    dt_buffer_free(&log.calls);
  }
}

Test(emitter, keeps_a_failure_of_its_caller) {
  call_log log = {.failing = NULL};
  detm_sink sink = sink_of(&log);
  dt_emitter e = {.sink = &sink};
  dt_emit_page(&e, &page);
  cr_expect_eq(dt_emit_fail(&e, DETM_OK), DETM_OK);
  cr_expect_eq(dt_emit_fail(&e, DETM_NO_MEMORY), DETM_NO_MEMORY);
  cr_expect_eq(dt_emit_end(&e), DETM_NO_MEMORY);
  expect_calls(&log, "page ");
}

Test(emitter, needs_no_callbacks) {
  static const detm_sink sink = {.data = NULL};
  dt_emitter e = {.sink = &sink};
  dt_emit_page(&e, &page);
  dt_emit_table(&e, 0, columns, 2, 1, 0);
  dt_emit_record(&e, 1);
  dt_emit_text(&e, 0, "list");
  cr_expect_eq(dt_emit_end(&e), DETM_OK);
}
