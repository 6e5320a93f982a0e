/* wrapper/align.c: Tree Align: matches a record with the wrapper tree.
 *
 * A record is aligned top-down: dynamic programming aligns the children of two matching nodes so that the most texts
 * match, in order.  All pairs that can match are listed first, parents before children, and are then scored from the
 * last to the first, without recursion. */
#include "wrapper/align.h"

#include "wrapper/group_headings.h"
#include "wrapper/labels.h"
#include "wrapper/pieces.h"
#include "wrapper/separators.h"
#include "wrapper/tunables.h"

enum { PAIRS_A_NODE = 64, PAIRS_A_PAGE = 1 << 18 };
enum { FIRST_PAIRS = 64, MAX_CHILDREN = 200, MANY_CHILDREN = 100, MAX_NODES = 20000, MAX_PAIRS = 50000 };

dt_text_signs dt_signs_of(detm_text text) {
  dt_text_signs signs = {.words = dt_has_words(text), .known = true};
  size_t digits = 0;
  for (size_t i = 0; i < text.length; i++) digits += dt_is_digit(text.data[i]);
  if (digits != 0) signs.digits = 2 * digits >= dt_utf8_count(text) ? 2 : 1;
  return signs;
}

/* ---- pairs ---- */

#define NO_PAIR UINT32_MAX
#define ROOT UINT32_MAX /* the record itself, used like a node of the item */

/* A child that has a caption, or that is known by its label or class and in another order than on the samples. */
typedef struct known_child {
  uint32_t node;
  uint32_t pair; /* its pair with the wrapper's node of the same caption, label or class; NO_PAIR = none */
} known_child;

typedef struct pair {
  dt_wrapper_node *wrapper;
  uint32_t node;     /* node of the item, or ROOT */
  bool same_classes; /* classes are shared here and in all ancestors */
  bool unlinked;     /* one of the two is in a link and the other is not */
  bool told;         /* texts say that the two match */
  double score;
  dt_wrapper_node **rows; /* children of the wrapper node */
  uint32_t *columns;      /* children of the item's node */
  uint32_t row_count, column_count;
  known_child *known; /* children of the item's node that match by what they are, wherever they are */
  uint32_t known_count;
  uint32_t *pairs; /* row_count x column_count: the pair of these two children; NO_PAIR = they cannot match */
} pair;

typedef struct alignment {
  dt_aligner *aligner;
  const dt_item *item;
  pair *pairs;
  uint32_t count, capacity;
  dt_wrapper_node **map; /* by node of the item */
  uint64_t *classes;     /* by node of the item: hash of its class, 0 = none */
  bool *own;             /* by node of the item: no other node of its kind has its class */
  dt_text_signs *signs;  /* by node of the item, of its text */
  bool learn;
  bool told;     /* texts tell by what they say which of several equal elements they are */
  bool repeated; /* while learning: a node became repeated, so the item must be aligned again */
} alignment;

static const dt_node *node_of(const dt_item *item, uint32_t i) { return &item->tree->nodes[item->nodes[i]]; }

static detm_text class_of(const dt_item *item, uint32_t i) { return dt_node_class(item->tree, item->nodes[i]); }

static bool same_class(const dt_wrapper_node *w, const dt_item *item, uint32_t i) {
  return dt_share_class(w->class, class_of(item, i));
}

/* A hash of the class of a text or element, which are counted apart; 0 = no class. */
static uint64_t hash_of_class(detm_text class, bool text) {
  return class.length != 0 ? dt_hash_bytes(class.data, class.length, 1 + text) : 0;
}

static uint64_t hash_of_node(const dt_wrapper_node *w) {
  return hash_of_class(dt_text(w->class), w->tag == DT_TAG_TEXT);
}

/* Notes the class of a wrapper's node, which now has one node more.  Threads may share the wrapper. */
static void note_class(dt_aligner *aligner, const dt_wrapper_node *w) {
  uint64_t hash = hash_of_node(w);
  if (hash != 0) ++*dt_map_at(&aligner->classes, hash);
}

/* Finds the nodes of the item that have a class of their own. */
static void find_own_classes(alignment *a) {
  const dt_item *item = a->item;
  dt_map first;
  dt_map_start(&first, a->aligner->scratch, 0);
  a->classes = DT_ZERO(a->aligner->scratch, uint64_t, item->count);
  a->own = DT_ZERO(a->aligner->scratch, bool, item->count);

  for (uint32_t i = 0; i < item->count; i++) {
    uint64_t hash = hash_of_class(class_of(item, i), node_of(item, i)->tag == DT_TAG_TEXT);
    a->classes[i] = hash;
    if (hash == 0) continue;
    uint32_t *before = dt_map_at(&first, hash); /* 1 + the first node with the class */
    if (*before == 0) {
      *before = i + 1;
      a->own[i] = true;
    } else {
      a->own[*before - 1] = false;
    }
  }
}

/* Whether the class of a pair's nodes says what they are: the record and the wrapper have it once. */
static bool is_known_by_class(const alignment *a, const pair *p) {
  uint64_t hash = a->classes[p->node];
  return a->own[p->node] && hash == hash_of_node(p->wrapper) && dt_map_get(&a->aligner->classes, hash) == 1;
}

static bool has_heading(const dt_wrapper_node *parent) {
  for (const dt_wrapper_node *child = parent->first; child != NULL; child = child->next)
    if (dt_tag_is(child->tag, DT_HEADING)) return true;
  return false;
}

/* Whether a node of the tag can be an instance of the wrapper's node: headings within a record may be of any level, as
 * more important records have larger ones.  Those at its top must be equal: others are headings of sections.  A heading
 * may be a paragraph of a wrapper that knows no heading there, as sites make headings of such paragraphs; at the top
 * only the first of several, which other nodes of the record follow. */
static bool is_alike(const dt_wrapper_node *w, dt_tag tag) {
  if (w->tag == tag || w->cell) return true;
  if (!dt_tag_is(tag, DT_HEADING) || w->parent == NULL) return false;
  bool top = w->parent->parent == NULL;
  if (w->tag == DT_TAG_p) return !has_heading(w->parent) && (!top || (w->parent->first == w && w->next != NULL));
  return !top && dt_tag_is(w->tag, DT_HEADING);
}

/* Texts match whether they are in a link or not: can_match_within decides that. */
static bool can_match(const dt_wrapper_node *w, const dt_item *item, uint32_t i) {
  const dt_node *node = node_of(item, i);
  if (!is_alike(w, node->tag)) return false;
  if (item->parents[i] == DT_NONE && (w->group != 0) != (i >= item->own)) return false;
  if (w->caption_hash != (item->captions != NULL ? item->captions[i] : 0) || w->cell != dt_item_is_cell(item, i))
    return false;
  if (w->cell && w->caption_hash != 0) return true; /* known by its header, wherever it is */
  if (w->tag == DT_TAG_TEXT) return true;
  return w->column == item->columns[i] && (!w->strict || same_class(w, item, i));
}

