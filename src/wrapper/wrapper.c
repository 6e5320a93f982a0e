/* wrapper/wrapper.c: learns a wrapper from pages, and applies one to a page. */
#include "base/options.h"
#include "html/tree_path.h"
#include "profile/profile.h"
#include "text/field_name.h"
#include "wrapper/account/account.h"
#include "wrapper/edit/edit.h"
#include "wrapper/empty.h"
#include "wrapper/example/example.h"
#include "wrapper/extract.h"
#include "wrapper/given/given.h"
#include "wrapper/identity.h"
#include "wrapper/learn/learn.h"
#include "wrapper/locate/chosen_region.h"
#include "wrapper/locate/locate.h"
#include "wrapper/locate/related_regions.h"
#include "wrapper/places.h"
#include "wrapper/remember.h"
#include "wrapper/tables/tables.h"
#include "wrapper/tunables.h"
#include "wrapper/values/values.h"
#include <stdlib.h>

/* If the page has no records of the wrapper, returns the first node of another list on it: the page is of another kind,
 * or the site has changed.  DT_NONE if the page has no other list, or if the place of the records is there and empty.
 */
static dt_index find_other_list(const dt_found *found, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                                const detm_extract_options *options) {
  dt_engine engine;
  detm_extract_options one = *options;
  one.max_regions = 1;
  if (found->empty_place) return DT_NONE;
  dt_engine_run(&engine, arena, scratch, tree, &one);
  if (engine.region_count == 0 || engine.regions[0].reference_size < DT_MIN_OTHER_NODES) return DT_NONE;
  dt_index first = engine.regions[0].records[0].nodes[0];
  return dt_is_in_menu(tree, first) ? DT_NONE : first;
}

/* ---- learning ---- */

typedef struct learner {
  detm_wrapper *wrapper;
  dt_scope scope;
  dt_arena arena, scratch;
  const detm_page *const *pages;
  size_t page_count;
  const detm_extract_options *options;
  dt_examples examples;       /* count 0: learn all fields of the main region */
  dt_record_set **set_of;     /* of examples: by page; NULL = the page has no list */
  const detm_siblings *given; /* records of the first page that the user gives; NULL = none */
  size_t given_count;
  detm_wrapper *own; /* temporary wrapper of a single page */
  detm_error *error;
} learner;

static void start_set(dt_record_set *set, learner *l, const dt_tree *tree, const dt_region *region) {
  dt_record_set_start(set, &l->arena, tree, region->records, region->record_count);
}

/* Joins the parts of a page's main list, using a wrapper of this page alone. */
static void join_parts(learner *l, dt_engine *engine) {
  detm_wrapper *wrapper = DT_ZERO(&l->arena, detm_wrapper, 1);
  dt_record_set set;
  dt_related related;
  if (!dt_related_may_join(engine)) return;
  l->own = wrapper;
  dt_wrapper_start(wrapper, &l->scope);
  dt_wrapper_learn_region(wrapper, &l->arena, &l->scratch, engine->tree, &engine->regions[0], &set);
  dt_related_find(engine, wrapper, &related);
  dt_arena_free(&wrapper->arena);
  l->own = NULL;
}

/* Learns a wrapper from the sets, which are of pages in their order, and stores the places of the records. */
static void grow_from_sets(learner *l, detm_wrapper *wrapper, dt_record_set *sets, uint32_t used) {
  dt_wrapper_grow(wrapper, &l->arena, &l->scratch, sets, used);
  if (l->examples.count != 0) dt_examples_name(&l->examples, l->set_of);
  wrapper->nested = wrapper->nested && (l->examples.count == 0 || l->examples.also_others);
  dt_wrapper_note_places(wrapper, &l->scratch, sets, used);
  dt_wrapper_note_notices(wrapper, sets, used);
  dt_wrapper_learn_place(wrapper, &l->arena, &l->scratch, &sets[0]);
  if (l->given != NULL || (l->options->region != NULL && l->examples.count == 0))
    dt_given_fit(wrapper, &l->arena, &l->scratch, sets, used);
}

/* Learns the wrapper from the sets.  Notes that pages may be empty if one of the others looks like a page of the same
 * site without records. */
static void learn_from_sets(learner *l, dt_record_set *sets, uint32_t used) {
  grow_from_sets(l, l->wrapper, sets, used);
  for (size_t p = 0, s = 0; p < l->page_count && !l->wrapper->empty; p++) {
    const dt_tree *tree = &l->pages[p]->tree;
    if (s < used && sets[s].tree == tree) {
      s++;
      continue;
    }
    dt_found found = dt_wrapper_locate(l->wrapper, &l->arena, &l->scratch, tree);
    l->wrapper->empty = found.count == 0 && found.known_page &&
                        find_other_list(&found, &l->arena, &l->scratch, tree, l->options) == DT_NONE;
  }
}

