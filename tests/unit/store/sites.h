/* sites.h: made-up sites for the tests of src/store: pages, and the templates and wrappers that belong to them. */
#ifndef TEST_SITES_H
#define TEST_SITES_H

#include <detm/page.h>

#include "base/base.h"

/* Markup of page number `page` of site number `site`, with a NUL that is counted.  Sites share most tags and some
 * classes and have some of their own, pages of a site vary a little. */
void site_page(dt_buffer *out, unsigned site, unsigned page);
/* A list of the site: its frame with records instead of one thing. */
void site_list(dt_buffer *out, unsigned site, unsigned page);

/* The template of a site's pages, with its NUL: fields title and price, marks of what pages 0 and 1 have in common. */
void site_template(dt_buffer *out, unsigned site);
/* The wrapper of its lists. */
void site_wrapper(dt_buffer *out, unsigned site);

/* A page parsed into tree and document; the caller frees it. */
detm_page *both_of(const char *markup);

/* Writes FILE in a folder. */
void site_put_template(const char *folder, const char *file, unsigned site);
void site_put_wrapper(const char *folder, const char *file, unsigned site);

#endif
