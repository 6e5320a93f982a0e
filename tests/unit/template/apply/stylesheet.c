/* Tests of src/template/apply/stylesheet.c and templates/compile-*.xsl: both make the same XPath, and the
 * stylesheet gives the same results in plain libxslt, prints nothing and can read nothing. */
#include "template/apply/stylesheet.h"

#include "allocation.h"
#include "leaks.h"
#include "rounds.h"
#include "template/apply/anchor_xpath.h"
#include "template/apply/pattern.h"
#include "template/apply/xslt_functions.h"
#include "template/template.h"
#include "template/templates.h"

#include <criterion/criterion.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxslt/transform.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>
#include <stdio.h>

TestSuite(template_stylesheet, .fini = find_leaks);

static const char *const xslt = "http://www.w3.org/1999/XSL/Transform";

static xmlNodePtr next_in(xmlNodePtr node) {
  if (node->children != NULL) return node->children;
  while (node != NULL && node->next == NULL) node = node->parent;
  return node != NULL ? node->next : NULL;
}

/* Returns whether a <with-param name="nodes"> has this select. */
static bool has_select(xmlDocPtr stylesheet, const char *wanted) {
  bool found = false;
  for (xmlNodePtr node = xmlDocGetRootElement(stylesheet); node != NULL && !found; node = next_in(node)) {
    if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, "with-param") != 0) continue;
    xmlChar *select = xmlGetProp(node, (const xmlChar *)"select");
    found = select != NULL && strcmp((const char *)select, wanted) == 0;
    xmlFree(select);
  }
  return found;
}

static void expect_select(const dt_anchor *anchor, xmlDocPtr stylesheet, unsigned seed) {
  dt_buffer wanted = {0};
  dt_anchor_xpath(anchor, &wanted);
  dt_buffer_byte(&wanted, '\0');
  cr_assert(has_select(stylesheet, wanted.data), "seed %u: %s", seed, wanted.data);
  dt_buffer_free(&wanted);
}

/* XML normalises attributes, so newlines are written as references; xmlGetProp returns newlines. */
Test(template_stylesheet, has_the_xpath_of_dt_anchor_xpath) {
  for (unsigned seed = 1; seed <= rounds(100); seed++) {
    dt_buffer text = {0}, xsl = {0};
    detm_template *made = template_random(seed);
    save_template(made, &text);
    detm_template *template = template_of(text.data);
    save_stylesheet(template, &xsl);
    xmlDocPtr stylesheet = xmlReadMemory(xsl.data, (int)xsl.length, NULL, NULL, 0);
    cr_assert_not_null(stylesheet);
    for (uint32_t l = 0; l < template->layout_count; l++)
      for (uint32_t f = 0; f < template->layouts[l].field_count; f++)
        for (uint32_t p = 0; p < template->layouts[l].fields[f].part_count; p++) {
          const dt_template_part *part = &template->layouts[l].fields[f].parts[p];
          for (uint32_t a = 0; a < part->anchor_count; a++) expect_select(&part->anchors[a], stylesheet, seed);
        }
    xmlFreeDoc(stylesheet);
    detm_template_free(template);
    detm_template_free(made);
    dt_buffer_free(&text);
    dt_buffer_free(&xsl);
  }
}

/* Only literals, sequences and values: no instruction that reads, writes or stops. */
Test(template_stylesheet, contains_only_harmless_instructions) {
  static const char *const harmless[] = {"stylesheet",    "output",     "param",           "template",
                                         "call-template", "with-param", "variable",        "if",
                                         "choose",        "when",       "otherwise",       "copy-of",
                                         "value-of",      "for-each",   "apply-templates", "processing-instruction",
                                         "text"};
  for (unsigned seed = 1; seed <= rounds(20); seed++) {
    dt_buffer xsl = {0};
    detm_template *made = template_random(seed);
    save_stylesheet(made, &xsl);
    xmlDocPtr stylesheet = xmlReadMemory(xsl.data, (int)xsl.length, NULL, NULL, 0);
    for (xmlNodePtr node = xmlDocGetRootElement(stylesheet); node != NULL; node = next_in(node)) {
      bool known = node->type != XML_ELEMENT_NODE || strcmp((const char *)node->ns->href, "urn:detm:results:1") == 0;
      for (size_t i = 0; i < sizeof harmless / sizeof *harmless && !known; i++)
        known = strcmp((const char *)node->ns->href, xslt) == 0 && strcmp((const char *)node->name, harmless[i]) == 0;
      cr_assert(known, "%s", (const char *)node->name);
    }
    xmlFreeDoc(stylesheet);
    dt_buffer_free(&xsl);
    detm_template_free(made);
  }
}

