/* engine/confidence.c: how probable it is that the records of the first region are the page's main ones
 * (doc/method 2.9). */
#include "engine/engine.h"

#include "engine/tunables.h"

#include <math.h>

const dt_feature dt_confidence_features[DT_CONFIDENCE_FEATURE_COUNT] = {DT_CONFIDENCE_FEATURES(DT_FEATURE_ROW)};

static dt_index end_of_cut(const dt_engine *e, const dt_region *r) {
  return e->tree->nodes[r->cut.list->nodes[r->cut.starts[r->cut.count] - 1]].end;
}

static bool is_elsewhere(const dt_engine *e, const dt_region *main, const dt_region *r) {
  return end_of_cut(e, r) <= dt_region_start(main) || end_of_cut(e, main) <= dt_region_start(r);
}

/* How far a region agrees with the main one on the records, 0 to 1: at the same place, the ratio of their numbers. */
static double agreement(dt_engine *e, const dt_region *main, const dt_region *r) {
  if (r == main || dt_regions_alike(e, main, r)) return 1;
  if (is_elsewhere(e, main, r)) return 0;
  double ratio = dt_list_records(e, r) / dt_list_records(e, main);
  return ratio < 1 ? ratio : 1 / ratio;
}

static void read_features(dt_engine *e, double x[DT_CONFIDENCE_FEATURE_COUNT]) {
  const dt_region *main = &e->regions[0];
  double chances = 0, agreed = 0, ahead = DT_FAR_AHEAD;
  for (uint32_t i = 0; i < e->region_count; i++) {
    const dt_region *r = &e->regions[i];
    double behind = main->score - r->score, agree = agreement(e, main, r);
    chances += exp(-behind);
    agreed += exp(-behind) * agree;
    if (agree == 0) ahead = fmin(ahead, behind);
  }

  x[DT_C_ahead] = log(1 + ahead);
  x[DT_C_agreement] = agreed / chances;
  x[DT_C_score] = main->score;
  x[DT_C_constant] = 1;
}

void dt_confidence_find(dt_engine *e) {
  double logit = 0;
  read_features(e, e->confidence_features);
  for (int f = 0; f < DT_CONFIDENCE_FEATURE_COUNT; f++)
    logit += dt_confidence_features[f].weight * e->confidence_features[f];
  e->most_confidence = dt_logistic(e->regions[0].score - DT_USUAL_SCORE);
  e->confidence = fmin(dt_logistic(logit) * dt_list_page_probability(e), e->most_confidence);
}
