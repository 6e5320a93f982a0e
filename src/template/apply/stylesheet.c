/* template/apply/stylesheet.c: template -> stylesheet -> results.
 *
 * templates/compile-template.xsl, the compiler, which is built in, transforms the template's XML to a stylesheet; that
 * is compiled once and applied to pages.  No scope may be left from here, through frames of libxslt. */
#include "template/apply/stylesheet.h"

#include "base/embedded.h"
#include "base/vec.h"
#include "html/page.h"
#include "template/apply/sandbox.h"
#include "template/apply/xpath.h"
#include "template/apply/xslt_functions.h"

#include <libxml/parser.h>
#include <libxml/xpathInternals.h>
#include <libxslt/transform.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static xmlDocPtr parse_xml(const void *bytes, size_t length) {
  return xmlReadMemory(bytes, (int)length, NULL, "UTF-8",
                       XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
}

static xmlDocPtr transform(xsltStylesheetPtr style, xmlDocPtr document) {
  dt_transformation run;
  dt_xslt_fault fault = {0};
  xmlDocPtr made = NULL;
  if (dt_transformation_begin(&run, style, document, 0, &fault))
    made = xsltApplyStylesheetUser(style, document, NULL, NULL, NULL, run.context);
  if (made != NULL && (fault.code != 0 || dt_transformation_failed(&run))) {
    xmlFreeDoc(made);
    made = NULL;
  }
  dt_transformation_end(&run);
  return made;
}

/* Whether an element is called so, and asks whether it is within detm: for `asked`. */
static bool asks(const xmlNode *node, const char *name, const char *asked) {
  if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, name) != 0) return false;
  const xmlAttr *test = node->properties;
  return test != NULL && strcmp((const char *)test->name, "test") == 0 && test->children != NULL &&
         test->children->content != NULL && strcmp((const char *)test->children->content, asked) == 0;
}

/* The element whose children alone are of use within detm, where $detm is true: an if, or the first when of a choose;
 * NULL = none. */
static xmlNodePtr find_certain(xmlNodePtr node) {
  if (asks(node, "if", "$detm")) return node;
  if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, "choose") != 0) return NULL;
  xmlNodePtr when = xmlFirstElementChild(node);
  return when != NULL && asks(when, "when", "$detm") ? when : NULL;
}

/* Leaves out of the compiler what it makes for other processors: half of its work, and of each stylesheet. */
static void prune(xmlNodePtr parent) {
  for (xmlNodePtr node = parent->children, next; node != NULL; node = next) {
    xmlNodePtr certain = find_certain(node);
    next = node->next;
    if (certain == NULL && !asks(node, "if", "not($detm)")) {
      prune(node);
      continue;
    }

    /* what is certain comes in the place of the question, and is looked at next */
    xmlNodePtr child = certain != NULL ? xmlFirstElementChild(certain) : NULL;
    if (child != NULL) next = child;
    for (; child != NULL; child = xmlFirstElementChild(certain)) xmlAddPrevSibling(node, child);
    xmlUnlinkNode(node);
    xmlFreeNode(node);
  }
}

/* Returns the compiler of stylesheets that detm runs (within), or of those that it writes; NULL without memory. */
static xsltStylesheetPtr parse_compiler(bool within) {
  const dt_embedded *compiler = &dt_compiler_files[0];
  xmlDocPtr rules = parse_xml(compiler->bytes, compiler->length);
  if (rules == NULL) return NULL;
  if (within) prune(xmlDocGetRootElement(rules));
  return dt_xslt_parse(rules);
}

/* The compiler of the stylesheets that detm runs, which is made once.  libxslt only reads it then, also through the
 * dictionaries of the stylesheets, which refer to its own: threads need no lock to use it. */
static struct {
  pthread_mutex_t lock;
  xsltStylesheetPtr style; /* NULL = not made yet */
} compiler_within = {.lock = PTHREAD_MUTEX_INITIALIZER};

static xsltStylesheetPtr take_compiler(void) {
  pthread_mutex_lock(&compiler_within.lock);
  if (compiler_within.style == NULL) compiler_within.style = parse_compiler(true);
  xsltStylesheetPtr style = compiler_within.style;
  pthread_mutex_unlock(&compiler_within.lock);
  return style;
}

