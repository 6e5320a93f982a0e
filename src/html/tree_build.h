/* html/tree_build.h: builds the tag tree from the events of libxml2's HTML parser. */
#ifndef DT_HTML_TREE_BUILD_H
#define DT_HTML_TREE_BUILD_H

#include "html/limits.h"
#include "html/tag_tree.h"

/* Builds the tree of clean UTF-8 markup in `arena` (without a scope).  Returns DETM_LIMIT beyond the limits.
 * The caller frees tree->bytes and tree->values (malloc) on success and on failure. */
detm_status dt_tree_build(dt_tree *tree, dt_arena *arena, const char *markup, size_t length, dt_limits *limits,
                          detm_error *error) DETM_CHECK;

#endif
