/* template/stylesheet.c: template -> stylesheet -> results.
 *
 * The template's XML goes through templates/compile-template.xsl, which is built in; what comes out is compiled once
 * and run over pages.  No scope may be left from here: libxslt's frames lie between. */
#include "template/stylesheet.h"

#include "base/kind.h"
#include "template/embedded.h"
#include "template/pattern.h"
#include "template/security.h"
#include "template/walk.h"
#include "tree/document.h"
#include "tree/tree.h"
#include "tree/url.h"

#include <libxml/parser.h>
#include <libxml/xpathInternals.h>
#include <libxslt/extensions.h>
#include <libxslt/transform.h>
#include <stdlib.h>

#define FUNCTIONS "urn:detm:functions"

/* A pattern of the template. */
typedef struct cutter {
  const char *text;
  dt_pattern *pattern;
} cutter;

typedef struct stylesheet {
  xsltStylesheetPtr style;
  cutter *cutters; /* sorted by text, each once */
  size_t cutter_count;
  dt_steps *paths; /* likewise, of anchors that have one */
  size_t path_count;
} stylesheet;

/* What the functions know of the run that they are called in. */
typedef struct job {
  const stylesheet *stylesheet;
  const char *base; /* what links are resolved against */
  dt_buffer text;
  dt_arena links;
  xmlXPathContextPtr walker;
  bool no_memory;
} job;

/* ---- detm:value ---- */

static int compare_cutters(const void *a, const void *b) {
  return strcmp(((const cutter *)a)->text, ((const cutter *)b)->text);
}

static detm_text trim(detm_text text) {
  while (text.length != 0 && text.data[text.length - 1] == ' ') text.length--;
  while (text.length != 0 && *text.data == ' ') text = (detm_text){text.data + 1, text.length - 1};
  return text;
}

/* What the pattern takes of a text; nothing if it does not match. */
static detm_text cut(job *j, const char *pattern, detm_text text) {
  cutter wanted = {.text = pattern};
  detm_text value = {"", 0};
  const cutter *found = NULL;
  if (j->stylesheet->cutter_count != 0)
    found = bsearch(&wanted, j->stylesheet->cutters, j->stylesheet->cutter_count, sizeof wanted, compare_cutters);
  if (found != NULL && dt_pattern_cut(found->pattern, text, &value) == DT_CUT_NO_MEMORY) j->no_memory = true;
  return trim(value);
}

bool dt_value_fits(detm_text value, const char *type) {
  if (*type == '\0' || strcmp(type, "text") == 0) return true;
  if (strcmp(type, "url") == 0) return memchr(value.data, ' ', value.length) == NULL;
  return strcmp(dt_type_of(value), type) == 0;
}

typedef struct limits {
  const char *type, *pattern;
  double longest; /* characters, 0 = any number */
} limits;

static bool is_link(const xmlNode *node) {
  if (node->type != XML_ATTRIBUTE_NODE) return false;
  return strcmp((const char *)node->name, "href") == 0 || strcmp((const char *)node->name, "src") == 0;
}

/* The node's value, empty if it will not do. */
static detm_text value_of(job *j, const xmlNode *node, const limits *l) {
  const detm_text nothing = {"", 0};
  j->text.length = 0;
  dt_value_text(node, &j->text);
  if (j->text.failed) j->no_memory = true;
  if (j->text.failed || j->text.length == 0) return nothing;
  detm_text value = {j->text.data, j->text.length};
  if (*l->pattern != '\0') value = cut(j, l->pattern, value);
  if (value.length == 0 || (l->longest > 0 && (double)dt_utf8_count(value) > l->longest)) return nothing;
  if (!dt_value_fits(value, l->type)) return nothing;
  return is_link(node) ? dt_url_resolve(&j->links, j->base, value) : value;
}

