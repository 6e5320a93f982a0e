/* template/learn/anchor_path.h: makes the ways from an element to a descendant. */
#ifndef DT_TEMPLATE_LEARN_ANCHOR_PATH_H
#define DT_TEMPLATE_LEARN_ANCHOR_PATH_H

#include "base/base.h"

#include <libxml/tree.h>

/* A path from the node of a head to the value. */
typedef struct dt_anchor_path {
  const char *path; /* "/div[2]/b", "//b", "" */
  double cost;
  bool to_text; /* it ends at the value's text node, not at its element */
} dt_anchor_path;

enum { DT_MAX_WAYS = 3 };

/* Makes the ways from `from` to `to`, which is a descendant or `from` itself.  Returns their number. */
uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_anchor_path ways[DT_MAX_WAYS]);

#endif
