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

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlErrorPtr xml_error;
#endif

/* libxslt's own handler is one for the whole process: it is silent while some thread needs it so, and each thread
 * hears what concerns it. */
static struct {
  pthread_mutex_t lock;
  size_t runs; /* that need it */
  xmlGenericErrorFunc before;
  void *before_data;
} silenced = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local bool complained; /* of what is right: it has no memory for it, and may go on */

static void take_complaint(void *data, const char *format, ...) {
  (void)data;
  (void)format;
  complained = true;
}

static void silence_process(void) {
  pthread_mutex_lock(&silenced.lock);
  if (silenced.runs++ == 0) {
    silenced.before = xsltGenericError;
    silenced.before_data = xsltGenericErrorContext;
    xsltSetGenericErrorFunc(NULL, take_complaint);
  }
  pthread_mutex_unlock(&silenced.lock);
}

static void give_process_back(void) {
  pthread_mutex_lock(&silenced.lock);
  if (--silenced.runs == 0) xsltSetGenericErrorFunc(silenced.before_data, silenced.before);
  pthread_mutex_unlock(&silenced.lock);
}

/* libxslt's own start, once; it, too, says what it has no memory for. */
static void start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, xsltInit);
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
  *run = (dt_transformation){.silent = false};
  run->silent = dt_silence_begin(&run->silence);
  if (!run->silent) return false;
  silence_process();
  start();
  complained = false;
  run->context = xsltNewTransformContext(style, document);
  run->security = xsltNewSecurityPrefs();
  if (dt_silence_lacked(&run->silence) || run->context == NULL || run->security == NULL || !forbid(run->security))
    return false;
  xsltTransformContextPtr context = run->context;
  if (xsltSetCtxtSecurityPrefs(run->security, context) != 0) return false;
  xsltSetTransformErrorFunc(context, NULL, take_complaint);
  context->xpathCtxt->error = take_error;
  context->xpathCtxt->userData = fault;
  context->maxTemplateDepth = DEEPEST_TEMPLATES;
  context->opLimit = most_steps > 0 ? (unsigned long)(most_steps < 1e18 ? most_steps : 1e18) : 0;
  context->xpathCtxt->opLimit = context->opLimit;
  return true;
}

bool dt_transformation_failed(const dt_transformation *run) {
  return complained || dt_silence_lacked(&run->silence) || run->context->state != XSLT_STATE_OK;
}

void dt_transformation_end(dt_transformation *run) {
  if (run->context != NULL) xsltFreeTransformContext(run->context);
  if (run->security != NULL) xsltFreeSecurityPrefs(run->security);
  if (!run->silent) return;
  give_process_back();
  dt_silence_end(&run->silence);
}

xsltStylesheetPtr dt_xslt_parse(xmlDocPtr document) {
  dt_silence silence;
  xsltStylesheetPtr style = NULL;
  if (dt_silence_begin(&silence)) {
    silence_process();
    start();
    complained = false;
    style = xsltParseStylesheetDoc(document);
    give_process_back();
    dt_silence_end(&silence);
    if ((dt_silence_lacked(&silence) || complained) && style != NULL) {
      xsltFreeStylesheet(style); /* and the document, which is its own now */
      return NULL;
    }
  }
  if (style == NULL) xmlFreeDoc(document);
  return style;
}
