/* html/parse/stack.c: the stack of open elements, and inserting nodes. */
#include "html/parse/parse.h"
#include "html/parse/scan.h"

/* ---- the stack ---- */

/* Checks whether an annotation-xml element contains HTML. */
static bool is_html_annotation(dt_html_tree *tree, const dt_html_node *node) {
  const dt_html_attribute *encoding = dt_html_attribute_of(tree, node, "encoding");
  if (encoding == NULL) return false;
  detm_text value = dt_html_text(tree, dt_attribute_value_slice(encoding), true);
  return dt_text_equal_ci(value, DT_TEXT("text/html")) || dt_text_equal_ci(value, DT_TEXT("application/xhtml+xml"));
}

void dt_push(dt_parser *p, dt_node_number number, dt_namespace space) {
  dt_html_node *node = &p->tree->nodes[number];
  dt_open entry = {.node = number, .tag = node->tag, .space = (uint8_t)space};
  dt_tag tag = node->tag;

  if (space == DT_NS_HTML) {
    entry.categories = (uint16_t)dt_tag_categories(tag);
    if (tag == DT_TAG_noscript && p->options->head_scripting) entry.categories |= DT_SCOPE | DT_SCOPE_TABLE;
    ++*dt_open_of(p, tag);
  } else if (space == DT_NS_SVG) {
    if (tag == DT_TAG_foreignobject || tag == DT_TAG_desc || tag == DT_TAG_title) {
      entry.categories = DT_SPECIAL | DT_SCOPE;
      entry.point = DT_POINT_HTML;
    }
  } else if (tag == DT_TAG_annotation_xml) {
    entry.categories = DT_SPECIAL | DT_SCOPE;
    entry.point = is_html_annotation(p->tree, node) ? DT_POINT_HTML : 0;
  } else if (tag == DT_TAG_mi || tag == DT_TAG_mn || tag == DT_TAG_mo || tag == DT_TAG_ms || tag == DT_TAG_mtext) {
    entry.categories = DT_SPECIAL | DT_SCOPE;
    entry.point = DT_POINT_TEXT;
  }

  DT_VEC_PUSH(p->arena, &p->open, entry);
}

void dt_pop(dt_parser *p) {
  const dt_open *top = dt_current(p);
  if (top->space == DT_NS_HTML) --*dt_open_of(p, top->tag);
  p->open.count--;
}

void dt_remove_open(dt_parser *p, uint32_t index) {
  const dt_open *entry = &p->open.items[index];
  if (entry->space == DT_NS_HTML) --*dt_open_of(p, entry->tag);
  memmove(&p->open.items[index], &p->open.items[index + 1], (p->open.count - index - 1) * sizeof *p->open.items);
  p->open.count--;
}

void dt_pop_to(dt_parser *p, dt_tag tag) {
  bool found;
  do {
    found = dt_current_is(p, tag);
    dt_pop(p);
  } while (!found && p->open.count > 1);
}

void dt_clear_to(dt_parser *p, dt_tag a, dt_tag b, dt_tag c) {
  for (;;) {
    const dt_open *top = dt_current(p);
    if (dt_is_open(top, a) || dt_is_open(top, b) || dt_is_open(top, c)) return;
    if (dt_is_open(top, DT_TAG_template) || dt_is_open(top, DT_TAG_html)) return;
    dt_pop(p);
  }
}

bool dt_in_scope(const dt_parser *p, dt_tag tag, unsigned scope) {
  if (p->open_of[tag] == 0) return false;
  for (uint32_t i = p->open.count; i-- != 0;) {
    const dt_open *entry = &p->open.items[i];
    if (dt_is_open(entry, tag)) return true;
    if ((entry->categories & scope) != 0) return false;
  }
  return false;
}

bool dt_has_token_name(const dt_parser *p, const dt_open *entry) {
  if (p->tag != DT_TAG_FOREIGN) return entry->tag == p->tag;
  if ((entry->tag & DT_TAG_FOREIGN) == 0) return false;
  dt_slice name = p->tree->pieces[p->tree->nodes[entry->node].name].slice, other = p->token.text;
  return dt_text_equal_ci((detm_text){name.data, name.length}, (detm_text){other.data, other.length});
}

void dt_close_implied(dt_parser *p, dt_tag except) {
  while ((dt_current(p)->categories & DT_IMPLIED) != 0 && dt_current(p)->tag != except) dt_pop(p);
}

