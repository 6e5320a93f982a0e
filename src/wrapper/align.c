/* wrapper/align.c: Tree Align.
 *
 * A record is aligned top-down: the children of two matching nodes are aligned by dynamic programming so
 * that the most texts match, in order.  All pairs that could match are listed first, parents before children,
 * then scored from the last to the first: no recursion, whatever the depth. */
#include "wrapper/align.h"

#include "wrapper/learn.h"

enum { PAIRS_A_NODE = 64, PAIRS_A_PAGE = 1 << 18 };
enum { FIRST_LAYOUTS = 64, MOST_CHILDREN = 200, MANY_CHILDREN = 100, MOST_NODES = 20000, MOST_PAIRS = 50000 };

unsigned dt_digits_of(detm_text text) {
  size_t digits = 0;
  for (size_t i = 0; i < text.length; i++) digits += text.data[i] >= '0' && text.data[i] <= '9';
  if (digits == 0) return 0;
  return 2 * digits >= dt_utf8_count(text) ? 2 : 1;
}

/* ---- pairs ---- */

#define NO_PAIR UINT32_MAX
#define ROOT UINT32_MAX /* the record itself, as a node of the item */

typedef struct pair {
  dt_wrapper_node *wrapper;
  uint32_t node;     /* of the item, or ROOT */
  bool same_classes; /* here and all the way up */
  double score;
  dt_wrapper_node **rows; /* children of the wrapper's node */
  uint32_t *columns;      /* of the item's */
  uint32_t row_count, column_count;
  uint32_t *pairs; /* row_count x column_count: which pair these children are, NO_PAIR = they cannot match */
} pair;

typedef struct alignment {
  dt_aligner *aligner;
  const dt_item *item;
  pair *pairs;
  uint32_t count, capacity;
  dt_wrapper_node **map; /* by node of the item */
  bool learn;
} alignment;

static const dt_node *node_of(const dt_item *item, uint32_t i) { return &item->tree->nodes[item->nodes[i]]; }

static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Whether two class attributes are equal or share a class. */
static bool share_class(const char *a, detm_text b) {
  enum { MOST_LOOKED_AT = 256 }; /* bytes of a list of classes */
  size_t length = strlen(a);
  if (length == 0 || b.length == 0) return length == b.length;
  if (length == b.length && memcmp(a, b.data, length) == 0) return true;
  if (length > MOST_LOOKED_AT) length = MOST_LOOKED_AT;
  if (b.length > MOST_LOOKED_AT) b.length = MOST_LOOKED_AT;
  for (const char *token = a, *end = a + length; token < end;) {
    while (token < end && is_white(*token)) token++;
    size_t n = 0;
    while (token + n < end && !is_white(token[n])) n++;
    for (size_t at = 0; n != 0 && at + n <= b.length; at++)
      if ((at == 0 || is_white(b.data[at - 1])) && (at + n == b.length || is_white(b.data[at + n])) &&
          memcmp(token, b.data + at, n) == 0)
        return true;
    token += n;
  }
  return false;
}

static bool same_class(const dt_wrapper_node *w, const dt_item *item, uint32_t i) {
  return share_class(w->class, dt_attribute_of(item->tree, item->nodes[i], DT_ATTRIBUTE_class));
}

static bool can_match(const dt_wrapper_node *w, const dt_item *item, uint32_t i) {
  const dt_node *node = node_of(item, i);
  if (w->tag != node->tag) return false;
  if (w->tag == DT_TAG_TEXT) return w->linked == ((node->flags & DT_NODE_LINKED) != 0);
  return w->column == item->columns[i] && w->span == item->spans[i];
}

static void add_pair(alignment *a, dt_wrapper_node *w, uint32_t node, bool same_classes) {
  if (a->count == a->capacity) {
    a->capacity = a->capacity * 2 + 64;
    pair *bigger = DT_ARRAY(a->aligner->scratch, pair, a->capacity);
    if (a->count != 0) memcpy(bigger, a->pairs, a->count * sizeof *bigger);
    a->pairs = bigger;
  }
  a->pairs[a->count++] = (pair){.wrapper = w, .node = node, .same_classes = same_classes};
}

