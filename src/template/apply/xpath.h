/* template/apply/xpath.h: compiles and evaluates XPath with libxml2; lack of memory is noticed, which libxml2 may not
 * report.  step_eval.c compiles the paths of a template by this, libxslt those of its stylesheet (sandbox.c). */
#ifndef DT_TEMPLATE_APPLY_XPATH_H
#define DT_TEMPLATE_APPLY_XPATH_H

#include "base/base.h"

#include <libxml/xpath.h>

/* Makes a context for a document.  Returns NULL without memory. */
xmlXPathContextPtr dt_xpath_context(xmlDocPtr document);
/* Evaluates an expression.  Returns the result for the caller to free; NULL on failure, which is not reported.  Sets
 * *no_memory to whether memory was lacking: libxml2 may continue without. */
xmlXPathObjectPtr dt_xpath_evaluate(xmlXPathContextPtr context, const char *expression, bool *no_memory);

typedef enum dt_xpath_state { DT_XPATH_FINE, DT_XPATH_BROKEN, DT_XPATH_NO_MEMORY } dt_xpath_state;

/* Compiles an expression, for the caller to free; sets *made to NULL on failure. */
dt_xpath_state dt_xpath_compile(const char *expression, xmlXPathCompExprPtr *made) DETM_CHECK;

#endif
