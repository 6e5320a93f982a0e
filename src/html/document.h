/* html/document.h: builds a page as libxml2's DOM, for templates.
 *
 * It has all elements and attributes that `xsltproc --html` sees in the page's UTF-8, with white space in texts folded.
 * script, style, template and comments are empty; they stay, so that the texts around them stay separate.  Broken
 * declarations, comments and end tags ("<![if IE]>", "</ td>") and 1000 blanks are read as by browsers, not as text or
 * a paragraph as by libxml2 2.9. */
#ifndef DT_HTML_DOCUMENT_H
#define DT_HTML_DOCUMENT_H

#include "html/limits.h"

#include <libxml/tree.h>

typedef struct dt_document {
  xmlDocPtr document; /* in the arena: never xmlFreeDoc; elements are numbered (xmlXPathOrderDocElems) */
  size_t element_count;
  detm_text base_href; /* address of the first base element that has one, as in the tag tree; empty if none */
  bool cut;            /* nested too deeply: the rest is left out */
} dt_document;

/* Builds the document of markup from dt_markup_document, with its data (jsonld.h), in `arena` (without a scope).
 * Returns DETM_LIMIT beyond the limits. */
detm_status dt_document_build(dt_document *document, dt_arena *arena, detm_text markup, detm_text data,
                              dt_limits *limits, detm_error *error) DETM_CHECK;

/* Moves siblings of the root into it, as its last children.  libxml2 opens a second <html> for content after </html> on
 * some pages. */
void dt_document_join(xmlDocPtr document);

#endif
