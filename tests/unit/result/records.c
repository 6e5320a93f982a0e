/* Tests of records in memory: they hold what was pushed, in the same order. */
#include <detm/record.h>
#include <detm/wrapper.h>

#include "leaks.h"
#include "results.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(records, .fini = find_leaks);

static const char list[] = "<ul class=r><li><a href=/1>Amber</a><b class=price>12</b><p class=note>one</p></li>"
                           "<li><a href=/2>Bowl</a><b class=price>7</b><p class=note>two</p></li>"
                           "<li><a href=/3>Cup</a><b class=price>9</b><p class=note>three</p></li></ul>";

/* The calls that a sink gets, and the same read from memory, as text. */
static void add_value(dt_buffer *out, const detm_field *field) {
  dt_buffer_format(out, "  %zu %s %s=", field->column, field->name, field->type);
  dt_buffer_add(out, field->value.data, field->value.length);
  dt_buffer_byte(out, '\n');
}

static void add_region(dt_buffer *out, const detm_region_info *info) {
  dt_buffer_format(out, "region %zu %s %g %zu\n", info->number, info->path, info->score, info->column_count);
  for (size_t i = 0; i < info->column_count; i++) dt_buffer_format(out, " [%s]", info->columns[i].name);
}

static detm_status region_begin(void *data, const detm_region_info *info, detm_error *error) {
  (void)error;
  add_region(data, info);
  return DETM_OK;
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  (void)error;
  dt_buffer_format(data, " record %zu\n", number);
  return DETM_OK;
}

static detm_status field(void *data, const detm_field *given, detm_error *error) {
  (void)error;
  add_value(data, given);
  return DETM_OK;
}

static void add_records(dt_buffer *out, const detm_records *records) {
  for (size_t r = 0; r < detm_records_region_count(records); r++) {
    const detm_region *here = detm_records_region_get(records, r);
    add_region(out, detm_region_properties(here));
    for (size_t i = 0; i < detm_region_record_count(here); i++) {
      const detm_record *one = detm_region_record_get(here, i);
      dt_buffer_format(out, " record %zu\n", detm_record_number(one));
      for (size_t f = 0; f < detm_record_field_count(one); f++)
        for (size_t v = 0; v < detm_record_value_count(one, f); v++) add_value(out, detm_record_value_get(one, f, v));
    }
  }
}

Test(records, contain_what_a_sink_gets) {
  for (unsigned seed = 0; seed < 200; seed++) {
    static results made;
    dt_buffer pushed = {0}, kept = {0};
    const detm_sink sink = {
        .data = &pushed, .region_begin = region_begin, .record_begin = record_begin, .field = field};
    detm_records *records = detm_records_new(NULL);
    results_random(&made, seed);
    cr_assert_eq(results_push(&made, &sink, NULL), DETM_OK);
    cr_assert_eq(results_push(&made, detm_records_sink(records), NULL), DETM_OK);
    add_records(&kept, records);
    cr_assert_eq(pushed.length, kept.length, "seed %u", seed);
    cr_assert(pushed.length == 0 || memcmp(pushed.data, kept.data, kept.length) == 0, "seed %u", seed);
    detm_records_free(records);
    dt_buffer_free(&pushed);
    dt_buffer_free(&kept);
  }
}

static detm_records *records_of_list(detm_error *error) {
  detm_page_options options = detm_page_defaults;
  options.name = "list.html";
  detm_page *parsed = detm_page_parse(list, sizeof list - 1, &options, error);
  detm_result *result = parsed != NULL ? detm_extract(parsed, NULL, error) : NULL;
  detm_records *records = result != NULL ? detm_records_from_result(result, error) : NULL;
  detm_result_free(result);
  detm_page_free(parsed);
  return records;
}

Test(records, of_a_result_outlive_it_and_its_page) {
  detm_records *records = records_of_list(NULL);
  cr_assert_not_null(records);
  cr_assert_eq(detm_records_region_count(records), 1);
  const detm_region *here = detm_records_region_get(records, 0);
  cr_expect_str_eq(detm_region_page(here)->name, "list.html");
  cr_expect_str_eq(detm_region_properties(here)->path, "/html/body/ul");
  cr_assert_eq(detm_region_record_count(here), 3);
  const detm_record *second = detm_region_record_get(here, 1);
  cr_expect_eq(detm_record_number(second), 2);
  cr_expect_str_eq(detm_record_find(second, "title")->value.data, "Bowl");
  cr_expect_str_eq(detm_record_find(second, "price")->type, "number");
  cr_expect_null(detm_record_find(second, "colour"));
  detm_records_free(records);
}

Test(records, return_null_after_the_last_item) {
  detm_records *records = records_of_list(NULL);
  const detm_region *here = detm_records_region_get(records, 0);
  const detm_record *one = detm_region_record_get(here, 0);
  cr_expect_null(detm_records_region_get(records, 1));
  cr_expect_null(detm_region_record_get(here, 3));
  cr_expect_null(detm_record_field_get(one, detm_record_field_count(one)));
  cr_expect_null(detm_record_value_get(one, 0, 1));
  cr_expect_eq(detm_record_value_count(one, SIZE_MAX - 1), 0);
  detm_records_free(records);
  detm_records_free(NULL);
}

static int write_text(void *out, const char *bytes, size_t length) { return dt_buffer_write(out, bytes, length); }

Test(records, of_a_page_are_written_by_one_call) {
  dt_buffer out = {0};
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_extract_ndjson(list, sizeof list - 1, NULL, write_text, &out, &error), DETM_OK);
  size_t lines = 0;
  for (size_t i = 0; i < out.length; i++) lines += out.data[i] == '\n';
  cr_expect_eq(lines, 3);
  cr_expect_eq(out.data[0], '{');
  dt_buffer_free(&out);
}

Test(records, write_nothing_if_there_are_none) {
  dt_buffer out = {0};
  detm_error error = DETM_ERROR_NONE;
  cr_expect_eq(detm_extract_ndjson("<p>a", 4, NULL, write_text, &out, &error), DETM_NOTHING);
  cr_expect_eq(error.status, DETM_NOTHING);
  cr_expect_eq(detm_extract_ndjson("%PDF-1", 6, NULL, write_text, &out, NULL), DETM_BAD_INPUT);
  cr_expect_eq(out.length, 0);
}