/* Stores how the records of the wrapper differ from those of the chosen list, as it does for given records. */
static void note_chosen(learner *l, const dt_record_set *set) {
  detm_siblings *records = DT_ZERO(&l->arena, detm_siblings, set->count);
  uint32_t *numbers = DT_ARRAY(&l->arena, uint32_t, set->count);
  for (uint32_t r = 0; r < set->count; r++) numbers[r] = r;
  dt_given_note(l->wrapper, &l->arena, &l->scratch, set, records, numbers);
}

/* Ends the learning; `empty`: a sentence about the table of a page, NULL = none. */
static void leave_without_records(learner *l, const char *empty, const char *page) {
  if (empty != NULL) dt_error_at(l->error, DETM_NOTHING, page, 0, 0, "%s", empty);
  dt_scope_leave(&l->scope, DETM_NOTHING);
}

/* Learns from the pages whose main region has the path that most pages have; in a tie, the path with more records.  The
 * other pages may hold no list or a single record, and would spoil the wrapper.  If a region is chosen, it is the main
 * one. */
static void learn(learner *l) {
  dt_record_set *sets = DT_ZERO(&l->arena, dt_record_set, l->page_count);
  dt_region *mains = DT_ZERO(&l->arena, dt_region, l->page_count);
  double *confidences = DT_ARRAY(&l->arena, double, l->page_count), confidence = 0;
  const dt_tree **trees = DT_ARRAY(&l->arena, const dt_tree *, l->page_count);
  uint32_t count = 0, used = 0;
  detm_extract_options options = *l->options;
  dt_chosen chosen = {.name = options.region};
  const char *empty = NULL, *empty_page = NULL;

  options.max_regions = 1;
  options = dt_chosen_options(&options);
  dt_wrapper_start(l->wrapper, &l->scope);
  l->wrapper->all_attributes = options.all_columns != 0;

  for (size_t p = 0; p < l->page_count; p++) {
    dt_engine engine;
    dt_engine_run(&engine, &l->arena, &l->scratch, &l->pages[p]->tree, &options);
    bool found = engine.region_count != 0 && (chosen.name == NULL || dt_chosen_find(&chosen, &engine));
    if (!found && empty == NULL && (chosen.name == NULL || p == 0)) {
      empty = dt_table_without_rows(&l->arena, &engine, chosen.name);
      empty_page = l->pages[p]->name;
    }
    if (!found && p == 0 && chosen.name != NULL) leave_without_records(l, empty, empty_page);
    if (!found) continue;
    uint32_t levels = options.level != NULL ? dt_level_choose(&engine, options.level) : 0;
    if (levels != 0) dt_level_missing(options.level, levels, l->pages[p]->name, l->error);
    if (levels != 0) dt_scope_leave(&l->scope, DETM_NOTHING);
    if (options.level == NULL) join_parts(l, &engine);
    trees[count] = &l->pages[p]->tree;
    confidences[count] = engine.confidence;
    mains[count++] = engine.regions[0];
  }

  if (count == 0) leave_without_records(l, empty, empty_page);
  uint64_t path = 0, most = 0;
  for (uint32_t a = 0; a < count; a++) {
    uint64_t votes = 0;
    for (uint32_t b = 0; b < count; b++)
      if (mains[b].path == mains[a].path) votes += (UINT64_C(1) << 32) + mains[b].record_count;
    if (votes <= most) continue;
    most = votes;
    path = mains[a].path;
  }

  for (uint32_t m = 0; m < count; m++) {
    if (mains[m].path != path) continue;
    confidence += confidences[m];
    start_set(&sets[used++], l, trees[m], &mains[m]);
  }

  learn_from_sets(l, sets, used);
  l->wrapper->menu = dt_is_in_menu(sets[0].tree, sets[0].records[0].nodes[0]);
  if (chosen.name != NULL)
    note_chosen(l, &sets[0]);
  else
    l->wrapper->confidence = confidence / used;
}

