/* result/plain_names.c: a sink that gives the fields of results plain names. */
#include "base/allocate.h"
#include "base/passing.h"
#include "result/result.h"
#include "text/field_name.h"

#include <stdlib.h>

struct detm_plain_names {
  dt_passing passing;   /* first */
  dt_arena arena;       /* for a region */
  detm_column *columns; /* of the region, with plain names */
};

typedef struct naming {
  detm_plain_names *plain;
  const detm_region_info *region;
} naming;

static void make_plain_names(void *data) {
  const naming *n = data;
  dt_names names;
  dt_names_start(&names, &n->plain->arena);
  n->plain->columns = DT_ARRAY(&n->plain->arena, detm_column, n->region->column_count);
  for (size_t c = 0; c < n->region->column_count; c++) {
    n->plain->columns[c] = n->region->columns[c];
    n->plain->columns[c].name = dt_names_give_plain(&names, n->region->columns[c].name);
  }
}

static detm_status plain_region_begin(void *data, const detm_region_info *region, detm_error *error) {
  detm_plain_names *p = data;
  detm_region_info named = *region;
  dt_scope scope;
  dt_scope_start(&scope, 0);
  dt_arena_free(&p->arena);
  dt_arena_start(&p->arena, &scope);
  bool done = dt_scope_run(&scope, make_plain_names, &(naming){p, region});
  p->arena.scope = NULL;
  if (!done) return dt_error_memory(error);
  named.columns = p->columns;
  return DT_PUSH(p->passing.next, region_begin, &named, error);
}

static detm_status plain_record_range(void *data, const detm_range *range, detm_error *error) {
  return DT_PUSH(((detm_plain_names *)data)->passing.next, record_range, range, error);
}

static detm_status plain_field(void *data, const detm_field *field, detm_error *error) {
  const detm_plain_names *p = data;
  detm_field named = *field;
  named.name = p->columns[field->column].name;
  return DT_PUSH(p->passing.next, field, &named, error);
}

detm_plain_names *detm_plain_names_new(const detm_sink *next, detm_error *error) {
  detm_plain_names *plain = dt_allocate(sizeof *plain, error);
  if (plain == NULL) return NULL;
  dt_passing_start(&plain->passing, next);
  detm_sink *sink = &plain->passing.sink;
  sink->region_begin = plain_region_begin;
  sink->field = plain_field;
  sink->record_range = next->record_range != NULL ? plain_record_range : NULL;
  return plain;
}

void detm_plain_names_free(detm_plain_names *plain) {
  if (plain != NULL) dt_arena_free(&plain->arena);
  free(plain);
}

const detm_sink *detm_plain_names_sink(detm_plain_names *plain) { return &plain->passing.sink; }
