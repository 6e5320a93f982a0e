/* Tests of src/html/page.c: the public page, its options, limits and errors. */
#include "allocation.h"
#include "html/pages.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(page, .fini = find_leaks);

Test(page, has_its_name_encoding_and_node_count) {
  detm_page_options options = detm_page_defaults;
  char name[] = "list.html";
  options.name = name;
  detm_page *page = detm_page_parse("<p>a</p>", 8, &options, NULL);
  cr_assert_not_null(page);
  name[0] = 'x'; /* it is the page's own */
  cr_expect_str_eq(detm_page_name(page), "list.html");
  cr_expect_str_eq(detm_page_encoding(page), "UTF-8");
  cr_expect_eq(detm_page_node_count(page), 4);
  cr_expect_null(detm_page_warning(page));
  detm_page_free(page);
}

Test(page, without_a_name_is_called_dash) {
  detm_page *page = page_of("a");
  cr_expect_str_eq(detm_page_name(page), "-");
  detm_page_free(page);
  detm_page_free(NULL);
}

Test(page, does_not_need_its_bytes_any_more) {
  char *bytes = strdup("<p id=a>b</p>");
  detm_page *page = page_of(bytes);
  memset(bytes, 'x', strlen(bytes));
  free(bytes);
  dt_buffer out = {0};
  outline(&page->tree, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, "p[id=a]{\"b\"}");
  dt_buffer_free(&out);
  detm_page_free(page);
}

Test(page, can_be_made_of_any_bytes) {
  static const char *const pages[] = {
      "",         " ",     "<",          "<!--",    "</p>",         "\xEF\xBB\xBF",
      "\xFF\xFE", "<html", "plain text", "%PD-1.4", "\x1f\x8c\x08", "<frameset><frame src=a></frameset>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    detm_page *page = page_of(pages[i]);
    cr_expect_geq(detm_page_node_count(page), 1);
    expect_sound(&page->tree);
    detm_page_free(page);
  }
}

Test(page, of_another_kind_of_file_is_refused) {
  static const struct {
    const char *bytes, *what;
  } files[] = {{"%PDF-1.4", "PDF"}, {"\x1f\x8b\x08", "gzip"}, {"PK\x03\x04", "ZIP"}, {"\x89PNG\r\n", "an image"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    detm_error error = DETM_ERROR_NONE;
    cr_expect_null(detm_page_parse(files[i].bytes, strlen(files[i].bytes), NULL, &error));
    cr_expect_eq(error.status, DETM_BAD_INPUT);
    cr_expect_not_null(strstr(error.text, files[i].what), "%s", error.text);
  }
}

Test(page, larger_than_its_limit_is_refused) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.max_bytes = 7;
  cr_expect_null(detm_page_parse("<p>a</p>", 8, &options, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  cr_expect(strstr(error.text, "options.max_bytes") != NULL, "%s", error.text);
  detm_page *page = detm_page_parse("<p>a</p", 7, &options, NULL);
  cr_expect_not_null(page);
  detm_page_free(page);
}

Test(page, fails_cleanly_at_every_allocation) {
  static const char markup[] = "<meta charset=gbk><base href=x><ul class=a><li><b>c</b> \xC9\xCC<x-y>d</x-y><li>e</ul>";
  detm_page_options options = detm_page_defaults;
  options.name = "n";
  options.base = "http://a.example/";
  for (size_t failing = 1; failing < 200; failing++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(failing);
    detm_page *page = detm_page_parse(markup, sizeof markup - 1, &options, &error);
    allocation_fail_from(0);
    if (page != NULL) {
      cr_expect_gt(failing, 3);
      detm_page_free(page);
      return;
    }
    cr_expect_eq(error.status, DETM_NO_MEMORY, "allocation %zu: %d", failing, error.status);
    cr_expect_neq(error.text[0], '\0');
  }
  cr_assert_fail("never enough");
}

Test(page, of_much_markup_fails_cleanly_at_every_allocation) {
  dt_buffer markup = {0};
  for (int n = 0; n < 700; n++)
    dt_buffer_format(&markup, "<div id=a%d><x-%d>t<b>u</b></x-%d></div>", n, n % 200, n % 200);
  for (size_t failing = 1; failing < 1000; failing++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(failing);
    detm_page *page = detm_page_parse(markup.data, markup.length, NULL, &error);
    allocation_fail_from(0);
    bool made = page != NULL;
    detm_page_free(page);
    if (made) break;
    cr_assert_eq(error.status, DETM_NO_MEMORY, "allocation %zu: %d", failing, error.status);
  }
  dt_buffer_free(&markup);
}
