/* wrapper/example/find_records.c: finds the list of a page and its records that show the examples.
 *
 *   find_occurrences       the places of each example on the page
 *   find_list         the region with the record that shows most examples, cut differently if that shows more (recut.c)
 *   claim_records     the record of each example: as many as possible in one record
 *
 * dt_examples_choose does this for each page.  Then regions of another structure are joined to the list
 * (dt_examples_join), and texts that must not be aligned as repeats are noted (dt_examples_keep_apart). */
#include "base/vec.h"
#include "grid/grid.h"
#include "text/field_name.h"
#include "text/url.h"
#include "wrapper/example/example.h"
#include "wrapper/group_headings.h"
#include "wrapper/locate/related_regions.h"
#include "wrapper/tunables.h"

enum { MAX_OCCURRENCES = 2000 };

/* Whether one of some places is a text or an address of its own. */
static bool has_value(const dt_occurrence *places, uint32_t count) {
  uint32_t i = 0;
  while (i < count && dt_occurrence_quality(&places[i]) == DT_OCCURRENCE_WITHIN) i++;
  return i < count;
}

/* Finds the places of the page's examples; those without a place are searched again by letters and digits alone. */
static const dt_occurrences *find_occurrences(dt_examples *x, uint32_t page) {
  const dt_tree *tree = &x->pages[page]->tree;
  if (x->places == NULL) x->places = DT_ZERO(x->arena, dt_occurrences *, x->page_count);
  if (x->places[page] != NULL) return x->places[page];

  dt_occurrences *all = x->places[page] = DT_ZERO(x->arena, dt_occurrences, x->count);
  bool missing = true;
  for (int words = 0; words < 2 && missing; words++) {
    dt_shown shown;
    dt_mark mark = dt_arena_mark(x->scratch);
    dt_shown_read(&shown, x->scratch, tree, words);
    const char *base = dt_page_base(x->scratch, x->pages[page]);
    dt_occurrence *found = DT_ARRAY(x->scratch, dt_occurrence, MAX_OCCURRENCES);
    missing = false;
    for (uint32_t e = 0; e < x->count; e++) {
      const char *value = x->examples[e].value;
      if (x->examples[e].page != page || all[e].count != 0) continue;
      uint32_t count = dt_occurrences_find(&shown, x->scratch, value, found, MAX_OCCURRENCES);
      if (!words)
        count += dt_occurrences_find_addresses(tree, x->scratch, base, value, found + count, MAX_OCCURRENCES - count);
      if (!words && !has_value(found, count))
        count += dt_occurrences_find_attributes(tree, x->scratch, value, found + count, MAX_OCCURRENCES - count);
      all[e] = (dt_occurrences){DT_ARRAY(x->arena, dt_occurrence, count), count};
      if (count != 0) memcpy(all[e].occurrences, found, count * sizeof *found);
      missing = missing || count == 0;
    }
    dt_arena_rewind(x->scratch, mark);
  }

  return all;
}

static dt_index first_node(const dt_tree *tree, const dt_occurrence *where) {
  return where->node != DT_NONE ? where->node : tree->text_nodes[where->first];
}

/* Whether a place is in a row of a table that begins with a name of its own, the field's. */
static bool is_in_row_of(dt_examples *x, const dt_tree *tree, const dt_occurrence *where, const char *name) {
  dt_index row = first_node(tree, where), table, cell = DT_NONE;
  for (; row != DT_NONE && tree->nodes[row].tag != DT_TAG_tr; row = tree->nodes[row].parent) cell = row;
  for (table = row; table != DT_NONE && tree->nodes[table].tag != DT_TAG_table;) table = tree->nodes[table].parent;
  if (table == DT_NONE || cell == dt_child(tree, row, 0)) return false;
  detm_text text = dt_cell_text(x->scratch, tree, dt_child(tree, row, 0));
  const char *head = dt_name_of_header(x->scratch, dt_arena_copy(x->scratch, text.data, text.length)),
             *own = dt_name_of_header(x->scratch, name);
  return head != NULL && own != NULL && strcmp(head, own) == 0 &&
         dt_grid_begins_with_heads(dt_grid_read_table(x->arena, x->scratch, tree, table));
}

