/* tree/url.h: links as absolute URLs (RFC 3986, by libxml2). */
#ifndef DT_URL_H
#define DT_URL_H

#include "tree/tree.h"

/* What the page's links are resolved against: the base given for the page and its own base element; NULL = links are
 * left as they are.  In `arena`. */
const char *dt_page_base(dt_arena *arena, const detm_page *page);
/* The link resolved, or, where it is no URL or there is no base, as it stands without white space at its ends.
 * Copied to `arena` if it had to be changed. */
detm_text dt_url_resolve(dt_arena *arena, const char *base, detm_text link);

#endif