/* detm:value(NODES, TYPE, LONGEST, PATTERN): of the first node in document order that has one. */
static void value(xmlXPathParserContextPtr context, int count) {
  if (count != 4) {
    xmlXPathSetArityError(context);
    return;
  }
  job *j = xsltXPathGetTransformContext(context)->_private;
  xmlChar *pattern = xmlXPathPopString(context);
  double longest = xmlXPathPopNumber(context);
  xmlChar *type = xmlXPathPopString(context);
  xmlNodeSetPtr nodes = xmlXPathPopNodeSet(context);
  detm_text found = {"", 0};
  if (pattern == NULL || type == NULL) j->no_memory = true;
  limits l = {(const char *)type, (const char *)pattern, longest};
  if (nodes != NULL) xmlXPathNodeSetSort(nodes);
  for (int i = 0; nodes != NULL && i < nodes->nodeNr && found.length == 0 && !j->no_memory; i++)
    found = value_of(j, nodes->nodeTab[i], &l);
  xmlChar *copy = xmlStrndup((const xmlChar *)found.data, (int)found.length);
  if (copy == NULL) j->no_memory = true;
  xmlXPathReturnString(context, copy);
  xmlXPathFreeNodeSet(nodes);
  xmlFree(type);
  xmlFree(pattern);
}

/* ---- detm:walk ---- */

static int compare_steps(const void *a, const void *b) {
  return strcmp(((const dt_steps *)a)->path, ((const dt_steps *)b)->path);
}

/* An error of the walk is one of the call. */
static xmlNodeSetPtr walk_from(job *j, xmlXPathContextPtr outer, const char *path, xmlNodeSetPtr heads) {
  dt_steps wanted = {.path = path};
  const dt_steps *steps =
      j->stylesheet->path_count == 0
          ? NULL
          : bsearch(&wanted, j->stylesheet->paths, j->stylesheet->path_count, sizeof wanted, compare_steps);
  if (steps == NULL) return heads;
  j->walker->opCount = outer->opCount;
  xmlNodeSetPtr nodes = dt_walk(steps, j->walker, heads);
  outer->opCount = j->walker->opCount;
  if (nodes == NULL && j->walker->lastError.code == XML_ERR_NO_MEMORY) j->no_memory = true;
  return nodes;
}

/* detm:walk(HEADS, PATH) */
static void walk(xmlXPathParserContextPtr context, int count) {
  if (count != 2) {
    xmlXPathSetArityError(context);
    return;
  }
  job *j = xsltXPathGetTransformContext(context)->_private;
  xmlChar *path = xmlXPathPopString(context);
  xmlNodeSetPtr heads = xmlXPathPopNodeSet(context);
  xmlNodeSetPtr nodes = heads;
  if (path != NULL && heads != NULL) nodes = walk_from(j, context->context, (const char *)path, heads);
  xmlFree(path);
  if (nodes == NULL) nodes = xmlXPathNodeSetCreate(NULL);
  if (nodes == NULL) j->no_memory = true;
  xmlXPathReturnNodeSet(context, nodes);
}

