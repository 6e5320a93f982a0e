/* pages.c: small pages, outlines of them, and the invariants of trees. */
#include "html/pages.h"

#include <criterion/criterion.h>

detm_page *page_of_bytes(const char *bytes, size_t length) {
  detm_error error = DETM_ERROR_NONE;
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_TREE;
  detm_page *page = detm_page_parse(bytes, length, &options, &error);
  cr_assert_not_null(page, "%s", error.text);
  return page;
}

detm_page *page_of(const char *markup) { return page_of_bytes(markup, strlen(markup)); }

/* ---- outlines ---- */

static void add_text(const dt_tree *tree, dt_index node, dt_buffer *out) {
  detm_text text = dt_text_of(tree, node);
  unsigned flags = tree->nodes[node].flags;
  dt_buffer_byte(out, '"');
  dt_buffer_add(out, text.data, text.length);
  dt_buffer_byte(out, '"');
  if (flags & DT_NODE_LINKED) dt_buffer_byte(out, '@');
  if (flags & DT_NODE_BOLD) dt_buffer_byte(out, '*');
}

static void add_start(const dt_tree *tree, dt_index node, dt_buffer *out) {
  const dt_node *n = &tree->nodes[node];
  dt_buffer_text(out, dt_tag_text(tree, n->tag));
  if (n->flags & DT_NODE_HIDDEN) dt_buffer_byte(out, '!');
  for (uint32_t i = n->detail; i < n->detail + n->attribute_count; i++) {
    const dt_attribute *a = &tree->attributes[i];
    dt_buffer_format(out, "[%s=%.*s]", dt_attribute_text((dt_attribute_name)a->name), (int)a->length,
                     tree->values + a->start);
  }
}

static void add_children(const dt_tree *tree, dt_index parent, dt_buffer *out) {
  for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
    dt_index kid = dt_child(tree, parent, k);
    if (k != 0) dt_buffer_byte(out, ' ');
    if (tree->nodes[kid].tag == DT_TAG_TEXT) {
      add_text(tree, kid, out);
      continue;
    }
    add_start(tree, kid, out);
    if (tree->nodes[kid].kid_count == 0) continue;
    dt_buffer_byte(out, '{');
    add_children(tree, kid, out);
    dt_buffer_byte(out, '}');
  }
}

void outline(const dt_tree *tree, dt_buffer *out) {
  dt_index top = 0;
  if (tree->nodes[0].kid_count == 1 && tree->nodes[dt_child(tree, 0, 0)].tag == DT_TAG_body) top = dt_child(tree, 0, 0);
  add_children(tree, top, out);
}