/* Whether a node is a link around one node. */
static bool is_plain_link(const dt_item *item, uint32_t i) {
  return node_of(item, i)->tag == DT_TAG_a && i + 1 < item->ends[i] && item->ends[i + 1] == item->ends[i] &&
         (item->captions == NULL || item->captions[i] == 0);
}

/* Whether a node is a mark between the items of a list. */
static bool is_mark(const dt_item *item, uint32_t i) {
  return node_of(item, i)->tag == DT_TAG_TEXT && dt_is_list_mark(dt_text_of(item->tree, item->nodes[i]));
}

/* Finds out whether two nodes match, maybe without the link that is around one of them: *w and *i are what is in it.
 * Their parents must have the same classes: else any text of another list would match. */
static bool can_match_within(dt_wrapper_node **w, const dt_item *item, uint32_t *i, bool learn) {
  if (can_match(*w, item, *i)) return true;
  dt_wrapper_node *kid = (*w)->first;
  if ((*w)->parent->parent == NULL || item->parents[*i] == DT_NONE || is_mark(item, *i)) return false;
  if ((*w)->tag == DT_TAG_TEXT && dt_is_list_mark((*w)->sample)) return false;
  if ((*w)->tag == DT_TAG_a && kid != NULL && kid->next == NULL && (*w)->caption_hash == 0) {
    if ((!learn && !(*w)->optional) || !can_match(kid, item, *i)) return false;
    *w = kid;
    return true;
  }
  if (!learn || !is_plain_link(item, *i) || !can_match(*w, item, *i + 1)) return false;
  ++*i;
  return true;
}

static void add_pair(alignment *a, dt_wrapper_node *w, uint32_t node, bool same_classes) {
  uint32_t first = a->aligner->last_pairs > FIRST_PAIRS ? a->aligner->last_pairs : FIRST_PAIRS;
  DT_RESERVE(a->aligner->scratch, a->pairs, a->count, a->capacity, a->count == 0 ? first : 1);
  a->pairs[a->count++] = (pair){.wrapper = w, .node = node, .same_classes = same_classes};
}

/* ---- children that are known by what they are ---- */

/* The child of the wrapper's node that a child with a caption, or a cell of a grid, is an instance of: the first that
 * it can match; of a label and its value, which may share a class, that of the classes that differ least. */
static uint32_t row_of_known(const alignment *a, const pair *p, uint32_t node) {
  detm_text class = class_of(a->item, node);
  uint32_t best = p->row_count, least = UINT32_MAX;
  for (uint32_t r = 0; r < p->row_count; r++) {
    if (!can_match(p->rows[r], a->item, node)) continue;
    uint32_t differ = p->rows[r]->strict ? dt_classes_differ(p->rows[r]->class, class) : 0;
    if (differ >= least) continue;
    best = r;
    least = differ;
  }
  return best;
}

/* Moves the children that have captions, and the cells of grids, out of the columns. */
static void match_captions(alignment *a, pair *p) {
  uint32_t kept = 0;
  if (a->item->captions == NULL) return;

  for (uint32_t c = 0; c < p->column_count; c++) {
    uint32_t node = p->columns[c];
    if (a->item->captions[node] == 0 && !dt_item_is_cell(a->item, node)) {
      p->columns[kept++] = node;
      continue;
    }
    uint32_t r = row_of_known(a, p, node);
    bool found = r < p->row_count && a->count < MAX_PAIRS;
    p->known[p->known_count++] = (known_child){node, found ? a->count : NO_PAIR};
    if (found) add_pair(a, p->rows[r], node, p->same_classes && same_class(p->rows[r], a->item, node));
  }

  p->column_count = kept;
}

/* The label with which a child of the wrapper's node begins; empty = none. */
static detm_text label_of_row(const detm_wrapper *wrapper, const dt_wrapper_node *w) {
  while (w->tag != DT_TAG_TEXT && w->first != NULL) w = w->first;
  return w->tag == DT_TAG_TEXT ? dt_wrapper_text_label(wrapper, w) : dt_text("");
}

/* The label with which a child of the item's node begins: its own, or the longest of the rows. */
static detm_text label_of_column(const dt_item *item, uint32_t i, const detm_text *rows, uint32_t row_count) {
  uint32_t end = item->ends[i];
  while (node_of(item, i)->tag != DT_TAG_TEXT && i + 1 < end) i++;
  if (node_of(item, i)->tag != DT_TAG_TEXT) return dt_text("");
  detm_text text = dt_text_of(item->tree, item->nodes[i]), label = {text.data, item->labels[i]};
  for (uint32_t r = 0; r < row_count && item->labels[i] == 0; r++)
    if (rows[r].length > label.length && dt_text_starts(text, rows[r])) label.length = rows[r].length;
  return label;
}

/* Sets the hashes of the labels of both sides, 0 = none; returns whether a column has one. */
static bool hash_labels(const alignment *a, const pair *p, uint64_t *rows, uint64_t *columns) {
  detm_text *labels = DT_ARRAY(a->aligner->scratch, detm_text, p->row_count);
  bool labelled = false;
  for (uint32_t r = 0; r < p->row_count; r++) {
    labels[r] = label_of_row(a->aligner->wrapper, p->rows[r]);
    rows[r] = labels[r].length != 0 ? dt_hash_bytes(labels[r].data, labels[r].length, 3) : 0;
  }
  for (uint32_t c = 0; c < p->column_count; c++) {
    detm_text label = label_of_column(a->item, p->columns[c], labels, p->row_count);
    columns[c] = label.length != 0 ? dt_hash_bytes(label.data, label.length, 3) : 0;
    labelled = labelled || label.length != 0;
  }
  return labelled;
}

/* The only place in a list of a hash; NO_PAIR = none, or several. */
static uint32_t only_place(const uint64_t *hashes, uint32_t count, uint64_t hash) {
  uint32_t place = NO_PAIR;
  for (uint32_t i = 0; i < count; i++) {
    if (hashes[i] != hash) continue;
    if (place != NO_PAIR) return NO_PAIR;
    place = i;
  }
  return place;
}

