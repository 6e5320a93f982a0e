/* result/plain_names.c: a sink that gives the fields of results plain names. */
#include "result/result.h"
#include "text/field_name.h"

#include <stdlib.h>

struct detm_plain_names {
  detm_sink sink;
  const detm_sink *next;
  dt_arena arena;       /* for a region */
  detm_column *columns; /* of the region, with plain names */
};

static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  return DT_PUSH(((detm_plain_names *)data)->next, page_begin, page, error);
}

typedef struct naming {
  detm_plain_names *plain;
  const detm_region_info *region;
} naming;

static void name_columns(void *data) {
  const naming *n = data;
  dt_names names;
  dt_names_start(&names, &n->plain->arena);
  n->plain->columns = DT_ARRAY(&n->plain->arena, detm_column, n->region->column_count);
  for (size_t c = 0; c < n->region->column_count; c++) {
    n->plain->columns[c] = n->region->columns[c];
    n->plain->columns[c].name = dt_names_give_plain(&names, n->region->columns[c].name);
  }
}

static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  detm_plain_names *p = data;
  detm_region_info named = *region;
  dt_scope scope;
  dt_scope_start(&scope, 0);
  dt_arena_free(&p->arena);
  dt_arena_start(&p->arena, &scope);
  bool done = dt_scope_run(&scope, name_columns, &(naming){p, region});
  p->arena.scope = NULL;
  if (!done) return dt_error_memory(error);
  named.columns = p->columns;
  return DT_PUSH(p->next, region_begin, &named, error);
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  return DT_PUSH(((detm_plain_names *)data)->next, record_begin, number, error);
}

static detm_status record_range(void *data, const detm_range *range, detm_error *error) {
  return DT_PUSH(((detm_plain_names *)data)->next, record_range, range, error);
}

static detm_status field(void *data, const detm_field *field, detm_error *error) {
  const detm_plain_names *p = data;
  detm_field named = *field;
  named.name = p->columns[field->column].name;
  return DT_PUSH(p->next, field, &named, error);
}

static detm_status record_end(void *data, detm_error *error) {
  return DT_PUSH(((detm_plain_names *)data)->next, record_end, error);
}

static detm_status region_end(void *data, detm_error *error) {
  return DT_PUSH(((detm_plain_names *)data)->next, region_end, error);
}

static detm_status page_end(void *data, detm_error *error) {
  return DT_PUSH(((detm_plain_names *)data)->next, page_end, error);
}

detm_plain_names *detm_plain_names_new(const detm_sink *next, detm_error *error) {
  detm_plain_names *plain = calloc(1, sizeof *plain);
  if (plain == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  plain->next = next;
  plain->sink = (detm_sink){.data = plain,
                            .page_begin = page_begin,
                            .region_begin = region_begin,
                            .record_begin = record_begin,
                            .field = field,
                            .record_end = record_end,
                            .region_end = region_end,
                            .page_end = page_end,
                            .wants_places = next->wants_places,
                            .wants_columns = next->wants_columns,
                            .wants_machine = next->wants_machine,
                            .record_range = next->record_range != NULL ? record_range : NULL};
  return plain;
}

void detm_plain_names_free(detm_plain_names *plain) {
  if (plain != NULL) dt_arena_free(&plain->arena);
  free(plain);
}

const detm_sink *detm_plain_names_sink(detm_plain_names *plain) { return &plain->sink; }
