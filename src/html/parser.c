/* html/parser.c: libxml2's HTML parser, set up to be silent, without network and for UTF-8. */
#include "html/parser.h"

#include <libxml/parserInternals.h>

#include "base/libxml_guard.h"

/* Room for the names of all elements that may be open: libxml2 2.9 crashes where there is no memory for more. */
static bool make_room_for_names(htmlParserCtxtPtr parser) {
  enum { ROOM = DT_PARSER_DEEPEST + 32 };
  if (parser->nameMax >= ROOM) return true;
  const xmlChar **names = xmlRealloc(parser->nameTab, ROOM * sizeof *names);
  if (names == NULL) return false;
  parser->nameTab = names;
  parser->nameMax = ROOM;
  return true;
}

static htmlParserCtxtPtr new_parser(void *context, const htmlSAXHandler *handler, const char *markup, size_t length) {
  htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(markup, (int)length);
  if (parser == NULL) return NULL;
  /* the encoding that a meta element names is the page's, not the markup's */
  htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                 HTML_PARSE_IGNORE_ENC);
  xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
  if (parser->sax != NULL) *parser->sax = *handler;
  /* all of the markup is there: asked for more, libxml2 2.9 loses what it has if there is no memory for it */
  if (parser->input != NULL && parser->input->buf != NULL) parser->input->buf->readcallback = NULL;
  parser->userData = context;
  return parser;
}

bool dt_parser_run(htmlParserCtxtPtr *parser, void *context, const htmlSAXHandler *handler, const char *markup,
                   size_t length) {
  dt_silence silence;
  if (!dt_silence_begin(&silence)) return false;
  *parser = new_parser(context, handler, markup, length);
  silence.parser = *parser;
  bool whole = *parser != NULL && !dt_silence_lacked(&silence) && make_room_for_names(*parser);
  if (whole) htmlParseDocument(*parser);
  whole = whole && !dt_silence_lacked(&silence);
  silence.parser = NULL;
  if (*parser != NULL) htmlFreeParserCtxt(*parser);
  *parser = NULL;
  dt_silence_end(&silence);
  return whole;
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
