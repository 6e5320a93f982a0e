/* Tests of the public functions for content. */
#include "allocation.h"
#include "base/base.h"
#include "clock.h"
#include "html/page.h"

#include "leaks.h"
#include "result/result.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <detm/detm.h>

TestSuite(content, .fini = find_leaks);

#define SENTENCES "The gates were closed on Monday, and the pond has been full since then. It is deep. "

static const char article[] =
    "<html lang=en><head><title>The gates - Mill</title><meta name=keywords content='gates, pond'>"
    "<script type='application/ld+json'>{\"@type\":\"BreadcrumbList\",\"itemListElement\":[{\"position\":1,\"name\":"
    "\"Home\"},{\"position\":2,\"name\":\"Ponds\"}]}</script></head><body><nav><a href=a>A</a></nav><main><h1>The "
    "gates</h1>"
    "<p>" SENTENCES "</p><p>" SENTENCES "</p></main>";

static detm_page *parse(const char *markup, unsigned parts, double seconds) {
  detm_page_options options = detm_page_defaults;
  options.name = "a.html";
  options.parts = parts;
  options.seconds = seconds;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, NULL);
  cr_assert_not_null(page);
  return page;
}

Test(content, has_metadata_and_text) {
  detm_page *page = parse(article, DETM_PAGE_CONTENT, 0);
  detm_content *content = detm_content_find(page, NULL, NULL);
  cr_assert_not_null(content);
  cr_expect_str_eq(detm_content_title(content), "The gates");
  cr_expect_null(detm_content_date(content));
  cr_expect_null(detm_content_author(content));
  cr_expect_null(detm_content_correction(content));
  cr_expect_str_eq(detm_content_crumb_get(content, 0), "Home");
  cr_expect_str_eq(detm_content_crumb_get(content, 1), "Ponds");
  cr_expect_eq(detm_content_crumb_count(content), 2);
  cr_expect_null(detm_content_crumb_get(content, 2));
  cr_expect_geq(detm_content_keyword_count(content), 1);
  cr_expect_str_eq(detm_content_keyword_get(content, 0), "gates");
  cr_expect_not_null(strstr(detm_content_text(content), "\nThe gates were closed on Monday"));
  cr_expect_not_null(strstr(detm_content_markup(content), "<p>The gates were closed on Monday"));
  detm_content_free(content);
  detm_page_free(page);
}

Test(content, every_method_finds_text) {
  detm_page *page = parse(article, DETM_PAGE_CONTENT, 0);
  for (int method = DETM_CONTENT_AUTO; method <= DETM_CONTENT_BLOCKS; method++) {
    detm_content_options options = {.method = (detm_content_method)method};
    detm_content *content = detm_content_find(page, &options, NULL);
    cr_assert_not_null(content);
    cr_expect_not_null(strstr(detm_content_text(content), "The gates were closed"), "method %d", method);
    detm_content_free(content);
  }
  detm_page_free(page);
}

Test(content, the_quality_is_known_for_text_by_auto) {
  detm_page *page = parse(article, DETM_PAGE_CONTENT, 0);
  for (int method = DETM_CONTENT_AUTO; method <= DETM_CONTENT_BLOCKS; method++) {
    detm_content_options options = {.method = (detm_content_method)method};
    detm_content *content = detm_content_find(page, &options, NULL);
    cr_assert_not_null(content);
    double quality = detm_content_quality(content);
    if (method == DETM_CONTENT_AUTO)
      cr_expect(quality > 0.7 && quality < 1, "%f", quality);
    else
      cr_expect_lt(quality, 0);
    detm_result *result = detm_content_into_result(content);
    cr_expect_eq(detm_result_quality(result), quality);
    detm_result_free(result);
  }
  detm_page_free(page);
}

Test(content, a_page_without_text_has_none) {
  static const char *const pages[] = {"", "<script>a</script>", "<p> <p>\xC2\xA0", "<head><base href=x></head>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    detm_page *page = parse(pages[i], DETM_PAGE_CONTENT, 0);
    detm_content *content = detm_content_find(page, NULL, NULL);
    cr_assert_not_null(content);
    cr_expect_str_eq(detm_content_text(content), "");
    cr_expect_str_eq(detm_content_markup(content), "");
    cr_expect_null(detm_content_title(content));
    cr_expect_lt(detm_content_quality(content), 0);
    detm_result *result = detm_content_into_result(content);
    cr_expect_eq(detm_result_region_count(result), 0);
    cr_expect_str_eq(detm_result_missing(result), "text");
    detm_result_free(result);
    detm_page_free(page);
  }
}

