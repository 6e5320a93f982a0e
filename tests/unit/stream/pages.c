/* Tests of include/detm/pages.h; tests/cli has all formats, which the command reads by the same streams. */
#include <detm/pages.h>

#include "base/base.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

TestSuite(pages, .fini = find_leaks);

/* Writes a file, whose name the caller frees. */
static char *write_file(const char *text) {
  char *path = strdup("/tmp/detm-pages-XXXXXX");
  int fd = mkstemp(path);
  size_t length = strlen(text);
  cr_assert(fd >= 0 && write(fd, text, length) == (ssize_t)length);
  close(fd);
  return path;
}

/* Reads a file, and expects a line "NAME URL MEMBERS NODES" for each page, or "NAME! TEXT" for one that fails; "FILE"
 * stands for the file, "-" for NULL.  Then the counts of what is no page. */
static void expect(const char *text, const detm_pages_options *options, const char *lines) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *page;
  detm_status status;
  dt_buffer out = {0};
  char *path = write_file(text);
  detm_pages *pages = detm_pages_open(path, options, &error);
  cr_assert_not_null(pages, "%s", error.text);
  while ((status = detm_pages_next(pages, NULL, &page, &error)) != DETM_NOTHING) {
    const detm_page_origin *origin = detm_pages_origin(pages);
    const char *name = status == DETM_OK ? detm_page_name(page) : error.where;
    dt_buffer_text(&out, strcmp(name, path) == 0 ? "FILE" : name);
    if (status == DETM_OK)
      dt_buffer_format(&out, " %s %s %zu%s\n", origin->url != NULL ? origin->url : "-",
                       origin->members != NULL ? origin->members : "-", detm_page_node_count(page),
                       origin->cut ? " cut" : "");
    else
      dt_buffer_format(&out, "! %s\n", error.text);
    cr_expect((status == DETM_OK) == (page != NULL));
    detm_page_free(page);
    error = (detm_error)DETM_ERROR_NONE;
  }
  const char *skipped = detm_pages_skipped(pages);
  dt_buffer_text(&out, skipped != NULL ? skipped : "");
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, lines);

  cr_expect_eq(detm_pages_next(pages, NULL, &page, &error), DETM_NOTHING, "the end is the end");
  detm_pages_close(pages);
  dt_buffer_free(&out);
  unlink(path);
  free(path);
}

Test(pages, a_file_may_be_one_page) { expect("<p>One<p>Two", NULL, "FILE - - 6\n"); }

Test(pages, lines_of_json_are_pages_with_other_members) {
  expect("{\"url\":\"https://a.example/1\",\"html\":\"<p>One\",\"shop\":7}\n"
         "{\"url\":\"https://a.example/2\"}\n"
         "{\"url\":\"https://a.example/3\",\"html\":\"<p>Three\"}\n",
         NULL,
         "https://a.example/1 https://a.example/1 {\"shop\":7} 4\n"
         "FILE! has no string \"html\": write each page as {\"url\": ..., \"html\": ...}, or name its key with "
         "options.html_key\n"
         "https://a.example/3 https://a.example/3 - 4\n");
}

Test(pages, options_name_the_members_and_limit_a_page) {
  detm_pages_options options = detm_pages_defaults;
  options.max_bytes = 100;
  options.html_key = "body.raw";
  options.url_key = "from";
  expect("{\"from\":\"https://a.example/1\",\"body\":{\"raw\":\"<p>One\",\"id\":1}}\n"
         "{\"from\":\"https://a.example/2\",\"body\":{\"raw\":\"<p>A page of more than one hundred bytes, which is the "
         "limit that the options of this test set for each page.\"}}\n",
         &options,
         "https://a.example/1 https://a.example/1 {\"body\":{\"id\":1}} 4\n"
         "FILE! has more than 100 bytes: raise options.max_bytes\n");
}

#define RESPONSE(URL, TYPE, LENGTH, BODY)                                                                              \
  "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " URL "\r\nWARC-Date: 2026-02-03T10:00:00Z\r\n"                 \
  "Content-Type: application/http\r\nContent-Length: " LENGTH "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: " TYPE         \
  "\r\n\r\n" BODY "\r\n\r\n"

Test(pages, warc_has_times_and_what_is_no_page_is_counted) {
  expect(RESPONSE("https://a.example/1", "text/html", "50", "<p>One")
             RESPONSE("https://a.example/2", "image/png", "50", "abcdef"),
         NULL,
         "https://a.example/1 https://a.example/1 {\"fetched\":\"2026-02-03T10:00:00Z\"} 4\n"
         "1 not HTML");
}

Test(pages, responses_of_json_and_xml_are_pages_on_demand) {
  static const char file[] =
      RESPONSE("https://a.example/1", "application/json", "76", "[{\"a\":1},{\"a\":2},{\"a\":3}]")
          RESPONSE("https://a.example/2", "application/json", "59", "{\"on\":1}")
              RESPONSE("https://a.example/3", "image/svg+xml", "54", "<svg/>");
  detm_pages_options options = detm_pages_defaults;
  expect(file, &options, "3 not HTML");
  options.data = 1;
  expect(file, &options,
         "https://a.example/1 https://a.example/1 {\"fetched\":\"2026-02-03T10:00:00Z\"} 18\n"
         "1 not HTML, 1 data without records");
}

Test(pages, files_that_cannot_be_opened_are_errors) {
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(detm_pages_open("/tmp/detm-no-such-file", NULL, &error));
  cr_expect_eq(error.status, DETM_BAD_FILE);
  cr_expect_str_eq(error.where, "/tmp/detm-no-such-file");
  error = (detm_error)DETM_ERROR_NONE;
  cr_expect_null(detm_pages_open("/tmp", NULL, &error));
  cr_expect_eq(error.status, DETM_BAD_FILE);
}
