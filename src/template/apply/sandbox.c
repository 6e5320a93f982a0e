/* template/apply/sandbox.c: runs libxslt without access to files and network, and without output. */
#include "template/apply/sandbox.h"

#include "html/tag_tree.h"

#include <libxslt/transform.h>
#include <libxslt/xslt.h>
#include <libxslt/xsltutils.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

enum { MAX_TEMPLATE_DEPTH = 2500 }; /* nested calls: values with many quotes need them when a template is compiled */

/* The generic error handler of libxslt is global to the process.  It is replaced while any thread runs libxslt; the
 * replacement notes the error for its own thread. */
static struct {
  pthread_mutex_t lock;
  size_t runs; /* that are active */
  xmlGenericErrorFunc before;
  void *before_data;
} silenced = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local bool complained; /* for a valid stylesheet: libxslt lacks memory, and may continue without */

static void note_complaint(void *data, const char *format, ...) {
  (void)data;
  (void)format;
  complained = true;
}

static void silence_process(void) {
  pthread_mutex_lock(&silenced.lock);
  if (silenced.runs++ == 0) {
    silenced.before = xsltGenericError;
    silenced.before_data = xsltGenericErrorContext;
    xsltSetGenericErrorFunc(NULL, note_complaint);
  }
  pthread_mutex_unlock(&silenced.lock);
}

static void restore_process(void) {
  pthread_mutex_lock(&silenced.lock);
  if (--silenced.runs == 0) xsltSetGenericErrorFunc(silenced.before_data, silenced.before);
  pthread_mutex_unlock(&silenced.lock);
}

/* Initializes libxslt once.  Call it silenced: it prints errors, too. */
static void initialize_libxslt(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, xsltInit);
}

static void keep_first_error(void *data, dt_xml_error error) {
  dt_xslt_fault *fault = data;
  if (fault->code != 0) return;
  fault->code = error->code;
  snprintf(fault->text, sizeof fault->text, "%s", error->message != NULL ? error->message : "unknown error");
  fault->text[strcspn(fault->text, "\n")] = '\0';
}

bool dt_transformation_begin(dt_transformation *run, xsltStylesheetPtr style, xmlDocPtr document, double most_steps,
                             dt_xslt_fault *fault) {
  static const xsltSecurityOption forbidden[] = {XSLT_SECPREF_READ_FILE, XSLT_SECPREF_WRITE_FILE,
                                                 XSLT_SECPREF_CREATE_DIRECTORY, XSLT_SECPREF_READ_NETWORK,
                                                 XSLT_SECPREF_WRITE_NETWORK};
  *run = (dt_transformation){.silent = false};
  run->silent = dt_silence_begin(&run->silence);
  if (!run->silent) return false;
  silence_process();
  initialize_libxslt();
  complained = false;
  run->context = xsltNewTransformContext(style, document);
  run->security = xsltNewSecurityPrefs();
  if (dt_silence_lacked(&run->silence) || run->context == NULL || run->security == NULL) return false;
  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
    if (xsltSetSecurityPrefs(run->security, forbidden[i], xsltSecurityForbid) != 0) return false;
  xsltTransformContextPtr context = run->context;
  if (xsltSetCtxtSecurityPrefs(run->security, context) != 0) return false;
  xsltSetTransformErrorFunc(context, NULL, note_complaint);
  context->xpathCtxt->error = keep_first_error;
  context->xpathCtxt->userData = fault;
  context->maxTemplateDepth = MAX_TEMPLATE_DEPTH;
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
  restore_process();
  dt_silence_end(&run->silence);
}

xsltStylesheetPtr dt_xslt_parse(xmlDocPtr document) {
  dt_silence silence;
  xsltStylesheetPtr style = NULL;

  if (dt_silence_begin(&silence)) {
    silence_process();
    initialize_libxslt();
    complained = false;
    style = xsltParseStylesheetDoc(document);
    restore_process();
    dt_silence_end(&silence);
    if ((dt_silence_lacked(&silence) || complained) && style != NULL) {
      xsltFreeStylesheet(style); /* and the document, which it owns */
      return NULL;
    }
  }

  if (style == NULL) xmlFreeDoc(document);
  return style;
}
