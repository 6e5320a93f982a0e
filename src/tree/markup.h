/* tree/markup.h: what of a page's markup the parser is given. */
#ifndef DT_MARKUP_H
#define DT_MARKUP_H

#include "base/base.h"

/* Copies markup without what the tag tree never keeps: comments, declarations, scripts, style sheets,
 * noscript and template contents, attributes that no node keeps, repeated white space.  The parser
 * then has less than half to do on today's pages.  What is read as a tag or a comment follows the
 * tokenizer of the HTML standard (13.2.5), so that nothing else goes.  The output is at most half as long again as
 * the input, and three bytes for each "<" more; out->failed tells of a lack of memory. */
void dt_markup_reduce(const char *markup, size_t length, dt_buffer *out);

#endif
