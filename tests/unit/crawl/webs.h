/* webs.h: small webs made from markup, for the tests of src/crawl. */
#ifndef TEST_WEBS_H
#define TEST_WEBS_H

#include <detm/crawl.h>

/* Parses a page; fails the test if that is impossible. */
detm_page *web_page(const char *name, const char *markup);
/* Creates a topic from a text. */
detm_topic *web_topic(const char *text);
/* Creates a web; fails the test if that is impossible. */
detm_web *web_new(const detm_topic *topic, const detm_web_options *options);
/* Adds a page; fails the test if it cannot be added. */
void web_add(detm_web *web, const char *url, const char *markup);
void web_rank(detm_web *web);
/* Finds a URL; fails the test if the web does not have it. */
detm_web_url web_get(const detm_web *web, const char *url);

#endif
