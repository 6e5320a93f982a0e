/* template/apply/skeleton_align.c: Tree Align between a skeleton and a page (doc/method 3.3, step 6).
 *
 * A restricted, top-down alignment (doc/method 2.2): the roots are paired, and the children of a pair are paired in
 * order so that the score is highest.  Nodes of different tags are never paired.  A place is accepted only if it is
 * clearly better than any other, and its surroundings are similar to those on the sample page. */
#include "template/apply/skeleton_align.h"
#include "template/apply/skeleton.h"

#include "html/dom.h"

/* Scores of a pair; its equal tags score 1. */
#define SCORE_ID 3.0
#define SCORE_CLASS 2.0
#define SCORE_CAPTION 4.0
#define MIN_LEAD 0.75        /* of the best place over the next best */
#define MIN_SURROUNDINGS 6.0 /* score of the surroundings that are compared */
#define MIN_ALIKE 0.25       /* share of it that a page must reach: equal tags are enough where names have changed */

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
  size_t cells;   /* of tables that may still be filled: the budget */
  size_t cost;    /* of a pair, in cells: a text is compared with all captions */
  bool exhausted; /* the budget is used up */
  /* By node of the skeleton: */
  double *whole; /* the score of its subtree if all of it is found */
  double *got;   /* the score as aligned */
  bool *unclear; /* another place is almost as good */
  const xmlNode **aligned;
} aligner;

/* The children of a pair, and the scores of pairing them: pairs[i * columns + j]. */
typedef struct children {
  uint32_t *kids; /* of the skeleton's node */
  const xmlNode **elements;
  uint32_t rows, columns;
  double *pairs;
} children;

/* ---- one pair ---- */

/* Returns how many of `tokens` are in the first MAX_CLASS_LENGTH bytes of `class`; sets *count to the number of tokens.
 */
static unsigned tokens_in(const char *tokens, const char *class, unsigned *count) {
  const char *end = class + strnlen(class, MAX_CLASS_LENGTH);
  unsigned common = 0;
  *count = 0;
  for (size_t length; *(tokens += strspn(tokens, DT_WHITE)) != '\0'; tokens += length) {
    length = strcspn(tokens, DT_WHITE);
    if (++*count > MAX_TOKENS) break;
    const char *at = class;
    for (size_t width; (at += strspn(at, DT_WHITE)) < end; at += width) {
      width = strcspn(at, DT_WHITE);
      if (width == length && memcmp(at, tokens, width) == 0) {
        common++;
        break;
      }
    }
  }
  return common;
}

static bool is_some_caption(const dt_skeleton *skeleton, const char *text, size_t length) {
  for (uint32_t i = 0; i < skeleton->node_count; i++) {
    const char *caption = skeleton->nodes[i].caption;
    if (caption != NULL && strlen(caption) == length && memcmp(caption, text, length) == 0) return true;
  }
  return false;
}

/* Whether the text of an element allows it to be paired with the node. */
static bool text_agrees(const aligner *a, const dt_skeleton_node *node, const xmlNode *element) {
  char text[DT_MAX_CAPTION_LENGTH + 1];
  if (node->caption == NULL && node->field == NULL) return true;
  size_t length = dt_skeleton_text(element, text);
  if (node->caption != NULL) return length == strlen(node->caption) && memcmp(text, node->caption, length) == 0;
  return length != 0 && (length > DT_MAX_CAPTION_LENGTH || !is_some_caption(a->skeleton, text, length));
}

/* Returns the highest score of a node without its children. */
static double full_score(const dt_skeleton_node *node) {
  return 1 + (node->id != NULL) * SCORE_ID + (node->class != NULL) * SCORE_CLASS +
         (node->caption != NULL) * SCORE_CAPTION;
}

/* Returns the score of a pair without its children; UNMATCHED if the nodes cannot be paired. */
static double pair_score(const aligner *a, uint32_t n, const xmlNode *element) {
  const dt_skeleton_node *node = &a->skeleton->nodes[n];
  if (strcmp(node->tag, (const char *)element->name) != 0 || !text_agrees(a, node, element)) return UNMATCHED;
  double score = 1 + (node->caption != NULL) * SCORE_CAPTION;
  const char *id = node->id != NULL ? dt_node_value(element, "id") : NULL;
  const char *class = node->class != NULL ? dt_node_value(element, "class") : NULL;
  if (id != NULL && strcmp(id, node->id) == 0) score += SCORE_ID;
  if (class != NULL) {
    unsigned count, common = tokens_in(node->class, class, &count);
    score += count != 0 ? SCORE_CLASS * common / count : 0;
  }
  return score;
}