/* Learns the list and the values that the examples show. */
static void learn_by_examples(learner *l) {
  dt_examples *x = &l->examples;
  dt_engine *engines = DT_ARRAY(&l->arena, dt_engine, l->page_count);
  uint32_t *chosen = DT_ARRAY(&l->arena, uint32_t, l->page_count), used = 0;
  dt_record_set *sets = DT_ZERO(&l->arena, dt_record_set, l->page_count);
  detm_extract_options options = *l->options;

  options.max_regions = 0;
  dt_wrapper_start(l->wrapper, &l->scope);
  l->set_of = DT_ZERO(&l->arena, dt_record_set *, l->page_count);
  x->wrapper = l->wrapper;
  x->arena = &l->arena;
  x->scratch = &l->scratch;
  if (!options.no_transpose && dt_examples_name_rows(x)) options.transpose = 1;

  for (size_t p = 0; p < l->page_count; p++) {
    dt_engine_run(&engines[p], &l->arena, &l->scratch, &l->pages[p]->tree, &options);
    dt_groups_add(&engines[p]);
  }

  if (!dt_examples_choose(x, engines, chosen)) dt_scope_leave(&l->scope, DETM_NOTHING);
  for (uint32_t p = 0; p < l->page_count; p++) {
    if (chosen[p] == DT_NONE) continue;
    /* moves the list to the front, joins its other parts and records of another structure */
    dt_region *regions = engines[p].regions, list = regions[chosen[p]];
    regions[chosen[p]] = regions[0];
    regions[0] = list;
    join_parts(l, &engines[p]);
    dt_examples_join(x, p, &list, &engines[p]);
    for (uint32_t c = 0; c < x->claim_count; c++) {
      dt_claim *claim = &x->claims[c];
      if (claim->page != p) continue;
      dt_index node = list.records[claim->record].nodes[0];
      claim->record = 0;
      while (regions[0].records[claim->record].nodes[0] != node) claim->record++;
    }
    l->set_of[p] = &sets[used++];
    start_set(l->set_of[p], l, &l->pages[p]->tree, &regions[0]);
    dt_examples_find_cells(x, p, l->set_of[p]);
    dt_examples_keep_apart(x, p, l->set_of[p]);
  }

  learn_from_sets(l, sets, used);
}

static void start_found(dt_record_set *set, learner *l, const dt_tree *tree, const dt_record *records, uint32_t count) {
  dt_record_set_start(set, &l->arena, tree, records, count);
}

/* Learns from the given records of the first page, and from those that a wrapper of this page finds on the others. */
static void learn_from_given(learner *l) {
  dt_record_set *sets = DT_ZERO(&l->arena, dt_record_set, l->page_count), first;
  const dt_tree *tree = &l->pages[0]->tree;
  dt_record *records;
  uint32_t *numbers, used = 1;

  dt_wrapper_start(l->wrapper, &l->scope);
  if (dt_given_find(&l->arena, tree, l->given, l->given_count, &records, &numbers, l->error) != DETM_OK)
    dt_scope_leave(&l->scope, DETM_USAGE);
  start_found(&sets[0], l, tree, records, (uint32_t)l->given_count);

  if (l->page_count > 1) {
    l->own = DT_ZERO(&l->arena, detm_wrapper, 1);
    dt_wrapper_start(l->own, &l->scope);
    start_found(&first, l, tree, records, (uint32_t)l->given_count);
    grow_from_sets(l, l->own, &first, 1);
    for (size_t p = 1; p < l->page_count; p++) {
      dt_given_check_headings(l->own, &l->arena, &first, &l->pages[p]->tree);
      dt_found found = dt_wrapper_locate(l->own, &l->arena, &l->scratch, &l->pages[p]->tree);
      if (found.count != 0 && !found.moved)
        start_found(&sets[used++], l, &l->pages[p]->tree, found.records, found.count);
    }
    dt_arena_free(&l->own->arena);
    l->own = NULL;
  }

  learn_from_sets(l, sets, used);
  detm_status status =
      dt_given_check(l->wrapper, &l->arena, &l->scratch, &sets[0], l->given, numbers, l->pages[0]->name, l->error);
  if (status != DETM_OK) dt_scope_leave(&l->scope, status);
  dt_given_note(l->wrapper, &l->arena, &l->scratch, &sets[0], l->given, numbers);
}

static void run_learner(void *data) {
  learner *l = data;
  if (l->given != NULL)
    learn_from_given(l);
  else if (l->examples.count != 0)
    learn_by_examples(l);
  else
    learn(l);
  dt_fields_settle(l->wrapper, l->options->names);
}

