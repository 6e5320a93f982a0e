/* wrapper/learn.c: records -> wrapper tree.
 *
 * METHOD 2.5 starts from the record with the fewest nodes; starting from the one with the most texts aligns
 * more cells right on real pages, because what is missing is easier to see than what is new. */
#include "wrapper/learn.h"

#include <stdlib.h>

bool dt_records_single(const dt_record *records, uint32_t count) {
  uint32_t single = 0;
  for (uint32_t r = 0; r < count; r++) single += records[r].count == 1;
  return 2 * (uint64_t)single > count;
}

bool dt_wrapper_by_columns(const detm_wrapper *wrapper) {
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    if (w->column != 0) return true;
  return false;
}

void dt_record_set_start(dt_record_set *set, dt_arena *arena, const dt_tree *tree, const dt_record *records,
                         uint32_t count, bool by_columns) {
  *set = (dt_record_set){.tree = tree, .records = records, .count = count};
  dt_grid_start(&set->grid, arena, tree);
  set->grid.by_columns = by_columns;
  set->layouts = DT_ZERO(arena, const dt_layout *, count);
  for (uint32_t r = 0; r < count; r++)
    for (uint32_t n = 0; n < records[r].count; n++)
      if (tree->nodes[records[r].nodes[n]].tag == DT_TAG_tr) dt_grid_read(&set->grid, records[r].nodes[n]);
}

/* One record of each layout. */
typedef struct example {
  uint64_t layout;
  uint32_t nodes, texts, set, record;
} example;

static int by_layout(const void *a, const void *b) {
  const example *x = a, *y = b;
  if (x->layout != y->layout) return x->layout < y->layout ? -1 : 1;
  if (x->nodes != y->nodes) return x->nodes < y->nodes ? -1 : 1;
  if (x->set != y->set) return x->set < y->set ? -1 : 1;
  return x->record < y->record ? -1 : x->record > y->record;
}

static int by_texts(const void *a, const void *b) {
  const example *x = a, *y = b;
  if (x->texts != y->texts) return x->texts > y->texts ? -1 : 1;
  if (x->set != y->set) return x->set < y->set ? -1 : 1;
  return x->record < y->record ? -1 : x->record > y->record;
}

static example look_at(dt_arena *scratch, dt_record_set *set, uint32_t set_number, uint32_t record) {
  dt_mark mark = dt_arena_mark(scratch);
  dt_item item = dt_record_item(set, scratch, record);
  example x = {.layout = item.layout, .nodes = item.count, .set = set_number, .record = record};
  for (uint32_t i = 0; i < item.count; i++) x.texts += set->tree->nodes[item.nodes[i]].tag == DT_TAG_TEXT;
  dt_arena_rewind(scratch, mark);
  return x;
}

/* The first record of each layout, those with the most texts first. */
static example *find_examples(dt_arena *scratch, dt_record_set *sets, uint32_t set_count, uint32_t *count) {
  uint32_t records = 0, distinct = 0, at = 0;
  for (uint32_t s = 0; s < set_count; s++) records += sets[s].count;
  example *examples = DT_ARRAY(scratch, example, records);
  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count; r++) examples[at++] = look_at(scratch, &sets[s], s, r);
  qsort(examples, records, sizeof *examples, by_layout);
  for (uint32_t i = 0; i < records; i++)
    if (i == 0 || examples[i].layout != examples[i - 1].layout || examples[i].nodes != examples[i - 1].nodes)
      examples[distinct++] = examples[i];
  qsort(examples, distinct, sizeof *examples, by_texts);
  *count = distinct;
  return examples;
}

static void count_instances(dt_aligner *aligner, dt_record_set *set) {
  for (uint32_t r = 0; r < set->count; r++) {
    dt_mark mark = dt_arena_mark(aligner->scratch);
    dt_item item = dt_record_item(set, aligner->scratch, r);
    set->layouts[r] = dt_align(aligner, &item);
    dt_align_count(aligner, set->layouts[r], &item);
    dt_arena_rewind(aligner->scratch, mark);
    dt_scope_tick(aligner->arena->scope);
  }
}

static void mark_optional(detm_wrapper *wrapper) {
  for (dt_wrapper_node *node = dt_wrapper_next(wrapper->root); node != NULL; node = dt_wrapper_next(node))
    if (!node->repeated) node->optional = node->instances < node->parent->instances;
}

void dt_wrapper_grow(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, dt_record_set *sets,
                     uint32_t set_count) {
  dt_mark mark = dt_arena_mark(scratch);
  dt_aligner aligner;
  uint32_t count;
  dt_aligner_start(&aligner, wrapper, arena, scratch);
  const example *examples = find_examples(scratch, sets, set_count, &count);
  for (uint32_t i = 0; i < count; i++) {
    dt_mark inner = dt_arena_mark(scratch);
    dt_item item = dt_record_item(&sets[examples[i].set], scratch, examples[i].record);
    dt_align_learn(&aligner, &item);
    dt_arena_rewind(scratch, inner);
    dt_scope_tick(arena->scope);
  }
  dt_arena_rewind(scratch, mark);
  dt_wrapper_number(wrapper);
  for (uint32_t s = 0; s < set_count; s++) count_instances(&aligner, &sets[s]);
  mark_optional(wrapper);
  dt_wrapper_fold(wrapper);
  dt_wrapper_number(wrapper);
  /* layouts that were aligned while the wrapper still grew are aligned again, as apply would */
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) w->instances = 0;
  dt_aligner_start(&aligner, wrapper, arena, scratch);
  for (uint32_t s = 0; s < set_count; s++) count_instances(&aligner, &sets[s]);
  mark_optional(wrapper);
  dt_wrapper_make_fields(wrapper, scratch, sets, set_count);
  dt_wrapper_label(wrapper, scratch, &sets[0]);
  dt_wrapper_name_fields(wrapper, scratch, dt_wrapper_survey(wrapper, scratch, sets, set_count));
  for (uint32_t s = 0; s < set_count; s++) wrapper->records += sets[s].count;
  wrapper->pages = set_count;
}

void dt_wrapper_align(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, dt_record_set *set) {
  dt_aligner aligner;
  dt_aligner_start(&aligner, wrapper, arena, scratch);
  for (uint32_t r = 0; r < set->count; r++) {
    dt_mark mark = dt_arena_mark(scratch);
    dt_item item = dt_record_item(set, scratch, r);
    set->layouts[r] = dt_align(&aligner, &item);
    dt_arena_rewind(scratch, mark);
    dt_scope_tick(arena->scope);
  }
}
