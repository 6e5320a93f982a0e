/* content/meta/date.h: publication date of a page. */
#ifndef DT_CONTENT_META_DATE_H
#define DT_CONTENT_META_DATE_H

#include "content/content.h"
#include "values/datetime.h"

/* Works like dt_find_date with `today` as the current day; later dates than the day after it are ignored. */
const char *dt_find_date_on(const dt_content_page *page, dt_moment today);

/* Returns the latest publication or modification date that the page declares for itself: ISO 8601, in the page's arena;
 * NULL without such a date. */
const char *dt_find_declared_date(const dt_content_page *page);

/* Returns the block of the page's heading: the first h1, otherwise the first block that the title contains; or DT_NONE.
 */
uint32_t dt_heading_block(const dt_content_page *page);

#endif