/* ---- children ---- */

static double subtree_score(aligner *a, uint32_t n, const xmlNode *element);

static bool is_element(const xmlNode *node) { return node->type == XML_ELEMENT_NODE; }

/* Computes the scores of all pairs of children.  Returns false if there are none, or the budget is used up. */
static bool read_children(aligner *a, uint32_t n, const xmlNode *element, children *c) {
  const dt_skeleton_node *nodes = a->skeleton->nodes;
  *c = (children){0};
  for (uint32_t kid = n + 1; kid < nodes[n].end; kid = nodes[kid].end) c->rows++;
  for (const xmlNode *at = element->children; at != NULL && c->rows != 0; at = at->next) c->columns += is_element(at);
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
    if (is_element(at)) c->elements[column++] = at;
  for (row = 0; row < c->rows; row++)
    for (column = 0; column < c->columns; column++)
      c->pairs[(size_t)row * c->columns + column] = subtree_score(a, c->kids[row], c->elements[column]);
  return true;
}

static double larger(double a, double b) { return a > b ? a : b; }

/* Returns the highest score of pairing the children in order; computes one row of the table at a time. */
static double best_pairing(aligner *a, const children *c) {
  double *best = DT_ZERO(a->arena, double, c->columns + 1);
  for (uint32_t row = 0; row < c->rows; row++) {
    double diagonal = 0;
    for (uint32_t column = 0; column < c->columns; column++) {
      double above = best[column + 1], pair = c->pairs[(size_t)row * c->columns + column];
      best[column + 1] = larger(above, best[column]);
      if (pair > UNMATCHED) best[column + 1] = larger(best[column + 1], diagonal + pair);
      diagonal = above;
    }
  }
  return best[c->columns];
}

/* Returns the score of a pair with all its descendants.  Recursion is as deep as the skeleton. */
static double subtree_score(aligner *a, uint32_t n, const xmlNode *element) {
  dt_scope_tick(a->arena->scope);
  double score = pair_score(a, n, element);
  if (score <= UNMATCHED || a->skeleton->nodes[n].end == n + 1) return score;
  dt_mark mark = dt_arena_mark(a->arena);
  children c;
  if (read_children(a, n, element, &c)) score += best_pairing(a, &c);
  dt_arena_rewind(a->arena, mark);
  return score;
}

/* ---- the alignment ---- */

/* The highest scores of the children before a cell (`first`) and from a cell on (`rest`). */
typedef struct tables {
  double *first, *rest; /* (rows + 1) by (columns + 1) */
  size_t width;
} tables;

static tables compute_tables(aligner *a, const children *c) {
  tables t = {.width = (size_t)c->columns + 1};
  size_t size = t.width * ((size_t)c->rows + 1);
  t.first = DT_ZERO(a->arena, double, size);
  t.rest = DT_ZERO(a->arena, double, size);
  for (uint32_t i = 1; i <= c->rows; i++)
    for (uint32_t j = 1; j <= c->columns; j++) {
      double pair = c->pairs[(size_t)(i - 1) * c->columns + j - 1], *cell = &t.first[i * t.width + j];
      *cell = larger(cell[-1], *(cell - t.width));
      if (pair > UNMATCHED) *cell = larger(*cell, *(cell - t.width - 1) + pair);
    }
  for (uint32_t i = c->rows; i-- > 0;)
    for (uint32_t j = c->columns; j-- > 0;) {
      double pair = c->pairs[(size_t)i * c->columns + j], *cell = &t.rest[i * t.width + j];
      *cell = larger(cell[1], cell[t.width]);
      if (pair > UNMATCHED) *cell = larger(*cell, cell[t.width + 1] + pair);
    }
  return t;
}

/* Returns the column that a child of the skeleton's node is paired with in the best pairing, or UINT32_MAX.  *clear
 * says whether all other columns score clearly less. */
static uint32_t place_of(const children *c, const tables *t, uint32_t row, bool *clear) {
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
  *clear = best - next >= MIN_LEAD;
  return best >= t->rest[0] - MIN_LEAD / 2 ? place : UINT32_MAX;
}

