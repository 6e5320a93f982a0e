/* tests/fuzz/fuzz-html.c: parses a page by the HTML standard.
 *
 * The nodes are linked soundly, not too deep and within their limit; all texts are valid UTF-8 from the page; leaving
 * attributes out does not change the tree.  If the first byte is below 32, it and a second one are not part of the
 * page: bits 0 to 2 are the options of dt_html_options, and bits 3 and 4 make the second byte the limit of depth or
 * nodes. */
#include "must.h"

#include "html/parse/parse.h"

enum { MAX_DEPTH = 40, MADE_BY_TOKEN = 256 /* nodes that the last token can make beyond the limit */ };

typedef struct parsing {
  const char *page;
  size_t length;
  dt_html_options options;
  dt_scope scope;
  dt_arena arena;
  dt_html_tree tree;
} parsing;

static void parse(void *data) {
  parsing *p = data;
  dt_html_tree_start(&p->tree, &p->arena);
  dt_html_parse(&p->tree, p->page, p->length, &p->options);
}

static void run(parsing *p) {
  dt_scope_start(&p->scope, 0);
  dt_arena_start(&p->arena, &p->scope);
  must(dt_scope_run(&p->scope, parse, p));
}

static void forget(parsing *p) {
  dt_html_tree_free(&p->tree);
  dt_arena_free(&p->arena);
}

static void read_options(parsing *p) {
  p->options = (dt_html_options){.max_depth = MAX_DEPTH, .max_nodes = SIZE_MAX};
  if (p->length < 2 || (unsigned char)*p->page >= 32) return;
  unsigned bits = (unsigned char)p->page[0], limit = (unsigned char)p->page[1];
  p->options.head_scripting = (bits & 1) != 0;
  p->options.stray_cells = (bits & 2) != 0;
  p->options.known_attributes_only = (bits & 4) != 0;
  if ((bits & 8) != 0) p->options.max_depth = DT_LEAST_DEPTH + limit % 32;
  if ((bits & 16) != 0) p->options.max_nodes = limit;
  p->page += 2;
  p->length -= 2;
}

/* ---- the nodes ---- */

static void check_text(const dt_html_tree *tree, const dt_html_node *node) {
  must(node->first_child == DT_NO_NODE && node->data != 0);
  uint32_t last = 0;
  for (uint32_t piece = node->data; piece != 0; piece = tree->pieces[piece].next) last = piece;
  must(last == node->name);
}

static void check_element(const dt_html_tree *tree, const dt_html_node *node) {
  must(node->data + node->attribute_count <= tree->attribute_count);
  must((node->tag & DT_TAG_FOREIGN) != 0 ? node->name != 0 && node->name < tree->piece_count
                                         : node->tag < DT_TAG_COUNT && node->tag > DT_TAG_RUN);
  if (node->space == DT_NS_HTML && (dt_tag_categories(node->tag) & DT_VOID) != 0) must(node->first_child == DT_NO_NODE);
}

static void check_node(const dt_html_tree *tree, dt_node_number at) {
  const dt_html_node *nodes = tree->nodes, *node = &nodes[at], *parent = &nodes[node->parent];
  must(node->parent < tree->node_count && (parent->kind == DT_HTML_ELEMENT || parent->kind == DT_HTML_DOCUMENT));
  must((node->previous == DT_NO_NODE ? parent->first_child : nodes[node->previous].next) == at);
  must((node->next == DT_NO_NODE ? parent->last_child : nodes[node->next].previous) == at);
  if (node->next != DT_NO_NODE) must(nodes[node->next].parent == node->parent);
  if (node->first_child != DT_NO_NODE) must(nodes[node->first_child].parent == at);
  if (node->kind == DT_HTML_TEXT) check_text(tree, node);
  if (node->kind == DT_HTML_ELEMENT) check_element(tree, node);
  if (node->kind == DT_HTML_COMMENT || node->kind == DT_HTML_DOCTYPE)
    must(node->first_child == DT_NO_NODE && node->data < tree->piece_count);
}

