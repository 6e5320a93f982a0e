/* wrapper/given/fit.c: tests with which a wrapper finds exactly the records that the user gives.
 *
 * What the wrapper finds besides them, its surplus, is excluded by the first of these that does it: the place of the
 * list (the heading before it, or its number), the classes of the records' siblings, a class that only the surplus has,
 * a field that all records have and the surplus lacks, a text that only the surplus has.  The earlier a test is in this
 * order, the more likely it holds on other pages.  Siblings that can continue a record or begin one may always continue
 * it.  Each test is kept only if fewer differences are left with it; but see test_longest. */
#include "wrapper/given/given.h"
#include "wrapper/locate/exceptions.h"

#include "base/map.h"
#include "base/vec.h"
#include "text/chars.h"
#include "wrapper/empty.h"
#include "wrapper/locate/locate.h"
#include "wrapper/places.h"

enum {
  MAX_CANDIDATES = 200,  /* classes or texts that are tried */
  MAX_EXCEPTIONS = 16,   /* of one kind */
  MIN_LETTERS = 4,       /* and digits of a text */
  MAX_CLASS_LENGTH = 100 /* bytes */
};

typedef struct fitter {
  detm_wrapper *wrapper;
  dt_arena *arena, *scratch;
  const dt_tree *tree;
  const dt_record_set *set; /* the given records */
  const dt_record_set *others;
  uint32_t other_count;
  dt_found found; /* by the wrapper as it is now */
  dt_comparison comparison;
} fitter;

static void find_again(fitter *f) {
  f->found = dt_wrapper_locate(f->wrapper, f->arena, f->scratch, f->tree);
  f->comparison = dt_given_compare(f->arena, f->set, f->found.records, f->found.count);
  dt_scope_clock(f->arena->scope);
}

/* Finds the records again after a change.  Returns whether there are fewer differences; if not, the caller takes the
 * change back. */
static bool is_better_fit(fitter *f) {
  dt_found found = f->found;
  dt_comparison comparison = f->comparison;
  find_again(f);
  if (f->comparison.differences < comparison.differences) return true;
  f->found = found;
  f->comparison = comparison;
  return false;
}

/* ---- places ---- */

/* The only parent of given records at a place; DT_NONE = there are several.  */
static dt_index parent_at(const fitter *f, const dt_place_finder *finder, uint32_t place) {
  dt_index only = DT_NONE;
  for (uint32_t r = 0; r < f->set->count; r++) {
    dt_index parent = dt_record_parent(f->tree, &f->set->records[r]);
    if (parent == only || !dt_place_finder_has(finder, place, parent)) continue;
    if (only != DT_NONE) return DT_NONE;
    only = parent;
  }
  return only;
}

/* The heading before a list, if it is not in a record, and the lists of the other pages have the same; empty = none. */
static detm_text heading_before_list(const fitter *f, dt_index parent) {
  const detm_text none = {"", 0};
  dt_index heading = dt_heading_before(f->tree, parent);
  bool within = heading == DT_NONE || dt_record_at(f->tree, f->found.records, f->found.count, heading) != DT_NONE ||
                dt_record_at(f->tree, f->set->records, f->set->count, heading) != DT_NONE;
  detm_text text = within ? none : dt_first_text(f->tree, heading);
  for (uint32_t o = 0; o < f->other_count && text.length != 0; o++) {
    const dt_tree *tree = f->others[o].tree;
    dt_index other = dt_heading_before(tree, dt_record_parent(tree, &f->others[o].records[0]));
    if (!dt_text_equal(dt_first_text(tree, other), text)) text = none;
  }
  return text;
}

/* Distinguishes the places from others with the same path, class and id by their headings, or by their numbers. */
static void test_places(fitter *f, bool headings) {
  detm_wrapper *wrapper = f->wrapper;
  dt_place *before = DT_ARRAY(f->arena, dt_place, wrapper->place_count);
  dt_place_finder finder;

  memcpy(before, wrapper->places, wrapper->place_count * sizeof *before);
  dt_place_finder_start(&finder, f->arena, before, wrapper->place_count, f->tree);
  for (uint32_t p = 0; p < wrapper->place_count; p++) {
    dt_place *place = &wrapper->places[p];
    dt_index parent = parent_at(f, &finder, p);
    if (parent == DT_NONE) continue;
    detm_text heading = headings ? heading_before_list(f, parent) : (detm_text){"", 0};
    if (!headings)
      place->number = dt_place_number(place, f->tree, parent);
    else if (heading.length != 0)
      place->heading = dt_arena_copy(&wrapper->arena, heading.data, heading.length);
  }

  if (!is_better_fit(f)) memcpy(wrapper->places, before, wrapper->place_count * sizeof *before);
}

