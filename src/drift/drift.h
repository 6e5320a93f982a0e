/* drift/drift.h: compares the values of a rule now with those of before (doc/method 10).
 *
 *   two profiles -> figures of each field (figures.c) -> findings (findings.c, describe.c) -> a result (verify.c)
 *   numbers of records -> how improbable they are (sizes.c) */
#ifndef DT_DRIFT_H
#define DT_DRIFT_H

#include <detm/drift.h>

#include "profile/profile.h"

/* Measures of change of a field: 0 = unchanged; 1 = entirely changed unless noted. */
typedef enum dt_figure {
  DT_FIGURE_GONE,  /* how improbable it is that so few records have it: nats, at most 8 */
  DT_FIGURE_KIND,  /* how improbable it is that so few values are of the kind that most had: nats, at most 4 */
  DT_FIGURE_TYPES, /* share of values whose type changed */
  DT_FIGURE_SIGNS, /* change of the classes of characters */
  DT_FIGURE_SHAPES,
  DT_FIGURE_WORDS,    /* share of values that lack a word that nearly all had */
  DT_FIGURE_LENGTH,   /* change of length in standard deviations, at most 6 */
  DT_FIGURE_CONSTANT, /* 1 = values that differed are equal now */
  DT_FIGURE_PLACE,    /* share of values at positions that are new for the field */
  DT_FIGURE_CAPTION,  /* share of values with a new caption, if the caption was always the same */
  DT_FIGURE_SHIFT,    /* how much closer the values are to the past of another field: nats */
  DT_FIGURE_SWAP,     /* the same for two fields that exchanged their values */
  DT_FIGURE_ASTRAY,   /* share of values at positions of another field */
  DT_FIGURE_FOREIGN,  /* share of values that only another field had before */
  DT_FIGURE_WAY,      /* share of values found by another anchor, while other fields were found as before */
  DT_FIGURE_GREW,     /* share of records that have the field and would not have had it before */
  DT_FIGURE_FIT,      /* decrease of the fit of the pages */
  DT_FIGURE_UPSET,    /* GONE times the share of all values at new positions */
  DT_FIGURE_CURRENCY, /* three times the share of prices in a currency that no price had, at most 1 */
  DT_FIGURES
} dt_figure;

typedef struct dt_verdict {
  double figures[DT_FIGURES];
  uint32_t to; /* the other field whose past the values are closest to; DT_NO_RIVAL = none */
} dt_verdict;

#define DT_NO_RIVAL UINT32_MAX

/* Measures the change of field number `field` of `past`. */
dt_verdict dt_drift_figures(const dt_profile *past, uint32_t field, const dt_profile *now);

/* Judges a field; *leading is the measure that contributed most.  The texts of the finding point into the profiles;
 * dt_drift_describe fills `before` and `now`. */
detm_finding dt_drift_judge(const dt_profile *past, uint32_t field, const dt_profile *now, dt_figure *leading);

/* sizes.c: how improbable it is that a page of the past has so few records (by their mean, if there are several pages),
 * from 0 to 1. */
double dt_drift_fewer(const dt_profile *past, const dt_profile *now);
/* The usual number of records of the page; of several pages, and of one that was not seen before, that of a page. */
double dt_drift_usual(const dt_profile *past, const dt_profile *now);

/* describe.c: fills `before` and `now` of a finding with descriptions of the values that differ: by the measure
 * `figure`, or else by another one.  `is` may be NULL. */
void dt_drift_describe(dt_arena *arena, detm_finding *finding, dt_figure figure, const dt_profile *past,
                       const dt_values *was, const dt_profile *now, const dt_values *is);

#endif
