/* template/apply/stylesheet.c: template -> stylesheet -> results.
 *
 * templates/compile-template.xsl, the compiler, which is built in, transforms the template's XML to a stylesheet; that
 * is compiled once and applied to pages.  No scope may be left from here, through frames of libxslt. */
#include "template/apply/stylesheet.h"

#include "base/embedded.h"
#include "base/vec.h"
#include "html/page.h"
#include "template/apply/sandbox.h"
#include "template/apply/value_label.h"
#include "template/apply/xpath.h"
#include "template/apply/xslt_functions.h"
#include "text/words.h"

#include <libxml/parser.h>
#include <libxml/xpathInternals.h>
#include <libxslt/transform.h>
#include <pthread.h>
#include <stdio.h>
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

/* Whether an element is called so, and asks whether the stylesheet is for detm: `asked`. */
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

/* Takes the questions whether the stylesheet is for detm out of the compiler, and what is for other processors. */
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

/* Adds the part of the compiler for other processors.  Returns false without memory. */
static bool add_for_others(xmlDocPtr rules) {
  xmlDocPtr more = parse_xml(dt_compiler_files[1].bytes, dt_compiler_files[1].length);
  bool fine = more != NULL;
  xmlNodePtr node = fine ? xmlFirstElementChild(xmlDocGetRootElement(more)) : NULL;
  for (; node != NULL && fine; node = xmlNextElementSibling(node)) {
    xmlNodePtr copy = xmlDocCopyNode(node, rules, 1);
    fine = copy != NULL && xmlAddChild(xmlDocGetRootElement(rules), copy) != NULL;
  }
  xmlFreeDoc(more);
  return fine;
}

