/* content/trail.h: rows of links that may lead from the start page to this one. */
#ifndef DT_TRAIL_H
#define DT_TRAIL_H

#include "content/content.h"

enum { DT_TRAIL_NAMES = 12 };

typedef struct dt_trail {
  const char *names[DT_TRAIL_NAMES];
  const char *addresses[DT_TRAIL_NAMES]; /* "" = the name is no link to another page */
  unsigned count;
  unsigned separators; /* names with signs before them that part names */
  unsigned arrows;     /* of them with signs that point onwards */
  bool over;           /* there are more names than have room */
} dt_trail;

/* The names in the blocks [first, last): links, and texts between separators. */
void dt_trail_read(dt_trail *trail, const dt_content_page *page, uint32_t first, uint32_t last);

/* How far addresses lead down, as shares of the linked names' places. */
typedef struct dt_descent {
  double steps; /* links whose path goes on from that of the link before; 0 with a single link */
  double own;   /* links whose path the page's own goes on from; 0 where it does not say */
  bool root;    /* the first link leads to a start page */
} dt_descent;
dt_descent dt_trail_descent(const dt_trail *trail, const dt_content_page *page);

#endif
