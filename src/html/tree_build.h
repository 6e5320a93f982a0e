/* html/tree_build.h: builds the tag tree from the events of libxml2's HTML parser. */
#ifndef DT_HTML_TREE_BUILD_H
#define DT_HTML_TREE_BUILD_H

#include "html/limits.h"
#include "html/tag_tree.h"

/* Builds the tree of clean UTF-8 markup in `arena` (without a scope).  Returns DETM_LIMIT beyond the limits.
 * The caller frees tree->bytes and tree->values (malloc) on success and on failure. */
detm_status dt_tree_build(dt_tree *tree, dt_arena *arena, const char *markup, size_t length, dt_limits *limits,
                          detm_error *error) DETM_CHECK;

/* tree_freeze.c */

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
