/* store/filter.c: a sink that passes on the fields and values of the interests of a store. */
#include <detm/store.h>

#include "base/allocate.h"
#include "base/passing.h"
#include "base/vec.h"
#include "result/result.h"
#include "template/apply/pattern.h"

#include <stdlib.h>

typedef struct wanted {
  const char *domain, *field, *name;
  dt_pattern *pattern; /* NULL for all values */
} wanted;

/* A column of the current region. */
typedef struct incoming {
  const wanted *reason; /* the interest that wants it, NULL = none */
  size_t place;         /* its index in the columns that are passed on */
} incoming;

struct detm_filter {
  dt_passing passing; /* first */
  dt_arena strings;
  const char *domain; /* of regions that do not name one */
  DT_VEC(wanted) wanted;
  bool passes; /* the current region passes unchanged */
  DT_VEC(incoming) incoming;
  DT_VEC(detm_column) columns; /* that are passed on */
};

/* ---- regions ---- */

static const wanted *find_wanted(const detm_filter *f, const char *domain, const char *field) {
  for (uint32_t i = 0; i < f->wanted.count; i++) {
    const wanted *w = &f->wanted.items[i];
    if (strcmp(w->domain, domain) == 0 && (field == NULL || strcmp(w->field, field) == 0)) return w;
  }
  return NULL;
}

static detm_status filter_region_begin(void *data, const detm_region_info *region, detm_error *error) {
  detm_filter *f = data;
  const char *domain = region->domain != NULL ? region->domain : f->domain;

  f->passes = domain == NULL || find_wanted(f, domain, NULL) == NULL;
  if (f->passes) return DT_PUSH(f->passing.next, region_begin, region, error);
  f->incoming.count = f->columns.count = 0;

  if (!DT_VEC_RESERVE(NULL, &f->incoming, region->column_count) ||
      !DT_VEC_RESERVE(NULL, &f->columns, region->column_count))
    return dt_error_memory(error);

  for (size_t i = 0; i < region->column_count; i++) {
    const wanted *w = find_wanted(f, domain, region->columns[i].name);
    f->incoming.items[f->incoming.count++] = (incoming){w, f->columns.count};
    if (w == NULL) continue;
    detm_column *column = &f->columns.items[f->columns.count++];
    *column = region->columns[i];
    column->name = w->name;
  }

  detm_region_info info = *region;
  info.columns = f->columns.items;
  info.column_count = f->columns.count;
  return DT_PUSH(f->passing.next, region_begin, &info, error);
}

/* ---- values ---- */

static detm_status filter_field(void *data, const detm_field *value, detm_error *error) {
  detm_filter *f = data;
  if (f->passes) return DT_PUSH(f->passing.next, field, value, error);

  const incoming *from = value->column < f->incoming.count ? &f->incoming.items[value->column] : NULL;
  if (from == NULL || from->reason == NULL) return DETM_OK;
  detm_field on = *value;
  on.column = from->place;
  on.name = from->reason->name;
  const dt_pattern *pattern = from->reason->pattern;
  detm_text matched;
  dt_cut_result cut = pattern != NULL ? dt_pattern_cut(pattern, value->value, &matched) : DT_CUT_FOUND;
  if (cut == DT_CUT_NO_MEMORY) return dt_error_memory(error);
  return cut == DT_CUT_FOUND ? DT_PUSH(f->passing.next, field, &on, error) : DETM_OK;
}

/* ---- creating a filter ---- */

static detm_status add_interest(void *data, const detm_interest *interest, detm_error *error) {
  detm_filter *f = data;
  char fault[256] = "";
  wanted w = {.domain = dt_arena_copy(&f->strings, interest->domain, strlen(interest->domain)),
              .field = dt_arena_copy(&f->strings, interest->field, strlen(interest->field)),
              .name = dt_arena_copy(&f->strings, interest->name, strlen(interest->name))};

  if (w.domain == NULL || w.field == NULL || w.name == NULL || !DT_VEC_RESERVE(NULL, &f->wanted, 1))
    return dt_error_memory(error);
  if (interest->pattern != NULL) {
    if (strlen(interest->pattern) <= DT_MAX_PATTERN_LENGTH)
      w.pattern = dt_pattern_compile(interest->pattern, fault, sizeof fault);
    if (w.pattern == NULL && fault[0] == '\0') return dt_error_memory(error);
    if (w.pattern == NULL)
      return dt_error_set(error, DETM_BAD_FILE, "the interest in %.80s %.80s has an invalid pattern: %s",
                          interest->domain, interest->field, fault);
  }

  f->wanted.items[f->wanted.count++] = w;
  return DETM_OK;
}

detm_filter *detm_store_filter(detm_store *store, const char *domain, const detm_sink *next, detm_error *error) {
  detm_filter *f = dt_allocate(sizeof *f, error);
  if (f == NULL) return NULL;

  dt_passing_start(&f->passing, next);
  detm_sink *sink = &f->passing.sink;
  sink->region_begin = filter_region_begin;
  sink->field = filter_field;
  f->passes = true;
  dt_arena_start(&f->strings, NULL);
  detm_status status = detm_store_visit_interests(store, NULL, add_interest, f, error);
  if (domain != NULL) f->domain = dt_arena_copy(&f->strings, domain, strlen(domain));
  if (status == DETM_OK && domain != NULL && f->domain == NULL) status = dt_error_memory(error);
  if (status == DETM_OK) return f;

  detm_filter_free(f);
  return NULL;
}

const detm_sink *detm_filter_sink(detm_filter *f) { return &f->passing.sink; }

void detm_filter_free(detm_filter *f) {
  if (f == NULL) return;
  for (uint32_t i = 0; i < f->wanted.count; i++) dt_pattern_free(f->wanted.items[i].pattern);
  free(f->wanted.items);
  free(f->incoming.items);
  free(f->columns.items);
  dt_arena_free(&f->strings);
  free(f);
}
