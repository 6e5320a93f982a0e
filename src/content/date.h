/* content/date.h: when a page was published. */
#ifndef DT_DATE_H
#define DT_DATE_H

#include "content/content.h"
#include "content/moment.h"

/* As dt_find_date, on the day `today`: no page was published after the day behind it. */
const char *dt_find_date_on(const dt_content_page *page, dt_moment today);

/* The block of the page's heading: the first h1, else the first that the title holds; DT_NONE = there is none. */
uint32_t dt_heading_block(const dt_content_page *page);

#endif
