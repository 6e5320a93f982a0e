/* content/meta/breadcrumb_rows.h: reads rows of links that may be breadcrumbs. */
#ifndef DT_CONTENT_META_BREADCRUMB_ROWS_H
#define DT_CONTENT_META_BREADCRUMB_ROWS_H

#include "content/content.h"

enum { DT_TRAIL_NAMES = 12 };

typedef struct dt_trail {
  const char *names[DT_TRAIL_NAMES];
  const char *addresses[DT_TRAIL_NAMES]; /* "" if the name is not a link to another page */
  unsigned count;
  unsigned separators; /* names with a separator before them */
  unsigned arrows;     /* names with an arrow before them */
  bool over;           /* more than DT_TRAIL_NAMES names */
} dt_trail;

/* Reads the names in the blocks [first, last): links, and texts between separators. */
void dt_trail_read(dt_trail *trail, const dt_content_page *page, uint32_t first, uint32_t last);

/* How far the addresses of the linked names descend, as shares of the links. */
typedef struct dt_descent {
  double steps; /* links whose path is below the one before; 0 with a single link */
  double own;   /* links whose path the page's own is or is below; 0 if that is unknown */
  bool root;    /* the first link leads to a home page */
} dt_descent;
dt_descent dt_trail_descent(const dt_trail *trail, const dt_content_page *page);

#endif
