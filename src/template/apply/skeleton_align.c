/* template/apply/skeleton_align.c: Tree Align between a skeleton and a page (doc/method 3.3, step 6).
 *
 * A restricted, top-down alignment (doc/method 2.2): the roots are paired, and the children of a pair are paired in
 * order so that the score is highest.  Nodes of different tags are never paired.  A place is accepted only if it is
 * clearly better than any other, and its surroundings are similar to those on the sample page. */
#include "template/apply/skeleton_align.h"

#include "html/dom.h"
#include "template/tunables.h"
#include "text/words.h"

enum {
  CELLS_PER_NODE = 16,
  MIN_CELLS = 1 << 18,
  UNMATCHED = 0, /* the score of nodes that cannot be paired */
  MAX_TOKENS = 8,
  MAX_CLASS_LENGTH = 512,
  CAPTIONS_PER_CELL = 64
};

typedef struct aligner {
  const dt_skeleton *skeleton;
  dt_arena *arena;
  size_t cells;   /* cells of tables that may still be filled: the budget */
  size_t cost;    /* cost of a pair, in cells: a text is compared with all captions */
  bool exhausted; /* the budget is used up */
  /* By node of the skeleton: */
  double *whole; /* the score of its subtree if all of it is found */
  double *got;   /* the score as aligned */
  bool *unclear; /* another place is almost as good */
  const xmlNode **aligned;
} aligner;

/* The children of a pair, and the scores of pairing them: pairs[i * columns + j]. */
typedef struct children {
  uint32_t *kids; /* children of the skeleton's node */
  const xmlNode **elements;
  uint32_t rows, columns;
  double *pairs;
} children;

/* ---- one pair ---- */

/* Returns the share of the first MAX_TOKENS `tokens` that are in the first MAX_CLASS_LENGTH bytes of `class`; 0 without
 * tokens. */
static double token_share(const char *tokens, const char *class) {
  const char *end = class + strnlen(class, MAX_CLASS_LENGTH);
  unsigned common = 0, count = 0;
  size_t length, width;
  for (tokens = dt_next_token(tokens, &length); tokens != NULL; tokens = dt_next_token(tokens + length, &length)) {
    if (++count > MAX_TOKENS) break;
    const char *at = dt_next_token(class, &width);
    while (at != NULL && at < end && !(width == length && memcmp(at, tokens, width) == 0))
      at = dt_next_token(at + width, &width);
    common += at != NULL && at < end;
  }
  return count != 0 ? (double)common / count : 0;
}

/* Whether an element has the label of the node, if that has one. */
static bool label_agrees(const dt_skeleton_node *node, const xmlNode *element) {
  char text[DT_MAX_CAPTION_LENGTH + 1];
  if (node->label == NULL) return true;
  detm_text own = {text, dt_skeleton_label(element, text)};
  return dt_text_equal(own, dt_text(node->label));
}

/* Whether the text of an element allows it to be paired with the node. */
static bool text_agrees(const aligner *a, const dt_skeleton_node *node, const xmlNode *element) {
  char text[DT_MAX_CAPTION_LENGTH + 1];
  if (node->caption == NULL && node->field == NULL) return true;
  detm_text own = {text, dt_skeleton_text(element, text)};
  if (own.length > DT_MAX_CAPTION_LENGTH) return node->caption == NULL;
  if (node->caption != NULL) return dt_text_equal(own, dt_text(node->caption));
  for (uint32_t i = 0; i < a->skeleton->node_count; i++) { /* a value is not a caption of the skeleton */
    const char *caption = a->skeleton->nodes[i].caption;
    if (caption != NULL && dt_text_equal(own, dt_text(caption))) return false;
  }
  return own.length != 0;
}

/* Returns the score of a pair without its children; UNMATCHED if the nodes cannot be paired. */
static double pair_score(const aligner *a, uint32_t n, const xmlNode *element) {
  const dt_skeleton_node *node = &a->skeleton->nodes[n];
  if (strcmp(node->tag, (const char *)element->name) != 0 || !label_agrees(node, element) ||
      !text_agrees(a, node, element))
    return UNMATCHED;
  double score = 1 + (node->caption != NULL) * DT_SCORE_CAPTION;
  const char *id = node->id != NULL ? dt_node_value(element, "id") : NULL;
  const char *class = node->class != NULL ? dt_node_value(element, "class") : NULL;
  if (id != NULL && strcmp(id, node->id) == 0) score += DT_SCORE_ID;
  if (class != NULL) score += DT_SCORE_CLASS * token_share(node->class, class);
  return score;
}

/* ---- children ---- */

static double larger(double a, double b) { return a > b ? a : b; }

static double subtree_score(aligner *a, uint32_t n, const xmlNode *element);

static bool is_child_element(const xmlNode *node) { return node->type == XML_ELEMENT_NODE; }