/* Notes which columns are known to be instances of which rows, as nobody else on either side has their hash. */
static void note_known(const alignment *a, const pair *p, const uint64_t *rows, const uint64_t *columns,
                       uint32_t *row_of, uint32_t *column_of) {
  for (uint32_t c = 0; c < p->column_count; c++) {
    if (columns[c] == 0 || row_of[c] != NO_PAIR || only_place(columns, p->column_count, columns[c]) != c) continue;
    uint32_t r = only_place(rows, p->row_count, columns[c]);
    if (r == NO_PAIR || column_of[r] != NO_PAIR || p->rows[r]->repeated || p->rows[r]->cell ||
        !can_match(p->rows[r], a->item, p->columns[c]))
      continue;
    row_of[c] = r;
    column_of[r] = c;
  }
}

/* The only column, or the only row, that shares a class with a row or column; NO_PAIR = none, or several. */
static uint32_t column_sharing(const alignment *a, const pair *p, uint32_t row) {
  uint32_t found = NO_PAIR;
  for (uint32_t c = 0; c < p->column_count; c++) {
    if (!dt_share_class(p->rows[row]->class, class_of(a->item, p->columns[c]))) continue;
    if (found != NO_PAIR) return NO_PAIR;
    found = c;
  }
  return found;
}

static uint32_t row_sharing(const alignment *a, const pair *p, uint32_t column) {
  detm_text class = class_of(a->item, p->columns[column]);
  uint32_t found = NO_PAIR;
  for (uint32_t r = 0; r < p->row_count && class.length != 0; r++) {
    if (!dt_share_class(p->rows[r]->class, class)) continue;
    if (found != NO_PAIR) return NO_PAIR;
    found = r;
  }
  return found;
}

/* Notes which columns are known by one of several classes, others of which tell a state: "price sale" is "price". */
static void note_sharing(const alignment *a, const pair *p, uint32_t *row_of, uint32_t *column_of) {
  for (uint32_t c = 0; c < p->column_count; c++) {
    uint32_t r = row_of[c] == NO_PAIR ? row_sharing(a, p, c) : NO_PAIR;
    if (r == NO_PAIR || column_of[r] != NO_PAIR || p->rows[r]->repeated || p->rows[r]->cell ||
        !can_match(p->rows[r], a->item, p->columns[c]) || column_sharing(a, p, r) != c)
      continue;
    row_of[c] = r;
    column_of[r] = c;
  }
}

/* Removes from the columns those that are known and out of the wrapper's order: all known ones but the longest run of
 * them that is in order. */
static void move_displaced(alignment *a, pair *p, uint32_t *row_of, uint32_t *column_of) {
  dt_arena *scratch = a->aligner->scratch;
  uint32_t *length = DT_ZERO(scratch, uint32_t, p->column_count),
           *before = DT_ARRAY(scratch, uint32_t, p->column_count);
  uint32_t last = NO_PAIR, kept = 0;

  for (uint32_t c = 0; c < p->column_count; c++) {
    if (row_of[c] == NO_PAIR) continue;
    length[c] = 1;
    before[c] = NO_PAIR;
    for (uint32_t b = 0; b < c; b++) {
      if (row_of[b] == NO_PAIR || row_of[b] > row_of[c] || length[b] < length[c]) continue;
      length[c] = length[b] + 1;
      before[c] = b;
    }
    if (last == NO_PAIR || length[c] > length[last]) last = c;
  }

  bool *ordered = DT_ZERO(scratch, bool, p->column_count);
  for (; last != NO_PAIR; last = before[last]) ordered[last] = true;
  for (uint32_t c = 0; c < p->column_count; c++) {
    uint32_t node = p->columns[c], row = row_of[c];
    if (row == NO_PAIR || ordered[c]) {
      p->columns[kept] = node;
      row_of[kept] = row;
      if (row != NO_PAIR) column_of[row] = kept;
      kept++;
      continue;
    }
    bool found = a->count < MAX_PAIRS;
    p->known[p->known_count++] = (known_child){node, found ? a->count : NO_PAIR};
    if (found) add_pair(a, p->rows[row], node, p->same_classes && same_class(p->rows[row], a->item, node));
    column_of[row] = p->column_count; /* no column */
  }

  p->column_count = kept;
}

/* A hash of what a tag says alone: headings of all levels are alike; 0 = it says nothing, as a text. */
static uint64_t hash_of_tag(dt_tag tag) {
  if (tag == DT_TAG_TEXT || tag == DT_TAG_BR2) return 0;
  return 1 + (uint64_t)(dt_tag_is(tag, DT_HEADING) ? DT_TAG_h1 : tag);
}

/* Notes which columns are known by their tag, as nobody else on either side has it. */
static void note_tags(const alignment *a, const pair *p, uint64_t *rows, uint64_t *columns, uint32_t *row_of,
                      uint32_t *column_of) {
  for (uint32_t r = 0; r < p->row_count; r++) rows[r] = hash_of_tag(p->rows[r]->tag);
  for (uint32_t c = 0; c < p->column_count; c++) {
    columns[c] = hash_of_tag(node_of(a->item, p->columns[c])->tag);
    uint32_t r = columns[c] != 0 ? only_place(rows, p->row_count, columns[c]) : NO_PAIR;
    if (r != NO_PAIR && dt_identity_excludes(a->aligner->identity, p->rows[r], a->item, p->columns[c])) columns[c] = 0;
  }
  note_known(a, p, rows, columns, row_of, column_of);
}

/* Notes which columns are known by what their text says, as nobody else on either side has this to say. */
static void note_told(const alignment *a, const pair *p, uint32_t *row_of, uint32_t *column_of) {
  const detm_wrapper *wrapper = a->aligner->wrapper;
  dt_arena *scratch = a->aligner->scratch;
  uint32_t *first = DT_ARRAY(scratch, uint32_t, p->row_count), *row = DT_ARRAY(scratch, uint32_t, p->column_count);
  const dt_wrapper_node **texts = DT_ARRAY(scratch, const dt_wrapper_node *, p->row_count); /* NULL = none to be told */
  for (uint32_t r = 0; r < p->row_count; r++) {
    const dt_wrapper_node *w = column_of[r] == NO_PAIR ? dt_only_text(p->rows[r]) : NULL;
    bool rival = w != NULL && a->aligner->rivals.next[w->number] != NULL;
    texts[r] = rival && dt_may_be_told(wrapper, &a->aligner->rivals, w) ? w : NULL;
    first[r] = NO_PAIR;
  }

  for (uint32_t c = 0; c < p->column_count; c++) {
    uint32_t text = row_of[c] == NO_PAIR ? dt_item_only_text(a->item, p->columns[c]) : DT_NONE, all = 0;
    row[c] = NO_PAIR;
    for (uint32_t r = 0; r < p->row_count && text != DT_NONE; r++) {
      if (texts[r] == NULL || !can_match(p->rows[r], a->item, p->columns[c]) ||
          dt_text_hint(wrapper, &a->aligner->rivals, texts[r], a->item, text, scratch) != DT_HINT_FOR)
        continue;
      row[c] = all == 0 ? r : NO_PAIR;
      all++;
    }
    if (row[c] == NO_PAIR) continue;
    uint32_t before = first[row[c]];
    first[row[c]] = c;
    if (before == NO_PAIR) continue;
    row[before] = NO_PAIR; /* both say the same */
    row[c] = NO_PAIR;
  }

  for (uint32_t c = 0; c < p->column_count; c++) {
    if (row[c] == NO_PAIR) continue;
    row_of[c] = row[c];
    column_of[row[c]] = c;
  }
}

