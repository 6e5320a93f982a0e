/* html/prefilter.h: reduces a page's markup before it is parsed. */
#ifndef DT_HTML_PREFILTER_H
#define DT_HTML_PREFILTER_H

#include "base/base.h"

/* Copies markup without the parts that the tag tree never keeps: comments, declarations, scripts, style sheets,
 * contents of noscript and template, unused attributes, repeated white space.  This halves the parser's work on today's
 * pages. Tags and comments are recognized as by the tokenizer of the HTML standard (13.2.5), so that nothing else is
 * removed. The output is at most 1.5 times the input plus three bytes for each "<".  Sets out->failed without memory.
 */
void dt_markup_reduce(const char *markup, size_t length, dt_buffer *out);

/* Copies markup for a document with all elements and attributes (document.h).  Empties scripts, style sheets,
 * templates, comments and processing instructions (which become comments), removes declarations, and folds white space
 * in texts; otherwise the parsed document is the same.  Writes the page's JSON-LD to `data`, with a NUL after each
 * script.  If `styles` is not NULL, writes the style sheets to it, with a newline after each, and keeps white space
 * within pre, for finding content.  The output is at most 1.5 times the input plus five bytes for each "<".  Sets the
 * buffers' `failed` without memory.  Returns true if a tag lost attributes beyond DT_MARKUP_ATTRIBUTES, the limit
 * because the parser compares each with all before it. */
enum { DT_MARKUP_ATTRIBUTES = 256 };
bool dt_markup_document(const char *markup, size_t length, dt_buffer *out, dt_buffer *data, dt_buffer *styles);

#endif
