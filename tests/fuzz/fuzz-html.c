/* tests/fuzz/fuzz-html.c: parses a page by the HTML standard.
 *
 * The links of the nodes agree with each other, no element is deeper than the limit, and all texts are valid UTF-8. */
#include "must.h"

#include "html/parse/parse.h"

enum { MAX_DEPTH = 40 };

typedef struct parsing {
  const char *page;
  size_t length;
  dt_arena arena;
  dt_html_tree tree;
} parsing;

static void parse(void *data) {
  parsing *p = data;
  dt_html_tree_start(&p->tree, &p->arena);
  dt_html_parse(&p->tree, p->page, p->length, &(dt_html_options){.max_depth = MAX_DEPTH, .max_nodes = SIZE_MAX});
}

static void check_text(const dt_html_tree *tree, const dt_html_node *node) {
  must(node->first_child == DT_NO_NODE && node->data != 0);
  uint32_t last = 0;
  for (uint32_t piece = node->data; piece != 0; piece = tree->pieces[piece].next) last = piece;
  must(last == node->name);
}

/* Walks over the tree without recursion; returns the number of nodes. */
static uint32_t check_nodes(const dt_html_tree *tree) {
  const dt_html_node *nodes = tree->nodes;
  uint32_t seen = 1, depth = 1;
  dt_node_number at = nodes[0].first_child;
  while (at != DT_NO_NODE) {
    const dt_html_node *node = &nodes[at];
    must(at < tree->node_count && ++seen <= tree->node_count && depth <= 4 * MAX_DEPTH);
    must((node->previous == DT_NO_NODE ? nodes[node->parent].first_child : nodes[node->previous].next) == at);
    must((node->next == DT_NO_NODE ? nodes[node->parent].last_child : nodes[node->next].previous) == at);
    if (node->kind == DT_HTML_TEXT) check_text(tree, node);
    if (node->kind == DT_HTML_ELEMENT) must(node->data + node->attribute_count <= tree->attribute_count);
    if (node->first_child != DT_NO_NODE) {
      at = node->first_child;
      depth++;
      continue;
    }
    while (nodes[at].next == DT_NO_NODE && nodes[at].parent != DT_NO_NODE) {
      at = nodes[at].parent;
      depth--;
    }
    at = nodes[at].next;
  }
  return seen;
}

static void check_texts(const dt_html_tree *tree) {
  dt_buffer text = {0};
  for (uint32_t piece = 1; piece < tree->piece_count; piece++) {
    text.length = 0;
    dt_slice_decode(tree->pieces[piece].slice, false, &text);
    must(!text.failed && dt_utf8_valid(text.data, text.length) == text.length);
  }
  dt_buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (dt_utf8_valid((const char *)data, size) != size) return 0;
  dt_scope scope;
  parsing p = {.page = (const char *)data, .length = size};
  dt_scope_start(&scope, 0);
  dt_arena_start(&p.arena, &scope);
  must(dt_scope_run(&scope, parse, &p));
  must(check_nodes(&p.tree) <= p.tree.node_count);
  check_texts(&p.tree);
  dt_html_tree_free(&p.tree);
  dt_arena_free(&p.arena);
  return 0;
}