/* Whether a text begins with none of the words with which all instances of a row did, and so says what else it is. */
static bool has_other_label(const alignment *a, dt_wrapper_node *row, uint32_t node) {
  const dt_wrapper_node *w = dt_only_text(row);
  uint32_t text = w != NULL && a->aligner->rivals.next[w->number] != NULL ? dt_item_only_text(a->item, node) : DT_NONE;
  return text != DT_NONE && dt_wrapper_text_label(a->aligner->wrapper, w).length != 0 &&
         dt_text_hint(a->aligner->wrapper, &a->aligner->rivals, w, a->item, text, a->aligner->scratch) ==
             DT_HINT_AGAINST;
}

/* Finds the children that are known by their label, or else by their class or one of their classes, on a page by their
 * tag, or by what they say.  Row r and column column_of[r] match only each other; NO_PAIR = it is not known. */
static void match_known(alignment *a, pair *p, uint32_t *row_of, uint32_t *column_of) {
  dt_arena *scratch = a->aligner->scratch;
  bool classified = false, ordered = true;
  for (uint32_t r = 0; r < p->row_count; r++) column_of[r] = NO_PAIR;
  for (uint32_t c = 0; c < p->column_count; c++) row_of[c] = NO_PAIR;
  if (p->node == ROOT || p->row_count == 0 || p->column_count == 0) return;
  if (p->row_count == 1 && p->column_count == 1 && !a->told &&
      (a->aligner->learns || !dt_identity_excludes(a->aligner->identity, p->rows[0], a->item, p->columns[0])))
    return; /* nothing else to be kept apart from */

  uint64_t *rows = DT_ARRAY(scratch, uint64_t, p->row_count), *columns = DT_ARRAY(scratch, uint64_t, p->column_count);
  if (hash_labels(a, p, rows, columns)) note_known(a, p, rows, columns, row_of, column_of);

  for (uint32_t c = 0; c < p->column_count; c++)
    classified = (columns[c] = a->classes[p->columns[c]]) != 0 || classified;
  for (uint32_t r = 0; r < p->row_count && classified; r++) rows[r] = hash_of_node(p->rows[r]);
  if (classified) note_known(a, p, rows, columns, row_of, column_of);
  if (classified && !a->aligner->learns) note_sharing(a, p, row_of, column_of);
  if (!a->aligner->learns) note_tags(a, p, rows, columns, row_of, column_of);
  if (a->told) note_told(a, p, row_of, column_of);

  for (uint32_t c = 0, row = 0; c < p->column_count; c++) {
    if (row_of[c] == NO_PAIR) continue;
    ordered = ordered && row_of[c] >= row;
    row = row_of[c];
  }
  if (!ordered) move_displaced(a, p, row_of, column_of);
}

/* Whether a child of the item's node is one that a row knows by its class or decoration. */
static bool is_expected_child(const alignment *a, const pair *p, uint32_t node) {
  const dt_item *item = a->item;
  bool text = node_of(item, node)->tag == DT_TAG_TEXT;
  for (uint32_t r = 0; r < p->row_count; r++) {
    const dt_wrapper_node *w = p->rows[r];
    if (a->classes[node] != 0 && *w->class != '\0' && can_match(w, item, node) && same_class(w, item, node))
      return true;
    if (text && dt_is_split_text(w) && dt_text_has_part(a->aligner->scratch, item->tree, item->nodes[node], w))
      return true;
  }
  return false;
}

/* Whether a child of a new element is the only one that can be an instance of a row that all samples had. */
static bool is_needed(const alignment *a, const pair *p, uint32_t node) {
  for (uint32_t r = 0; r < p->row_count; r++) {
    dt_wrapper_node *w = p->rows[r];
    bool missing = !w->optional && can_match(w, a->item, node);
    for (uint32_t c = 0; c < p->column_count && missing; c++) missing = !can_match(w, a->item, p->columns[c]);
    if (missing && !dt_identity_excludes(a->aligner->identity, w, a->item, node)) return true;
  }
  return false;
}

/* Whether a child of the item's node is a new element around children that the wrapper knows. */
static bool is_new_around(const alignment *a, const pair *p, uint32_t node) {
  const dt_item *item = a->item;
  dt_tag tag = node_of(item, node)->tag;
  if (tag == DT_TAG_TEXT || tag == DT_TAG_a || node + 1 == item->ends[node] || dt_item_is_cell(item, node))
    return false;
  if (a->classes[node] != 0 && dt_map_get(&a->aligner->classes, a->classes[node]) != 0) return false;
  for (uint32_t r = 0; r < p->row_count; r++)
    if (can_match(p->rows[r], item, node) && !dt_identity_excludes(a->aligner->identity, p->rows[r], item, node))
      return false;
  for (uint32_t kid = node + 1; kid < item->ends[node]; kid = item->ends[kid])
    if (is_expected_child(a, p, kid) || is_needed(a, p, kid)) return true;
  return false;
}

/* Puts the children of new elements in their place: sites wrap what they have in another div. */
static void open_new_elements(alignment *a, pair *p) {
  enum { MAX_OPENED = 4 };
  const dt_item *item = a->item;
  for (uint32_t c = 0, opened = 0; c < p->column_count && opened < MAX_OPENED;) {
    uint32_t node = p->columns[c], kids = 0;
    if (!is_new_around(a, p, node)) {
      c++;
      continue;
    }
    for (uint32_t kid = node + 1; kid < item->ends[node]; kid = item->ends[kid]) kids++;
    uint32_t *columns = DT_ARRAY(a->aligner->scratch, uint32_t, p->column_count - 1 + kids), at = c;
    memcpy(columns, p->columns, c * sizeof *columns);
    for (uint32_t kid = node + 1; kid < item->ends[node]; kid = item->ends[kid]) columns[at++] = kid;
    memcpy(columns + at, p->columns + c + 1, (p->column_count - c - 1) * sizeof *columns);
    p->columns = columns;
    p->column_count += kids - 1;
    opened++;
  }

  if (p->column_count > MAX_CHILDREN) p->column_count = MAX_CHILDREN;
}

/* Lists the children of a pair, at most MAX_CHILDREN of each side, and those that can match.  If there are many nodes,
 * those that look like the child before them are left out: follow_repeats matches them. */
