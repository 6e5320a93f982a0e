/* drift/match.c: evidence for each pair of fields, the best assignment, and how sure it is. */
#include "drift/match.h"

#include "drift/assign.h"

#include <math.h>

typedef struct matcher {
  dt_arena *scratch;
  const dt_facet *old, *now;
  uint32_t old_count, now_count;
  const double *together;
  double (*evidence)[DT_EVIDENCES]; /* by pair */
  double *odds;                     /* by pair; -INFINITY = they cannot be the same */
} matcher;

static size_t pair_of(const matcher *m, uint32_t old, uint32_t now) { return (size_t)old * m->now_count + now; }

static void compare_all(matcher *m) {
  for (uint32_t o = 0; o < m->old_count; o++)
    for (uint32_t n = 0; n < m->now_count; n++) {
      size_t pair = pair_of(m, o, n);
      bool may_be = dt_facets_compare(&m->old[o], &m->now[n], m->evidence[pair]);
      if (m->together != NULL) m->evidence[pair][DT_EVIDENCE_ALIGNED] = m->together[pair];
      m->odds[pair] = may_be ? dt_evidence_odds(m->evidence[pair]) : -INFINITY;
      dt_scope_tick(m->scratch->scope);
    }
}

/* Addresses go with the texts that they stand with: those are assigned by now. */
static void compare_addresses(matcher *m, const uint32_t *now_of) {
  for (uint32_t o = 0; o < m->old_count; o++)
    for (uint32_t n = 0; n < m->now_count; n++) {
      size_t pair = pair_of(m, o, n);
      uint32_t with = m->old[o].beside, beside = m->now[n].beside;
      if (!m->old[o].address || m->odds[pair] == -INFINITY) continue;
      bool both = with != DT_NO_FIELD && beside != DT_NO_FIELD;
      double *evidence = m->evidence[pair];
      evidence[DT_EVIDENCE_BESIDE] = both && now_of[with] == beside;
      evidence[DT_EVIDENCE_NOT_BESIDE] = both ? now_of[with] != beside : with != beside;
      m->odds[pair] = dt_evidence_odds(evidence);
    }
}

/* Of all that the old field and the new one may be, how likely it is this pair.  The odds are those of the pair alone,
 * which is too strict where others are worse still: the last line sets that right. */
static double confidence_of(const matcher *m, uint32_t old, uint32_t now) {
  double this = m->odds[pair_of(m, old, now)], others = 1;
  for (uint32_t n = 0; n < m->now_count; n++)
    if (n != now) others += exp(m->odds[pair_of(m, old, n)]);
  for (uint32_t o = 0; o < m->old_count; o++)
    if (o != old) others += exp(m->odds[pair_of(m, o, now)]);
  return 1 / (1 + exp(-1 - 0.85 * (this - log(others))));
}

/* A field without a rival is carried on little evidence: people see in the report how sure it is. */
static void assign(const matcher *m, uint32_t *now_of) {
  const double least = -3;
  size_t pairs = (size_t)m->old_count * m->now_count;
  dt_mark mark = dt_arena_mark(m->scratch);
  double *gain = DT_ARRAY(m->scratch, double, pairs);
  for (size_t i = 0; i < pairs; i++) gain[i] = m->odds[i] - least;
  dt_assign(m->scratch, gain, m->old_count, m->now_count, now_of);
  dt_arena_rewind(m->scratch, mark);
}

dt_matching dt_match_fields(dt_arena *arena, dt_arena *scratch, const dt_facet *old, uint32_t old_count,
                            const dt_facet *now, uint32_t now_count, const double *together) {
  dt_matching matching = {DT_ARRAY(arena, uint32_t, old_count), DT_ZERO(arena, double, old_count),
                          DT_ZERO(arena, uint64_t, old_count)};
  dt_mark mark = dt_arena_mark(scratch);
  matcher m = {scratch, old, now, old_count, now_count, together, NULL, NULL};
  m.evidence = dt_arena_zero(scratch, (size_t)old_count * now_count, sizeof *m.evidence);
  m.odds = DT_ARRAY(scratch, double, (size_t)old_count *now_count);
  compare_all(&m);
  assign(&m, matching.now_of);
  compare_addresses(&m, matching.now_of);
  assign(&m, matching.now_of);
  for (uint32_t o = 0; o < old_count; o++) {
    if (matching.now_of[o] == DT_UNASSIGNED) continue;
    matching.confidence[o] = confidence_of(&m, o, matching.now_of[o]);
    matching.records[o] = now[matching.now_of[o]].values->records;
  }
  dt_arena_rewind(scratch, mark);
  return matching;
}
