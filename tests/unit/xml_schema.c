/* xml_schema.c: validates XML by the RELAX NG schemas of templates/. */
#include "xml_schema.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

xmlRelaxNGPtr schema_of(const char *name) {
  const char *folder = getenv("top_srcdir");
  char path[4096];
  snprintf(path, sizeof path, "%s/templates/%s", folder == NULL ? "." : folder, name);
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt(path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
  xmlRelaxNGFreeParserCtxt(parser);
  cr_assert_not_null(schema, "%s", path);
  return schema;
}

static void be_quiet(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

bool schema_accepts(xmlRelaxNGPtr schema, const char *bytes, size_t length) {
  int options = XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
  xmlDocPtr document = xmlReadMemory(bytes, (int)length, "file.xml", NULL, options);
  if (document == NULL) return false;
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt(schema);
  xmlRelaxNGSetValidErrors(context, be_quiet, be_quiet, NULL);
  bool valid = xmlRelaxNGValidateDoc(context, document) == 0;
  xmlRelaxNGFreeValidCtxt(context);
  xmlFreeDoc(document);
  return valid;
}
