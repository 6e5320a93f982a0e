/* html/tree_build.h: builds the tag tree of a parsed page. */
#ifndef DT_HTML_TREE_BUILD_H
#define DT_HTML_TREE_BUILD_H

#include "html/parse/nodes.h"
#include "html/tag_tree.h"

/* Builds the tree in `arena`; `scratch` holds what is needed only meanwhile.  Both have the same scope, which is left
 * without memory and when its time is over.  Frees the page as soon as it is read. */
void dt_tree_build(dt_tree *tree, dt_arena *arena, dt_arena *scratch, dt_html_tree *page);

#endif
