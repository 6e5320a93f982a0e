/* html/tree_build.c: builds nodes in pre-order from the events of libxml2's HTML parser.
 *
 * There is one frame for each element that the parser has open.  A frame's target is the parent node of its content:
 * the element's own node, or an outer one if the tree keeps only the content (decoration, elements without end tag).
 * Targets are always on the path from the root to the last node, so that appending keeps pre-order. */
#include "html/tree_build.h"

#include "base/vec.h"

#include "html/parser.h"
#include "html/tree_freeze.h"
#include "html/visibility.h"
#include "text/fold.h"

#include <libxml/parserInternals.h>
#include <stdlib.h>

enum { CACHE_SIZE = 256 };

typedef struct frame {
  dt_index target;
  uint32_t chain;
  uint32_t bytes;      /* bytes of text before the element */
  uint16_t text_flags; /* flags of texts directly within */
  bool skip;
} frame;

/* Number of a name, cached by pointer: the parser passes the same pointer for the same name. */
typedef struct cached_name {
  const xmlChar *name;
  uint32_t number;
} cached_name;

typedef struct events {
  dt_builder builder;
  htmlParserCtxtPtr parser;
  dt_limits *limits;
  detm_status status;
  uint32_t depth;
  bool pending_space; /* white space since the last text */
  uint32_t icon;      /* chain of the empty element since the last text, or 0 */
  bool fragment_open; /* the next characters continue the last fragment */
  cached_name tags[CACHE_SIZE], attributes[CACHE_SIZE];
  frame frames[DT_PARSER_DEEPEST + 1];
} events;

static void stop(events *e, detm_status status) {
  if (e->status == DETM_OK) e->status = status;
  xmlStopParser(e->parser);
}

/* Checks whether to skip the rest of the page. */
static bool is_over(events *e) {
  if (e->status == DETM_OK && dt_limits_late(e->limits)) stop(e, DETM_LIMIT);
  return e->status != DETM_OK;
}

