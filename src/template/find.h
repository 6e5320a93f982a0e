/* template/find.h: where a value stands on a page. */
#ifndef DT_FIND_H
#define DT_FIND_H

#include "template/sample.h"

typedef enum dt_target_kind { DT_TARGET_ELEMENT, DT_TARGET_TEXT, DT_TARGET_ATTRIBUTE, DT_TARGET_RUN } dt_target_kind;

typedef struct dt_target {
  dt_target_kind kind;
  xmlNodePtr node;    /* the element, the text node, the attribute (an xmlAttr), or the first node of the run */
  xmlNodePtr element; /* itself, the text's parent, the attribute's owner, the run's parent */
  bool partial;       /* the value is part of the node's text */
} dt_target;

typedef struct dt_targets {
  dt_target *all;
  uint32_t count;
  uint32_t places; /* where a person sees the value: nested elements of one text are one place */
} dt_targets;

/* Nodes that hold `value` and nothing else, or, if there are none, as a part; compared squeezed, folded only
 * if nothing is found else.  path (XPath; NULL = none) restricts them to one node. */
dt_targets dt_find_value(dt_sample *sample, detm_text value, const char *path);

#endif