bool dt_examples_name_rows(dt_examples *x) {
  dt_mark mark = dt_arena_mark(x->scratch);
  bool all = true;
  for (uint32_t page = 0; page < x->page_count && all; page++) {
    const dt_occurrences *places = find_occurrences(x, page);
    for (uint32_t e = 0; e < x->count && all; e++) {
      if (x->examples[e].page != page) continue;
      bool named = false;
      for (uint32_t o = 0; o < places[e].count && !named; o++)
        named = is_in_row_of(x, &x->pages[page]->tree, &places[e].occurrences[o], x->examples[e].name);
      all = named;
    }
  }

  dt_arena_rewind(x->scratch, mark);
  return all;
}

/* The record of the region that contains the whole place; DT_NONE = none. */
static uint32_t record_of(const dt_tree *tree, const dt_region *region, const dt_occurrence *where) {
  dt_index from = first_node(tree, where), to = where->node != DT_NONE ? from : tree->text_nodes[where->last];
  uint32_t record = dt_record_at(tree, region->records, region->record_count, from);
  return record != DT_NONE && to < dt_record_end(tree, &region->records[record]) ? record : DT_NONE;
}

typedef struct best_record {
  uint32_t record, score, ties; /* ties: number of records that show the same examples as well, including this one */
  uint32_t shown;               /* number of examples that it shows */
} best_record;

static bool have_same_name(const dt_examples *x, uint32_t a, uint32_t b) {
  return x->examples[a].page == x->examples[b].page && strcmp(x->examples[a].name, x->examples[b].name) == 0;
}

/* Whether an example is the first of the page with its name. */
static bool is_first_of_name(const dt_examples *x, uint32_t example) {
  for (uint32_t e = 0; e < example; e++)
    if (have_same_name(x, e, example)) return false;
  return true;
}

/* Whether two names or more have several examples on a page: then these are of several records. */
static bool are_of_several_records(const dt_examples *x, uint32_t page) {
  uint32_t repeated = 0;
  for (uint32_t e = 0; e < x->count; e++) {
    bool again = false;
    for (uint32_t other = e + 1; other < x->count && !again; other++) again = have_same_name(x, e, other);
    repeated += x->examples[e].page == page && again && is_first_of_name(x, e);
  }
  return repeated > 1;
}

/* How well an example is shown by each record; -1 = not at all. */
static void read_qualities(const dt_tree *tree, const dt_region *region, const dt_occurrences *places, int *how) {
  for (uint32_t r = 0; r < region->record_count; r++) how[r] = -1;
  for (uint32_t s = 0; s < places->count; s++) {
    uint32_t r = record_of(tree, region, &places->occurrences[s]);
    int quality = dt_occurrence_quality(&places->occurrences[s]);
    if (r != DT_NONE && quality > how[r]) how[r] = quality;
  }
}

/* The record of the region that shows the examples without a claim best.  Of the examples with one name, those count
 * that a record shows best: "Accounts" is not a second value of a record that has "Head of Accounts".  If names have
 * several examples, a record has one of each. */