static void expand(alignment *a, uint32_t index) {
  dt_aligner *aligner = a->aligner;
  const dt_item *item = a->item;
  pair p = a->pairs[index];
  uint32_t first = p.node == ROOT ? 0 : p.node + 1, end = p.node == ROOT ? item->count : item->ends[p.node], count = 0;
  if (first == end) return;
  for (dt_wrapper_node *kid = p.wrapper->first; kid != NULL && p.row_count < MAX_CHILDREN; kid = kid->next)
    p.row_count++;
  p.rows = DT_ARRAY(aligner->scratch, dt_wrapper_node *, p.row_count);
  dt_wrapper_node *kid = p.wrapper->first;
  for (uint32_t r = 0; r < p.row_count; r++, kid = kid->next) p.rows[r] = kid;

  for (uint32_t i = first; i < end; i = item->ends[i]) count++;
  p.columns = DT_ARRAY(aligner->scratch, uint32_t, count);
  uint64_t before = 0;
  for (uint32_t i = first; i < end; i = item->ends[i]) {
    uint64_t layout = count > MANY_CHILDREN ? dt_item_layout(item, i, item->ends[i]) : 0;
    if (count <= MANY_CHILDREN || i == first || layout != before) p.columns[p.column_count++] = i;
    before = layout;
  }

  uint64_t comparisons = (uint64_t)p.row_count * p.column_count;
  if (aligner->compared + comparisons <= (uint64_t)PAIRS_A_NODE * item->tree->node_count + PAIRS_A_PAGE) {
    aligner->compared += comparisons;
  } else { /* from here on nothing matches */
    aligner->exhausted = true;
    p.row_count = 0;
  }
  if (p.column_count > MAX_CHILDREN) p.column_count = MAX_CHILDREN;
  if (!a->aligner->learns && p.node != ROOT && p.row_count != 0) open_new_elements(a, &p);
  p.known = DT_ARRAY(aligner->scratch, known_child, p.column_count);
  uint32_t *row_of = DT_ARRAY(aligner->scratch, uint32_t, p.column_count);
  uint32_t *column_of = DT_ARRAY(aligner->scratch, uint32_t, p.row_count);
  match_captions(a, &p);
  match_known(a, &p, row_of, column_of);
  p.pairs = DT_ARRAY(aligner->scratch, uint32_t, (size_t)p.row_count * p.column_count);
  for (uint32_t r = 0; r < p.row_count; r++)
    for (uint32_t c = 0; c < p.column_count; c++) {
      dt_wrapper_node *w = p.rows[r];
      uint32_t i = p.columns[c];
      bool known = column_of[r] == c, apart = !known && (column_of[r] != NO_PAIR || row_of[c] != NO_PAIR);
      bool match = a->count < MAX_PAIRS && !apart &&
                   (p.same_classes ? can_match_within(&w, item, &i, a->learn) : can_match(w, item, i));
      match = match && (known || aligner->learns || !dt_identity_excludes(aligner->identity, w, item, i));
      match = match && (known || !a->told || !has_other_label(a, p.rows[r], p.columns[c]));
      p.pairs[r * p.column_count + c] = match ? a->count : NO_PAIR;
      if (!match) continue;
      add_pair(a, w, i, p.same_classes && same_class(w, item, i));
      a->pairs[a->count - 1].unlinked = w != p.rows[r] || i != p.columns[c];
      a->pairs[a->count - 1].told = a->told && known;
    }
  a->pairs[index] = p;
}

/* Returns the table best[r][c] of the best total scores of the children from r and c on, (row_count + 1) x
 * (column_count + 1) */
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

/* Whether a text begins with the same label as the sample of a node. */
static bool same_label(const dt_wrapper_node *w, const dt_item *item, uint32_t i) {
  detm_text label = {dt_text_of(item->tree, item->nodes[i]).data, item->labels[i]};
  return label.length != 0 && dt_text_starts(w->sample, label) &&
         dt_label_length(w->sample.data, w->sample.length) == label.length;
}

/* Whether two texts have no digits, some, or at least half of the text.  In a longer text some digits say nothing:
 * titles have them or not. */
static bool same_digits(const dt_wrapper_node *w, detm_text text, dt_text_signs signs) {
  enum { SHORT = 20 };
  if (w->signs.digits == signs.digits) return true;
  return w->signs.digits < 2 && signs.digits < 2 && (w->sample.length > SHORT || text.length > SHORT);
}

static double score_text(const alignment *a, const pair *p) {
  const dt_wrapper_node *w = p->wrapper;
  detm_text text = dt_text_of(a->item->tree, a->item->nodes[p->node]);
  dt_text_signs *signs = &a->signs[p->node];

  if (!signs->known) *signs = dt_signs_of(text);
  double score = p->same_classes ? DT_SCORE_TEXT + DT_SCORE_CLASSES : DT_SCORE_TEXT;
  if (dt_text_equal(w->text != NULL ? dt_text(w->text) : w->sample, text) || same_label(w, a->item, p->node))
    score += DT_SCORE_SAME_TEXT;
  if (same_digits(w, text, *signs)) score += DT_SCORE_DIGITS;
  if (w->signs.words != signs->words) score -= DT_SCORE_MARK;
  if (is_known_by_class(a, p)) score += DT_SCORE_OWN_CLASS;
  uint32_t parent = a->item->parents[p->node];
  if (parent != DT_NONE && parent + 1 == p->node && w->parent->first == w) score += DT_SCORE_FIRST;
  return score;
}

static void score_node_pair(alignment *a, pair *p) {
  double sure = a->learn || p->wrapper->optional ? 0 : DT_SCORE_REQUIRED;
  if (p->told) sure += DT_SCORE_OWN_CLASS;
  if (p->wrapper->tag == DT_TAG_TEXT) {
    p->score = score_text(a, p) + sure - (p->unlinked ? DT_SCORE_LINK : 0);
    return;
  }

  dt_mark mark = dt_arena_mark(a->aligner->scratch);
  double children = p->row_count != 0 && p->column_count != 0 ? fill_table(a, p)[0] : 0;
  p->score =
      children + sure - (p->unlinked ? DT_SCORE_LINK : 0) + DT_SCORE_ELEMENT + (p->same_classes ? DT_SCORE_ELEMENT : 0);
  for (uint32_t i = 0; i < p->known_count; i++)
    if (p->known[i].pair != NO_PAIR) p->score += a->pairs[p->known[i].pair].score;
  if (p->node != ROOT && !p->wrapper->cell && p->wrapper->tag != node_of(a->item, p->node)->tag)
    p->score -= DT_SCORE_LEVEL;
  if (p->node != ROOT && is_known_by_class(a, p)) p->score += DT_SCORE_OWN_CLASS;
  dt_arena_rewind(a->aligner->scratch, mark);
}

