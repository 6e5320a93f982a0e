/* template/apply/anchor_xpath.h: makes the XPath of anchors. */
#ifndef DT_TEMPLATE_APPLY_ANCHOR_XPATH_H
#define DT_TEMPLATE_APPLY_ANCHOR_XPATH_H

#include "template/apply/xpath.h"
#include "template/template.h"

/* Appends the XPath that finds an anchor's nodes, or the elements with its runs, as templates/compile-for-others.xsl
 * does.  Example: /descendant::dt[normalize-space() = 'Price:']/following-sibling::dd[1] */
void dt_anchor_xpath(const dt_anchor *anchor, dt_buffer *out);

/* Whether an anchor counts siblings or runs to find its value.  The nearest heading within a predicate is no count. */
bool dt_anchor_counts(const dt_anchor *anchor);

/* Checks whether libxml2 can compile the XPath of the anchor. */
dt_xpath_state dt_xpath_of_anchor(const dt_anchor *anchor);

#endif
