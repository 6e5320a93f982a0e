/* html/tree_freeze.h: finishes the tag tree that tree_build.c has built. */
#ifndef DT_HTML_TREE_FREEZE_H
#define DT_HTML_TREE_FREEZE_H

#include "base/vec.h"
#include "html/tag_tree.h"

enum { DT_NODE_UNWRAP = 0x100 }; /* set while building: a heading that dt_builder_finish removes */

/* A tree whose arrays grow in `scratch`. */
typedef struct dt_builder {
  dt_tree *tree;
  dt_arena *arena, *scratch; /* for the finished tree, for temporary memory; both have the same scope */
  uint32_t nodes_capacity, attributes_capacity, texts_capacity, fragments_capacity, chains_capacity, foreign_capacity,
      extras_capacity;
  uint32_t attribute_count, fragment_count, chain_count;
  DT_VEC(char) bytes, values;
  uint32_t *origins; /* by node: its node of the page; NULL = not wanted.  While the tree is built, `shape` holds it. */
} dt_builder;

/* Sets parents, ends, children and shapes, sorts extra attributes by node, removes headings that contain whole records,
 * and joins texts that became neighbours; then copies all arrays into the tree's arena. */
void dt_builder_finish(dt_builder *builder);

#endif