/* Returns the stylesheet as a document; NULL without memory. */
static xmlDocPtr compile(const detm_template *template, xsltStylesheetPtr compiler) {
  dt_buffer xml = {0};
  dt_silence silence;
  if (compiler == NULL || !dt_silence_begin(&silence)) return NULL;

  dt_template_save(template, &xml);
  xmlDocPtr source = xml.failed ? NULL : parse_xml(xml.data, xml.length);
  xmlDocPtr made = source != NULL ? transform(compiler, source) : NULL;
  xmlFreeDoc(source);
  dt_buffer_free(&xml);
  dt_silence_end(&silence);
  if (!dt_silence_lacked(&silence)) return made;

  xmlFreeDoc(made);
  return NULL;
}

typedef DT_VEC(const char *) texts; /* malloc'ed */

static bool add_distinct_text(texts *list, const char *text) {
  if (text == NULL || *text == '\0') return true;
  if (!DT_VEC_RESERVE(NULL, list, 1)) return false;
  list->items[list->count++] = text;
  return true;
}

/* Collects the patterns and paths of a field's anchors.  Returns false without memory. */
static bool collect(const dt_template_field *field, texts *patterns, texts *paths) {
  for (uint32_t p = 0; p < field->part_count; p++)
    for (uint32_t a = 0; a < field->parts[p].anchor_count; a++) {
      const dt_anchor *anchor = &field->parts[p].anchors[a];
      if (!add_distinct_text(patterns, anchor->pattern) || !add_distinct_text(paths, anchor->path)) return false;
    }
  return true;
}

/* Compiles the patterns and paths of a template.  Returns false without memory. */
static bool compile_parts(dt_stylesheet *s, const detm_template *template) {
  char fault[100];
  texts patterns = {0}, paths = {0};
  bool fine = true;

  for (uint32_t l = 0; l < template->layout_count && fine; l++)
    for (uint32_t f = 0; f < template->layouts[l].field_count && fine; f++)
      fine = collect(&template->layouts[l].fields[f], &patterns, &paths);

  patterns.count = dt_sort_distinct(patterns.items, patterns.count);
  paths.count = dt_sort_distinct(paths.items, paths.count);
  s->cutters = calloc((size_t)patterns.count + 1, sizeof *s->cutters);
  s->paths = calloc((size_t)paths.count + 1, sizeof *s->paths);

  fine = fine && s->cutters != NULL && s->paths != NULL;
  for (uint32_t i = 0; i < patterns.count && fine; i++) {
    const char *text = patterns.items[i];
    s->cutters[i] = (dt_cutter){text, dt_pattern_compile(text, fault, sizeof fault)};
    fine = s->cutters[i].pattern != NULL;
    s->cutter_count += fine;
  }

  for (uint32_t i = 0; i < paths.count && fine; i++) {
    fine = dt_steps_compile(&s->paths[i], paths.items[i]) == DT_XPATH_FINE;
    s->path_count++;
  }

  if (fine) dt_steps_number(s->paths, s->path_count);
  free(patterns.items);
  free(paths.items);
  return fine;
}

void dt_stylesheet_free(void *made) {
  dt_stylesheet *s = made;
  if (s == NULL) return;
  for (size_t i = 0; i < s->cutter_count; i++) dt_pattern_free(s->cutters[i].pattern);
  for (size_t i = 0; i < s->path_count; i++) dt_steps_free(&s->paths[i]);
  free(s->cutters);
  free(s->paths);
  if (s->style != NULL) xsltFreeStylesheet(s->style);
  free(s);
}

detm_status dt_stylesheet_make(detm_template *template, detm_error *error) {
  dt_stylesheet *s = calloc(1, sizeof *s);
  dt_silence silence;

  if (s != NULL && dt_silence_begin(&silence)) {
    xmlDocPtr document = compile_parts(s, template) ? compile(template, take_compiler()) : NULL;
    if (document != NULL) s->style = dt_xslt_parse(document);
    dt_silence_end(&silence);
  }

  if (s != NULL && s->style != NULL) {
    template->stylesheet = s;
    return DETM_OK;
  }

  dt_stylesheet_free(s);
  return dt_error_memory(error);
}

/* ---- running ---- */

/* Sets the error of a run that failed.  Our stylesheets define all variables and functions that they use, so one is
 * undefined only if libxslt had no memory for it. */
