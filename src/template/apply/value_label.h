/* template/apply/value_label.h: the label of a value, which is the text right before it.
 *
 * In a list of pairs, "Weight: 8 kg", the place of a value does not tell what it is: where a pair is missing, the next
 * one has its place.  So a template keeps the label of a field, and the labels of the other pairs on its samples. */
#ifndef DT_TEMPLATE_APPLY_VALUE_LABEL_H
#define DT_TEMPLATE_APPLY_VALUE_LABEL_H

#include "base/map.h"
#include "template/template.h"

#include <libxml/tree.h>

enum { DT_MAX_LABEL = 120 /* bytes; a longer text is no label */ };

/* A label as it is compared: its letters and digits, in lower case; "" = there is none. */
typedef struct dt_value_label {
  char text[DT_MAX_LABEL + 1];
  size_t length;
} dt_value_label;

/* Returns a text as a label; none if it is too long. */
dt_value_label dt_label_of(detm_text text);
/* Returns a text up to its first colon; empty without a colon. */
detm_text dt_text_to_colon(detm_text text);
/* Return the number by which labels are compared; 0 for none, or NULL. */
uint64_t dt_label_key(const dt_value_label *label);
uint64_t dt_label_key_of(const char *text);

/* Returns the text node that is not blank before a node in the order of the document; NULL without one near. */
const xmlNode *dt_text_before(const xmlNode *node);
/* Returns the label of a value that begins in `node` after `prefix`, a part of the node's text: that part up to its
 * first colon, or the text before the node if the part is empty. */
dt_value_label dt_label_before(const xmlNode *node, detm_text prefix);

/* Whether an anchor of this strength is a sure label: where the label is missing, the field is missing, and another
 * value is at its place. */
bool dt_is_sure_label(const dt_anchor *anchor, double strength);
/* Whether one of the anchors of a part is. */
bool dt_has_sure_label(const dt_template_part *part);
/* Sets the numbers of the labels of a layout. */
void dt_labels_number(dt_arena *arena, dt_template_layout *layout);
/* Whether a number is among those of the labels of a layout. */
bool dt_is_known_label(const dt_template_layout *layout, uint64_t key);
/* Adds the numbers of all texts of a page that a reader sees and that can be labels.  Returns false without memory, if
 * `labels` has no arena. */
bool dt_labels_of_page(xmlDocPtr page, dt_lookup *labels, dt_scope *time) DETM_CHECK;

#endif
