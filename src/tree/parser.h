/* tree/parser.h: libxml2's HTML parser, set up to be silent, without network and for UTF-8. */
#ifndef DT_PARSER_H
#define DT_PARSER_H

#include "base/base.h"

#include <libxml/HTMLparser.h>

/* A parser of valid UTF-8 markup that calls `handler` with `context`; NULL without memory.  The caller frees it with
 * htmlFreeParserCtxt. */
htmlParserCtxtPtr dt_parser_new(void *context, const htmlSAXHandler *handler, const char *markup, size_t length);

/* References to 128 to 159 mean windows-1252 (HTML standard 13.2.5.80): the character that control `code` stands for,
 * U+FFFD = none; any other code is itself. */
uint32_t dt_control_meaning(uint32_t code);
/* Whether UTF-8 at `at` is one of these controls. */
static inline bool dt_is_control(const unsigned char *at, const unsigned char *end) {
  return *at == 0xC2 && end - at > 1 && at[1] < 0xA0;
}

#endif