static best_record find_best_record(dt_examples *x, uint32_t page, const dt_region *region, const dt_occurrences *all,
                                    const bool *claimed) {
  const dt_tree *tree = &x->pages[page]->tree;
  best_record best = {.record = DT_NONE};
  dt_mark mark = dt_arena_mark(x->scratch);
  bool once = are_of_several_records(x, page);
  uint32_t *scores = DT_ZERO(x->scratch, uint32_t, region->record_count);
  uint32_t *shown = DT_ZERO(x->scratch, uint32_t, region->record_count);
  uint32_t *values = DT_ARRAY(x->scratch, uint32_t, region->record_count); /* of one name */
  int *how = DT_ARRAY(x->scratch, int, region->record_count), *top = DT_ARRAY(x->scratch, int, region->record_count);
  uint64_t *which = DT_ZERO(x->scratch, uint64_t, region->record_count); /* by record: equal for the same examples */
  uint64_t *own = DT_ARRAY(x->scratch, uint64_t, region->record_count);
  for (uint32_t name = 0; name < x->count; name++) {
    if (x->examples[name].page != page || !is_first_of_name(x, name)) continue;
    for (uint32_t r = 0; r < region->record_count; r++) values[r] = 0, top[r] = -1;
    for (uint32_t e = name; e < x->count; e++) {
      if (claimed[e] || all[e].count == 0 || !have_same_name(x, name, e)) continue;
      read_qualities(tree, region, &all[e], how);
      for (uint32_t r = 0; r < region->record_count; r++) {
        if (how[r] < 0 || how[r] < top[r]) continue;
        if (how[r] > top[r]) values[r] = 0, own[r] = 0;
        values[r] += values[r] == 0 || !once;
        own[r] = dt_hash_mix(own[r], e);
        top[r] = how[r];
      }
      dt_scope_tick(x->arena->scope);
    }
    for (uint32_t r = 0; r < region->record_count; r++) {
      if (values[r] == 0) continue;
      scores[r] += values[r] * (DT_POINTS_EXAMPLE + (uint32_t)top[r]);
      shown[r] += values[r];
      which[r] = dt_hash_mix(which[r], own[r]);
    }
  }
  for (uint32_t r = 0; r < region->record_count; r++) {
    if (scores[r] == 0 || scores[r] < best.score) continue;
    if (scores[r] > best.score) best = (best_record){.record = r, .score = scores[r], .shown = shown[r]};
    best.ties += which[r] == which[best.record];
  }
  dt_arena_rewind(x->scratch, mark);
  return best;
}

/* How well a record shows an example; -1 = not at all. */
static int quality_in(const dt_tree *tree, const dt_region *region, const dt_occurrences *places, uint32_t record) {
  int best = -1;
  for (uint32_t s = 0; s < places->count; s++) {
    int quality = dt_occurrence_quality(&places->occurrences[s]);
    if (quality > best && record_of(tree, region, &places->occurrences[s]) == record) best = quality;
  }
  return best;
}

/* Whether a record shows another example of the name better, and this one is in other records, too. */
static bool is_surpassed(const dt_examples *x, const dt_tree *tree, const dt_region *region, const dt_occurrences *all,
                         const bool *claimed, uint32_t example, uint32_t record) {
  int own = quality_in(tree, region, &all[example], record);
  bool better = false, elsewhere = false;
  for (uint32_t e = 0; e < x->count && !better; e++)
    better = e != example && !claimed[e] && all[e].count != 0 && have_same_name(x, e, example) &&
             quality_in(tree, region, &all[e], record) > own;
  for (uint32_t s = 0; s < all[example].count && better && !elsewhere; s++) {
    uint32_t r = record_of(tree, region, &all[example].occurrences[s]);
    elsewhere = r != DT_NONE && r != record;
  }
  return better && elsewhere;
}

/* Whether a heading of the record's groups contains the place. */
static bool is_headed_by(const dt_tree *tree, const dt_record *record, const dt_occurrence *where) {
  for (uint32_t h = 0; h < record->heading_count; h++)
    if (record->headings[h] != DT_NONE && first_node(tree, where) >= record->headings[h] &&
        first_node(tree, where) < tree->nodes[record->headings[h]].end)
      return true;
  return false;
}

/* Whether two records have the same headings. */
static bool is_in_same_groups(const dt_record *a, const dt_record *b) {
  return memcmp(a->headings, b->headings, a->heading_count * sizeof *a->headings) == 0;
}

/* The records of a region with the headings of their groups. */
static dt_record_set read_headings(dt_examples *x, uint32_t page, const dt_region *region) {
  dt_record_set set = {.tree = &x->pages[page]->tree, .records = region->records, .count = region->record_count};
  dt_group_headings_learn(x->scratch, x->scratch, &set, 1);
  return set;
}

