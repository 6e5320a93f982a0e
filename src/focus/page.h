/* focus/page.h: whether a URL looks like a page's. */
#ifndef DT_FOCUS_PAGE_H
#define DT_FOCUS_PAGE_H

#include "base/base.h"

/* By its scheme and its extension. */
bool dt_url_may_be_page(detm_text url);

#endif
