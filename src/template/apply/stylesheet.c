/* template/apply/stylesheet.c: makes the XSLT stylesheet that does in other programs what evaluate.c does here.
 *
 * templates/compile-template.xsl, which is built in, transforms the template's XML to it.  No scope may be left from
 * here, through frames of libxslt. */
#include "template/apply/sandbox.h"
#include "template/embedded.h"
#include "template/template.h"

#include <libxml/parser.h>
#include <libxslt/transform.h>

/* ---- making ---- */

static xmlDocPtr read_xml(const void *bytes, size_t length) {
  return xmlReadMemory(bytes, (int)length, NULL, "UTF-8",
                       XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
}

static xmlDocPtr transform(xsltStylesheetPtr style, xmlDocPtr document) {
  dt_transformation run;
  dt_xpath_fault fault = {0};
  xmlDocPtr made = NULL;
  if (dt_transformation_begin(&run, style, document, &fault))
    made = xsltApplyStylesheetUser(style, document, NULL, NULL, NULL, run.context);
  if (made != NULL && (fault.code != 0 || dt_transformation_failed(&run))) {
    xmlFreeDoc(made);
    made = NULL;
  }
  dt_transformation_end(&run);
  return made;
}

/* Returns the stylesheet as a document; NULL without memory. */
static xmlDocPtr compile(const detm_template *template) {
  const dt_embedded *compiler = &dt_compiler_files[0];
  dt_buffer xml = {0};
  dt_silence silence;
  if (!dt_silence_begin(&silence)) return NULL;
  dt_template_save(template, &xml);
  xmlDocPtr source = xml.failed ? NULL : read_xml(xml.data, xml.length);
  xmlDocPtr rules = source != NULL ? read_xml(compiler->bytes, compiler->length) : NULL;
  xsltStylesheetPtr style = rules != NULL ? dt_xslt_parse(rules) : NULL;
  xmlDocPtr made = style != NULL ? transform(style, source) : NULL;
  xsltFreeStylesheet(style);
  xmlFreeDoc(source);
  dt_buffer_free(&xml);
  dt_silence_end(&silence);
  if (!dt_silence_lacked(&silence)) return made;
  xmlFreeDoc(made);
  return NULL;
}

detm_status detm_template_stylesheet(const detm_template *template, detm_write write, void *data, detm_error *error) {
  xmlChar *bytes = NULL;
  int length = 0;
  bool whole = false;
  dt_silence silence;
  xmlDocPtr document = compile(template);
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
  return status;
}
