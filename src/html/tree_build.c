/* html/tree_build.c: builds the nodes of the tag tree in pre-order from the nodes of a parsed page.
 *
 * There is one frame for each element that is open on the walk over the page.  A frame's target is the parent node of
 * its content: the element's own node, or an outer one if the tree keeps only the content (decoration).  Targets are
 * always on the path from the root to the last node, so that appending keeps pre-order. */
#include "html/tree_build.h"

#include "html/control_value.h"
#include "html/parse/scan.h"
#include "html/pre_lines.h"
#include "html/span_cells.h"
#include "html/tree_freeze.h"
#include "html/visibility.h"
#include "text/fold.h"
#include "text/url.h"
#include "text/words.h"

enum { SEEN = 64 /* names of tags that are not in HTML, remembered by hash */ };

typedef enum frame_row { ROW_UNKNOWN, IS_ROW, IS_NO_ROW } frame_row;

typedef struct frame {
  dt_index target;
  uint32_t chain;
  uint32_t bytes;      /* bytes of text before the element */
  uint16_t text_flags; /* flags of texts directly within */
  bool skip;           /* its content is left out */
  bool hidden;         /* decoration around its content hides it */
  bool box;            /* a part of a table by its role, as a block */
  bool pre;            /* within a pre */
  bool lines;          /* within a pre whose lines are those of a list */
  frame_row row;       /* whether the decoration right within it are cells */
  dt_tag tag;
  dt_index nodes;            /* number of nodes before the element */
  uint32_t extra, extra_end; /* of decoration: its attributes among the extra ones */
} frame;

typedef struct events {
  dt_builder builder;
  dt_html_tree *page;
  dt_tree_origins *origins; /* NULL = not wanted */
  dt_node_number at;        /* the node of the page that is visited */
  DT_VEC(frame) frames;
  uint32_t indentation;               /* of the line of pre, in columns */
  uint32_t ended_lines;               /* of pre, since the last text or element */
  bool pending_space;                 /* white space since the last text */
  uint32_t icon;                      /* chain of the empty element since the last text, or 0 */
  uint32_t last_address, last_length; /* of the last link, in the values */
  bool fragment_open;                 /* the next characters continue the last fragment */
  dt_tag seen[SEEN];                  /* tags that are among the tree's foreign ones */
} events;

