/* webs.h: small webs made from markup. */
#ifndef TEST_WEBS_H
#define TEST_WEBS_H

#include <detm/focus.h>

/* A page of this markup.  Fails the test if it cannot be parsed. */
detm_page *web_page(const char *name, const char *markup);
/* A topic of a text. */
detm_topic *web_topic(const char *text);
/* A web; fails the test if there is none. */
detm_web *web_new(const detm_topic *topic, const detm_web_options *options);
/* Adds a page; fails the test if it cannot be added. */
void web_add(detm_web *web, const char *url, const char *markup);
void web_rank(detm_web *web);
/* What is known of a URL; fails the test if nothing is. */
detm_web_url web_get(const detm_web *web, const char *url);

#endif
