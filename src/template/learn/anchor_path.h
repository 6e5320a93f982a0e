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

/* Returns the list of options of which an element is the one that the page marks as chosen; NULL if it is none. */
const xmlNode *dt_list_of_chosen(const xmlNode *element);
/* Returns the path from an element above, or from the root if it is NULL, to another one; to the chosen option of a
 * list, whichever it is, from one that is chosen. */
const char *dt_path_down(dt_arena *arena, const xmlNode *from, const xmlNode *to);
/* Makes the ways from `from` to `to`, which is a descendant or `from` itself.  Returns their number. */
uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_anchor_path ways[DT_MAX_WAYS]);

#endif
