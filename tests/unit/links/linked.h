/* linked.h: small pages and their links, for the tests of src/links. */
#ifndef TEST_LINKED_H
#define TEST_LINKED_H

#include <detm/links.h>

#include "base/base.h"

/* Finds the links of a page whose URL is BASE; NULL for default options. Fails the test if that is impossible. The
 * caller frees them. */
#define BASE "https://a.example/dir/page?q=1"
detm_links *links_of(const char *markup, const detm_link_options *options);
/* Returns the link with this URL, with or without "https://a.example"; fails the test if it does not exist. */
const detm_link *link_to(const detm_links *links, const char *url);
/* Expects the URLs of the links of a page, each followed by a blank, without "https://a.example". */
void expect_urls(const char *markup, const detm_link_options *options, const char *expected);

#endif
