/* template/learn/value_search.h: finds the places of a value on a page. */
#ifndef DT_TEMPLATE_LEARN_VALUE_SEARCH_H
#define DT_TEMPLATE_LEARN_VALUE_SEARCH_H

#include "template/learn/sample.h"

typedef enum dt_target_kind { DT_TARGET_ELEMENT, DT_TARGET_TEXT, DT_TARGET_ATTRIBUTE, DT_TARGET_RUN } dt_target_kind;

typedef struct dt_target {
  dt_target_kind kind;
  xmlNodePtr node;    /* the element, the text node, the attribute (an xmlAttr), or the first node of the run */
  xmlNodePtr element; /* the element itself, or the parent of the text, attribute or run */
  bool partial;       /* the value is part of the node's text */
} dt_target;

typedef struct dt_targets {
  dt_target *all;
  uint32_t count;
  uint32_t places; /* count of places as a person sees them: nested elements with one text are one place */
} dt_targets;

/* Finds the nodes whose text is `value` or contains it.  Compares squeezed texts; ignores case only if no text contains
 * the value as given and no attribute is equal to it.  `path` (XPath, NULL = any) restricts the result to the node that
 * it leads to. */
dt_targets dt_find_value(dt_sample *sample, detm_text value, const char *path);

#endif
