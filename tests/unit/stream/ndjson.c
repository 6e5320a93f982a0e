/* Tests of src/stream/ndjson.c: pages as lines of JSON. */
#include "streams.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(stream_ndjson, .fini = find_leaks);

static void expect_pages(const char *bytes, const dt_stream_options *options, const char *expected) {
  const dt_stream_options defaults = {.max_bytes = 1 << 20};
  char *pages = pages_of(dt_text(bytes), options != NULL ? options : &defaults);
  cr_expect_str_eq(pages, expected);
  free(pages);
}

Test(stream_ndjson, reads_a_page_from_each_line) {
  expect_pages("{\"url\": \"https://a.example/1\", \"html\": \"<p>\\u20ac\"}\n\n{\"html\":\"<p>Two\",\"url\":null}\r\n"
               "{\"url\":\"x\",\"html_base64\":\"PHA+VGhyZWU=\"}",
               NULL, "https://a.example/1 https://a.example/1 UTF-8 <p>€\nline 3 - UTF-8 <p>Two\nx - - <p>Three\n");
}

Test(stream_ndjson, reads_other_keys) {
  const dt_stream_options options = {.max_bytes = 1 << 20, .html_key = "body", .url_key = "id"};
  expect_pages("{\"id\": \"a\", \"body\": \"<p>One\", \"html\": 1}\n", &options, "a - UTF-8 <p>One\n");
}

/* Reads the only page of a line. */
static dt_stream_page read_one(const char *line, const dt_stream_options *options) {
  source from = {line, strlen(line), 7};
  detm_error error = DETM_ERROR_NONE;
  dt_stream_page page;
  dt_stream *stream = dt_stream_open(source_read, &from, options);
  cr_assert_not_null(stream);
  cr_assert_eq(dt_stream_next(stream, &page, &error), DETM_OK, "%s", error.text);
  dt_stream_close(stream);
  return page;
}

Test(stream_ndjson, keeps_other_members) {
  const dt_stream_options options = {.max_bytes = 1 << 20};
  dt_stream_page page = read_one("{\"id\": 7, \"url\": \"u\", \"html\": \"<p>\", \"@page\": 1, \"records\": 2, "
                                 "\"name\": \"\\u2028\\u00e9\", \"x\": [null, {\"y\": true}]}",
                                 &options);
  cr_expect_str_eq(page.members, "\"id\":7,\"name\":\"\\u2028\\u00E9\",\"x\":[null,{\"y\":true}]");
  cr_expect_null(page.key);
  dt_stream_page_free(&page);
  page = read_one("{\"html\": \"<p>\"}", &options);
  cr_expect_null(page.members);
  dt_stream_page_free(&page);
}

Test(stream_ndjson, reads_a_key_before_the_line) {
  const dt_stream_options options = {.max_bytes = 1 << 20, .tab_key = true};
  dt_stream_page page = read_one("k\\1\t{\"html\":\"<p>\\tOne\"}\n", &options);
  cr_expect_str_eq(page.key, "k\\1");
  dt_stream_page_free(&page);
  page = read_one("{\"html\":\t\"<p>\"}\n", &options);
  cr_expect_null(page.key);
  dt_stream_page_free(&page);
}

Test(stream_ndjson, goes_on_after_a_faulty_line) {
  expect_pages("{\"html\":\"<p>One\"}\n{\"html\":\n{\"url\":\"u\",\"text\":\"x\"}\n{\"html\":\"<p>Four\"}\n", NULL,
               "line 1 - UTF-8 <p>One\n- ! is not JSON: unexpected token near end of file\n"
               "u ! has no string \"html\": write each page as {\"url\": ..., \"html\": ...}, or name its key with "
               "options.html_key\nline 4 - UTF-8 <p>Four\n");
}

/* Services have keys of their own, and wrap the pages in their answer. */
Test(stream_ndjson, finds_documents_in_other_members) {
  expect_pages("{\"meta\": {\"imageUrl\": \"https://a.example/i\", \"finalUrl\": \"https://a.example/1\"}, "
               "\"teaser\": \"<body>\", \"source\": \"<!doctype html><p>One\"}\n"
               "{\"link\": \"https://a.example/2\", \"bytes\": \"PGh0bWw+VHdv\"}\n",
               NULL,
               "https://a.example/1 https://a.example/1 UTF-8 <!doctype html><p>One\n"
               "https://a.example/2 https://a.example/2 - <html>Two\n");
  expect_pages("{\"ok\": true, \"tags\": [\"[{\", [{\"html\": \"<p>\"}]], \"data\": {\"n\": 2, \"pages\": [\n"
               "{\"error\": \"late\", \"url\": \"https://a.example/0\"}, {\"raw\": \"<html>One\"}]}}",
               NULL,
               "https://a.example/0 ! has no string \"html\": write each page as {\"url\": ..., \"html\": ...}, "
               "or name its key with options.html_key\nelement 2 - UTF-8 <html>One\n");
}

Test(stream_ndjson, reads_values_in_a_row) {
  expect_pages("\x1e{\"html\":\n\"<p>One\"}\n\x1e{\"html\": \"<p>Two\"}{\n\"html\": \"<p>Three\"\n}\n", NULL,
               "element 1 - UTF-8 <p>One\nelement 2 - UTF-8 <p>Two\nelement 3 - UTF-8 <p>Three\n");
  expect_pages("{\n\"html\": \"<p>One\"}\n{\n\"html\": \"<p>", NULL,
               "element 1 - UTF-8 <p>One\n- ! ends within its pages at line 3: fetch or save it again\n");
}

/* The message names the key that was asked for. */
Test(stream_ndjson, misses_a_named_key) {
  const dt_stream_options options = {.max_bytes = 1 << 20, .html_key = "body"};
  expect_pages("{\"url\": \"u\", \"html\": \"<html>One\"}\n", &options,
               "u ! has no string \"body\": write each page as {\"url\": ..., \"body\": ...}, or name its key with "
               "options.html_key\n");
}

/* Other JSON is one page: that of the lists in it. */
Test(stream_ndjson, is_not_any_json) {
  static const char *const files[] = {"{\"a\": 1}", "{\n \"text\": \"<p>\"}", "[{\"html\": 1}]",
                                      "[[{\"html\": \"<p>\"}]]", "{\"html\": 1}"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    dt_buffer expected = {0};
    dt_buffer_format(&expected, "- - - %s\n", files[i]);
    dt_buffer_byte(&expected, '\0');
    expect_pages(files[i], NULL, expected.data);
    dt_buffer_free(&expected);
  }
}

Test(stream_ndjson, limits_pages_and_lines) {
  const dt_stream_options options = {.max_bytes = 10, .format = DT_STREAM_NDJSON};
  dt_buffer line = {0};
  dt_buffer_text(&line, "{\"html\":\"<p>Eleven..\"}\n{\"html\":\"");
  cr_assert(dt_buffer_reserve(&line, 2 << 20));
  memset(line.data + line.length, 'x', 2 << 20);
  line.length += 2 << 20;
  dt_buffer_text(&line, "\"}\n{\"html\":\"<p>\"}\n");
  dt_buffer_byte(&line, '\0');
  expect_pages(
      line.data, &options,
      "- ! has more than 10 bytes: raise options.max_bytes\n- ! the line is too long: raise options.max_bytes\n"
      "line 3 - UTF-8 <p>\n");
  dt_buffer_free(&line);
}