/* Returns the compiler of stylesheets that detm runs (within), or of those that it writes; NULL without memory. */
static xsltStylesheetPtr parse_compiler(bool within) {
  xmlDocPtr rules = parse_xml(dt_compiler_files[0].bytes, dt_compiler_files[0].length);
  if (rules == NULL) return NULL;
  if (within) prune(xmlDocGetRootElement(rules));
  if (within || add_for_others(rules)) return dt_xslt_parse(rules);
  xmlFreeDoc(rules);
  return NULL;
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

/* Numbers the anchors of a template, or of a part of it, from *count + 1 on.  Returns false without memory. */
static bool number_anchors(xmlNodePtr parent, unsigned *count) {
  bool fine = true;
  for (xmlNodePtr node = parent->children; node != NULL && fine; node = node->next) {
    detm_text name = dt_text(node->type == XML_ELEMENT_NODE ? (const char *)node->name : "");
    if (dt_text_is_among(name, "layout|field|part")) fine = number_anchors(node, count);
    if (!dt_text_equal(name, DT_TEXT("anchor"))) continue;
    char number[12];
    snprintf(number, sizeof number, "%u", ++*count);
    fine = xmlSetProp(node, (const xmlChar *)"number", (const xmlChar *)number) != NULL;
  }
  return fine;
}

/* Returns the stylesheet as a document; NULL without memory. */
static xmlDocPtr compile(const detm_template *template, xsltStylesheetPtr compiler) {
  dt_buffer xml = {0};
  dt_silence silence;
  if (compiler == NULL || !dt_silence_begin(&silence)) return NULL;

  dt_template_save(template, &xml);
  xmlDocPtr source = xml.failed ? NULL : parse_xml(xml.data, xml.length);
  unsigned anchors = 0;
  bool numbered = source != NULL && number_anchors(xmlDocGetRootElement(source), &anchors);
  xmlDocPtr made = numbered ? transform(compiler, source) : NULL;
  xmlFreeDoc(source);
  dt_buffer_free(&xml);
  dt_silence_end(&silence);
  if (!dt_silence_lacked(&silence)) return made;

  xmlFreeDoc(made);
  return NULL;
}

/* Lists the anchors of a template.  Returns false without memory. */
static bool list_anchors(dt_stylesheet *s, const detm_template *template) {
  DT_VEC(dt_compiled_anchor) list = {0};
  bool fine = true;
  for (uint32_t l = 0; l < template->layout_count; l++)
    for (uint32_t f = 0; f < template->layouts[l].field_count; f++) {
      const dt_template_field *field = &template->layouts[l].fields[f];
      for (uint32_t p = 0; p < field->part_count; p++) {
        const dt_template_part *part = &field->parts[p];
        bool sure = dt_has_sure_label(part);
        fine = fine && DT_VEC_RESERVE(NULL, &list, part->anchor_count);
        for (uint32_t a = 0; a < part->anchor_count && fine; a++)
          list.items[list.count++] = (dt_compiled_anchor){
              .anchor = &part->anchors[a], .layout = &template->layouts[l], .field = field, .sure = sure};
      }
    }

  s->anchors = list.items;
  s->anchor_count = list.count;
  return fine;
}

static int compare_cutters(const void *a, const void *b) {
  return strcmp(((const dt_cutter *)a)->text, ((const dt_cutter *)b)->text);
}

static int compare_steps(const void *a, const void *b) {
  return strcmp(((const dt_steps *)a)->path, ((const dt_steps *)b)->path);
}

/* Compiles the distinct patterns and paths of the anchors.  Returns false without memory. */
static bool compile_parts(dt_stylesheet *s) {
  char fault[100];
  const char **patterns = malloc((s->anchor_count + 1) * sizeof *patterns);
  const char **paths = malloc((s->anchor_count + 1) * sizeof *paths);
  uint32_t pattern_count = 0, path_count = 0;
  for (size_t i = 0; i < s->anchor_count && patterns != NULL && paths != NULL; i++) {
    const dt_anchor *anchor = s->anchors[i].anchor;
    if (anchor->pattern != NULL && *anchor->pattern != '\0') patterns[pattern_count++] = anchor->pattern;
    if (*anchor->path != '\0') paths[path_count++] = anchor->path;
  }

  bool fine = patterns != NULL && paths != NULL;
  if (fine) pattern_count = dt_sort_distinct(patterns, pattern_count);
  if (fine) path_count = dt_sort_distinct(paths, path_count);
  s->cutters = calloc((size_t)pattern_count + 1, sizeof *s->cutters);
  s->paths = calloc((size_t)path_count + 1, sizeof *s->paths);
  fine = fine && s->cutters != NULL && s->paths != NULL;
  for (uint32_t i = 0; i < pattern_count && fine; i++) {
    s->cutters[i] = (dt_cutter){patterns[i], dt_pattern_compile(patterns[i], fault, sizeof fault)};
    fine = s->cutters[i].pattern != NULL;
    s->cutter_count += fine;
  }

  for (uint32_t i = 0; i < path_count && fine; i++) {
    fine = dt_steps_compile(&s->paths[i], paths[i]) == DT_XPATH_FINE;
    s->path_count++;
  }

  if (fine) dt_steps_number(s->paths, s->path_count);
  free(patterns);
  free(paths);
  return fine;
}

/* Sets the patterns and paths of the anchors. */
static void connect_anchors(dt_stylesheet *s) {
  for (size_t i = 0; i < s->anchor_count; i++) {
    dt_compiled_anchor *own = &s->anchors[i];
    const dt_cutter cutter = {.text = own->anchor->pattern};
    const dt_steps steps = {.path = own->anchor->path};
    if (cutter.text != NULL)
      own->cutter = bsearch(&cutter, s->cutters, s->cutter_count, sizeof cutter, compare_cutters);
    own->steps = bsearch(&steps, s->paths, s->path_count, sizeof steps, compare_steps);
  }
}

void dt_stylesheet_free(void *made) {
  dt_stylesheet *s = made;
  if (s == NULL) return;
  for (size_t i = 0; i < s->cutter_count; i++) dt_pattern_free(s->cutters[i].pattern);
  for (size_t i = 0; i < s->path_count; i++) dt_steps_free(&s->paths[i]);
  free(s->cutters);
  free(s->paths);
  free(s->anchors);
  if (s->style != NULL) xsltFreeStylesheet(s->style);
  free(s);
}

detm_status dt_stylesheet_make(detm_template *template, detm_error *error) {
  dt_stylesheet *s = calloc(1, sizeof *s);
  dt_silence silence;

  if (s != NULL && dt_silence_begin(&silence)) {
    bool fine = list_anchors(s, template) && compile_parts(s);
    xmlDocPtr document = fine ? compile(template, take_compiler()) : NULL;
    if (document != NULL) s->style = dt_xslt_parse(document);
    if (fine) connect_anchors(s);
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
