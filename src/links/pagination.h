/* links/pagination.h: links to other pages of a list or article: next, previous, first, last, page numbers (doc/method
 * 7.5).
 *
 * pagination.c        by rel, words and classes of links
 * pagination_words.c  the words
 * page_numbers.c      by rows of page numbers */
#ifndef DT_LINKS_PAGINATION_H
#define DT_LINKS_PAGINATION_H

#include "links/collect.h"

/* Marks these links; `links` are all links of the page, `base` is that of dt_links_read. */
void dt_turns_find(dt_links *links, const char *base, dt_arena *arena);

#endif
