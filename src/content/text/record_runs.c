/* content/text/record_runs.c: finds runs of records: siblings with one tag and class and several blocks each.  After
 * prose they are mostly comments or other articles. */
#include "content/text/record_runs.h"
#include "content/tunables.h"

#include <math.h>

enum { MIN_MEMBERS = 3, MIN_BLOCKS = 2 };

/* Sums up the body and, by run, the blocks in it, and computes the features of the runs. */
static void sum_runs(dt_features *f, uint32_t count) {
  const dt_content_page *page = f->page;
  for (uint32_t i = 0; i < page->block_count; i++) {
    const dt_block *block = &page->blocks[i];
    bool body = (page->elements[block->element].within & DT_OUT_OF_BODY) == 0;
    double good = body ? dt_good_between(page, i, i + 1) : 0;
    f->body_units += body ? block->units : 0;
    f->body_good += good;
    uint32_t number = f->inherited[block->element].outer;
    if (number == DT_NONE) continue;
    dt_record_run *run = &f->runs[number];
    run->units += block->units;
    run->linked += page->sums[i + 1].linked - page->sums[i].linked;
    run->in_body += body ? block->units : 0;
    run->good += good;
  }

  f->body_units = fmax(1, f->body_units);
  f->page_size = fmin(1.5, log2(1 + f->body_units) / 12);
  for (dt_record_run *run = f->runs; run != f->runs + count; run++) {
    if (run->units <= 0) continue;
    run->size = fmin(1, log2(1 + run->members) / 6);
    run->length = fmin(1.5, log2(1 + run->units / run->members) / 9);
  }
}

/* Returns the run with the most units of the body, or DT_NONE if its share is small. */
static uint32_t find_main_run(const dt_features *f, uint32_t count) {
  uint32_t found = DT_NONE;
  double most = DT_CONTENT_MAIN_RUN * f->body_units;
  for (uint32_t run = 0; run < count; run++) {
    if (f->runs[run].in_body <= most) continue;
    most = f->runs[run].in_body;
    found = run;
  }
  return found;
}

void dt_find_runs(dt_features *f) {
  const dt_content_page *page = f->page;
  uint32_t heading = f->landmarks[DT_MAIN_HEADING];
  f->runs = DT_ARRAY(f->arena, dt_record_run, page->element_count);
  dt_mark mark = dt_arena_mark(f->arena);
  uint32_t *run_of = DT_ARRAY(f->arena, uint32_t, page->element_count);
  dt_lookup kinds;
  dt_lookup_start(&kinds, f->arena, 0);

  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    run_of[i] = DT_NONE;
    if (element->last - element->first < MIN_BLOCKS || element->parent == DT_NONE) continue;
    uint32_t known = kinds.count;
    run_of[i] = dt_lookup_add(&kinds, dt_class_hash(element, dt_hash_mix(element->parent, element->tag)));
    dt_record_run *run = &f->runs[run_of[i]];
    if (kinds.count != known) *run = (dt_record_run){.first = element->first};
    run->members++;
    if (heading != DT_NONE && element->first <= heading && heading < element->last) run->heading = true;
    dt_scope_tick(f->arena->scope);
  }

  for (uint32_t i = 0; i < page->element_count; i++) {
    dt_inherited *own = &f->inherited[i];
    uint32_t parent = page->elements[i].parent, run = run_of[i];
    own->outer = parent == DT_NONE ? DT_NONE : f->inherited[parent].outer;
    own->inner = parent == DT_NONE ? DT_NONE : f->inherited[parent].inner;
    if (run == DT_NONE || f->runs[run].members < MIN_MEMBERS) continue;
    if (own->outer == DT_NONE) own->outer = run;
    own->inner = run;
  }

  /* runs are late that follow much good text outside records, counted from the main heading */
  double *before = DT_ARRAY(f->arena, double, (size_t)page->block_count + 1);
  before[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++) {
    bool counts = (heading == DT_NONE || i >= heading) && f->inherited[page->blocks[i].element].outer == DT_NONE;
    before[i + 1] = before[i] + (counts ? dt_good_between(page, i, i + 1) : 0);
  }

  for (uint32_t run = 0; run < kinds.count; run++)
    f->runs[run].late = before[f->runs[run].first] >= DT_CONTENT_MUCH_GOOD;
  sum_runs(f, kinds.count);
  f->main_run = find_main_run(f, kinds.count);
  dt_arena_rewind(f->arena, mark);
}
