/* report/page_view.c: parses a page again to show it.  Only a report needs the places of nodes, so no page keeps them.
 */
#include "report/page_view.h"

#include "html/parse/parse.h"

bool dt_page_view_build(dt_page_view *view, dt_arena *arena, dt_arena *scratch, const detm_page *page) {
  dt_tree tree;
  *view = (dt_page_view){0};
  bool has = dt_page_source(page, SIZE_MAX, &view->source);
  if (view->source.failed) dt_scope_leave(arena->scope, DETM_NO_MEMORY);
  if (!has) return false;
  dt_html_tree_start(&view->html, scratch);
  dt_html_options options = dt_page_html_options(page, DETM_PAGE_BOTH);
  dt_html_parse(&view->html, view->source.data, view->source.length, &options);
  dt_tree_build(&tree, arena, scratch, &view->html, &view->origins);
  return true;
}

void dt_page_view_free(dt_page_view *view) {
  dt_html_tree_free(&view->html);
  dt_buffer_free(&view->source);
}