/* Pairs the children of a pair. */
static void align_children(aligner *a, uint32_t n) {
  const xmlNode *element = a->aligned[n];
  dt_mark mark = dt_arena_mark(a->arena);
  children c;
  bool read = read_children(a, n, element, &c);
  tables t = read ? compute_tables(a, &c) : (tables){0};
  for (uint32_t row = 0; read && row < c.rows; row++) {
    bool clear;
    uint32_t kid = c.kids[row], place = place_of(&c, &t, row, &clear);
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
  while (around != 0 && a->whole[around] - a->whole[n] < MIN_SURROUNDINGS) around = parents[around];
  double whole = a->whole[around] - a->whole[n];
  return whole > 0 && (a->got[around] - a->got[n]) / whole >= MIN_ALIKE;
}

/* Whether a text before a value is certainly its label, not another value. */
static bool is_label(const dt_skeleton_node *node) {
  static const char *const tags[] = {"dt", "th", "label"};
  if (node->caption == NULL) return false;
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (strcmp(node->tag, tags[i]) == 0) return true;
  return node->caption[strlen(node->caption) - 1] == ':';
}

/* Whether the label right before a node, or before one of its nearest ancestors, was found too; true if it has none. */
static bool has_labels(const aligner *a, const uint32_t *parents, uint32_t n) {
  const dt_skeleton_node *nodes = a->skeleton->nodes;
  for (int level = 0; level < 3 && n != 0; level++, n = parents[n])
    for (uint32_t kid = parents[n] + 1; kid < n; kid = nodes[kid].end)
      if (nodes[kid].end == n && is_label(&nodes[kid])) return a->aligned[kid] != NULL;
  return true;
}

static void drop_doubtful(aligner *a, const uint32_t *parents) {
  uint32_t count = a->skeleton->node_count;
  bool *doubtful = DT_ZERO(a->arena, bool, count);
  for (uint32_t n = count; n-- > 0;) {
    a->whole[n] += full_score(&a->skeleton->nodes[n]);
    if (a->aligned[n] != NULL) a->got[n] += pair_score(a, n, a->aligned[n]);
    if (n == 0) break;
    a->whole[parents[n]] += a->whole[n];
    a->got[parents[n]] += a->got[n];
  }
  for (uint32_t n = 0; n < count; n++)
    doubtful[n] = a->unclear[n] || !has_similar_surroundings(a, parents, n) || !has_labels(a, parents, n);
  for (uint32_t n = 0; n < count; n++)
    if (doubtful[n]) a->aligned[n] = NULL;
}

static const uint32_t *find_parents(const dt_skeleton *skeleton, dt_arena *arena) {
  uint32_t *parents = DT_ZERO(arena, uint32_t, skeleton->node_count);
  for (uint32_t n = 0; n < skeleton->node_count; n++)
    for (uint32_t kid = n + 1; kid < skeleton->nodes[n].end; kid = skeleton->nodes[kid].end) parents[kid] = n;
  return parents;
}

static size_t cost_of_pair(const dt_skeleton *skeleton) {
  size_t captions = 0;
  for (uint32_t n = 0; n < skeleton->node_count; n++) captions += skeleton->nodes[n].caption != NULL;
  return 1 + captions / CAPTIONS_PER_CELL;
}

static const xmlNode *root_of(xmlDocPtr page, size_t *elements) {
  const xmlNode *node = page->children;
  while (node != NULL && !is_element(node)) node = node->next;
  *elements = 0;
  for (const xmlNode *at = node; at != NULL;) {
    *elements += is_element(at);
    if (is_element(at) && at->children != NULL) {
      at = at->children;
      continue;
    }
    while (at != node && at->next == NULL) at = at->parent;
    at = at != node ? at->next : NULL;
  }
  return node;
}

const xmlNode **dt_skeleton_align(const dt_skeleton *skeleton, dt_arena *arena, xmlDocPtr page) {
  uint32_t count = skeleton->node_count;
  size_t elements;
  const xmlNode *root = root_of(page, &elements);
  aligner a = {.skeleton = skeleton,
               .arena = arena,
               .cells = CELLS_PER_NODE * elements + MIN_CELLS,
               .cost = cost_of_pair(skeleton)};
  a.aligned = DT_ZERO(arena, const xmlNode *, count);
  a.unclear = DT_ZERO(arena, bool, count);
  a.whole = DT_ZERO(arena, double, count);
  a.got = DT_ZERO(arena, double, count);
  const uint32_t *parents = find_parents(skeleton, arena);
  if (root != NULL && strcmp((const char *)root->name, skeleton->nodes[0].tag) == 0) a.aligned[0] = root;
  for (uint32_t n = 0; n < count; n++)
    if (a.aligned[n] != NULL && skeleton->nodes[n].end != n + 1) align_children(&a, n);
  if (a.exhausted) memset(a.aligned, 0, count * sizeof *a.aligned);
  drop_doubtful(&a, parents);
  return a.aligned;
}
