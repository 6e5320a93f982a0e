/* template/stylesheet.c: template -> stylesheet -> results.
 *
 * The template's XML goes through templates/compile-template.xsl, which is built in; what comes out is compiled once
 * and run over pages.  No scope may be left from here: libxslt's frames lie between. */
#include "template/stylesheet.h"

#include "base/kind.h"
#include "template/embedded.h"
#include "template/pattern.h"
#include "template/security.h"
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
} stylesheet;

/* What the functions of one run know. */
typedef struct job {
  const stylesheet *stylesheet;
  const char *base;
  bool no_memory;
} job;

/* ---- functions ---- */

static int compare_cutters(const void *a, const void *b) {
  return strcmp(((const cutter *)a)->text, ((const cutter *)b)->text);
}

static job *job_of(xmlXPathParserContextPtr context) { return xsltXPathGetTransformContext(context)->_private; }

static void give(xmlXPathParserContextPtr context, detm_text text) {
  xmlChar *copy = xmlStrndup((const xmlChar *)text.data, (int)text.length);
  if (copy == NULL) job_of(context)->no_memory = true;
  xmlXPathReturnString(context, copy);
}

static detm_text trim(detm_text text) {
  while (text.length != 0 && text.data[text.length - 1] == ' ') text.length--;
  while (text.length != 0 && *text.data == ' ') text = (detm_text){text.data + 1, text.length - 1};
  return text;
}

/* detm:cut(TEXT, PATTERN) */
static void cut(xmlXPathParserContextPtr context, int count) {
  if (count != 2) {
    xmlXPathSetArityError(context);
    return;
  }
  job *r = job_of(context);
  xmlChar *pattern = xmlXPathPopString(context), *text = xmlXPathPopString(context);
  detm_text value = {"", 0};
  if (pattern != NULL && text != NULL && r->stylesheet->cutter_count != 0) {
    cutter wanted = {.text = (const char *)pattern};
    const cutter *found =
        bsearch(&wanted, r->stylesheet->cutters, r->stylesheet->cutter_count, sizeof wanted, compare_cutters);
    if (found != NULL && dt_pattern_cut(found->pattern, dt_text((const char *)text), &value) == DT_CUT_NO_MEMORY)
      r->no_memory = true;
  }
  give(context, trim(value));
  xmlFree(pattern);
  xmlFree(text);
}

bool dt_value_fits(detm_text value, const char *type) {
  if (strcmp(type, "text") == 0) return true;
  if (strcmp(type, "url") == 0) return memchr(value.data, ' ', value.length) == NULL;
  return strcmp(dt_type_of(value), type) == 0;
}

/* detm:is(VALUE, TYPE) */
static void is(xmlXPathParserContextPtr context, int count) {
  if (count != 2) {
    xmlXPathSetArityError(context);
    return;
  }
  xmlChar *type = xmlXPathPopString(context), *value = xmlXPathPopString(context);
  bool fits = type != NULL && value != NULL && dt_value_fits(dt_text((const char *)value), (const char *)type);
  xmlFree(type);
  xmlFree(value);
  xmlXPathReturnBoolean(context, fits);
}

/* detm:link(LINK) */
static void link_of(xmlXPathParserContextPtr context, int count) {
  if (count != 1) {
    xmlXPathSetArityError(context);
    return;
  }
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  xmlChar *link = xmlXPathPopString(context);
  give(context,
       link != NULL ? dt_url_resolve(&arena, job_of(context)->base, dt_text((const char *)link)) : (detm_text){"", 0});
  xmlFree(link);
  dt_arena_free(&arena);
}

static bool add_functions(xsltTransformContextPtr context) {
  static const struct {
    const char *name;
    xmlXPathFunction function;
  } functions[] = {{"cut", cut}, {"is", is}, {"link", link_of}};
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

static size_t count_patterns(const detm_template *template, cutter *out) {
  size_t count = 0;
  for (uint32_t l = 0; l < template->layout_count; l++)
    for (uint32_t f = 0; f < template->layouts[l].field_count; f++)
      for (uint32_t p = 0; p < template->layouts[l].fields[f].part_count; p++) {
        const dt_template_part *part = &template->layouts[l].fields[f].parts[p];
        for (uint32_t a = 0; a < part->anchor_count; a++) {
          if (part->anchors[a].pattern == NULL) continue;
          if (out != NULL) out[count].text = part->anchors[a].pattern;
          count++;
        }
      }
  return count;
}

static bool compile_patterns(stylesheet *s, const detm_template *template) {
  size_t count = count_patterns(template, NULL);
  char fault[100];
  if (count == 0) return true;
  s->cutters = calloc(count, sizeof *s->cutters);
  if (s->cutters == NULL) return false;
  count_patterns(template, s->cutters);
  qsort(s->cutters, count, sizeof *s->cutters, compare_cutters);
  for (size_t i = 0; i < count; i++) {
    if (s->cutter_count != 0 && compare_cutters(&s->cutters[s->cutter_count - 1], &s->cutters[i]) == 0) continue;
    cutter made = {s->cutters[i].text, dt_pattern_compile(s->cutters[i].text, fault, sizeof fault)};
    if (made.pattern == NULL) return false;
    s->cutters[s->cutter_count++] = made;
  }
  return true;
}

void dt_stylesheet_free(void *made) {
  stylesheet *s = made;
  if (s == NULL) return;
  for (size_t i = 0; i < s->cutter_count; i++) dt_pattern_free(s->cutters[i].pattern);
  free(s->cutters);
  xsltFreeStylesheet(s->style);
  free(s);
}

detm_status dt_stylesheet_make(detm_template *template, detm_error *error) {
  stylesheet *s = calloc(1, sizeof *s);
  xmlDocPtr document = s != NULL && compile_patterns(s, template) ? compile(template) : NULL;
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

detm_status dt_stylesheet_run(const detm_template *template, const detm_page *page, const char *base,
                              xmlDocPtr *results, detm_error *error) {
  const double steps_a_second = 2e7;
  const stylesheet *s = template->stylesheet;
  job r = {.stylesheet = s, .base = base};
  dt_fault fault = {0};
  dt_transformation t;
  *results = NULL;
  bool ready = dt_transformation_begin(&t, s->style, page->document, page->seconds * steps_a_second, &fault);
  if (ready && add_functions(t.context)) {
    t.context->_private = &r;
    *results = xsltApplyStylesheetUser(s->style, page->document, NULL, NULL, NULL, t.context);
    if (r.no_memory) fault.code = XML_ERR_NO_MEMORY;
    if (t.context->opLimit != 0 && t.context->opCount > t.context->opLimit)
      fault.code = XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED;
    if (t.context->state != XSLT_STATE_OK || fault.code != 0) {
      xmlFreeDoc(*results);
      *results = NULL;
    }
  }
  dt_transformation_end(&t);
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
