/* html/parser.h: libxml2's HTML parser, set up to be silent, without network and for UTF-8. */
#ifndef DT_HTML_PARSER_H
#define DT_HTML_PARSER_H

#include "base/base.h"

#include <libxml/HTMLparser.h>

/* Open elements at most: the parser's own work grows with them, so pages that are deeper are to be cut there. */
enum { DT_PARSER_DEEPEST = 1000 };

/* Parses valid UTF-8 markup and calls `handler` with `context`; meanwhile *parser is the parser, for xmlStopParser.
 * Returns false if memory was lacking. */
bool dt_parser_run(htmlParserCtxtPtr *parser, void *context, const htmlSAXHandler *handler, const char *markup,
                   size_t length) DETM_CHECK;

/* Returns the character of windows-1252 for a control from 128 to 159, as references mean it (HTML standard
 * 13.2.5.80), or U+FFFD; any other code is returned itself. */
uint32_t dt_control_meaning(uint32_t code);
/* Whether UTF-8 at `at` is one of these controls. */
static inline bool dt_is_control(const unsigned char *at, const unsigned char *end) {
  return *at == 0xC2 && end - at > 1 && at[1] < 0xA0;
}

#endif
