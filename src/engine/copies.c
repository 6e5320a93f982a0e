/* engine/copies.c: copies of a list, or of the parts of a record, for another screen (doc/method 2.4).
 *
 * Pages hold a list, or each card, once for wide and once for narrow screens, and style sheets, which detm does not
 * read, show one of the two.  Read as parts of one list they would give each record twice.  All but one of the copies
 * are marked here, and nothing looks for records in them. */
#include "base/map.h"
#include "engine/engine.h"

#include <string.h>

enum {
  MIN_TEXTS = 2, /* of a copy; at least two of them are different */
  MAX_COPIES = 4 /* of one list; what occurs more often is a label of records */
};

#define FACTOR UINT64_C(0x9E3779B97F4A7C15) /* of the hash of a run of texts, as a polynomial; odd */

typedef struct finder {
  dt_engine *e;
  uint64_t *hashes, *powers; /* of the first n texts; FACTOR to the nth power */
  uint8_t *often;            /* by text number: it occurs again */
  uint32_t *runs;            /* by node: the number of the run of texts that the element consists of, or DT_NO_NUMBER */
  dt_index *first;           /* by number of such a run: the element that is kept; DT_NONE = not yet known */
  uint32_t *count;           /* and how many elements have it */
  dt_index *titles;          /* by node: the last title before it; DT_NONE = none */
  bool titled;               /* they are found */
} finder;

static uint32_t text_number_at(const dt_engine *e, dt_index node) { return e->text_before[node]; }
static uint32_t text_number_after(const dt_engine *e, dt_index node) {
  return e->text_before[e->tree->nodes[node].end];
}
static uint32_t texts_of(const dt_engine *e, dt_index node) {
  return text_number_after(e, node) - text_number_at(e, node);
}

/* Whether an element, and no element around it, consists of this run of two texts or more. */
static bool is_run(const dt_engine *e, dt_index node) {
  dt_index parent = e->tree->nodes[node].parent;
  return e->tree->nodes[node].tag != DT_TAG_TEXT && texts_of(e, node) >= MIN_TEXTS && parent != DT_NONE &&
         texts_of(e, parent) != texts_of(e, node);
}

static uint64_t hash_of_copy(const finder *f, dt_index node) {
  uint32_t first = text_number_at(f->e, node), end = text_number_after(f->e, node);
  return f->hashes[end] - f->hashes[first] * f->powers[end - first];
}

/* Whether another element, but for those around an element, consists of the same run of texts. */
static bool is_repeated(const finder *f, dt_index node) {
  return f->runs[node] != DT_NO_NUMBER && f->count[f->runs[node]] > 1;
}

/* ---- are two elements copies ---- */

static bool have_equal_texts(const dt_engine *e, dt_index a, dt_index b) {
  const uint32_t *x = e->text_number + text_number_at(e, a), *y = e->text_number + text_number_at(e, b);
  uint32_t count = texts_of(e, a);
  return count == texts_of(e, b) && memcmp(x, y, count * sizeof *x) == 0;
}

/* The same, and not all texts of an element are equal. */
static bool have_same_texts(const dt_engine *e, dt_index a, dt_index b) {
  const uint32_t *x = e->text_number + text_number_at(e, a);
  uint32_t count = texts_of(e, a), different = 0;
  for (uint32_t t = 0; t < count; t++) different += x[t] != x[0];
  return different != 0 && have_equal_texts(e, a, b);
}

/* The next node from `node` on, before `end`, with an address; sets it. */
static dt_index next_address(const dt_tree *tree, dt_index node, dt_index end, detm_text *address) {
  for (; node < end; node++) {
    *address = dt_attribute_of(tree, node, DT_ATTRIBUTE_href);
    if (address->length != 0) break;
  }
  return node;
}

