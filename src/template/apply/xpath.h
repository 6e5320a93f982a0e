/* template/apply/xpath.h: compiles and evaluates XPath with libxml2; lack of memory is noticed, which libxml2 may not
 * report.  step_eval.c compiles the paths of a template by this. */
#ifndef DT_TEMPLATE_APPLY_XPATH_H
#define DT_TEMPLATE_APPLY_XPATH_H

#include "base/base.h"

#include <libxml/xpath.h>

/* Makes a context for a document.  Returns NULL without memory. */
xmlXPathContextPtr dt_xpath_context(xmlDocPtr document);
/* The first error of a context. */
typedef struct dt_xpath_fault {
  int code; /* of libxml2, 0 = no error */
  char text[200];
} dt_xpath_fault;

/* Makes the context write its first error to `fault`. */
void dt_xpath_keep_fault(xmlXPathContextPtr context, dt_xpath_fault *fault);
/* Evaluates an expression.  Returns the result for the caller to free; NULL on failure, which is not reported.  Sets
 * *no_memory to whether memory was lacking: libxml2 may continue without. */
xmlXPathObjectPtr dt_xpath_evaluate(xmlXPathContextPtr context, const char *expression, bool *no_memory);

typedef enum dt_xpath_state { DT_XPATH_FINE, DT_XPATH_BROKEN, DT_XPATH_NO_MEMORY } dt_xpath_state;

/* Compiles an expression, for the caller to free; sets *made to NULL on failure. */
dt_xpath_state dt_xpath_compile(const char *expression, xmlXPathCompExprPtr *made) DETM_CHECK;

#endif