Test(content, result_is_one_record_of_the_page) {
  static const char wanted[] = "{\"@page\":\"a.html\",\"@quality\":0.5,\"title\":\"The "
                               "gates\",\"breadcrumb\":[\"Home\",\"Ponds\"],\"keywords\":[\"gates\",";
  detm_page *page = parse(article, DETM_PAGE_CONTENT, 0);
  detm_content *content = detm_content_find(page, NULL, NULL);
  cr_assert_not_null(content);
  detm_result *result = detm_content_into_result(content);
  result->quality = 0.5;
  cr_expect_eq(detm_result_record_count(result, 0), 1);
  cr_expect_null(detm_result_missing(result));
  dt_buffer out = {0};
  detm_writer *writer = detm_writer_new(DETM_NDJSON, dt_buffer_write, &out, 0, NULL);
  cr_assert_eq(detm_result_emit(result, detm_writer_sink(writer), NULL), DETM_OK);
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  cr_expect(out.length > sizeof wanted && memcmp(out.data, wanted, sizeof wanted - 1) == 0, "%.*s", (int)out.length,
            out.data);
  dt_buffer_free(&out);
  detm_writer_free(writer);
  detm_result_free(result);
  detm_page_free(page);
}

Test(content, refuses_bad_arguments) {
  detm_error error = DETM_ERROR_NONE, other = DETM_ERROR_NONE;
  detm_page *tree = parse(article, DETM_PAGE_TREE, 0), *page = parse(article, DETM_PAGE_CONTENT, 0);
  cr_expect_null(detm_content_find(tree, NULL, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  cr_expect_null(detm_content_find(page, &(detm_content_options){.method = (detm_content_method)99}, &other));
  cr_expect_eq(other.status, DETM_USAGE);
  detm_page_free(tree);
  detm_page_free(page);
}

Test(content, ends_when_its_time_is_up) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer large = {0};
  for (int i = 0; i < 20000; i++) dt_buffer_text(&large, "<p>" SENTENCES);
  dt_buffer_byte(&large, '\0');
  detm_page *page = parse(large.data, DETM_PAGE_CONTENT, 10);
  clock_step(100);
  cr_expect_null(detm_content_find(page, NULL, &error));
  clock_step(0);
  cr_expect_eq(error.status, DETM_LIMIT);
  detm_page_free(page);
  dt_buffer_free(&large);
}

Test(content, reports_lack_of_memory) {
  size_t needed = 0;
  detm_page *page = parse(article, DETM_PAGE_CONTENT, 0);
  for (size_t number = 1; number < 10000; number++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(number);
    detm_content *content = detm_content_find(page, NULL, &error);
    needed = allocation_count();
    allocation_fail_from(0);
    if (content == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY, "allocation %zu: %s", number, error.text);
    detm_content_free(content);
    if (content != NULL && needed < number) break;
  }
  cr_expect_gt(needed, 3);
  detm_page_free(page);
}

Test(content, names_the_option_to_raise_when_its_time_is_up) {
  enum { MANY = 200000 };
  dt_buffer markup = {0};
  for (unsigned i = 0; i < rounds(MANY); i++) dt_buffer_text(&markup, "<p>One sentence. Another one.");
  dt_buffer_byte(&markup, '\0');
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.parts = DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse(markup.data, markup.length - 1, &options, &error);
  cr_assert_not_null(page);
  page->seconds = 1e-9;
  cr_expect_null(detm_content_find(page, NULL, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  cr_expect_not_null(strstr(error.text, "seconds"), "%s", error.text);
  detm_page_free(page);
  dt_buffer_free(&markup);
}

Test(content, methods_read_text_after_the_end_of_a_document) {
  static const char markup[] = "<!DOCTYPE html><html><body><h1>One.</h1></body></html>Two. <p>Three.</html>Four.";
  static const struct {
    detm_content_method method;
    const char *text;
  } cases[] = {{DETM_CONTENT_AUTO, "One.\nTwo.\nThree.Four."},
               {DETM_CONTENT_STOPS, "One.\nTwo.\nThree.Four."},
               {DETM_CONTENT_WEIGHT, "One.\nTwo.\nThree.Four."},
               {DETM_CONTENT_BLOCKS, ""}}; /* which needs longer texts */
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_DOCUMENT;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    detm_page *page = detm_page_parse(markup, sizeof markup - 1, &options, NULL);
    detm_content_options how = {.method = cases[i].method, .markup = 1};
    detm_content *content = detm_content_find(page, &how, NULL);
    cr_assert_not_null(content);
    cr_expect_str_eq(detm_content_title(content), "One.");
    cr_expect_str_eq(detm_content_text(content), cases[i].text, "%zu: %s", i, detm_content_text(content));
    detm_content_free(content);
    detm_page_free(page);
  }
}
