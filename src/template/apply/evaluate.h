/* template/apply/evaluate.h: finds the values of a template's fields on a page.
 *
 * The stylesheet of a template (stylesheet.c) gives the same values in other programs, except that they are not cut by
 * patterns, their types are not checked, and links are not resolved there. */
#ifndef DT_TEMPLATE_APPLY_EVALUATE_H
#define DT_TEMPLATE_APPLY_EVALUATE_H

#include "html/page.h"
#include "template/template.h"

/* Limit of the bytes of all values of a page: nested elements repeat the same text. */
enum { DT_MAX_VALUES = 128 << 20 };

typedef struct dt_value {
  detm_text text;
  const char *by; /* name of the anchor's kind */
  size_t rank;    /* 1 + number of the anchors before it with higher trust */
} dt_value;

typedef struct dt_values {
  dt_value *items;
  uint32_t count, capacity;
} dt_values;

typedef struct dt_evaluated {
  const dt_template_layout *layout; /* the one with the most values, in relation to its fields */
  dt_values *fields;                /* of each field of the layout */
  const char *given_up;             /* a pattern that reached its limit of work, NULL = none */
} dt_evaluated;

/* Finds the values, in an arena without a scope.  Links are resolved against `base`; NULL = they are left as they are.
 * Returns DETM_OK, DETM_LIMIT past the page's seconds, DETM_BAD_FILE if a path of the template fails, or
 * DETM_NO_MEMORY. */
detm_status dt_template_evaluate(dt_evaluated *found, const detm_template *template, const detm_page *page,
                                 const char *base, dt_arena *arena, detm_error *error) DETM_CHECK;

/* Returns whether a value has the type of a field; every value has the type "text". */
bool dt_value_fits(detm_text value, const char *type);

#endif
