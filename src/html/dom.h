/* html/dom.h: reads nodes and attributes of a document.
 *
 * White space is that of XPath: blank, tab, newline, carriage return. */
#ifndef DT_HTML_DOM_H
#define DT_HTML_DOM_H

#include "base/base.h"
#include "text/words.h"

#include <libxml/tree.h>

#define DT_WHITE " \t\n\r"

/* Compares two names; most differ in their first bytes. */
static inline bool dt_same_name(const char *a, const char *b) { return *a == *b && strcmp(a, b) == 0; }
static inline bool dt_node_is(const xmlNode *node, const char *tag) {
  return node->type == XML_ELEMENT_NODE && dt_same_name((const char *)node->name, tag);
}
/* Checks whether a node is an element with one of these names: "h1|h2". */
static inline bool dt_node_is_among(const xmlNode *node, const char *tags) {
  return node->type == XML_ELEMENT_NODE && dt_text_is_among(dt_text((const char *)node->name), tags);
}
static inline bool dt_node_is_text(const xmlNode *node) {
  return node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
}
/* Returns the number of an element in the order of the document, which is kept where libxml2 keeps it. */
static inline intptr_t dt_node_order(const xmlNode *element) { return -(intptr_t)element->content; }
/* Returns the content of a text node, "" for any other node. */
static inline const char *dt_node_content(const xmlNode *node) {
  return dt_node_is_text(node) && node->content != NULL ? (const char *)node->content : "";
}
/* Checks whether a string has nothing but white space. */
static inline bool dt_is_white_string(const char *text) { return text[strspn(text, DT_WHITE)] == '\0'; }
/* Returns the element at or after a node among its siblings, or NULL; the other direction; the first within a node. */
static inline const xmlNode *dt_element_from(const xmlNode *node) {
  while (node != NULL && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}
static inline const xmlNode *dt_node_next_element(const xmlNode *node) { return dt_element_from(node->next); }
static inline const xmlNode *dt_node_previous_element(const xmlNode *node) {
  do node = node->prev;
  while (node != NULL && node->type != XML_ELEMENT_NODE);
  return node;
}
static inline const xmlNode *dt_node_first_element(const xmlNode *node) { return dt_element_from(node->children); }
/* Returns the root element of a document, or NULL. */
static inline const xmlNode *dt_document_root(const xmlDoc *document) { return dt_element_from(document->children); }
/* Returns the node after `node` in document order, NULL after the last within `top`. */
const xmlNode *dt_node_next(const xmlNode *top, const xmlNode *node);

/* Returns the node after the subtree of `node`, NULL after the last within `top`. */
const xmlNode *dt_node_after(const xmlNode *top, const xmlNode *node);
/* Checks whether a node is `top` or within it. */
static inline bool dt_node_is_within(const xmlNode *node, const xmlNode *top) {
  while (node != NULL && node != top) node = node->parent;
  return node != NULL;
}

/* Returns an attribute of an element, or NULL. */
const xmlAttr *dt_node_attribute(const xmlNode *element, const char *name);
/* Returns the value of an attribute, which in HTML is at most one text node. */
static inline const char *dt_attribute_content(const xmlAttr *attribute) {
  return attribute->children != NULL ? dt_node_content(attribute->children) : "";
}
/* Returns the value of an attribute of an element, or NULL. */
const char *dt_node_value(const xmlNode *element, const char *name);

/* Returns the first token at or after `at`, or NULL, and sets *length. */
const char *dt_next_token(const char *at, size_t *length);
/* Checks whether `list` contains every token of `tokens`. */
bool dt_has_tokens(const char *list, const char *tokens);
/* Returns whether the list has one of the tokens. */
bool dt_has_any_token(const char *list, const char *const *tokens, size_t count);

#endif
