/* linked.c: small pages and their links, for the tests of src/links. */
#include "links/linked.h"

#include <criterion/criterion.h>

#define SITE "https://a.example"

detm_links *links_of(const char *markup, const detm_link_options *options) {
  detm_page_options how = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  how.parts = DETM_PAGE_CONTENT;
  how.base = BASE;
  detm_page *page = detm_page_parse(markup, strlen(markup), &how, &error);
  cr_assert_not_null(page, "%s", error.text);
  detm_links *links = detm_links_find(page, options, &error);
  cr_assert_not_null(links, "%s", error.text);
  detm_page_free(page);
  return links;
}

static const char *local(const char *url) { return strncmp(url, SITE, strlen(SITE)) == 0 ? url + strlen(SITE) : url; }

const detm_link *link_to(const detm_links *links, const char *url) {
  const detm_link *link;
  for (size_t i = 0; (link = detm_links_get(links, i)) != NULL; i++)
    if (strcmp(link->url, url) == 0 || strcmp(local(link->url), url) == 0) return link;
  cr_assert_fail("no link to %s", url);
  return NULL;
}

void expect_urls(const char *markup, const detm_link_options *options, const char *expected) {
  detm_links *links = links_of(markup, options);
  dt_buffer urls = {0};
  for (size_t i = 0; i < detm_links_count(links); i++)
    dt_buffer_format(&urls, "%s ", local(detm_links_get(links, i)->url));
  dt_buffer_byte(&urls, '\0');
  cr_expect_str_eq(urls.data, expected, "%s: %s, not %s", markup, urls.data, expected);
  dt_buffer_free(&urls);
  detm_links_free(links);
}
