/* Tests of src/base/own.c: the record that says something of a page itself. */
#include "base/own.h"

#include <criterion/criterion.h>

TestSuite(own);

static const detm_column columns[] = {{.name = "kind", .type = "text"}, {.name = "score", .type = "figure"}};

typedef struct log {
  dt_buffer calls;
  const char *failing; /* the call that fails */
} log_of_calls;

static detm_status note(log_of_calls *log, const char *call) {
  dt_buffer_text(&log->calls, call);
  dt_buffer_byte(&log->calls, ' ');
  return log->failing != NULL && strcmp(call, log->failing) == 0 ? DETM_WRITE : DETM_OK;
}
static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  (void)page, (void)error;
  return note(data, "page");
}
static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  (void)error;
  cr_expect_eq(region->number, 0);
  cr_expect_eq(region->column_count, 2);
  return note(data, "region");
}
static detm_status field(void *data, const detm_field *value, detm_error *error) {
  (void)error;
  dt_buffer_format(&((log_of_calls *)data)->calls, "%s=%.*s", value->name, (int)value->value.length, value->value.data);
  return note(data, "");
}
static detm_status page_end(void *data, detm_error *error) {
  (void)error;
  return note(data, "end");
}

static void push_values(dt_own *own, const detm_result *result) {
  (void)result;
  dt_own_text(own, 0, "list");
  dt_own_text(own, 0, NULL);
  dt_own_share(own, 1, 0.0625);
  dt_own_share(own, 1, -1.159);
  dt_own_count(own, 1, 12);
}

static void expect_calls(const char *failing, bool values, detm_status status, const char *expected) {
  log_of_calls log = {.failing = failing};
  detm_sink sink = {
      .data = &log, .page_begin = page_begin, .region_begin = region_begin, .field = field, .page_end = page_end};
  dt_own own = {.sink = &sink, .columns = columns, .column_count = 2};
  detm_page_info info = {.name = "-", .encoding = "UTF-8"};
  cr_expect_eq(dt_own_emit(&own, &info, 1, values ? push_values : NULL, NULL), status);
  dt_buffer_byte(&log.calls, '\0');
  cr_expect_str_eq(log.calls.data, expected);
  dt_buffer_free(&log.calls);
}

Test(own, pushes_one_record) {
  expect_calls(NULL, true, DETM_OK, "page region kind=list score=0.063 score=-1.159 score=12 end ");
  expect_calls(NULL, false, DETM_OK, "page end ");
}

Test(own, ends_at_the_first_failure) {
  expect_calls("page", true, DETM_WRITE, "page ");
  expect_calls("region", true, DETM_WRITE, "page region ");
  expect_calls("", true, DETM_WRITE, "page region kind=list ");
}
