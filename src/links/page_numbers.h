/* links/page_numbers.h: finds links to the next and the previous page by rows of page numbers. */
#ifndef DT_LINKS_PAGE_NUMBERS_H
#define DT_LINKS_PAGE_NUMBERS_H

#include "links/collect.h"

/* Marks the links to the next and the previous page in rows of page numbers, unless they are marked already. */
void dt_pagers_find(dt_links *links, const char *base, dt_arena *arena);

#endif
