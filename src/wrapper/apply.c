/* wrapper/apply.c: learning a wrapper from pages, applying one to a page. */
#include "wrapper/result.h"

#include <math.h>
#include <stdlib.h>

/* ---- learning ---- */

typedef struct learner {
  detm_wrapper *wrapper;
  dt_scope scope;
  dt_arena arena, scratch;
  const detm_page *const *pages;
  size_t page_count;
  const detm_extract_options *options;
} learner;

/* The path that the main regions of most pages have; of equals the one with the most records. */
static uint64_t most_common_path(const dt_region *mains, uint32_t count) {
  uint64_t path = 0, best = 0;
  for (uint32_t a = 0; a < count; a++) {
    uint64_t votes = 0, records = 0;
    for (uint32_t b = 0; b < count; b++) {
      votes += mains[b].path == mains[a].path;
      records += mains[b].path == mains[a].path ? mains[b].record_count : 0;
    }
    if ((votes << 32) + records <= best) continue;
    best = (votes << 32) + records;
    path = mains[a].path;
  }
  return path;
}

/* Pages whose main region stands elsewhere than that of most are left out: one that happens to hold no list, or a
 * single record, must not spoil the wrapper. */
static void learn(learner *l) {
  dt_record_set *sets = DT_ZERO(&l->arena, dt_record_set, l->page_count);
  dt_region *mains = DT_ZERO(&l->arena, dt_region, l->page_count);
  const dt_tree **trees = DT_ARRAY(&l->arena, const dt_tree *, l->page_count);
  uint32_t count = 0, used = 0;
  detm_extract_options options = *l->options;
  options.max_regions = 1;
  dt_wrapper_start(l->wrapper, &l->scope);
  for (size_t p = 0; p < l->page_count; p++) {
    dt_engine engine;
    dt_engine_run(&engine, &l->arena, &l->scratch, &l->pages[p]->tree, &options);
    if (engine.region_count == 0) continue;
    trees[count] = &l->pages[p]->tree;
    mains[count++] = engine.regions[0];
  }
  if (count == 0) dt_scope_leave(&l->scope, DETM_NOTHING);
  uint64_t path = most_common_path(mains, count);
  for (uint32_t m = 0; m < count; m++)
    if (mains[m].path == path)
      dt_record_set_start(&sets[used++], &l->arena, trees[m], mains[m].records, mains[m].record_count,
                          dt_records_single(mains[m].records, mains[m].record_count));
  dt_wrapper_grow(l->wrapper, &l->arena, &l->scratch, sets, used);
  dt_wrapper_note_places(l->wrapper, &l->scratch, sets, used);
  dt_wrapper_learn_place(l->wrapper, &l->arena, &l->scratch, &sets[0]);
}

static bool run_learner(learner *l) {
  if (setjmp(l->scope.escape) != 0) return false;
  learn(l);
  return true;
}

detm_wrapper *detm_wrapper_learn(const detm_page *const *pages, size_t page_count, const detm_extract_options *options,
                                 detm_error *error) {
  if (options == NULL) options = &detm_extract_defaults;
  if (dt_options_check(options, error) != DETM_OK) return NULL;
  learner l = {.wrapper = calloc(1, sizeof *l.wrapper), .pages = pages, .page_count = page_count, .options = options};
  if (l.wrapper == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  dt_scope_start(&l.scope, page_count != 0 ? pages[0]->seconds * (double)page_count : 0);
  dt_arena_start(&l.arena, &l.scope);
  dt_arena_start(&l.scratch, &l.scope);
  bool learned = run_learner(&l);
  dt_arena_free(&l.scratch);
  dt_arena_free(&l.arena);
  if (learned) {
    l.wrapper->arena.scope = NULL;
    if (dt_wrapper_remember(l.wrapper, pages, page_count, options, NULL, error) == DETM_OK) return l.wrapper;
    detm_wrapper_free(l.wrapper);
    return NULL;
  }
  if (l.scope.status == DETM_NOTHING) {
    dt_error_set(error, DETM_NOTHING,
                 "none of the pages holds a list of records: give pages with several records each");
  } else {
    dt_error_scope(error, &l.scope, page_count != 0 ? pages[0]->name : "-");
  }
  detm_wrapper_free(l.wrapper);
  return NULL;
}

/* ---- applying ---- */

typedef struct tally {
  uint32_t *instances; /* by wrapper node number */
  uint32_t records;
} tally;

static tally count_instances(dt_wrapper_result *result, const detm_wrapper *wrapper, dt_record_set *set) {
  tally t = {DT_ZERO(&result->arena, uint32_t, wrapper->node_count), set->count};
  for (uint32_t r = 0; r < set->count; r++) {
    const dt_layout *layout = set->layouts[r];
    for (uint32_t i = 0; i < layout->count; i++)
      if (layout->nodes[i] != NULL) t.instances[layout->nodes[i]->number]++;
  }
  return t;
}

/* Share of the nodes which every record should have that the records have. */
static double fit_of(const detm_wrapper *wrapper, const tally *t) {
  double wanted = 0, found = 0;
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;) {
    if (w->optional) {
      w = dt_wrapper_past(w);
      continue;
    }
    double share = (double)t->instances[w->number] / t->records;
    wanted++;
    found += share < 1 ? share : 1;
    w = dt_wrapper_next(w);
  }
  return wanted != 0 ? found / wanted : 1;
}

