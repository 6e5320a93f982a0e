/* template/learn/labels.h: finds the labels before a value. */
#ifndef DT_TEMPLATE_LEARN_LABELS_H
#define DT_TEMPLATE_LEARN_LABELS_H

#include "template/learn/anchors.h"

/* Returns the texts before `target` (an element or a text) that may be its label, the nearest first.  `first` is the
 * number of the first text of the target. */
dt_labels dt_labels_before(dt_sample *sample, const dt_target_values *wanted, uint32_t first, xmlNodePtr target);

#endif
