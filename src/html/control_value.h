/* html/control_value.h: what a reader sees of a control of a form: its state when the page was loaded.
 *
 * The tag tree has no content of controls, because lists of options look like records.  It keeps this as the attribute
 * "value", and that the page marks an option of a list as "selected". */
#ifndef DT_HTML_CONTROL_VALUE_H
#define DT_HTML_CONTROL_VALUE_H

#include "html/parse/nodes.h"

/* Checks whether what a reader sees of an element is not the value attribute that the page gives it. */
static inline bool dt_is_control_with_value(dt_tag tag) {
  return tag == DT_TAG_input || tag == DT_TAG_select || tag == DT_TAG_textarea;
}

/* Returns what a reader sees of such an element, with white space folded: the chosen options, separated by ", ", the
 * text, or "yes" and "no" of a box to check.  data is NULL if the element shows no value: a password, a file.
 * *chosen: the page marks an option as selected, and does not leave it to the browser to show the first one. */
detm_text dt_control_value(dt_html_tree *page, const dt_html_node *control, dt_arena *arena, bool *chosen);

#endif
