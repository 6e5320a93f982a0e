/* webs.c: small webs made from markup, for the tests of src/crawl. */
#include "crawl/webs.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

detm_page *web_page(const char *name, const char *markup) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.parts = DETM_PAGE_CONTENT;
  options.name = name;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, &error);
  cr_assert_not_null(page, "%s", error.text);
  return page;
}

detm_topic *web_topic(const char *text) {
  detm_error error = DETM_ERROR_NONE;
  detm_topic *topic = detm_topic_new(&error);
  cr_assert_not_null(topic);
  cr_assert_eq(detm_topic_add_text(topic, text, strlen(text), 0, &error), DETM_OK, "%s", error.text);
  return topic;
}

detm_web *web_new(const detm_topic *topic, const detm_web_options *options) {
  detm_error error = DETM_ERROR_NONE;
  detm_web *web = detm_web_new(topic, options, &error);
  cr_assert_not_null(web, "%s", error.text);
  return web;
}

void web_add(detm_web *web, const char *url, const char *markup) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = web_page(url != NULL ? url : "page", markup);
  cr_assert_eq(detm_web_add(web, page, url, NULL, &error), DETM_OK, "%s", error.text);
  detm_page_free(page);
}

void web_rank(detm_web *web) {
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_web_rank(web, &error), DETM_OK, "%s", error.text);
}

detm_web_url web_get(const detm_web *web, const char *url) {
  detm_web_url known;
  size_t number = detm_web_url_find(web, url);
  cr_assert_neq(number, SIZE_MAX, "%s is not known", url);
  detm_web_url_get(web, number, &known);
  return known;
}
