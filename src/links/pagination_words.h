/* links/pagination_words.h: reads the words of links to other pages of a list, and page numbers. */
#ifndef DT_LINKS_PAGINATION_WORDS_H
#define DT_LINKS_PAGINATION_WORDS_H

#include <detm/links.h>

#include <stdbool.h>

/* The turn that the text of a link names. */
typedef struct dt_turn_caption {
  detm_link_turn turn;
  bool sure; /* false if it may mean something else ("weiter", "»") unless page numbers are near */
} dt_turn_caption;
dt_turn_caption dt_caption_read(const char *text);
/* Returns the turns that the words of a class attribute name ("pager-next", "prev_page"): bits of detm_link_turn.  Sets
 * *current if one names the current page of a pager ("active", "is-current"). */
unsigned dt_class_turns(const char *classes, bool *current);
/* Returns the page number that a text is ("3", "[3]", "1,097"), or 0. */
unsigned dt_caption_number(const char *text);

#endif
