/* drift/offer.h: what pages hold that may be a field of a template: what an old one reads there, and candidates.
 *
 *   old template, pages -> reading; reading, candidates -> offers */
#ifndef DT_OFFER_H
#define DT_OFFER_H

#include <detm/fields.h>

#include "profile/profile.h"
#include "template/template.h"

/* The fields of all layouts, each name once, in their order. */
typedef struct dt_field_list {
  const dt_template_field **all;
  uint32_t count;
} dt_field_list;

dt_field_list dt_fields_of_template(dt_arena *arena, const detm_template *template);

/* ---- readings ---- */

typedef struct dt_told {
  const char *text;
  size_t rank; /* of the anchor that found it, from 1 */
  struct dt_told *next;
} dt_told;

/* What a template gives on each page under the names of a list of fields. */
typedef struct dt_reading {
  dt_arena *arena; /* without a scope: a sink fills it */
  dt_field_list fields;
  size_t page_count, page;
  dt_told **first, **last; /* by field * page_count + page */
  double least_fit;        /* of the pages */
} dt_reading;

/* Not within a scope.  `arena` has none. */
detm_status dt_reading_take(dt_reading *reading, dt_arena *arena, const detm_template *template, dt_field_list fields,
                            const detm_page *const *pages, size_t page_count, detm_error *error);
/* How much the field's anchor that found it there is to be trusted, of what its best one is: 1 = that one did. */
double dt_reading_trust(const dt_reading *reading, uint32_t field, size_t page);
/* Equal for values that look the same; 0 = there are none. */
uint64_t dt_reading_hash(dt_arena *scratch, const dt_reading *reading, uint32_t field, size_t page);

/* ---- offers ---- */

typedef struct dt_offered {
  detm_candidate_value *values; /* path NULL = wherever it stands */
  uint32_t count;
  uint64_t hash; /* as dt_reading_hash */
} dt_offered;

typedef struct dt_offer {
  const char *type;
  const detm_candidate *candidate; /* the likeliest that gives the same; NULL = none */
  uint32_t times;                  /* pages that have it */
  bool list;
  dt_offered *pages;
} dt_offer;

/* The first ones are what the template reads, one a field; then candidates that give something else. */
typedef struct dt_offers {
  dt_offer *all;
  uint32_t count;
} dt_offers;

dt_offers dt_offers_find(dt_arena *arena, dt_arena *scratch, const dt_reading *reading, const detm_fields *candidates,
                         const detm_page *const *pages);

#endif
