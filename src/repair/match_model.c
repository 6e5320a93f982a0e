/* repair/match_model.c: how likely two fields are the same (doc/method 11).
 *
 * A conditional logit: which of the new fields, or none, is an old field.  The weights were fitted on changed pages of
 * 16 sites (tests/drift); the weight of link words was set by hand. */
#include "repair/repair.h"

#include "text/fold.h"

#include <math.h>

static const double weights[DT_EVIDENCES] = {
    [DT_EVIDENCE_BIAS] = -0.64,        [DT_EVIDENCE_ALIGNED] = 2.10, [DT_EVIDENCE_SAME_LABEL] = 2.00,
    [DT_EVIDENCE_OTHER_LABEL] = -1.50, [DT_EVIDENCE_CLASSES] = 0.28, [DT_EVIDENCE_LINKED] = -1.61,
    [DT_EVIDENCE_TYPE] = -0.10,        [DT_EVIDENCE_ORDER] = -1.45,  [DT_EVIDENCE_PROFILE] = 0.98,
    [DT_EVIDENCE_OVERLAP] = 0.96,      [DT_EVIDENCE_SAMPLE] = 1.38,  [DT_EVIDENCE_BESIDE] = 0.36,
    [DT_EVIDENCE_NOT_BESIDE] = -1.98,  [DT_EVIDENCE_LIST] = -1.50,   [DT_EVIDENCE_PRIOR] = 1,
    [DT_EVIDENCE_LINK_WORD] = 2,
};

/* Whether two texts have the same letters and digits; case does not matter. */
static bool same_words(detm_text a, detm_text b) {
  char x[256], y[256];
  if (a.length > sizeof x || b.length > sizeof y) return dt_text_equal(a, b);
  size_t n = dt_squeeze_word(a, x), m = dt_squeeze_word(b, y);
  return n != 0 ? n == m && memcmp(x, y, n) == 0 : dt_text_equal(a, b);
}

/* Whether a shape is that of a count: 7, 1,840, 1 840, 5.1k. */
static bool is_count_shape(const char *shape) {
  size_t whole = strspn(shape, "9,'_");
  const char *rest = shape + whole;
  if (*shape != '9' || *rest == '\0') return *shape == '9';
  if (strncmp(rest, ".9", 2) == 0) rest += 2;
  return rest[-1] == '9' && (*rest == 'a' || *rest == 'A') && rest[1] == '\0';
}

/* Whether nearly all values are counts. */
static bool are_counts(const dt_values *values) {
  const double nearly_all = 0.8;
  double sum = 0;
  if (values == NULL) return false;
  for (uint32_t i = 0; i < values->shapes.count; i++)
    if (is_count_shape(values->shapes.texts[i].text)) sum += values->shapes.texts[i].times;
  return sum >= nearly_all * (double)values->count;
}

/* Compares the values of two fields.  The odds are reduced for counts, whose lengths and shapes differ from page to
 * page. */
static void compare_value_features(const dt_values *old, const dt_values *now, double *evidence) {
  const double usual = 2.5, weight = 0.75, most = 5;
  if (old == NULL || old->count == 0) return;
  double odds = dt_values_odds(old, now), overlap = 1 - dt_values_unlikeness(old, now).values;
  if (are_counts(old) && are_counts(now)) odds = usual + weight * (odds - usual);
  odds = odds > most ? most : odds < -most ? -most : odds;
  bool first = evidence[DT_EVIDENCE_PROFILE] == 0;
  if (first || odds > evidence[DT_EVIDENCE_PROFILE]) evidence[DT_EVIDENCE_PROFILE] = odds;
  if (overlap > evidence[DT_EVIDENCE_OVERLAP]) evidence[DT_EVIDENCE_OVERLAP] = overlap;
}

bool dt_facets_compare(const dt_facet *old, const dt_facet *now, double evidence[DT_EVIDENCES]) {
  if (old->address != now->address || old->image != now->image || now->values == NULL) return false;
  for (unsigned e = 0; e < DT_EVIDENCES; e++) evidence[e] = 0;
  evidence[DT_EVIDENCE_BIAS] = 1;
  evidence[DT_EVIDENCE_PRIOR] = now->prior;

  if (old->label != NULL && now->label != NULL) {
    bool same = same_words(dt_text(old->label), dt_text(now->label));
    evidence[DT_EVIDENCE_SAME_LABEL] = same;
    evidence[DT_EVIDENCE_OTHER_LABEL] = !same;
  }

  uint32_t both = 0;
  for (uint32_t i = 0; i < old->class_count; i++)
    for (uint32_t j = 0; j < now->class_count; j++) both += old->classes[i] == now->classes[j];
  if (old->class_count != 0 && now->class_count != 0)
    evidence[DT_EVIDENCE_CLASSES] = (double)both / (old->class_count + now->class_count - both);

  bool counts = are_counts(old->values) && are_counts(now->values); /* other texts are compared by their values */
  for (uint32_t i = 0; (old->address || counts) && i < old->link_word_count; i++)
    for (uint32_t j = 0; j < now->link_word_count; j++)
      if (old->link_words[i] == now->link_words[j]) evidence[DT_EVIDENCE_LINK_WORD] = 1;

  evidence[DT_EVIDENCE_SAMPLE] = old->first.length > 1 && same_words(old->first, now->first);
  compare_value_features(old->values, now->values, evidence);
  compare_value_features(old->past, now->values, evidence);
  evidence[DT_EVIDENCE_LINKED] = fabs(old->linked - now->linked);
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
