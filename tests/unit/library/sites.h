/* sites.h: made-up sites, for the tests of src/library and src/store: pages, and their templates and wrappers. */
#ifndef TEST_SITES_H
#define TEST_SITES_H

#include <detm/page.h>

#include "base/base.h"

/* Appends the markup of a page of a site, with a NUL.  Sites share most tags and some classes; pages of a site vary a
 * little. */
void site_page(dt_buffer *out, unsigned site, unsigned page);
/* Appends a list page of the site: the same frame with records instead of one item. */
void site_list(dt_buffer *out, unsigned site, unsigned page);

/* Appends the template of a site's pages, with a NUL: the fields title and price, and the marks of pages 0 and 1. */
void site_template(dt_buffer *out, unsigned site);
/* Appends the wrapper of its list pages. */
void site_wrapper(dt_buffer *out, unsigned site);

/* Parses a page into tree and document; the caller frees it. */
detm_page *both_of(const char *markup);

/* Writes a file in a folder. */
void site_put_template(const char *folder, const char *file, unsigned site);
void site_put_wrapper(const char *folder, const char *file, unsigned site);

#endif
