/* template/learn/labels.h: finds labels: texts before a value from which it may be reached. */
#ifndef DT_TEMPLATE_LEARN_LABELS_H
#define DT_TEMPLATE_LEARN_LABELS_H

#include "template/learn/anchor_path.h"
#include "template/learn/anchors.h"

/* A text before a value that may be its label, and the ways from it to the value. */
typedef struct dt_label {
  xmlNodePtr node; /* an element, or a text */
  dt_head head;    /* CAPTION or TEXT */
  dt_anchor_path *ways;
  uint32_t way_count;
} dt_label;

typedef struct dt_labels {
  dt_label *all;
  uint32_t count;
} dt_labels;

/* Returns the texts before an element or a text that may be its label, the nearest first. */
dt_labels dt_labels_before(dt_sample *sample, const dt_target_values *wanted, xmlNodePtr target);

#endif
