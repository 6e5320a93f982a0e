/* repair/template_fields.h: values of pages that may be a field of a template: those that the old template reads, and
 * candidates.
 *
 *   old template, pages -> reading; reading, candidates -> offers */
#ifndef DT_REPAIR_TEMPLATE_FIELDS_H
#define DT_REPAIR_TEMPLATE_FIELDS_H

#include <detm/fields.h>

#include "profile/profile.h"
#include "template/template.h"

/* The fields of all layouts in order, each name once. */
typedef struct dt_field_list {
  const dt_template_field **all;
  uint32_t count;
} dt_field_list;

dt_field_list dt_fields_of_template(dt_arena *arena, const detm_template *template);

/* ---- readings ---- */

typedef struct dt_told {
  const char *text;
  size_t rank; /* rank of the anchor that found it, from 1 */
  struct dt_told *next;
} dt_told;

/* The values that a template gives for a list of fields on each page. */
typedef struct dt_reading {
  dt_arena *arena; /* has no scope, as a sink fills it */
  dt_field_list fields;
  size_t page_count, page;
  dt_told **first, **last; /* by field * page_count + page */
  double least_fit;        /* lowest fit of the pages */
} dt_reading;

/* Reads the pages.  Must not be called within a scope; `arena` has none. */
detm_status dt_reading_take(dt_reading *reading, dt_arena *arena, const detm_template *template, dt_field_list fields,
                            const detm_page *const *pages, size_t page_count, detm_error *error);
/* Trust of the anchor that found the value, relative to the field's best anchor: 1 = the best one found it. */
double dt_reading_trust(const dt_reading *reading, uint32_t field, size_t page);
/* A hash that is equal for values that look equal; 0 = no value. */
uint64_t dt_reading_hash(dt_arena *scratch, const dt_reading *reading, uint32_t field, size_t page);

/* ---- offers ---- */

typedef struct dt_offered {
  detm_candidate_value *values; /* path NULL = anywhere */
  uint32_t count;
  uint64_t hash; /* as dt_reading_hash */
} dt_offered;

typedef struct dt_offer {
  const char *type;
  const detm_candidate *candidate; /* the most likely candidate with these values; NULL = none */
  uint32_t times;                  /* pages with a value */
  bool list;
  dt_offered *pages;
} dt_offer;

/* First the values that the template reads, one offer a field; then candidates with other values. */
typedef struct dt_offers {
  dt_offer *all;
  uint32_t count;
} dt_offers;

dt_offers dt_offers_find(dt_arena *arena, dt_arena *scratch, const dt_reading *reading, const detm_fields *candidates,
                         const detm_page *const *pages);

#endif
