/* pages.h: small pages for the tests of the tag tree and of what works on it.
 *
 * An outline shows a tree in one line: li[class=a]{"text" br a[href=x]{"link"@}}.  A text that is linked has "@"
 * behind it, a bold one "*"; a hidden element has "!" behind its name. */
#ifndef TEST_PAGES_H
#define TEST_PAGES_H

#include "html/page.h"

/* The page of a markup; fails the test if there is none.  The caller frees it. */
detm_page *page_of(const char *markup);
detm_page *page_of_bytes(const char *bytes, size_t length);

/* Adds the outline of what is in the body, or of all that is below the root where there is no body. */
void outline(const dt_tree *tree, dt_buffer *out);
/* Expects this outline of a page's body. */
void expect_outline(const char *markup, const char *expected);

/* The first node of a tag that is known, DT_NONE = none. */
dt_index first_of(const dt_tree *tree, const char *tag);
/* Expects what holds for every tree: order, parents, ends, children, texts, attributes, shapes. */
void expect_sound(const dt_tree *tree);

/* A number below `below`; the same ones for the same seed. */
uint32_t draw(uint32_t *seed, uint32_t below);
/* Adds tag soup: start and end tags that do not match, texts, attributes, comments. */
void add_soup(dt_buffer *out, uint32_t *seed, uint32_t pieces);

#endif