static uint32_t *children_of(alignment *a, uint32_t node, uint32_t *count) {
  const dt_item *item = a->item;
  uint32_t first = node == ROOT ? 0 : node + 1, end = node == ROOT ? item->count : item->ends[node];
  *count = 0;
  for (uint32_t i = first; i < end; i = item->ends[i]) ++*count;
  uint32_t *children = DT_ARRAY(a->aligner->scratch, uint32_t, *count), n = 0;
  for (uint32_t i = first; i < end; i = item->ends[i]) children[n++] = i;
  return children;
}

/* The first MOST_CHILDREN of them. */
static dt_wrapper_node **children_of_wrapper(alignment *a, const dt_wrapper_node *node, uint32_t *count) {
  *count = 0;
  for (dt_wrapper_node *kid = node->first; kid != NULL && *count < MOST_CHILDREN; kid = kid->next) ++*count;
  dt_wrapper_node **children = DT_ARRAY(a->aligner->scratch, dt_wrapper_node *, *count);
  uint32_t n = 0;
  for (dt_wrapper_node *kid = node->first; n < *count; kid = kid->next) children[n++] = kid;
  return children;
}

/* A list within a record as long as this is read as one repeated node: children that look like the one before
 * them are left to follow_repeats. */
static void leave_repeats(alignment *a, pair *p) {
  uint32_t kept = 0;
  uint64_t before = 0;
  for (uint32_t c = 0; c < p->column_count; c++) {
    uint64_t layout = dt_item_layout(a->item, p->columns[c], a->item->ends[p->columns[c]]);
    if (c == 0 || layout != before) p->columns[kept++] = p->columns[c];
    before = layout;
  }
  p->column_count = kept;
}

/* Whether the page's share of comparisons allows as many more; past it nothing matches any longer. */
static bool may_go_on(alignment *a, uint64_t more) {
  dt_aligner *aligner = a->aligner;
  if (aligner->compared + more > (uint64_t)PAIRS_A_NODE * a->item->tree->node_count + PAIRS_A_PAGE) return false;
  aligner->compared += more;
  return true;
}

/* Lists the children of a pair that can match. */
static void expand(alignment *a, uint32_t index) {
  pair p = a->pairs[index];
  p.rows = children_of_wrapper(a, p.wrapper, &p.row_count);
  p.columns = children_of(a, p.node, &p.column_count);
  if (p.column_count > MANY_CHILDREN) leave_repeats(a, &p);
  if (!may_go_on(a, (uint64_t)p.row_count * p.column_count)) p.row_count = 0;
  if (p.column_count > MOST_CHILDREN) p.column_count = MOST_CHILDREN;
  p.pairs = DT_ARRAY(a->aligner->scratch, uint32_t, (size_t)p.row_count * p.column_count);
  for (uint32_t r = 0; r < p.row_count; r++)
    for (uint32_t c = 0; c < p.column_count; c++) {
      uint32_t *at = &p.pairs[r * p.column_count + c];
      *at = NO_PAIR;
      if (a->count >= MOST_PAIRS || !can_match(p.rows[r], a->item, p.columns[c])) continue;
      *at = a->count;
      add_pair(a, p.rows[r], p.columns[c], p.same_classes && same_class(p.rows[r], a->item, p.columns[c]));
    }
  a->pairs[index] = p;
}

/* The label that a text outside links begins with; empty if it has none. */
static detm_text label_of(detm_text text, bool linked) {
  return (detm_text){text.data, linked ? 0 : dt_label_length(text.data, text.length)};
}

static bool same_label(const dt_wrapper_node *w, detm_text text) {
  detm_text label = label_of(text, w->linked);
  return label.length != 0 && dt_text_equal(label, label_of(w->sample, w->linked));
}

static double text_score(const alignment *a, const pair *p) {
  detm_text text = dt_text_of(a->item->tree, a->item->nodes[p->node]);
  const dt_wrapper_node *w = p->wrapper;
  bool same = w->text != NULL ? dt_text_equal(dt_text(w->text), text) : dt_text_equal(w->sample, text);
  return (p->same_classes ? 3 : 2) + (same || same_label(w, text) ? 1 : 0) +
         (w->digits == dt_digits_of(text) ? 0.5 : 0);
}

