/* tree/tree.h: the tag tree (METHOD 2.1) as arrays in pre-order.
 *
 * A node is its index; 0 is the root.  Its subtree is the nodes [node, end), so its size (METHOD
 * 2.3: tags; texts count as well) is end - node.  Nothing changes once the tree is built. */
#ifndef DT_TREE_H
#define DT_TREE_H

#include <detm/page.h>

#include "base/base.h"
#include "tree/limits.h"
#include "tree/shape.h"
#include "tree/tag.h"

typedef uint32_t dt_index;
#define DT_NONE UINT32_MAX

enum {
  DT_NODE_LINKED = 1, /* a text within a[href] */
  DT_NODE_BOLD = 2,   /* a text that is all bold */
  DT_NODE_HIDDEN = 4  /* an element hidden by attribute or inline style */
};

typedef struct dt_node {
  dt_tag tag;
  dt_index parent; /* DT_NONE at the root */
  dt_index end;
  dt_index kids; /* its children are children[kids .. kids + kid_count) */
  uint32_t kid_count;
  dt_shape shape;
  uint32_t detail; /* of a text: index into texts; of an element: its first attribute */
  uint16_t attribute_count;
  uint16_t flags;
} dt_node;

typedef struct dt_attribute {
  uint32_t name;          /* dt_attribute_name */
  uint32_t start, length; /* in the tree's values */
} dt_attribute;

/* A text is one or more fragments: the pieces between decoration tags. */
typedef struct dt_string {
  uint32_t start, length;
  uint32_t first, count; /* its fragments */
} dt_string;

typedef struct dt_fragment {
  uint32_t start, length;
  uint32_t chain; /* the decoration that it stands in; 0 = none */
  uint32_t space; /* white space stands before it */
} dt_fragment;

/* One decoration element within others. */
typedef struct dt_chain {
  uint32_t parent; /* the chain around it */
  dt_tag tag;
  uint32_t class_start, class_length;       /* in the tree's values */
  uint32_t itemprop_start, itemprop_length; /* likewise */
} dt_chain;

typedef struct dt_foreign {
  dt_tag tag;
  const char *name;
} dt_foreign;

typedef struct dt_tree {
  dt_node *nodes;
  dt_index node_count;
  dt_index *children;
  dt_attribute *attributes;
  dt_string *texts;
  uint32_t text_count;
  dt_index *text_nodes; /* the node of each text, rising */
  dt_fragment *fragments;
  dt_chain *chains;
  char *bytes;  /* all texts, valid UTF-8, white space folded */
  char *values; /* all attribute values, valid UTF-8 */
  dt_foreign *foreign;
  uint32_t foreign_count;
  dt_shapes *shapes;
  detm_text base_href; /* of the page's base element, empty = none; known without nodes too */
  bool cut;            /* nested too deeply: the rest is left out */
} dt_tree;

struct detm_page {
  dt_arena arena;
  dt_tree tree;
  struct _xmlDoc *document; /* libxml2's DOM (document.h), NULL = none was asked for */
  size_t element_count;     /* of the document */
  detm_text styles;         /* its style sheets, a newline after each; empty = none, or not asked for */
  const char *name, *base, *encoding, *warning;
  char hash[DETM_HASH_SIZE]; /* of its source, "" = not wanted */
  double seconds;
};

/* Builds the tree of clean UTF-8 markup in `arena` (without a scope).  DETM_LIMIT past the limits.
 * The caller frees tree->bytes and tree->values (malloc) whatever comes back. */
detm_status dt_tree_build(dt_tree *tree, dt_arena *arena, const char *markup, size_t length, dt_limits *limits,
                          detm_error *error) DETM_CHECK;

static inline uint32_t dt_size(const dt_tree *tree, dt_index node) { return tree->nodes[node].end - node; }
static inline dt_index dt_child(const dt_tree *tree, dt_index node, uint32_t n) {
  return tree->children[tree->nodes[node].kids + n];
}
static inline detm_text dt_text_of(const dt_tree *tree, dt_index node) {
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  return (detm_text){tree->bytes + string->start, string->length};
}
static inline detm_text dt_fragment_text(const dt_tree *tree, const dt_fragment *fragment) {
  return (detm_text){tree->bytes + fragment->start, fragment->length};
}
/* Attribute of an element, data NULL = it has none. */
detm_text dt_attribute_of(const dt_tree *tree, dt_index node, dt_attribute_name name);
const char *dt_tag_text(const dt_tree *tree, dt_tag tag);

/* Paths (path.c): "/html/body/div[2]/ul", counting siblings of the same tag, [1] left out. */
void dt_path_write(const dt_tree *tree, dt_index node, dt_buffer *out);
/* The node at a path, DT_NONE = none. */
dt_index dt_path_find(const dt_tree *tree, const char *path);
/* Equal for nodes whose tags up to the root are equal. */
uint64_t dt_path_hash(const dt_tree *tree, dt_index node);

#endif
