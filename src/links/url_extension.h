/* links/url_extension.h: URLs that may be pages. */
#ifndef DT_LINKS_URL_EXTENSION_H
#define DT_LINKS_URL_EXTENSION_H

#include "base/base.h"

/* Checks whether a URL may be a page, by its scheme and extension. */
bool dt_url_may_be_page(detm_text url);

#endif