static void name_missing(const detm_wrapper *wrapper, uint32_t field, dt_buffer *out) {
  if (field == DT_NO_FIELD || !wrapper->fields[field].wanted) return;
  if (out->length != 0) dt_buffer_text(out, ", ");
  dt_buffer_text(out, wrapper->fields[field].name);
}

/* Names of the wanted fields that all sample records had and none of these has. */
static void list_missing(dt_wrapper_result *result, const detm_wrapper *wrapper, const tally *t) {
  dt_buffer names = {0};
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;) {
    if (w->optional) {
      w = dt_wrapper_past(w);
      continue;
    }
    if (t == NULL || t->instances[w->number] == 0) {
      name_missing(wrapper, w->href, &names);
      name_missing(wrapper, w->src, &names);
      for (uint32_t p = 0; p < w->part_count; p++) name_missing(wrapper, w->parts[p].field, &names);
    }
    w = dt_wrapper_next(w);
  }
  bool failed = names.failed;
  dt_scope *scope = result->arena.scope;
  result->arena.scope = NULL; /* no escape while the buffer is ours */
  result->result.missing = names.length != 0 ? dt_arena_copy(&result->arena, names.data, names.length) : NULL;
  failed = failed || (names.length != 0 && result->result.missing == NULL);
  result->arena.scope = scope;
  dt_buffer_free(&names);
  if (failed) dt_scope_leave(&result->scope, DETM_NO_MEMORY);
}

/* Sets the region that the found records make up, and how well they fit. */
static dt_result_region *try_records(dt_wrapper_result *result, detm_wrapper *wrapper, const dt_found *found) {
  dt_result_region *region = DT_ZERO(&result->arena, dt_result_region, 1);
  *region = (dt_result_region){.parent = found->parent != DT_NONE ? found->parent : 0, .wrapper = wrapper};
  dt_record_set_start(&region->set, &result->arena, &result->page->tree, found->records, found->count,
                      dt_wrapper_by_columns(wrapper));
  dt_wrapper_align(wrapper, &result->arena, &result->scratch, &region->set);
  result->result.fit = 1;
  if (found->count == 0) return region;
  tally t = count_instances(result, wrapper, &region->set);
  result->result.fit = fit_of(wrapper, &t);
  list_missing(result, wrapper, &t);
  return region;
}

static void apply(dt_wrapper_result *result, detm_wrapper *wrapper, const detm_extract_options *options) {
  const double least_moved = 0.9; /* what stands elsewhere must look just like the records that were learned */
  dt_found found = dt_wrapper_locate(wrapper, &result->arena, &result->scratch, &result->page->tree);
  dt_scope_limit_records(&result->scope, found.count, options->max_records);
  dt_result_region *region = try_records(result, wrapper, &found);
  if (found.moved && result->result.fit < least_moved) {
    found = (dt_found){.parent = found.parent, .known_page = found.known_page};
    result->result.missing = NULL;
    region = try_records(result, wrapper, &found);
  }
  if (found.count == 0 && !found.known_page) {
    result->result.fit = 0;
    list_missing(result, wrapper, NULL);
    return;
  }
  if (result->result.fit < options->min_fit) return;
  region->score = result->result.fit;
  result->regions = region;
  result->result.region_count = 1;
}

static bool run(dt_wrapper_result *result, detm_wrapper *wrapper, const detm_extract_options *options) {
  if (setjmp(result->scope.escape) != 0) return false;
  apply(result, wrapper, options);
  return true;
}

detm_result *detm_wrapper_apply(const detm_wrapper *wrapper, const detm_page *page, const detm_extract_options *options,
                                detm_error *error) {
  if (options == NULL) options = &detm_extract_defaults;
  if (dt_options_check(options, error) != DETM_OK) return NULL;
  dt_wrapper_result *result = dt_wrapper_result_new(page, error);
  if (result == NULL) return NULL;
  /* aligning never changes a wrapper that does not learn */
  if (run(result, (detm_wrapper *)(uintptr_t)wrapper, options)) return &result->result;
  dt_error_scope(error, &result->scope, page->name);
  detm_result_free(&result->result);
  return NULL;
}