/* Whether the links of two elements lead to the same places, or one has none: hours of two films are no copies. */
static bool have_same_links(const dt_tree *tree, dt_index a, dt_index b) {
  dt_index end_a = tree->nodes[a].end, end_b = tree->nodes[b].end, x = a, y = b;
  for (bool none = true;; none = false, x++, y++) {
    detm_text at_x, at_y;
    x = next_address(tree, x, end_a, &at_x);
    y = next_address(tree, y, end_b, &at_y);
    if (x == end_a || y == end_b) return none || (x == end_a && y == end_b);
    if (!dt_text_equal(at_x, at_y)) return false;
  }
}

static bool is_title_node(const dt_tree *tree, dt_index node) {
  dt_tag tag = tree->nodes[node].tag;
  if (tag == DT_TAG_TEXT)
    return (tree->nodes[node].flags & DT_NODE_BOLD) && !(tree->nodes[node].flags & DT_NODE_LINKED);
  return dt_tag_is(tag, DT_HEADING) || tag == DT_TAG_caption || tag == DT_TAG_summary || tag == DT_TAG_legend ||
         tag == DT_TAG_dt;
}

/* The last title that ends before a node; DT_NONE = none.  Few pages have copies, and others need no titles. */
static dt_index title_before(finder *f, dt_index node) {
  const dt_tree *tree = f->e->tree;
  if (f->titled) return f->titles[node];
  f->titled = true;
  for (dt_index n = 0; n <= tree->node_count; n++) f->titles[n] = DT_NONE;
  for (dt_index n = 0; n < tree->node_count; n++) {
    if (f->titles[n] == DT_NONE && n != 0) f->titles[n] = f->titles[n - 1];
    if (is_title_node(tree, n) && text_number_after(f->e, n) != text_number_at(f->e, n))
      f->titles[tree->nodes[n].end] = n;
  }
  return f->titles[node];
}

/* Whether two elements, the second one after the first, stand under different titles: two days with the same lessons
 * are no copies.  `end` is the end of the first one. */
static bool have_own_titles(finder *f, dt_index a, dt_index end, dt_index b) {
  const dt_engine *e = f->e;
  dt_index title = title_before(f, b), before = title_before(f, a);
  if (title == DT_NONE || title < end) return false;
  return before == DT_NONE || e->text_number[text_number_at(e, title)] != e->text_number[text_number_at(e, before)];
}

/* Whether an element is one of several records: a sibling with other texts, and without the other copy, is similar. */
static bool is_one_of_records(dt_engine *e, dt_index node, dt_index copy) {
  const dt_tree *tree = e->tree;
  dt_index parent = tree->nodes[node].parent;
  for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
    dt_index kid = dt_child(tree, parent, k);
    bool has_copy = kid <= copy && copy < tree->nodes[kid].end;
    if (!has_copy && tree->nodes[kid].tag == tree->nodes[node].tag && !have_same_texts(e, kid, node) &&
        dt_similar(e->distances, tree->nodes[kid].shape, tree->nodes[node].shape))
      return true;
  }
  return false;
}

/* Whether a style sheet can tell two siblings apart: it shows one on wide screens, the other one on narrow ones. */
static bool can_differ(const dt_engine *e, dt_index a, dt_index b) {
  return !dt_have_same_class(e->tree, a, b) || dt_is_hidden(e, a) != dt_is_hidden(e, b) ||
         !dt_text_equal(dt_attribute_of(e->tree, a, DT_ATTRIBUTE_id), dt_attribute_of(e->tree, b, DT_ATTRIBUTE_id));
}

static bool are_copies(finder *f, dt_index a, dt_index b) {
  return have_same_texts(f->e, a, b) && !have_own_titles(f, a, f->e->tree->nodes[a].end, b) &&
         have_same_links(f->e->tree, a, b) &&
         (f->e->tree->nodes[a].parent != f->e->tree->nodes[b].parent || can_differ(f->e, a, b)) &&
         !is_one_of_records(f->e, a, b) && !is_one_of_records(f->e, b, a);
}

/* ---- which copy is kept ---- */

static uint32_t count_links_and_pictures(const dt_tree *tree, dt_index node) {
  uint32_t count = 0;
  for (dt_index n = node; n < tree->nodes[node].end; n++)
    count += dt_attribute_of(tree, n, DT_ATTRIBUTE_href).length != 0 ||
             dt_attribute_of(tree, n, DT_ATTRIBUTE_src).length != 0;
  return count;
}

