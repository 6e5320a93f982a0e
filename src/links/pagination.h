/* links/pagination.h: links to the next and the previous page of a list or article (doc/method 7.5). */
#ifndef DT_LINKS_PAGINATION_H
#define DT_LINKS_PAGINATION_H

#include "links/collect.h"

/* Marks these links; `links` are all links of the page, `base` is that of dt_links_read. */
void dt_turns_find(dt_links *links, const char *base, dt_arena *arena);

#endif
