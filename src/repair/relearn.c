/* repair/relearn.c: wrappers learned on changed pages. */
#include "repair/repair.h"

#include "wrapper/empty.h"
#include "wrapper/learn/learn.h"
#include "wrapper/locate/locate.h"
#include "wrapper/places.h"

#include <stdlib.h>

enum { MAX_REGIONS = 5 /* regions of a page that are considered */ };

typedef struct proposer {
  dt_proposals *proposals;
  dt_arena *arena, *scratch;
  const detm_wrapper *old;
  const detm_page *const *pages;
  size_t page_count;
} proposer;

/* Learns a proposal from sets of records, unless there are enough. */
static void propose_wrapper(const proposer *p, dt_record_set *sets, uint32_t count) {
  if (count == 0 || p->proposals->count == DT_MAX_PROPOSALS) return;
  detm_wrapper *wrapper = calloc(1, sizeof *wrapper);
  if (wrapper == NULL) dt_scope_leave(p->arena->scope, DETM_NO_MEMORY);
  p->proposals->wrappers[p->proposals->count++] = wrapper;
  dt_wrapper_start(wrapper, p->arena->scope);
  dt_wrapper_grow(wrapper, p->arena, p->scratch, sets, count);
  dt_wrapper_note_places(wrapper, p->scratch, sets, count);
  dt_wrapper_note_notices(wrapper, sets, count);
  dt_carry_corrections(&(dt_carrier){p->arena, p->scratch, p->old, p->pages, p->page_count}, wrapper);
  dt_wrapper_learn_place(wrapper, p->arena, p->scratch, &sets[0]);
  wrapper->empty = p->old->empty;
  wrapper->data = p->old->data;
}

static void start_record_set(const proposer *p, dt_record_set *set, const dt_tree *tree, const dt_record *records,
                             uint32_t count) {
  dt_record_set_start(set, p->arena, tree, records, count);
}

/* Learns from the records that the old wrapper finds, which are cut as before. */
static void learn_found(const proposer *p, detm_wrapper *old) {
  dt_record_set *sets = DT_ZERO(p->arena, dt_record_set, p->page_count);
  uint32_t used = 0;
  for (size_t i = 0; i < p->page_count; i++) {
    const dt_tree *tree = &p->pages[i]->tree;
    dt_found found = dt_wrapper_locate(old, p->arena, p->scratch, tree);
    if (found.count > 1) start_record_set(p, &sets[used++], tree, found.records, found.count);
  }
  propose_wrapper(p, sets, used);
}

/* ---- from lists ---- */

typedef struct list {
  const dt_tree *tree;
  const dt_region *region;
  uint32_t rank; /* on its page, from 0 */
} list;

typedef DT_VEC(list) lists;

/* Returns the path with the most votes that was not taken yet, 0 = none.  Each page votes for the paths of its lists; a
 * higher rank counts more. */
static uint64_t next_path(const lists *l, const uint64_t *taken, uint32_t taken_count) {
  uint64_t best = 0;
  double most = 0;

  for (uint32_t i = 0; i < l->count; i++) {
    uint64_t path = l->items[i].region->path;
    double votes = 0;
    for (uint32_t other = 0; other < l->count; other++)
      if (l->items[other].region->path == path) votes += 1.0 / (1 + l->items[other].rank);
    for (uint32_t t = 0; t < taken_count; t++)
      if (taken[t] == path) votes = 0;
    if (votes <= most) continue;
    most = votes;
    best = path;
  }

  return best;
}

void dt_propose(dt_proposals *proposals, dt_arena *arena, dt_arena *scratch, const detm_wrapper *old,
                const detm_page *const *pages, size_t page_count, const detm_extract_options *options) {
  proposer p = {proposals, arena, scratch, old, pages, page_count};
  learn_found(&p, (detm_wrapper *)(uintptr_t)old); /* locating never changes a wrapper */
  detm_extract_options wanted = *options;
  wanted.max_regions = MAX_REGIONS;
  lists l = {0};
  for (size_t i = 0; i < page_count; i++) {
    dt_engine engine;
    dt_engine_run(&engine, arena, scratch, &pages[i]->tree, &wanted);
    for (uint32_t r = 0; r < engine.region_count && r < MAX_REGIONS; r++)
      DT_VEC_PUSH(arena, &l, (list){&pages[i]->tree, &engine.regions[r], r});
  }
  uint64_t taken[DT_MAX_PROPOSALS];
  for (uint32_t count = 0; proposals->count < DT_MAX_PROPOSALS; count++) {
    taken[count] = next_path(&l, taken, count);
    if (taken[count] == 0) break;
    dt_record_set *sets = DT_ZERO(arena, dt_record_set, page_count);
    uint32_t used = 0;
    for (uint32_t i = 0; i < l.count; i++) { /* on each page, the highest-ranked list with this path */
      const list *one = &l.items[i];
      if (one->region->path != taken[count] || (used != 0 && sets[used - 1].tree == one->tree)) continue;
      start_record_set(&p, &sets[used++], one->tree, one->region->records, one->region->record_count);
    }
    propose_wrapper(&p, sets, used);
  }
}
