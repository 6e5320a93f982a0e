/* html/span_cells.h: spans that are the cells of a table, which a style sheet makes of them.
 *
 * Decoration is no element of the tag tree: the spans of "<div><span>Ann Lee</span> <span>12</span></div>" are pieces
 * of one text.  They are cells, and boxes as td are, where a first row of as many says by its class that it is a head,
 * or where they say the heads of their columns themselves. */
#ifndef DT_HTML_SPAN_CELLS_H
#define DT_HTML_SPAN_CELLS_H

#include "html/parse/nodes.h"

/* Checks whether a class says that an element is a head: it has "head" in it, or is "th", "hd" or "hdr". */
bool dt_class_says_head(detm_text class);
/* Checks whether the elements of decoration in an element are cells: a head is above it. */
bool dt_is_span_row(dt_html_tree *page, const dt_html_node *row);
/* Checks whether an element of decoration is a cell that says the head of its column. */
bool dt_is_labelled_span(const dt_html_tree *page, const dt_html_node *element);

#endif
