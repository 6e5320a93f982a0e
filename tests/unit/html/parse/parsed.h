/* parsed.h: tokens and trees of pages in one line, for the tests of the parser. */
#ifndef TEST_HTML_PARSED_H
#define TEST_HTML_PARSED_H

#include "html/parse/nodes.h"

/* Appends the tokens of a page, "<a[href=x]> 'text' </a> <!--comment-->", and a NUL; NUL in a text is "~", a newline
 * "\n".  last_start: the name of the last start tag, NULL = none. */
void parsed_tokens(const char *page, size_t length, dt_content_model model, const char *last_start, dt_buffer *out);
/* Appends the tree of a page, "html(head body(p('text')))", and a NUL; a comment begins with "!".  Frames in frames are
 * read two deep. */
detm_status parsed_tree(const char *page, size_t length, uint32_t max_depth, dt_buffer *out);

#endif