/* Whether an attribute of an element of a stylesheet begins with this text. */
static bool says_anywhere(xmlDocPtr stylesheet, const char *text) {
  bool found = false;
  for (xmlNodePtr node = xmlDocGetRootElement(stylesheet); node != NULL && !found; node = next_in(node))
    for (xmlAttrPtr at = node->type == XML_ELEMENT_NODE ? node->properties : NULL; at != NULL && !found; at = at->next)
      found = at->children != NULL && strncmp((const char *)at->children->content, text, strlen(text)) == 0;
  return found;
}

/* What detm runs has no templates for other processors, and what it writes for these calls nothing of detm. */
Test(template_stylesheet, is_made_for_one_processor) {
  for (unsigned seed = 1; seed <= rounds(20); seed++) {
    dt_buffer text = {0}, xsl = {0};
    detm_template *made = template_random(seed);
    save_template(made, &text);
    save_stylesheet(made, &xsl);
    detm_template *template = template_of(text.data);
    xmlDocPtr whole = xmlReadMemory(xsl.data, (int)xsl.length, NULL, NULL, 0);
    xmlDocPtr own = ((dt_stylesheet *)template->stylesheet)->style->doc;
    cr_assert(says_anywhere(whole, "around"), "seed %u", seed);
    cr_assert(says_anywhere(own, "part-1-1-1") && !says_anywhere(own, "around"), "seed %u", seed);
    cr_assert(says_anywhere(own, "detm:find") || says_anywhere(own, "detm:value"), "seed %u", seed);
    cr_assert(!says_anywhere(whole, "detm:"), "seed %u", seed);
    xmlFreeDoc(whole);
    detm_template_free(template);
    detm_template_free(made);
    dt_buffer_free(&text);
    dt_buffer_free(&xsl);
  }
}

/* "name=value (by rank) | ..." of a results document, like record_of. */
static const char *line_of(xmlDocPtr results) {
  static char line[20000];
  dt_buffer out = {0};
  for (xmlNodePtr node = xmlDocGetRootElement(results); node != NULL; node = next_in(node)) {
    if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, "field") != 0) continue;
    xmlChar *name = xmlGetProp(node, (const xmlChar *)"name"), *by = xmlGetProp(node, (const xmlChar *)"by"),
            *rank = xmlGetProp(node, (const xmlChar *)"rank"), *value = xmlNodeGetContent(node);
    dt_buffer_format(&out, "%s%s=%s (%s %s)", out.length != 0 ? " | " : "", (char *)name, (char *)value, (char *)by,
                     (char *)rank);
    xmlFree(name);
    xmlFree(by);
    xmlFree(rank);
    xmlFree(value);
  }
  snprintf(line, sizeof line, "%.*s", (int)out.length, out.length != 0 ? out.data : "");
  dt_buffer_free(&out);
  return line;
}

/* Runs a stylesheet like xsltproc --html on the output of detm tree --html. */
static const char *plainly_applied(const detm_template *template, const detm_page *source) {
  const detm_tree_options as_html = {.size = sizeof as_html, .html = 1};
  dt_buffer xsl = {0}, markup = {0};
  cr_assert_eq(detm_page_print(source, &as_html, dt_buffer_write, &markup, NULL), DETM_OK);
  save_stylesheet(template, &xsl);
  xsltStylesheetPtr style = xsltParseStylesheetDoc(xmlReadMemory(xsl.data, (int)xsl.length, NULL, NULL, 0));
  cr_assert_not_null(style);
  xmlDocPtr page =
      htmlReadMemory(markup.data, (int)markup.length, NULL, "UTF-8", HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
  xmlDocPtr results = xsltApplyStylesheet(style, page, NULL);
  cr_assert_not_null(results);
  const char *line = line_of(results);
  xmlFreeDoc(results);
  xmlFreeDoc(page);
  xsltFreeStylesheet(style);
  dt_buffer_free(&xsl);
  dt_buffer_free(&markup);
  return line;
}

static const char *const pages[] = {
    "<h1>A <b>title</b></h1><dl><dt>Price:</dt><dd>$ 12</dd><dt>It's</dt><dd>x</dd></dl><ul class='a-1 "
    "b_2'><li>1<li>2<li>3</ul>",
    "<div id='Price:'><a>k</a><p class=x>one</p></div><div rel='two "
    "words'><p>a<aside>no</aside>b</div><h1>t</h1><h1>u</h1>",
    "<body><div>1</div><div>2</div><div>  three &nbsp; 3  <nav>n</nav><script>s</script></div></body>",
    "<p>",
    "<dt>Price:<b>1</b><b>2</b></dt><h1></h1><h1><!-- c --></h1><h1>late</h1><figure><h1>in "
    "figure<figure>x</figure></h1></figure>",
};

/* Without patterns, types and JSON-LD, which plain libxslt does not have, and with one part a field, since plain
 * libxslt repeats values that several parts have (xsltproc, which has EXSLT, does not: tests/cli/xsltproc.sh). */
Test(template_stylesheet, has_the_same_results_in_plain_libxslt) {
  for (unsigned seed = 1; seed <= rounds(150); seed++) {
    dt_buffer text = {0};
    detm_template *made = template_random(seed);
    for (uint32_t l = 0; l < made->layout_count; l++) {
      made->layouts[l].skeleton = NULL;
      for (uint32_t f = 0; f < made->layouts[l].field_count; f++) {
        dt_template_field *field = &made->layouts[l].fields[f];
        field->type = "text";
        if (field->part_count > 1) field->part_count = 1;
        for (uint32_t p = 0; p < field->part_count; p++)
          for (uint32_t a = 0; a < field->parts[p].anchor_count; a++) field->parts[p].anchors[a].pattern = NULL;
      }
    }
    save_template(made, &text);
    detm_template *template = template_of(text.data);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
      detm_page *page = document_of(pages[i]);
      char line[20000];
      snprintf(line, sizeof line, "%s", record_of(template, page));
      line[strcspn(line, ";")] = '\0';
      cr_assert_str_eq(plainly_applied(template, page), line, "seed %u page %zu\n%s", seed, i, text.data);
      detm_page_free(page);
    }
    detm_template_free(template);
    detm_template_free(made);
    dt_buffer_free(&text);
  }
}

