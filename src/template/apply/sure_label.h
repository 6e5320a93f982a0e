/* template/apply/sure_label.h: fields that are known by a label, and not by where their value is. */
#ifndef DT_TEMPLATE_APPLY_SURE_LABEL_H
#define DT_TEMPLATE_APPLY_SURE_LABEL_H

#include "template/template.h"

/* Whether an anchor of this strength is a sure label, or cuts a value behind one: where the label is missing, the field
 * is missing, and another value is at its place. */
bool dt_is_sure_label(const dt_anchor *anchor, double strength);
/* Whether a field was learned with a sure label. */
bool dt_has_sure_label(const dt_template_field *field);

#endif