/* Claims the places of an example in the headings of a record.  False if there are none. */
static bool claim_heading(dt_examples *x, uint32_t page, const dt_record_set *set, const dt_occurrences *all,
                          uint32_t example, uint32_t record) {
  const dt_occurrences *own = &all[example];
  dt_occurrence *here = DT_ARRAY(x->arena, dt_occurrence, own->count);
  uint32_t count = 0;
  for (uint32_t s = 0; s < own->count; s++)
    if (is_headed_by(set->tree, &set->records[record], &own->occurrences[s])) here[count++] = own->occurrences[s];
  if (count != 0) x->claims[x->claim_count++] = (dt_claim){example, page, record, here, count, 1, true};
  return count != 0;
}

/* Assigns the examples without a claim to a record whose group has them in its heading: if possible to `main`. */
static void claim_headings(dt_examples *x, uint32_t page, const dt_region *region, const dt_occurrences *all,
                           const bool *claimed, uint32_t main) {
  uint32_t left = 0;
  for (uint32_t e = 0; e < x->count; e++) left += !claimed[e] && all[e].count != 0;
  if (left == 0) return;
  dt_record_set set = read_headings(x, page, region);
  for (uint32_t e = 0; e < x->count && set.records[0].heading_count != 0; e++) {
    if (claimed[e] || all[e].count == 0) continue;
    bool found = claim_heading(x, page, &set, all, e, main);
    for (uint32_t r = 0; r < set.count && !found; r++) {
      dt_scope_tick(x->arena->scope);
      if (r == 0 || !is_in_same_groups(&set.records[r - 1], &set.records[r]))
        found = claim_heading(x, page, &set, all, e, r);
    }
  }
}

/* Assigns each example of the page to a record: as many as possible to one, the rest to others. */
static void claim_records(dt_examples *x, uint32_t page, const dt_region *region, const dt_occurrences *all) {
  const dt_tree *tree = &x->pages[page]->tree;
  bool *claimed = DT_ZERO(x->scratch, bool, x->count);
  for (uint32_t main = DT_NONE;;) {
    best_record best = find_best_record(x, page, region, all, claimed);
    if (main == DT_NONE) main = best.record;
    if (best.score == 0) {
      claim_headings(x, page, region, all, claimed, main);
      return;
    }
    bool *wait = DT_ZERO(x->scratch, bool, x->count);
    for (uint32_t e = 0; e < x->count; e++)
      wait[e] = !claimed[e] && is_surpassed(x, tree, region, all, claimed, e, best.record);
    for (uint32_t e = 0; e < x->count; e++) {
      if (claimed[e] || wait[e] || all[e].count == 0) continue;
      dt_occurrence *here = DT_ARRAY(x->arena, dt_occurrence, all[e].count);
      uint32_t count = 0;
      for (uint32_t s = 0; s < all[e].count; s++)
        if (record_of(tree, region, &all[e].occurrences[s]) == best.record) here[count++] = all[e].occurrences[s];
      claimed[e] = count != 0;
      if (count != 0) x->claims[x->claim_count++] = (dt_claim){e, page, best.record, here, count, best.ties, false};
    }
  }
}

/* ---- properties of one thing ---- */

static detm_text text_number(const dt_tree *tree, uint32_t text) { return dt_text_of(tree, tree->text_nodes[text]); }

/* The number of the first text in or after a record. */
static uint32_t first_text_number(const dt_tree *tree, const dt_record *record) {
  dt_index node = record->nodes[0];
  return node == 0 ? 0 : dt_count_up_to(tree->text_nodes, tree->text_count, node - 1);
}

static bool names_field(dt_examples *x, detm_text label, const char *field) {
  const char *name = dt_name_of_header(x->scratch, dt_arena_copy(x->scratch, label.data, label.length)),
             *own = dt_name_of_header(x->scratch, field);
  return name != NULL && own != NULL && strcmp(name, own) == 0;
}

/* Whether the record of a claim is one property of the thing that the page is about: it begins with the name of the
 * field, "Weight: 640 g", and no other record of the list does. */