/* As many quotes of both kinds as an anchor's value, path and pattern may have: XPath has no escapes for them. */
Test(template_stylesheet, accepts_any_number_of_quotes) {
  enum { VALUE = DT_MAX_VALUE_LENGTH, PATTERN = DT_MAX_PATTERN_LENGTH };
  dt_buffer text = {0};
  dt_buffer_text(&text, PART "<anchor by='tag' tag='p' pattern='");
  for (int i = 0; i < PATTERN; i++) dt_buffer_text(&text, i == 7 ? "&quot;" : "&apos;");
  dt_buffer_text(&text, "'/><anchor by='id' value='");
  for (int i = 0; i < VALUE; i++) dt_buffer_text(&text, i == 7 ? "&quot;" : "&apos;");
  dt_buffer_text(&text, "'/>" PART_END);
  dt_buffer_byte(&text, '\0');
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<p>a</p><b id=\"");
  for (int i = 0; i < VALUE; i++) dt_buffer_text(&markup, i == 7 ? "&quot;" : "'");
  dt_buffer_text(&markup, "\">b</b>");
  dt_buffer_byte(&markup, '\0');
  cr_expect_str_eq(given_by(text.data, markup.data), "f=b (id 1)");
  dt_buffer_free(&markup);
  dt_buffer_free(&text);
}

static int messages;
static void count_message(void *data, const char *format, ...) {
  (void)data;
  (void)format;
  messages++;
}

Test(template_stylesheet, leaves_libxml2s_handlers_unchanged) {
  xsltSetGenericErrorFunc(&messages, count_message);
  xmlSetGenericErrorFunc(&messages, count_message);
  detm_template *template = template_of(PART "<anchor by='tag' tag='p' path='/a[b + c = 1]'/>" PART_END);
  detm_page *page = document_of("<p><a>x</a></p>");
  cr_expect_str_eq(record_of(template, page), "; missing f");
  cr_expect_eq(messages, 0);
  cr_expect_eq(xsltGenericErrorContext, &messages);
  cr_expect_eq(xmlGenericErrorContext, &messages);
  xsltSetGenericErrorFunc(NULL, NULL);
  xmlSetGenericErrorFunc(NULL, NULL);
  detm_page_free(page);
  detm_template_free(template);
}

/* Paths that are valid XPath but fail when they run. */
Test(template_stylesheet, reports_a_path_that_fails) {
  detm_error error = DETM_ERROR_NONE;
  detm_template *template = template_of(PART "<anchor by='tag' tag='p' path=\"/a[count('x') = 1]\"/>" PART_END);
  detm_page *page = document_of("<p><a>x</a></p>");
  cr_assert_null(detm_template_apply(template, page, NULL, &error));
  cr_expect_eq(error.status, DETM_BAD_FILE);
  cr_expect_not_null(strstr(error.text, "a path of the template \"t\" fails"), "%s", error.text);
  detm_page_free(page);
  detm_template_free(template);
}

Test(template_stylesheet, survives_each_allocation_that_fails) {
  detm_template *template = template_of(PART "<anchor by='tag' tag='p' path='/..' pattern='a'/>" PART_END);
  detm_page *page = document_of("<div><p>x</p>abc</div>");
  detm_result *result = NULL;
  for (size_t fail = 1; result == NULL; fail++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(fail);
    result = detm_template_apply(template, page, NULL, &error);
    allocation_fail_from(0);
    if (result == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY, "%s", error.text);
    cr_assert_lt(fail, 1000);
  }
  detm_result_free(result);
  detm_page_free(page);
  detm_template_free(template);
}
