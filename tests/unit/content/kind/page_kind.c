/* Tests of src/content/kind/page_kind.c and classify.c: topic, list or navigation page. */
#include "content/kind/page_kind.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(content_kind, .fini = find_leaks);

static detm_page *parse(const char *markup, unsigned parts) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.parts = parts;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, &error);
  cr_assert_not_null(page, "%s", error.text);
  return page;
}

static detm_classification classify(const char *markup) {
  detm_page *page = parse(markup, DETM_PAGE_TREE | DETM_PAGE_CONTENT);
  detm_error error = DETM_ERROR_NONE;
  detm_classification found;
  cr_assert_eq(detm_classify(page, NULL, &found, &error), DETM_OK, "%s", error.text);
  detm_page_free(page);
  return found;
}

static const char sentence[] = "The river rose in the night, and by the morning the lower fields stood under water. ";

static void add_menu(dt_buffer *out, unsigned links) {
  dt_buffer_text(out, "<ul class=menu>");
  for (unsigned i = 0; i < links; i++) dt_buffer_format(out, "<li><a href=/s%u>Section number %u</a>", i, i);
  dt_buffer_text(out, "</ul>");
}

static detm_classification classify_buffer(dt_buffer *page) {
  dt_buffer_byte(page, '\0');
  detm_classification found = classify(page->data);
  dt_buffer_free(page);
  return found;
}

Test(content_kind, an_article_is_a_topic_page) {
  dt_buffer page = {0};
  add_menu(&page, 8);
  dt_buffer_text(&page, "<article><h1>The flood</h1>");
  for (unsigned i = 0; i < 6; i++) dt_buffer_format(&page, "<p>%s%s Day %u.</p>", sentence, sentence, i);
  dt_buffer_text(&page, "</article>");
  detm_classification found = classify_buffer(&page);
  cr_expect_eq(found.kind, DETM_PAGE_TOPIC, "%g", found.list);
  cr_expect_not(found.several);
  cr_expect_gt(found.figures[DETM_KIND_PROSE], 0.7);
}

Test(content_kind, search_results_are_a_list) {
  dt_buffer page = {0};
  add_menu(&page, 8);
  dt_buffer_text(&page, "<div id=results>");
  for (unsigned i = 0; i < 20; i++)
    dt_buffer_format(&page, "<div class=hit><h3><a href=/b%u>Book of rivers %u</a></h3><p>%u pages, $%u.50</p></div>",
                     i, i * 7, 100 + i * 3, i + 4);
  detm_classification found = classify_buffer(&page);
  cr_expect_eq(found.kind, DETM_PAGE_LIST, "%g", found.list);
  cr_expect(found.several);
  cr_expect_eq(found.records, 20);
  cr_expect_gt(found.figures[DETM_KIND_RECORD_SHARE], 0.5);
}

Test(content_kind, a_portal_of_links_is_a_navigation_page) {
  dt_buffer page = {0};
  for (unsigned block = 0; block < 12; block++) {
    dt_buffer_format(&page, "<div class=b%u><h2>Part %u</h2>", block, block);
    add_menu(&page, 9 + block % 3);
    dt_buffer_text(&page, "</div>");
  }
  detm_classification found = classify_buffer(&page);
  cr_expect_eq(found.kind, DETM_PAGE_NAVIGATION, "%g %g %zu %g", found.list, found.link_density, found.links,
               found.figures[DETM_KIND_RECORD_SHARE]);
}

Test(content_kind, a_short_page_of_nothing_but_links_is_a_navigation_page) {
  dt_buffer page = {0};
  add_menu(&page, 20);
  detm_classification found = classify_buffer(&page);
  cr_expect_eq(found.kind, DETM_PAGE_NAVIGATION, "%g %g %zu", found.list, found.link_density, found.links);
}

Test(content_kind, an_empty_page_is_not_a_list) {
  detm_classification found = classify("");
  cr_expect_eq(found.kind, DETM_PAGE_TOPIC);
  cr_expect_not(found.several);
  cr_expect_eq(found.links, 0);
}

Test(content_kind, a_page_parsed_without_content_is_refused) {
  static const unsigned parts[] = {DETM_PAGE_TREE, DETM_PAGE_CONTENT};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    detm_page *page = parse("<p>a", parts[i]);
    detm_error error = DETM_ERROR_NONE;
    detm_classification found;
    cr_expect_eq(detm_classify(page, NULL, &found, &error), DETM_USAGE);
    cr_expect_null(detm_classify_result(page, NULL, NULL));
    detm_page_free(page);
  }
}
