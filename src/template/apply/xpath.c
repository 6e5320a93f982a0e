/* template/apply/xpath.c: compiles and evaluates XPath with libxml2. */
#include "template/apply/xpath.h"

#include "base/libxml_guard.h"

#include <libxml/xpathInternals.h>

xmlXPathContextPtr dt_xpath_context(xmlDocPtr document) {
  dt_silence silence;
  if (!dt_silence_begin(&silence)) return NULL;
  xmlXPathContextPtr context = xmlXPathNewContext(document);
  dt_silence_end(&silence);
  if (!dt_silence_lacked(&silence)) return context;
  xmlXPathFreeContext(context);
  return NULL;
}

xmlXPathObjectPtr dt_xpath_evaluate(xmlXPathContextPtr context, const char *expression, bool *no_memory) {
  dt_silence silence;
  *no_memory = true;
  if (!dt_silence_begin(&silence)) return NULL;
  xmlXPathObjectPtr found = xmlXPathEval((const xmlChar *)expression, context);
  dt_silence_end(&silence);
  *no_memory = dt_silence_lacked(&silence);
  return found;
}

dt_xpath_state dt_xpath_compile(const char *expression, xmlXPathCompExprPtr *made) {
  dt_silence silence;
  *made = NULL;
  if (!dt_silence_begin(&silence)) return DT_XPATH_NO_MEMORY;
  *made = xmlXPathCompile((const xmlChar *)expression);
  dt_silence_end(&silence);
  if (!dt_silence_lacked(&silence)) return *made != NULL ? DT_XPATH_FINE : DT_XPATH_BROKEN;
  xmlXPathFreeCompExpr(*made);
  *made = NULL;
  return DT_XPATH_NO_MEMORY;
}
