/* template/locate.c: the elements that anchors start from. */
#include "template/locate.h"

#include <libxml/xpathInternals.h>
#include <stdlib.h>

/* ---- the elements of a page ---- */

/* Next node of the subtree of `top` in document order, NULL after the last. */
static xmlNodePtr next_in(const xmlNode *top, xmlNodePtr node) {
  if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
  while (node != top && node->next == NULL) node = node->parent;
  return node != top ? node->next : NULL;
}

static const char *attribute_of(const xmlNode *element, const char *name) {
  for (const xmlAttr *at = element->properties; at != NULL; at = at->next)
    if (strcmp((const char *)at->name, name) == 0)
      return at->children != NULL && at->children->content != NULL ? (const char *)at->children->content : "";
  return NULL;
}

/* Never 0, which is none. */
static uint32_t hash_of(const char *text) { return (uint32_t)dt_hash_bytes(text, strlen(text), 0) | 1; }

static size_t count_elements(xmlNodePtr root) {
  size_t count = 0;
  for (xmlNodePtr node = root; node != NULL; node = next_in(root, node)) count += node->type == XML_ELEMENT_NODE;
  return count;
}

bool dt_locator_start(dt_locator *l, xmlDocPtr document) {
  xmlNodePtr root = xmlDocGetRootElement(document);
  size_t count = count_elements(root);
  *l = (dt_locator){.document = document};
  l->elements = malloc((count + 1) * sizeof(xmlNodePtr));
  l->tags = malloc((count + 1) * sizeof *l->tags);
  l->ids = malloc((count + 1) * sizeof *l->ids);
  if (l->elements == NULL || l->tags == NULL || l->ids == NULL) return false;
  for (xmlNodePtr node = root; node != NULL; node = next_in(root, node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    const char *id = attribute_of(node, "id");
    l->elements[l->count] = node;
    l->tags[l->count] = hash_of((const char *)node->name);
    l->ids[l->count++] = id != NULL ? hash_of(id) : 0;
  }
  return true;
}

void dt_locator_free(dt_locator *l) {
  free(l->elements);
  free(l->tags);
  free(l->ids);
  *l = (dt_locator){0};
}

/* ---- comparing ---- */

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* A text that is compared with normalize-space of what is added to it. */
typedef struct comparison {
  const char *at; /* what is still to come of the value */
  bool begun, space;
} comparison;

static bool compare_more(comparison *c, const char *text) {
  for (; *text != '\0'; text++) {
    if (is_space(*text)) {
      c->space = c->begun;
      continue;
    }
    if (c->space && *c->at++ != ' ') return false;
    if (*c->at++ != *text) return false;
    c->begun = true;
    c->space = false;
  }
  return true;
}

/* normalize-space(node) = value */
static bool has_text(xmlNodePtr top, const char *value, unsigned long *looked) {
  comparison c = {.at = value};
  for (xmlNodePtr node = top; node != NULL; node = next_in(top, node)) {
    bool text = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
    ++*looked;
    if (text && node->content != NULL && !compare_more(&c, (const char *)node->content)) return false;
  }
  return *c.at == '\0';
}

static bool has_token(const char *list, const char *token, size_t length) {
  while (*list != '\0') {
    while (is_space(*list)) list++;
    const char *end = list;
    while (*end != '\0' && !is_space(*end)) end++;
    if ((size_t)(end - list) == length && length != 0 && memcmp(list, token, length) == 0) return true;
    list = end;
  }
  return false;
}

static bool has_tokens(const char *list, const char *tokens) {
  if (list == NULL) return false;
  for (;;) {
    while (is_space(*tokens)) tokens++;
    if (*tokens == '\0') return true;
    const char *end = tokens;
    while (*end != '\0' && !is_space(*end)) end++;
    if (!has_token(list, tokens, (size_t)(end - tokens))) return false;
    tokens = end;
  }
}

static bool has_value(const xmlNode *element, const char *name, const char *value) {
  const char *own = attribute_of(element, name);
  return own != NULL && strcmp(own, value) == 0;
}

/* ---- finding ---- */

static bool is_start(xmlNodePtr element, const dt_anchor *a, unsigned long *looked) {
  switch (a->kind) {
  case DT_ANCHOR_CAPTION:
    return has_text(element, a->value, looked);
  case DT_ANCHOR_ID:
    return has_value(element, "id", a->value);
  case DT_ANCHOR_CLASS:
    return has_tokens(attribute_of(element, "class"), a->value);
  case DT_ANCHOR_ATTRIBUTE:
    return has_value(element, a->name, a->value);
  case DT_ANCHOR_TOKEN:
    return has_tokens(attribute_of(element, a->name), a->value);
  case DT_ANCHOR_DATA:
    return a->value == NULL || has_value(element, "type", a->value);
  default:
    return true;
  }
}

static bool is_named(const xmlNode *node, const char *name) {
  return name == NULL || strcmp((const char *)node->name, name) == 0;
}

/* Texts among its children that are the value. */
static bool add_texts(xmlNodeSetPtr found, const xmlNode *element, const char *value, unsigned long *looked) {
  for (xmlNodePtr node = element->children; node != NULL; node = node->next) {
    if (node->type != XML_TEXT_NODE && node->type != XML_CDATA_SECTION_NODE) continue;
    if (has_text(node, value, looked) && xmlXPathNodeSetAddUnique(found, node) != 0) return false;
  }
  return true;
}

static bool add_starts(const dt_locator *l, const dt_anchor *a, xmlNodeSetPtr found, unsigned long *looked) {
  uint32_t tag = a->tag != NULL ? hash_of(a->tag) : 0;
  uint32_t id = a->kind == DT_ANCHOR_ID ? hash_of(a->value) : 0;
  bool fine = true;
  *looked += l->count / 16; /* most are passed over by their hash */
  for (size_t i = 0; i < l->count && fine; i++) {
    if ((tag != 0 && l->tags[i] != tag) || (id != 0 && l->ids[i] != id)) continue;
    xmlNodePtr element = l->elements[i];
    ++*looked;
    if (!is_named(element, a->tag)) continue;
    if (a->kind == DT_ANCHOR_TEXT) {
      fine = add_texts(found, element, a->value, looked);
    } else if (is_start(element, a, looked)) {
      fine = xmlXPathNodeSetAddUnique(found, element) == 0;
    }
  }
  return fine;
}

/* Within the <ld> that are children of the root element. */
static bool add_data(const dt_locator *l, const dt_anchor *a, xmlNodeSetPtr found, unsigned long *looked) {
  xmlNodePtr root = xmlDocGetRootElement(l->document), ld = root != NULL ? root->children : NULL;
  for (; ld != NULL; ld = ld->next) {
    if (ld->type != XML_ELEMENT_NODE || !is_named(ld, "ld")) continue;
    for (xmlNodePtr node = next_in(ld, ld); node != NULL; node = next_in(ld, node)) {
      ++*looked;
      if (node->type != XML_ELEMENT_NODE || !is_named(node, a->tag) || !is_start(node, a, looked)) continue;
      if (xmlXPathNodeSetAddUnique(found, node) != 0) return false;
    }
  }
  return true;
}

xmlNodeSetPtr dt_locate(const dt_locator *l, const dt_anchor *a, unsigned long *looked) {
  if (a->kind == DT_ANCHOR_PATH) return xmlXPathNodeSetCreate((xmlNodePtr)l->document);
  xmlNodeSetPtr found = xmlXPathNodeSetCreate(NULL);
  if (found == NULL) return NULL;
  if (a->kind == DT_ANCHOR_DATA ? add_data(l, a, found, looked) : add_starts(l, a, found, looked)) return found;
  xmlXPathFreeNodeSet(found);
  return NULL;
}
