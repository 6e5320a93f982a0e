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

/* Copies markup for a document that keeps all elements and attributes (document.h): scripts, style sheets and
 * templates are emptied, so are comments and processing instructions (which become comments), declarations go, white
 * space in texts is folded.  Else the parser makes of it what it would make of the whole.  `data` gets the JSON-LD of
 * the page, a NUL after each script's.  Where `styles` is not NULL it gets the style sheets, a newline after each, and
 * white space within pre stays as it is: what those want who look for content.  The output is at most half as long
 * again as the input, and five bytes for each
 * "<" more; the buffers' `failed` tells of a lack of memory.  True: a tag has more than
 * DT_MARKUP_ATTRIBUTES attributes and lost the rest, as the parser compares each with all before it. */
enum { DT_MARKUP_ATTRIBUTES = 256 };
bool dt_markup_document(const char *markup, size_t length, dt_buffer *out, dt_buffer *data, dt_buffer *styles);

#endif
