/* links/page_numbers.h: finds rows of page numbers. */
#ifndef DT_LINKS_PAGE_NUMBERS_H
#define DT_LINKS_PAGE_NUMBERS_H

#include "links/collect.h"

/* Marks page numbers, and the links to the next and the previous page beside the number of the page unless others are
 * marked already. */
void dt_pagers_find(dt_links *links, const char *base, dt_arena *arena);

#endif
