/* Tests of the limits of parsing a page (src/html/page.c), at and beyond each limit. */
#include "clock.h"

#include "html/pages.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(limits, .fini = find_leaks);

static const unsigned all_parts[] = {DETM_PAGE_TREE, DETM_PAGE_DOCUMENT, DETM_PAGE_BOTH, DETM_PAGE_CONTENT};
enum { PARTS = sizeof all_parts / sizeof *all_parts };

static const char markup[] = "<html><body><p>a<p>b<ul><li><b>c</b></ul></body></html>";

static detm_page *parse(const detm_page_options *options, detm_error *error) {
  *error = (detm_error)DETM_ERROR_NONE;
  return detm_page_parse(markup, sizeof markup - 1, options, error);
}

Test(limits, refuse_a_page_of_too_many_bytes) {
  detm_error error;
  for (size_t i = 0; i < PARTS; i++) {
    detm_page_options options = detm_page_defaults;
    options.parts = all_parts[i];
    options.max_bytes = sizeof markup - 1;
    detm_page *page = parse(&options, &error);
    cr_expect_not_null(page, "%s", error.text);
    detm_page_free(page);
    options.max_bytes--;
    cr_expect_null(parse(&options, &error));
    cr_expect_eq(error.status, DETM_LIMIT);
    cr_expect_not_null(strstr(error.text, "options.max_bytes"));
  }
}

Test(limits, refuse_a_page_of_too_many_nodes) {
  detm_error error;
  for (size_t i = 0; i < PARTS; i++) {
    detm_page_options options = detm_page_defaults;
    size_t refused = 0;
    options.parts = all_parts[i];
    for (options.max_nodes = 1; options.max_nodes < 40; options.max_nodes++) {
      detm_page *page = parse(&options, &error);
      if (page != NULL) cr_expect_leq(page->tree.node_count, options.max_nodes);
      if (page == NULL) {
        char expected[64];
        snprintf(expected, sizeof expected, "more than %zu nodes: raise options.max_nodes", options.max_nodes);
        cr_expect_str_eq(error.text, expected);
        cr_expect_eq(error.status, DETM_LIMIT);
        cr_expect_eq(refused, options.max_nodes - 1, "smaller limits refuse it, too");
        refused = options.max_nodes;
      }
      detm_page_free(page);
    }
    cr_expect(refused >= 8 && refused < 12, "%u: refused up to %zu nodes", all_parts[i], refused);
  }
}

Test(limits, cut_a_page_that_is_nested_too_deeply) {
  detm_error error;
  for (size_t i = 0; i < PARTS; i++) {
    detm_page_options options = detm_page_defaults;
    options.parts = all_parts[i];
    for (options.max_depth = 1; options.max_depth <= 6; options.max_depth++) {
      detm_page *page = parse(&options, &error);
      cr_assert_not_null(page);
      const char *warning = detm_page_warning(page);
      cr_expect_eq(warning != NULL, options.max_depth < 5, "%u deep", options.max_depth);
      if (warning != NULL) cr_expect_not_null(strstr(warning, "options.max_depth"));
      detm_page_free(page);
    }
  }
}

/* Elements that the parser itself closes, in a page that is allowed less depth than they need. */
Test(limits, leave_html_and_head_open_at_any_depth) {
  static const char *const pages[] = {
      "a", "<title>a</title></head></head><p>b", "<head><noscript><style>a</style></noscript></head></head><title>b",
      "<head><template><template><title>a</title></template></head></template></head>b", "<table><td>a</table><br>b"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    detm_page_options options = detm_page_defaults;
    options.parts = DETM_PAGE_BOTH;
    for (options.max_depth = 1; options.max_depth <= 4; options.max_depth++) {
      detm_page *page = detm_page_parse(pages[i], strlen(pages[i]), &options, NULL);
      cr_assert_not_null(page, "%s", pages[i]);
      cr_expect_geq(page->tree.node_count, 2);
      detm_page_free(page);
    }
  }
}

Test(limits, allow_no_greater_depth_than_the_parser) {
  detm_page_options options = detm_page_defaults;
  options.max_depth = 0;
  detm_error error;
  detm_page *page = parse(&options, &error);
  cr_expect_eq(page->max_depth, detm_page_defaults.max_depth);
  detm_page_free(page);
  options.max_depth = 1000000;
  page = parse(&options, &error);
  cr_expect_eq(page->max_depth, detm_page_defaults.max_depth);
  detm_page_free(page);
}

/* The clock is read for every kind of markup. */
Test(limits, end_parsing_when_time_is_up) {
  static const char *const pieces[] = {"<p>a", "<i>a</i><!--b-->", "<p></p>", "a<br>", "<li>"};
  for (size_t piece = 0; piece < sizeof pieces / sizeof *pieces; piece++) {
    dt_buffer page_markup = {0};
    for (int n = 0; n < 5000; n++) dt_buffer_text(&page_markup, pieces[piece]);
    for (size_t i = 0; i < PARTS; i++) {
      detm_error error = DETM_ERROR_NONE;
      detm_page_options options = detm_page_defaults;
      options.parts = all_parts[i];
      options.seconds = 1.5;
      clock_step(1);
      detm_page *page = detm_page_parse(page_markup.data, page_markup.length, &options, &error);
      clock_step(0);
      cr_expect_null(page, "%s", pieces[piece]);
      cr_expect_eq(error.status, DETM_LIMIT);
      cr_expect_str_eq(error.text,
                       "took more than 1.5 s of processor time: raise options.seconds or leave out the page");
      detm_page_free(page);
    }
    dt_buffer_free(&page_markup);
  }
}
