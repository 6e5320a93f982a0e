/* store/best.c: which file of a library fits a page best.
 *
 * The index says for all files how much of what marks their pages the page has; that bounds their scores from above.
 * The few with the highest bounds are read and tried on the page, until no other can be among the best. */
#include "store/library.h"

#include "base/result.h"
#include "template/match.h"
#include "tree/tree.h"
#include "wrapper/wrapper.h"

#include <stdlib.h>

enum {
  MOST_TRIED = 8,    /* files of a kind: the right one is all but always among the first */
  MOST_CLUELESS = 32 /* wrappers without clues: each costs a pass over the page */
};

const detm_library_options detm_library_defaults = {.min_score = 0.3};

typedef struct candidate {
  uint32_t entry;
  double marks; /* < 0: it has none */
  double score;
} candidate;

typedef struct candidates {
  candidate *all; /* the best first */
  uint32_t count;
} candidates;

typedef struct matching {
  const detm_library *library;
  const detm_page *page;
  dt_scope scope;
  dt_arena arena;
  dt_match_page document;
  candidates list;
  candidates best; /* scores are known */
  size_t most;
  detm_error error; /* why matching came to its end */
  bool late;        /* a wrapper took too long */
} matching;

/* ---- candidates ---- */

static bool is_better(const candidate *a, const candidate *b) {
  return a->score != b->score ? a->score > b->score : a->entry < b->entry;
}

/* Keeps the `most` best. */
static void insert(candidates *list, candidate new, uint32_t most) {
  uint32_t at = list->count < most ? list->count++ : most;
  if (at == most && (most == 0 || !is_better(&new, &list->all[--at]))) return;
  for (; at > 0 && is_better(&new, &list->all[at - 1]); at--) list->all[at] = list->all[at - 1];
  list->all[at] = new;
}

/* The files of a shelf with the highest bounds; marks[s] is what the page and set s have in common. */
static void choose(matching *m, const dt_shelf *shelf, const double *marks) {
  candidates chosen = {DT_ARRAY(&m->arena, candidate, MOST_TRIED + 1), 0};
  for (uint32_t s = 0; s < shelf->set_count;) {
    candidate file = {.entry = shelf->entries[s]};
    for (; s < shelf->set_count && shelf->entries[s] == file.entry; s++)
      if (marks[s] > file.marks) file.marks = marks[s];
    file.score = dt_match_most(file.marks);
    if (file.marks > 0) insert(&chosen, file, MOST_TRIED);
  }
  for (uint32_t i = 0; i < chosen.count; i++) m->list.all[m->list.count++] = chosen.all[i];
}

/* Of a full set there may be keys that it has no room for: with them it may be like the page. */
static double common_share(uint32_t common, uint32_t marks, uint32_t keys) {
  return keys < DT_MOST_KEYS ? dt_match_cosine(common, marks, keys) : 1;
}

static void choose_templates(matching *m) {
  const dt_shelf *shelf = &m->library->shelves[DT_FILE_TEMPLATE];
  dt_marks marks = m->document.marks;
  double *common = DT_ARRAY(&m->arena, double, shelf->set_count);
  dt_tally tally = dt_tally_start(shelf->postings, &m->arena);
  for (uint32_t i = 0; i < marks.count; i++)
    dt_tally_add(&tally, dt_fingerprint_hash(marks.marks[i], strlen(marks.marks[i])));
  dt_tally_end(&tally);
  for (uint32_t s = 0; s < shelf->set_count; s++)
    common[s] = common_share(tally.counts[s], marks.count, shelf->sets[s].count);
  choose(m, shelf, common);
}

static void add_clues(dt_tally *tally, const dt_tree *tree, dt_index node) {
  static const dt_attribute_name names[] = {DT_ATTRIBUTE_id, DT_ATTRIBUTE_class, DT_ATTRIBUTE_href};
  const char *tag = dt_tag_text(tree, tree->nodes[node].tag);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    detm_text value = dt_attribute_of(tree, node, names[i]);
    if (value.length != 0) dt_tally_add(tally, dt_clue_key(tag, dt_attribute_text(names[i]), value));
  }
}

/* How much of what marks a wrapper's pages the page has; where that is little at all, it tells little. */
static double share_of(uint32_t found, uint32_t count) {
  const double doubt = 2;
  return found / (count + doubt);
}