/* Learns from what the pages show. */
static detm_wrapper *learn_shown(const detm_page *const *pages, size_t page_count, const learner *start,
                                 const detm_extract_options *given, detm_error *error) {
  const detm_extract_options own = page_count != 0 ? dt_page_options(pages[0], given) : *given, *options = &own;
  if (page_count == 0 && (start->given != NULL || options->region != NULL)) {
    dt_error_set(error, DETM_USAGE, "no page was given: give the page that has the records");
    return NULL;
  }
  if (start->examples.count != 0 && options->level != NULL) {
    dt_error_set(error, DETM_USAGE, "examples choose the level of the records: give no level");
    return NULL;
  }
  bool by_lists = start->examples.count == 0 && start->given == NULL && options->region == NULL;
  for (size_t p = 0; by_lists && p < page_count; p++) {
    if (pages[p]->wall == DETM_WALL_NONE) continue;
    dt_error_at(error, DETM_NOTHING, pages[p]->name, 0, 0, "no page to learn from: it only blocks (%s): it %s",
                detm_wall_name(pages[p]->wall), detm_wall_text(pages[p]->wall));
    return NULL;
  }
  learner l = *start;
  l.wrapper = calloc(1, sizeof *l.wrapper);
  l.pages = l.examples.pages = pages;
  l.page_count = page_count;
  l.options = options;
  l.error = error;
  if (l.wrapper == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  dt_scope_start(&l.scope, 0);
  if (page_count != 0) dt_page_scope(pages[0], &l.scope, pages[0]->seconds * (double)page_count);
  dt_arena_start(&l.arena, &l.scope);
  dt_arena_start(&l.scratch, &l.scope);
  bool learned = dt_scope_run(&l.scope, run_learner, &l);
  if (l.own != NULL) dt_arena_free(&l.own->arena);
  dt_arena_free(&l.scratch);
  dt_arena_free(&l.arena);
  if (learned) {
    l.wrapper->arena.scope = NULL;
    l.wrapper->data = page_count != 0 && pages[0]->is_data;
    if (dt_wrapper_remember(l.wrapper, pages, page_count, options, NULL, error) == DETM_OK) return l.wrapper;
  } else if (l.scope.status != DETM_NOTHING) {
    dt_error_scope(error, &l.scope, page_count != 0 ? pages[0]->name : "-");
  } else if (l.examples.count == 0 && options->region != NULL) {
    dt_error_at(error, DETM_NOTHING, pages[0]->name, 0, 0, "the page has no region %.300s", options->region);
  } else if (l.examples.count == 0) {
    dt_error_set(error, DETM_NOTHING,
                 "none of the pages holds a list of records: give pages with several records each");
  } else {
    const detm_example *first = l.examples.examples;
    const char *nearest = l.wrapper->example_notice_count != 0 ? l.wrapper->example_notices[0].text : NULL;
    dt_error_at(error, DETM_NOTHING, pages[first->page]->name, 0, 0,
                "field %.80s: \"%.80s\" is not in a record of the page%s%.80s%s", first->name, first->value,
                nearest != NULL ? "; the most similar text is \"" : "", nearest != NULL ? nearest : "",
                nearest != NULL ? "\"" : "");
  }
  detm_wrapper_free(l.wrapper);
  return NULL;
}

/* Of the wrappers of what pages show and of what their scripts have, which may be NULL, returns the better one and
 * frees the other: that of the scripts if the pages show but a menu. */
static detm_wrapper *choose_wrapper(detm_wrapper *shown, detm_wrapper *data) {
  bool better = data != NULL && (shown == NULL || dt_is_only_menu(shown->menu, shown->confidence, data->confidence));
  detm_wrapper_free(better ? shown : data);
  return better ? data : shown;
}

/* Learns from what `start` gives: examples, records or neither.  If the pages do not show it, or only menus, their
 * scripts may have it; if these are asked for and there are none, the pages may show it. */
static detm_wrapper *learn_wrapper(const detm_page *const *pages, size_t page_count, const learner *start,
                                   const detm_extract_options *options, detm_error *error) {
  DT_OPTIONS(detm_extract_options, options, detm_extract_defaults);
  detm_error shown = DETM_ERROR_NONE, hidden = DETM_ERROR_NONE;
  detm_wrapper *wrapper = NULL;
  if (dt_options_check(options, error) != DETM_OK || dt_pages_need(pages, page_count, DETM_PAGE_TREE, error) != DETM_OK)
    return NULL;
  if (!options->data) wrapper = learn_shown(pages, page_count, start, options, &shown);
  bool by_lists = start->given == NULL && start->examples.count == 0 && options->region == NULL;
  bool menu = by_lists && wrapper != NULL && dt_is_only_menu(wrapper->menu, wrapper->confidence, 1);
  bool wanted = options->data || menu || (wrapper == NULL && shown.status == DETM_NOTHING);
  if (wanted && start->given == NULL) {
    bool all;
    const detm_page **data = dt_pages_data(pages, page_count, &all, error);
    if (data == NULL) {
      detm_wrapper_free(wrapper);
      return NULL;
    }
    if (all) wrapper = choose_wrapper(wrapper, learn_shown(data, page_count, start, options, &hidden));
    free(data);
  }
  if (wrapper == NULL && options->data && hidden.status == DETM_OK)
    wrapper = learn_shown(pages, page_count, start, options, &shown);
  if (wrapper == NULL && error != NULL && error->status == DETM_OK) *error = shown.status != DETM_OK ? shown : hidden;
  return wrapper;
}

detm_wrapper *detm_wrapper_learn(const detm_page *const *pages, size_t page_count, const detm_extract_options *options,
                                 detm_error *error) {
  return learn_wrapper(pages, page_count, &(learner){.wrapper = NULL}, options, error);
}

detm_wrapper *detm_wrapper_learn_from_records(const detm_page *const *pages, size_t page_count,
                                              const detm_siblings *records, size_t record_count,
                                              const detm_extract_options *options, detm_error *error) {
  static const detm_siblings none = {.parent = NULL};
  learner start = {.given = record_count != 0 ? records : &none, .given_count = record_count};
  return learn_wrapper(pages, page_count, &start, options, error);
}

detm_wrapper *detm_wrapper_learn_by_example(const detm_page *const *pages, size_t page_count,
                                            const detm_example *examples, size_t example_count, int also_others,
                                            const detm_extract_options *options, detm_error *error) {
  learner start = {.examples = {.examples = examples,
                                .count = (uint32_t)example_count,
                                .also_others = also_others != 0,
                                .pages = pages,
                                .page_count = (uint32_t)page_count}};
  const dt_examples x = start.examples;
  detm_status status = DETM_OK;
  if (x.count == 0) status = dt_error_set(error, DETM_USAGE, "no example was given: give a value that a page shows");
  for (uint32_t e = 0; e < x.count && status == DETM_OK; e++) {
    const detm_example *example = &examples[e];
    const char *fault = dt_name_fault(example->name);
    if (fault != NULL)
      status = dt_error_set(error, DETM_USAGE, "\"%.80s\" is not a field name: %s",
                            example->name != NULL ? example->name : "", fault);
    else if (example->value == NULL || example->value[0] == '\0')
      status = dt_error_set(error, DETM_USAGE, "field %.80s: the value is empty", example->name);
    else if (example->page >= x.page_count)
      status = dt_error_set(error, DETM_USAGE, "field %.80s: there is no page with this index", example->name);
  }
  return status == DETM_OK ? learn_wrapper(pages, page_count, &start, options, error) : NULL;
}

double detm_wrapper_confidence(const detm_wrapper *wrapper) { return wrapper->confidence; }

int detm_wrapper_of_data(const detm_wrapper *wrapper) { return wrapper->data; }

size_t detm_wrapper_notice_count(const detm_wrapper *wrapper) { return wrapper->example_notice_count; }

const detm_example_notice *detm_wrapper_notice_get(const detm_wrapper *wrapper, size_t number) {
  return number < wrapper->example_notice_count ? &wrapper->example_notices[number] : NULL;
}

size_t detm_wrapper_message_count(const detm_wrapper *wrapper) { return wrapper->example_message_count; }

const detm_example_message *detm_wrapper_message_get(const detm_wrapper *wrapper, size_t number) {
  return number < wrapper->example_message_count ? &wrapper->example_messages[number] : NULL;
}

/* ---- applying ---- */

/* Whether a text is no value of its field: words where all samples had amounts. */
static bool is_of_other_kind(const detm_wrapper *wrapper, const dt_wrapper_node *w, const dt_item *item, uint32_t i) {
  if (w->tag != DT_TAG_TEXT || w->part_count != 1 || w->split != DT_SPLIT_NONE) return false;
  return dt_is_of_other_kind(wrapper, &w->parts[0], dt_text_of(item->tree, item->nodes[i]));
}

/* Whether a text has a letter, or a character that may be one of another script. */
static bool may_have_letter(detm_text text) {
  size_t i = 0;
  while (i < text.length && !dt_is_ascii_letter(text.data[i]) && (unsigned char)text.data[i] < 0x80) i++;
  return i < text.length;
}

/* Whether nearly all values of a field were words in the samples, and no numbers. */
static bool had_words(const detm_wrapper *wrapper, uint32_t field) {
  const struct detm_profile *profile = wrapper->profile;
  if (profile == NULL || field >= profile->field_count) return false;
  const dt_values *values = &profile->fields[field];
  uint64_t letters = values->signs[DT_SIGN_SMALL] + values->signs[DT_SIGN_CAPITAL] + values->signs[DT_SIGN_OTHER];
  return values->count >= DT_MIN_CONSTANT && 20 * values->kinds[DT_VALUE_TEXT] >= 19 * values->count &&
         letters > values->signs[DT_SIGN_DIGIT] + values->signs[DT_SIGN_MARK];
}

/* Sets the count of texts to 0 whose field was words in the samples and has only numbers now.  One title may be a
 * number, but not all.  numbers: the texts without a letter, by node number. */
static void discount_numbers(dt_arena *arena, const detm_wrapper *wrapper, uint32_t *instances,
                             const uint32_t *numbers) {
  uint32_t *texts = DT_ZERO(arena, uint32_t, wrapper->field_count),
           *without = DT_ZERO(arena, uint32_t, wrapper->field_count); /* a letter */
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      if (w->parts[p].field == DT_NO_FIELD) continue;
      texts[w->parts[p].field] += instances[w->number];
      without[w->parts[p].field] += numbers[w->number];
    }

  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      uint32_t field = w->parts[p].field;
      if (field == DT_NO_FIELD || texts[field] < DT_MIN_CONSTANT || without[field] != texts[field]) continue;
      if (had_words(wrapper, field)) instances[w->number] = 0;
    }
}

