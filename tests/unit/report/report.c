/* Tests of reports: which pages they take, what they say about them, and their order; style sheets. */
#include "report/report.h"

#include "allocation.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <detm/detm.h>

TestSuite(report, .fini = find_leaks);

static const char list[] =
    "<ul><li><a href=/1>Amber</a> <b>from 12 EUR</b></li><li><a href=/2>Bowl</a> <b>from 7 EUR</b></li>"
    "<li><a href=/3>Cup</a> <b>from 9 EUR</b></li></ul>";

static detm_page *parse(const char *markup, const char *name, unsigned parts) {
  detm_page_options options = detm_page_defaults;
  options.name = name;
  options.parts = parts;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, NULL);
  cr_assert_not_null(page);
  return page;
}

static detm_status add(detm_report *report, const char *markup, const char *name, unsigned parts, detm_error *error) {
  detm_page *page = parse(markup, name, parts);
  detm_result *result = detm_extract(page, NULL, error);
  cr_assert_not_null(result);
  detm_status status = detm_report_add(report, page, result, error);
  detm_result_free(result);
  detm_page_free(page);
  return status;
}

static const char *written(const detm_report *report, dt_buffer *out) {
  cr_assert_eq(detm_report_write(report, dt_buffer_write, out, NULL), DETM_OK);
  dt_buffer_byte(out, '\0');
  return out->data;
}

Test(report, order) {
  detm_error error = DETM_ERROR_NONE;
  detm_report *report = detm_report_new(NULL);
  dt_buffer out = {0};
  cr_assert_eq(add(report, list, "list.html", DETM_PAGE_SOURCE, &error), DETM_OK);
  cr_assert_eq(add(report, "<p>text", "none.html", DETM_PAGE_SOURCE, &error), DETM_OK);
  cr_assert_eq(detm_report_add_failure(report, "lost.html", "cannot be <read>", &error), DETM_OK);
  const char *text = written(report, &out), *none = strstr(text, "none.html"), *lost = strstr(text, "lost.html");
  cr_assert(none < lost && lost < strstr(text, "list.html"), "pages without records come first");
  cr_assert_not_null(strstr(text, "cannot be &lt;read&gt;"));
  dt_buffer_free(&out);
  detm_report_free(report);
}

Test(report, without_source) {
  detm_error error = DETM_ERROR_NONE;
  detm_report *report = detm_report_new(NULL);
  cr_assert_eq(add(report, list, "list.html", DETM_PAGE_TREE, &error), DETM_USAGE);
  cr_assert_not_null(strstr(error.text, "DETM_PAGE_SOURCE"));
  detm_report_free(report);
}

static int refuse(void *data, const char *bytes, size_t length) {
  (void)data;
  (void)bytes;
  (void)length;
  return 1;
}

Test(report, failing_write) {
  detm_error error = DETM_ERROR_NONE;
  detm_report *report = detm_report_new(NULL);
  cr_assert_eq(detm_report_write(report, refuse, NULL, &error), DETM_WRITE);
  detm_report_free(report);
}

