/* Tests of src/stream/kinds.c and stream.c: what a file is, and the URL that a saved page names. */
#include "stream/kinds.h"

#include "leaks.h"
#include "streams.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(stream_kinds, .fini = find_leaks);

Test(stream_kinds, takes_all_else_for_a_page) {
  static const char *const pages[] = {"<p>One", "[1] A note", "text: more", "From here on: text"};
  const dt_stream_options options = {.max_bytes = 1000};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    char *read = pages_of(dt_text(pages[i]), &options);
    cr_expect(strncmp(read, "- - - ", 6) == 0, "%s: %s", pages[i], read);
    free(read);
  }
}

Test(stream_kinds, finds_beginnings_of_html) {
  static const char *const pages[] = {"\xef\xbb\xbf\r\n<!DOCTYPE html>", "<HTML lang=en>", "<!-- c -->\n<html>",
                                      "<?xml version=\"1.0\"?><!-- c --><!doctype html>", "<meta charset=utf-8>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    cr_expect(dt_file_is_html(dt_text(pages[i])), "%s", pages[i]);
  cr_expect_not(dt_file_is_html(DT_TEXT("<?xml version=\"1.0\"?><rss>")));
  cr_expect_not(dt_file_is_html(DT_TEXT("plain text")));
  cr_expect_not(dt_file_is_html(DT_TEXT("<!-- no end")));
}

static void expect_url(const char *text, const char *url) {
  const dt_stream_options options = {.max_bytes = 1000};
  dt_buffer expected = {0};
  dt_buffer_format(&expected, "- %s - %s\n", url, text);
  dt_buffer_byte(&expected, '\0');
  char *pages = pages_of(dt_text(text), &options);
  cr_expect_str_eq(pages, expected.data);
  free(pages);
  dt_buffer_free(&expected);
}

Test(stream_kinds, reads_the_url_that_a_saved_page_names) {
  expect_url("<!doctype html>\n<!-- saved from url=(0023)https://shop.example/li -->\n<p>", "https://shop.example/li");
  expect_url(
      "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://shop.example/li?a=1 \n saved "
      "date: Mon Jan 01 2031\n--><p>",
      "https://shop.example/li?a=1");
  expect_url("<!--\n Page saved with SingleFile \n-->", "-");
  expect_url("<!-- saved from url=(0014)about:internet -->", "-");
  expect_url("<!-- saved from url=(0014)https://x", "-");
  expect_url("<p>saved from url=(0014)https://x", "-");
}
