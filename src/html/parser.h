/* html/parser.h: libxml2's HTML parser, set up to be silent, without network and for UTF-8. */
#ifndef DT_HTML_PARSER_H
#define DT_HTML_PARSER_H

#include "base/base.h"

#include <libxml/HTMLparser.h>

/* Open elements at most: the parser's own work grows with them, so pages that are deeper are to be cut there. */
enum { DT_PARSER_DEEPEST = 1000 };

/* Parses valid UTF-8 markup, calling `handler` with `context`; meanwhile *parser is the parser, which xmlStopParser
 * takes.  False: there was no memory for some of it. */
bool dt_parser_run(htmlParserCtxtPtr *parser, void *context, const htmlSAXHandler *handler, const char *markup,
                   size_t length) DETM_CHECK;

/* References to 128 to 159 mean windows-1252 (HTML standard 13.2.5.80): the character that control `code` stands for,
 * U+FFFD = none; any other code is itself. */
uint32_t dt_control_meaning(uint32_t code);
/* Whether UTF-8 at `at` is one of these controls. */
static inline bool dt_is_control(const unsigned char *at, const unsigned char *end) {
  return *at == 0xC2 && end - at > 1 && at[1] < 0xA0;
}

#endif
