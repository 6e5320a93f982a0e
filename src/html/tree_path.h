/* html/tree_path.h: paths to nodes of the tag tree: "/html/body/div[2]/ul".
 *
 * [2] is the second sibling with the same tag; [1] is left out. */
#ifndef DT_HTML_TREE_PATH_H
#define DT_HTML_TREE_PATH_H

#include "html/tag_tree.h"

/* Returns the path of a node, in the arena; if not numbered: "/html/body/div/ul".  NULL without memory. */
const char *dt_path_write(dt_arena *arena, const dt_tree *tree, dt_index node, bool numbered);
/* Returns the node at a path, or DT_NONE. */
dt_index dt_path_find(const dt_tree *tree, const char *path);
/* Returns a hash of the tags from the node up to the root. */
uint64_t dt_path_hash(const dt_tree *tree, dt_index node);

#endif
