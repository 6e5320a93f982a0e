/* template/apply/step_eval.h: evaluates XPath paths step by step, in time that is bounded by the page's size.
 *
 * libxml2 merges the nodes found from each node by comparing each with each, so that a page with many equal captions
 * takes quadratic time.  Here each step is evaluated from one node at a time, and a hash table holds the nodes found.
 * libxml2 does not count the work of concatenating and comparing texts in predicates: here each predicate checks the
 * clock. */
#ifndef DT_TEMPLATE_APPLY_STEP_EVAL_H
#define DT_TEMPLATE_APPLY_STEP_EVAL_H

#include "template/apply/xpath.h"

/* A path cut into steps, each compiled separately. */
typedef struct dt_steps {
  const char *path;
  xmlXPathCompExprPtr *compiled;
  uint32_t count, capacity;
  bool filters; /* the first step is a predicate on the start nodes */
  size_t first; /* number of the first step among those of all paths of a template */
} dt_steps;

/* Compiles a path, which must outlive the steps.  Call dt_steps_free in any case. */
dt_xpath_state dt_steps_compile(dt_steps *steps, const char *path) DETM_CHECK;
void dt_steps_free(dt_steps *steps);

/* Numbers the first steps of sorted paths: equal neighbours get the same number. */
void dt_steps_number(dt_steps *paths, size_t count);

/* Prepares a context for dt_walk, which fails when the time is up.  `time` must outlive the context.  Returns false
 * without memory. */
bool dt_walk_begin(xmlXPathContextPtr context, dt_scope *time) DETM_CHECK;

/* Returns the nodes that the steps [from, to) lead to from `heads`, in document order, and frees `heads`; NULL after an
 * error, which the context has. */
xmlNodeSetPtr dt_walk(const dt_steps *steps, size_t from, size_t to, xmlXPathContextPtr context,
                      xmlNodeSetPtr heads) DETM_CHECK;

#endif
