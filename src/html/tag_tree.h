/* html/tag_tree.h: the tag tree (doc/method 2.1) as arrays in pre-order.
 *
 * A node is its index; 0 is the root.  Its subtree is the nodes [node, end), so its size
 * (doc/method 2.3) is end - node.  A built tree does not change. */
#ifndef DT_HTML_TAG_TREE_H
#define DT_HTML_TAG_TREE_H

#include "base/base.h"
#include "html/elements.h"
#include "html/tree_shape.h"

typedef uint32_t dt_index;
#define DT_NONE UINT32_MAX

enum {
  DT_NODE_LINKED = 1, /* a text within a[href] */
  DT_NODE_BOLD = 2,   /* a text that is bold throughout */
  DT_NODE_HIDDEN = 4  /* an element hidden by attribute or inline style */
};

typedef struct dt_node {
  dt_tag tag;
  dt_index parent; /* DT_NONE for the root */
  dt_index end;
  dt_index kids; /* children are children[kids .. kids + kid_count) */
  uint32_t kid_count;
  dt_shape shape;
  uint32_t detail; /* for a text: index into texts; for an element: its first attribute */
  uint16_t attribute_count;
  uint16_t flags;
} dt_node;

typedef struct dt_attribute {
  uint32_t name;          /* dt_attribute_name */
  uint32_t start, length; /* in the tree's `values` */
} dt_attribute;

/* A text: one or more fragments, the parts between decoration tags. */
typedef struct dt_string {
  uint32_t start, length;
  uint32_t first, count; /* its fragments */
} dt_string;

typedef struct dt_fragment {
  uint32_t start, length;
  uint32_t chain;      /* the decoration around it, or 0 */
  uint32_t icon : 29;  /* the empty decoration or picture before it, as a chain: "<i class=icon></i> 12"; or 0 */
  uint32_t space : 1;  /* white space before it */
  uint32_t apart : 1;  /* the page has none there, but its style sets the fragment apart */
  uint32_t hidden : 1; /* readers do not see it: decoration hides it by an attribute, its style or its class */
} dt_fragment;

/* One decoration element within others. */
typedef struct dt_chain {
  uint32_t parent; /* the chain around it */
  dt_tag tag;
  bool filled;    /* it has a text */
  uint32_t start; /* offset of its class in `values`, without one "@" and its itemprop; its label and itemprop follow */
  uint32_t class_length, label_length /* aria-label or title */, itemprop_length;
} dt_chain;

/* An attribute that is none of an element in the tree: of decoration, of a meta, or of the page's own ("data-price").
 * It is at the text in which the decoration begins, else at the element around. */
typedef struct dt_extra {
  dt_index node;
  uint32_t chain;         /* the decoration that has it; 0 = the node itself */
  uint32_t name;          /* dt_attribute_name; DT_ATTRIBUTE_COUNT + x: its name is in the tree's `values` from x on */
  uint32_t start, length; /* in the tree's `values` */
} dt_extra;

enum { DT_MAX_CHAINS = 0x1fffffff /* what fits into dt_fragment.icon */ };

typedef struct dt_foreign {
  dt_tag tag;
  const char *name;
} dt_foreign;

typedef struct dt_tree {
  dt_node *nodes;
  dt_index node_count;
  dt_index *children;
  dt_attribute *attributes;
  dt_extra *extras; /* sorted by node */
  uint32_t extra_count;
  dt_string *texts;
  uint32_t text_count;
  dt_index *text_nodes; /* node of each text, ascending */
  dt_fragment *fragments;
  dt_chain *chains; /* the first one is none */
  uint32_t chain_count;
  char *bytes;  /* all texts, valid UTF-8, white space folded */
  char *values; /* all attribute values, valid UTF-8 */
  dt_foreign *foreign;
  uint32_t foreign_count;
  dt_shapes *shapes;
  dt_index main;   /* the only main element (HTML standard, 4.4.14); DT_NONE = there is none, or several */
  bool is_article; /* the page says so: og:type, article:published_time */
} dt_tree;

