/* template/xpath.h: the XPath of anchors, and which XPath a template may hold. */
#ifndef DT_XPATH_H
#define DT_XPATH_H

#include "template/template.h"
#include "tree/silence.h"

#include <libxml/xpath.h>

enum { DT_XPATH_LONGEST = 4096 }; /* bytes of a path */

/* Appends the XPath that finds an anchor's nodes, or the elements that hold its runs, the same as
 * templates/compile-template.xsl makes: /descendant::dt[normalize-space() = 'Price:']/following-sibling::dd[1] */
void dt_anchor_xpath(const dt_anchor *anchor, dt_buffer *out);

/* Whether a path holds nothing but steps and predicates made of what templates need: no variables, prefixes, unions of
 * paths or functions besides those listed in detm-template(5).  If not, `fault` says why. */
bool dt_xpath_check(const char *path, char *fault, size_t size);

typedef enum dt_xpath_state { DT_XPATH_FINE, DT_XPATH_BROKEN, DT_XPATH_NO_MEMORY } dt_xpath_state;
/* A context for a document; NULL without memory. */
xmlXPathContextPtr dt_xpath_context(xmlDocPtr document);
/* What an expression gives, to be freed by the caller; NULL = it fails, which says nothing.  *no_memory tells whether
 * memory was lacking on the way, as libxml2 may go on without. */
xmlXPathObjectPtr dt_xpath_evaluate(xmlXPathContextPtr context, const char *expression, bool *no_memory);

/* Compiles an expression, to be freed by the caller; *made is NULL unless it is fine. */
dt_xpath_state dt_xpath_compile(const char *expression, xmlXPathCompExprPtr *made) DETM_CHECK;
/* Whether libxml2 takes the XPath of the anchor. */
dt_xpath_state dt_xpath_of_anchor(const dt_anchor *anchor);

#endif