/* Best sums of scores: best[r][c] for the children from r and c on; (row_count + 1) x (column_count + 1). */
static double *fill_table(const alignment *a, const pair *p) {
  uint32_t width = p->column_count + 1;
  double *best = DT_ZERO(a->aligner->scratch, double, (size_t)(p->row_count + 1) * width);
  for (uint32_t r = p->row_count; r-- > 0;)
    for (uint32_t c = p->column_count; c-- > 0;) {
      double value = best[(r + 1) * width + c], other = best[r * width + c + 1];
      uint32_t kid = p->pairs[r * p->column_count + c];
      if (other > value) value = other;
      if (kid != NO_PAIR) {
        double next = best[(r + 1) * width + c + 1];
        if (p->rows[r]->repeated && best[r * width + c + 1] > next) next = best[r * width + c + 1];
        other = a->pairs[kid].score + next;
        if (other > value) value = other;
      }
      best[r * width + c] = value;
    }
  return best;
}

static void score(alignment *a, pair *p) {
  enum { EMPTY_SCORE = 8 }; /* eighths of a point for two elements that hold no text */
  if (p->wrapper->tag == DT_TAG_TEXT) {
    p->score = text_score(a, p);
    return;
  }
  dt_mark mark = dt_arena_mark(a->aligner->scratch);
  p->score = fill_table(a, p)[0] + 1.0 / EMPTY_SCORE + (p->same_classes ? 1.0 / EMPTY_SCORE : 0);
  dt_arena_rewind(a->aligner->scratch, mark);
}

/* ---- growing ---- */

/* A text that stands as a whole in decoration: its class and itemprop name it. */
static void note_decoration(dt_wrapper_node *w, dt_arena *arena, const dt_tree *tree, const dt_string *string) {
  const dt_fragment *fragment = &tree->fragments[string->first];
  if (string->count != 1 || fragment->chain == 0) return;
  w->within = dt_chain_within(arena, tree, fragment->chain, DT_SPLIT_ALL);
  w->itemprop = dt_chain_itemprop(arena, tree, fragment->chain);
}

static void copy_attributes(dt_wrapper_node *w, dt_arena *arena, const dt_item *item, uint32_t i) {
  const dt_tree *tree = item->tree;
  const dt_node *node = node_of(item, i);
  if (node->tag == DT_TAG_TEXT) {
    detm_text text = dt_text_of(tree, item->nodes[i]);
    w->linked = node->flags & DT_NODE_LINKED;
    w->sample = (detm_text){dt_arena_copy(arena, text.data, text.length), text.length};
    w->digits = dt_digits_of(text);
    w->constant = true;
    note_decoration(w, arena, tree, &tree->texts[node->detail]);
    return;
  }
  if (w->name == NULL) {
    const char *name = dt_tag_text(tree, node->tag);
    w->name = dt_arena_copy(arena, name, strlen(name));
  }
  detm_text class = dt_attribute_of(tree, item->nodes[i], DT_ATTRIBUTE_class);
  if (class.length != 0) w->class = dt_arena_copy(arena, class.data, class.length);
  w->column = item->columns[i];
  w->span = item->spans[i];
}

/* Notes which attributes the instances of the wrapper's nodes have. */
static void note_attributes(alignment *a) {
  const dt_tree *tree = a->item->tree;
  for (uint32_t i = 0; i < a->item->count; i++) {
    dt_wrapper_node *w = a->map[i];
    dt_index node = a->item->nodes[i];
    if (w == NULL || tree->nodes[node].tag == DT_TAG_TEXT || tree->nodes[node].attribute_count == 0) continue;
    w->has_href = w->has_href || dt_attribute_of(tree, node, DT_ATTRIBUTE_href).length != 0;
    w->has_src = w->has_src || dt_attribute_of(tree, node, DT_ATTRIBUTE_src).length != 0;
    detm_text itemprop = dt_attribute_of(tree, node, DT_ATTRIBUTE_itemprop);
    if (w->itemprop == NULL && itemprop.length != 0)
      w->itemprop = dt_arena_copy(&a->aligner->wrapper->arena, itemprop.data, itemprop.length);
  }
}

