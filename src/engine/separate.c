/* engine/separate.c: ways to cut a list of siblings into records, and the best of them (doc/method 2.7).
 *
 * A record starts at every sibling of one kind and ends before the next one.  Kinds are found at four levels: equal
 * tags, similar subtrees, equal tags of the children, equal classes; in a dl whose labels come again, by the label.  A
 * cut is as good as the number of nodes that its reference record explains (minimum description length), times the
 * square of the similarity. */
#include "engine/separate.h"

#include "base/vec.h"
#include "engine/sibling_kinds.h"
#include "engine/starts.h"
#include "engine/tunables.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
  MAX_KINDS = 8,   /* kinds tried at a level, the most frequent first */
  MAX_TAIL = 60,   /* siblings in which the end of the last record is searched */
  MAX_GAP = 2,     /* records in a row that may differ from the others */
  MIN_TO_SPLIT = 4 /* records of a cut of which a part may be a better list */
};

dt_shape dt_cut_shape(dt_engine *e, const dt_cut *cut, uint32_t record) {
  uint32_t start = cut->starts[record];
  return dt_shape_of_run(e->distances, cut->list->shapes + start, cut->starts[record + 1] - start);
}

/* ---- how good a cut is ---- */

/* The record of median size (the later one of the middle two), without the record `but`. */
uint32_t dt_cut_median(dt_engine *e, const dt_cut *cut, uint32_t but) {
  uint64_t *sizes = DT_ARRAY(e->scratch, uint64_t, cut->count);
  uint32_t count = 0;
  bool sorted = true;
  for (uint32_t r = 0; r < cut->count; r++) {
    if (r == but) continue;
    sizes[count] = (uint64_t)dt_cut_size(cut, r) << 32 | r;
    sorted = sorted && (count == 0 || sizes[count - 1] < sizes[count]);
    count++;
  }
  if (!sorted) qsort(sizes, count, sizeof *sizes, dt_compare_numbers);
  return (uint32_t)sizes[count / 2];
}

/* How many siblings from `start` on, at most `most`, are most similar to the record; of equals the longest.  0 if no
 * number has a similarity above `least`, or if the table would be too large. */
static uint32_t most_similar(dt_engine *e, const dt_cut *cut, uint32_t record, uint32_t start, uint32_t most,
                             double least) {
  uint32_t length = cut->starts[record + 1] - cut->starts[record], best_length = 0;
  double distances[MAX_TAIL + 1], best = least, size = dt_cut_size(cut, record);
  if (most > 3 * length + 3) most = 3 * length + 3;
  if (most > MAX_TAIL) most = MAX_TAIL;
  if (!dt_distance_to_prefixes(e->distances, dt_cut_shape(e, cut, record), cut->list->shapes + start, most, distances))
    return 0;
  for (uint32_t n = 1; n <= most; n++) {
    double similarity = 1 - distances[n] / (size + cut->list->sizes[start + n] - cut->list->sizes[start]);
    if (similarity <= least || similarity < best - 1e-9) continue;
    best = similarity;
    best_length = n;
  }
  return best_length;
}

/* Whether a record of a list of several elements is the whole content of one of these. */
static bool fills_element(const dt_engine *e, const dt_cut *cut, uint32_t record) {
  const dt_tree *tree = e->tree;
  const dt_index *nodes = cut->list->nodes;
  uint32_t start = cut->starts[record], end = cut->starts[record + 1];
  dt_index parent = tree->nodes[nodes[start]].parent;
  return cut->list->concatenated && tree->nodes[parent].kid_count == end - start &&
         dt_child(tree, parent, 0) == nodes[start] && tree->nodes[nodes[end - 1]].parent == parent;
}

/* The last record extends to the end of the list and may include other content, unless it and the reference are each in
 * an element of their own: cuts it to the length that is most similar to the reference. */
static void trim_last(dt_engine *e, dt_cut *cut) {
  uint32_t last = cut->count - 1, start = cut->starts[last], length = cut->starts[cut->count] - start;
  if (length < 2) return;
  uint32_t model = cut->reference != last ? cut->reference : dt_cut_median(e, cut, last);
  if (length == cut->starts[model + 1] - cut->starts[model] &&
      dt_cut_shape(e, cut, last) == dt_cut_shape(e, cut, model))
    return;
  if (fills_element(e, cut, last) && fills_element(e, cut, model)) return;
  uint32_t best = most_similar(e, cut, model, start, length, -1);
  if (best != 0) cut->starts[cut->count] = start + best;
}

