/* tree/node.h: what everybody asks of a document's nodes.
 *
 * White space is XPath's: blank, tab, newline, carriage return. */
#ifndef DT_NODE_H
#define DT_NODE_H

#include "base/base.h"

#include <libxml/tree.h>

#define DT_WHITE " \t\n\r"

static inline bool dt_node_is(const xmlNode *node, const char *tag) {
  return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, tag) == 0;
}
static inline bool dt_node_is_text(const xmlNode *node) {
  return node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
}
/* What stands in a text; "" for any other node. */
static inline const char *dt_node_content(const xmlNode *node) {
  return dt_node_is_text(node) && node->content != NULL ? (const char *)node->content : "";
}
/* The node after `node` in document order, NULL after the last within `top`. */
const xmlNode *dt_node_next(const xmlNode *top, const xmlNode *node);

/* An attribute of an element, NULL = it has none of that name. */
const xmlAttr *dt_node_attribute(const xmlNode *element, const char *name);
/* What stands in an attribute, which in HTML is at most one text. */
static inline const char *dt_attribute_content(const xmlAttr *attribute) {
  return attribute->children != NULL ? dt_node_content(attribute->children) : "";
}
/* Both: NULL = there is no such attribute. */
const char *dt_node_value(const xmlNode *element, const char *name);

/* The first token at or behind `at`, *length long; NULL = there is none. */
const char *dt_next_token(const char *at, size_t *length);
/* Whether every token of `tokens` is one of `list`. */
bool dt_has_tokens(const char *list, const char *tokens);

#endif
