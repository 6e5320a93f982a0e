/* html5/nodes.c: prints the trees of pages as html5lib-tests write them, for tests/html5/construction.py.
 *
 *   nodes [DEPTH]     elements nested more deeply become siblings (default: 512)
 *
 * Reads cases from standard input: a line with a number of bytes, then these.  Prints the tree of each and a line
 * "#end".
 */
#include "html/parse/parse.h"
#include "html/parse/references.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct printer {
  dt_html_tree *tree;
  const char *page;
  size_t length;
  uint32_t max_depth;
  dt_arena arena;
  dt_scope scope;
} printer;

static void print_slice(dt_slice slice, bool value) {
  dt_buffer text = {0};
  dt_slice_decode(slice, value, &text);
  fwrite(text.data, 1, text.length, stdout);
  dt_buffer_free(&text);
}

static void indent(int depth) {
  printf("| ");
  for (int i = 0; i < depth; i++) printf("  ");
}

/* The attributes of foreign elements that have a namespace: "xlink href". */
static void print_attribute_name(const dt_html_node *node, dt_slice name) {
  static const char *const prefixes[] = {"xlink:", "xml:", "xmlns:"};
  static const char *const names[] = {"xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show",
                                      "xlink:title",   "xlink:type",    "xml:lang",   "xml:space",  "xmlns:xlink"};
  dt_buffer text = {0};
  dt_slice_decode(name, false, &text);
  dt_buffer_byte(&text, '\0');
  if (node->space != DT_NS_HTML)
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      for (size_t k = 0; strcmp(text.data, names[i]) == 0 && k < 3; k++)
        if (strncmp(text.data, prefixes[k], strlen(prefixes[k])) == 0) *strchr(text.data, ':') = ' ';
  fputs(text.data, stdout);
  dt_buffer_free(&text);
}

typedef struct shown {
  char *text;
  size_t size;
} shown;

static int by_text(const void *a, const void *b) { return strcmp(((const shown *)a)->text, ((const shown *)b)->text); }

static void print_attributes(printer *p, const dt_html_node *node, int depth) {
  shown *all = calloc(node->attribute_count + 1u, sizeof *all);
  FILE *out = stdout;
  for (uint32_t a = 0; a < node->attribute_count; a++) {
    const dt_html_attribute *attribute = &p->tree->attributes[node->data + a];
    stdout = open_memstream(&all[a].text, &all[a].size);
    print_attribute_name(node, dt_attribute_name_slice(attribute));
    printf("=\"");
    print_slice(dt_attribute_value_slice(attribute), true);
    printf("\"");
    fclose(stdout);
  }
  stdout = out;
  qsort(all, node->attribute_count, sizeof *all, by_text);
  for (uint32_t a = 0; a < node->attribute_count; a++) {
    indent(depth);
    printf("%s\n", all[a].text);
    free(all[a].text);
  }
  free(all);
}

static void print_node(printer *p, dt_node_number number, int depth) {
  static const char *const spaces[] = {"", "svg ", "math "};
  const dt_html_tree *tree = p->tree;
  const dt_html_node *node = &tree->nodes[number];
  indent(depth);
  switch ((dt_html_kind)node->kind) {
  case DT_HTML_ELEMENT:
    printf("<%s", spaces[node->space]);
    if (node->name != 0)
      print_slice(tree->pieces[node->name].slice, false);
    else
      printf("%s", node->tag == DT_TAG_foreignobject && node->space == DT_NS_SVG ? "foreignObject"
                                                                                 : dt_tag_known_name(node->tag));
    printf(">\n");
    print_attributes(p, node, depth + 1);
    break;
  case DT_HTML_TEXT:
    printf("\"");
    for (uint32_t piece = node->data; piece != 0; piece = tree->pieces[piece].next)
      print_slice(tree->pieces[piece].slice, false);
    printf("\"\n");
    break;
  case DT_HTML_COMMENT:
    printf("<!-- ");
    print_slice(tree->pieces[node->data].slice, false);
    printf(" -->\n");
    break;
  default:
    printf("<!DOCTYPE ");
    print_slice(tree->pieces[node->data].slice, false);
    if (node->attribute_count != 0) {
      printf(" \"");
      print_slice(tree->public_id, false);
      printf("\" \"");
      print_slice(tree->system_id, false);
      printf("\"");
    }
    printf(">\n");
    break;
  }
}

/* Prints the subtrees below a node in order, without recursion. */
static void print_tree(printer *p) {
  const dt_html_node *nodes = p->tree->nodes;
  int depth = 0;
  dt_node_number at = nodes[0].first_child;
  while (at != DT_NO_NODE) {
    print_node(p, at, depth);
    if (nodes[at].kind == DT_HTML_ELEMENT && nodes[at].tag == DT_TAG_template && nodes[at].space == DT_NS_HTML) {
      indent(++depth);
      printf("content\n");
    }
    if (nodes[at].first_child != DT_NO_NODE) {
      at = nodes[at].first_child;
      depth++;
      continue;
    }
    for (;;) {
      if (nodes[at].kind == DT_HTML_ELEMENT && nodes[at].tag == DT_TAG_template && nodes[at].space == DT_NS_HTML)
        depth--;
      if (nodes[at].next != DT_NO_NODE) {
        at = nodes[at].next;
        break;
      }
      at = nodes[at].parent;
      depth--;
      if (at == DT_NO_NODE) break;
    }
  }
}

static void parse(void *data) {
  printer *p = data;
  dt_html_tree_start(p->tree, &p->arena);
  dt_html_parse(p->tree, p->page, p->length, &(dt_html_options){.max_depth = p->max_depth, .max_nodes = SIZE_MAX});
}

int main(int argc, char **argv) {
  size_t length;
  uint32_t max_depth = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 512;
  while (scanf("%zu", &length) == 1) {
    char *page = malloc(length + 1);
    dt_html_tree tree;
    printer p = {.tree = &tree, .page = page, .length = length, .max_depth = max_depth};
    if (page == NULL || getchar() != '\n' || fread(page, 1, length, stdin) != length) return 2;
    dt_scope_start(&p.scope, 0);
    dt_arena_start(&p.arena, &p.scope);
    if (!dt_scope_run(&p.scope, parse, &p)) return 2;
    print_tree(&p);
    printf("#end\n");
    dt_html_tree_free(&tree);
    dt_arena_free(&p.arena);
    free(page);
  }
  return 0;
}
