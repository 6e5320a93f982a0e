/* pages.h: small pages for the tests of the tag tree and of its users.
 *
 * An outline shows a tree in one line: li[class=a]{"text" br a[href=x]{"link"@}}. Linked texts end with "@", bold ones
 * with "*"; the names of hidden elements end with "!". */
#ifndef TEST_PAGES_H
#define TEST_PAGES_H

#include "html/page.h"

/* Parses the markup; fails the test if that is impossible. The caller frees the page. */
detm_page *page_of(const char *markup);
detm_page *page_of_bytes(const char *bytes, size_t length);

/* Adds the outline of the body's children, or of the root's children in a page without body. */
void outline(const dt_tree *tree, dt_buffer *out);
/* Expects this outline of a page's body. */
void expect_outline(const char *markup, const char *expected);

/* Returns the first node with a known tag, or DT_NONE. */
dt_index first_of(const dt_tree *tree, const char *tag);
/* Expects the invariants of a tree: order, parents, ends, children, texts, attributes, shapes. */
void expect_sound(const dt_tree *tree);

/* Returns a number less than `below`; the same sequence for the same seed. */
uint32_t draw(uint32_t *seed, uint32_t below);
/* Adds tag soup: start and end tags that do not match, texts, attributes, comments. */
void add_soup(dt_buffer *out, uint32_t *seed, uint32_t pieces);

#endif
