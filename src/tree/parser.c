/* tree/parser.c: libxml2's HTML parser, set up to be silent, without network and for UTF-8. */
#include "tree/parser.h"

#include <libxml/parserInternals.h>

htmlParserCtxtPtr dt_parser_new(void *context, const htmlSAXHandler *handler, const char *markup, size_t length) {
  /* What libxml2 2.9 sets up with the first parser, two threads at once leave in a deadlock; this call has a lock. */
  xmlInitParser();
  htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(markup, (int)length);
  if (parser == NULL) return NULL;
  /* the encoding that a meta element names is the page's, not the markup's */
  htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                 HTML_PARSE_IGNORE_ENC);
  xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
  if (parser->sax != NULL) *parser->sax = *handler;
  parser->userData = context;
  return parser;
}

static const uint16_t meant_by_control[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                              0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                              0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                              0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

uint32_t dt_control_meaning(uint32_t code) {
  if (code < 0x80 || code >= 0xA0) return code;
  uint32_t meant = meant_by_control[code - 0x80];
  return meant != 0 ? meant : 0xFFFD;
}