/* Computes the scores of all pairs of children.  Returns false without pairs, or if the budget is used up. */
static bool read_skeleton_children(aligner *a, uint32_t n, const xmlNode *element, children *c) {
  const dt_skeleton_node *nodes = a->skeleton->nodes;
  *c = (children){0};
  for (uint32_t kid = n + 1; kid < nodes[n].end; kid = nodes[kid].end) c->rows++;
  for (const xmlNode *at = element->children; at != NULL && c->rows != 0; at = at->next)
    c->columns += is_child_element(at);
  size_t cells = (size_t)c->rows * c->columns;
  if (cells == 0) return false;
  if (cells > a->cells / a->cost) a->exhausted = true;
  if (a->exhausted) return false;
  a->cells -= cells * a->cost;
  c->kids = DT_ARRAY(a->arena, uint32_t, c->rows);
  c->elements = DT_ARRAY(a->arena, const xmlNode *, c->columns);
  c->pairs = DT_ARRAY(a->arena, double, cells);
  uint32_t row = 0, column = 0;
  for (uint32_t kid = n + 1; kid < nodes[n].end; kid = nodes[kid].end) c->kids[row++] = kid;
  for (const xmlNode *at = element->children; at != NULL; at = at->next)
    if (is_child_element(at)) c->elements[column++] = at;

  for (row = 0; row < c->rows; row++)
    for (column = 0; column < c->columns; column++)
      c->pairs[(size_t)row * c->columns + column] = subtree_score(a, c->kids[row], c->elements[column]);

  return true;
}

/* Returns the score of a pair with all its descendants.  Recursion is as deep as the skeleton. */
static double subtree_score(aligner *a, uint32_t n, const xmlNode *element) {
  dt_scope_tick(a->arena->scope);
  double score = pair_score(a, n, element);
  if (score <= UNMATCHED || a->skeleton->nodes[n].end == n + 1) return score;
  dt_mark mark = dt_arena_mark(a->arena);

  children c;
  if (read_skeleton_children(a, n, element, &c)) { /* one row of the table at a time */
    double *best = DT_ZERO(a->arena, double, c.columns + 1);
    for (uint32_t row = 0; row < c.rows; row++) {
      double diagonal = 0;
      for (uint32_t column = 0; column < c.columns; column++) {
        double above = best[column + 1], pair = c.pairs[(size_t)row * c.columns + column];
        best[column + 1] = larger(above, best[column]);
        if (pair > UNMATCHED) best[column + 1] = larger(best[column + 1], diagonal + pair);
        diagonal = above;
      }
    }
    score += best[c.columns];
  }

  dt_arena_rewind(a->arena, mark);
  return score;
}

/* ---- the alignment ---- */

/* The highest scores of the children before a cell (`first`) and from a cell on (`rest`). */
typedef struct tables {
  double *first, *rest; /* (rows + 1) by (columns + 1) */
  size_t width;
} tables;

/* Returns the column that a child of the skeleton's node is paired with in the best pairing, or UINT32_MAX.  Sets
 * *clear if all other columns score clearly less. */
static uint32_t place_of_row(const children *c, const tables *t, uint32_t row, bool *clear) {
  double best = 0, next = 0;
  uint32_t place = UINT32_MAX;

  for (uint32_t column = 0; column < c->columns; column++) {
    double pair = c->pairs[(size_t)row * c->columns + column];
    if (pair <= UNMATCHED) continue;
    double all = t->first[row * t->width + column] + pair + t->rest[(row + 1) * t->width + column + 1];
    if (place == UINT32_MAX || all > best) {
      next = best;
      best = all;
      place = column;
    } else {
      next = larger(next, all);
    }
  }
  *clear = best - next >= DT_MIN_LEAD;

  return best >= t->rest[0] - DT_MIN_LEAD / 2 ? place : UINT32_MAX;
}

/* Pairs the children of a pair. */
static void align_children(aligner *a, uint32_t n) {
  dt_mark mark = dt_arena_mark(a->arena);
  children c;

  if (!read_skeleton_children(a, n, a->aligned[n], &c)) {
    dt_arena_rewind(a->arena, mark);
    return;
  }

  tables t = {.width = (size_t)c.columns + 1};
  t.first = DT_ZERO(a->arena, double, t.width *((size_t)c.rows + 1));

  t.rest = DT_ZERO(a->arena, double, t.width *((size_t)c.rows + 1));
  for (uint32_t i = 1; i <= c.rows; i++)
    for (uint32_t j = 1; j <= c.columns; j++) {
      double pair = c.pairs[(size_t)(i - 1) * c.columns + j - 1], *cell = &t.first[i * t.width + j];
      *cell = larger(cell[-1], *(cell - t.width));
      if (pair > UNMATCHED) *cell = larger(*cell, *(cell - t.width - 1) + pair);
    }

  for (uint32_t i = c.rows; i-- > 0;)
    for (uint32_t j = c.columns; j-- > 0;) {
      double pair = c.pairs[(size_t)i * c.columns + j], *cell = &t.rest[i * t.width + j];
      *cell = larger(cell[1], cell[t.width]);
      if (pair > UNMATCHED) *cell = larger(*cell, cell[t.width + 1] + pair);
    }

  for (uint32_t row = 0; row < c.rows; row++) {
    bool clear;
    uint32_t kid = c.kids[row], place = place_of_row(&c, &t, row, &clear);
    if (place == UINT32_MAX) continue;
    a->aligned[kid] = c.elements[place];
    a->unclear[kid] = a->unclear[n] || !clear;
  }

  dt_arena_rewind(a->arena, mark);
}