/* ---- growing ---- */

/* The previous sibling of a node; DT_NONE = it is the first. */
static uint32_t item_sibling_before(const dt_item *item, uint32_t i) {
  uint32_t before = i - 1;
  if (i == 0 || before == item->parents[i]) return DT_NONE;
  while (item->parents[before] != item->parents[i]) before = item->parents[before];
  return before;
}

/* Whether two nodes have the same tag and caption. */
static bool are_captioned_alike(const dt_item *item, uint32_t a, uint32_t b) {
  return item->captions[a] == item->captions[b] && node_of(item, a)->tag == node_of(item, b)->tag;
}

/* Whether a node is a label or a value beside the other one, from which only its class tells it apart. */
static bool is_told_by_class(const dt_item *item, uint32_t i) {
  uint32_t parent = item->parents[i], before = item_sibling_before(item, i), next = item->ends[i];
  if (node_of(item, i)->tag == DT_TAG_dd) return false; /* several values of one dt */
  bool has_next = parent != DT_NONE && next < item->ends[parent];
  return (has_next && are_captioned_alike(item, i, next)) ||
         (before != DT_NONE && are_captioned_alike(item, i, before));
}

/* Describes a new wrapper node by node i of the item.  The class and itemprop of decoration that contains a whole text
 * can name it. */
static void describe_node(dt_wrapper_node *w, detm_wrapper *wrapper, const dt_item *item, uint32_t i) {
  const dt_tree *tree = item->tree;
  const dt_node *node = node_of(item, i);
  dt_arena *arena = &wrapper->arena;
  detm_text class = class_of(item, i);

  if (class.length != 0) w->class = dt_arena_copy(arena, class.data, class.length);
  if (i >= item->own && item->parents[i] == DT_NONE) w->group = dt_group_level(tree, item->nodes[0], item->nodes[i]);
  if (item->captions != NULL && item->captions[i] != 0) {
    w->caption_hash = item->captions[i];
    w->caption = dt_caption_text(&wrapper->captions, w->caption_hash);
  }

  if (node->tag == DT_TAG_TEXT) {
    const dt_string *string = &tree->texts[node->detail];
    const dt_fragment *fragment = &tree->fragments[string->first];
    detm_text text = dt_text_of(tree, item->nodes[i]);
    w->linked = node->flags & DT_NODE_LINKED;
    w->sample = (detm_text){dt_arena_copy(arena, text.data, text.length), text.length};
    w->signs = dt_signs_of(text);
    w->constant = true;
    w->icon = dt_chain_icon(arena, tree, fragment->icon);
    if (string->count != 1 || fragment->chain == 0) return;
    w->within = dt_chain_within(arena, tree, fragment->chain, DT_SPLIT_ALL);
    w->itemprop = dt_chain_itemprop(arena, tree, fragment->chain);
    return;
  }

  if (w->name == NULL) {
    const char *name = dt_tag_text(tree, node->tag);
    w->name = dt_arena_copy(arena, name, strlen(name));
  }

  w->column = item->columns[i];
  w->cell = dt_item_is_cell(item, i);
  w->strict = w->caption_hash != 0 && !w->cell && is_told_by_class(item, i);
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

/* Makes the node of a dd repeated if the dt has a second dd, which is then an instance of the same node.  Returns
 * whether the item must be aligned again, as the second dd may hold new nodes. */
static bool repeats_caption(alignment *a, uint32_t i) {
  const dt_item *item = a->item;
  if (item->captions == NULL || item->captions[i] == 0 || node_of(item, i)->tag != DT_TAG_dd) return false;
  uint32_t before = item_sibling_before(item, i);
  if (before == DT_NONE || node_of(item, before)->tag != DT_TAG_dd || item->captions[before] != item->captions[i])
    return false;
  if (a->map[before] != NULL) a->map[before]->repeated = a->repeated = true;
  a->map[i] = a->map[before];
  return true;
}

/* The first heading of a group at the top of the wrapper, which are its last nodes; NULL = none. */
static dt_wrapper_node *first_group(const detm_wrapper *wrapper) {
  dt_wrapper_node *top = wrapper->root->first;
  while (top != NULL && top->group == 0) top = top->next;
  return top;
}

/* Adds node i of the item and its subtree to the wrapper, up to the wrapper's maximum size. */
static void grow_node(alignment *a, dt_wrapper_node *parent, dt_wrapper_node *before, uint32_t i) {
  detm_wrapper *wrapper = a->aligner->wrapper;
  if (wrapper->node_count > MAX_NODES) return;

  if (parent == wrapper->root && i < a->item->own && (before == NULL || before->group != 0))
    before = first_group(wrapper);
  for (uint32_t n = i; n < a->item->ends[i]; n++) {
    if (repeats_caption(a, n)) {
      n = a->item->ends[n] - 1;
      continue;
    }
    dt_wrapper_node *up = n == i ? parent : a->map[a->item->parents[n]];
    a->map[n] = dt_wrapper_add(wrapper, up, n == i ? before : NULL, node_of(a->item, n)->tag);
    describe_node(a->map[n], wrapper, a->item, n);
    note_class(a->aligner, a->map[n]);
  }
}

/* Puts a new link around a node of the wrapper. */
static dt_wrapper_node *add_link(detm_wrapper *wrapper, dt_wrapper_node *w) {
  dt_wrapper_node *parent = w->parent, *link = dt_wrapper_add(wrapper, parent, w, DT_TAG_a);
  link->next = w->next;
  if (parent->last == w) parent->last = link;
  link->first = link->last = w;
  w->parent = link;
  w->next = NULL;
  return link;
}

/* Maps a child of the item's node, and the link around it, which the wrapper may not have yet. */
static void map_pair(alignment *a, const pair *p, uint32_t child) {
  detm_wrapper *wrapper = a->aligner->wrapper;
  a->map[p->node] = p->wrapper;
  if (!p->unlinked || !a->learn) return;
  if (p->node == child) {
    p->wrapper->parent->optional = true;
    return;
  }

  if (wrapper->node_count > MAX_NODES || p->wrapper->repeated) return;
  a->map[child] = add_link(wrapper, p->wrapper);
  a->map[child]->optional = true;
  describe_node(a->map[child], wrapper, a->item, child);
  note_class(a->aligner, a->map[child]);
  if (p->wrapper->tag == DT_TAG_TEXT) p->wrapper->linked = true;
}

/* Follows the best alignment of one pair's children, of equally good ones that with the earliest matches, and the
 * matches of children with captions.  A new caption is inserted after the previous sibling. */
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
        map_pair(a, &a->pairs[kid], p->columns[c]);
        matched[(*matched_count)++] = kid;
        if (on >= again) r++;
        c++;
        continue;
      }
    }
    if (r < p->row_count && (c == p->column_count || best[(r + 1) * width + c] >= here - 1e-9)) {
      r++;
    } else {
      if (a->learn) grow_node(a, p->wrapper, r < p->row_count ? p->rows[r] : NULL, p->columns[c]);
      c++;
    }
  }

  for (c = 0; c < p->known_count; c++) {
    uint32_t node = p->known[c].node, kid = p->known[c].pair;
    if (kid != NO_PAIR) {
      a->map[node] = a->pairs[kid].wrapper;
      matched[(*matched_count)++] = kid;
    } else if (a->learn) {
      uint32_t before = item_sibling_before(a->item, node);
      bool after = before != DT_NONE && a->map[before] != NULL;
      grow_node(a, p->wrapper, after ? a->map[before]->next : p->wrapper->first, node);
    }
  }
}

