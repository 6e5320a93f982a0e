/* template/walk.h: the nodes at the end of a path, step by step.
 *
 * XPath engines unite what they find from each node with what they found before; libxml2 compares each with each, so
 * that a page with many equal captions takes the square of their number.  Here each step goes from one node at a time,
 * and a hash table tells what was found already.  Nor do they count what texts cost that predicates put together or
 * compare: here each predicate looks at the clock. */
#ifndef DT_WALK_H
#define DT_WALK_H

#include "template/xpath.h"

/* A path cut into steps, each compiled by itself. */
typedef struct dt_steps {
  const char *path;
  xmlXPathCompExprPtr *compiled;
  size_t count;
  bool filters; /* the first is a predicate of the nodes that the path begins at */
  size_t first; /* number of the first step among those of all paths of a template */
} dt_steps;

/* dt_steps_free whatever it says.  `path` must outlive it. */
dt_xpath_state dt_steps_compile(dt_steps *steps, const char *path) DETM_CHECK;
void dt_steps_free(dt_steps *steps);

/* Numbers the first steps of paths that are sorted: equal ones that follow each other get the same number. */
void dt_steps_number(dt_steps *paths, size_t count);

/* Makes the context one to walk in, which ends when the time is up.  `time` must outlive it.  False without memory. */
bool dt_walk_begin(xmlXPathContextPtr context, dt_scope *time) DETM_CHECK;

/* The nodes in document order that the steps [from, to) lead to from `heads`, which it frees; NULL after an error of
 * the context.  The context is one of its own, with limits. */
xmlNodeSetPtr dt_walk(const dt_steps *steps, size_t from, size_t to, xmlXPathContextPtr context,
                      xmlNodeSetPtr heads) DETM_CHECK;

#endif