static void choose_wrappers(matching *m) {
  const dt_shelf *shelf = &m->library->shelves[DT_FILE_WRAPPER];
  const dt_tree *tree = &m->page->tree;
  if (shelf->set_count == 0) return;
  double *found = DT_ARRAY(&m->arena, double, shelf->set_count);
  dt_tally tally = dt_tally_start(shelf->postings, &m->arena);
  for (dt_index node = 0; node < tree->node_count; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT && tree->nodes[node].attribute_count != 0) add_clues(&tally, tree, node);
    dt_scope_tick(&m->scope);
  }
  dt_tally_end(&tally);
  for (uint32_t s = 0; s < shelf->set_count; s++) found[s] = share_of(tally.counts[s], shelf->sets[s].count);
  choose(m, shelf, found);
}

static int by_bound(const void *a, const void *b) { return is_better(a, b) ? -1 : 1; }

/* A layout with marks beside others without may be like the page in all of them. */
static double most_of_unmarked(const dt_entry *entry) {
  bool marked = false;
  for (uint32_t s = 0; s < entry->set_count; s++) marked = marked || entry->sets[s].count != 0;
  return dt_match_most(marked ? 1 : -1);
}

static void add_unmarked(matching *m) {
  const detm_library *library = m->library;
  uint32_t wrappers = 0;
  for (uint32_t i = 0; i < library->unmarked_count; i++) {
    const dt_entry *entry = &library->entries.all[library->unmarked[i]];
    if (entry->kind == DT_FILE_WRAPPER && ++wrappers > MOST_CLUELESS) continue;
    m->list.all[m->list.count++] = (candidate){library->unmarked[i], -1, most_of_unmarked(entry)};
  }
}

static void list_candidates(matching *m) {
  const detm_library *library = m->library;
  m->list.all = DT_ARRAY(&m->arena, candidate, library->unmarked_count + 2 * MOST_TRIED);
  choose_templates(m);
  choose_wrappers(m);
  add_unmarked(m);
  qsort(m->list.all, m->list.count, sizeof *m->list.all, by_bound);
}

/* ---- trying ---- */

/* Nodes that every record has. */
static uint32_t needed_nodes(const detm_wrapper *wrapper) {
  uint32_t needed = 0;
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;) {
    needed += !w->optional;
    w = w->optional ? dt_wrapper_past(w) : dt_wrapper_next(w);
  }
  return needed;
}

/* Share of the page that the records take: a few simple ones are found on any page. */
static double coverage(const detm_wrapper *wrapper, size_t records, const dt_tree *tree) {
  double share = (double)records * needed_nodes(wrapper) / tree->node_count;
  return share < 1 ? share : 1;
}

/* One limit of time is of all that is tried on a page: a wrapper gets half of what is left of it. */
static detm_page page_in_time(const matching *m) {
  detm_page page = *m->page;
  page.seconds = dt_scope_left(&m->scope) / 2;
  return page;
}

/* A wrapper that takes too long fits as little as one that finds nothing; any other error ends it all. */
static void pass_over(matching *m, const detm_error *error) {
  m->late = m->late || error->status == DETM_LIMIT;
  if (error->status == DETM_LIMIT) return;
  m->error = *error;
  dt_scope_leave(&m->scope, error->status);
}

/* How much of the wrapper's record the page's records have; a list without any tells nothing. */
static double fit_of(matching *m, const detm_wrapper *wrapper) {
  const double little = 0.1; /* a list that takes so much of its page counts half */
  detm_page page = page_in_time(m);
  detm_error error = DETM_ERROR_NONE;
  detm_extract_options options = detm_extract_defaults;
  options.max_records = SIZE_MAX; /* so its time is the only limit */
  detm_result *result = detm_wrapper_apply(wrapper, &page, &options, &error);
  if (result == NULL) {
    pass_over(m, &error);
    return 0;
  }
  double fit = 0, share = coverage(wrapper, detm_result_records(result, 1), &m->page->tree);
  if (share > 0) fit = detm_result_fit(result) * share / (share + little);
  detm_result_free(result);
  return fit;
}

static double score_of(matching *m, const candidate *tried) {
  dt_scope_clock(&m->scope);
  const dt_read_file *file = dt_library_get(m->library, tried->entry, false, &m->error);
  if (m->error.status != DETM_OK) dt_scope_leave(&m->scope, m->error.status);
  if (file == NULL) return 0;
  if (file->template != NULL) return dt_match_template(&m->document, file->template);
  return dt_match_score(fit_of(m, file->wrapper), tried->marks);
}