/* Counts the instances of the wrapper's nodes in the records, by node number; without texts of another kind. */
static uint32_t *count_node_instances(dt_arena *arena, const detm_wrapper *wrapper, const dt_record_set *set) {
  uint32_t *instances = DT_ZERO(arena, uint32_t, wrapper->node_count);
  uint32_t *numbers = DT_ZERO(arena, uint32_t, wrapper->node_count);
  for (uint32_t r = 0; r < set->count; r++)
    for (uint32_t i = 0; i < set->layouts[r]->count; i++) {
      const dt_item *item = &set->items[r];
      const dt_wrapper_node *w = set->layouts[r]->nodes[i];
      if (w == NULL || is_of_other_kind(wrapper, w, item, i)) continue;
      instances[w->number]++;
      numbers[w->number] += w->tag == DT_TAG_TEXT && !may_have_letter(dt_text_of(item->tree, item->nodes[i]));
    }
  discount_numbers(arena, wrapper, instances, numbers);
  return instances;
}

static void name_missing(const detm_wrapper *wrapper, uint32_t field, dt_buffer *out) {
  if (field == DT_NO_FIELD || !wrapper->fields[field].wanted) return;
  if (out->length != 0) dt_buffer_text(out, ", ");
  dt_buffer_text(out, wrapper->fields[field].name);
}