/* Computes how much the cut explains.  The distance of a record is that to the reference or to the record before it,
 * whichever is smaller, and at most its size. */
static void weigh_trimmed(dt_engine *e, dt_cut *cut) {
  dt_shape reference = dt_cut_shape(e, cut, cut->reference), before = reference;
  double reference_size = dt_cut_size(cut, cut->reference), differs = 0, similarities = 0;
  double share = 1 - e->distances_options->threshold;

  cut->coverage = 0;
  for (uint32_t r = 0; r < cut->count; r++) {
    dt_shape shape = dt_cut_shape(e, cut, r);
    double size = dt_cut_size(cut, r), sizes = size + reference_size;
    double distance = dt_distance_within(e->distances, reference, shape, sizes);
    if (distance < share * sizes) cut->coverage += size;
    if (r != cut->reference) {
      if (r != 0 && distance > 0) {
        double nearer = dt_distance_within(e->distances, before, shape, distance);
        if (nearer < distance) distance = nearer;
      }
      differs += distance < size ? distance : size;
      similarities += 1 - distance / sizes;
    }
    before = shape;
    dt_scope_tick(e->arena->scope);
  }

  cut->total = cut->list->sizes[cut->starts[cut->count]] - cut->list->sizes[cut->starts[0]];
  cut->saved = cut->total - reference_size - differs;
  cut->similarity = cut->count > 1 ? similarities / (cut->count - 1) : 1;
}

/* Weighs a cut of siblings, whose last record may be too long. */
void dt_cut_trim_and_weigh(dt_engine *e, dt_cut *cut) {
  cut->reference = dt_cut_median(e, cut, DT_NONE);
  trim_last(e, cut);
  weigh_trimmed(e, cut);
}

void dt_cut_weigh(dt_engine *e, dt_cut *cut) {
  cut->reference = dt_cut_median(e, cut, DT_NONE);
  weigh_trimmed(e, cut);
}

static double similarity_within(const dt_cut *cut, uint32_t empty) {
  double similarity = cut->similarity > 0 ? cut->similarity : 0;
  return cut->saved * similarity * similarity * (1 - (double)empty / cut->count);
}

/* Keeps the cut if its value is at least `least`. */
bool dt_list_cutter_offer(dt_list_cutter *c, const dt_cut *cut, double least) {
  if (similarity_within(cut, 0) < least) return false;
  dt_text_statistics texts = dt_texts_count(c->engine, cut);
  double value = similarity_within(cut, texts.empty);
  if (value < least) return false;
  c->best = *cut;
  c->best_texts = texts;
  c->best_within = value;
  c->best_counted = c->engine->cuts_counted;
  return true;
}

/* Keeps the cut if it is better than the best so far. */
static bool offer(dt_list_cutter *c, const dt_cut *cut) {
  return dt_list_cutter_offer(c, cut, nextafter(c->best_within, DBL_MAX));
}

/* ---- siblings that differ by their links ---- */

uint64_t dt_hash_without_links(const dt_tree *tree, dt_index node) {
  uint64_t hash = 1;
  for (dt_index n = node; n < tree->nodes[node].end; n++) {
    dt_tag tag = tree->nodes[n].tag;
    if (tag == DT_TAG_a) continue;
    if (tag != DT_TAG_TEXT) {
      hash = dt_hash_mix(dt_hash_mix(hash, tag), dt_first_class_hash(tree, n));
      continue;
    }
    const dt_string *string = &tree->texts[tree->nodes[n].detail];
    for (uint32_t f = string->first; f < string->first + string->count; f++) {
      uint32_t chain = tree->fragments[f].chain;
      while (chain != 0 && tree->chains[chain].tag == DT_TAG_a) chain = tree->chains[chain].parent;
      hash = dt_hash_mix(hash, DT_TAG_TEXT);
      if (chain != 0) hash = dt_hash_mix(hash, tree->chains[chain].tag);
    }
  }

  return hash;
}

/* The number of pieces of text of a sibling that may be known by its form; 0 = it has too few texts, is large, or is an
 * element of any kind: neither an li nor one with a class. */
