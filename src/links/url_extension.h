/* links/url_extension.h: URLs that may be pages. */
#ifndef DT_LINKS_URL_EXTENSION_H
#define DT_LINKS_URL_EXTENSION_H

#include "text/url.h"

/* Checks whether a URL may be a page, by its scheme and extension. */
bool dt_url_may_be_page(const dt_url *url);

#endif