/* Sets the missing fields of the result, and frees the buffer with their names. */
static void set_missing(dt_wrapper_result *result, dt_buffer *names) {
  bool failed = names->failed;
  dt_scope *scope = result->arena.scope;
  result->arena.scope = NULL; /* the buffer must be freed, so no jump out of here */
  result->result.missing = names->length != 0 ? dt_arena_copy(&result->arena, names->data, names->length) : NULL;
  failed = failed || (names->length != 0 && result->result.missing == NULL);
  result->arena.scope = scope;
  dt_buffer_free(names);
  if (failed) dt_scope_leave(&result->scope, DETM_NO_MEMORY);
}

/* Lists the wanted fields that every sample record had and of which no record of the page has a value; instances NULL:
 * the page has no records. */
static void list_missing(dt_wrapper_result *result, const detm_wrapper *wrapper, const uint32_t *instances) {
  dt_buffer names = {0};
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;
       w = w->optional ? dt_wrapper_past(w) : dt_wrapper_next(w)) {
    if (w->optional || (instances != NULL && instances[w->number] != 0)) continue;
    name_missing(wrapper, w->href, &names);
    name_missing(wrapper, w->src, &names);
    for (uint32_t p = 0; p < w->part_count; p++) name_missing(wrapper, w->parts[p].field, &names);
    for (uint32_t a = 0; a < w->attribute_count; a++) name_missing(wrapper, w->attributes[a].part.field, &names);
  }
  set_missing(result, &names);
}

/* Whether it is improbable that none of so many records of a page has a field: several sample pages had it, nearly all
 * of them. */
static bool is_expected(const detm_wrapper *wrapper, uint32_t field, uint32_t records) {
  const double improbable = 0.01;
  const struct detm_profile *profile = wrapper->profile;
  if (profile == NULL || field >= profile->field_count || profile->pages < 2) return false;
  const dt_values *values = &profile->fields[field];
  return 10 * values->pages >= 9 * profile->pages && dt_absence_probability(profile, values, records) < improbable;
}

static void note_present(bool *present, uint32_t field) {
  if (field != DT_NO_FIELD) present[field] = true;
}

/* Notes the fields of which records have values: a text that is in a record may lack some of its parts. */
static void note_values(dt_wrapper_result *result, const dt_result_region *region, bool *present) {
  for (uint32_t r = 0; r < region->set.count; r++) {
    dt_mark mark = dt_arena_mark(&result->scratch);
    dt_record_reading own = dt_read_record(region, r, &result->scratch);
    for (uint32_t v = 0; v < own.count; v++)
      if (own.values[v].text.length != 0) note_present(present, own.values[v].field);
    dt_arena_rewind(&result->scratch, mark);
  }
}

/* Adds to the missing fields the wanted ones that only some records of each sample page had, or that are a part of a
 * text, if no record has a value and that is improbable. */