static uint32_t pieces_of_form(const dt_list_cutter *c, uint32_t sibling) {
  enum { MOST_NODES = 60, LEAST_PIECES = 3 };
  const dt_index *node = &c->list->nodes[sibling];
  const dt_tree *tree = c->engine->tree;
  if (dt_size(tree, *node) > MOST_NODES) return 0;
  if (tree->nodes[*node].tag != DT_TAG_li && dt_attribute_of(tree, *node, DT_ATTRIBUTE_class).length == 0) return 0;
  uint32_t pieces = dt_record_pieces(c->engine, &(dt_record){.nodes = node, .count = 1});
  return pieces >= LEAST_PIECES ? pieces : 0;
}

/* The hashes of the siblings without their links; 0 = it has no form. */
static const uint64_t *forms_of_siblings(dt_list_cutter *c) {
  if (c->forms != NULL) return c->forms;
  c->forms = DT_ARRAY(c->engine->scratch, uint64_t, c->list->count);
  for (uint32_t k = 0; k < c->list->count; k++)
    c->forms[k] = pieces_of_form(c, k) != 0 ? dt_hash_without_links(c->engine->tree, c->list->nodes[k]) : 0;
  return c->forms;
}

/* Whether an article is within a record that begins with another one: each is whole by itself (HTML standard, 4.3.2).
 */
static bool joins_articles(const dt_list_cutter *c, const dt_cut *cut) {
  const dt_node *nodes = c->engine->tree->nodes;
  for (uint32_t r = 0; r < cut->count; r++) {
    if (nodes[c->list->nodes[cut->starts[r]]].tag != DT_TAG_article) continue;
    for (uint32_t k = cut->starts[r] + 1; k < cut->starts[r + 1]; k++)
      if (nodes[c->list->nodes[k]].tag == DT_TAG_article) return true;
  }
  return false;
}

/* A bit that siblings of one form have in common; 0 = it has no form. */
static uint64_t bit_of_form(const dt_list_cutter *c, uint32_t sibling) {
  uint32_t pieces = pieces_of_form(c, sibling);
  return pieces != 0 ? UINT64_C(1) << (pieces & 63) : 0;
}

/* Whether a sibling that does not begin a record differs by its links alone from one that does, though not all records
 * have as many siblings: a singer who has no page of his own begins a record as the others do. */
static bool splits_alike(dt_list_cutter *c, const dt_cut *cut) {
  uint32_t length = cut->starts[1] - cut->starts[0], others = 0;
  uint64_t starts = 0;
  dt_lookup starting;
  bool found = false, like = false;
  for (uint32_t r = 1; r < cut->count; r++) others += cut->starts[r + 1] - cut->starts[r] != length;
  if (others == 0) return false;
  for (uint32_t r = 0; r < cut->count; r++) starts |= bit_of_form(c, cut->starts[r]);
  for (uint32_t r = 0; r < cut->count && starts != 0; r++)
    for (uint32_t k = cut->starts[r] + 1; k < cut->starts[r + 1] && !like; k++)
      like = (starts & bit_of_form(c, k)) != 0;
  if (!like) return false;

  const uint64_t *forms = forms_of_siblings(c);
  dt_mark mark = dt_arena_mark(c->engine->scratch);
  dt_lookup_start(&starting, c->engine->scratch, 0);
  for (uint32_t r = 0; r < cut->count; r++)
    if (forms[cut->starts[r]] != 0) dt_lookup_insert(&starting, forms[cut->starts[r]]);
  for (uint32_t r = 0; r < cut->count && starting.count != 0; r++)
    for (uint32_t k = cut->starts[r] + 1; k < cut->starts[r + 1] && !found; k++)
      found = forms[k] != 0 && dt_lookup_find(&starting, forms[k]) != DT_NO_NUMBER;
  dt_arena_rewind(c->engine->scratch, mark);
  return found;
}

/* ---- cuts ---- */

static bool tried(dt_list_cutter *c, const dt_cut *cut) {
  uint64_t hash = dt_hash_bytes(cut->starts, cut->count * sizeof *cut->starts, 0);
  for (uint32_t i = 0; i < c->seen_count; i++)
    if (c->seen[i] == hash) return true;
  if (c->seen_count < DT_MAX_CUTS) c->seen[c->seen_count++] = hash;
  return false;
}

/* The cut with only its records from `from` to `to`. */
dt_cut dt_cut_part(dt_engine *e, const dt_cut *cut, uint32_t from, uint32_t to) {
  dt_cut smaller = {.list = cut->list, .count = to - from + 1};
  smaller.starts = DT_ARRAY(e->scratch, uint32_t, (size_t)smaller.count + 1);
  memcpy(smaller.starts, cut->starts + from, (smaller.count + (size_t)1) * sizeof *smaller.starts);
  return smaller;
}

