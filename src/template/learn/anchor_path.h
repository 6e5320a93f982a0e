/* template/learn/anchor_path.h: makes XPath steps from an element to a descendant. */
#ifndef DT_TEMPLATE_LEARN_ANCHOR_PATH_H
#define DT_TEMPLATE_LEARN_ANCHOR_PATH_H

#include "template/learn/anchors.h"

/* Makes the ways from `from` to `to`, which is a descendant or `from` itself.  Returns their number. */
uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_way ways[DT_MAX_WAYS]);

#endif