static bool is_property(dt_examples *x, const dt_claim *claim, const dt_region *region) {
  const dt_tree *tree = &x->pages[claim->page]->tree;
  const dt_occurrence *where = &claim->occurrences[0];
  if (where->node != DT_NONE || claim->heading || region->record_count < 2) return false;

  uint32_t at = where->first, first = first_text_number(tree, &region->records[claim->record]);
  detm_text label = {text_number(tree, at).data, where->start};
  if (!dt_has_words(label)) {
    if (at-- == 0) return false;
    label = text_number(tree, at);
  }

  label = dt_text_strip(label, " :");
  if ((at != first && at + 1 != first) || !names_field(x, label, x->examples[claim->example].name)) return false;
  for (uint32_t r = 0; r < region->record_count; r++) {
    uint32_t other = first_text_number(tree, &region->records[r]);
    bool before = at != first; /* the label stands before the record */
    if (r == claim->record || other < before || other - before >= tree->text_count) continue;
    if (dt_text_starts(text_number(tree, other - before), label)) return false;
  }

  return true;
}

/* The number of examples that a record does not show, but the headings of its groups. */
static uint32_t count_headed(dt_examples *x, uint32_t page, const dt_region *region, const dt_occurrences *all,
                             uint32_t record) {
  dt_record_set set = read_headings(x, page, region);
  uint32_t count = 0;
  for (uint32_t e = 0; e < x->count; e++) {
    bool own = false, headed = false;
    for (uint32_t s = 0; s < all[e].count; s++) {
      own = own || record_of(set.tree, region, &all[e].occurrences[s]) == record;
      headed = headed || is_headed_by(set.tree, &set.records[record], &all[e].occurrences[s]);
    }
    count += headed && !own;
  }
  return count;
}

/* Whether a record holds a whole list, as a block of the page does. */
static bool holds_whole_list(const dt_tree *tree, const dt_record *record, const dt_region *list) {
  return list->records[0].nodes[0] >= record->nodes[0] &&
         dt_record_end(tree, &list->records[list->record_count - 1]) <= dt_record_end(tree, record);
}

/* The list chosen so far: what it shows and, of its records, the one that shows most. */
typedef struct chosen_list {
  uint32_t region, record, score, shown;
} chosen_list;

/* Whether a region must show more examples than the list chosen before: it has the groups of the list, or its record
 * is a block of the page with the whole list.  Of a block, groups within it need only show as many. */
static bool must_show_more(const dt_engine *engine, const dt_region *region, const best_record *best,
                           const chosen_list *before) {
  if (before->region == DT_NONE) return region->groups;
  const dt_region *list = &engine->regions[before->region];
  if (region->groups)
    return best->shown != before->shown || !holds_whole_list(engine->tree, &list->records[before->record], region);
  return dt_are_groups(engine, region, list) ||
         (best->shown != 0 && holds_whole_list(engine->tree, &region->records[best->record], list));
}

/* The region with the record that shows the most examples, its headings included.  Long lists and the main region get
 * additional points. */
static uint32_t find_list(dt_examples *x, uint32_t page, dt_engine *engine, const dt_occurrences *all, uint64_t path) {
  bool *claimed = DT_ZERO(x->scratch, bool, x->count);
  chosen_list list = {.region = DT_NONE};
  uint32_t found = 0; /* examples on the page */
  for (uint32_t e = 0; e < x->count; e++) found += all[e].count != 0;

  for (uint32_t r = 0; r < engine->region_count; r++) {
    dt_region *region = &engine->regions[r];
    best_record best = find_best_record(x, page, region, all, claimed);
    if (best.shown != 0 && best.shown < found) best.shown += count_headed(x, page, region, all, best.record);
    uint32_t shown = best.shown; /* with the headings */
    if (shown <= list.shown && must_show_more(engine, region, &best, &list)) continue;

    if (region->grid == NULL) {
      dt_examples_recut(x, engine->tree, region, all, shown);
      best = find_best_record(x, page, region, all, claimed);
    }
    if (best.score == 0) continue;

    uint32_t score = best.score + (region->path == path ? DT_POINTS_SAME_PATH : 0) + (r == 0 ? DT_POINTS_MAIN : 0);
    for (uint32_t n = 2; n <= region->record_count && n <= DT_LONG_LIST; n *= 2) score += DT_POINTS_TWICE;
    if (!region->groups && score <= list.score) continue;
    list = (chosen_list){.region = r, .record = best.record, .score = score, .shown = shown};
  }

  return list.region;
}

