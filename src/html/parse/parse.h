/* html/parse/parse.h: the state of tree construction (HTML standard, 13.2.4), and the functions that its files share.
 *
 *   token.c       splits the page into tokens (token.h); references.c decodes their text (references.h)
 *   construct.c   gives each token to the current insertion mode, which makes nodes; functions of several modes
 *   modes_head.c, modes_body.c, modes_table.c, modes_end.c   the insertion modes
 *   nodes.c       the nodes of the page, the result (nodes.h)
 *   stack.c       the stack of open elements, scopes, implied end tags, inserting nodes
 *   formatting.c  active formatting elements, the adoption agency
 *   foreign.c     svg and math
 *   shadow.c      shadow trees; frames.c: frames whose page is in the page
 */
#ifndef DT_HTML_PARSE_PARSE_H
#define DT_HTML_PARSE_PARSE_H

#include "html/parse/nodes.h"

/* The insertion modes. */
/* clang-format off */
#define DT_MODES(X) \
  X(INITIAL, initial) X(BEFORE_HTML, before_html) X(BEFORE_HEAD, before_head) X(IN_HEAD, in_head) \
  X(IN_HEAD_NOSCRIPT, in_head_noscript) X(AFTER_HEAD, after_head) X(IN_BODY, in_body) X(IN_TEXT, in_text) \
  X(IN_TABLE, in_table) X(IN_TABLE_TEXT, in_table_text) X(IN_CAPTION, in_caption) \
  X(IN_COLUMN_GROUP, in_column_group) X(IN_TABLE_BODY, in_table_body) X(IN_ROW, in_row) X(IN_CELL, in_cell) \
  X(IN_TEMPLATE, in_template) X(AFTER_BODY, after_body) X(IN_FRAMESET, in_frameset) \
  X(AFTER_FRAMESET, after_frameset) X(AFTER_AFTER_BODY, after_after_body) \
  X(AFTER_AFTER_FRAMESET, after_after_frameset)
/* clang-format on */
typedef enum dt_mode {
#define X(NAME, name) DT_MODE_##NAME,
  DT_MODES(X)
#undef X
} dt_mode;

/* A number that no element has as its tag. */
#define DT_NO_TAG DT_TAG_TEXT

enum { DT_POINT_HTML = 1, DT_POINT_TEXT = 2 /* integration points */ };

/* An open element. */
typedef struct dt_open {
  dt_node_number node;
  dt_tag tag;
  uint16_t categories; /* DT_SPECIAL, ... */
  uint8_t space;       /* dt_namespace */
  uint8_t point;       /* DT_POINT_... */
} dt_open;

/* An active formatting element. */
typedef struct dt_formatting {
  dt_node_number node; /* DT_NO_NODE: a marker */
  uint32_t signature;  /* hash of its attributes, 0 until it is needed */
} dt_formatting;

typedef struct dt_parser {
  dt_html_tree *tree;
  dt_arena *arena;
  dt_tokenizer *tokenizer;
  dt_html_token token;
  dt_tag tag; /* token.tag; the modes may replace it */
  dt_mode mode, original_mode;
  DT_VEC(dt_open) open;
  DT_VEC(dt_formatting) formatting;
  DT_VEC(dt_mode) template_modes;
  dt_node_list shadows; /* the templates that declare a shadow tree */
  dt_node_list frames;  /* to be read by dt_read_frames */
  DT_VEC(dt_slice) table_text;
  uint32_t open_of[DT_TAG_COUNT]; /* number of open HTML elements of a tag; of DT_NO_TAG: of those without a number */
  dt_node_number head, form;
  bool frames_not_ok; /* a frameset can no longer replace the body */
  bool body_begun;    /* by its start tag */
  bool body_ended;    /* by its end tag */
  bool foster;        /* nodes that do not belong into a table are inserted before it (foster parenting) */
  bool skip_newline;  /* the first newline of pre, listing and textarea is left out */
  bool stopped;
  const dt_html_options *options;
} dt_parser;

/* ---- stack.c ---- */

static inline dt_open *dt_current(dt_parser *p) { return &p->open.items[p->open.count - 1]; }
static inline bool dt_is_open(const dt_open *entry, dt_tag tag) {
  return entry->tag == tag && entry->space == DT_NS_HTML;
}
static inline bool dt_current_is(dt_parser *p, dt_tag tag) { return dt_is_open(dt_current(p), tag); }

/* The number of open HTML elements with a tag; those without a number of their own are counted together. */
static inline uint32_t *dt_open_of(dt_parser *p, dt_tag tag) {
  return &p->open_of[tag < DT_TAG_COUNT ? tag : DT_NO_TAG];
}

void dt_push(dt_parser *p, dt_node_number node, dt_namespace space);
void dt_pop(dt_parser *p);
/* Removes the open element at an index of the stack. */
void dt_remove_open(dt_parser *p, uint32_t index);
/* Pops up to and including the topmost element with the tag.  Generating implied end tags before that, as the standard
 * does, changes nothing but the parse errors. */
void dt_pop_to(dt_parser *p, dt_tag tag);
/* Pops until the current element is a, b, c, template or html. */
void dt_clear_to(dt_parser *p, dt_tag a, dt_tag b, dt_tag c);
/* Checks whether an element with the tag is open, with no element of the categories (DT_SCOPE, ...) open in it. */
bool dt_in_scope(const dt_parser *p, dt_tag tag, unsigned scope);
/* Pops elements whose end tag is implied, but not `except`. */
void dt_close_implied(dt_parser *p, dt_tag except);
/* Checks whether an open element has the name of the token, ignoring case; its namespace does not matter. */
bool dt_has_token_name(const dt_parser *p, const dt_open *entry);
/* Returns the index of a node in the stack, UINT32_MAX if it is not open. */
uint32_t dt_open_index(const dt_parser *p, dt_node_number node);