void expect_outline(const char *markup, const char *expected) {
  detm_page *page = page_of(markup);
  dt_buffer out = {0};
  outline(&page->tree, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  detm_page_free(page);
}

dt_index first_of(const dt_tree *tree, const char *tag) {
  dt_tag number = dt_tag_number(tag, strlen(tag));
  for (dt_index node = 0; node < tree->node_count; node++)
    if (tree->nodes[node].tag == number) return node;
  return DT_NONE;
}

/* ---- invariants of trees ---- */

static void expect_sound_text(const dt_tree *tree, dt_index node, uint32_t text) {
  const dt_string *string = &tree->texts[text];
  detm_text all = dt_text_of(tree, node);
  cr_assert_eq(tree->nodes[node].detail, text, "texts follow the order of the page");
  cr_assert_eq(tree->text_nodes[text], node);
  cr_assert_eq(tree->nodes[node].kid_count, 0);
  cr_assert_gt(all.length, 0);
  cr_assert_eq(dt_utf8_valid(all.data, all.length), all.length);
  cr_assert(all.data[0] != ' ' && all.data[all.length - 1] != ' ');
  cr_assert_gt(string->count, 0);
  uint32_t at = string->start;
  for (uint32_t f = string->first; f < string->first + string->count; f++) {
    const dt_fragment *fragment = &tree->fragments[f];
    cr_assert_eq(fragment->start, at + (f != string->first && fragment->space), "fragments fill their text");
    at = fragment->start + fragment->length;
  }
  cr_assert_eq(at, string->start + string->length);
}

static void expect_sound_children(const dt_tree *tree, dt_index node) {
  const dt_node *n = &tree->nodes[node];
  dt_index next = node + 1;
  bool text = false;
  for (uint32_t k = 0; k < n->kid_count; k++) {
    dt_index kid = dt_child(tree, node, k);
    bool is_text = tree->nodes[kid].tag == DT_TAG_TEXT;
    cr_assert_eq(kid, next, "children lie end to end");
    cr_assert_eq(tree->nodes[kid].parent, node);
    cr_assert(!(text && is_text), "neighbouring texts are merged");
    cr_assert_eq(dt_shape_kids(tree->shapes, n->shape)[k], tree->nodes[kid].shape);
    text = is_text;
    next = tree->nodes[kid].end;
  }
  cr_assert_eq(n->end, next);
  cr_assert_eq(tree->shapes->shapes[n->shape].kid_count, n->kid_count);
}

void expect_sound(const dt_tree *tree) {
  uint32_t texts = 0, children = 0;
  cr_assert_eq(tree->nodes[0].parent, DT_NONE);
  cr_assert_eq(tree->nodes[0].end, tree->node_count);
  for (dt_index node = 0; node < tree->node_count; node++) {
    const dt_node *n = &tree->nodes[node];
    cr_assert(node == 0 || n->parent < node);
    cr_assert_eq(tree->shapes->shapes[n->shape].size, dt_size(tree, node));
    cr_assert_eq(tree->shapes->shapes[n->shape].tag, n->tag);
    cr_assert_neq(n->tag, DT_TAG_RUN);
    expect_sound_children(tree, node);
    if (n->tag == DT_TAG_TEXT) expect_sound_text(tree, node, texts++);
    children += n->kid_count;
  }
  cr_assert_eq(texts, tree->text_count);
  cr_assert_eq(children + 1, tree->node_count, "each node except the root is the child of one node");
}

/* ---- random pages ---- */

uint32_t draw(uint32_t *seed, uint32_t below) {
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 8) % below;
}

void add_soup(dt_buffer *out, uint32_t *seed, uint32_t pieces) {
  static const char *const tags[] = {"div",    "p",      "ul",         "li",     "table", "tbody", "tr",
                                     "td",     "th",     "dl",         "dt",     "dd",    "b",     "span",
                                     "a",      "h2",     "section",    "x-card", "br",    "img",   "form",
                                     "select", "option", "blockquote", "font",   "i",     "svg",   "button"};
  static const char *const others[] = {"text",
                                       " ",
                                       "a b",
                                       "\n",
                                       "&amp;",
                                       "&nbsp;",
                                       "\xE3\x80\x80",
                                       "商",
                                       "<!-- c -->",
                                       "<br>",
                                       "<br><br>",
                                       "<hr>",
                                       "<",
                                       "</",
                                       "<script>x</div></script>",
                                       "\xE2\x80\x8B"};
  static const char *const attributes[] = {
      "", "", "", " class=a", " href='x y'", " id=\"b\"", " hidden", " title", " style='display: none'"};
  for (uint32_t n = 0; n < pieces; n++) {
    const char *tag = tags[draw(seed, sizeof tags / sizeof *tags)];
    switch (draw(seed, 5)) {
    case 0:
    case 1:
      dt_buffer_format(out, "<%s%s>", tag, attributes[draw(seed, sizeof attributes / sizeof *attributes)]);
      break;
    case 2:
      dt_buffer_format(out, "</%s>", tag);
      break;
    default:
      dt_buffer_text(out, others[draw(seed, sizeof others / sizeof *others)]);
      break;
    }
  }
}