uint32_t dt_open_index(const dt_parser *p, dt_node_number node) {
  for (uint32_t i = p->open.count; i-- != 0;)
    if (p->open.items[i].node == node) return i;
  return UINT32_MAX;
}

/* ---- places ---- */

/* Returns the place before the last table, or in a template within that table. */
static dt_node_place foster_place(const dt_parser *p) {
  uint32_t table = UINT32_MAX, template = UINT32_MAX;
  for (uint32_t i = 0; i < p->open.count; i++) {
    if (dt_is_open(&p->open.items[i], DT_TAG_table)) table = i;
    if (dt_is_open(&p->open.items[i], DT_TAG_template)) template = i;
  }
  if (template != UINT32_MAX && (table == UINT32_MAX || template > table))
    return (dt_node_place){p->open.items[template].node, DT_NO_NODE};
  if (table == UINT32_MAX) return (dt_node_place){p->open.items[0].node, DT_NO_NODE};
  dt_node_number node = p->open.items[table].node, parent = p->tree->nodes[node].parent;
  if (parent != DT_NO_NODE) return (dt_node_place){parent, node};
  return (dt_node_place){p->open.items[table - 1].node, DT_NO_NODE};
}

dt_node_place dt_insert_place(dt_parser *p, dt_node_number target) {
  if (target == DT_NO_NODE) target = dt_current(p)->node;
  const dt_html_node *node = &p->tree->nodes[target];
  if (p->foster && node->space == DT_NS_HTML && (dt_tag_categories(node->tag) & DT_FOSTER) != 0) return foster_place(p);
  return (dt_node_place){target, DT_NO_NODE};
}

dt_node_place dt_element_place(dt_parser *p) {
  if (p->open.count >= p->options->max_depth) {
    p->tree->too_deep = true;
    dt_pop(p);
  }
  return p->open.count != 0 ? dt_insert_place(p, DT_NO_NODE) : (dt_node_place){0};
}

/* Returns a name with U+FFFD for each control character: a saved wrapper has it in their place, as XML has none. */
static detm_text without_controls(dt_parser *p, detm_text name) {
  size_t controls = 0, length = 0;
  for (size_t i = 0; i < name.length; i++) controls += (unsigned char)name.data[i] < ' ';
  if (controls == 0) return name;

  char *copy = DT_ARRAY(p->arena, char, name.length + 2 * controls);
  for (size_t i = 0; i < name.length; i++) {
    uint32_t code = (unsigned char)name.data[i];
    if (code < ' ')
      length += dt_utf8_write(copy + length, 0xFFFD);
    else
      copy[length++] = name.data[i];
  }
  return (detm_text){copy, length};
}

/* Returns the number of the token's tag. */
static dt_tag number_of_token(dt_parser *p) {
  if (p->tag != DT_TAG_FOREIGN) return p->tag;
  dt_slice slice = p->token.text;
  slice.raw |= DT_RAW_UPPER;
  detm_text name = without_controls(p, dt_html_text(p->tree, slice, false));
  return dt_tag_number(name.data, name.length);
}

/* Checks whether a base element has an address, and is not in a part of the page that browsers do not show. */
static bool is_base(const dt_parser *p) {
  const dt_html_attribute *href = dt_token_attribute(p, "href");
  return href != NULL && href->value_length != 0 && p->open_of[DT_TAG_template] == 0 &&
         p->open_of[DT_TAG_noscript] == 0;
}

dt_node_number dt_element_of_token(dt_parser *p, dt_namespace space) {
  dt_html_tree *tree = p->tree;
  const dt_html_token *token = &p->token;
  dt_node_number number = dt_html_node_new(tree, DT_HTML_ELEMENT);
  uint32_t name = p->tag == DT_TAG_FOREIGN ? dt_html_piece_new(tree, token->text) : 0;
  dt_html_node *node = &tree->nodes[number];

  node->tag = number_of_token(p);
  node->space = (uint8_t)space;
  node->name = name;
  node->data = tree->attribute_count; /* the tokenizer wrote them there */
  node->attribute_count = (uint16_t)token->attribute_count;
  tree->attribute_count += token->attribute_count;
  dt_note_element(tree, number, token->json);
  if (p->tag == DT_TAG_base && space == DT_NS_HTML && tree->base == DT_NO_NODE && is_base(p)) tree->base = number;
  return number;
}

static void insert_at(dt_parser *p, dt_node_number node, dt_node_place place) {
  dt_html_insert(p->tree, node, place.parent, place.before);
}

