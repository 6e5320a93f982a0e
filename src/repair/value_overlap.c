/* repair/value_overlap.c: reads the records of a new wrapper with the old one too: Tree Align shows which values are
 * fields of the old wrapper. */
#include "repair/repair.h"

#include "wrapper/locate/locate.h"
#include "wrapper/record_set.h"
#include "wrapper/values/values.h"

typedef struct reading {
  detm_wrapper *wrapper;
  dt_record_set set;
  uint32_t *values; /* by field: count of values */
} reading;

typedef struct counter {
  dt_arena *arena, *scratch;
  reading old, now;
  double *same; /* [old field * new fields + new field]: values that are the same text */
} counter;

static void read_with(counter *c, reading *r, const dt_tree *tree, const dt_found *found) {
  dt_aligner aligner;
  dt_record_set_start(&r->set, c->arena, tree, found->records, found->count);
  dt_aligner_start(&aligner, r->wrapper, c->arena, c->scratch);
  dt_wrapper_align(&aligner, &r->set);
}

static const dt_value *values_of_record(counter *c, reading *r, uint32_t record, uint32_t *count) {
  const dt_value *values = dt_record_values(c->scratch, r->set.layouts[record], &r->set.items[record], count);
  for (uint32_t v = 0; v < *count; v++) r->values[values[v].field]++;
  return values;
}

/* Compares the values of a record: 1 for the same text, 0.5 for another part of it. */
static void count_overlap(counter *c, uint32_t record) {
  dt_mark mark = dt_arena_mark(c->scratch);
  uint32_t old_count, now_count;
  const dt_value *old = values_of_record(c, &c->old, record, &old_count);
  const dt_value *now = values_of_record(c, &c->now, record, &now_count);

  for (uint32_t o = 0; o < old_count; o++)
    for (uint32_t n = 0; n < now_count; n++) {
      if (old[o].at != now[n].at || old[o].address != now[n].address) continue;
      double like = dt_text_equal(old[o].text, now[n].text) ? 1 : old[o].address ? 0 : .5;
      c->same[(size_t)old[o].field * c->now.wrapper->field_count + now[n].field] += like;
    }

  dt_arena_rewind(c->scratch, mark);
  dt_scope_tick(c->arena->scope);
}

static void start_reading(counter *c, reading *r, const detm_wrapper *wrapper) {
  r->wrapper = (detm_wrapper *)(uintptr_t)wrapper; /* aligning never changes a wrapper that does not learn */
  r->values = DT_ZERO(c->arena, uint32_t, wrapper->field_count);
}

double *dt_values_together(dt_arena *arena, dt_arena *scratch, const detm_wrapper *old, const detm_wrapper *now,
                           const detm_page *const *pages, size_t page_count) {
  counter c = {.arena = arena, .scratch = scratch};
  start_reading(&c, &c.old, old);
  start_reading(&c, &c.now, now);
  c.same = DT_ZERO(arena, double, (size_t)old->field_count * now->field_count);
  for (size_t p = 0; p < page_count; p++) {
    const dt_tree *tree = &pages[p]->tree;
    dt_found found = dt_wrapper_locate(c.now.wrapper, arena, scratch, tree);
    read_with(&c, &c.old, tree, &found);
    read_with(&c, &c.now, tree, &found);
    for (uint32_t r = 0; r < found.count; r++) count_overlap(&c, r);
  }
  for (uint32_t o = 0; o < old->field_count; o++)
    for (uint32_t n = 0; n < now->field_count; n++) {
      uint32_t more = c.old.values[o] > c.now.values[n] ? c.old.values[o] : c.now.values[n];
      if (more != 0) c.same[(size_t)o * now->field_count + n] /= more;
    }
  return c.same;
}
