/* html/parse/nodes.h: the nodes of a page as HTML's tree construction makes them. */
#ifndef DT_HTML_PARSE_NODES_H
#define DT_HTML_PARSE_NODES_H

#include "base/vec.h"
#include "html/parse/references.h"

typedef uint32_t dt_node_number; /* index into dt_html_tree.nodes; 0 is the document */
#define DT_NO_NODE UINT32_C(0)   /* the document is never a child or a sibling */

typedef enum dt_html_kind {
  DT_HTML_DOCUMENT,
  DT_HTML_ELEMENT,
  DT_HTML_TEXT,
  DT_HTML_COMMENT,
  DT_HTML_DOCTYPE
} dt_html_kind;

typedef enum dt_namespace { DT_NS_HTML, DT_NS_SVG, DT_NS_MATHML } dt_namespace;

typedef struct dt_html_node {
  dt_node_number parent, first_child, last_child, previous, next;
  uint32_t data; /* element: first attribute; text: first piece; comment, doctype: piece */
  uint32_t name; /* element: piece of its name if the tag has no number, else 0; text: last piece */
  dt_tag tag;
  uint16_t attribute_count;
  uint8_t kind;  /* dt_html_kind */
  uint8_t space; /* dt_namespace */
} dt_html_node;

/* A part of a text; texts of several tokens have several. */
typedef struct dt_html_piece {
  dt_slice slice;
  uint32_t next; /* 0 = last */
} dt_html_piece;

/* Least limit of open elements.  The modes of the head end html, head and noscript themselves; no limit may close them
 * before. */
enum { DT_LEAST_DEPTH = 4 };

/* How a page is parsed.  If all members but the limits are 0, it is parsed as the standard says for pages whose scripts
 * do not run.  doc/architecture 4 has the reasons for the other choices. */
typedef struct dt_html_options {
  uint32_t max_depth; /* of open elements, at least DT_LEAST_DEPTH: deeper ones become siblings */
  size_t max_nodes;   /* without the document */
  /* noscript in a head is text, as where scripts run, because a tag that does not belong into a head would end it.  In
   * a body its end tag closes all that is open in it, and its content closes nothing around it. */
  bool head_scripting;
  unsigned frame_depth;       /* frames in frames whose page is in the page that are read in their place; 0 = none */
  bool stray_cells;           /* rows and cells outside of tables are elements; the standard ignores their tags */
  bool known_attributes_only; /* those without a number are left out (dt_attribute_name) */
} dt_html_options;

/* Nodes in the order of the page. */
typedef DT_VEC(dt_node_number) dt_node_list;

typedef struct dt_html_tree {
  dt_arena *arena;
  dt_html_node *nodes; /* the arrays grow: see DT_HTML_RESERVE */
  dt_html_attribute *attributes;
  dt_html_piece *pieces; /* from 1 */
  uint32_t node_count, attribute_count, piece_count;
  uint32_t node_capacity, attribute_capacity, piece_capacity;
  dt_slice public_id, system_id; /* identifiers in the doctype */
  dt_node_number base;           /* the first base element with an address; DT_NO_NODE if none */
  dt_node_list noted;            /* elements of DT_NOTED, and those with attributes that may be JSON */
  size_t text_bytes;             /* of texts that are not white space, but for those right within DT_UNREAD */
  dt_buffer buffer;              /* for dt_html_text */
  unsigned frame_count;          /* that were read */
  size_t frame_links;            /* bytes of their links that were made absolute */
  bool quirks;
  bool too_deep;        /* nested more deeply than the limit: deeper elements are siblings */
  bool full;            /* more nodes than the limit: the rest of the page is missing */
  bool unfinished;      /* the page ends within a tag, a comment or a script */
  bool attributes_lost; /* some were left out: more than DT_MAX_ATTRIBUTES, a name longer than DT_MAX_ATTRIBUTE_NAME */
} dt_html_tree;

/* Checks whether the content of an element is a text with tags, which browsers do not show. */
static inline bool dt_html_is_markup_text(const dt_html_tree *tree, const dt_html_node *element) {
  if (element->space != DT_NS_HTML) return false;
  if (element->tag == DT_TAG_noscript) return tree->nodes[element->parent].tag == DT_TAG_head;
  return element->tag == DT_TAG_iframe || element->tag == DT_TAG_noembed || element->tag == DT_TAG_noframes;
}

