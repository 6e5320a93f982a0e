/* documents.c: documents of small pages, and drawings of them. */
#include "html/documents.h"

#include <criterion/criterion.h>

detm_page *document_of(const char *markup) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.parts = DETM_PAGE_DOCUMENT;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, &error);
  cr_assert_not_null(page, "%s", error.text);
  cr_assert_not_null(page->document);
  return page;
}

static xmlNodePtr next_in_document(xmlNodePtr node) {
  if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
  while (node != NULL && node->next == NULL) node = node->parent;
  return node != NULL ? node->next : NULL;
}

xmlNodePtr root_of(const detm_page *page) {
  xmlNodePtr node = page->document->children;
  while (node != NULL && node->type != XML_ELEMENT_NODE) node = node->next;
  cr_assert_not_null(node);
  return node;
}

xmlNodePtr element_of(const detm_page *page, const char *name) {
  xmlNodePtr node = root_of(page);
  while (node != NULL && (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, name) != 0))
    node = next_in_document(node);
  return node;
}

static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void add_folded(const char *text, dt_buffer *out) {
  for (; *text != '\0'; text++)
    if (!is_white(*text)) {
      dt_buffer_byte(out, *text);
    } else if (!is_white(text[1])) {
      dt_buffer_byte(out, ' ');
    }
}

static bool is_emptied(const xmlNode *node) {
  const char *name = (const char *)node->name;
  return strcmp(name, "script") == 0 || strcmp(name, "style") == 0 || strcmp(name, "template") == 0;
}

static void draw_element(const xmlNode *node, dt_buffer *out) {
  dt_buffer_format(out, "<%s", (const char *)node->name);
  for (const xmlAttr *a = node->properties; a != NULL && !is_emptied(node); a = a->next) {
    dt_buffer_format(out, " %s", (const char *)a->name);
    dt_buffer_format(out, "=\"%s\"", a->children != NULL ? (const char *)a->children->content : "");
  }
  dt_buffer_byte(out, '>');
  if (!is_emptied(node)) draw_nodes(node->children, out);
  dt_buffer_format(out, "</%s>", (const char *)node->name);
}

void draw_nodes(const xmlNode *node, dt_buffer *out) {
  for (; node != NULL; node = node->next) {
    if (node->type == XML_ELEMENT_NODE) draw_element(node, out);
    if (node->type == XML_COMMENT_NODE || node->type == XML_PI_NODE) dt_buffer_text(out, "<!>");
    if (node->type != XML_TEXT_NODE) continue;
    dt_buffer_byte(out, '\''); /* separates neighbouring texts */
    add_folded((const char *)node->content, out);
    dt_buffer_byte(out, '\'');
  }
}

void expect_within(const char *markup, const char *name, const char *expected) {
  detm_page *page = document_of(markup);
  xmlNodePtr element = element_of(page, name);
  dt_buffer out = {0};
  if (element != NULL) draw_nodes(element->children, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  detm_page_free(page);
}
