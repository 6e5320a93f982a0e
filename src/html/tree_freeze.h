/* html/tree_freeze.h: finishes the tag tree that tree_build.c has built. */
#ifndef DT_HTML_TREE_FREEZE_H
#define DT_HTML_TREE_FREEZE_H

#include "html/tag_tree.h"

enum { DT_NODE_UNWRAP = 0x100 }; /* set while building: a heading that dt_builder_finish removes */

/* Arrays that grow during parsing and then belong to the tree. */
typedef struct dt_builder {
  dt_tree *tree;
  dt_arena *arena;
  uint32_t nodes_capacity, attributes_capacity, texts_capacity, fragments_capacity, chains_capacity, foreign_capacity;
  uint32_t attribute_count, fragment_count, chain_count;
  dt_buffer bytes, values;
} dt_builder;

/* Sets parents, ends, children and shapes, removes headings that contain whole records, and joins texts that became
 * neighbours.  Returns false without memory. */
bool dt_builder_finish(dt_builder *builder);

#endif