static inline uint32_t dt_size(const dt_tree *tree, dt_index node) { return tree->nodes[node].end - node; }
static inline dt_index dt_child(const dt_tree *tree, dt_index node, uint32_t n) {
  return tree->children[tree->nodes[node].kids + n];
}
/* The position of a node among the children of `parent`; kid_count = it is not one of them. */
uint32_t dt_child_position(const dt_tree *tree, dt_index parent, size_t node);
static inline detm_text dt_text_of(const dt_tree *tree, dt_index node) {
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  return (detm_text){tree->bytes + string->start, string->length};
}
static inline detm_text dt_fragment_text(const dt_tree *tree, const dt_fragment *fragment) {
  return (detm_text){tree->bytes + fragment->start, fragment->length};
}
/* Whether one of the nodes [from, end) has a tag. */
static inline bool dt_has_tag(const dt_tree *tree, dt_index from, dt_index end, dt_tag tag) {
  while (from < end && tree->nodes[from].tag != tag) from++;
  return from < end;
}
/* Whether a node is outside of the only main element, or in nav, aside, header or footer. */
bool dt_is_in_navigation(const dt_tree *tree, dt_index node);
/* Whether a decoration is another one, or within it. */
bool dt_chain_is_within(const dt_tree *tree, uint32_t chain, uint32_t ancestor);
/* Returns a hash of the texts of the nodes [from, end). */
uint64_t dt_hash_texts(const dt_tree *tree, dt_index from, dt_index end);
/* Returns an attribute of an element; data is NULL if it is missing. */
static inline detm_text dt_attribute_of(const dt_tree *tree, dt_index node, dt_attribute_name name) {
  const dt_node *n = &tree->nodes[node];
  for (uint32_t i = n->detail, end = i + n->attribute_count; i < end; i++) /* a text has none */
    if (tree->attributes[i].name == name)
      return (detm_text){tree->values + tree->attributes[i].start, tree->attributes[i].length};
  return (detm_text){NULL, 0};
}
/* Checks whether an element has one of DT_GENERAL_ATTRIBUTES. */
bool dt_has_general_attribute(const dt_tree *tree, dt_index node);
/* Whether two elements have equal class attributes, or none. */
static inline bool dt_have_same_class(const dt_tree *tree, dt_index a, dt_index b) {
  return dt_text_equal(dt_attribute_of(tree, a, DT_ATTRIBUTE_class), dt_attribute_of(tree, b, DT_ATTRIBUTE_class));
}
/* Whether the classes of one of two elements are among those of the other ("pane", "pane active"), or both have none.
 */
bool dt_classes_include(const dt_tree *tree, dt_index a, dt_index b);
const char *dt_tag_text(const dt_tree *tree, dt_tag tag);

/* An attribute that can be a value of a record. */
typedef struct dt_attribute_view {
  const char *name;
  detm_text value;  /* not empty; no two attributes of a tree have the same place in memory */
  dt_index node;    /* the element that has it, or at which it is */
  uint32_t chain;   /* the decoration that has it; 0 = the node itself */
  dt_tag tag;       /* of the element or decoration that has it */
  uint32_t general; /* dt_attribute_name; DT_ATTRIBUTE_COUNT = one of the page's own */
} dt_attribute_view;

typedef struct dt_attribute_walk {
  const dt_tree *tree;
  dt_index node, end;
  uint32_t next, extra; /* the next attribute of the node, and the next extra one */
} dt_attribute_walk;

/* Visits the attributes of the nodes [node, end) that can be values: datetime, title, alt, id, class and the like. */
dt_attribute_walk dt_attribute_walk_start(const dt_tree *tree, dt_index node, dt_index end);
bool dt_attribute_walk_next(dt_attribute_walk *walk, dt_attribute_view *view);
/* The itemprop of what has an attribute; empty = none. */
detm_text dt_attribute_itemprop(const dt_tree *tree, const dt_attribute_view *view);

#endif