/* Maps the nodes that expand left out to the wrapper node of the sibling before them. */
static void follow_repeats(alignment *a) {
  const dt_item *item = a->item;
  for (uint32_t i = 1; i < item->count; i++) {
    if (a->map[i] != NULL || (item->parents[i] != DT_NONE && a->map[item->parents[i]] == NULL)) continue;
    uint32_t before = i - 1;
    while (before != DT_NONE && item->parents[before] != item->parents[i]) before = item->parents[before];
    if (item->parents[i] == DT_NONE && i >= item->own && before < item->own) continue; /* a heading of the group */
    if (before == DT_NONE || a->map[before] == NULL || item->ends[before] - before != item->ends[i] - i) continue;
    if (dt_item_layout(item, before, item->ends[before]) != dt_item_layout(item, i, item->ends[i])) continue;
    if (!a->learn && !a->map[before]->repeated) continue;
    memcpy(a->map + i, a->map + before, (item->ends[i] - i) * sizeof *a->map);
    if (a->learn) a->map[i]->repeated = true; /* applying does not change the wrapper */
    i = item->ends[i] - 1;
  }
}

static void chain_split_texts(dt_aligner *aligner) {
  const detm_wrapper *wrapper = aligner->wrapper;
  dt_wrapper_node **chain = DT_ZERO(aligner->arena, dt_wrapper_node *, wrapper->node_count);
  dt_wrapper_node **last = DT_ZERO(aligner->scratch, dt_wrapper_node *, wrapper->node_count);
  aligner->split_texts = chain;
  for (dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w)) {
    if (!dt_is_split_text(w)) continue;
    const dt_wrapper_node *before = last[w->parent->number];
    chain[before != NULL ? before->number : w->parent->number] = w;
    last[w->parent->number] = w;
  }
}

/* Maps texts that no text of the wrapper matches, but of which pieces are parts of one: a new element stands between
 * these parts. */
static void follow_pieces(alignment *a) {
  const dt_item *item = a->item;
  dt_aligner *aligner = a->aligner;
  for (uint32_t i = 0; i < item->count; i++) {
    uint32_t parent = item->parents[i];
    if (a->map[i] != NULL || node_of(item, i)->tag != DT_TAG_TEXT || parent == DT_NONE || a->map[parent] == NULL)
      continue;
    if (aligner->split_texts == NULL) chain_split_texts(aligner);
    dt_wrapper_node *w = aligner->split_texts[a->map[parent]->number];
    while (w != NULL && !dt_text_has_part(aligner->scratch, item->tree, item->nodes[i], w))
      w = aligner->split_texts[w->number];
    a->map[i] = w;
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

  for (uint32_t i = a->count; i-- > 0;) score_node_pair(a, &a->pairs[i]);
  uint32_t *matched = DT_ARRAY(a->aligner->scratch, uint32_t, a->count + 1), count = 1;
  matched[0] = 0;
  for (uint32_t m = 0; m < count; m++)
    if (a->pairs[matched[m]].wrapper->tag != DT_TAG_TEXT) trace(a, matched[m], matched, &count);
  follow_repeats(a);
  if (!a->aligner->learns) follow_pieces(a);
  if (a->learn) note_attributes(a);
}

/* ---- layouts ---- */

void dt_aligner_start(dt_aligner *aligner, detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch) {
  *aligner = (dt_aligner){.wrapper = wrapper, .arena = arena, .scratch = scratch};
  dt_lookup_start(&aligner->lookup, arena, 0);
  dt_map_start(&aligner->classes, arena, 0);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) note_class(aligner, w);
}

#define NOT_COUNTED UINT32_MAX

/* Counts the required nodes below `top` that have no instance, without the descendants of such nodes. */
static uint32_t count_missing(dt_aligner *aligner, const dt_wrapper_node *top, const dt_alignment *layout) {
  dt_mark mark = dt_arena_mark(aligner->scratch);
  uint32_t missing = 0;
  uint8_t *present = DT_ZERO(aligner->scratch, uint8_t, aligner->wrapper->node_count);
  for (uint32_t i = 0; i < layout->count; i++)
    if (layout->nodes[i] != NULL) present[layout->nodes[i]->number] = 1;
  const dt_wrapper_node *end = dt_wrapper_past(top);
  for (const dt_wrapper_node *w = top->first != NULL ? top->first : end; w != end;) {
    missing += !present[w->number] && !w->optional;
    w = present[w->number] ? dt_wrapper_next(w) : dt_wrapper_past(w);
  }
  dt_arena_rewind(aligner->scratch, mark);
  return missing;
}

/* Checks the node kinds of a layout against an item, because two layouts may have the same hash. */
static bool has_same_kinds(const dt_alignment *layout, const dt_item *item) {
  if (layout->count != item->count) return false;
  for (uint32_t i = 0; i < item->count; i++)
    if (layout->nodes[i] != NULL && !is_alike(layout->nodes[i], node_of(item, i)->tag)) return false;
  return true;
}

/* The known alignment of the items of a layout; NULL = none. */
static dt_alignment *find_layout(const dt_aligner *aligner, uint64_t hash, const dt_item *item) {
  uint32_t known = dt_lookup_find(&aligner->lookup, hash);
  if (known == DT_NO_NUMBER || !has_same_kinds(aligner->layouts.items[known], item)) return NULL;
  return aligner->layouts.items[known];
}

