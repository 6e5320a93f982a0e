/* template/locate.h: the elements that anchors start from, found faster than by XPath's scans of the whole page.
 *
 * What is found is what the XPath of the anchor without its path (xpath.h) finds. */
#ifndef DT_LOCATE_H
#define DT_LOCATE_H

#include "template/template.h"

#include <libxml/xpath.h>

/* The elements of a page in document order. */
typedef struct dt_locator {
  xmlDocPtr document;
  xmlNodePtr *elements;
  uint32_t *tags; /* hash of each element's name */
  uint32_t *ids;  /* and of its id, 0 = it has none */
  size_t count;
} dt_locator;

/* False without memory; dt_locator_free in any case. */
bool dt_locator_start(dt_locator *locator, xmlDocPtr document) DETM_CHECK;
void dt_locator_free(dt_locator *locator);

/* The nodes in document order, to be freed by the caller; NULL without memory.  *looked grows by the nodes that were
 * looked at. */
xmlNodeSetPtr dt_locate(const dt_locator *locator, const dt_anchor *anchor, unsigned long *looked) DETM_CHECK;

#endif