/* The longest run of records that are similar to the reference, with short gaps. */
dt_cut dt_cut_alike_part(dt_list_cutter *c, const dt_cut *cut) {
  dt_engine *e = c->engine;
  dt_shape reference = dt_cut_shape(e, cut, cut->reference);
  uint32_t from = 0, last = 0, good = 0, best_from = 0, best_to = 0, best_good = 0;

  for (uint32_t r = 0; r < cut->count; r++) {
    if (r != cut->reference && !dt_similar(e->distances, reference, dt_cut_shape(e, cut, r))) continue;
    if (good == 0 || r - last - 1 > MAX_GAP) {
      from = r;
      good = 0;
    }
    good++;
    last = r;
    if (good > best_good) {
      best_good = good;
      best_from = from;
      best_to = r;
    }
  }

  return dt_cut_part(e, cut, best_from, best_to);
}

/* Offers the longest run of records that are similar to the reference, if it is not all. */
static void offer_part(dt_list_cutter *c, const dt_cut *cut) {
  dt_cut smaller = dt_cut_alike_part(c, cut);
  if (smaller.count < 2 || smaller.count == cut->count) return;
  dt_cut_trim_and_weigh(c->engine, &smaller);
  offer(c, &smaller);
}

static bool ends_record(dt_tag tag) { return tag == DT_TAG_hr || tag == DT_TAG_br; }

/* The cut whose records begin with the siblings of a kind, `count` of them at most; a rule or line break ends the
 * record before it, and the next sibling begins one. */
static dt_cut cut_at_kind(const dt_list_cutter *c, uint32_t kind, uint32_t count) {
  const dt_node *nodes = c->engine->tree->nodes;
  dt_cut cut = {.list = c->list, .starts = DT_ARRAY(c->engine->scratch, uint32_t, (size_t)count + 1)};
  for (uint32_t k = 0; k < c->list->count; k++) {
    if (c->numbers[k] != kind) continue;
    while (k < c->list->count && ends_record(nodes[c->list->nodes[k]].tag)) k++;
    if (k < c->list->count) cut.starts[cut.count++] = k;
  }
  cut.starts[cut.count] = c->list->count;
  return cut;
}

/* Offers the cut whose records begin with the siblings of the first kind, and of which the last one has all that
 * follows up to the sibling `end`. */
static void offer_first(dt_list_cutter *c, uint32_t end) {
  dt_cut cut = cut_at_kind(c, 0, c->list->count);
  cut.starts[cut.count] = end;
  dt_cut_weigh(c->engine, &cut);
  offer(c, &cut);
}

/* Tries the most frequent kinds from `first` on; of equals the one that occurs first.  Returns how often the first of
 * them occurs. */
static uint32_t offer_kinds(dt_list_cutter *c, uint32_t first, uint32_t distinct) {
  uint32_t *counts = DT_ZERO(c->engine->scratch, uint32_t, (size_t)distinct + 1);
  for (uint32_t k = 0; k < c->list->count; k++) counts[c->numbers[k]] += c->numbers[k] >= first;
  uint32_t most = 0;
  for (uint32_t n = 0; n < MAX_KINDS; n++) {
    uint32_t best = first;
    for (uint32_t d = first + 1; d < distinct; d++)
      if (counts[d] > counts[best]) best = d;
    if (n == 0) most = counts[best];
    if (counts[best] < 2) break;
    dt_cut cut = cut_at_kind(c, best, counts[best]);
    counts[best] = 0;
    if (cut.count < 2) continue;
    if (tried(c, &cut) || joins_articles(c, &cut)) continue;
    if (first == 0 && splits_alike(c, &cut)) continue; /* labels are alike */
    dt_cut_trim_and_weigh(c->engine, &cut);
    offer(c, &cut);
    if (cut.count >= MIN_TO_SPLIT) offer_part(c, &cut);
  }

  return most;
}

/* Offers one more record at the end: the last record may lack the sibling that all others start with. */
static void offer_tail(dt_list_cutter *c) {
  const dt_cut *cut = &c->best;
  uint32_t end = cut->starts[cut->count];
  if (end == c->list->count) return;
  uint32_t length =
      most_similar(c->engine, cut, cut->reference, end, c->list->count - end, c->engine->distances_options->threshold);
  if (length == 0) return;
  dt_cut longer = {.list = cut->list, .count = cut->count + 1};
  longer.starts = DT_ARRAY(c->engine->scratch, uint32_t, (size_t)longer.count + 1);
  memcpy(longer.starts, cut->starts, (cut->count + (size_t)1) * sizeof *longer.starts);
  longer.starts[longer.count] = end + length;
  dt_cut_trim_and_weigh(c->engine, &longer);
  offer(c, &longer);
}

