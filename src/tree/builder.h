/* tree/builder.h: private to the two halves of the tag-tree builder, events and finish. */
#ifndef DT_BUILDER_H
#define DT_BUILDER_H

#include "tree/tree.h"

enum { DT_NODE_UNWRAP = 0x100 }; /* while building: a heading that finish takes away */

/* Arrays that grow while the parser's events come; later those of the tree. */
typedef struct dt_builder {
  dt_tree *tree;
  dt_arena *arena;
  uint32_t node_capacity, attribute_capacity, text_capacity, fragment_capacity, chain_capacity, foreign_capacity;
  uint32_t attribute_count, fragment_count, chain_count;
  dt_buffer bytes, values;
} dt_builder;

/* Second half: parents, ends, children and shapes; headings round whole records go, texts that
 * have become neighbours are joined.  false = no memory. */
bool dt_builder_finish(dt_builder *builder);

#endif