/* Checks whether the page has no tag but html, head and body, and no text. */
bool dt_html_is_empty(const dt_html_tree *tree);

/* As dt_html_text, for a slice that differs from its bytes. */
detm_text dt_html_decoded(dt_html_tree *tree, dt_slice slice, bool value);
/* Returns the text of a slice as dt_slice_decode_xml: bytes of the page if they are the text, otherwise those of the
 * tree's buffer, which the next call overwrites.  Leaves the scope without memory. */
static inline detm_text dt_html_text(dt_html_tree *tree, dt_slice slice, bool value) {
  return slice.raw == 0 ? (detm_text){slice.data, slice.length} : dt_html_decoded(tree, slice, value);
}

/* Returns an attribute of an element by its lower-case name, or NULL. */
static inline const dt_html_attribute *dt_html_attribute_of(const dt_html_tree *tree, const dt_html_node *element,
                                                            const char *name) {
  return dt_find_attribute(tree->attributes + element->data, element->attribute_count, name);
}

/* Returns the text of an attribute of an element, as dt_html_text; data is NULL if it is missing. */
detm_text dt_html_attribute_text(dt_html_tree *tree, const dt_html_node *element, const char *name);
/* The same for an attribute that has a number. */
static inline detm_text dt_html_value_of(dt_html_tree *tree, const dt_html_node *element, dt_attribute_name number) {
  const dt_html_attribute *at = tree->attributes + element->data, *end = at + element->attribute_count;
  while (at < end && at->number != number) at++;
  return at < end ? dt_html_text(tree, dt_attribute_value_slice(at), true) : (detm_text){NULL, 0};
}
/* Returns the first piece of the text with which the content of an element begins, such as a script; empty without. */
dt_slice dt_html_first_text(const dt_html_tree *tree, const dt_html_node *element);

/* Visits all nodes in document order.  `enter` returns true if the children of a node are to be visited; `leave`
 * follows after them.  Leaves the scope when its time is over. */
static inline void dt_html_walk(const dt_html_tree *tree, bool (*enter)(void *data, const dt_html_node *node),
                                void (*leave)(void *data, const dt_html_node *node), void *data) {
  const dt_html_node *nodes = tree->nodes;
  for (dt_node_number at = nodes[0].first_child; at != DT_NO_NODE;) {
    dt_scope_tick(tree->arena->scope);
    bool entered = enter(data, &nodes[at]);
    if (entered && nodes[at].first_child != DT_NO_NODE) {
      at = nodes[at].first_child;
      continue;
    }
    if (entered) leave(data, &nodes[at]);
    while (nodes[at].next == DT_NO_NODE && (at = nodes[at].parent) != DT_NO_NODE) leave(data, &nodes[at]);
    at = nodes[at].next;
  }
}

/* Starts a tree in `arena`, which has a scope.  The caller must call dt_html_tree_free, also if the scope was left. */
void dt_html_tree_start(dt_html_tree *tree, dt_arena *arena);
void dt_html_tree_free(dt_html_tree *tree);
/* Reserves memory for more items of an array of the tree.  Pointers to its items are invalid afterwards.  Leaves the
 * scope without memory. */
#define DT_HTML_RESERVE(tree, array, count, capacity, more)                                                            \
  ((void)(DT_RESERVE(NULL, (tree)->array, (count), (tree)->capacity, (more)) ||                                        \
          (dt_scope_leave((tree)->arena->scope, DETM_NO_MEMORY), false)))
dt_node_number dt_html_node_new(dt_html_tree *tree, dt_html_kind kind);
/* Adds a piece of text, to a list or of its own; returns its index. */
uint32_t dt_html_piece_new(dt_html_tree *tree, dt_slice slice);
/* Inserts a node without parent before `before`, a child of `parent`; DT_NO_NODE: as the last child. */
void dt_html_insert(dt_html_tree *tree, dt_node_number node, dt_node_number parent, dt_node_number before);
/* Removes a node from its parent. */
void dt_html_detach(dt_html_tree *tree, dt_node_number node);
/* Appends all children of `from` to those of `to`. */
void dt_html_move_children(dt_html_tree *tree, dt_node_number from, dt_node_number to);

#endif
