/* template/apply/anchor_index.c: finds the nodes that anchors start from. */
#include "template/apply/anchor_index.h"

#include "html/dom.h"
#include "template/apply/anchor_test.h"

#include <libxml/xpathInternals.h>
#include <limits.h>
#include <stdlib.h>

/* ---- the elements of a page ---- */

/* Hashes a text.  Never returns 0, which means no text. */
static uint32_t hash_of(const char *text) { return (uint32_t)dt_hash_bytes(text, strlen(text), 0) | 1; }

static size_t count_elements(const xmlNode *root) {
  size_t count = 0;
  for (const xmlNode *node = root; node != NULL; node = dt_node_next(root, node))
    count += node->type == XML_ELEMENT_NODE;
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
  for (const xmlNode *node = root; node != NULL; node = dt_node_next(root, node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    const char *id = dt_node_value(node, "id");
    l->elements[l->count] = (xmlNodePtr)(uintptr_t)node;
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

/* ---- finding ---- */

/* Adds the node if the anchor starts from it.  Returns false without memory. */
static bool add_if_fits(xmlNodeSetPtr found, const dt_anchor *a, xmlNodePtr node, unsigned long *looked) {
  return !dt_head_fits(a, node, ULONG_MAX, looked) || xmlXPathNodeSetAddUnique(found, node) == 0;
}

/* Adds the text children of an element that match a TEXT anchor.  Returns false without memory. */
static bool add_texts(xmlNodeSetPtr found, const dt_anchor *a, const xmlNode *element, unsigned long *looked) {
  bool fine = a->tag == NULL || dt_node_is(element, a->tag);
  if (!fine) return true;
  for (xmlNodePtr node = element->children; node != NULL && fine; node = node->next)
    fine = add_if_fits(found, a, node, looked);
  return fine;
}

static bool add_starts(const dt_locator *l, const dt_anchor *a, xmlNodeSetPtr found, unsigned long *looked) {
  uint32_t tag = a->tag != NULL ? hash_of(a->tag) : 0;
  uint32_t id = a->kind == DT_ANCHOR_ID ? hash_of(a->value) : 0;
  bool fine = true;
  *looked += l->count / 16; /* most are rejected by their hash alone */
  for (size_t i = 0; i < l->count && fine; i++) {
    if ((tag != 0 && l->tags[i] != tag) || (id != 0 && l->ids[i] != id)) continue;
    xmlNodePtr element = l->elements[i];
    ++*looked;
    fine = a->kind == DT_ANCHOR_TEXT ? add_texts(found, a, element, looked) : add_if_fits(found, a, element, looked);
  }
  return fine;
}

/* Adds matches of a DATA anchor: within <ld> children of the root element.  Returns false without memory. */
static bool add_data(const dt_locator *l, const dt_anchor *a, xmlNodeSetPtr found, unsigned long *looked) {
  xmlNodePtr root = xmlDocGetRootElement(l->document), ld = root != NULL ? root->children : NULL;
  for (; ld != NULL; ld = ld->next) {
    if (!dt_node_is(ld, "ld")) continue;
    for (const xmlNode *node = dt_node_next(ld, ld); node != NULL; node = dt_node_next(ld, node)) {
      ++*looked;
      if (!add_if_fits(found, a, (xmlNodePtr)(uintptr_t)node, looked)) return false;
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