/* Whether the second copy is kept: the visible one, or the one with more links and pictures. */
static bool is_better_copy(const dt_engine *e, dt_index second, dt_index first) {
  bool hidden = dt_is_hidden(e, second);
  if (hidden != dt_is_hidden(e, first)) return !hidden;
  return count_links_and_pictures(e->tree, second) > count_links_and_pictures(e->tree, first);
}

static void mark(dt_engine *e, dt_index node) {
  for (dt_index n = node; n < e->tree->nodes[node].end; n++) e->marks[n] |= DT_MARK_COPY;
}

/* ---- siblings that are all there twice ---- */

/* Whether a sibling that is nothing but a title stands between two siblings: they are in two sections. */
static bool follows_title(finder *f, dt_index a, dt_index b) {
  const dt_node *nodes = f->e->tree->nodes;
  dt_index title = title_before(f, b);
  if (title == DT_NONE || title < nodes[a].end) return false;
  while (nodes[title].parent != nodes[b].parent) title = nodes[title].parent;
  return texts_of(f->e, title) == 1;
}

/* Whether the first of an element's children that has several texts is repeated. */
static bool repeats_first(const finder *f, dt_index parent) {
  const dt_tree *tree = f->e->tree;
  uint32_t k = 0, kid_count = tree->nodes[parent].kid_count;
  while (k < kid_count && texts_of(f->e, dt_child(tree, parent, k)) < MIN_TEXTS) k++;
  return k < kid_count && is_repeated(f, dt_child(tree, parent, k));
}

/* Marks the copies among siblings, if each that has several texts comes equally often: "A A B B" for two screens, or
 * "A B A B".  Records that are the same by chance are among others that are not.  If all are the same, a style sheet
 * must be able to tell them apart, and there is nothing beside them but pictures. */
static void find_among_siblings(finder *f, dt_index parent) {
  if (!repeats_first(f, parent)) return;
  dt_engine *e = f->e;
  const dt_tree *tree = e->tree;
  uint32_t kid_count = tree->nodes[parent].kid_count, times, others = 0;
  dt_lookup seen;
  dt_mark arena = dt_arena_mark(e->scratch);
  dt_index *first = DT_ARRAY(e->scratch, dt_index, kid_count);
  uint32_t *count = DT_ZERO(e->scratch, uint32_t, kid_count);
  bool all = true, differ = false;

  dt_lookup_start(&seen, e->scratch, kid_count);
  for (uint32_t k = 0; k < kid_count && all; k++) {
    dt_index kid = dt_child(tree, parent, k);
    others += texts_of(e, kid) == 1;
    if (texts_of(e, kid) < MIN_TEXTS) continue;
    uint64_t hash = hash_of_copy(f, kid);
    uint32_t known = dt_lookup_find(&seen, hash), number = dt_lookup_add(&seen, hash);
    all = f->runs[kid] != DT_NO_NUMBER && tree->nodes[kid].tag != DT_TAG_tr && tree->nodes[kid].tag != DT_TAG_td;
    if (known == DT_NO_NUMBER)
      first[number] = kid;
    else
      all = all && have_same_texts(e, first[number], kid) && have_same_links(tree, first[number], kid) &&
            !follows_title(f, first[number], kid);
    differ = differ || (known != DT_NO_NUMBER && can_differ(e, first[number], kid));
    count[number]++;
  }

  if (seen.count < 2 && (others != 0 || !differ)) all = false;
  times = count[0];
  for (uint32_t n = 0; n < seen.count; n++) all = all && count[n] == times;

  for (uint32_t k = 0; k < kid_count && all && times > 1 && times <= MAX_COPIES; k++) {
    dt_index kid = dt_child(tree, parent, k), *kept;
    if (texts_of(e, kid) < MIN_TEXTS) continue;
    kept = &first[dt_lookup_find(&seen, hash_of_copy(f, kid))];
    if (*kept == kid) continue;
    bool better = is_better_copy(e, kid, *kept);
    mark(e, better ? *kept : kid);
    if (better) *kept = kid;
  }

  dt_arena_rewind(e->scratch, arena);
}

