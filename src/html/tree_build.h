/* html/tree_build.h: builds the tag tree of a parsed page. */
#ifndef DT_HTML_TREE_BUILD_H
#define DT_HTML_TREE_BUILD_H

#include "html/parse/nodes.h"
#include "html/tag_tree.h"

/* The places of a tag tree in the page that it was built from. */
typedef struct dt_tree_origins {
  dt_node_number *nodes; /* by node of the tree: the node of the page; of a text, its first text */
  uint32_t *texts;       /* by text node of the page: where its words begin in the tree's bytes */
  uint32_t *ends;        /* and where they end */
} dt_tree_origins;

/* Builds the tree in `arena`; `scratch` holds what is needed only meanwhile.  Both have the same scope, which is left
 * without memory and when its time is over.  Frees the page as soon as it is read, unless `origins` (NULL = not wanted)
 * gets the places in it. */
void dt_tree_build(dt_tree *tree, dt_arena *arena, dt_arena *scratch, dt_html_tree *page, dt_tree_origins *origins);

#endif