static void match(matching *m) {
  dt_match_start(&m->document, &m->arena, m->page->document);
  list_candidates(m);
  uint32_t most = m->most < m->list.count ? (uint32_t)m->most : m->list.count;
  m->best.all = DT_ARRAY(&m->arena, candidate, most);
  for (uint32_t i = 0; i < m->list.count; i++) {
    candidate tried = m->list.all[i];
    if (m->best.count == most && (most == 0 || !is_better(&tried, &m->best.all[most - 1]))) break;
    tried.score = score_of(m, &tried);
    if (tried.score > 0) insert(&m->best, tried, most);
  }
  if (m->best.count == 0 && m->late) dt_scope_leave(&m->scope, DETM_LIMIT);
}

static bool run(matching *m) {
  if (setjmp(m->scope.escape) != 0) return false;
  match(m);
  return true;
}

static void hand_out(const matching *m, detm_match *matches) {
  for (uint32_t i = 0; i < m->best.count; i++) {
    const dt_entry *entry = &m->library->entries.all[m->best.all[i].entry];
    matches[i] = (detm_match){entry->file, dt_file_kind_names[entry->kind], entry->domain, m->best.all[i].score};
  }
}

static bool has_parts(const detm_library *library, const detm_page *page) {
  unsigned parts = detm_library_parts(library);
  return ((parts & DETM_PAGE_DOCUMENT) == 0 || page->document != NULL) &&
         ((parts & DETM_PAGE_TREE) == 0 || page->tree.node_count != 0);
}

detm_status detm_library_match(const detm_library *library, const detm_page *page, detm_match *matches, size_t most,
                               size_t *count, detm_error *error) {
  matching m = {.library = library, .page = page, .most = most};
  *count = 0;
  if (!has_parts(library, page))
    return dt_error_set(error, DETM_USAGE, "the page was not parsed into what detm_library_parts asks for");
  dt_scope_start(&m.scope, page->seconds);
  dt_arena_start(&m.arena, &m.scope);
  detm_status status = DETM_OK;
  if (run(&m)) {
    hand_out(&m, matches);
    *count = m.best.count;
  } else if (m.error.status != DETM_OK) {
    status = m.error.status;
    if (error != NULL && error->status == DETM_OK) *error = m.error;
  } else {
    status = dt_error_scope(error, &m.scope, page->name);
  }
  dt_match_end(&m.document);
  dt_arena_free(&m.arena);
  return status;
}

/* ---- applying ---- */

bool dt_match_suffices(const detm_match *best, size_t count, double min_score, detm_error *error) {
  if (count != 0 && best->score >= min_score) return true;
  if (count == 0)
    dt_error_set(error, DETM_MISFIT, "nothing in the library fits; make a template or a wrapper of this page");
  else
    dt_error_set(error, DETM_MISFIT,
                 "nothing in the library fits: the nearest is %.200s with a score of %.2f, less than %.2f; make a "
                 "template or a wrapper of this page",
                 best->file, best->score, min_score);
  return false;
}

static uint32_t entry_of(const detm_library *library, const char *file) {
  return (uint32_t)(dt_entries_find(library->entries, file) - library->entries.all);
}

detm_result *detm_library_apply(const detm_library *library, const detm_page *page, const detm_library_options *options,
                                detm_match *match, detm_error *error) {
  detm_match best;
  size_t count;
  if (options == NULL) options = &detm_library_defaults;
  if (detm_library_match(library, page, &best, 1, &count, error) != DETM_OK) return NULL;
  if (!dt_match_suffices(&best, count, options->min_score, error)) return NULL;
  if (match != NULL) *match = best;
  const dt_read_file *file = dt_library_get(library, entry_of(library, best.file), true, error);
  if (file == NULL) return NULL; /* cannot be: it was read to be matched */
  detm_result *result = file->template != NULL
                            ? detm_template_apply(file->template, page, options->template_options, error)
                            : detm_wrapper_apply(file->wrapper, page, options->extract, error);
  if (result != NULL) {
    result->file = best.file;
    result->file_hash = file->hash;
    result->domain = best.domain;
  }
  return result;
}
