/* Tests of src/template/apply/sandbox.c: without memory, stylesheets and results are whole or an error is reported. */
#include "template/apply/sandbox.h"

#include "allocation.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <libxslt/transform.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

TestSuite(template_sandbox, .fini = find_leaks);

/* Leaves out constructs whose failures libxslt does not report: rules for names, and paths that libxml2 streams
 * ("a/b"). */
static const char rules[] =
    "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
    "<xsl:template match='/'><all><xsl:for-each select='/a/b[1]'><xsl:call-template name='tell'>"
    "<xsl:with-param name='of' select='@id'/></xsl:call-template></xsl:for-each>"
    "<xsl:for-each select='child::a/c'><xsl:choose><xsl:when test='@id = 2'><c><xsl:attribute "
    "name='n'>2</xsl:attribute></c></xsl:when>"
    "<xsl:otherwise><xsl:element name='d'/></xsl:otherwise></xsl:choose></xsl:for-each></all></xsl:template>"
    "<xsl:template name='tell'><xsl:param name='of'/>"
    "<b n='{$of}'><xsl:value-of select='.'/></b></xsl:template></xsl:stylesheet>";
static const char source[] = "<a><b id='1'>x</b><c id='2'/><c/><b id='3'/></a>";
static const char result[] = "<all><b n=\"1\">x</b><c n=\"2\"/><d/></all>";

static xmlDocPtr document_from(const char *text) { return xmlReadMemory(text, (int)strlen(text), NULL, NULL, 0); }

static bool is_result(xmlDocPtr made) {
  xmlBufferPtr text = xmlBufferCreate();
  bool same = xmlNodeDump(text, made, xmlDocGetRootElement(made), 0, 0) > 0 &&
              strcmp((const char *)xmlBufferContent(text), result) == 0;
  xmlBufferFree(text);
  return same;
}

/* Returns the output of the stylesheet, or NULL if a lack of memory was reported. */
static xmlDocPtr transform(xsltStylesheetPtr style, xmlDocPtr document) {
  dt_transformation run;
  dt_xslt_fault fault = {0};
  xmlDocPtr made = NULL;
  if (dt_transformation_begin(&run, style, document, 0, &fault)) {
    made = xsltApplyStylesheetUser(style, document, NULL, NULL, NULL, run.context);
    if (made != NULL && (fault.code != 0 || dt_transformation_failed(&run))) {
      xmlFreeDoc(made);
      made = NULL;
    }
  }
  dt_transformation_end(&run);
  return made;
}

/* Parses the stylesheet while memory lacks, then runs it with memory: the lack must be reported by then. */
static bool parses(const void *document) {
  xsltStylesheetPtr style = dt_xslt_parse((xmlDocPtr)(uintptr_t)document);
  allocation_fail_from(0);
  if (style == NULL) return true;
  xmlDocPtr page = document_from(source), made = transform(style, page);
  bool right = made == NULL || is_result(made);
  xmlFreeDoc(made);
  xmlFreeDoc(page);
  xsltFreeStylesheet(style);
  return right;
}

Test(template_sandbox, a_stylesheet_is_whole_or_lack_of_memory_is_reported) {
  allocation_take_libxml();
  xmlDocPtr document = document_from(rules);
  cr_expect_eq(allocation_starve(parses, document), 0);
  xmlFreeDoc(document);
}

typedef struct work {
  xsltStylesheetPtr style;
  xmlDocPtr page;
} work;

static bool runs(const void *data) {
  const work *w = data;
  xmlDocPtr made = transform(w->style, w->page);
  allocation_fail_from(0);
  bool right = made == NULL || is_result(made);
  xmlFreeDoc(made);
  return right;
}

Test(template_sandbox, a_result_is_whole_or_lack_of_memory_is_reported) {
  allocation_take_libxml();
  work w = {dt_xslt_parse(document_from(rules)), document_from(source)};
  cr_assert_not_null(w.style);
  xmlDocPtr made = transform(w.style, w.page);
  cr_assert_not_null(made);
  cr_expect(is_result(made));
  cr_expect_eq(allocation_starve(runs, &w), 0);
  xmlFreeDoc(made);
  xsltFreeStylesheet(w.style);
  xmlFreeDoc(w.page);
}

/* The first stylesheet of a process starts libxslt; nothing is written to the standard error. */
static bool starts_in_silence(const void *document) {
  FILE *messages = tmpfile();
  if (messages == NULL) return allocation_fail_from(0), true;
  int before = dup(STDERR_FILENO);
  dup2(fileno(messages), STDERR_FILENO);
  xsltStylesheetPtr style = dt_xslt_parse((xmlDocPtr)(uintptr_t)document);
  allocation_fail_from(0);
  dup2(before, STDERR_FILENO);
  bool silent = lseek(fileno(messages), 0, SEEK_END) == 0;
  xsltFreeStylesheet(style);
  fclose(messages);
  return silent;
}

Test(template_sandbox, the_start_of_libxslt_is_silent) {
  allocation_take_libxml();
  xmlDocPtr document = document_from(rules);
  cr_expect_eq(allocation_starve(starts_in_silence, document), 0);
  xmlFreeDoc(document);
}