static bool has_examples(const dt_examples *x, uint32_t page) {
  for (uint32_t e = 0; e < x->count; e++)
    if (x->examples[e].page == page) return true;
  return false;
}

/* Starts the notices: the places of each example, and the most similar text of the page if it has none. */
static void note_missing(dt_examples *x) {
  detm_wrapper *wrapper = x->wrapper;
  wrapper->example_notices = DT_ZERO(&wrapper->arena, detm_example_notice, x->count);
  wrapper->example_notice_count = x->count;
  for (uint32_t e = 0; e < x->count; e++)
    wrapper->example_notices[e] = (detm_example_notice){.example = e, .elsewhere = x->occurrence_counts[e]};

  for (uint32_t c = 0; c < x->claim_count; c++)
    wrapper->example_notices[x->claims[c].example] = (detm_example_notice){.example = x->claims[c].example,
                                                                           .places = x->claims[c].occurrence_count,
                                                                           .records = x->claims[c].records,
                                                                           .record = (size_t)x->claims[c].record + 1};

  for (uint32_t e = 0; e < x->count; e++) {
    if (x->occurrence_counts[e] != 0) continue;
    detm_text text = dt_nearest_text(&x->pages[x->examples[e].page]->tree, x->scratch, x->examples[e].value);
    if (text.length != 0) wrapper->example_notices[e].text = dt_arena_copy(&wrapper->arena, text.data, text.length);
  }
}

/* Returns the record that shows most examples of a page, the first one of several; 0 = none does. */
static size_t main_record(const dt_examples *x, size_t page) {
  const detm_example_notice *notices = x->wrapper->example_notices;
  size_t best = 0;
  uint32_t most = 0;

  for (uint32_t e = 0; e < x->count; e++) {
    uint32_t count = 0;
    if (x->examples[e].page != page || notices[e].record == 0) continue;
    for (uint32_t other = 0; other < x->count; other++)
      count += x->examples[other].page == page && notices[other].record == notices[e].record;
    if (count <= most) continue;
    most = count;
    best = notices[e].record;
  }

  return best;
}

/* Whether an example is the only one of its page in its record, and the only one with its name. */
static bool is_alone(const dt_examples *x, uint32_t example) {
  const detm_example_notice *notices = x->wrapper->example_notices;
  for (uint32_t e = 0; e < x->count; e++)
    if (e != example && x->examples[e].page == x->examples[example].page && notices[e].record != 0 &&
        (notices[e].record == notices[example].record || strcmp(x->examples[e].name, x->examples[example].name) == 0))
      return false;
  return true;
}

/* Marks examples that are alone in another record than most. */
static void note_other_records(dt_examples *x) {
  detm_example_notice *notices = x->wrapper->example_notices;
  size_t *mains = DT_ZERO(x->scratch, size_t, x->page_count); /* 0 = not found yet */
  for (uint32_t e = 0; e < x->count; e++) {
    size_t page = x->examples[e].page;
    if (notices[e].record == 0 || !is_alone(x, e)) continue;
    if (mains[page] == 0) mains[page] = main_record(x, page);
    if (mains[page] != notices[e].record) notices[e].other_record = mains[page];
  }
}

