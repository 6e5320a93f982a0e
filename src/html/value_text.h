/* html/value_text.h: writes the text of a node, or of a run of nodes between two breaks, as a value. */
#ifndef DT_HTML_VALUE_TEXT_H
#define DT_HTML_VALUE_TEXT_H

#include "base/base.h"

#include <libxml/tree.h>

/* Appends the text of a node as a value.  For an element it is the string value without aside, figure, nav, script and
 * style elements below it, with a blank before and after each break.  White space is folded as by XPath's
 * normalize-space(translate(., U+00A0, ' ')). */
void dt_value_text(const xmlNode *node, dt_buffer *out);

/* Return the first or next run: successive children of an element without breaks, represented by the first one with
 * text. Add the number of nodes visited to *looked.  Return NULL after the last run. */
const xmlNode *dt_run_first(const xmlNode *container, unsigned long *looked);
const xmlNode *dt_run_next(const xmlNode *run, unsigned long *looked);
/* Appends the text of a run as a value. */
void dt_run_text(const xmlNode *run, dt_buffer *out);
/* Checks whether a node is an element that begins a new line: br or a block. */
bool dt_is_break(const xmlNode *node);

#endif