static bool page_has_heading(const dt_tree *tree, const char *text) {
  for (dt_index node = 0; node < tree->node_count; node++)
    if (dt_tag_is(tree->nodes[node].tag, DT_HEADING) && dt_text_equal(dt_first_text(tree, node), dt_text(text)))
      return true;
  return false;
}

void dt_given_check_headings(detm_wrapper *wrapper, dt_arena *arena, const dt_record_set *set, const dt_tree *other) {
  dt_place_finder finder;
  dt_place_finder_start(&finder, arena, wrapper->places, wrapper->place_count, set->tree);
  for (uint32_t p = 0; p < wrapper->place_count; p++) {
    dt_place *place = &wrapper->places[p];
    if (*place->heading == '\0' || page_has_heading(other, place->heading)) continue;
    for (uint32_t r = 0; r < set->count && *place->heading != '\0'; r++) {
      dt_index parent = dt_record_parent(set->tree, &set->records[r]);
      if (!dt_place_finder_has(&finder, p, parent)) continue;
      place->number = dt_place_number(place, set->tree, parent);
      place->heading = "";
    }
  }
}

/* Tests whether headings distinguish the list even if records in all places are read; else only those of the best place
 * are, if so learned, and its number may distinguish it. */
static void test_place(fitter *f) {
  bool one = f->wrapper->one_place;
  f->wrapper->one_place = false;
  find_again(f);
  if (f->comparison.differences != 0) test_places(f, true);
  if (f->comparison.differences == 0) return;
  f->wrapper->one_place = one;
  if (one) find_again(f);
  if (f->comparison.differences != 0) test_places(f, false);
}

/* ---- siblings ---- */

/* Whether all given records of so many siblings are records of the wrapper, and no other is missed. */
static bool has_records_of(const fitter *f, uint32_t siblings) {
  for (uint32_t r = 0; r < f->set->count; r++) {
    dt_match match = f->comparison.given[r];
    if (match == DT_MATCH_NONE || (match == DT_MATCH_PART && f->set->records[r].count == siblings)) return false;
  }
  return true;
}

/* Makes the records as long as they can be.  If the wrapper cannot find both the longest given records and the others,
 * it finds the longest: somebody who joins two siblings means all siblings like them. */
static void test_longest(fitter *f) {
  dt_found found = f->found;
  dt_comparison comparison = f->comparison;
  uint32_t siblings = 1;

  for (uint32_t r = 0; r < f->set->count; r++)
    if (f->set->records[r].count > siblings) siblings = f->set->records[r].count;
  bool missed = siblings > 1 && !has_records_of(f, siblings);
  f->wrapper->longest = true;
  if (is_better_fit(f)) return;
  find_again(f);
  if (missed && has_records_of(f, siblings)) return;
  f->wrapper->longest = false;
  f->found = found;
  f->comparison = comparison;
}

/* Makes strict the tops of the wrapper that share a class with all their instances in the given records.  Tops without
 * a class do not become strict: any class may be new on other pages. */
static void test_classes(fitter *f) {
  detm_wrapper *wrapper = f->wrapper;
  for (dt_wrapper_node *top = wrapper->root->first; top != NULL; top = top->next) top->strict = *top->class != '\0';
  for (uint32_t r = 0; r < f->set->count; r++) {
    const dt_item *item = &f->set->items[r];
    for (uint32_t i = 0; i < item->count; i = item->ends[i]) {
      dt_wrapper_node *top = f->set->layouts[r]->nodes[i];
      if (top != NULL && !dt_share_class(top->class, dt_attribute_of(f->tree, item->nodes[i], DT_ATTRIBUTE_class)))
        top->strict = false;
    }
  }
  if (is_better_fit(f)) return;
  for (dt_wrapper_node *top = wrapper->root->first; top != NULL; top = top->next) top->strict = false;
}

/* ---- the surplus ---- */

/* The siblings of records that were not given and are in no given record. */
static uint32_t list_surplus(const fitter *f, dt_index *siblings) {
  uint32_t count = 0;
  for (uint32_t r = 0; r < f->found.count; r++)
    for (uint32_t n = 0; n < f->found.records[r].count && f->comparison.found[r] != DT_MATCH_EQUAL; n++) {
      dt_index node = f->found.records[r].nodes[n];
      if (dt_record_at(f->tree, f->set->records, f->set->count, node) == DT_NONE) siblings[count++] = node;
    }
  return count;
}

