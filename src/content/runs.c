/* content/runs.c: runs of records: siblings of one tag and class that hold several blocks each.  Where they come after
 * prose they are mostly comments or other articles. */
#include "content/features.h"

enum { LEAST_MEMBERS = 3, LEAST_BLOCKS = 2, CLASS_BYTES = 30 };

typedef struct finder {
  dt_features *f;
  uint32_t *run_of; /* of elements, DT_NONE = none */
  uint32_t count;
} finder;

/* Without the digits of the class, which count records. */
static uint64_t kind_of(const dt_element *element) {
  char letters[CLASS_BYTES];
  size_t length = 0;
  for (const char *at = element->class_name; *at != '\0' && length < CLASS_BYTES; at++)
    if (*at < '0' || *at > '9') letters[length++] = *at;
  return dt_hash_bytes(letters, length, dt_hash_mix(element->parent, element->tag));
}

static void add_member(finder *g, uint32_t index, uint32_t run) {
  const dt_element *element = &g->f->page->elements[index];
  uint32_t heading = g->f->landmarks[DT_MAIN_HEADING];
  if (g->f->runs[run].members++ == 0) g->f->runs[run].first = element->first;
  if (heading != DT_NONE && element->first <= heading && heading < element->last) g->f->runs[run].heading = true;
  g->run_of[index] = run;
}

static void gather(finder *g) {
  dt_features *f = g->f;
  uint32_t mask = 15;
  while (mask < 2 * f->page->element_count) mask = mask * 2 + 1;
  uint32_t *slots = DT_ZERO(f->arena, uint32_t, (size_t)mask + 1); /* run + 1 */
  for (uint32_t i = 0; i < f->page->element_count; i++) {
    const dt_element *element = &f->page->elements[i];
    g->run_of[i] = DT_NONE;
    if (element->last - element->first < LEAST_BLOCKS || element->parent == DT_NONE) continue;
    uint64_t kind = kind_of(element);
    uint32_t at = (uint32_t)(kind >> 32) & mask;
    while (slots[at] != 0 && f->runs[slots[at] - 1].kind != kind) at = (at + 1) & mask;
    if (slots[at] == 0) {
      f->runs[g->count].kind = kind;
      slots[at] = ++g->count;
    }
    add_member(g, i, slots[at] - 1);
    dt_scope_tick(f->arena->scope);
  }
}

static void hand_down(finder *g) {
  dt_features *f = g->f;
  for (uint32_t i = 0; i < f->page->element_count; i++) {
    dt_inherited *own = &f->inherited[i];
    uint32_t parent = f->page->elements[i].parent, run = g->run_of[i];
    own->outer = parent == DT_NONE ? DT_NONE : f->inherited[parent].outer;
    own->inner = parent == DT_NONE ? DT_NONE : f->inherited[parent].inner;
    if (run == DT_NONE || f->runs[run].members < LEAST_MEMBERS) continue;
    if (own->outer == DT_NONE) own->outer = run;
    own->inner = run;
  }
}

/* How much good text from the main heading on, in no records, stands before each run. */
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
  f->runs = DT_ZERO(f->arena, dt_run, f->page->element_count);
  dt_mark mark = dt_arena_mark(f->arena);
  finder g = {f, DT_ARRAY(f->arena, uint32_t, f->page->element_count), 0};
  gather(&g);
  hand_down(&g);
  find_late(&g);
  dt_arena_rewind(f->arena, mark);
}