bool dt_examples_choose(dt_examples *x, dt_engine *engines, uint32_t *chosen) {
  dt_mark mark = dt_arena_mark(x->scratch);
  uint64_t path = 0;
  bool found = false;

  x->claims = DT_ARRAY(x->arena, dt_claim, x->count);
  x->occurrence_counts = DT_ZERO(x->arena, uint32_t, x->count);
  x->properties = DT_ZERO(x->arena, bool, x->count);

  for (uint32_t p = 0; p < x->page_count; p++) {
    chosen[p] = DT_NONE;
    if (!has_examples(x, p)) continue;
    const dt_occurrences *all = find_occurrences(x, p);
    for (uint32_t e = 0; e < x->count; e++) x->occurrence_counts[e] += all[e].count;
    chosen[p] = find_list(x, p, &engines[p], all, path);
    if (chosen[p] == DT_NONE) continue;
    const dt_region *region = &engines[p].regions[chosen[p]];
    if (!found) path = region->path;
    found = true;
    claim_records(x, p, region, all);
    for (uint32_t c = 0; c < x->claim_count; c++)
      if (x->claims[c].page == p) x->properties[x->claims[c].example] = is_property(x, &x->claims[c], region);
  }

  for (uint32_t p = 0; p < x->page_count && found; p++) {
    if (has_examples(x, p)) continue;
    uint32_t most = 0; /* the list of a page without examples is the largest one at the path of the others */
    for (uint32_t r = 0; r < engines[p].region_count; r++) {
      if (engines[p].regions[r].path != path || engines[p].regions[r].record_count <= most) continue;
      most = engines[p].regions[r].record_count;
      chosen[p] = r;
    }
  }

  note_missing(x);
  note_other_records(x);
  dt_arena_rewind(x->scratch, mark);
  return found;
}

/* ---- records of another structure ---- */

/* The class of the innermost decoration or element with a class around a text, within a record; empty = none. */
static detm_text class_around_text(const dt_tree *tree, const dt_record *record, const dt_occurrence *where) {
  const dt_string *string = &tree->texts[where->first];
  uint32_t chain = 0;
  for (uint32_t f = 0; f < string->count; f++)
    if (tree->fragments[string->first + f].start <= string->start + where->start)
      chain = tree->fragments[string->first + f].chain;

  for (; chain != 0; chain = tree->chains[chain].parent)
    if (tree->chains[chain].class_length != 0)
      return (detm_text){tree->values + tree->chains[chain].start, tree->chains[chain].class_length};

  for (dt_index up = tree->nodes[tree->text_nodes[where->first]].parent; up != DT_NONE; up = tree->nodes[up].parent) {
    detm_text class = dt_attribute_of(tree, up, DT_ATTRIBUTE_class);
    for (uint32_t n = 0; n < record->count; n++)
      if (record->nodes[n] == up) return (detm_text){"", 0};
    if (class.length != 0) return class;
  }

  return (detm_text){"", 0};
}

void dt_examples_join(const dt_examples *x, uint32_t page, const dt_region *list, dt_engine *engine) {
  enum { MAX_CLASSES = 32 };
  const dt_tree *tree = engine->tree;
  const dt_claim *first = NULL;
  const char *classes[MAX_CLASSES];
  uint32_t count = 0;

  for (uint32_t c = 0; c < x->claim_count && count < MAX_CLASSES; c++) {
    const dt_claim *claim = &x->claims[c];
    if (claim->page != page) continue;
    if (first == NULL) first = claim;
    if (claim->record != first->record || claim->heading || claim->occurrences[0].node != DT_NONE) continue;
    detm_text class = class_around_text(tree, &list->records[claim->record], &claim->occurrences[0]);
    bool known = class.length == 0;
    for (uint32_t k = 0; k < count && !known; k++) known = dt_share_class(classes[k], class);
    if (!known) classes[count++] = dt_arena_copy(x->arena, class.data, class.length);
  }

  dt_related_join_classes(engine, classes, count);
}

void dt_examples_keep_apart(const dt_examples *x, uint32_t page, dt_record_set *set) {
  dt_apart *apart = NULL;
  uint32_t capacity = 0;
  for (uint32_t a = 0; a < x->claim_count; a++)
    for (uint32_t b = 0; b < x->claim_count; b++) {
      const dt_claim *first = &x->claims[a], *second = &x->claims[b];
      if (first->page != page || second->page != page || first->record != second->record) continue;
      if (strcmp(x->examples[first->example].name, x->examples[second->example].name) == 0) continue;
      if (first->occurrence_count != 1 || second->occurrence_count != 1) continue;
      dt_index from = first_node(set->tree, &first->occurrences[0]),
               to = first_node(set->tree, &second->occurrences[0]);
      if (from >= to) continue;
      DT_RESERVE(x->arena, apart, set->apart_count, capacity, 1);
      apart[set->apart_count++] = (dt_apart){first->record, from, to};
    }

  set->apart = apart;
}
