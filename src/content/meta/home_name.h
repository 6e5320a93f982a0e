/* content/meta/home_name.h: the site's name as the links to its start page and the titles of its pages have it. */
#ifndef DT_CONTENT_META_HOME_NAME_H
#define DT_CONTENT_META_HOME_NAME_H

#include "content/content.h"

/* Returns the text of a link to the start page that <title> also has, before or after a separator or before a colon;
 * empty if there is none. */
detm_text dt_home_name(const dt_content_page *page);

#endif
