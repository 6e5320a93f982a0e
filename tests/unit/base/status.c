/* Tests of statuses and their names, versions, and option structs of other sizes. */
#include <detm/detm.h>

#include "leaks.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(status, .fini = find_leaks);
TestSuite(version, .fini = find_leaks);
TestSuite(options, .fini = find_leaks);
TestSuite(cancel, .fini = find_leaks);

Test(status, each_has_a_name) {
  for (int status = DETM_OK; status <= DETM_BUSY; status++) {
    cr_assert_not_null(detm_status_name((detm_status)status));
    for (int other = DETM_OK; other < status; other++)
      cr_expect_str_neq(detm_status_name((detm_status)other), detm_status_name((detm_status)status));
  }
  cr_expect_null(detm_status_name((detm_status)(DETM_BUSY + 1)));
  cr_expect_null(detm_status_name((detm_status)-1));
}

Test(version, version_of_the_headers_is_that_of_the_library) {
  char numbers[64];
  snprintf(numbers, sizeof numbers, "%d.%d.%d", DETM_VERSION_MAJOR, DETM_VERSION_MINOR, DETM_VERSION_PATCH);
  cr_expect_str_eq(numbers, DETM_VERSION);
  cr_expect_str_eq(detm_version(), DETM_VERSION);
}

static const char page_bytes[] = "<ul><li><b>A</b><i>1</i></li><li><b>B</b><i>2</i></li><li><b>C</b><i>3</i></li></ul>";

Test(options, of_an_older_header_keep_the_defaults_of_what_they_lack) {
  detm_page_options options = {.size = offsetof(detm_page_options, encoding), .name = "old", .encoding = "no such"};
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = detm_page_parse(page_bytes, sizeof page_bytes - 1, &options, &error);
  cr_assert_not_null(page, "%s", error.text);
  cr_expect_str_eq(detm_page_name(page), "old");
  detm_page_free(page);
}

Test(options, of_a_newer_header_are_read_as_far_as_they_are_known) {
  struct newer {
    detm_page_options options;
    int more;
  } newer = {.options = detm_page_defaults, .more = 1};
  newer.options.size = sizeof newer;
  newer.options.name = "new";
  detm_page *page = detm_page_parse(page_bytes, sizeof page_bytes - 1, &newer.options, NULL);
  cr_assert_not_null(page);
  cr_expect_str_eq(detm_page_name(page), "new");
  detm_page_free(page);
}

/* Counts *data down to 0, then cancels. */
static int cancel(void *data) {
  unsigned *left = data;
  if (*left == 0) return 1;
  --*left;
  return 0;
}

/* A page with so many records that the clock is read. */
static char *many_records(size_t *length) {
  enum { RECORDS = 4000, BYTES = 80 };
  char *bytes = malloc(RECORDS * BYTES);
  *length = (size_t)sprintf(bytes, "<ul>");
  for (int i = 0; i < RECORDS; i++)
    *length += (size_t)sprintf(bytes + *length, "<li><a href=/%d>Title %d</a><b>%d</b></li>", i, i, i % 97);
  return bytes;
}

Test(cancel, ends_a_call_at_any_point) {
  size_t length, cancelled = 0;
  char *bytes = many_records(&length);
  for (unsigned calls = 0;; calls += 1 + calls / 4) {
    unsigned left = calls;
    detm_error error = DETM_ERROR_NONE;
    detm_page_options options = detm_page_defaults;
    options.cancelled = cancel;
    options.cancel_data = &left;
    detm_page *page = detm_page_parse(bytes, length, &options, &error);
    detm_result *result = page != NULL ? detm_extract(page, NULL, &error) : NULL;
    detm_records *records = result != NULL ? detm_records_from_result(result, &error) : NULL;
    bool done = records != NULL;
    if (!done) cr_expect_eq(error.status, DETM_CANCELLED, "%s", error.text);
    cancelled += !done;
    detm_records_free(records);
    detm_result_free(result);
    detm_page_free(page);
    if (done) break;
  }
  cr_expect_gt(cancelled, 2);
  free(bytes);
}