static bool add_functions(xsltTransformContextPtr context) {
  static const struct {
    const char *name;
    xmlXPathFunction function;
  } functions[] = {{"value", value}, {"walk", walk}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (xsltRegisterExtFunction(context, (const xmlChar *)functions[i].name, (const xmlChar *)FUNCTIONS,
                                functions[i].function) != 0)
      return false;
  return true;
}

/* ---- making ---- */

static xmlDocPtr read_xml(const void *bytes, size_t length) {
  return xmlReadMemory(bytes, (int)length, NULL, "UTF-8",
                       XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
}

static xmlDocPtr transform(xsltStylesheetPtr style, xmlDocPtr document) {
  dt_transformation run;
  dt_fault fault = {0};
  xmlDocPtr made = NULL;
  if (dt_transformation_begin(&run, style, document, 0, &fault))
    made = xsltApplyStylesheetUser(style, document, NULL, NULL, NULL, run.context);
  dt_transformation_end(&run);
  return made;
}

/* The stylesheet as a document; NULL without memory. */
static xmlDocPtr compile(const detm_template *template) {
  const dt_embedded *compiler = &dt_compiler_files[0];
  dt_buffer xml = {0};
  dt_template_save(template, &xml);
  xmlDocPtr source = xml.failed ? NULL : read_xml(xml.data, xml.length);
  xmlDocPtr rules = source != NULL ? read_xml(compiler->bytes, compiler->length) : NULL;
  xsltStylesheetPtr style = rules != NULL ? dt_xslt_parse(rules) : NULL;
  xmlDocPtr made = style != NULL ? transform(style, source) : NULL;
  xsltFreeStylesheet(style);
  xmlFreeDoc(source);
  dt_buffer_free(&xml);
  return made;
}

typedef const char *text_of_anchor(const dt_anchor *anchor);
static const char *pattern_of(const dt_anchor *anchor) { return anchor->pattern; }
static const char *path_of(const dt_anchor *anchor) { return *anchor->path != '\0' ? anchor->path : NULL; }

static size_t add_texts(const dt_template_field *field, text_of_anchor *take, const char **texts, size_t count) {
  for (uint32_t p = 0; p < field->part_count; p++)
    for (uint32_t a = 0; a < field->parts[p].anchor_count; a++) {
      const char *text = take(&field->parts[p].anchors[a]);
      if (text == NULL) continue;
      if (texts != NULL) texts[count] = text;
      count++;
    }
  return count;
}

/* The texts of all anchors that have one; texts NULL = only how many. */
static size_t gather(const detm_template *template, text_of_anchor *take, const char **texts) {
  size_t count = 0;
  for (uint32_t l = 0; l < template->layout_count; l++)
    for (uint32_t f = 0; f < template->layouts[l].field_count; f++)
      count = add_texts(&template->layouts[l].fields[f], take, texts, count);
  return count;
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, each once; freed by the caller; NULL without memory. */
static const char **sorted(const detm_template *template, text_of_anchor *take, size_t *count) {
  size_t all = gather(template, take, NULL);
  const char **texts = malloc((all + 1) * sizeof *texts);
  *count = 0;
  if (texts == NULL) return NULL;
  gather(template, take, texts);
  qsort(texts, all, sizeof *texts, compare_texts);
  for (size_t i = 0; i < all; i++)
    if (*count == 0 || strcmp(texts[*count - 1], texts[i]) != 0) texts[(*count)++] = texts[i];
  return texts;
}

static bool compile_patterns(stylesheet *s, const detm_template *template) {
  char fault[100];
  size_t count;
  const char **texts = sorted(template, pattern_of, &count);
  s->cutters = calloc(count + 1, sizeof *s->cutters);
  bool fine = texts != NULL && s->cutters != NULL;
  for (size_t i = 0; i < count && fine; i++) {
    s->cutters[i] = (cutter){texts[i], dt_pattern_compile(texts[i], fault, sizeof fault)};
    fine = s->cutters[i].pattern != NULL;
    s->cutter_count += fine;
  }
  free(texts);
  return fine;
}

static bool compile_paths(stylesheet *s, const detm_template *template) {
  size_t count;
  const char **texts = sorted(template, path_of, &count);
  s->paths = calloc(count + 1, sizeof *s->paths);
  bool fine = texts != NULL && s->paths != NULL;
  for (size_t i = 0; i < count && fine; i++) {
    fine = dt_steps_compile(&s->paths[i], texts[i]);
    s->path_count++;
  }
  free(texts);
  return fine;
}

void dt_stylesheet_free(void *made) {
  stylesheet *s = made;
  if (s == NULL) return;
  for (size_t i = 0; i < s->cutter_count; i++) dt_pattern_free(s->cutters[i].pattern);
  for (size_t i = 0; i < s->path_count; i++) dt_steps_free(&s->paths[i]);
  free(s->cutters);
  free(s->paths);
  xsltFreeStylesheet(s->style);
  free(s);
}

detm_status dt_stylesheet_make(detm_template *template, detm_error *error) {
  stylesheet *s = calloc(1, sizeof *s);
  xmlDocPtr document =
      s != NULL && compile_patterns(s, template) && compile_paths(s, template) ? compile(template) : NULL;
  if (document != NULL) s->style = dt_xslt_parse(document);
  if (s != NULL && s->style != NULL) {
    template->stylesheet = s;
    return DETM_OK;
  }
  dt_stylesheet_free(s);
  return dt_error_set(error, DETM_NO_MEMORY, "out of memory");
}

/* ---- running ---- */

static detm_status tell(const dt_fault *fault, const detm_template *template, const char *page, detm_error *error) {
  if (fault->code == XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED)
    return dt_error_at(error, DETM_LIMIT, page, 0, 0,
                       "the template takes more processor time on this page than the limit allows: raise it "
                       "(--seconds) or leave the page out");
  if (fault->code == 0 || fault->code == XML_ERR_NO_MEMORY ||
      fault->code == XML_XPATH_EXPRESSION_OK + XPATH_MEMORY_ERROR)
    return dt_error_at(error, DETM_NO_MEMORY, page, 0, 0, "out of memory");
  return dt_error_at(error, DETM_BAD_FILE, page, 0, 0, "a path of the template \"%s\" fails: %s", template->name,
                     fault->text);
}

/* Walks have a context of their own, with the same limit and the same place for errors. */
static bool add_walker(job *j, xsltTransformContextPtr context) {
  j->walker = xmlXPathNewContext(context->document->doc);
  if (j->walker == NULL) return false;
  j->walker->error = context->xpathCtxt->error;
  j->walker->userData = context->xpathCtxt->userData;
  j->walker->opLimit = context->opLimit;
  return true;
}

static bool is_spent(const dt_transformation *t, const job *j) {
  unsigned long limit = t->context->opLimit, spent = t->context->opCount;
  if (t->context->xpathCtxt->opCount > spent) spent = t->context->xpathCtxt->opCount;
  if (j->walker != NULL && j->walker->opCount > spent) spent = j->walker->opCount;
  return limit != 0 && spent >= limit;
}

detm_status dt_stylesheet_run(const detm_template *template, const detm_page *page, const char *base,
                              xmlDocPtr *results, detm_error *error) {
  const double steps_a_second = 1e8;
  const stylesheet *s = template->stylesheet;
  job j = {.stylesheet = s, .base = base};
  dt_fault fault = {0};
  dt_transformation t;
  dt_arena_start(&j.links, NULL);
  *results = NULL;
  bool ready = dt_transformation_begin(&t, s->style, page->document, page->seconds * steps_a_second, &fault);
  if (ready && add_functions(t.context) && add_walker(&j, t.context)) {
    t.context->_private = &j;
    *results = xsltApplyStylesheetUser(s->style, page->document, NULL, NULL, NULL, t.context);
    if (j.no_memory) fault.code = XML_ERR_NO_MEMORY;
    if ((t.context->state != XSLT_STATE_OK || fault.code != 0) && is_spent(&t, &j))
      fault.code = XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED;
    if (t.context->state != XSLT_STATE_OK || fault.code != 0) {
      xmlFreeDoc(*results);
      *results = NULL;
    }
  }
  dt_transformation_end(&t);
  xmlXPathFreeContext(j.walker);
  dt_buffer_free(&j.text);
  dt_arena_free(&j.links);
  return *results != NULL ? DETM_OK : tell(&fault, template, page->name, error);
}

detm_status detm_template_stylesheet(const detm_template *template, detm_write write, void *data, detm_error *error) {
  xmlChar *bytes = NULL;
  int length = 0;
  xmlDocPtr document = compile(template);
  if (document != NULL) xmlDocDumpFormatMemoryEnc(document, &bytes, &length, "UTF-8", 1);
  detm_status status = DETM_OK;
  if (bytes == NULL) {
    status = dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  } else if (write(data, (const char *)bytes, (size_t)length) != 0) {
    status = dt_error_set(error, DETM_WRITE, "the stylesheet could not be written");
  }
  xmlFree(bytes);
  xmlFreeDoc(document);
  return status;
}
