/* html/parser.c: libxml2's HTML parser, set up to be silent, without network and for UTF-8. */
#include "html/parser.h"

#include <libxml/parserInternals.h>

#include "base/libxml_guard.h"

bool dt_parser_run(htmlParserCtxtPtr *parser, void *context, const htmlSAXHandler *handler, const char *markup,
                   size_t length) {
  enum { NAMES = DT_PARSER_DEEPEST + 32 };
  dt_silence silence;
  if (!dt_silence_begin(&silence)) return false;
  htmlParserCtxtPtr made = *parser = htmlCreateMemoryParserCtxt(markup, (int)length);
  bool whole = made != NULL;
  if (whole) {
    /* The encoding that a meta element names is the page's, not the markup's. */
    htmlCtxtUseOptions(made, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                 HTML_PARSE_IGNORE_ENC);
    xmlSwitchEncoding(made, XML_CHAR_ENCODING_UTF8);
    if (made->sax != NULL) *made->sax = *handler;
    /* The input is complete.  Asked for more, libxml2 2.9 loses it without memory. */
    if (made->input != NULL && made->input->buf != NULL) made->input->buf->readcallback = NULL;
    made->userData = context;
    silence.parser = made;
    whole = !dt_silence_lacked(&silence);
  }
  /* Reserves the names of all elements that may be open: without memory for more, libxml2 2.9 crashes. */
  if (whole && made->nameMax < NAMES) {
    const xmlChar **names = xmlRealloc(made->nameTab, NAMES * sizeof *names);
    whole = names != NULL;
    if (whole) made->nameTab = names;
    if (whole) made->nameMax = NAMES;
  }
  if (whole) htmlParseDocument(made);
  whole = whole && !dt_silence_lacked(&silence);
  silence.parser = NULL;
  if (made != NULL) htmlFreeParserCtxt(made);
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