/* Adds node i of the item and all below it to the wrapper, as far as that may grow. */
static void grow(alignment *a, dt_wrapper_node *parent, dt_wrapper_node *before, uint32_t i) {
  detm_wrapper *wrapper = a->aligner->wrapper;
  if (wrapper->node_count > MOST_NODES) return;
  for (uint32_t n = i; n < a->item->ends[i]; n++) {
    dt_wrapper_node *up = n == i ? parent : a->map[a->item->parents[n]];
    a->map[n] = dt_wrapper_add(wrapper, up, n == i ? before : NULL, node_of(a->item, n)->tag);
    copy_attributes(a->map[n], &wrapper->arena, a->item, n);
  }
}

/* Walks the best alignment of one pair's children; early matches are preferred. */
static void trace(alignment *a, uint32_t index, uint32_t *matched, uint32_t *matched_count) {
  const pair *p = &a->pairs[index];
  uint32_t width = p->column_count + 1, r = 0, c = 0;
  const double *best = fill_table(a, p);
  while (r < p->row_count || c < p->column_count) {
    double here = best[r * width + c];
    uint32_t kid = r < p->row_count && c < p->column_count ? p->pairs[r * p->column_count + c] : NO_PAIR;
    if (kid != NO_PAIR) {
      double on = best[(r + 1) * width + c + 1], again = p->rows[r]->repeated ? best[r * width + c + 1] : -1;
      double next = on >= again ? on : again;
      if (a->pairs[kid].score + next >= here - 1e-9) {
        a->map[p->columns[c]] = p->rows[r];
        matched[(*matched_count)++] = kid;
        if (on >= again) r++;
        c++;
        continue;
      }
    }
    if (r < p->row_count && (c == p->column_count || best[(r + 1) * width + c] >= here - 1e-9)) {
      r++;
    } else {
      if (a->learn) grow(a, p->wrapper, r < p->row_count ? p->rows[r] : NULL, p->columns[c]);
      c++;
    }
  }
}

/* Nodes that leave_repeats left out are instances of what the one before them is. */
static void follow_repeats(alignment *a) {
  const dt_item *item = a->item;
  for (uint32_t i = 1; i < item->count; i++) {
    if (a->map[i] != NULL || (item->parents[i] != DT_NONE && a->map[item->parents[i]] == NULL)) continue;
    uint32_t before = i - 1;
    while (before != DT_NONE && item->parents[before] != item->parents[i]) before = item->parents[before];
    if (before == DT_NONE || a->map[before] == NULL || item->ends[before] - before != item->ends[i] - i) continue;
    if (dt_item_layout(item, before, item->ends[before]) != dt_item_layout(item, i, item->ends[i])) continue;
    if (!a->learn && !a->map[before]->repeated) continue;
    memcpy(a->map + i, a->map + before, (item->ends[i] - i) * sizeof *a->map);
    if (a->learn) a->map[i]->repeated = true; /* who applies a wrapper does not change it */
    i = item->ends[i] - 1;
  }
}

static void align_all(alignment *a, dt_wrapper_node *top) {
  bool all = top == a->aligner->wrapper->root;
  add_pair(a, top, all ? ROOT : 0, all || same_class(top, a->item, 0));
  if (!all) a->map[0] = top;
  for (uint32_t i = 0; i < a->count; i++) {
    if (a->pairs[i].wrapper->tag != DT_TAG_TEXT) expand(a, i);
    dt_scope_tick(a->aligner->arena->scope);
  }
  for (uint32_t i = a->count; i-- > 0;) score(a, &a->pairs[i]);
  uint32_t *matched = DT_ARRAY(a->aligner->scratch, uint32_t, a->count + 1), count = 1;
  matched[0] = 0;
  for (uint32_t m = 0; m < count; m++)
    if (a->pairs[matched[m]].wrapper->tag != DT_TAG_TEXT) trace(a, matched[m], matched, &count);
  follow_repeats(a);
  if (a->learn) note_attributes(a);
}

/* ---- layouts ---- */

void dt_aligner_start(dt_aligner *aligner, detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch) {
  *aligner = (dt_aligner){.wrapper = wrapper, .arena = arena, .scratch = scratch, .table_size = FIRST_LAYOUTS};
  aligner->table = DT_ZERO(arena, dt_layout *, aligner->table_size);
}