/* ---- slides at the ends of a slider ---- */

static bool are_same_slides(const finder *f, dt_index a, dt_index b) {
  return hash_of_copy(f, a) == hash_of_copy(f, b) && have_same_texts(f->e, a, b) && have_same_links(f->e->tree, a, b);
}

/* Marks the copies of slides that a slider shows in a circle: its last slides stand before the first one as well, and
 * its first ones after the last, all of them with the same class, which no other slide has.  Some sliders repeat all
 * slides and more. */
static void mark_ends_of_circle(finder *f, dt_index parent) {
  enum { LEAST = 3 /* slides */ };
  const dt_tree *tree = f->e->tree;
  uint32_t count = tree->nodes[parent].kid_count, round = 1, from = 0, to = 0;
  if (count < LEAST + 2) return;
  dt_index first = dt_child(tree, parent, 0);
  if (!is_repeated(f, first)) return;
  while (round < count && !are_same_slides(f, first, dt_child(tree, parent, round))) round++;
  if (round < LEAST || round + 2 > count) return;

  while (from < count && dt_have_same_class(tree, dt_child(tree, parent, from), first)) from++;
  for (to = from; to < count && !dt_have_same_class(tree, dt_child(tree, parent, to), first);) to++;
  if (to - from != round || to == count) return;
  for (uint32_t k = 0; k < count; k++) {
    dt_index kid = dt_child(tree, parent, k);
    if (k >= to && !dt_have_same_class(tree, kid, first)) return;
    if (k + round < count && !are_same_slides(f, kid, dt_child(tree, parent, k + round))) return;
  }
  for (uint32_t k = 0; k < count; k++)
    if (k < from || k >= to) mark(f->e, dt_child(tree, parent, k));
}

/* ---- all siblings, which are there again among others ---- */

/* The first child of a parent from a position on that has texts; sets the position. */
static dt_index next_with_texts(const dt_engine *e, dt_index parent, uint32_t *position) {
  const dt_node *own = &e->tree->nodes[parent];
  while (*position < own->kid_count && texts_of(e, dt_child(e->tree, parent, *position)) == 0) ++*position;
  return *position < own->kid_count ? dt_child(e->tree, parent, *position) : DT_NONE;
}

/* If an element and all its siblings, of which it is the first with texts, are copies of `whole` and of what follows
 * it, marks the copies: a list for narrow screens lacks the heading or the footer that the other one has.  The other
 * list has its other records as well, so it is the one that is kept unless it is hidden. */
static bool mark_part(finder *f, dt_index part, dt_index whole) {
  dt_engine *e = f->e;
  const dt_node *nodes = e->tree->nodes;
  dt_index parent = nodes[part].parent, other = nodes[whole].parent, x, y, end = DT_NONE;
  bool before = part < whole, hidden = dt_is_hidden(e, whole) && !dt_is_hidden(e, part);
  uint32_t i = 0, start = dt_child_position(e->tree, other, whole), j = start, count = 0;
  if (next_with_texts(e, parent, &i) != part || (nodes[parent].end > other && nodes[other].end > parent)) return false;

  for (; (x = next_with_texts(e, parent, &i)) != DT_NONE; i++, j++, count++) {
    y = next_with_texts(e, other, &j);
    if (y == DT_NONE || nodes[x].tag == DT_TAG_TEXT || nodes[x].tag == DT_TAG_tr || !have_equal_texts(e, x, y) ||
        !have_same_links(e->tree, x, y))
      return false;
    end = nodes[before ? x : y].end;
  }

  if (count < 2 || have_own_titles(f, before ? part : whole, end, before ? whole : part)) return false;
  for (i = hidden ? start : 0; count != 0; i++, count--) mark(e, next_with_texts(e, hidden ? other : parent, &i));
  return true;
}

/* ---- copies anywhere ---- */

