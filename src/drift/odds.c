/* drift/odds.c: how likely two fields are the same.
 *
 * A logistic sum: conditional logit, which of the new fields is an old one, or none.  The weights were fitted on
 * changed pages of 16 sites (tests/drift); what each of them means is in facet.h. */
#include "drift/facet.h"

#include "base/squeeze.h"

#include <math.h>

static const double weights[DT_EVIDENCES] = {
    [DT_EVIDENCE_BIAS] = -0.64,        [DT_EVIDENCE_ALIGNED] = 2.10, [DT_EVIDENCE_SAME_LABEL] = 2.00,
    [DT_EVIDENCE_OTHER_LABEL] = -1.50, [DT_EVIDENCE_CLASSES] = 0.28, [DT_EVIDENCE_LINKED] = -1.61,
    [DT_EVIDENCE_TYPE] = -0.10,        [DT_EVIDENCE_ORDER] = -1.45,  [DT_EVIDENCE_PROFILE] = 0.98,
    [DT_EVIDENCE_OVERLAP] = 0.96,      [DT_EVIDENCE_SAMPLE] = 1.38,  [DT_EVIDENCE_BESIDE] = 0.36,
    [DT_EVIDENCE_NOT_BESIDE] = -1.98,  [DT_EVIDENCE_LIST] = -1.50,   [DT_EVIDENCE_PRIOR] = 1,
};

static bool same_words(const char *a, const char *b) {
  char x[256], y[256];
  size_t n = strlen(a), m = strlen(b);
  if (n > sizeof x || m > sizeof y) return n == m && memcmp(a, b, n) == 0;
  n = dt_squeeze_word((detm_text){a, n}, x);
  m = dt_squeeze_word((detm_text){b, m}, y);
  return n == m && memcmp(x, y, n) == 0;
}

static void compare_labels(const dt_facet *old, const dt_facet *now, double *evidence) {
  if (old->label == NULL && now->label == NULL) return;
  bool same = old->label != NULL && now->label != NULL && same_words(old->label, now->label);
  evidence[DT_EVIDENCE_SAME_LABEL] = same;
  evidence[DT_EVIDENCE_OTHER_LABEL] = !same && old->label != NULL && now->label != NULL;
}

static void compare_classes(const dt_facet *old, const dt_facet *now, double *evidence) {
  uint32_t both = 0;
  if (old->class_count == 0 || now->class_count == 0) return;
  for (uint32_t i = 0; i < old->class_count; i++)
    for (uint32_t j = 0; j < now->class_count; j++) both += old->classes[i] == now->classes[j];
  evidence[DT_EVIDENCE_CLASSES] = (double)both / (old->class_count + now->class_count - both);
}

static double bounded(double x, double most) { return x > most ? most : x < -most ? -most : x; }

static void compare_profiles(const dt_values *old, const dt_values *now, double *evidence) {
  if (old == NULL || now == NULL || old->count == 0) return;
  double odds = bounded(dt_values_odds(old, now), 5), overlap = 1 - dt_values_unlikeness(old, now).values;
  bool first = evidence[DT_EVIDENCE_PROFILE] == 0;
  if (first || odds > evidence[DT_EVIDENCE_PROFILE]) evidence[DT_EVIDENCE_PROFILE] = odds;
  if (overlap > evidence[DT_EVIDENCE_OVERLAP]) evidence[DT_EVIDENCE_OVERLAP] = overlap;
}

static void compare_values(const dt_facet *old, const dt_facet *now, double *evidence) {
  evidence[DT_EVIDENCE_SAMPLE] = old->first.length > 1 && dt_text_equal(old->first, now->first);
  compare_profiles(old->values, now->values, evidence);
  compare_profiles(old->past, now->values, evidence);
}

bool dt_facets_compare(const dt_facet *old, const dt_facet *now, double evidence[DT_EVIDENCES]) {
  if (old->address != now->address || old->image != now->image || now->values == NULL) return false;
  for (unsigned e = 0; e < DT_EVIDENCES; e++) evidence[e] = 0;
  evidence[DT_EVIDENCE_BIAS] = 1;
  evidence[DT_EVIDENCE_PRIOR] = now->prior;
  compare_labels(old, now, evidence);
  compare_classes(old, now, evidence);
  compare_values(old, now, evidence);
  evidence[DT_EVIDENCE_LINKED] = old->linked != now->linked;
  evidence[DT_EVIDENCE_LIST] = old->list != now->list;
  evidence[DT_EVIDENCE_TYPE] = strcmp(old->type, now->type) != 0;
  evidence[DT_EVIDENCE_ORDER] = fabs(old->order - now->order);
  return true;
}

double dt_evidence_odds(const double evidence[DT_EVIDENCES]) {
  double odds = 0;
  for (unsigned e = 0; e < DT_EVIDENCES; e++) odds += weights[e] * evidence[e];
  return odds;
}
