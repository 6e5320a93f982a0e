/* store/filter.c: a sink that passes on the fields and values of the interests of a store. */
#include <detm/store.h>

#include "result/result.h"
#include "template/apply/pattern.h"

#include <stdlib.h>

#define UNWANTED SIZE_MAX

typedef struct wanted {
  char *domain, *field, *name;
  dt_pattern *pattern; /* NULL for all values */
} wanted;

struct detm_filter {
  detm_sink sink;
  const detm_sink *next;
  char *domain; /* of regions that do not name one */
  wanted *all;
  size_t count, capacity;
  /* of the current region */
  bool passes;           /* unchanged */
  detm_column *columns;  /* that are passed on */
  size_t *places;        /* for each incoming column its index in `columns`, or UNWANTED */
  const wanted **reason; /* for each of `columns` the interest that wants it */
  size_t column_count, column_capacity;
};

/* ---- regions ---- */

static bool reserve_columns(detm_filter *f, size_t count) {
  if (count <= f->column_capacity) return true;
  detm_column *columns = realloc(f->columns, count * sizeof *columns);
  if (columns != NULL) f->columns = columns;
  size_t *places = realloc(f->places, count * sizeof *places);
  if (places != NULL) f->places = places;
  const wanted **reason = realloc(f->reason, count * sizeof *reason);
  if (reason != NULL) f->reason = reason;
  if (columns == NULL || places == NULL || reason == NULL) return false;
  f->column_capacity = count;
  return true;
}

static const wanted *find_wanted(const detm_filter *f, const char *domain, const char *field) {
  for (size_t i = 0; i < f->count; i++)
    if (strcmp(f->all[i].domain, domain) == 0 && (field == NULL || strcmp(f->all[i].field, field) == 0))
      return &f->all[i];
  return NULL;
}

static void choose_columns(detm_filter *f, const detm_region_info *info, const char *domain) {
  f->column_count = 0;
  for (size_t i = 0; i < info->column_count; i++) {
    const wanted *w = find_wanted(f, domain, info->columns[i].name);
    f->places[i] = UNWANTED;
    if (w == NULL) continue;
    f->places[i] = f->column_count;
    f->reason[f->column_count] = w;
    f->columns[f->column_count] = info->columns[i];
    f->columns[f->column_count++].name = w->name;
  }
}

static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  detm_filter *f = data;
  const char *domain = region->domain != NULL ? region->domain : f->domain;
  f->passes = domain == NULL || find_wanted(f, domain, NULL) == NULL;
  if (f->passes) return DT_PUSH(f->next, region_begin, region, error);
  if (!reserve_columns(f, region->column_count)) return dt_error_memory(error);
  choose_columns(f, region, domain);
  detm_region_info info = *region;
  info.columns = f->columns;
  info.column_count = f->column_count;
  return DT_PUSH(f->next, region_begin, &info, error);
}

/* ---- values ---- */

static detm_status field(void *data, const detm_field *value, detm_error *error) {
  detm_filter *f = data;
  if (f->passes) return DT_PUSH(f->next, field, value, error);
  if (value->column >= f->column_capacity || f->places[value->column] == UNWANTED) return DETM_OK;
  detm_field on = *value;
  on.column = f->places[value->column];
  on.name = f->columns[on.column].name;
  const dt_pattern *pattern = f->reason[on.column]->pattern;
  detm_text matched;
  dt_cut_result cut = pattern != NULL ? dt_pattern_cut(pattern, value->value, &matched) : DT_CUT_FOUND;
  if (cut == DT_CUT_NO_MEMORY) return dt_error_memory(error);
  return cut == DT_CUT_FOUND ? DT_PUSH(f->next, field, &on, error) : DETM_OK;
}

/* ---- passed on unchanged ---- */

static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  return DT_PUSH(((detm_filter *)data)->next, page_begin, page, error);
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  return DT_PUSH(((detm_filter *)data)->next, record_begin, number, error);
}

static detm_status record_end(void *data, detm_error *error) {
  return DT_PUSH(((detm_filter *)data)->next, record_end, error);
}

static detm_status region_end(void *data, detm_error *error) {
  return DT_PUSH(((detm_filter *)data)->next, region_end, error);
}

static detm_status page_end(void *data, detm_error *error) {
  return DT_PUSH(((detm_filter *)data)->next, page_end, error);
}

/* ---- creating a filter ---- */

/* Returns a copy in malloc'ed memory, or NULL.  It is not strdup, which tests cannot make fail. */
static char *copy_text(const char *text) {
  size_t length = strlen(text) + 1;
  char *made = malloc(length);
  if (made != NULL) memcpy(made, text, length);
  return made;
}

static wanted *add_wanted(detm_filter *f) {
  if (f->count == f->capacity) {
    size_t capacity = f->capacity == 0 ? 16 : 2 * f->capacity;
    wanted *larger = realloc(f->all, capacity * sizeof *larger);
    if (larger == NULL) return NULL;
    f->all = larger;
    f->capacity = capacity;
  }
  f->all[f->count] = (wanted){NULL, NULL, NULL, NULL};
  return &f->all[f->count++];
}

static detm_status add_interest(void *data, const detm_interest *interest, detm_error *error) {
  char fault[256] = "";
  wanted *w = add_wanted(data);
  if (w == NULL) return dt_error_memory(error);
  w->domain = copy_text(interest->domain);
  w->field = copy_text(interest->field);
  w->name = copy_text(interest->name);
  if (w->domain == NULL || w->field == NULL || w->name == NULL) return dt_error_memory(error);
  if (interest->pattern == NULL) return DETM_OK;
  if (strlen(interest->pattern) <= DT_MAX_PATTERN_LENGTH)
    w->pattern = dt_pattern_compile(interest->pattern, fault, sizeof fault);
  if (w->pattern != NULL) return DETM_OK;
  if (fault[0] == '\0') return dt_error_memory(error);
  return dt_error_set(error, DETM_BAD_FILE, "the interest in %.80s %.80s has an invalid pattern: %s", interest->domain,
                      interest->field, fault);
}

detm_filter *detm_store_filter(detm_store *store, const char *domain, const detm_sink *next, detm_error *error) {
  detm_filter *f = calloc(1, sizeof *f);
  if (f == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  f->sink = (detm_sink){f,          page_begin, region_begin, record_begin,       field,
                        record_end, region_end, page_end,     next->wants_places, next->wants_columns};
  f->next = next;
  f->passes = true;
  detm_status status = detm_store_visit_interests(store, NULL, add_interest, f, error);
  if (status == DETM_OK && domain != NULL && (f->domain = copy_text(domain)) == NULL) status = dt_error_memory(error);
  if (status == DETM_OK) return f;
  detm_filter_free(f);
  return NULL;
}

const detm_sink *detm_filter_sink(detm_filter *f) { return &f->sink; }

void detm_filter_free(detm_filter *f) {
  if (f == NULL) return;
  for (size_t i = 0; i < f->count; i++) {
    free(f->all[i].domain);
    free(f->all[i].field);
    free(f->all[i].name);
    dt_pattern_free(f->all[i].pattern);
  }
  free(f->all);
  free(f->columns);
  free(f->places);
  free((void *)f->reason);
  free(f->domain);
  free(f);
}