static void add_missing_optional(dt_wrapper_result *result, const detm_wrapper *wrapper, const dt_result_region *region,
                                 const uint32_t *instances) {
  dt_mark mark = dt_arena_mark(&result->scratch);
  bool *present = DT_ZERO(&result->scratch, bool, wrapper->field_count);
  bool *optional = DT_ZERO(&result->scratch, bool, wrapper->field_count);
  const dt_wrapper_node *past = NULL;   /* the node after the optional one that is around this one */
  bool within = false, several = false; /* texts of several parts */
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL; w = dt_wrapper_next(w)) {
    if (within && w == past) within = false;
    if (!within && w->optional) {
      within = true;
      past = dt_wrapper_past(w);
    }
    bool *noted = instances[w->number] != 0 ? present : within ? optional : NULL;
    if (noted == NULL) continue;
    note_present(noted, w->href);
    note_present(noted, w->src);
    bool parts = w->part_count > 1;
    several = several || parts;
    for (uint32_t p = 0; p < w->part_count; p++) note_present(parts ? optional : noted, w->parts[p].field);
    for (uint32_t a = 0; a < w->attribute_count; a++) note_present(noted, w->attributes[a].part.field);
  }

  if (several) note_values(result, region, present);

  dt_buffer names = {0};
  if (result->result.missing != NULL) dt_buffer_text(&names, result->result.missing);
  for (uint32_t f = 0; f < wrapper->field_count; f++)
    if (optional[f] && !present[f] && is_expected(wrapper, f, region->set.count)) name_missing(wrapper, f, &names);
  dt_arena_rewind(&result->scratch, mark);
  set_missing(result, &names);
}

/* Lists the texts of the records that have no field, in document order. */
static void list_others(dt_wrapper_result *result, const dt_result_region *region) {
  const dt_record_set *set = &region->set;
  DT_VEC(detm_other) others = {0};
  for (uint32_t r = 0; r < set->count; r++) {
    dt_mark mark = dt_arena_mark(&result->scratch);
    dt_record_reading own = dt_read_record(region, r, &result->scratch);
    uint32_t count;
    const dt_value *values = dt_record_others(&result->scratch, set->layouts[r], &set->items[r], &own.spans, &count);
    for (uint32_t v = 0; v < count; v++) {
      detm_text text = values[v].text;
      text.data = dt_arena_copy(&result->arena, text.data, text.length);
      DT_VEC_PUSH(&result->arena, &others, ((detm_other){(size_t)r + 1, text}));
    }
    dt_arena_rewind(&result->scratch, mark);
    dt_scope_tick(&result->scope);
  }
  result->result.others = others.items;
  result->result.other_count = others.count;
}

/* Makes a region of the records that were found, and sets how well they fit. */
static dt_result_region *try_records(dt_wrapper_result *result, detm_wrapper *wrapper, dt_found *found,
                                     const uint32_t **instances) {
  dt_result_region *region = DT_ZERO(&result->arena, dt_result_region, 1);
  *region = (dt_result_region){
      .parent = found->parent != DT_NONE ? found->parent : 0, .skipped = found->skipped, .wrapper = wrapper};
  dt_record_set_start(&region->set, &result->arena, &result->page->tree, found->records, found->count);
  dt_wrapper_align(&found->aligner, &region->set);
  result->result.fit = 1;
  if (found->count == 0) return region;
  *instances = count_node_instances(&result->arena, wrapper, &region->set);
  result->result.fit = dt_wrapper_fit(wrapper, *instances, region->set.count);
  list_missing(result, wrapper, *instances);
  return region;
}

/* Notes lists in other places than those of the samples, such as sponsored results, whose records have the same fields.
 */
static void note_alike(dt_wrapper_result *result, detm_wrapper *wrapper, dt_found *found) {
  const dt_tree *tree = &result->page->tree;
  detm_alike *alike = DT_ZERO(&result->arena, detm_alike, found->other_count);
  for (uint32_t from = 0, to; from < found->other_count; from = to) {
    dt_index parent = tree->nodes[found->others[from].nodes[0]].parent;
    for (to = from + 1; to < found->other_count; to++)
      if (tree->nodes[found->others[to].nodes[0]].parent != parent) break;
    if (to - from < 2 || dt_is_in_menu(tree, parent)) continue;
    dt_record_set set;
    dt_record_set_start(&set, &result->arena, tree, found->others + from, to - from);
    dt_wrapper_align(&found->aligner, &set);
    const uint32_t *instances = count_node_instances(&result->arena, wrapper, &set);
    if (dt_wrapper_fit(wrapper, instances, set.count) < DT_MIN_FIT_RELATED) continue;
    alike[result->result.alike_count++] = (detm_alike){dt_path_write(&result->arena, tree, parent, true), to - from};
  }

  result->result.alike = alike;
}

/* Explains why a page that looks like the sample pages has no records.  False if the page does not fit: it holds
 * another list and does not say that it is empty. */
static bool explain_empty(dt_wrapper_result *result, const detm_wrapper *wrapper, const dt_found *found,
                          const detm_extract_options *options) {
  const dt_tree *tree = &result->page->tree;
  dt_index place = found->own_place ? found->parent : DT_NONE;
  dt_index list = find_other_list(found, &result->arena, &result->scratch, tree, options);
  detm_result *base = &result->result;
  base->empty_words = dt_empty_statement(wrapper, &result->scope, tree, place, list);
  if (base->empty_words.length == 0 && list != DT_NONE) return false;
  base->emptiness = base->empty_words.length != 0 ? DETM_EMPTY_SAID
                    : wrapper->empty              ? DETM_EMPTY_LEARNED
                                                  : DETM_EMPTY_UNEXPLAINED;
  if (base->emptiness == DETM_EMPTY_UNEXPLAINED) base->empty_words = dt_first_text(tree, place);
  return true;
}