dt_node_number dt_insert_element(dt_parser *p) {
  dt_node_place place = dt_element_place(p);
  dt_node_number node = dt_element_of_token(p, DT_NS_HTML);
  insert_at(p, node, place);
  dt_push(p, node, DT_NS_HTML);
  return node;
}

void dt_insert_void(dt_parser *p) {
  dt_node_place place = dt_insert_place(p, DT_NO_NODE);
  insert_at(p, dt_element_of_token(p, DT_NS_HTML), place);
}

void dt_insert_missing(dt_parser *p, dt_tag tag) {
  dt_node_place place = dt_element_place(p);
  dt_node_number node = dt_html_node_new(p->tree, DT_HTML_ELEMENT);
  p->tree->nodes[node].tag = tag;
  dt_note_element(p->tree, node, false);
  insert_at(p, node, place);
  dt_push(p, node, DT_NS_HTML);
}

/* ---- texts, comments ---- */

static void count_text(dt_html_tree *tree, dt_slice text, dt_node_number parent) {
  const char *end = text.data + text.length;
  if (dt_tag_is(tree->nodes[parent].tag, DT_UNREAD) || dt_scan_past_spaces(text.data, end) == end) return;
  tree->text_bytes += text.length;
}

void dt_insert_text(dt_parser *p, dt_slice text) {
  if (text.length == 0) return;
  dt_html_tree *tree = p->tree;
  dt_node_place place = dt_insert_place(p, DT_NO_NODE);
  if (place.parent == DT_NO_NODE) return;

  count_text(tree, text, place.parent);
  dt_node_number before =
      place.before != DT_NO_NODE ? tree->nodes[place.before].previous : tree->nodes[place.parent].last_child;
  uint32_t piece = dt_html_piece_new(tree, text);
  if (before != DT_NO_NODE && tree->nodes[before].kind == DT_HTML_TEXT) {
    tree->pieces[tree->nodes[before].name].next = piece;
    tree->nodes[before].name = piece;
    return;
  }

  dt_node_number node = dt_html_node_new(tree, DT_HTML_TEXT);
  tree->nodes[node].data = tree->nodes[node].name = piece;
  insert_at(p, node, place);
}

static dt_node_number comment_of_token(dt_parser *p) {
  dt_node_number node = dt_html_node_new(p->tree, DT_HTML_COMMENT);
  p->tree->nodes[node].data = dt_html_piece_new(p->tree, p->token.text);
  return node;
}

void dt_insert_comment(dt_parser *p) {
  dt_node_place place = dt_insert_place(p, DT_NO_NODE);
  insert_at(p, comment_of_token(p), place);
}

void dt_append_comment(dt_parser *p, dt_node_number parent) {
  insert_at(p, comment_of_token(p), (dt_node_place){parent, DT_NO_NODE});
}

/* ---- white space ---- */

/* Decodes the references of the token's text, which may mean white space. */
static void resolve_references(dt_parser *p) {
  dt_slice *text = &p->token.text;
  if ((text->raw & DT_RAW_REFERENCE) == 0) return;
  p->tree->buffer.length = 0;
  text->raw |= DT_RAW_KEEP_NUL;
  dt_slice_decode(*text, false, &p->tree->buffer);
  if (p->tree->buffer.failed) dt_scope_leave(p->arena->scope, DETM_NO_MEMORY);
  uint32_t nul = memchr(p->tree->buffer.data, 0, p->tree->buffer.length) != NULL ? DT_RAW_NUL | DT_RAW_KEEP_NUL : 0;
  *text = (dt_slice){dt_arena_copy(p->arena, p->tree->buffer.data, p->tree->buffer.length),
                     (uint32_t)p->tree->buffer.length, nul};
}

dt_slice dt_take_space(dt_parser *p) {
  resolve_references(p);
  dt_slice *text = &p->token.text, space = *text;
  space.length = 0;
  while (space.length < text->length && dt_is_html_space(text->data[space.length])) space.length++;
  text->data += space.length;
  text->length -= space.length;
  return space;
}

void dt_note_text(dt_parser *p) {
  if (p->frames_not_ok) return;
  dt_take_space(p);
  dt_slice rest = p->token.text;
  for (uint32_t i = 0; i < rest.length; i++)
    if (rest.data[i] != '\0' && !dt_is_html_space(rest.data[i])) p->frames_not_ok = true;
}