/* Reserves one more item in an array of the tree; stops and returns false without memory. */
#define RESERVE(e, array, count)                                                                                       \
  (DT_RESERVE((e)->builder.arena, (e)->builder.tree->array, (count), (e)->builder.array##_capacity, 1) ||              \
   (stop((e), DETM_NO_MEMORY), false))

static unsigned slot_of(const xmlChar *name) { return (unsigned)(dt_hash_mix(0, (uintptr_t)name) >> 40) % CACHE_SIZE; }

static dt_tag tag_of(events *e, const xmlChar *name) {
  cached_name *cached = &e->tags[slot_of(name)];
  if (cached->name == name) return cached->number;
  dt_tree *tree = e->builder.tree;
  size_t length = strlen((const char *)name);
  *cached = (cached_name){name, dt_tag_number((const char *)name, length)};
  if ((cached->number & DT_TAG_FOREIGN) && RESERVE(e, foreign, tree->foreign_count)) {
    char *copy = dt_arena_copy(e->builder.arena, (const char *)name, length);
    if (copy != NULL)
      tree->foreign[tree->foreign_count++] = (dt_foreign){cached->number, copy};
    else
      stop(e, DETM_NO_MEMORY);
  }
  return cached->number;
}

static dt_attribute_name attribute_of(events *e, const xmlChar *name) {
  cached_name *cached = &e->attributes[slot_of(name)];
  if (cached->name != name)
    *cached = (cached_name){name, dt_attribute_number((const char *)name, strlen((const char *)name))};
  return cached->number;
}

static dt_index add_node(events *e, dt_tag tag, dt_index parent) {
  dt_tree *tree = e->builder.tree;
  if (tree->node_count >= e->limits->max_nodes) stop(e, DETM_LIMIT);
  if (e->status != DETM_OK || !RESERVE(e, nodes, tree->node_count)) return DT_NONE;
  tree->nodes[tree->node_count] = (dt_node){.tag = tag, .parent = parent, .detail = e->builder.attribute_count};
  return tree->node_count++;
}

static void add_attributes(events *e, dt_index node, const xmlChar **pairs) {
  dt_tree *tree = e->builder.tree;
  for (; pairs != NULL && pairs[0] != NULL; pairs += 2) {
    dt_attribute_name name = attribute_of(e, pairs[0]);
    const char *value = pairs[1] != NULL ? (const char *)pairs[1] : "";
    size_t length = strlen(value);
    if (name == DT_ATTRIBUTE_NONE || tree->nodes[node].attribute_count >= DT_ATTRIBUTE_COUNT) continue;
    if (!RESERVE(e, attributes, e->builder.attribute_count)) return;
    if (name == DT_ATTRIBUTE_hidden || (name == DT_ATTRIBUTE_style && dt_style_hides(value)))
      tree->nodes[node].flags |= DT_NODE_HIDDEN;
    tree->attributes[e->builder.attribute_count++] =
        (dt_attribute){name, (uint32_t)e->builder.values.length, (uint32_t)length};
    dt_buffer_add(&e->builder.values, value, length);
    tree->nodes[node].attribute_count++;
  }
}

static const char *value_of(events *e, const xmlChar **pairs, dt_attribute_name name) {
  for (; pairs != NULL && pairs[0] != NULL; pairs += 2)
    if (attribute_of(e, pairs[0]) == name) return pairs[1] != NULL ? (const char *)pairs[1] : "";
  return NULL;
}

/* Redirects content of `closed` to its parent from now on. */
static void close_target(events *e, dt_index closed) {
  for (uint32_t depth = e->depth; depth-- > 0 && e->frames[depth].target >= closed;)
    if (e->frames[depth].target == closed) e->frames[depth].target = e->builder.tree->nodes[closed].parent;
}

/* Adds missing end tags that the parser does not add: li in li, tr in td of a tr. */
static void supply_end_tags(events *e, dt_tag tag) {
  const dt_node *nodes = e->builder.tree->nodes;
  dt_index target = e->frames[e->depth - 1].target, row = nodes[target].parent;
  unsigned group = dt_tag_group(tag);
  if (group != 0 && group == dt_tag_group(nodes[target].tag)) {
    close_target(e, target);
  } else if (tag == DT_TAG_tr && dt_tag_group(nodes[target].tag) == dt_tag_group(DT_TAG_td) &&
             nodes[row].tag == DT_TAG_tr) {
    close_target(e, target);
    close_target(e, row);
  }
}

/* Stores a value, which may be NULL.  Returns its length. */
static uint32_t keep_value(events *e, const char *value) {
  if (value == NULL) return 0;
  size_t length = strlen(value);
  dt_buffer_add(&e->builder.values, value, length);
  return (uint32_t)length;
}

static void add_chain(events *e, frame *f, dt_tag tag, const xmlChar **pairs) {
  if (e->builder.chain_count == DT_MAX_CHAINS) stop(e, DETM_LIMIT);
  if (e->status != DETM_OK || !RESERVE(e, chains, e->builder.chain_count)) return;
  const char *class = NULL, *label = NULL, *title = NULL, *itemprop = NULL;
  for (; pairs != NULL && pairs[0] != NULL; pairs += 2) {
    dt_attribute_name name = attribute_of(e, pairs[0]);
    const char **value = name == DT_ATTRIBUTE_class        ? &class
                         : name == DT_ATTRIBUTE_aria_label ? &label
                         : name == DT_ATTRIBUTE_title      ? &title
                         : name == DT_ATTRIBUTE_itemprop   ? &itemprop
                                                           : NULL;
    if (value != NULL && *value == NULL) *value = pairs[1] != NULL ? (const char *)pairs[1] : "";
  }
  dt_chain chain = {.parent = f->chain, .tag = tag, .start = (uint32_t)e->builder.values.length};
  chain.class_length = keep_value(e, class);
  chain.label_length = keep_value(e, label != NULL ? label : title);
  chain.itemprop_length = keep_value(e, itemprop);
  f->chain = e->builder.chain_count;
  e->builder.tree->chains[e->builder.chain_count++] = chain;
}

static void open_element(events *e, frame *f, dt_tag tag, const xmlChar **pairs) {
  dt_index node = e->depth == 1 && tag == DT_TAG_html ? 0 : add_node(e, tag, f->target);
  if (node == DT_NONE) return;
  add_attributes(e, node, pairs);
  f->target = node;
  f->chain = 0;
  f->skip = dt_tag_is(tag, DT_LEAF);
  const char *href = tag == DT_TAG_a ? value_of(e, pairs, DT_ATTRIBUTE_href) : NULL;
  if (href != NULL && *href != '\0') f->text_flags |= DT_NODE_LINKED;
}

/* Checks whether an element separates words, even if the tree leaves it out. */
static bool separates_words(dt_tag tag) { return dt_tag_display(tag) != DT_DISPLAY_INLINE; }

static void start_element(void *context, const xmlChar *name, const xmlChar **pairs) {
  events *e = context;
  dt_tree *tree = e->builder.tree;
  if (is_over(e)) return;
  if (e->depth == e->limits->max_depth) {
    tree->cut = true;
    e->depth++;
    xmlStopParser(e->parser);
    return;
  }
  dt_tag tag = tag_of(e, name);
  frame *f = &e->frames[e->depth];
  unsigned classes = dt_tag_classes(tag);
  if (e->depth != 0 && !e->frames[e->depth - 1].skip) supply_end_tags(e, tag);
  *f = e->depth != 0 ? e->frames[e->depth - 1] : (frame){0};
  e->depth++;
  const char *base = tag == DT_TAG_base ? value_of(e, pairs, DT_ATTRIBUTE_href) : NULL;
  if (base != NULL && tree->base_href.length == 0) {
    char *copy = dt_arena_copy(e->builder.arena, base, strlen(base));
    if (copy != NULL) tree->base_href = dt_text(copy);
  }
  if (f->skip) return;
  if (classes & DT_DROP) {
    if (tag == DT_TAG_svg) { /* an icon may say what the text after it is, and separates it from the text before */
      uint32_t outer = f->chain;
      add_chain(e, f, tag, pairs);
      e->icon = f->chain;
      e->fragment_open = false;
      f->chain = outer;
    }
    f->skip = true;
    return;
  }
  e->fragment_open = false;
  if (separates_words(tag)) e->pending_space = true;
  if (classes & DT_BOLD) f->text_flags |= DT_NODE_BOLD;
  f->bytes = (uint32_t)e->builder.bytes.length;
  dt_node *last = &tree->nodes[tree->node_count - 1];
  bool after_break = tag == DT_TAG_br && tree->node_count > 1 && last->parent == f->target &&
                     (last->tag == DT_TAG_br || last->tag == DT_TAG_BR2);
  if (classes & DT_DECOR)
    add_chain(e, f, tag, pairs);
  else if (classes & DT_QUOTE)
    f->chain = 0;
  else if (after_break)
    last->tag = DT_TAG_BR2;
  else if (tag == DT_TAG_br)
    add_node(e, tag, f->target);
  else
    open_element(e, f, tag, pairs);
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

static void end_element(void *context, const xmlChar *name) {
  events *e = context;
  if (e->depth == 0 || is_over(e)) return;
  e->depth--;
  if (e->depth >= e->limits->max_depth) return;
  const frame *f = &e->frames[e->depth];
  dt_tag tag = tag_of(e, name);
  bool skipped = e->depth > 0 && e->frames[e->depth - 1].skip;
  if (skipped || dt_tag_is(tag, DT_DROP)) return;
  e->fragment_open = false;
  if (separates_words(tag)) e->pending_space = true;
  if (dt_tag_is(tag, DT_DECOR) && f->bytes == e->builder.bytes.length && e->icon == 0) e->icon = f->chain;
  if (!dt_tag_is(tag, DT_DECOR) && tag != DT_TAG_a) e->icon = 0;
  dt_tree *tree = e->builder.tree;
  dt_node *node = &tree->nodes[f->target];
  bool own = f->target != 0 && f->target < tree->node_count && node->tag == tag &&
             (e->depth == 0 || f->target != e->frames[e->depth - 1].target);
  if (own && tag == DT_TAG_a && f->target + 1 == tree->node_count) {
    e->builder.attribute_count = node->detail;
    tree->node_count--; /* an anchor without content separates nothing */
  } else if (own && dt_tag_is(tag, DT_HEADING) && holds_pieces(tree, f->target)) {
    node->flags |= DT_NODE_UNWRAP;
  }
}

/* Returns the text for characters at this position; opens one if needed. */
static dt_string *open_text(events *e, const frame *f) {
  dt_tree *tree = e->builder.tree;
  dt_index last = tree->node_count - 1;
  if (tree->node_count > 1 && tree->nodes[last].tag == DT_TAG_TEXT && tree->nodes[last].parent == f->target) {
    if (!(f->text_flags & DT_NODE_BOLD)) tree->nodes[last].flags &= (uint16_t)~DT_NODE_BOLD;
    return &tree->texts[tree->nodes[last].detail];
  }
  e->fragment_open = false;
  if (!RESERVE(e, texts, tree->text_count)) return NULL;
  dt_index node = add_node(e, DT_TAG_TEXT, f->target);
  if (node == DT_NONE) return NULL;
  tree->nodes[node].flags = f->text_flags;
  tree->nodes[node].detail = tree->text_count;
  tree->texts[tree->text_count] =
      (dt_string){(uint32_t)e->builder.bytes.length + e->pending_space, 0, e->builder.fragment_count, 0};
  return &tree->texts[tree->text_count++];
}

/* Adds characters without white space. */
static void add_word(events *e, const frame *f, const char *word, size_t length) {
  dt_string *text = open_text(e, f);
  dt_tree *tree = e->builder.tree;
  if (text == NULL || (!e->fragment_open && !RESERVE(e, fragments, e->builder.fragment_count))) return;
  /* Raised digits after a number, such as cents: "749<sup>90</sup>" is not 74990. */
  bool raised = !e->fragment_open && text->count != 0 && tree->chains[f->chain].tag == DT_TAG_sup &&
                dt_is_digit(word[0]) && dt_is_digit(e->builder.bytes.data[e->builder.bytes.length - 1]);
  bool space = e->pending_space || raised;
  if (space) dt_buffer_byte(&e->builder.bytes, ' ');
  if (!e->fragment_open) {
    tree->fragments[e->builder.fragment_count++] =
        (dt_fragment){(uint32_t)e->builder.bytes.length, 0, f->chain, e->icon & DT_MAX_CHAINS, space};
    e->icon = 0;
    text->count++;
  }
  dt_buffer_add(&e->builder.bytes, word, length);
  dt_fragment *fragment = &tree->fragments[e->builder.fragment_count - 1];
  fragment->length = (uint32_t)e->builder.bytes.length - fragment->start;
  text->length = (uint32_t)e->builder.bytes.length - text->start;
  e->pending_space = false;
  e->fragment_open = true;
}

static void characters(void *context, const xmlChar *bytes, int length) {
  events *e = context;
  if (e->depth == 0 || e->depth > e->limits->max_depth || is_over(e)) return;
  const frame *f = &e->frames[e->depth - 1];
  if (f->skip) return;
  for (const char *at = (const char *)bytes, *end = at + length; at < end;) {
    const char *word = at;
    unsigned space = 0;
    bool control = false, gap = false;
    for (; at < end; at++) {
      if (!dt_may_be_space(*at, DT_SPACE_VISIBLE)) continue;
      control = dt_is_control((const unsigned char *)at, (const unsigned char *)end);
      space = control ? 2 : dt_space_at(at, end, DT_SPACE_VISIBLE, &gap);
      if (space != 0) break;
    }
    if (at > word) add_word(e, f, word, (size_t)(at - word));
    if (control && space != 0) {
      char meant[4];
      add_word(e, f, meant, dt_utf8_write(meant, dt_control_meaning((unsigned char)at[1])));
    }
    e->pending_space = e->pending_space || gap;
    at += space;
  }
}

detm_status dt_tree_build(dt_tree *tree, dt_arena *arena, const char *markup, size_t length, dt_limits *limits,
                          detm_error *error) {
  htmlSAXHandler handler = {.startElement = start_element,
                            .endElement = end_element,
                            .characters = characters,
                            .ignorableWhitespace = characters,
                            .cdataBlock = characters};
  memset(tree, 0, sizeof *tree);
  events *e = malloc(sizeof *e);
  if (e == NULL) return dt_error_memory(error);
  memset(e, 0, offsetof(events, frames));
  dt_builder *builder = &e->builder;
  builder->tree = tree;
  builder->arena = arena;
  e->limits = limits;
  builder->chain_count = 1; /* 0: no decoration */
  /* `values` must not be NULL either: an empty value points into it */
  bool ready = dt_buffer_reserve(&builder->bytes, length / 2 + 64) && dt_buffer_reserve(&builder->values, 64) &&
               DT_RESERVE(arena, tree->chains, 0, builder->chains_capacity, 1);
  if (ready) tree->chains[0] = (dt_chain){0};
  if (ready && add_node(e, DT_TAG_html, DT_NONE) != DT_NONE && length != 0 &&
      !dt_parser_run(&e->parser, e, &handler, markup, length) && e->status == DETM_OK)
    e->status = DETM_NO_MEMORY;
  detm_status status = !ready || builder->bytes.failed || builder->values.failed ? DETM_NO_MEMORY : e->status;
  if (status == DETM_OK && !dt_builder_finish(builder)) status = DETM_NO_MEMORY;
  tree->bytes = builder->bytes.data;
  tree->values = builder->values.data;
  free(e);
  if (status == DETM_LIMIT) return dt_limits_report(limits, error);
  if (status != DETM_OK) return dt_error_memory(error);
  return DETM_OK;
}
