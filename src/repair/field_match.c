/* repair/field_match.c: evidence for each pair of fields, the best assignment and its confidence. */
#include "repair/repair.h"

#include "base/logistic.h"

#include <math.h>

/* Logarithms of odds, set by hand with tests/drift/repair.py. */
#define CROSSING 1.5   /* against two fields in another order than before */
#define CLEAR_COST 1.0 /* cost of an exchange below which the two fields may have exchanged their positions */

enum { MAX_ROUNDS = 8 /* of exchanges; two usually suffice */ };

typedef struct matcher {
  dt_arena *scratch;
  const dt_facet *old, *now;
  uint32_t old_count, now_count;
  double *odds; /* by pair; -INFINITY = they cannot be the same */
} matcher;

static size_t pair_of(const matcher *m, uint32_t old, uint32_t now) { return (size_t)old * m->now_count + now; }

/* The probability of this pair among all pairs of the old and of the new field.  The odds are of the pair alone, which
 * is too strict if all others are worse; the last line corrects that. */
static double confidence_of(const matcher *m, uint32_t old, uint32_t now) {
  double this = m->odds[pair_of(m, old, now)], others = 1;
  for (uint32_t n = 0; n < m->now_count; n++)
    if (n != now) others += exp(m->odds[pair_of(m, old, n)]);
  for (uint32_t o = 0; o < m->old_count; o++)
    if (o != old) others += exp(m->odds[pair_of(m, o, now)]);
  return dt_logistic(1 + 0.85 * (this - log(others)));
}

/* ---- exchanges ---- */

/* Whether the two fields are in another order than before. */
static bool cross(const matcher *m, uint32_t o1, uint32_t n1, uint32_t o2, uint32_t n2) {
  return (m->old[o1].order - m->old[o2].order) * (m->now[n1].order - m->now[n2].order) < 0;
}

/* Log odds against two assigned fields exchanging their new fields. */
static double exchange_cost(const matcher *m, const uint32_t *now_of, uint32_t o1, uint32_t o2) {
  uint32_t n1 = now_of[o1], n2 = now_of[o2];
  double as_is = m->odds[pair_of(m, o1, n1)] + m->odds[pair_of(m, o2, n2)];
  double exchanged = m->odds[pair_of(m, o1, n2)] + m->odds[pair_of(m, o2, n1)];
  if (m->old[o1].address == m->old[o2].address) {
    as_is -= CROSSING * cross(m, o1, n1, o2, n2);
    exchanged -= CROSSING * cross(m, o1, n2, o2, n1);
  }
  return as_is - exchanged;
}

/* The probability that a field was not exchanged with another one. */
static double exchange_confidence(const matcher *m, const uint32_t *now_of, uint32_t old) {
  double least = INFINITY;
  for (uint32_t o = 0; o < m->old_count; o++)
    if (o != old && now_of[o] != DT_UNASSIGNED) least = fmin(least, exchange_cost(m, now_of, old, o));
  return dt_logistic(least - CLEAR_COST);
}

/* Assigns the fields.  Then exchanges pairs if that agrees better with the order of fields, which the assignment does
 * not consider.  A field without a rival needs little evidence; the report shows its confidence. */
static void assign(const matcher *m, uint32_t *now_of) {
  const double least = -3;
  size_t pairs = (size_t)m->old_count * m->now_count;
  dt_mark mark = dt_arena_mark(m->scratch);
  double *gain = DT_ARRAY(m->scratch, double, pairs);

  for (size_t i = 0; i < pairs; i++) gain[i] = m->odds[i] - least;
  dt_assign(m->scratch, gain, m->old_count, m->now_count, now_of);
  dt_arena_rewind(m->scratch, mark);

  bool any = true;
  for (unsigned round = 0; any && round < MAX_ROUNDS; round++) {
    any = false;
    for (uint32_t o1 = 0; o1 < m->old_count; o1++)
      for (uint32_t o2 = 0; o2 < o1; o2++) {
        if (now_of[o1] == DT_UNASSIGNED || now_of[o2] == DT_UNASSIGNED) continue;
        if (exchange_cost(m, now_of, o1, o2) >= 0) continue;
        uint32_t n1 = now_of[o1];
        now_of[o1] = now_of[o2];
        now_of[o2] = n1;
        any = true;
      }
    dt_scope_tick(m->scratch->scope);
  }
}

/* How many records say themselves what they have of a field: a heading says it once for all records of its group. */
static uint64_t telling_records(const dt_facet *facet) {
  const dt_values *values = facet->values;
  if (!facet->grouped) return values->records;
  return (uint64_t)fmin((double)values->records, dt_sketch_distinct(&values->sketch));
}

dt_matching dt_match_fields(dt_arena *arena, dt_arena *scratch, const dt_facet *old, uint32_t old_count,
                            const dt_facet *now, uint32_t now_count, const double *together) {
  dt_matching matching = {DT_ARRAY(arena, uint32_t, old_count), DT_ZERO(arena, double, old_count),
                          DT_ZERO(arena, uint64_t, old_count), DT_ZERO(arena, bool, old_count)};
  dt_mark mark = dt_arena_mark(scratch);
  matcher m = {scratch, old, now, old_count, now_count, DT_ARRAY(scratch, double, (size_t)old_count *now_count)};
  double(*evidence)[DT_EVIDENCES] = dt_arena_zero(scratch, (size_t)old_count * now_count, sizeof *evidence);
  for (uint32_t o = 0; o < old_count; o++)
    for (uint32_t n = 0; n < now_count; n++) {
      size_t pair = pair_of(&m, o, n);
      bool may_be = dt_facets_compare(&old[o], &now[n], evidence[pair]);
      if (together != NULL) evidence[pair][DT_EVIDENCE_ALIGNED] = together[pair];
      m.odds[pair] = may_be ? dt_evidence_odds(evidence[pair]) : -INFINITY;
      dt_scope_tick(scratch->scope);
    }
  assign(&m, matching.now_of);
  for (uint32_t o = 0; o < old_count; o++) /* addresses again, by the fields of their texts, which are assigned now */
    for (uint32_t n = 0; n < now_count; n++) {
      size_t pair = pair_of(&m, o, n);
      uint32_t with = old[o].beside, beside = now[n].beside;
      if (!old[o].address || m.odds[pair] == -INFINITY) continue;
      bool both = with != DT_NO_FIELD && beside != DT_NO_FIELD;
      evidence[pair][DT_EVIDENCE_BESIDE] = both && matching.now_of[with] == beside;
      evidence[pair][DT_EVIDENCE_NOT_BESIDE] = both ? matching.now_of[with] != beside : with != beside;
      m.odds[pair] = dt_evidence_odds(evidence[pair]);
    }
  assign(&m, matching.now_of);
  for (uint32_t o = 0; o < old_count; o++) {
    if (matching.now_of[o] == DT_UNASSIGNED) continue;
    matching.confidence[o] =
        fmin(confidence_of(&m, o, matching.now_of[o]), exchange_confidence(&m, matching.now_of, o));
    matching.records[o] = telling_records(&now[matching.now_of[o]]);
    matching.grouped[o] = now[matching.now_of[o]].grouped;
  }
  dt_arena_rewind(scratch, mark);
  return matching;
}
