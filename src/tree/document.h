/* tree/document.h: a page as libxml2's DOM, for templates.
 *
 * All elements and attributes, as `xsltproc --html` sees them in the page's UTF-8, but white space in texts folded and
 * empty what nobody reads: script, style, template, comments (each stays, so that the texts round it stay apart). Where
 * libxml2 2.9 sees text in broken declarations, comments and end tags ("<![if IE]>", "</ td>"), or a paragraph in 1000
 * blanks, this sees what a browser does. */
#ifndef DT_DOCUMENT_H
#define DT_DOCUMENT_H

#include "tree/limits.h"

#include <libxml/tree.h>

typedef struct dt_document {
  xmlDocPtr document; /* lives in the arena: never xmlFreeDoc; elements are numbered (xmlXPathOrderDocElems) */
  size_t element_count;
  detm_text base_href; /* of the first base element that has one, as the tag tree's; empty = none */
  bool cut;            /* nested too deeply: the rest is left out */
} dt_document;

/* Builds the document of markup that dt_markup_document made, with its data (data.h), in `arena` (without a scope).
 * DETM_LIMIT past the limits. */
detm_status dt_document_build(dt_document *document, dt_arena *arena, detm_text markup, detm_text data,
                              dt_limits *limits, detm_error *error) DETM_CHECK;

/* Makes what stands beside the root (libxml2 opens a second <html> for what comes behind </html> on some pages) the
 * root's last children. */
void dt_document_join(xmlDocPtr document);

/* Appends the text of a node as a value: of an element its string value without aside, figure, nav, script and style
 * below it, with a blank at breaks (dt_is_break) and behind them; of any other node its own; white space folded as by
 * XPath's normalize-space(translate(., U+00A0, ' ')). */
void dt_value_text(const xmlNode *node, dt_buffer *out);

/* A run: children of one element that follow each other, are no breaks (br, hr, elements that stand in lines of their
 * own) and have some text.  It is told by the first of them that has text.  *looked grows by the nodes looked at. */
const xmlNode *dt_run_first(const xmlNode *container, unsigned long *looked);
const xmlNode *dt_run_next(const xmlNode *run, unsigned long *looked);
/* Appends its text as a value. */
void dt_run_text(const xmlNode *run, dt_buffer *out);
bool dt_is_break(const xmlNode *node);

#endif
