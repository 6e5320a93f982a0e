/* report/page_view.h: a page parsed again, with the places of its tag tree, to show it. */
#ifndef DT_REPORT_PAGE_VIEW_H
#define DT_REPORT_PAGE_VIEW_H

#include "html/page.h"
#include "html/tree_build.h"

typedef struct dt_page_view {
  dt_html_tree html;
  dt_tree_origins origins; /* of the nodes of the page's tag tree */
  bool *shown;             /* the nodes that the report's markup has; NULL before dt_inspect_markup */
  dt_buffer source;
} dt_page_view;

/* Parses the page again, as its tag tree was.  Both arenas have the same scope, which is left without memory, and when
 * its time is over.  False if the page has no source.  The caller must call dt_page_view_free, also if the scope was
 * left. */
bool dt_page_view_build(dt_page_view *view, dt_arena *arena, dt_arena *scratch, const detm_page *page);
void dt_page_view_free(dt_page_view *view);

#endif
