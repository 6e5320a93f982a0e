/* wrapper/record_set.c: the records of one page, aligned with a wrapper. */
#include "wrapper/record_set.h"

#include "base/search.h"
#include "base/vec.h"

void dt_record_set_start(dt_record_set *set, dt_arena *arena, const dt_tree *tree, const dt_record *records,
                         uint32_t count) {
  *set = (dt_record_set){.tree = tree, .records = records, .count = count, .source = {.tree = tree}};
  set->layouts = DT_ZERO(arena, const dt_alignment *, count);
}

void dt_record_set_read(dt_record_set *set, dt_arena *arena, const detm_wrapper *wrapper) {
  dt_item *items = DT_ARRAY(arena, dt_item, set->count);
  set->source.wrapper = wrapper;
  set->source.captions = &wrapper->captions;
  set->source.maps.count = 0;
  for (uint32_t r = 0; r < set->count; r++) {
    items[r] = dt_item_make(arena, &set->source, &set->records[r]);
    dt_scope_tick(arena->scope);
  }
  set->items = items;
}

void dt_wrapper_align(dt_aligner *aligner, dt_record_set *set) {
  dt_arena *arena = aligner->arena, *scratch = aligner->scratch;
  dt_record_set_read(set, arena, aligner->wrapper);
  if (aligner->exhausted) dt_aligner_start(aligner, aligner->wrapper, arena, scratch);
  aligner->compared = 0;

  for (uint32_t r = 0; r < set->count; r++) {
    dt_mark mark = dt_arena_mark(scratch);
    set->layouts[r] = dt_align(aligner, &set->items[r]);
    dt_arena_rewind(scratch, mark);
    dt_scope_tick(arena->scope);
  }
}

dt_index dt_record_parent(const dt_tree *tree, const dt_record *record) {
  return record->grid != NULL ? record->grid->parent : tree->nodes[record->nodes[0]].parent;
}

/* The record of a grid whose cells contain a node. */
static uint32_t record_of_grid(const dt_tree *tree, const dt_record *records, uint32_t count, dt_index node) {
  for (uint32_t r = 0; r < count; r++)
    for (uint32_t n = 0; n < records[r].count; n++)
      if (records[r].nodes[n] <= node && node < tree->nodes[records[r].nodes[n]].end) return r;
  return DT_NONE;
}

uint32_t dt_record_at(const dt_tree *tree, const dt_record *records, uint32_t count, dt_index node) {
  uint32_t r; /* the first record after the node */
  if (count != 0 && records[0].grid != NULL && records[0].grid->in_columns)
    return record_of_grid(tree, records, count, node);
  DT_LOWER_BOUND(r, 0, count, records[r].nodes[0] <= node);
  return r != 0 && node < dt_record_end(tree, &records[r - 1]) ? r - 1 : DT_NONE;
}

double dt_wrapper_fit(const detm_wrapper *wrapper, const uint32_t *instances, uint32_t records) {
  double wanted = 0, found = 0;
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;) {
    if (w->optional || w->group != 0) { /* a page of one group may have no heading */
      w = dt_wrapper_past(w);
      continue;
    }
    double share = (double)instances[w->number] / records;
    wanted++;
    found += share < 1 ? share : 1;
    w = dt_wrapper_next(w);
  }
  return wanted != 0 ? found / wanted : 1;
}