/* A place for a node: in `parent` before `before` (DT_NO_NODE: at its end). */
typedef struct dt_node_place {
  dt_node_number parent, before;
} dt_node_place;
/* Returns the appropriate place for inserting a node into `target`; DT_NO_NODE: into the current element. */
dt_node_place dt_insert_place(dt_parser *p, dt_node_number target);
/* The same for an element that will be open.  At the limit of depth it first closes the current element, so that deeper
 * elements become siblings; this bounds all walks over the stack. */
dt_node_place dt_element_place(dt_parser *p);
/* Makes the element of the token, without a parent. */
dt_node_number dt_element_of_token(dt_parser *p, dt_namespace space);
/* Makes it in the appropriate place, and opens it. */
dt_node_number dt_insert_element(dt_parser *p);
void dt_insert_void(dt_parser *p);
/* Notes an element that was made just now; `json`: an attribute of it may be JSON. */
static inline void dt_note_element(dt_html_tree *tree, dt_node_number element, bool json) {
  if (json || (dt_tag_categories(tree->nodes[element].tag) & DT_NOTED) != 0)
    DT_VEC_PUSH(tree->arena, &tree->noted, element);
}
/* Inserts an element without attributes that the page does not have. */
void dt_insert_missing(dt_parser *p, dt_tag tag);
void dt_insert_text(dt_parser *p, dt_slice text);
/* Inserts the token's comment at the appropriate place. */
void dt_insert_comment(dt_parser *p);
/* Inserts it as the last child of `parent` (DT_NO_NODE: the document). */
void dt_append_comment(dt_parser *p, dt_node_number parent);

/* Cuts the white space off the start of the token's text, and returns it. */
dt_slice dt_take_space(dt_parser *p);
/* Notes that a frameset cannot follow if the token's text is not white space.  It may cut white space off the token. */
void dt_note_text(dt_parser *p);

/* ---- formatting.c ---- */

void dt_push_formatting(dt_parser *p, dt_node_number node);
void dt_push_marker(dt_parser *p);
void dt_clear_to_marker(dt_parser *p);
void dt_reconstruct_formatting(dt_parser *p);
/* Finds the last element with the tag after the last marker.  Returns its index in the list, or UINT32_MAX. */
uint32_t dt_find_formatting(const dt_parser *p, dt_tag tag);
void dt_remove_formatting(dt_parser *p, uint32_t index);
/* Closes a formatting element (the adoption agency).  Returns false if the end tag is to be treated as any other. */
bool dt_adopt(dt_parser *p, dt_tag tag);

/* ---- foreign.c ---- */

/* Checks whether the token is for svg or math. */
bool dt_is_foreign(dt_parser *p);
/* Returns true if the token is to be processed again. */
bool dt_in_foreign(dt_parser *p);
/* Inserts the token's element into a namespace, with the names of its attributes adjusted. */
void dt_insert_foreign(dt_parser *p, dt_namespace space);

/* ---- construct.c ---- */

/* Sets the mode by the open elements. */
void dt_reset_mode(dt_parser *p);
/* Sets the mode.  Returns true, so that the token is processed again by it. */
bool dt_reprocess(dt_parser *p, dt_mode mode);
/* Reads the content of the token's element as text, up to its end tag. */
void dt_insert_text_element(dt_parser *p, dt_content_model model);
/* Leaves NUL out of a text.  Returns false if nothing else is in it. */
bool dt_drop_nul(dt_slice *text);
void dt_stop_parsing(dt_parser *p);
/* Returns an attribute of the token by its lower-case name, or NULL. */
static inline const dt_html_attribute *dt_token_attribute(const dt_parser *p, const char *name) {
  return dt_find_attribute(p->token.attributes, p->token.attribute_count, name);
}
/* Checks whether the token has type=hidden. */
bool dt_has_hidden_type(const dt_parser *p);

/* ---- the insertion modes: true if the token is to be processed again ---- */

#define X(NAME, name) bool dt_mode_##name(dt_parser *p);
DT_MODES(X)
#undef X
/* Closes a template, if one is open (modes_head.c). */
void dt_close_template(dt_parser *p);
/* Inserts only the white space of the token's text, with the formatting elements that "in body" opens again
 * (modes_end.c). */
void dt_insert_spaces(dt_parser *p, bool as_in_body);
/* Inserts the token's text as in body (modes_body.c). */
void dt_insert_body_text(dt_parser *p);

/* Parses a whole page into a tree that dt_html_tree_start started.  It ends early beyond max_nodes (tree->full). Leaves
 * the arena's scope without memory, or when its time is over. */
void dt_html_parse(dt_html_tree *tree, const char *page, size_t length, const dt_html_options *options);

/* Puts what hosts of shadow trees hold into the slots of these, and leaves out what has none (shadow.c). */
void dt_fill_slots(dt_html_tree *tree, const dt_node_list *shadows);
/* Elements that were moved deeper than the limit become siblings. */
void dt_limit_depth(dt_html_tree *tree, uint32_t most);
/* Notes a frame, whose page may be in the page (frames.c). */
void dt_note_frame(dt_parser *p, dt_node_number frame);
/* Replaces the frames that were noted by the content of their pages. */
void dt_read_frames(dt_parser *p);

/* Processes the token by the rules of a mode.  Returns true if it is to be processed again, by those of p->mode. */
bool dt_run_mode(dt_parser *p, dt_mode mode);

#endif
