/* content/text/record_runs.c: finds runs of records: siblings with one tag and class and several blocks each.  After
 * prose they are mostly comments or other articles. */
#include "content/text/record_runs.h"
#include "content/text/features.h"

enum { MIN_MEMBERS = 3, MIN_BLOCKS = 2, CLASS_BYTES = 30 };

typedef struct finder {
  dt_features *f;
  uint32_t *run_of; /* by element, or DT_NONE */
  uint32_t count;
} finder;

/* Hashes parent, tag and class; leaves out digits, which often count records. */
static uint64_t hash_kind(const dt_element *element) {
  char letters[CLASS_BYTES];
  size_t length = 0;
  for (const char *at = element->class_name; *at != '\0' && length < CLASS_BYTES; at++)
    if (!dt_is_digit(*at)) letters[length++] = *at;
  return dt_hash_bytes(letters, length, dt_hash_mix(element->parent, element->tag));
}

static void add_member(finder *g, uint32_t index, uint32_t run) {
  const dt_element *element = &g->f->page->elements[index];
  uint32_t heading = g->f->landmarks[DT_MAIN_HEADING];
  if (g->f->runs[run].members++ == 0) g->f->runs[run].first = element->first;
  if (heading != DT_NONE && element->first <= heading && heading < element->last) g->f->runs[run].heading = true;
  g->run_of[index] = run;
}

static void find_members(finder *g) {
  dt_features *f = g->f;
  dt_lookup kinds;
  dt_lookup_start(&kinds, f->arena, 0);
  for (uint32_t i = 0; i < f->page->element_count; i++) {
    const dt_element *element = &f->page->elements[i];
    g->run_of[i] = DT_NONE;
    if (element->last - element->first < MIN_BLOCKS || element->parent == DT_NONE) continue;
    add_member(g, i, dt_lookup_add(&kinds, hash_kind(element)));
    dt_scope_tick(f->arena->scope);
  }
  g->count = kinds.count;
}

static void inherit_runs(finder *g) {
  dt_features *f = g->f;
  for (uint32_t i = 0; i < f->page->element_count; i++) {
    dt_inherited *own = &f->inherited[i];
    uint32_t parent = f->page->elements[i].parent, run = g->run_of[i];
    own->outer = parent == DT_NONE ? DT_NONE : f->inherited[parent].outer;
    own->inner = parent == DT_NONE ? DT_NONE : f->inherited[parent].inner;
    if (run == DT_NONE || f->runs[run].members < MIN_MEMBERS) continue;
    if (own->outer == DT_NONE) own->outer = run;
    own->inner = run;
  }
}

/* Marks the runs that follow much good text outside records, counted from the main heading. */
static void find_late(finder *g) {
  dt_features *f = g->f;
  const dt_content_page *page = f->page;
  uint32_t heading = f->landmarks[DT_MAIN_HEADING] == DT_NONE ? 0 : f->landmarks[DT_MAIN_HEADING];
  double *before = DT_ARRAY(f->arena, double, (size_t)page->block_count + 1);
  before[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++) {
    bool counts = i >= heading && f->inherited[page->blocks[i].element].outer == DT_NONE;
    before[i + 1] = before[i] + (counts ? dt_good_between(page, i, i + 1) : 0);
  }
  for (uint32_t run = 0; run < g->count; run++) f->runs[run].late = before[f->runs[run].first] >= DT_MUCH_GOOD;
}

void dt_find_runs(dt_features *f) {
  f->runs = DT_ZERO(f->arena, dt_record_run, f->page->element_count);
  dt_mark mark = dt_arena_mark(f->arena);
  finder g = {f, DT_ARRAY(f->arena, uint32_t, f->page->element_count), 0};
  find_members(&g);
  inherit_runs(&g);
  find_late(&g);
  dt_arena_rewind(f->arena, mark);
}