/* ---- doubtful places ---- */

/* Whether the surroundings of a node are similar to those on the sample.  They are the nearest ancestor that has enough
 * other nodes. */
static bool has_similar_surroundings(const aligner *a, const uint32_t *parents, uint32_t n) {
  uint32_t around = n;
  while (around != 0 && a->whole[around] - a->whole[n] < DT_MIN_SURROUNDINGS) around = parents[around];
  double whole = a->whole[around] - a->whole[n];
  return whole > 0 && (a->got[around] - a->got[n]) / whole >= DT_MIN_ALIKE;
}

/* Whether a text before a value is certainly its label, not another value. */
static bool is_label_node(const dt_skeleton_node *node) {
  detm_text caption = dt_text(node->caption);
  return caption.data != NULL &&
         (dt_text_is_among(dt_text(node->tag), "dt|th|label") || dt_text_ends(caption, DT_TEXT(":")));
}

/* Whether the label right before a node, or before one of its nearest ancestors, was found too; true if it has none. */
static bool have_labels_near(const aligner *a, const uint32_t *parents, uint32_t n) {
  const dt_skeleton_node *nodes = a->skeleton->nodes;
  for (int level = 0; level < 3 && n != 0; level++, n = parents[n])
    for (uint32_t kid = parents[n] + 1; kid < n; kid = nodes[kid].end)
      if (nodes[kid].end == n && is_label_node(&nodes[kid])) return a->aligned[kid] != NULL;
  return true;
}

/* Drops the elements of unclear nodes, and of those whose surroundings or labels differ from those on the sample. */
static void drop_doubtful(aligner *a, const uint32_t *parents) {
  uint32_t count = a->skeleton->node_count;
  bool *doubtful = DT_ZERO(a->arena, bool, count);

  for (uint32_t n = count; n-- > 0;) {
    const dt_skeleton_node *node = &a->skeleton->nodes[n];
    a->whole[n] += 1 + (node->id != NULL) * DT_SCORE_ID + (node->class != NULL) * DT_SCORE_CLASS +
                   (node->caption != NULL) * DT_SCORE_CAPTION;
    if (a->aligned[n] != NULL) a->got[n] += pair_score(a, n, a->aligned[n]);
    if (n == 0) break;
    a->whole[parents[n]] += a->whole[n];
    a->got[parents[n]] += a->got[n];
  }

  for (uint32_t n = 0; n < count; n++)
    doubtful[n] = a->unclear[n] || !has_similar_surroundings(a, parents, n) || !have_labels_near(a, parents, n);
  for (uint32_t n = 0; n < count; n++)
    if (doubtful[n]) a->aligned[n] = NULL;
}

const xmlNode **dt_skeleton_align(const dt_skeleton *skeleton, dt_arena *arena, xmlDocPtr page) {
  uint32_t count = skeleton->node_count;
  size_t elements = 0, captions = 0;
  const xmlNode *root = page->children;

  while (root != NULL && !is_child_element(root)) root = root->next;
  for (const xmlNode *node = root; node != NULL; node = dt_node_next(root, node)) elements += is_child_element(node);

  uint32_t *parents = DT_ZERO(arena, uint32_t, count);
  for (uint32_t n = 0; n < count; n++) {
    captions += skeleton->nodes[n].caption != NULL;
    for (uint32_t kid = n + 1; kid < skeleton->nodes[n].end; kid = skeleton->nodes[kid].end) parents[kid] = n;
  }

  aligner a = {.skeleton = skeleton,
               .arena = arena,
               .cells = CELLS_PER_NODE * elements + MIN_CELLS,
               .cost = 1 + captions / CAPTIONS_PER_CELL};
  a.aligned = DT_ZERO(arena, const xmlNode *, count);
  a.unclear = DT_ZERO(arena, bool, count);
  a.whole = DT_ZERO(arena, double, count);
  a.got = DT_ZERO(arena, double, count);
  if (root != NULL && strcmp((const char *)root->name, skeleton->nodes[0].tag) == 0) a.aligned[0] = root;
  for (uint32_t n = 0; n < count; n++)
    if (a.aligned[n] != NULL && skeleton->nodes[n].end != n + 1) align_children(&a, n);
  if (a.exhausted) memset(a.aligned, 0, count * sizeof *a.aligned);
  drop_doubtful(&a, parents);
  return a.aligned;
}