/* Offers one more record before the first. */
static void offer_head(dt_list_cutter *c) {
  enum { LONGER = 2 };
  const dt_cut *cut = &c->best;
  dt_engine *e = c->engine;
  uint32_t before = cut->starts[0], length = cut->starts[cut->reference + 1] - cut->starts[cut->reference],
           best_length = 0;
  dt_shape reference = dt_cut_shape(e, cut, cut->reference);
  double best = e->distances_options->threshold, size = dt_cut_size(cut, cut->reference);

  for (uint32_t n = length > LONGER ? length - LONGER : 1; n <= length + LONGER && n <= before && n <= MAX_TAIL; n++) {
    dt_shape shape = dt_shape_of_run(e->distances, cut->list->shapes + before - n, n);
    double sizes = size + cut->list->sizes[before] - cut->list->sizes[before - n];
    double similarity = 1 - dt_distance_within(e->distances, reference, shape, (1 - best) * sizes) / sizes;
    if (similarity <= best) continue;
    best = similarity;
    best_length = n;
  }

  if (best_length == 0) return;
  dt_cut longer = {.list = cut->list, .count = cut->count + 1};
  longer.starts = DT_ARRAY(e->scratch, uint32_t, (size_t)longer.count + 1);
  longer.starts[0] = before - best_length;
  memcpy(longer.starts + 1, cut->starts, (cut->count + (size_t)1) * sizeof *longer.starts);
  dt_cut_trim_and_weigh(e, &longer);
  offer(c, &longer);
}

bool dt_list_cut(dt_engine *e, const dt_list *list, dt_cut *best, dt_text_statistics *texts, double *value) {
  dt_list_cutter c = {.engine = e, .list = list};
  c.numbers = DT_ARRAY(e->scratch, uint32_t, list->count);
  dt_lookup_start(&c.kinds, e->scratch, list->count);

  /* Where the labels of a dl come again, a record begins with one of them, not with each. */
  bool terms = e->tree->nodes[list->parent].tag == DT_TAG_dl;
  uint32_t labels = terms ? dt_number_labels(&c) : 0;
  bool parts = terms && labels == 0 && dt_number_terms(&c);

  /* So it does where values of several kinds take turns. */
  bool values = labels == 0 && !parts && dt_have_one_text_each(&c);
  if (values && !list->concatenated && dt_are_values_of_one(&c)) return false;
  uint32_t classes = values ? dt_number_classes(&c) : 0;
  bool in_turn = classes != 0 && dt_are_values_in_turn(&c, classes);
  uint32_t end = list->count;
  bool known = labels != 0 || parts || in_turn;
  if (!known) parts = dt_lines_number(e, list, c.numbers, &end);

  /* Siblings of another kind are some of those with one tag: of two siblings they give the same cut. */
  if (labels != 0) {
    offer_kinds(&c, 1, labels);
  } else if (in_turn) {
    offer_kinds(&c, 0, classes);
  } else if (parts) {
    offer_first(&c, end);
  } else if (offer_kinds(&c, 0, dt_number_values(&c, dt_kind_by_tag)) > 2) {
    offer_kinds(&c, 0, dt_number_similar(&c));
    offer_kinds(&c, 0, dt_number_values(&c, dt_kind_by_children));
    classes = dt_number_classes(&c);
    if (classes != 0) offer_kinds(&c, 0, classes);
  }

  if (c.best.list == NULL) return false;
  bool may_extend = !parts && c.best.count >= DT_MIN_TO_ROTATE;
  bool separated = !parts && (dt_offer_between(&c, false) || dt_offer_between(&c, true));
  if (may_extend && !separated) dt_offer_with_lead(&c);
  if (may_extend && !separated) dt_offer_with_pictures(&c);
  if (may_extend) offer_tail(&c);
  if (may_extend) offer_head(&c);
  if (c.best_counted != e->cuts_counted) dt_texts_count(e, &c.best);
  *best = c.best;
  *texts = c.best_texts;
  *value = c.best_within;
  return true;
}
