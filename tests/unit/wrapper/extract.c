/* Tests of src/wrapper/extract.c: detm_extract, and the calls it makes to a sink. */
#include "allocation.h"
#include "clock.h"
#include "engine/runs.h"
#include "leaks.h"
#include "wrapper/learn/learned.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(result, .fini = find_leaks);

static const char *const list = "<h1>L</h1><ul class=list><li><a href=1.html>Amber</a><p>12</p>"
                                "<li><a href=2.html>Bowl</a><p>7</p><li><a href=3.html>Cup</a><p>9</p></ul>";

Test(result, of_extract_contains_the_records) {
  char *line = extracted(list, NULL);
  cr_expect_str_eq(line, "1: Amber, 2: 12, 3: 1.html | 1: Bowl, 2: 7, 3: 2.html | 1: Cup, 2: 9, 3: 3.html");
  free(line);
}

Test(result, of_a_page_without_records_has_no_regions) {
  static const char *const pages[] = {"", "<p>one paragraph", "<h1>a</h1><p>b</p>"};
  for (size_t i = 0; i < COUNT(pages); i++) {
    detm_error error = DETM_ERROR_NONE;
    detm_page *page = page_of(pages[i]);
    detm_result *result = detm_extract(page, NULL, &error);
    cr_assert_not_null(result, "%s", error.text);
    cr_expect_eq(error.status, DETM_OK);
    cr_expect_eq(detm_result_region_count(result), 0);
    cr_expect_eq(detm_result_record_count(result, 0), 0);
    cr_expect_eq(detm_result_fit(result), -1);
    cr_expect_null(detm_result_missing(result));
    dt_buffer out = {0};
    add_result(result, &out);
    cr_expect_eq(out.length, 0);
    dt_buffer_free(&out);
    detm_result_free(result);
    detm_page_free(page);
  }
}

Test(result, counts_regions_and_their_records_from_0) {
  detm_page *page = page_of(list);
  detm_result *result = detm_extract(page, NULL, NULL);
  cr_assert_not_null(result);
  cr_expect_eq(detm_result_region_count(result), 1);
  cr_expect_eq(detm_result_record_count(result, 0), 3);
  cr_expect_eq(detm_result_record_count(result, SIZE_MAX), 0);
  cr_expect_eq(detm_result_record_count(result, 1), 0);
  cr_expect_geq(detm_result_confidence(result), 0);
  cr_expect_leq(detm_result_confidence(result), 1);
  cr_expect_eq(detm_result_fit(result), -1);
  detm_result_free(result);
  detm_page_free(page);
  detm_result_free(NULL);
}

Test(result, has_as_many_regions_as_the_options_allow) {
  char *first = page_with("<ul>", "<li><h3>Title #</h3><p>@</p>", 9, "</ul>");
  char *markup = page_with(first, "<p><a href=/#>link #</a></p>", 5, "");
  detm_page *page = page_of(markup);
  detm_extract_options options = detm_extract_defaults;
  options.max_regions = 0;
  detm_result *all = detm_extract(page, &options, NULL), *one = detm_extract(page, NULL, NULL);
  cr_assert(all != NULL && one != NULL);
  cr_expect_eq(detm_result_region_count(one), 1);
  cr_expect_gt(detm_result_region_count(all), 1);
  cr_expect_eq(detm_result_record_count(all, 0), detm_result_record_count(one, 0));
  detm_result_free(all);
  detm_result_free(one);
  detm_page_free(page);
  free(markup);
  free(first);
}

Test(result, is_refused_for_options_out_of_range) {
  detm_page *page = page_of(list);
  for (int i = 0; i < 6; i++) {
    detm_extract_options options = detm_extract_defaults;
    detm_error error = DETM_ERROR_NONE;
    if (i == 0) options.distance.insert = -1;
    if (i == 1) options.distance.erase = -0.5;
    if (i == 2) options.distance.replace = -1;
    if (i == 3) options.distance.threshold = 0;
    if (i == 4) options.distance.threshold = 1;
    if (i == 5) options.distance.insert = 0.0 / 0.0;
    cr_expect_null(detm_extract(page, &options, &error), "case %d", i);
    cr_expect_eq(error.status, DETM_USAGE, "case %d", i);
    cr_expect_neq(error.text[0], '\0');
  }
  detm_page_free(page);
}

