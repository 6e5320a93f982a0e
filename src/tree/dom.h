/* tree/dom.h: nodes of libxml2's DOM, made in an arena.
 *
 * Nothing is asked of malloc for a node: a document is built and freed several times as fast.  So libxml2 must never
 * free such a node, nor the document (xmlFreeDoc, xmlUnlinkNode with xmlFreeNode): the arena does. */
#ifndef DT_DOM_H
#define DT_DOM_H

#include "base/base.h"

#include <libxml/tree.h>

typedef struct dt_dom {
  dt_arena *arena; /* without a scope */
  xmlDocPtr document;
  size_t nodes, max_nodes; /* without attributes */
  size_t elements;
  xmlAttrPtr attribute; /* the one added last */
  detm_status status;   /* DETM_OK, DETM_NO_MEMORY, DETM_LIMIT: nothing more is added */
} dt_dom;

/* An empty HTML document. */
void dt_dom_start(dt_dom *dom, dt_arena *arena, size_t max_nodes);
/* Adds a node behind the last child of `parent` (a document or an element); NULL when the status is not DETM_OK.  The
 * name is not copied, texts and values are. */
xmlNodePtr dt_dom_element(dt_dom *dom, xmlNodePtr parent, const xmlChar *name);
xmlNodePtr dt_dom_text(dt_dom *dom, xmlNodePtr parent, const char *bytes, size_t length);
xmlNodePtr dt_dom_comment(dt_dom *dom, xmlNodePtr parent);
/* Adds an attribute behind those of the element, before any other element is added; value.data NULL = one without a
 * value. */
void dt_dom_attribute(dt_dom *dom, xmlNodePtr element, const xmlChar *name, detm_text value);
/* A name that lasts as long as the document. */
const xmlChar *dt_dom_name(dt_dom *dom, const char *name, size_t length);

#endif
