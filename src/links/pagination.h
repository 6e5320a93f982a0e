/* links/pagination.h: links to the next and the previous page of a list or article (doc/method 7.5).
 *
 * pagination.c        by rel and by the words of links
 * pagination_words.c  the words
 * page_numbers.c      by rows of page numbers */
#ifndef DT_LINKS_PAGINATION_H
#define DT_LINKS_PAGINATION_H

#include "links/collect.h"

/* Marks these links; `links` are all links of the page, `base` is that of dt_links_read. */
void dt_turns_find(dt_links *links, const char *base, dt_arena *arena);

/* The turn that the text of a link names. */
typedef struct dt_turn_caption {
  detm_link_turn turn;
  bool sure; /* false if it may mean something else ("weiter", "»") unless page numbers are near */
} dt_turn_caption;
dt_turn_caption dt_caption_read(const char *text);
/* Returns the page number that a text is ("3", "[3]"), or 0. */
unsigned dt_caption_number(const char *text);

/* Marks the links to the next and the previous page in rows of page numbers, unless they are marked already. */
void dt_pagers_find(dt_links *links, const char *base, dt_arena *arena);

#endif
