/* linked.h: small pages and their links. */
#ifndef TEST_LINKED_H
#define TEST_LINKED_H

#include <detm/focus.h>

#include "base/base.h"

/* The links of a page that came from BASE; options NULL = the defaults.  Fails the test if there are none to be had.
 * The caller frees them. */
#define BASE "https://a.example/dir/page?q=1"
detm_links *links_of(const char *markup, const detm_link_options *options);
/* The link with this URL, which may leave out "https://a.example"; fails the test if there is none. */
const detm_link *link_to(const detm_links *links, const char *url);
/* Expects the URLs of a page, a blank after each, without "https://a.example". */
void expect_urls(const char *markup, const detm_link_options *options, const char *expected);

#endif
