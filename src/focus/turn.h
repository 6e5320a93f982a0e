/* focus/turn.h: links that turn the pages of one list or article: to the next page, to the one before. */
#ifndef DT_TURN_H
#define DT_TURN_H

#include "focus/link.h"

/* Marks them, once all links of a page are known; base as for dt_links_read. */
void dt_turns_find(dt_links *links, const char *base, dt_arena *arena);

/* What a caption says (caption.c). */
typedef struct dt_caption {
  detm_link_turn turn;
  bool sure; /* false: it may say something else ("weiter", "»") where no page numbers are near */
} dt_caption;
dt_caption dt_caption_read(const char *text);

/* The number that a text is, as page numbers are written; 0 = it is none. */
unsigned dt_caption_number(const char *text);

/* Marks what leads on from the page in rows of page numbers (pager.c); what is marked already stays. */
void dt_pagers_find(dt_links *links, const char *base, dt_arena *arena);

#endif