/* Walks over the tree without recursion; each node is reached at most once. */
static void check_nodes(const dt_html_tree *tree, uint32_t max_depth) {
  const dt_html_node *nodes = tree->nodes;
  uint32_t seen = 1, depth = 1;
  dt_node_number at = nodes[0].first_child;
  while (at != DT_NO_NODE) {
    must(at < tree->node_count && ++seen <= tree->node_count && depth <= 4 * max_depth);
    check_node(tree, at);
    if (nodes[at].first_child != DT_NO_NODE) {
      at = nodes[at].first_child;
      depth++;
      continue;
    }
    while (nodes[at].next == DT_NO_NODE && nodes[at].parent != DT_NO_NODE) {
      at = nodes[at].parent;
      depth--;
    }
    at = nodes[at].next;
  }
}

/* The document has a doctype and the element html at most once, and comments. */
static void check_document(const dt_html_tree *tree) {
  uint32_t elements = 0, doctypes = 0;
  for (dt_node_number at = tree->nodes[0].first_child; at != DT_NO_NODE; at = tree->nodes[at].next) {
    const dt_html_node *node = &tree->nodes[at];
    must(node->kind != DT_HTML_TEXT);
    elements += node->kind == DT_HTML_ELEMENT;
    doctypes += node->kind == DT_HTML_DOCTYPE;
    if (node->kind == DT_HTML_ELEMENT) must(node->tag == DT_TAG_html && node->space == DT_NS_HTML);
  }
  must(doctypes <= 1 && elements <= 1 && (elements == 1 || tree->full));
  if (tree->base != DT_NO_NODE) must(tree->nodes[tree->base].tag == DT_TAG_base);
}

/* ---- texts ---- */

static bool is_in_page(const parsing *p, const char *data, size_t length) {
  return data >= p->page && length <= p->length && (size_t)(data - p->page) <= p->length - length;
}

/* Texts whose references were resolved, and names that foreign elements write differently, are not in the page. */
static void check_texts(const parsing *p) {
  const dt_html_tree *tree = &p->tree;
  dt_buffer text = {0};
  for (uint32_t piece = 1; piece < tree->piece_count; piece++) {
    dt_slice slice = tree->pieces[piece].slice;
    bool resolved = (slice.raw & ~(uint32_t)(DT_RAW_NUL | DT_RAW_KEEP_NUL | DT_RAW_DROP_NUL)) == 0;
    must(resolved || is_in_page(p, slice.data, slice.length));
    text.length = 0;
    dt_slice_decode(slice, false, &text);
    must(!text.failed && dt_utf8_valid(text.data, text.length) == text.length);
    must(text.length == 0 || memchr(text.data, '\0', text.length) == NULL);
  }
  dt_buffer_free(&text);
  for (uint32_t i = 0; i < tree->attribute_count; i++) {
    const dt_html_attribute *attribute = &tree->attributes[i];
    must(attribute->name_raw == 0 || is_in_page(p, attribute->name, attribute->name_length));
    must(is_in_page(p, attribute->value, attribute->value_length));
  }
}

/* ---- options ---- */

/* Checks that the tree has the same nodes with all attributes. */
static void check_all_attributes(const parsing *p) {
  parsing all = {.page = p->page, .length = p->length, .options = p->options};
  all.options.known_attributes_only = false;
  run(&all);
  must(all.tree.node_count == p->tree.node_count && all.tree.too_deep == p->tree.too_deep);
  for (uint32_t i = 0; i < p->tree.node_count; i++) {
    const dt_html_node *a = &all.tree.nodes[i], *b = &p->tree.nodes[i];
    must(a->parent == b->parent && a->previous == b->previous && a->first_child == b->first_child);
    must(a->kind == b->kind && a->tag == b->tag && a->space == b->space && a->name == b->name);
    must(a->attribute_count >= b->attribute_count);
  }
  forget(&all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parsing p = {.page = (const char *)data, .length = size};
  if (dt_utf8_valid(p.page, size) != size) return 0;
  read_options(&p);
  if (dt_utf8_valid(p.page, p.length) != p.length) return 0; /* the limit was a part of a character */
  run(&p);
  check_nodes(&p.tree, p.options.max_depth);
  check_document(&p.tree);
  check_texts(&p);
  must(p.tree.full == (p.tree.node_count - 1 > p.options.max_nodes));
  if (p.tree.full) must(p.tree.node_count - 1 <= p.options.max_nodes + MADE_BY_TOKEN);
  if (p.options.known_attributes_only) check_all_attributes(&p);
  forget(&p);
  return 0;
}
