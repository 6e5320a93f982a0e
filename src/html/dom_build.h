/* html/dom_build.h: makes nodes of libxml2's DOM in an arena.
 *
 * Without malloc for each node a document is built and freed several times as fast.  libxml2 must never free such a
 * node or the document (xmlFreeDoc, xmlUnlinkNode with xmlFreeNode): the arena does. */
#ifndef DT_HTML_DOM_BUILD_H
#define DT_HTML_DOM_BUILD_H

#include "base/base.h"

#include <libxml/tree.h>

typedef struct dt_dom {
  dt_arena *arena; /* without a scope */
  xmlDocPtr document;
  size_t nodes, max_nodes; /* without attributes */
  size_t elements;
  xmlAttrPtr attribute; /* the last one added */
  detm_status status;   /* DETM_OK; after DETM_NO_MEMORY or DETM_LIMIT nothing more is added */
} dt_dom;

/* Starts an empty HTML document. */
void dt_dom_start(dt_dom *dom, dt_arena *arena, size_t max_nodes);
/* Add a node after the last child of `parent` (a document or an element).  Return NULL if the status is not DETM_OK.
 * Names are not copied; texts and values are. */
xmlNodePtr dt_dom_element(dt_dom *dom, xmlNodePtr parent, const xmlChar *name);
xmlNodePtr dt_dom_text(dt_dom *dom, xmlNodePtr parent, const char *bytes, size_t length);
xmlNodePtr dt_dom_comment(dt_dom *dom, xmlNodePtr parent);
/* Adds an attribute to the last element added. */
void dt_dom_attribute(dt_dom *dom, xmlNodePtr element, const xmlChar *name, detm_text value);
/* Returns a copy of a name that lasts as long as the document. */
const xmlChar *dt_dom_name(dt_dom *dom, const char *name, size_t length);

#endif
