/* template/apply/xpath_check.h: makes the XPath of anchors, and checks the XPath of templates. */
#ifndef DT_TEMPLATE_APPLY_XPATH_CHECK_H
#define DT_TEMPLATE_APPLY_XPATH_CHECK_H

#include "base/libxml_guard.h"
#include "template/template.h"

#include <libxml/xpath.h>

enum { DT_MAX_XPATH_LENGTH = 4096 }; /* bytes of a path */

/* Appends the XPath that finds an anchor's nodes, or the elements with its runs.  templates/compile-template.xsl makes
 * the same.  Example: /descendant::dt[normalize-space() = 'Price:']/following-sibling::dd[1] */
void dt_anchor_xpath(const dt_anchor *anchor, dt_buffer *out);

/* Returns whether a path has only the XPath that detm-template(5) allows: no variables, prefixes, unions of paths or
 * other functions.  If not, writes the reason to `fault`. */
bool dt_xpath_check(const char *path, char *fault, size_t size);

/* Makes a context for a document.  Returns NULL without memory. */
xmlXPathContextPtr dt_xpath_context(xmlDocPtr document);
/* Evaluates an expression.  Returns the result for the caller to free; NULL on failure, which is not reported.  Sets
 * *no_memory to whether memory was lacking: libxml2 may continue without. */
xmlXPathObjectPtr dt_xpath_evaluate(xmlXPathContextPtr context, const char *expression, bool *no_memory);

typedef enum dt_xpath_state { DT_XPATH_FINE, DT_XPATH_BROKEN, DT_XPATH_NO_MEMORY } dt_xpath_state;

/* Compiles an expression, for the caller to free; sets *made to NULL on failure. */
dt_xpath_state dt_xpath_compile(const char *expression, xmlXPathCompExprPtr *made) DETM_CHECK;
/* Checks whether libxml2 can compile the XPath of the anchor. */
dt_xpath_state dt_xpath_of_anchor(const dt_anchor *anchor);

#endif