static uint32_t count_siblings(const fitter *f) {
  uint32_t count = 0;
  for (uint32_t r = 0; r < f->found.count; r++) count += f->found.records[r].count;
  return count;
}

static bool has_word_or_text(const fitter *f, dt_index sibling, const char *word, bool class) {
  return class ? dt_node_has_class(f->tree, sibling, word) : dt_node_has_text(f->tree, sibling, dt_text(word));
}

static bool given_has(const fitter *f, const char *word, bool class) {
  for (uint32_t r = 0; r < f->set->count; r++) {
    for (uint32_t n = 0; n < f->set->records[r].count; n++)
      if (has_word_or_text(f, f->set->records[r].nodes[n], word, class)) return true;
    dt_scope_tick(f->arena->scope);
  }
  return false;
}

/* Classes or texts of the surplus, each once. */
typedef struct candidates {
  const char *words[MAX_CANDIDATES];
  uint32_t count;
  dt_lookup known;
} candidates;

static void add_candidate(fitter *f, candidates *c, detm_text word, size_t longest, bool class) {
  if (word.length == 0 || word.length > longest || c->count == MAX_CANDIDATES) return;
  if (!dt_lookup_insert(&c->known, dt_hash_keyed(word.data, word.length))) return;
  const char *copy = dt_arena_copy(&f->wrapper->arena, word.data, word.length);
  if (!given_has(f, copy, class)) c->words[c->count++] = copy;
}

static void add_class_words(fitter *f, candidates *c, detm_text classes) {
  while (classes.length != 0) {
    size_t length = 0;
    while (length < classes.length && !dt_is_ascii_space(classes.data[length])) length++;
    add_candidate(f, c, (detm_text){classes.data, length}, MAX_CLASS_LENGTH, true);
    classes = dt_text_from(classes, length + (length < classes.length));
  }
}

static void add_node_candidates(fitter *f, candidates *c, dt_index node, bool class) {
  const dt_tree *tree = f->tree;
  bool text = tree->nodes[node].tag == DT_TAG_TEXT;
  if (!class && text)
    add_candidate(f, c, dt_text_cut(dt_text_of(tree, node), DT_MAX_EXCEPT_TEXT), DT_MAX_EXCEPT_TEXT, false);
  if (class && !text) add_class_words(f, c, dt_attribute_of(tree, node, DT_ATTRIBUTE_class));
  const dt_string *string = class && text ? &tree->texts[tree->nodes[node].detail] : NULL;
  for (uint32_t i = 0; string != NULL && i < string->count; i++)
    for (uint32_t chain = tree->fragments[string->first + i].chain; chain != 0; chain = tree->chains[chain].parent)
      add_class_words(f, c, (detm_text){tree->values + tree->chains[chain].start, tree->chains[chain].class_length});
}

/* Whether a word says enough to exclude others: a class, or a text with a few letters. */
static bool says_enough(const char *word, bool class) {
  uint32_t letters = 0, code;
  for (const char *at = word, *end = word + strlen(word); at < end; letters += dt_is_letter(code))
    at += dt_utf8_read(at, end, &code);
  return class || letters >= MIN_LETTERS;
}

/* Whether a word excludes better than another: it says enough, more of the surplus has it, or it has no digits.  Of
 * equal ones the first is kept, which is often the title. */
static bool is_better_word(const char *word, uint32_t having, const char *best, uint32_t most, bool class) {
  static const char digits[] = "0123456789";
  if (best == NULL) return true;
  bool enough = says_enough(word, class), was_enough = says_enough(best, class);
  if (enough != was_enough) return enough;
  if (having != most) return having > most;
  return !class && strpbrk(word, digits) == NULL && strpbrk(best, digits) != NULL;
}

/* The word that excludes the surplus best, and which of the surplus are left without it; NULL = none has a word. */
static const char *best_word(const fitter *f, const candidates *c, dt_index *surplus, uint32_t *count, bool class) {
  const char *best = NULL;
  uint32_t most = 0, left = 0;
  for (uint32_t w = 0; w < c->count; w++) {
    uint32_t having = 0;
    for (uint32_t s = 0; s < *count; s++) having += has_word_or_text(f, surplus[s], c->words[w], class);
    if (having == 0 || !is_better_word(c->words[w], having, best, most, class)) continue;
    most = having;
    best = c->words[w];
  }

  for (uint32_t s = 0; s < *count && best != NULL; s++)
    if (!has_word_or_text(f, surplus[s], best, class)) surplus[left++] = surplus[s];
  if (best != NULL) *count = left;
  return best;
}