/* Reserves memory for more items in an array of the tree that is being built. */
#define RESERVE(e, array, count, more)                                                                                 \
  ((void)DT_RESERVE((e)->builder.scratch, (e)->builder.tree->array, (count), (e)->builder.array##_capacity, (more)))

static frame *top_of(events *e) { return &e->frames.items[e->frames.count - 1]; }

/* ---- names and values ---- */

/* Stores the name of an element whose tag has no number of its own. */
static void keep_name(events *e, const dt_html_node *element) {
  dt_tag *seen = &e->seen[element->tag % SEEN];
  if (*seen == element->tag) return;
  *seen = element->tag;
  dt_tree *tree = e->builder.tree;
  detm_text name = dt_html_text(e->page, e->page->pieces[element->name].slice, false);
  RESERVE(e, foreign, tree->foreign_count, 1);
  tree->foreign[tree->foreign_count++] =
      (dt_foreign){element->tag, dt_arena_copy(e->builder.arena, name.data, name.length)};
}

/* Stores a value.  Returns its length. */
static uint32_t keep_value(events *e, detm_text value) {
  dt_builder *b = &e->builder;
  DT_VEC_RESERVE(b->scratch, &b->values, value.length);
  if (value.length != 0) memcpy(b->values.items + b->values.count, value.data, value.length);
  b->values.count += (uint32_t)value.length;
  return (uint32_t)value.length;
}

/* Stores the name of an attribute in lower case, ended by NUL. */
static void keep_name_of(events *e, const dt_html_attribute *attribute) {
  dt_slice slice = {.data = attribute->name, .length = attribute->name_length, .raw = attribute->name_raw};
  uint32_t start = e->builder.values.count;
  uint32_t length = keep_value(e, dt_html_text(e->page, slice, true));
  dt_fold(e->builder.values.items + start, length);
  keep_value(e, (detm_text){"", 1});
}

/* ---- elements ---- */

static dt_index add_tree_node(events *e, dt_tag tag, dt_index parent) {
  dt_tree *tree = e->builder.tree;
  RESERVE(e, nodes, tree->node_count, 1);
  tree->nodes[tree->node_count] =
      (dt_node){.tag = tag, .parent = parent, .detail = e->builder.attribute_count, .shape = e->at};
  return tree->node_count++;
}

static void add_attribute(events *e, dt_index node, dt_attribute_name name, detm_text value) {
  dt_tree *tree = e->builder.tree;
  uint32_t start = e->builder.values.count;
  RESERVE(e, attributes, e->builder.attribute_count, 1);
  tree->attributes[e->builder.attribute_count++] = (dt_attribute){name, start, keep_value(e, value)};
  tree->nodes[node].attribute_count++;
}

/* Adds an attribute of decoration, or one of the page's own; its node is set when the decoration ends.  `start`: where
 * the value is already. */
static void add_extra(events *e, dt_index node, uint32_t chain, const dt_html_attribute *attribute, uint32_t start) {
  enum { MAX_LENGTH = 1000 }; /* bytes as the page writes it; a longer value is for the page's scripts */
  dt_tree *tree = e->builder.tree;
  dt_slice slice = dt_attribute_value_slice(attribute);
  if (slice.length > MAX_LENGTH) return;
  detm_text value = dt_html_text(e->page, slice, true);
  if (value.length == 0) return;

  RESERVE(e, extras, tree->extra_count, 1);
  dt_extra extra = {node, chain, attribute->number, start, (uint32_t)value.length};
  if (start == 0) {
    extra.start = e->builder.values.count;
    keep_value(e, value);
  }

  if (attribute->number == DT_ATTRIBUTE_NONE) {
    extra.name = DT_ATTRIBUTE_COUNT + e->builder.values.count;
    keep_name_of(e, attribute);
  }

  tree->extras[tree->extra_count++] = extra;
}

static bool is_data_attribute(const dt_html_attribute *attribute) {
  detm_text name = {attribute->name, attribute->name_length};
  return attribute->number == DT_ATTRIBUTE_NONE && dt_text_starts_ci(name, DT_TEXT("data-"));
}

/* Sets the node of the attributes of decoration. */
static void place_extras(events *e, const frame *f, dt_index node) {
  for (uint32_t x = f->extra; x < f->extra_end; x++) e->builder.tree->extras[x].node = node;
}

/* Whether the path of an address ends with one of some file name extensions, separated by blanks. */
static bool has_extension(detm_text address, const char *extensions) {
  size_t end = 0;
  while (end < address.length && address.data[end] != '?' && address.data[end] != '#') end++;
  detm_text path = {address.data, end};
  for (const char *at = extensions; *at != '\0'; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    if (dt_text_ends_ci(path, (detm_text){at, length})) return true;
    at += length;
  }
  return false;
}

/* Returns the address of a picture that a script loads later: of an attribute such as data-src, if src is missing or a
 * placeholder.  Empty: src is the address. */
static dt_slice late_picture(const events *e, const dt_html_node *element) {
  dt_slice found = {0}, src = {0};
  for (uint32_t a = 0; a < element->attribute_count; a++) {
    const dt_html_attribute *attribute = &e->page->attributes[element->data + a];
    detm_text name = {attribute->name, attribute->name_length};
    dt_slice slice = dt_attribute_value_slice(attribute);
    if (attribute->number == DT_ATTRIBUTE_src) src = slice;
    if (found.length != 0 || !dt_text_starts_ci(name, DT_TEXT("data-"))) continue;
    detm_text value = dt_html_text(e->page, slice, true);
    bool address = value.length != 0 && memchr(value.data, ' ', value.length) == NULL && *value.data != '{' &&
                   !dt_text_starts_ci(value, DT_TEXT("data:"));
    bool picture = dt_text_ends_ci(name, DT_TEXT("src")) || has_extension(value, ".jpg .jpeg .png .webp .avif");
    if (address && picture) found = slice;
  }

  detm_text now = dt_html_text(e->page, src, true);
  bool placeholder = now.length == 0 || dt_text_starts_ci(now, DT_TEXT("data:")) || has_extension(now, ".gif .svg");
  return placeholder ? found : (dt_slice){0};
}

/* Whether an element is a tip that is shown when the user points at another one, which refers to it by its id.  Pages
 * also give the role to what has a tip. */
static bool is_tip(const events *e, const dt_html_node *element) {
  return dt_text_equal_ci(dt_html_value_of(e->page, element, DT_ATTRIBUTE_role), DT_TEXT("tooltip")) &&
         dt_html_value_of(e->page, element, DT_ATTRIBUTE_id).length != 0;
}

static void add_attributes(events *e, dt_index node, const dt_html_node *element) {
  dt_tree *tree = e->builder.tree;
  dt_slice picture = tree->nodes[node].tag == DT_TAG_img ? late_picture(e, element) : (dt_slice){0};
  bool control = dt_is_control_with_value(element->tag), role = false;

  if (picture.length != 0) add_attribute(e, node, DT_ATTRIBUTE_src, dt_html_text(e->page, picture, true));
  for (uint32_t a = 0; a < element->attribute_count; a++) {
    const dt_html_attribute *attribute = &e->page->attributes[element->data + a];
    dt_attribute_name name = attribute->number;
    role = role || name == DT_ATTRIBUTE_role;
    if (is_data_attribute(attribute)) add_extra(e, node, 0, attribute, 0);
    if (name == DT_ATTRIBUTE_NONE || (name == DT_ATTRIBUTE_src && picture.length != 0)) continue;
    if (name == DT_ATTRIBUTE_value && control) {
      add_extra(e, node, 0, attribute, 0); /* of a hidden one, or what a box stands for */
      continue;
    }
    detm_text value = dt_html_text(e->page, dt_attribute_value_slice(attribute), true);
    if (name == DT_ATTRIBUTE_hidden || (name == DT_ATTRIBUTE_style && dt_style_hides(value)))
      tree->nodes[node].flags |= DT_NODE_HIDDEN;
    if (name == DT_ATTRIBUTE_href && tree->nodes[node].tag == DT_TAG_a && value.length != 0)
      top_of(e)->text_flags |= DT_NODE_LINKED;
    add_attribute(e, node, name, value);
  }

  if (role && is_tip(e, element)) tree->nodes[node].flags |= DT_NODE_HIDDEN;
  if (!control) return;
  bool chosen;
  detm_text value = dt_control_value(e->page, element, e->builder.scratch, &chosen);
  if (value.data != NULL) add_attribute(e, node, DT_ATTRIBUTE_value, value);
  if (chosen) add_attribute(e, node, DT_ATTRIBUTE_selected, DT_TEXT(""));
}

/* Checks whether an attribute of decoration can be a value of a record. */
static bool is_value(const dt_html_attribute *attribute) {
  switch (attribute->number) {
  case DT_ATTRIBUTE_aria_label:
  case DT_ATTRIBUTE_class:
  case DT_ATTRIBUTE_content:
  case DT_ATTRIBUTE_datetime:
  case DT_ATTRIBUTE_id:
  case DT_ATTRIBUTE_title:
    return true;
  default:
    return is_data_attribute(attribute);
  }
}

/* Keeps the class of decoration that has none but says its itemprop, of which it is the first word: "@price". */
static uint32_t keep_class_of_itemprop(events *e, detm_text itemprop) {
  size_t length = 0;
  while (length < itemprop.length && !dt_is_ascii_space(itemprop.data[length])) length++;
  if (length == 0) return 0;
  return keep_value(e, (detm_text){"@", 1}) + keep_value(e, (detm_text){itemprop.data, length});
}

/* Keeps the name of the symbol that a vector picture shows, as a class: <svg><use href="#bed"/></svg>. */
static uint32_t keep_class_of_symbol(events *e, const dt_html_node *picture, bool more) {
  const dt_html_node *nodes = e->page->nodes;
  for (dt_node_number child = picture->first_child; child != DT_NO_NODE; child = nodes[child].next) {
    if (nodes[child].kind != DT_HTML_ELEMENT) continue;
    detm_text address = dt_html_attribute_text(e->page, &nodes[child], "href");
    if (address.length == 0) address = dt_html_attribute_text(e->page, &nodes[child], "xlink:href");
    const char *name = address.length != 0 ? memchr(address.data, '#', address.length) : NULL;
    if (name != NULL)
      return keep_value(e, (detm_text){" ", more}) +
             keep_value(e, dt_text_between(name + 1, address.data + address.length));
  }
  return 0;
}

/* Adds an element to the decoration of a frame, and notes whether it hides its content. */
static void add_chain(events *e, frame *f, const dt_html_node *element, dt_tag tag) {
  dt_builder *b = &e->builder;
  if (b->chain_count == DT_MAX_CHAINS) dt_scope_leave(b->arena->scope, DETM_NO_MEMORY);
  RESERVE(e, chains, b->chain_count, 1);

  dt_slice class = {0}, label = {0}, title = {0}, itemprop = {0};
  bool hidden = false, values = false, role = false;
  for (uint32_t a = 0; a < element->attribute_count; a++) {
    const dt_html_attribute *attribute = &e->page->attributes[element->data + a];
    dt_slice value = dt_attribute_value_slice(attribute);
    if (attribute->number == DT_ATTRIBUTE_class) class = value;
    if (attribute->number == DT_ATTRIBUTE_aria_label) label = value;
    if (attribute->number == DT_ATTRIBUTE_title) title = value;
    if (attribute->number == DT_ATTRIBUTE_itemprop) itemprop = value;
    if (attribute->number == DT_ATTRIBUTE_hidden) hidden = true;
    if (attribute->number == DT_ATTRIBUTE_role) role = true;
    values = values || is_value(attribute);
    if (attribute->number == DT_ATTRIBUTE_style) hidden |= dt_style_hides(dt_html_text(e->page, value, true));
  }

  dt_chain chain = {.parent = f->chain, .tag = tag, .start = b->values.count};
  chain.class_length = keep_value(e, dt_html_text(e->page, class, true));
  if (chain.class_length == 0) chain.class_length = keep_class_of_itemprop(e, dt_html_text(e->page, itemprop, true));
  if (tag == DT_TAG_svg) chain.class_length += keep_class_of_symbol(e, element, chain.class_length != 0);
  chain.label_length = keep_value(e, dt_html_text(e->page, label.data != NULL ? label : title, true));
  chain.itemprop_length = keep_value(e, dt_html_text(e->page, itemprop, true));
  if (chain.class_length != 0) hidden |= dt_class_hides((detm_text){b->values.items + chain.start, chain.class_length});
  f->hidden |= hidden || (role && is_tip(e, element));
  f->chain = b->chain_count;
  b->tree->chains[b->chain_count++] = chain;
  f->extra = b->tree->extra_count;

  for (uint32_t a = 0; a < element->attribute_count && values; a++) {
    const dt_html_attribute *attribute = &e->page->attributes[element->data + a];
    bool of_class = attribute->number == DT_ATTRIBUTE_class;
    if (is_value(attribute)) add_extra(e, DT_NONE, f->chain, attribute, of_class ? chain.start : 0);
  }

  f->extra_end = b->tree->extra_count;
}

/* Checks whether an element is a part of a table by its role, or a box to tick: then it is a box, whatever its tag is.
 */
static bool is_part_of_table(const events *e, const dt_html_node *element) {
  for (uint32_t a = 0; a < element->attribute_count; a++) {
    const dt_html_attribute *attribute = &e->page->attributes[element->data + a];
    if (attribute->number == DT_ATTRIBUTE_aria_checked) return true;
    if (attribute->number != DT_ATTRIBUTE_role) continue;
    detm_text role = dt_html_text(e->page, dt_attribute_value_slice(attribute), true);
    if (dt_text_is_among(role, "row|cell|gridcell|columnheader|rowheader|rowgroup")) return true;
  }
  return false;
}

/* Checks whether the element of a frame, decoration, is a cell, as a style sheet has it. */
static bool is_span_cell(events *e, frame *f, const dt_html_node *element) {
  if (element->space != DT_NS_HTML || f == e->frames.items) return false;
  frame *around = f - 1;
  if (around->row == ROW_UNKNOWN)
    around->row = dt_is_span_row(e->page, &e->page->nodes[element->parent]) ? IS_ROW : IS_NO_ROW;
  return around->row == IS_ROW || dt_is_labelled_span(e->page, element);
}

static void open_node(events *e, frame *f, const dt_html_node *element) {
  dt_index node = e->frames.count == 1 ? 0 : add_tree_node(e, f->tag, f->target);
  f->target = node;
  if (f->tag != DT_TAG_a) f->chain = 0; /* what is around a link is around its text, as if there were no link */
  f->skip = dt_tag_is(f->tag, DT_LEAF);
  add_attributes(e, node, element);
}

/* Checks whether an element separates words, even if the tree leaves it out. */
static bool separates_words(dt_tag tag) { return dt_tag_display(tag) != DT_DISPLAY_INLINE; }

/* Notes an icon: it separates texts, and may be the label of the text after it. */
static void add_icon(events *e, const dt_html_node *element, dt_tag tag) {
  frame of_icon = *top_of(e);
  add_chain(e, &of_icon, element, tag);
  place_extras(e, &of_icon, of_icon.target);
  e->icon = of_icon.chain;
  e->fragment_open = false;
}

/* Keeps what a meta says of the element around it: <meta itemprop="sku" content="DK-5">. */
static void keep_meta(events *e, const dt_html_node *element) {
  frame of_meta = *top_of(e);
  add_chain(e, &of_meta, element, DT_TAG_meta);
  place_extras(e, &of_meta, of_meta.target);
}

/* Returns the node to which the attributes of decoration belong: the text in which it begins, else the element around.
 */
static dt_index node_of_decoration(const events *e, const frame *f) {
  const dt_tree *tree = e->builder.tree;
  dt_index node = f->nodes - 1;
  if (f->bytes == e->builder.bytes.count) return f->target;
  if (tree->nodes[node].tag == DT_TAG_TEXT) {
    const dt_string *text = &tree->texts[tree->nodes[node].detail];
    if (text->start + text->length > f->bytes) return node;
  }
  do node++;
  while (tree->nodes[node].tag != DT_TAG_TEXT);
  return node;
}

/* Adds line breaks: several in a row are one node, an empty line. */
static void add_line_breaks(events *e, dt_index parent, uint32_t count) {
  dt_tree *tree = e->builder.tree;
  dt_node *last = &tree->nodes[tree->node_count - 1];
  if (tree->node_count > 1 && last->parent == parent && (last->tag == DT_TAG_br || last->tag == DT_TAG_BR2))
    last->tag = DT_TAG_BR2;
  else
    add_tree_node(e, count == 1 ? DT_TAG_br : DT_TAG_BR2, parent);
}

/* Adds the ends of lines of pre before what follows them.  A reader sees none before the first text and after the last
 * one. */
static void break_lines(events *e, dt_index parent) {
  if (e->ended_lines != 0 && e->builder.tree->node_count - 1 != parent) add_line_breaks(e, parent, e->ended_lines);
  e->ended_lines = 0;
  e->fragment_open = false;
}

/* Opens an element.  Returns false if the tree leaves it out with its content. */
static bool enter_tree_element(events *e, const dt_html_node *element) {
  dt_tree *tree = e->builder.tree;
  dt_tag tag = element->tag;
  unsigned classes = dt_tag_classes(tag);

  if ((classes & DT_DROP) || dt_html_is_markup_text(e->page, element)) {
    if (tag == DT_TAG_svg) add_icon(e, element, tag);
    if (tag == DT_TAG_meta) keep_meta(e, element);
    return false;
  }

  if (element->name != 0) keep_name(e, element);
  DT_VEC_RESERVE(e->builder.scratch, &e->frames, 1);
  frame *f = &e->frames.items[e->frames.count++];
  *f = f > e->frames.items ? f[-1] : (frame){0};
  f->tag = tag;
  f->row = ROW_UNKNOWN;
  f->bytes = e->builder.bytes.count;
  f->nodes = tree->node_count;
  f->extra = f->extra_end = 0;
  e->fragment_open = false;
  f->box = (classes & DT_DECOR) && (is_part_of_table(e, element) || is_span_cell(e, f, element));
  if (f->box || separates_words(tag)) e->pending_space = true;
  if (e->ended_lines != 0 && !(classes & DT_DECOR)) break_lines(e, f->target);

  if (tag == DT_TAG_pre) {
    if (!f->pre) f->lines = dt_pre_has_lines(e->page, element);
    f->pre = true;
    e->indentation = e->ended_lines = 0;
  }

  if (classes & DT_BOLD) f->text_flags |= DT_NODE_BOLD;
  if (classes & DT_DECOR && !f->box)
    add_chain(e, f, element, tag);
  else if (classes & DT_QUOTE)
    f->chain = 0;
  else if (tag == DT_TAG_br)
    add_line_breaks(e, f->target, 1);
  else
    open_node(e, f, element);

  return true;
}

/* Checks for a heading with several parts, which lacks its end tag and is removed. */
static bool holds_pieces(const dt_tree *tree, dt_index heading) {
  unsigned pieces = 0;
  dt_index counted = DT_NONE;
  for (dt_index node = heading + 1, kid = node; node < tree->node_count; node++) {
    if (tree->nodes[node].parent == heading) kid = node;
    if (tree->nodes[node].tag != DT_TAG_TEXT || kid == counted) continue;
    counted = kid;
    if (++pieces == 3) return true;
  }
  return false;
}

/* The address of a link of the tree; data NULL = it has none, or an empty one. */
static detm_text address_of(const events *e, dt_index link) {
  const dt_tree *tree = e->builder.tree;
  const dt_node *node = &tree->nodes[link];
  for (uint32_t a = node->detail; a < node->detail + node->attribute_count; a++)
    if (tree->attributes[a].name == DT_ATTRIBUTE_href && tree->attributes[a].length != 0)
      return (detm_text){e->builder.values.items + tree->attributes[a].start, tree->attributes[a].length};
  return (detm_text){NULL, 0};
}

/* Checks whether an address leads anywhere that the link before does not: to a document behind an icon.  A link that
 * the page does not close is open in the next block again, where it shows nothing. */
static bool leads_elsewhere(const events *e, detm_text address) {
  return !dt_url_is_dead(address) &&
         !dt_text_equal(address, (detm_text){e->builder.values.items + e->last_address, e->last_length});
}

static void leave_tree(void *data, const dt_html_node *element) {
  (void)element;
  events *e = data;
  frame f = *top_of(e);
  e->frames.count--;
  e->fragment_open = false;
  if (f.tag == DT_TAG_pre) e->ended_lines = 0;
  bool decoration = dt_tag_is(f.tag, DT_DECOR) && !f.box;
  if (f.box || separates_words(f.tag)) e->pending_space = true;
  if (decoration && f.bytes == e->builder.bytes.count && e->icon == 0) e->icon = f.chain;
  if (!decoration && f.tag != DT_TAG_a) e->icon = 0;
  dt_tree *tree = e->builder.tree;
  dt_node *node = &tree->nodes[f.target];
  if (f.extra != f.extra_end) place_extras(e, &f, node_of_decoration(e, &f));

  bool own = e->frames.count != 0 && f.target != top_of(e)->target;
  detm_text address = own && f.tag == DT_TAG_a ? address_of(e, f.target) : (detm_text){NULL, 0};
  if (own && f.tag == DT_TAG_a && f.target + 1 == tree->node_count && !leads_elsewhere(e, address)) {
    e->builder.attribute_count = node->detail;
    while (tree->extra_count != 0 && tree->extras[tree->extra_count - 1].node == f.target) tree->extra_count--;
    tree->node_count--; /* an anchor without content separates nothing */
  } else if (own && dt_tag_is(f.tag, DT_HEADING) && holds_pieces(tree, f.target)) {
    node->flags |= DT_NODE_UNWRAP;
  }

  if (address.data == NULL) return;
  e->last_address = (uint32_t)(address.data - e->builder.values.items);
  e->last_length = (uint32_t)address.length;
}

/* ---- texts ---- */

/* Returns the text for characters at this position; opens one if needed. */
static dt_string *open_text(events *e, const frame *f) {
  dt_tree *tree = e->builder.tree;
  dt_index last = tree->node_count - 1;
  if (tree->node_count > 1 && tree->nodes[last].tag == DT_TAG_TEXT && tree->nodes[last].parent == f->target) {
    if (!(f->text_flags & DT_NODE_BOLD)) tree->nodes[last].flags &= (uint16_t)~DT_NODE_BOLD;
    return &tree->texts[tree->nodes[last].detail];
  }

  e->fragment_open = false;
  RESERVE(e, texts, tree->text_count, 1);
  dt_index node = add_tree_node(e, DT_TAG_TEXT, f->target);
  tree->nodes[node].flags = f->text_flags;
  tree->nodes[node].detail = tree->text_count;
  tree->texts[tree->text_count] =
      (dt_string){e->builder.bytes.count + e->pending_space, 0, e->builder.fragment_count, 0};
  return &tree->texts[tree->text_count++];
}

/* The number of letters that words begin with; bytes of other scripts count as letters. */
static uint32_t letters_at_start(const char *words, uint32_t length) {
  uint32_t letters = 0;
  while (letters < length && (dt_is_ascii_letter(words[letters]) || (unsigned char)words[letters] >= 0x80)) letters++;
  return letters;
}

/* Whether the element before, which is beside that of a frame, ends with a word of three letters or more. */
static bool is_word_beside(const events *e, const frame *f, uint32_t before) {
  enum { LEAST_LETTERS = 3 };
  const dt_tree *tree = e->builder.tree;
  const dt_fragment *last = &tree->fragments[e->builder.fragment_count - 1];
  const char *text = e->builder.bytes.items + last->start;
  dt_tag tag = tree->chains[f->chain].tag;
  if (before == 0 || tag == DT_TAG_sup || tag == DT_TAG_sub || dt_chain_is_within(tree, f->chain, before)) return false;
  return last->length >= LEAST_LETTERS &&
         letters_at_start(text + last->length - LEAST_LETTERS, LEAST_LETTERS) == LEAST_LETTERS;
}

/* Whether a text is a number without decimals, and has no letters: "€ 1,250", which may have cents after it. */
static bool is_whole_amount(detm_text text) {
  enum { GROUP = 3 /* digits after a comma or point */ };
  bool separated = false;
  size_t digits = 0;
  for (size_t i = 0; i < text.length; i++) {
    if (dt_is_ascii_letter(text.data[i])) return false;
    bool sign = text.data[i] == '.' || text.data[i] == ',';
    separated = separated || sign;
    digits = sign ? 0 : digits + dt_is_digit(text.data[i]);
  }
  return !separated || digits == GROUP;
}

/* Whether a number in an element of its own is another one than that before it, which `before` is the decoration of:
 * cents in a number ("12<i class=cents>99</i>"), one with an icon before it, the number of an element beside with
 * another class, or one whose signs say that it has ended ("<i>2:1</i><i>1:0</i>", "<i>73%</i><i>60%</i>"). */
static bool is_another_number(const events *e, const frame *f, uint32_t before, const char *words, uint32_t length) {
  const dt_tree *tree = e->builder.tree;
  const dt_fragment *last = &tree->fragments[e->builder.fragment_count - 1];
  const dt_chain *left = &tree->chains[before], *right = &tree->chains[f->chain];
  detm_text number = {e->builder.bytes.items + last->start, last->length}, more = {words, length};
  char end = number.data[number.length - 1];
  if ((!dt_is_digit(end) && end != '%') || right->tag == DT_TAG_sup || right->tag == DT_TAG_sub) return false;
  if (e->icon != 0) return true;

  bool classed = right->class_length != 0 && !dt_tag_is(right->tag, DT_HIGHLIGHT);
  if (dt_chain_is_within(tree, f->chain, before)) return classed && is_whole_amount(number) && length == 2;
  if (classed && left->class_length != 0) {
    const char *values = e->builder.values.items;
    detm_text own = {values + right->start, right->class_length}, other = {values + left->start, left->class_length};
    if (!dt_text_equal(own, other)) return true;
  }

  for (const char *sign = ":/.,"; *sign != '\0'; sign++) {
    bool in_number = memchr(number.data, *sign, number.length) != NULL;
    if (in_number && (strchr(":/", *sign) != NULL || memchr(more.data, *sign, more.length) != NULL)) return true;
  }
  return end == '%';
}

/* Whether a word is a number with a sign: a change beside a value, and not the end of a range or score ("2-3h.") if the
 * sign is a plus or the number has decimals or a per cent sign. */
static bool is_change(const char *words, uint32_t length) {
  const char *end = words + length, *at = words + 1;
  if (length < 2 || (*words != '+' && *words != '-') || !dt_is_digit(*at)) return false;
  if (*words == '+') return true;
  while (at < end && dt_is_digit(*at)) at++;
  if (end - at > 1 && (*at == '.' || *at == ',') && dt_is_digit(at[1])) return true;
  return at < end && *at == '%';
}

/* Whether words in an element of their own begin where others end without white space, and the page's style sets them
 * apart: a capital letter follows a small one, as a badge the title ("Tar<span class=badge>New</span>"), or a capital
 * or a word follows a number in an element beside ("<span>4</span><span>Mar</span>", "<b>12</b><span>posts</span>"),
 * or a number a word or another number there, or a change its value ("3.10<span class=up>+0.2</span>").  What is
 * raised, and the two letters of an ordinal or unit ("4th", "5km"), belong to the number. */
static bool reads_as_badge(const events *e, const frame *f, const dt_string *text, const char *words, uint32_t length) {
  enum { LEAST_LETTERS = 3 };
  const dt_tree *tree = e->builder.tree;
  bool capital = *words >= 'A' && *words <= 'Z', number = dt_is_digit(*words);
  if (e->fragment_open || text->count == 0 || f->chain == 0) return false;
  uint32_t before = tree->fragments[e->builder.fragment_count - 1].chain;
  if (before == f->chain || dt_chain_is_within(tree, before, f->chain)) return false;
  char last = e->builder.bytes.items[e->builder.bytes.count - 1];
  if (number) return is_word_beside(e, f, before) || is_another_number(e, f, before, words, length);
  if (is_change(words, length)) return dt_is_digit(last) && tree->chains[f->chain].class_length != 0;

  if (dt_is_digit(last)) {
    bool word = before != 0 && tree->chains[f->chain].tag != DT_TAG_sup && tree->chains[f->chain].tag != DT_TAG_sub &&
                letters_at_start(words, length) >= LEAST_LETTERS;
    return (capital || word) && !dt_chain_is_within(tree, f->chain, before);
  }

  return capital && last >= 'a' && last <= 'z' && tree->chains[f->chain].class_length != 0 &&
         !dt_tag_is(tree->chains[f->chain].tag, DT_HIGHLIGHT);
}

/* Adds characters without white space but for single blanks between them; `bytes` has capacity for them and a blank. */
static void add_text_words(events *e, const frame *f, const char *words, uint32_t length) {
  if (e->ended_lines != 0) break_lines(e, f->target);
  dt_string *text = open_text(e, f);
  dt_tree *tree = e->builder.tree;
  dt_builder *b = &e->builder;

  /* Raised digits after a number, such as cents: "749<sup>90</sup>" is not 74990. */
  bool raised = !e->fragment_open && text->count != 0 && tree->chains[f->chain].tag == DT_TAG_sup &&
                dt_is_digit(words[0]) && dt_is_digit(b->bytes.items[b->bytes.count - 1]);
  bool apart = !e->pending_space && (raised || reads_as_badge(e, f, text, words, length));
  bool space = e->pending_space || apart;
  if (space) b->bytes.items[b->bytes.count++] = ' ';

  if (!e->fragment_open) {
    RESERVE(e, fragments, b->fragment_count, 1);
    tree->fragments[b->fragment_count++] =
        (dt_fragment){b->bytes.count, 0, f->chain, e->icon & DT_MAX_CHAINS, space, apart, f->hidden};
    for (uint32_t c = f->chain; c != 0 && !tree->chains[c].filled; c = tree->chains[c].parent)
      tree->chains[c].filled = true;
    e->icon = 0;
    text->count++;
  }

  memcpy(b->bytes.items + b->bytes.count, words, length);
  b->bytes.count += length;
  dt_fragment *fragment = &tree->fragments[b->fragment_count - 1];
  fragment->length = b->bytes.count - fragment->start;
  text->length = b->bytes.count - text->start;
  e->pending_space = false;
  e->fragment_open = true;
}

/* The columns of white space before the words of a line of pre. */
static uint32_t indentation(const char *line, const char *end) {
  enum { TAB = 8 };
  uint32_t columns = 0;
  for (; line < end && (*line == ' ' || *line == '\t'); line++) columns += *line == ' ' ? 1 : TAB - columns % TAB;
  return line < end && *line == '\n' ? 0 : columns;
}

/* Notes the end of a line of pre.  A line that is set in continues the one before. */
static void note_pre_line_end(events *e, uint32_t columns) {
  enum { SET_IN = 2 };
  if (columns >= e->indentation + SET_IN) return;
  e->indentation = columns;
  e->ended_lines++;
}

static void add_text(events *e, detm_text text) {
  const frame *f = top_of(e);
  DT_VEC_RESERVE(e->builder.scratch, &e->builder.bytes, text.length + 2);
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    if (!f->lines && dt_is_ascii_space(*at)) {
      at = dt_scan_past_spaces(at, end);
      e->pending_space = true;
      continue;
    }
    unsigned space = dt_space_at(at, end, DT_SPACE_VISIBLE, &e->pending_space);
    if (f->lines && *at == '\n') note_pre_line_end(e, indentation(at + 1, end));
    at += space;
    if (space != 0) continue;
    const char *words = at;
    at = dt_skip_plain_words(at, end);
    while (at < end && (at == words || !dt_may_be_space(*at, DT_SPACE_VISIBLE))) at++;
    add_text_words(e, f, words, (uint32_t)(at - words));
  }
}

static void add_pieces(events *e, const dt_html_node *text) {
  uint32_t start = e->builder.bytes.count;
  for (uint32_t piece = text->data; piece != 0; piece = e->page->pieces[piece].next) {
    dt_slice slice = e->page->pieces[piece].slice;
    slice.raw &= ~(uint32_t)DT_RAW_CR; /* CR and LF are white space, which is folded */
    add_text(e, dt_html_text(e->page, slice, false));
  }
  if (e->origins != NULL) {
    e->origins->texts[e->at] = start;
    e->origins->ends[e->at] = e->builder.bytes.count;
  }
}

/* ---- the tree ---- */

/* Whether a page says that it is an article, as dt_content_declares_article has it. */
static bool declares_article(dt_html_tree *page) {
  for (uint32_t n = 0; n < page->noted.count; n++) {
    const dt_html_node *node = &page->nodes[page->noted.items[n]];
    if (node->tag != DT_TAG_meta) continue;
    detm_text name = dt_html_attribute_text(page, node, "property");
    if (name.length == 0) name = dt_html_attribute_text(page, node, "name");
    if (dt_text_equal_ci(name, DT_TEXT("article:published_time"))) return true;
    if (dt_text_equal_ci(name, DT_TEXT("og:type")) &&
        dt_text_equal_ci(dt_html_attribute_text(page, node, "content"), DT_TEXT("article")))
      return true;
  }
  return false;
}

static bool enter_tree(void *data, const dt_html_node *node) {
  events *e = data;
  e->at = (dt_node_number)(node - e->page->nodes);
  if (node->kind == DT_HTML_TEXT) add_pieces(e, node);
  if (node->kind != DT_HTML_ELEMENT || !enter_tree_element(e, node)) return false;
  if (!top_of(e)->skip) return true;
  leave_tree(e, node);
  return false;
}

void dt_tree_build(dt_tree *tree, dt_arena *arena, dt_arena *scratch, dt_html_tree *page, dt_tree_origins *origins) {
  events *e = DT_ZERO(scratch, events, 1);
  *tree = (dt_tree){.is_article = declares_article(page)};
  e->builder = (dt_builder){.tree = tree, .arena = arena, .scratch = scratch, .chain_count = 1 /* 0: no decoration */};
  e->page = page;
  e->origins = origins;

  if (origins != NULL) {
    origins->texts = DT_ZERO(arena, uint32_t, page->node_count);
    origins->ends = DT_ZERO(arena, uint32_t, page->node_count);
  }

  RESERVE(e, nodes, 0, page->node_count / 2); /* white space and decoration do not become nodes */
  RESERVE(e, chains, 0, 1);
  tree->chains[0] = (dt_chain){0};
  add_tree_node(e, DT_TAG_html, DT_NONE);
  dt_html_walk(page, enter_tree, leave_tree, e);
  if (origins == NULL) dt_html_tree_free(page);
  e->builder.origins = origins != NULL ? DT_ARRAY(arena, uint32_t, tree->node_count) : NULL;
  dt_builder_finish(&e->builder);
  if (origins != NULL) origins->nodes = e->builder.origins;
}