static void hash_texts(finder *f) {
  uint32_t count = f->e->tree->text_count;
  f->often = DT_ZERO(f->e->scratch, uint8_t, count);
  f->hashes = DT_ARRAY(f->e->scratch, uint64_t, (size_t)count + 1);
  f->powers = DT_ARRAY(f->e->scratch, uint64_t, (size_t)count + 1);
  f->hashes[0] = 0;
  f->powers[0] = 1;
  for (uint32_t t = 0; t < count; t++) {
    f->hashes[t + 1] = f->hashes[t] * FACTOR + dt_hash_mix(1, f->e->text_number[t]);
    f->powers[t + 1] = f->powers[t] * FACTOR;
    f->often[f->e->text_number[t]] = f->e->text_number[t] != t;
  }
}

/* Numbers the runs of texts that may be repeated: their first text is.  Returns whether one is. */
static bool count_runs(finder *f) {
  dt_engine *e = f->e;
  uint32_t texts = e->tree->text_count; /* more than runs */
  bool repeated = false;
  dt_lookup numbers;

  f->runs = DT_ARRAY(e->scratch, uint32_t, e->tree->node_count);
  f->first = DT_ARRAY(e->scratch, dt_index, texts);
  f->count = DT_ARRAY(e->scratch, uint32_t, texts);
  dt_lookup_start(&numbers, e->scratch, 0);

  for (dt_index node = 0; node < e->tree->node_count; node++) {
    f->runs[node] = DT_NO_NUMBER;
    if (!is_run(e, node) || !f->often[e->text_number[text_number_at(e, node)]]) continue;
    uint32_t known = numbers.count, number = f->runs[node] = dt_lookup_add(&numbers, hash_of_copy(f, node));
    if (number == known) {
      f->first[number] = DT_NONE;
      f->count[number] = 0;
    }
    repeated = ++f->count[number] > 1 || repeated;
    dt_scope_tick(e->arena->scope);
  }

  return repeated;
}

/* Marks the elements that an attribute or their style hides, and all within. */
static void mark_hidden(dt_engine *e) {
  const dt_node *nodes = e->tree->nodes;
  e->marks = DT_ZERO(e->arena, uint8_t, e->tree->node_count);
  for (dt_index n = 0; n < e->tree->node_count; n++)
    if ((nodes[n].flags & DT_NODE_HIDDEN) || (nodes[n].parent != DT_NONE && dt_is_hidden(e, nodes[n].parent)))
      e->marks[n] = DT_MARK_HIDDEN;
}

void dt_copies_find(dt_engine *e) {
  const dt_tree *tree = e->tree;
  finder f = {.e = e};
  mark_hidden(e);
  dt_mark arena = dt_arena_mark(e->scratch);
  f.titles = DT_ARRAY(e->scratch, dt_index, (size_t)tree->node_count + 1);
  hash_texts(&f);
  bool repeated_any = count_runs(&f);

  for (dt_index node = 0; node < tree->node_count && repeated_any;) {
    dt_scope_tick(e->arena->scope);
    uint32_t number = f.runs[node];
    bool repeated = is_repeated(&f, node) && f.count[number] <= MAX_COPIES;
    dt_index *kept = repeated ? &f.first[number] : NULL;
    if (kept != NULL && *kept == DT_NONE) {
      *kept = node;
    } else if (kept != NULL && are_copies(&f, *kept, node)) {
      bool better = is_better_copy(e, node, *kept);
      mark(e, better ? *kept : node);
      if (better) *kept = node;
    } else if (kept != NULL && !mark_part(&f, node, *kept)) {
      mark_part(&f, *kept, node);
    }
    if (!dt_is_copy(e, node) && texts_of(e, node) >= 2 * MIN_TEXTS && tree->nodes[node].kid_count > 1)
      find_among_siblings(&f, node);
    if (!dt_is_copy(e, node)) mark_ends_of_circle(&f, node);
    node = dt_is_copy(e, node) ? tree->nodes[node].end : node + 1;
  }

  dt_arena_rewind(e->scratch, arena);
}