static void add_exception(fitter *f, dt_exception except) {
  detm_wrapper *wrapper = f->wrapper;
  dt_exception *all = DT_ARRAY(&wrapper->arena, dt_exception, wrapper->exception_count + 1);
  if (wrapper->exception_count != 0) memcpy(all, wrapper->exceptions, wrapper->exception_count * sizeof *all);
  all[wrapper->exception_count++] = except;
  wrapper->exceptions = all;
}

/* Excludes the surplus by words that no given record has: classes, or else texts. */
static void test_words(fitter *f, bool class) {
  dt_index *surplus = DT_ARRAY(f->arena, dt_index, count_siblings(f));
  uint32_t count = list_surplus(f, surplus), before = f->wrapper->exception_count;
  candidates *c = DT_ZERO(f->arena, candidates, 1);
  dt_lookup_start(&c->known, f->arena, 0);

  for (uint32_t s = 0; s < count; s++)
    for (dt_index node = surplus[s]; node < f->tree->nodes[surplus[s]].end; node++) {
      add_node_candidates(f, c, node, class);
      dt_scope_tick(f->arena->scope);
    }

  while (count != 0 && f->wrapper->exception_count - before < MAX_EXCEPTIONS) {
    const char *word = best_word(f, c, surplus, &count, class);
    if (word == NULL) break;
    add_exception(f, (dt_exception){class ? word : NULL, class ? NULL : word, DT_NO_FIELD});
  }

  if (f->wrapper->exception_count != before && !is_better_fit(f)) f->wrapper->exception_count = before;
}

/* ---- fields ---- */

/* Counts the records of a set that have a value of each field. */
static uint32_t *count_values(const fitter *f, const dt_record_set *set, const dt_match *skipped) {
  uint32_t *counts = DT_ZERO(f->arena, uint32_t, f->wrapper->field_count + 1), count;
  for (uint32_t r = 0; r < set->count; r++) {
    if (skipped != NULL && skipped[r] != DT_MATCH_NONE) continue;
    dt_mark mark = dt_arena_mark(f->scratch);
    const dt_value *values = dt_record_values(f->scratch, set->layouts[r], &set->items[r], &count);
    for (uint32_t v = 0; v < count; v++) /* they are sorted by field */
      counts[values[v].field] += v == 0 || values[v].field != values[v - 1].field;
    dt_arena_rewind(f->scratch, mark);
  }
  return counts;
}

/* Excludes records without a field that all given records have, and most of the surplus lacks. */
static void test_fields(fitter *f) {
  dt_record_set set;
  uint32_t best = DT_NO_FIELD, least = 0;
  for (uint32_t r = 0; r < f->found.count; r++) least += f->comparison.found[r] == DT_MATCH_NONE;
  if (least == 0) return;
  dt_record_set_start(&set, f->arena, f->tree, f->found.records, f->found.count);
  dt_wrapper_align(&f->found.aligner, &set);

  const uint32_t *given = count_values(f, f->set, NULL), *surplus = count_values(f, &set, f->comparison.found);
  for (uint32_t field = 0; field < f->wrapper->field_count; field++) {
    if (!f->wrapper->fields[field].wanted || given[field] < f->set->count || surplus[field] >= least) continue;
    best = field;
    least = surplus[field];
  }

  if (best == DT_NO_FIELD) return;
  add_exception(f, (dt_exception){NULL, NULL, best});
  if (!is_better_fit(f)) f->wrapper->exception_count--;
}

void dt_given_fit(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *sets,
                  uint32_t set_count) {
  fitter f = {.wrapper = wrapper, .arena = arena, .scratch = scratch, .tree = sets->tree, .set = sets};
  f.others = sets + 1;
  f.other_count = set_count - 1;
  test_place(&f);
  if (f.comparison.differences != 0) test_classes(&f);
  if (f.comparison.differences != 0) test_longest(&f);
  if (f.comparison.differences != 0) test_words(&f, true);
  if (f.comparison.differences != 0) test_fields(&f);
  if (f.comparison.differences != 0) test_words(&f, false);
}
