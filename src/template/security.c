/* template/security.c: libxslt without its dangers. */
#include "template/security.h"

#include "tree/tree.h"

#include <libxslt/transform.h>
#include <libxslt/xslt.h>
#include <libxslt/xsltutils.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

enum { DEEPEST_TEMPLATES = 2500 }; /* calls: for values with many quotes, while a template is compiled */

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlErrorPtr xml_error;
#endif

static void ignore(void *data, xml_error error) {
  (void)data;
  (void)error;
}

static void ignore_text(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

void dt_silence_begin(dt_silence *silence) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  dt_libxml_start();
  pthread_once(&once, xsltInit);
  *silence = (dt_silence){xmlStructuredError, xmlGenericError, xmlStructuredErrorContext, xmlGenericErrorContext};
  xmlSetStructuredErrorFunc(NULL, (xmlStructuredErrorFunc)ignore);
  xmlSetGenericErrorFunc(NULL, ignore_text);
}

void dt_silence_end(const dt_silence *silence) {
  xmlSetGenericErrorFunc(silence->generic_data, silence->generic);
  xmlSetStructuredErrorFunc(silence->structured_data, silence->structured);
}

/* libxslt's own handler is one for the whole process: while it is set, other threads of detm wait. */
typedef struct handler {
  xmlGenericErrorFunc function;
  void *data;
} handler;

static handler set_handler(void) {
  pthread_mutex_lock(&one_at_a_time);
  handler before = {xsltGenericError, xsltGenericErrorContext};
  xsltSetGenericErrorFunc(NULL, ignore_text);
  return before;
}

static void restore_handler(handler before) {
  xsltSetGenericErrorFunc(before.data, before.function);
  pthread_mutex_unlock(&one_at_a_time);
}

static void take_error(void *data, xml_error error) {
  dt_fault *fault = data;
  if (fault->code != 0) return;
  fault->code = error->code;
  snprintf(fault->text, sizeof fault->text, "%s", error->message != NULL ? error->message : "unknown error");
  fault->text[strcspn(fault->text, "\n")] = '\0';
}

static bool forbid(xsltSecurityPrefsPtr security) {
  static const xsltSecurityOption options[] = {XSLT_SECPREF_READ_FILE, XSLT_SECPREF_WRITE_FILE,
                                               XSLT_SECPREF_CREATE_DIRECTORY, XSLT_SECPREF_READ_NETWORK,
                                               XSLT_SECPREF_WRITE_NETWORK};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (xsltSetSecurityPrefs(security, options[i], xsltSecurityForbid) != 0) return false;
  return true;
}

bool dt_transformation_begin(dt_transformation *run, xsltStylesheetPtr style, xmlDocPtr document, double most_steps,
                             dt_fault *fault) {
  dt_silence_begin(&run->silence);
  handler before = set_handler();
  run->context = xsltNewTransformContext(style, document);
  run->security = xsltNewSecurityPrefs();
  restore_handler(before);
  if (run->context == NULL || run->security == NULL || !forbid(run->security)) return false;
  xsltTransformContextPtr context = run->context;
  if (xsltSetCtxtSecurityPrefs(run->security, context) != 0) return false;
  xsltSetTransformErrorFunc(context, NULL, ignore_text);
  context->xpathCtxt->error = take_error;
  context->xpathCtxt->userData = fault;
  context->maxTemplateDepth = DEEPEST_TEMPLATES;
  context->opLimit = most_steps > 0 ? (unsigned long)most_steps : 0;
  context->xpathCtxt->opLimit = context->opLimit;
  return true;
}

void dt_transformation_end(dt_transformation *run) {
  if (run->context != NULL) xsltFreeTransformContext(run->context);
  if (run->security != NULL) xsltFreeSecurityPrefs(run->security);
  dt_silence_end(&run->silence);
}

xsltStylesheetPtr dt_xslt_parse(xmlDocPtr document) {
  dt_silence silence;
  dt_silence_begin(&silence);
  handler before = set_handler();
  xsltStylesheetPtr style = xsltParseStylesheetDoc(document);
  restore_handler(before);
  dt_silence_end(&silence);
  if (style == NULL) xmlFreeDoc(document);
  return style;
}
