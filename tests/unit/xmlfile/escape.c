/* Tests of src/xmlfile/escape.c: any text becomes XML that is read back unchanged. */
#include "xmlfile/escape.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <libxml/parser.h>

TestSuite(base_xml, .fini = find_leaks);

Test(base_xml, attributes_read_back) {
  static const char *const values[][2] = {{"a", "a"},
                                          {"<&>\"'", "<&>\"'"},
                                          {"a\tb\nc\rd", "a\tb\nc\rd"},
                                          {"\x01\x1f", "\xef\xbf\xbd\xef\xbf\xbd"},
                                          {"\xff\xc3", "\xef\xbf\xbd\xef\xbf\xbd"},
                                          {"\xef\xbf\xbe", "\xef\xbf\xbd"},
                                          {"😀", "😀"},
                                          {"&amp;", "&amp;"}};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    dt_buffer out = {0};
    dt_buffer_text(&out, "<e");
    dt_xml_value(&out, "a", dt_text(values[i][0]));
    dt_buffer_byte(&out, '>');
    dt_xml_text(&out, dt_text(values[i][0]));
    dt_buffer_text(&out, "</e>");
    xmlDocPtr document = xmlReadMemory(out.data, (int)out.length, NULL, NULL, XML_PARSE_NONET);
    cr_assert_not_null(document, "%.*s", (int)out.length, out.data);
    xmlChar *attribute = xmlGetProp(xmlDocGetRootElement(document), (const xmlChar *)"a");
    xmlChar *text = xmlNodeGetContent(xmlDocGetRootElement(document));
    cr_expect_str_eq((char *)attribute, values[i][1]);
    cr_expect_str_eq((char *)text, values[i][1]);
    xmlFree(attribute);
    xmlFree(text);
    xmlFreeDoc(document);
    dt_buffer_free(&out);
  }
}

/* An offset from a null pointer is undefined; UBSan of clang reports it. */
Test(base_xml, an_empty_text_without_data_adds_nothing) {
  dt_buffer out = {0};
  dt_xml_text(&out, (detm_text){NULL, 0});
  cr_expect_eq(out.length, 0);
}

Test(base_xml, leaves_out_attributes_without_a_value) {
  dt_buffer out = {0};
  dt_xml_attribute(&out, "a", NULL);
  dt_xml_attribute(&out, "b", "");
  cr_expect_eq(out.length, 0);
  dt_xml_value(&out, "c", DT_TEXT(""));
  dt_xml_attribute(&out, "d", "1");
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, " c=\"\" d=\"1\"");
  dt_buffer_free(&out);
}
