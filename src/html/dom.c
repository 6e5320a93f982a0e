/* html/dom.c: reads nodes, attributes and tokens. */
#include "html/dom.h"

const xmlNode *dt_node_next(const xmlNode *top, const xmlNode *node) {
  if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
  while (node != top && node->next == NULL) node = node->parent;
  return node != top ? node->next : NULL;
}

const xmlAttr *dt_node_attribute(const xmlNode *element, const char *name) {
  const xmlAttr *attribute = element->properties;
  while (attribute != NULL && strcmp((const char *)attribute->name, name) != 0) attribute = attribute->next;
  return attribute;
}

const char *dt_node_value(const xmlNode *element, const char *name) {
  const xmlAttr *attribute = dt_node_attribute(element, name);
  return attribute != NULL ? dt_attribute_content(attribute) : NULL;
}

const char *dt_next_token(const char *at, size_t *length) {
  at += strspn(at, DT_WHITE);
  *length = strcspn(at, DT_WHITE);
  return *length != 0 ? at : NULL;
}

static bool has_token(const char *list, const char *token, size_t length) {
  size_t own;
  for (const char *at = dt_next_token(list, &own); at != NULL; at = dt_next_token(at + own, &own))
    if (own == length && memcmp(at, token, length) == 0) return true;
  return false;
}

bool dt_has_tokens(const char *list, const char *tokens) {
  size_t length;
  for (const char *at = dt_next_token(tokens, &length); at != NULL; at = dt_next_token(at + length, &length))
    if (!has_token(list, at, length)) return false;
  return true;
}