static dt_alignment *align_anew(dt_aligner *aligner, const dt_item *item, dt_wrapper_node *top, bool learn, bool told) {
  dt_alignment *layout = DT_ZERO(aligner->arena, dt_alignment, 1);
  layout->count = item->count;
  layout->identity = aligner->identity;
  layout->nodes = DT_ZERO(aligner->arena, dt_wrapper_node *, item->count);
  dt_mark mark = dt_arena_mark(aligner->scratch);
  alignment a = {.aligner = aligner, .item = item, .map = layout->nodes, .learn = learn, .told = told};
  a.signs = DT_ZERO(aligner->scratch, dt_text_signs, item->count);
  find_own_classes(&a);
  align_all(&a, top);

  if (a.repeated) { /* now all instances of repeated nodes match */
    memset(a.map, 0, item->count * sizeof(dt_wrapper_node *));
    a.count = 0;
    align_all(&a, top);
  }

  for (uint32_t i = 0; i < item->count; i++) layout->matched += layout->nodes[i] != NULL;
  layout->missing = NOT_COUNTED;
  aligner->last_pairs = a.count;
  dt_arena_rewind(aligner->scratch, mark);
  return layout;
}

static void keep_alignment(dt_aligner *aligner, uint64_t hash, dt_alignment *layout) {
  if (dt_lookup_find(&aligner->lookup, hash) != DT_NO_NUMBER) return;
  dt_lookup_append(&aligner->lookup, hash);
  DT_VEC_PUSH(aligner->arena, &aligner->layouts, layout);
}

static uint64_t hash_for(const dt_aligner *aligner, const dt_item *item, const dt_wrapper_node *top) {
  return top == aligner->wrapper->root ? item->layout : dt_hash_mix(item->layout, top->number);
}

static dt_alignment *align(dt_aligner *aligner, const dt_item *item, dt_wrapper_node *top, bool learn) {
  aligner->learns = aligner->learns || learn;
  if (!aligner->learns && (aligner->identity == NULL || aligner->identity->tree != item->tree))
    aligner->identity = dt_identity_new(aligner->arena, aligner->wrapper, item->tree);
  uint64_t hash = hash_for(aligner, item, top);
  dt_alignment *known = find_layout(aligner, hash, item);
  if (known != NULL) return known;
  dt_alignment *layout = align_anew(aligner, item, top, learn, false);
  keep_alignment(aligner, hash, layout);
  return layout;
}

static bool has_displaced_texts(dt_aligner *aligner, const dt_item *item, const dt_alignment *layout) {
  dt_mark mark = dt_arena_mark(aligner->scratch);
  bool displaced = dt_is_displaced(aligner->wrapper, &aligner->rivals, layout->nodes, item, aligner->scratch);
  dt_arena_rewind(aligner->scratch, mark);
  return displaced;
}

/* Counts the texts, addresses and other attributes that have a place.  A br without one is no loss, nor is a text whose
 * place is not what it says. */
static uint32_t count_placed(dt_aligner *aligner, const dt_alignment *layout, const dt_item *item) {
  uint32_t count = 0;
  dt_mark mark = dt_arena_mark(aligner->scratch);
  for (uint32_t i = 0; i < layout->count; i++) {
    const dt_wrapper_node *w = layout->nodes[i];
    if (w == NULL) continue;
    if (node_of(item, i)->tag == DT_TAG_TEXT && w->tag == DT_TAG_TEXT)
      count += dt_text_hint(aligner->wrapper, &aligner->rivals, w, item, i, aligner->scratch) != DT_HINT_AGAINST;
    else
      count += w->href != DT_NO_FIELD || w->src != DT_NO_FIELD || w->attribute_count != 0;
  }
  dt_arena_rewind(aligner->scratch, mark);
  return count;
}

/* The alignment of an item whose texts may say that they are elsewhere than their layout says.  The one that they tell
 * is that of further such items of the layout, if these say the same; it is not taken if it has a place for fewer
 * values than the usual one. */
static const dt_alignment *align_told(dt_aligner *aligner, const dt_item *item, dt_wrapper_node *top,
                                      const dt_alignment *usual) {
  enum { TOLD = 1 };
  if (aligner->learns || usual->identity == NULL) return usual;
  if (aligner->rivals.next == NULL) dt_rivals_find(&aligner->rivals, aligner->arena, aligner->wrapper);
  if (!aligner->rivals.any || !has_displaced_texts(aligner, item, usual)) return usual;

  uint64_t hash = dt_hash_mix(hash_for(aligner, item, top), TOLD);
  dt_alignment *told = find_layout(aligner, hash, item);
  if (told == NULL || has_displaced_texts(aligner, item, told)) {
    told = align_anew(aligner, item, top, false, true);
    keep_alignment(aligner, hash, told);
  }
  return count_placed(aligner, told, item) >= count_placed(aligner, usual, item) ? told : usual;
}

/* If a record and the wrapper have one node at the top, the alignment is that of dt_align_top, which may be known from
 * locating the record. */
const dt_alignment *dt_align(dt_aligner *aligner, const dt_item *item) {
  dt_wrapper_node *root = aligner->wrapper->root, *top = root->first;
  bool one = top != NULL && top->next == NULL && item->ends[0] == item->count && can_match(top, item, 0);
  const dt_alignment *known = find_layout(aligner, item->layout, item);
  if (known != NULL) return align_told(aligner, item, root, known);
  if (!one) top = root;
  return align_told(aligner, item, top, align(aligner, item, top, false));
}

const dt_alignment *dt_align_top(dt_aligner *aligner, dt_wrapper_node *top, const dt_item *item) {
  if (!can_match(top, item, 0)) return NULL;
  dt_alignment *layout = align(aligner, item, top, false);
  if (layout->missing == NOT_COUNTED) layout->missing = count_missing(aligner, top, layout);
  return layout;
}

const dt_alignment *dt_align_learn(dt_aligner *aligner, const dt_item *item) {
  return align(aligner, item, aligner->wrapper->root, true);
}

static void count_address(dt_wrapper_node *w, detm_text address) {
  uint64_t hash = dt_hash_bytes(address.data, address.length, 1);
  if (address.length == 0) return;
  w->leads_apart = w->leads_apart || (w->address != 0 && w->address != hash);
  w->address = hash;
}

void dt_align_count(dt_aligner *aligner, const dt_alignment *layout, const dt_item *item) {
  aligner->wrapper->root->instances++;
  for (uint32_t i = 0; i < item->count; i++) {
    dt_wrapper_node *w = layout->nodes[i];
    if (w == NULL) continue;
    w->instances++;
    w->varied = w->varied || !same_class(w, item, i);
    if (w->tag == DT_TAG_a) count_address(w, dt_attribute_of(item->tree, item->nodes[i], DT_ATTRIBUTE_href));
    if (w->tag != DT_TAG_TEXT) continue;
    w->fragmented = w->fragmented || item->tree->texts[node_of(item, i)->detail].count > 1;
    if (w->constant) w->constant = dt_text_equal(w->sample, dt_text_of(item->tree, item->nodes[i]));
  }
}
