/* repair/relearn.c: wrappers learned on changed pages. */
#include "repair/relearn.h"
#include "wrapper/empty.h"
#include "wrapper/learn/learn.h"
#include "wrapper/locate.h"
#include "wrapper/places.h"

#include <stdlib.h>

enum { MAX_REGIONS = 5 /* of a page that are considered */ };

typedef struct proposer {
  dt_proposals *proposals;
  dt_arena *arena, *scratch;
  const detm_wrapper *old;
  const detm_page *const *pages;
  size_t page_count;
} proposer;

/* Adds an empty wrapper to the proposals. */
static detm_wrapper *add_wrapper(const proposer *p) {
  detm_wrapper *wrapper = calloc(1, sizeof *wrapper);
  if (wrapper == NULL) dt_scope_leave(p->arena->scope, DETM_NO_MEMORY);
  p->proposals->wrappers[p->proposals->count++] = wrapper;
  dt_wrapper_start(wrapper, p->arena->scope);
  return wrapper;
}

static void learn(const proposer *p, dt_record_set *sets, uint32_t count) {
  if (count == 0 || p->proposals->count == DT_MAX_PROPOSALS) return;
  detm_wrapper *wrapper = add_wrapper(p);
  dt_wrapper_grow(wrapper, p->arena, p->scratch, sets, count);
  dt_wrapper_note_places(wrapper, p->scratch, sets, count);
  dt_wrapper_note_notices(wrapper, sets, count);
  dt_wrapper_learn_place(wrapper, p->arena, p->scratch, &sets[0]);
  wrapper->empty = p->old->empty;
}

static void start_set(const proposer *p, dt_record_set *set, const dt_tree *tree, const dt_record *records,
                      uint32_t count) {
  dt_record_set_start(set, p->arena, tree, records, count, dt_records_single(records, count));
}

/* Learns from the records that the old wrapper finds, which are cut as before. */
static void learn_found(const proposer *p, detm_wrapper *old) {
  dt_record_set *sets = DT_ZERO(p->arena, dt_record_set, p->page_count);
  uint32_t used = 0;
  for (size_t i = 0; i < p->page_count; i++) {
    const dt_tree *tree = &p->pages[i]->tree;
    dt_found found = dt_wrapper_locate(old, p->arena, p->scratch, tree);
    if (found.count > 1) start_set(p, &sets[used++], tree, found.records, found.count);
  }
  learn(p, sets, used);
}

/* ---- from lists ---- */

typedef struct list {
  const dt_tree *tree;
  const dt_region *region;
  uint32_t rank; /* on its page, from 0 */
} list;

typedef struct lists {
  list *all;
  uint32_t count;
} lists;

static lists find_lists(const proposer *p, const detm_extract_options *options) {
  detm_extract_options wanted = *options;
  wanted.max_regions = MAX_REGIONS;
  lists found = {DT_ARRAY(p->arena, list, p->page_count * MAX_REGIONS), 0};
  for (size_t i = 0; i < p->page_count; i++) {
    dt_engine engine;
    dt_engine_run(&engine, p->arena, p->scratch, &p->pages[i]->tree, &wanted);
    for (uint32_t r = 0; r < engine.region_count && r < MAX_REGIONS; r++)
      found.all[found.count++] = (list){&p->pages[i]->tree, &engine.regions[r], r};
  }
  return found;
}

/* The votes of the pages for lists with this path; a higher rank counts more. */
static double votes_for(const lists *l, uint64_t path) {
  double votes = 0;
  for (uint32_t i = 0; i < l->count; i++)
    if (l->all[i].region->path == path) votes += 1.0 / (1 + l->all[i].rank);
  return votes;
}

/* The path with the most votes that was not taken yet, 0 = none. */
static uint64_t next_path(const lists *l, const uint64_t *taken, uint32_t taken_count) {
  uint64_t best = 0;
  double most = 0;
  for (uint32_t i = 0; i < l->count; i++) {
    uint64_t path = l->all[i].region->path;
    bool is_taken = false;
    for (uint32_t t = 0; t < taken_count; t++) is_taken = is_taken || taken[t] == path;
    double votes = is_taken ? 0 : votes_for(l, path);
    if (votes <= most) continue;
    most = votes;
    best = path;
  }
  return best;
}

/* Learns from the highest-ranked list with this path on each page. */
static void learn_list(const proposer *p, const lists *l, uint64_t path) {
  dt_record_set *sets = DT_ZERO(p->arena, dt_record_set, p->page_count);
  uint32_t used = 0;
  for (uint32_t i = 0; i < l->count; i++) {
    const list *one = &l->all[i];
    if (one->region->path != path || (used != 0 && sets[used - 1].tree == one->tree)) continue;
    start_set(p, &sets[used++], one->tree, one->region->records, one->region->record_count);
  }
  learn(p, sets, used);
}

void dt_propose(dt_proposals *proposals, dt_arena *arena, dt_arena *scratch, const detm_wrapper *old,
                const detm_page *const *pages, size_t page_count, const detm_extract_options *options) {
  proposer p = {proposals, arena, scratch, old, pages, page_count};
  uint64_t taken[DT_MAX_PROPOSALS];
  uint32_t count = 0;
  learn_found(&p, (detm_wrapper *)(uintptr_t)old); /* locating never changes a wrapper */
  lists l = find_lists(&p, options);
  for (; proposals->count < DT_MAX_PROPOSALS; count++) {
    taken[count] = next_path(&l, taken, count);
    if (taken[count] == 0) break;
    learn_list(&p, &l, taken[count]);
  }
}
