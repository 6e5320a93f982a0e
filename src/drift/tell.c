/* drift/tell.c: what was and what is, in words. */
#include "drift/drift.h"

#include <math.h>

static const char *records(dt_arena *arena, const dt_values *values, uint64_t all) {
  return dt_arena_format(arena, "%llu of %llu records", (unsigned long long)(values != NULL ? values->records : 0),
                         (unsigned long long)all);
}

static const char *type(dt_arena *arena, const dt_values *values) {
  unsigned best = 0;
  for (unsigned k = 1; k < DT_VALUE_KINDS; k++)
    if (values->kinds[k] > values->kinds[best]) best = k;
  return dt_arena_format(arena, "%llu of %llu are %s", (unsigned long long)values->kinds[best],
                         (unsigned long long)values->count, dt_value_kind_names[best]);
}

static const char *length(dt_arena *arena, const dt_values *values) {
  const double most = 20; /* ln: no page is as long */
  double mean = exp(fmin((double)values->lengths / (double)values->count / 100, most)) - 1;
  return dt_arena_format(arena, "about %.0f characters", mean);
}

static const char *distinct(dt_arena *arena, const dt_values *values) {
  double count = dt_sketch_distinct(&values->sketch);
  return count < 2 ? dt_arena_format(arena, "always the same value")
                   : dt_arena_format(arena, "%.0f different values", count);
}

/* The most frequent shape, and how many of the values have it. */
static const char *shape(dt_arena *arena, const dt_values *values) {
  dt_frequent sorted = values->shapes;
  dt_frequent_sort(&sorted);
  if (sorted.count == 0) return "";
  return dt_arena_format(arena, "like \"%s\"", sorted.texts[0].text);
}

static const char *place(dt_arena *arena, const dt_values *values) {
  return dt_arena_format(arena, "%lu places or captions",
                         (unsigned long)(values->places.count + values->captions.count));
}

static const char *tell(dt_arena *arena, detm_change change, const dt_values *values) {
  switch (change) {
  case DETM_CHANGE_TYPE:
    return type(arena, values);
  case DETM_CHANGE_LENGTH:
    return length(arena, values);
  case DETM_CHANGE_CONSTANT:
    return distinct(arena, values);
  case DETM_CHANGE_PLACE:
    return place(arena, values);
  default:
    return shape(arena, values);
  }
}

void dt_drift_tell(dt_arena *arena, detm_finding *finding, const dt_profile *past, const dt_values *was,
                   const dt_profile *now, const dt_values *is) {
  if (finding->change == DETM_CHANGE_NONE || finding->change == DETM_CHANGE_MISSING ||
      finding->change == DETM_CHANGE_MISFIT || is == NULL || is->count == 0 || was->count == 0) {
    finding->before = records(arena, was, past->records);
    finding->now = records(arena, is, now->records);
  } else {
    finding->before = tell(arena, finding->change, was);
    finding->now = tell(arena, finding->change, is);
  }
}