Test(result, ends_at_the_limit_of_records) {
  detm_page *page = page_of(list);
  detm_extract_options options = detm_extract_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.max_records = 2;
  cr_expect_null(detm_extract(page, &options, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  cr_expect_not_null(strstr(error.text, "options.max_records"), "%s", error.text);
  options.max_records = 3;
  detm_result *result = detm_extract(page, &options, NULL);
  cr_expect_not_null(result);
  detm_result_free(result);
  detm_page_free(page);
}

/* A page of this many records, with this time limit for each call. */
static detm_page *long_page(unsigned records, double seconds) {
  char *markup = page_with("<ul class=list>", "<li><a href=#.html>Title #</a><p>#</p>", records, "</ul>");
  detm_page *page = page_of(markup);
  page->seconds = seconds;
  free(markup);
  return page;
}

/* Counts of the calls of a sink: begin less end. */
typedef struct counts {
  int pages, regions, open_records;
  unsigned records;
} counts;

static detm_status count_page(void *data, const detm_page_info *page, detm_error *error) {
  (void)page, (void)error;
  ((counts *)data)->pages++;
  return DETM_OK;
}
static detm_status count_region(void *data, const detm_region_info *region, detm_error *error) {
  (void)region, (void)error;
  ((counts *)data)->regions++;
  return DETM_OK;
}
static detm_status count_record(void *data, size_t number, detm_error *error) {
  (void)number, (void)error;
  ((counts *)data)->open_records++;
  ((counts *)data)->records++;
  return DETM_OK;
}
static detm_status uncount_record(void *data, detm_error *error) {
  (void)error;
  ((counts *)data)->open_records--;
  return DETM_OK;
}
static detm_status uncount_region(void *data, detm_error *error) {
  (void)error;
  ((counts *)data)->regions--;
  return DETM_OK;
}
static detm_status uncount_page(void *data, detm_error *error) {
  (void)error;
  ((counts *)data)->pages--;
  return DETM_OK;
}

Test(result, ends_when_time_is_up) {
  detm_page *page = long_page(20000, 1e-9);
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(detm_extract(page, NULL, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  page->seconds = 0;
  detm_result *result = detm_extract(page, NULL, NULL);
  cr_assert_not_null(result);
  counts pushed = {0};
  detm_sink sink = {.data = &pushed, .record_begin = count_record, .record_end = uncount_record};
  page->seconds = 1e-9;
  detm_error other = DETM_ERROR_NONE;
  cr_expect_eq(detm_result_emit(result, &sink, &other), DETM_LIMIT);
  cr_expect_eq(other.status, DETM_LIMIT);
  detm_result_free(result);
  detm_page_free(page);
}

/* At each point where time may run out, the sink gets the end of the page. */
Test(result, that_takes_too_long_to_push_ends_the_page_for_the_sink) {
  detm_page *page = long_page(5000, 0);
  detm_result *result = detm_extract(page, NULL, NULL);
  cr_assert_not_null(result);
  for (int looks = 1; looks < 6; looks++) {
    detm_error error = DETM_ERROR_NONE, other = DETM_ERROR_NONE;
    counts pushed = {0};
    detm_sink sink = {
        &pushed, count_page, count_region, count_record, NULL, uncount_record, uncount_region, uncount_page, 0, 0,
        NULL,    0};
    page->seconds = looks - .5;
    clock_step(1);
    detm_status status = detm_result_emit(result, &sink, &error);
    clock_step(0);
    cr_expect_eq(pushed.pages, 0);
    cr_expect_eq(pushed.regions, 0);
    cr_expect_eq(pushed.open_records, 0);
    cr_expect_eq(status, pushed.records < 5000 ? DETM_LIMIT : DETM_OK);
    if (status != DETM_OK) cr_expect_str_eq(error.where, page->name);
    cr_expect(pushed.records < 64 * (unsigned)looks, "%zu: the clock is read often", (size_t)pushed.records);
    page->seconds = 0;
    cr_expect_eq(detm_result_emit(result, &sink, &other), DETM_OK);
  }
  detm_result_free(result);
  detm_page_free(page);
}

/* ---- pushing ---- */

/* Records the calls: P p page, R r region, [ ] record, . field; fails at one of them. */
typedef struct recorder {
  char calls[256];
  size_t count, fail_at; /* from 1, 0 = never */
  detm_region_info region;
  char path[64], names[128], page[32];
} recorder;

static detm_status called(recorder *r, char call) {
  if (r->count < sizeof r->calls - 1) r->calls[r->count] = call;
  return ++r->count == r->fail_at ? DETM_WRITE : DETM_OK;
}

static detm_status begin_page(void *data, const detm_page_info *info, detm_error *error) {
  recorder *r = data;
  (void)error;
  snprintf(r->page, sizeof r->page, "%s %s", info->name, info->encoding);
  return called(r, 'P');
}

static detm_status begin_region(void *data, const detm_region_info *info, detm_error *error) {
  recorder *r = data;
  (void)error;
  r->region = *info;
  snprintf(r->path, sizeof r->path, "%s", info->path);
  for (size_t c = 0; c < info->column_count; c++) {
    size_t length = strlen(r->names);
    snprintf(r->names + length, sizeof r->names - length, "%s:%s ", info->columns[c].name, info->columns[c].type);
  }
  return called(r, 'R');
}

static detm_status begin_record(void *data, size_t number, detm_error *error) {
  (void)error;
  (void)number;
  return called(data, '[');
}

static detm_status take_field(void *data, const detm_field *field, detm_error *error) {
  (void)error;
  cr_expect_neq(field->value.length, 0);
  return called(data, '.');
}

static detm_status end_record(void *data, detm_error *error) {
  (void)error;
  return called(data, ']');
}
static detm_status end_region(void *data, detm_error *error) {
  (void)error;
  return called(data, 'r');
}
static detm_status end_page(void *data, detm_error *error) {
  (void)error;
  return called(data, 'p');
}

static detm_sink sink_of(recorder *r) {
  return (detm_sink){r,    begin_page, begin_region, begin_record, take_field, end_record, end_region, end_page, 0, 0,
                     NULL, 0};
}

Test(result, is_pushed_in_order_with_the_properties_of_the_region) {
  recorder r = {0};
  detm_sink sink = sink_of(&r);
  detm_page *page = page_of(list);
  detm_result *result = detm_extract(page, NULL, NULL);
  cr_assert_eq(detm_result_emit(result, &sink, NULL), DETM_OK);
  cr_expect_str_eq(r.calls, "PR[...][...][...]rp");
  cr_expect_str_eq(r.page, "- UTF-8");
  cr_expect_str_eq(r.path, "/html/body/ul");
  cr_expect_str_eq(r.names, "title:text number:number title-link:url ");
  cr_expect_eq(r.region.number, 1);
  cr_expect_eq(r.region.records, 3);
  cr_expect_eq(r.region.fit, -1);
  cr_expect_eq(r.region.confidence, detm_result_confidence(result));
  detm_result_free(result);
  detm_page_free(page);
}

Test(result, stops_at_the_first_callback_that_fails) {
  static const char whole[] = "PR[...][...][...]rp";
  detm_page *page = page_of(list);
  detm_result *result = detm_extract(page, NULL, NULL);
  for (size_t at = 1; at < sizeof whole; at++) {
    recorder r = {.fail_at = at};
    detm_sink sink = sink_of(&r);
    cr_expect_eq(detm_result_emit(result, &sink, NULL), DETM_WRITE, "call %zu", at);
    cr_expect_eq(r.count, at);
    cr_expect_eq(strncmp(r.calls, whole, at), 0, "%s", r.calls);
  }
  detm_result_free(result);
  detm_page_free(page);
}

Test(result, may_be_pushed_into_a_sink_without_callbacks_and_again) {
  detm_page *page = page_of(list);
  detm_result *result = detm_extract(page, NULL, NULL);
  detm_sink nothing = {0};
  cr_expect_eq(detm_result_emit(result, &nothing, NULL), DETM_OK);
  dt_buffer first = {0}, second = {0};
  add_result(result, &first);
  add_result(result, &second);
  cr_expect_eq(first.length, second.length);
  cr_expect_eq(memcmp(first.data, second.data, first.length), 0);
  dt_buffer_free(&first);
  dt_buffer_free(&second);
  detm_result_free(result);
  detm_page_free(page);
}

Test(result, resolves_links_against_the_base) {
  static const struct {
    const char *base, *head, *first;
  } cases[] = {
      {NULL, "", "1: Amber, 2: 12, 3: 1.html |"},
      {"http://a.example/x/y", "", "1: Amber, 2: 12, 3: http://a.example/x/1.html |"},
      {"http://a.example/x/", "<head><base href='/z/'></head>", "1: Amber, 2: 12, 3: http://a.example/z/1.html |"},
      {NULL, "<head><base href='http://b.example/'></head>", "1: Amber, 2: 12, 3: http://b.example/1.html |"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    dt_buffer markup = {0}, out = {0};
    dt_buffer_format(&markup, "%s%s", cases[i].head, list);
    detm_page_options options = detm_page_defaults;
    options.base = cases[i].base;
    detm_page *page = detm_page_parse(markup.data, markup.length, &options, NULL);
    detm_result *result = detm_extract(page, NULL, NULL);
    cr_assert_not_null(result);
    add_result(result, &out);
    cr_expect(out.length > strlen(cases[i].first) && memcmp(out.data, cases[i].first, strlen(cases[i].first)) == 0,
              "case %zu: %.*s", i, (int)out.length, out.data);
    detm_result_free(result);
    detm_page_free(page);
    dt_buffer_free(&out);
    dt_buffer_free(&markup);
  }
}

/* ---- without memory ---- */

Test(result, of_extract_without_memory_is_an_error_at_every_allocation) {
  detm_page *page = long_page(300, 0);
  for (size_t failing = 1;; failing++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(failing);
    detm_result *result = detm_extract(page, NULL, &error);
    bool met = allocation_count() >= failing;
    allocation_fail_from(0);
    cr_expect_eq(result == NULL, met, "allocation %zu", failing);
    cr_expect_eq(error.status, met ? DETM_NO_MEMORY : DETM_OK, "allocation %zu", failing);
    detm_result_free(result);
    if (!met) break;
    cr_assert_lt(failing, 10000);
  }
  detm_page_free(page);
}

Test(result, is_not_pushed_without_memory_and_stays_whole) {
  detm_page *page = long_page(300, 0);
  detm_result *result = detm_extract(page, NULL, NULL);
  cr_assert_not_null(result);
  detm_sink sink = {0};
  for (size_t failing = 1;; failing++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(failing);
    detm_status status = detm_result_emit(result, &sink, &error);
    bool met = allocation_count() >= failing;
    allocation_fail_from(0);
    cr_expect_eq(status, met ? DETM_NO_MEMORY : DETM_OK, "allocation %zu", failing);
    cr_expect_eq(error.status, status);
    if (!met) break;
    cr_assert_lt(failing, 10000);
  }
  dt_buffer out = {0};
  add_result(result, &out);
  cr_expect_eq(strncmp(out.data, "1: Title 1, 2: 1, 3: 1.html |", 29), 0);
  dt_buffer_free(&out);
  detm_result_free(result);
  detm_page_free(page);
}