/* Whether records that hardly fit are those of another list: it is in another place, or the page says before it that it
 * has no records, as a search that found nothing does above its suggestions. */
static bool are_of_another_list(dt_wrapper_result *result, const detm_wrapper *wrapper, const dt_found *found) {
  if (found->count == 0) return false;
  if (found->moved) return result->result.fit < DT_MIN_FIT_MOVED;
  if (result->result.fit >= DT_MIN_FIT_DENIED) return false;

  dt_index first = found->records[0].nodes[0];
  return dt_empty_statement(wrapper, &result->scope, &result->page->tree, DT_NONE, first).length != 0;
}

typedef struct application {
  dt_wrapper_result *result;
  detm_wrapper *wrapper;
  const detm_extract_options *options;
} application;

static void apply_wrapper(void *data) {
  const application *a = data;
  dt_wrapper_result *result = a->result;
  detm_wrapper *wrapper = a->wrapper;
  const detm_extract_options *options = a->options;
  dt_found found = dt_wrapper_locate(wrapper, &result->arena, &result->scratch, &result->page->tree);
  dt_scope_limit_records(&result->scope, found.count, options->max_records);

  const uint32_t *instances = NULL; /* of the wrapper's nodes in the records */
  dt_result_region *region = try_records(result, wrapper, &found, &instances);
  if (are_of_another_list(result, wrapper, &found)) {
    found = (dt_found){.parent = found.parent, .known_page = found.known_page, .aligner = found.aligner};
    result->result.missing = NULL;
    region = try_records(result, wrapper, &found, &instances);
  }

  if (found.count == 0 && !(found.known_page && explain_empty(result, wrapper, &found, options))) {
    result->result.fit = 0;
    result->result.wall = result->page->wall;
    list_missing(result, wrapper, NULL);
    return;
  }

  if (result->result.fit < options->min_fit) {
    result->result.wall = result->page->wall;
    return;
  }

  /* a wall may have a list with the look of the records; theirs is where the samples have it */
  bool right = found.count != 0
                   ? !found.moved && result->result.missing == NULL
                   : result->result.emptiness == DETM_EMPTY_SAID || result->result.emptiness == DETM_EMPTY_LEARNED;
  result->result.wall = right ? DETM_WALL_NONE : result->page->wall;

  if (result->result.wall != DETM_WALL_NONE) {
    result->result.emptiness = DETM_EMPTY_NOT;
    return;
  }

  dt_read_records(region, &result->arena);
  if (found.count != 0) add_missing_optional(result, wrapper, region, instances);
  note_alike(result, wrapper, &found);
  if (dt_skips_records(wrapper->profile != NULL ? wrapper->profile->most_skipped : 0, found.count, found.skipped))
    result->result.warning = dt_arena_format(
        &result->arena, "%u of %u elements of the list do not fit the wrapper; if they are records, repair it",
        found.skipped, found.skipped + found.count);

  region->score = result->result.fit;
  result->regions = region;
  result->result.region_count = 1;
  for (uint32_t f = 0; f < wrapper->field_count; f++)
    result->result.has_rules |= wrapper->fields[f].wanted && wrapper->fields[f].require != NULL;
  dt_changed_columns_find(result, region);
  if (result->totals) dt_totals_add(result, region, wrapper, options->max_records);
  list_others(result, region);
  dt_account_sum(result);
}

detm_result *detm_wrapper_apply(const detm_wrapper *wrapper, const detm_page *page, const detm_extract_options *options,
                                detm_error *error) {
  DT_OPTIONS(detm_extract_options, options, detm_extract_defaults);
  if (dt_options_check(options, error) != DETM_OK || dt_page_need(page, DETM_PAGE_TREE, error) != DETM_OK) return NULL;
  const detm_page *data = NULL;
  if (wrapper->data && dt_page_data(page, &data, error) != DETM_OK) return NULL;
  dt_wrapper_result *result = dt_wrapper_result_new(data != NULL ? data : page, error);
  if (result == NULL) return NULL;
  result->all_columns = options->all_columns != 0;
  result->totals = options->totals != 0 || data != NULL;
  result->others = options->others != 0;
  result->names = options->names;
  result->applied = wrapper;
  /* aligning does not change a wrapper unless it learns */
  application a = {result, (detm_wrapper *)(uintptr_t)wrapper, options};
  if (dt_scope_run(&result->scope, apply_wrapper, &a)) return &result->result;
  dt_error_scope(error, &result->scope, page->name);
  detm_result_free(&result->result);
  return NULL;
}