static detm_status report_xslt_failure(const dt_xslt_fault *fault, const dt_xslt_job *j, const detm_template *template,
                                       const detm_page *page, detm_error *error) {
  if (j->too_much)
    return dt_error_at(error, DETM_LIMIT, page->name, 0, 0,
                       "the template gives more than %d MiB of values for this page: make its paths select single "
                       "elements, not all elements nested in each other",
                       DT_MAX_VALUES >> 20);
  switch (fault->code) {
  case XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED:
    return dt_error_at(
        error, DETM_LIMIT, page->name, 0, 0,
        "the template takes more than %g s of processor time on this page: raise options.seconds or leave out the page",
        page->seconds);
  case 0:
  case XML_ERR_NO_MEMORY:
  case XML_XPATH_EXPRESSION_OK + XPATH_MEMORY_ERROR:
  case XML_XPATH_EXPRESSION_OK + XPATH_UNDEF_VARIABLE_ERROR:
  case XML_XPATH_EXPRESSION_OK + XPATH_UNKNOWN_FUNC_ERROR:
    return dt_error_memory_at(error, page->name);
  default:
    return dt_error_at(error, DETM_BAD_FILE, page->name, 0, 0, "a path of the template \"%s\" fails: %s",
                       template->name, fault->text);
  }
}

/* Whether the run reached its limit of time or steps. */
static bool is_spent(const dt_transformation *t, const dt_xslt_job *j) {
  if (j->time.status != DETM_OK) return true;
  unsigned long limit = t->context->opLimit, spent = t->context->opCount;
  if (t->context->xpathCtxt->opCount > spent) spent = t->context->xpathCtxt->opCount;
  if (j->context != NULL && j->context->opCount > spent) spent = j->context->opCount;
  return limit != 0 && spent >= limit;
}

detm_status dt_stylesheet_run(const detm_template *template, const detm_page *page, const char *base, dt_made *made,
                              detm_error *error) {
  const double steps_a_second = 1e8;
  const dt_stylesheet *s = template->stylesheet;
  dt_xslt_job j = {.stylesheet = s, .base = base};
  dt_xslt_fault fault = {0};
  dt_transformation t;
  *made = (dt_made){.results = NULL};
  bool ready = dt_transformation_begin(&t, s->style, page->document, page->seconds * steps_a_second, &fault);
  if (ready && dt_job_begin(&j, t.context, page->document, page->seconds)) {
    j.time.cancelled = page->cancelled;
    j.time.cancel_data = page->cancel_data;
    made->results = xsltApplyStylesheetUser(s->style, page->document, NULL, NULL, NULL, t.context);
    if (j.no_memory || dt_silence_lacked(&t.silence)) fault.code = XML_ERR_NO_MEMORY;
    bool failed = fault.code != 0 || dt_transformation_failed(&t);
    if (failed && is_spent(&t, &j)) fault.code = XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED;
    if (failed) {
      xmlFreeDoc(made->results);
      made->results = NULL;
    }
  }
  dt_transformation_end(&t);
  dt_job_end(&j);
  made->given_up = j.given_up;
  made->places = j.places;
  made->place_count = j.place_count;
  if (made->results == NULL && j.time.status == DETM_CANCELLED) return dt_error_scope(error, &j.time, page->name);
  return made->results != NULL ? DETM_OK : report_xslt_failure(&fault, &j, template, page, error);
}

detm_status detm_template_stylesheet(const detm_template *template, detm_write write, void *data, detm_error *error) {
  xmlChar *bytes = NULL;
  int length = 0;
  bool whole = false;
  dt_silence silence;
  xsltStylesheetPtr compiler = NULL;
  xmlDocPtr document = NULL;
  if (dt_silence_begin(&silence)) {
    compiler = parse_compiler(false);
    document = compile(template, compiler);
    dt_silence_end(&silence);
  }

  if (document != NULL && dt_silence_begin(&silence)) {
    xmlDocDumpFormatMemoryEnc(document, &bytes, &length, "UTF-8", 1);
    dt_silence_end(&silence);
    whole = bytes != NULL && !dt_silence_lacked(&silence);
  }

  detm_status status = DETM_OK;
  if (!whole) {
    status = dt_error_memory(error);
  } else if (write(data, (const char *)bytes, (size_t)length) != 0) {
    status = dt_error_set(error, DETM_WRITE, "the stylesheet could not be written");
  }

  xmlFree(bytes);
  xmlFreeDoc(document);
  if (compiler != NULL) xsltFreeStylesheet(compiler);
  return status;
}
