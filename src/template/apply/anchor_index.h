/* template/apply/anchor_index.h: finds the nodes that anchors start from, without scanning the page by XPath.
 *
 * The result is the same as that of the anchor's XPath (xpath_check.h) without its path. */
#ifndef DT_TEMPLATE_APPLY_ANCHOR_INDEX_H
#define DT_TEMPLATE_APPLY_ANCHOR_INDEX_H

#include "template/template.h"

#include <libxml/xpath.h>

/* An index of the elements of a page, in document order. */
typedef struct dt_locator {
  xmlDocPtr document;
  xmlNodePtr *elements;
  uint32_t *tags; /* hash of each element's name */
  uint32_t *ids;  /* hash of its id, 0 = it has no id */
  size_t count;
} dt_locator;

/* Indexes a document.  Returns false without memory; call dt_locator_free in either case. */
bool dt_locator_start(dt_locator *locator, xmlDocPtr document) DETM_CHECK;
void dt_locator_free(dt_locator *locator);

/* Returns the nodes that an anchor starts from, in document order, for the caller to free; NULL without memory.  Adds
 * the number of nodes visited to *looked. */
xmlNodeSetPtr dt_locate(const dt_locator *locator, const dt_anchor *anchor, unsigned long *looked) DETM_CHECK;

#endif