static dt_layout **slot(const dt_aligner *aligner, uint64_t hash) {
  uint32_t at = (uint32_t)(hash >> 16) & (aligner->table_size - 1);
  while (aligner->table[at] != NULL && aligner->table[at]->hash != hash) at = (at + 1) & (aligner->table_size - 1);
  return &aligner->table[at];
}

static void keep(dt_aligner *aligner, dt_layout *layout) {
  if (++aligner->layout_count > aligner->table_size / 2) {
    dt_layout **old = aligner->table;
    uint32_t size = aligner->table_size;
    aligner->table_size *= 2;
    aligner->table = DT_ZERO(aligner->arena, dt_layout *, aligner->table_size);
    for (uint32_t i = 0; i < size; i++)
      if (old[i] != NULL) *slot(aligner, old[i]->hash) = old[i];
  }
  *slot(aligner, layout->hash) = layout;
}

/* Nodes below `top` that are neither optional nor in the map, with those below them left out. */
static uint32_t count_missing(const dt_wrapper_node *top, const dt_layout *layout, dt_arena *scratch,
                              uint32_t node_count) {
  uint32_t missing = 0;
  uint8_t *present = DT_ZERO(scratch, uint8_t, node_count);
  for (uint32_t i = 0; i < layout->count; i++)
    if (layout->nodes[i] != NULL) present[layout->nodes[i]->number] = 1;
  const dt_wrapper_node *end = dt_wrapper_past(top);
  for (const dt_wrapper_node *w = top->first != NULL ? top->first : end; w != end;) {
    missing += !present[w->number] && !w->optional;
    w = present[w->number] ? dt_wrapper_next(w) : dt_wrapper_past(w);
  }
  return missing;
}

/* A hash can be made to collide: what is read through a layout must at least be of the right kind. */
static bool agrees(const dt_layout *layout, const dt_item *item) {
  if (layout->count != item->count) return false;
  for (uint32_t i = 0; i < item->count; i++)
    if (layout->nodes[i] != NULL && layout->nodes[i]->tag != node_of(item, i)->tag) return false;
  return true;
}

static dt_layout *align(dt_aligner *aligner, const dt_item *item, dt_wrapper_node *top, bool learn) {
  bool all = top == aligner->wrapper->root;
  uint64_t hash = all ? item->layout : dt_hash_mix(item->layout, top->number);
  dt_layout *layout = *slot(aligner, hash);
  if (layout != NULL && agrees(layout, item)) return layout;
  bool collides = layout != NULL;
  layout = DT_ZERO(aligner->arena, dt_layout, 1);
  *layout = (dt_layout){.hash = hash, .count = item->count};
  layout->nodes = DT_ZERO(aligner->arena, dt_wrapper_node *, item->count);
  dt_mark mark = dt_arena_mark(aligner->scratch);
  alignment a = {.aligner = aligner, .item = item, .map = layout->nodes, .learn = learn};
  align_all(&a, top);
  for (uint32_t i = 0; i < item->count; i++) layout->matched += layout->nodes[i] != NULL;
  if (!all) layout->missing = count_missing(top, layout, aligner->scratch, aligner->wrapper->node_count);
  dt_arena_rewind(aligner->scratch, mark);
  if (!collides) keep(aligner, layout);
  return layout;
}

const dt_layout *dt_align(dt_aligner *aligner, const dt_item *item) {
  return align(aligner, item, aligner->wrapper->root, false);
}

const dt_layout *dt_align_top(dt_aligner *aligner, dt_wrapper_node *top, const dt_item *item) {
  return can_match(top, item, 0) ? align(aligner, item, top, false) : NULL;
}

const dt_layout *dt_align_learn(dt_aligner *aligner, const dt_item *item) {
  return align(aligner, item, aligner->wrapper->root, true);
}

void dt_align_count(dt_aligner *aligner, const dt_layout *layout, const dt_item *item) {
  aligner->wrapper->root->instances++;
  for (uint32_t i = 0; i < item->count; i++) {
    dt_wrapper_node *w = layout->nodes[i];
    if (w == NULL) continue;
    w->instances++;
    if (w->tag != DT_TAG_TEXT) continue;
    w->fragmented = w->fragmented || item->tree->texts[node_of(item, i)->detail].count > 1;
    if (w->constant) w->constant = dt_text_equal(w->sample, dt_text_of(item->tree, item->nodes[i]));
  }
}
