/* drift/drift.h: what was against what is.
 *
 *   two profiles -> figures of each field (figures.c) -> findings (judge.c) -> a result (verify.c) */
#ifndef DT_DRIFT_H
#define DT_DRIFT_H

#include <detm/drift.h>

#include "profile/profile.h"

/* Figures of a field, 0 = as it was; most of them go to 1. */
typedef enum dt_figure {
  DT_FIGURE_GONE,  /* how unlikely it is that no record, or so few, have it: nats, at most 8 */
  DT_FIGURE_TYPES, /* how many values changed type */
  DT_FIGURE_SIGNS, /* of the characters */
  DT_FIGURE_SHAPES,
  DT_FIGURE_WORDS,    /* words that nearly all values had and these lack */
  DT_FIGURE_LENGTH,   /* standard deviations, at most 6 */
  DT_FIGURE_CONSTANT, /* 1 = they were different and are the same now */
  DT_FIGURE_PLACE,    /* values in places where no value of the field was */
  DT_FIGURE_CAPTION,  /* values under words that none was under, where those were always the same */
  DT_FIGURE_SHIFT,    /* how much more they are like the past values of another field: nats */
  DT_FIGURE_SWAP,     /* the same, of two fields at once */
  DT_FIGURE_ASTRAY,   /* values in places where those of another field were, and none of its own */
  DT_FIGURE_FOREIGN,  /* values that another field had and this one never */
  DT_FIGURE_WAY,      /* values that a template found in another way, while it found other fields as before */
  DT_FIGURE_GREW,     /* records that have the field now and would not have had it */
  DT_FIGURE_FIT,      /* how much less the page fits than before */
  DT_FIGURE_UPSET,    /* GONE times the share of all values that stand in places where none was */
  DT_FIGURES
} dt_figure;

typedef struct dt_verdict {
  double figures[DT_FIGURES];
  uint32_t to; /* the field whose values they are most like; DT_NO_RIVAL = none */
} dt_verdict;

#define DT_NO_RIVAL UINT32_MAX

/* The figures of field number `field` of `past`. */
dt_verdict dt_drift_figures(const dt_profile *past, uint32_t field, const dt_profile *now);

/* What is wrong with the field, if anything; its texts point into the profiles, before and now are still to be written.
 */
detm_finding dt_drift_judge(const dt_profile *past, uint32_t field, const dt_profile *now);

/* drift/tell.c: before and now in words.  `is` may be NULL. */
void dt_drift_tell(dt_arena *arena, detm_finding *finding, const dt_profile *past, const dt_values *was,
                   const dt_profile *now, const dt_values *is);

#endif