Test(report, percent) {
  static const size_t cases[][3] = {{0, 0, 0},       {0, 7, 0},       {7, 7, 100},   {1, 1000, 1},
                                    {996, 1000, 99}, {999, 1000, 99}, {29, 1000, 2}, {1, 3, 33}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_eq(dt_inspect_percent(cases[i][0], cases[i][1]), cases[i][2], "%zu of %zu", cases[i][0], cases[i][1]);
}

/* The text of each value is in the page where its range says. */
Test(report, ranges) {
  detm_page *page = parse(list, "list.html", DETM_PAGE_TREE);
  detm_result *result = detm_extract(page, NULL, NULL);
  detm_records *records = detm_records_from_result(result, NULL);
  const detm_region *region = detm_records_region_get(records, 0);
  cr_assert_eq(detm_region_record_count(region), 3);
  for (size_t i = 0; i < 3; i++) {
    const detm_record *record = detm_region_record_get(region, i);
    detm_range whole = detm_record_range(record);
    cr_assert(whole.known);
    for (size_t f = 0; f < detm_record_field_count(record); f++) {
      const detm_field *field = detm_record_field_get(record, f);
      const detm_range *range = &field->range;
      cr_assert(range->known && range->first >= whole.first && range->first < page->tree.nodes[whole.last].end);
      if (page->tree.nodes[range->first].tag != DT_TAG_TEXT) continue;
      detm_text text = dt_text_of(&page->tree, range->first);
      detm_text found = {text.data + range->start, range->end - range->start};
      cr_assert(dt_text_equal(found, field->value), "%.*s", (int)found.length, found.data);
    }
  }
  detm_records_free(records);
  detm_result_free(result);
  detm_page_free(page);
}

/* The report of one page with a result, which it frees. */
static const char *report_of(detm_page *page, detm_result *result, dt_buffer *out) {
  detm_error error = DETM_ERROR_NONE;
  detm_report *report = detm_report_new(NULL);
  cr_assert_not_null(result);
  cr_assert_eq(detm_report_add(report, page, result, &error), DETM_OK, "%s", error.text);
  const char *text = written(report, out);
  detm_report_free(report);
  detm_result_free(result);
  detm_page_free(page);
  return text;
}

Test(report, content) {
  static const char article[] =
      "<html lang=en><head><title>Weirs</title><meta name=author content='Ann Lee, Bo Ray'>"
      "<meta property='article:published_time' content='2024-05-06'></head><body><nav><a href=/>Home</a> <a "
      "href=/n>News"
      "</a></nav><article><h1>A weir is built</h1><p>Ann Lee</p><p>with Bo Ray</p><p>6th of May 2024, May 6, 2024</p>"
      "<p>The old weir holds water again, and the mill pond has risen by half a metre since the gates were lowered.</p>"
      "<p>It took <b>four</b> hundred and twelve days, most of them wet, as one of the men said in the evening.</p>"
      "</article><footer>Bo Ray 2024</footer></body></html>";
  dt_buffer out = {0};
  detm_page *page = parse(article, "article.html", DETM_PAGE_SOURCE);
  detm_content *content = detm_content_find(page, NULL, NULL);
  cr_assert_not_null(content);
  const char *text = report_of(page, detm_content_into_result(content), &out);
  cr_assert_not_null(strstr(text, "title, record 1&quot; data-m=&quot;&quot;&gt;A weir is built&lt;/detm-v&gt;"));
  cr_assert_not_null(strstr(text, "author, record 1&quot;"), "the first of two authors is marked");
  cr_assert_not_null(strstr(text, "&gt;Bo Ray&lt;/detm-v&gt;"), "the second author is marked, too");
  cr_assert_not_null(strstr(text, "date, record 1&quot;"));
  cr_assert_not_null(strstr(text, "data-m=&quot;&quot;&gt;four&lt;/detm-v&gt;"), "words in other elements are shaded");
  cr_assert_null(strstr(text, "&gt;Bo Ray 2024&lt;/detm-v&gt;"), "other texts are not");
  dt_buffer_free(&out);
}

Test(report, links) {
  static const char linked[] =
      "<base href='http://a.example/x/'><nav><a href=/p>P</a> <a href=/q>Q</a></nav><p>See <a href='./../p'>the P</a> "
      "and <a href='/r#here'>R</a>, which are not far from here.</p>";
  dt_buffer out = {0};
  detm_page *page = parse(linked, "linked.html", DETM_PAGE_SOURCE);
  detm_links *links = detm_links_find(page, NULL, NULL);
  cr_assert_not_null(links);
  const char *text = report_of(page, detm_links_into_result(links), &out);
  size_t first = 0;
  for (const char *at = text; (at = strstr(at, ", record 1&quot;")) != NULL; at++) first++;
  cr_assert_eq(first, 2, "both links to one address are marked");
  cr_assert_not_null(strstr(text, "3 links"));
  dt_buffer_free(&out);
}

Test(report, drift) {
  detm_error error = DETM_ERROR_NONE;
  detm_report *report = detm_report_new(NULL);
  detm_page *page = parse(list, "list.html", DETM_PAGE_SOURCE);
  detm_result *result = detm_extract(page, NULL, NULL);
  const detm_page_info info = {.name = "list.html", .encoding = "UTF-8"};
  detm_profile *past = detm_profile_new(NULL), *now = detm_profile_new(NULL);
  for (unsigned i = 0; i < 8; i++) cr_assert_eq(detm_result_emit(result, detm_profile_sink(past), NULL), DETM_OK);
  static const char bare[] =
      "<ul><li><a href=/1>Amber</a></li><li><a href=/2>Bowl</a></li><li><a href=/3>Cup</a></li></ul>";
  detm_page *later = parse(bare, "bare.html", DETM_PAGE_SOURCE);
  detm_result *without = detm_extract(later, NULL, NULL);
  cr_assert_eq(detm_result_emit(without, detm_profile_sink(now), NULL), DETM_OK);
  detm_result_free(without);
  detm_page_free(later);
  detm_drift *same = detm_verify(past, past, &info, NULL, NULL), *drift = detm_verify(past, now, &info, NULL, NULL);
  cr_assert_eq(detm_report_add_drift(report, drift, &error), DETM_USAGE, "a report without a page");
  cr_assert_eq(detm_report_add(report, page, result, &error), DETM_OK);
  cr_assert_eq(detm_report_add_drift(report, same, &error), DETM_OK);
  dt_buffer out = {0};
  cr_assert_null(strstr(written(report, &out), "badge drifted"));
  out.length = 0;
  cr_assert_gt(detm_drift_drifted_count(drift), 0);
  cr_assert_eq(detm_report_add_drift(report, drift, &error), DETM_OK);
  const char *text = written(report, &out);
  cr_assert_not_null(strstr(text, "badge drifted"));
  cr_assert_not_null(strstr(text, "What has drifted on page 1"));
  dt_buffer_free(&out);
  detm_drift_free(same);
  detm_drift_free(drift);
  detm_profile_free(past);
  detm_profile_free(now);
  detm_result_free(result);
  detm_page_free(page);
  detm_report_free(report);
}

Test(report, style_sheets) {
  static const char *const sheets[][2] = {{"p { color: red }", "p { color: red }"},
                                          {"p { background: url(x) }", "p { background: x-url(x) }"},
                                          {"p { background: U\\RL(x) }", "p { background: x-URL(x) }"},
                                          {"@import 'x';", "x-@import 'x';"},
                                          {"@\\import 'x';", "x-@import 'x';"},
                                          {"p\x01\x1f\r\t\n{}", "p   \t\n{}"},
                                          {"</style><script>", "/style>script>"}};
  for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
    dt_buffer out = {0};
    dt_inspect_css(&out, dt_text(sheets[i][0]));
    dt_buffer_byte(&out, '\0');
    cr_assert_str_eq(out.data, sheets[i][1]);
    dt_buffer_free(&out);
  }
}
