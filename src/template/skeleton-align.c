/* template/skeleton-align.c: Tree Align between a skeleton and a page (METHOD 3.3, step 6).
 *
 * A restricted, top-down alignment (METHOD 2.2): the roots are a pair, and within a pair the children are paired in
 * order so that what they have in common is most.  Nodes of different tags are never a pair.  A value is believed only
 * if its place is clearly better than any other, and what stands round it is much as it was on the sample. */
#include "template/skeleton.h"

#include "tree/node.h"

/* What a pair is worth, in nodes. */
#define WORTH_ID 3.0
#define WORTH_CLASS 2.0
#define WORTH_CAPTION 4.0
#define CLEAR 0.75       /* by how much a place must be better than the next best */
#define SURROUNDINGS 6.0 /* how much must be known round a value */
#define LEAST_ALIKE 0.25 /* how much of it a page must have: tags alone are enough where names have changed */

enum {
  CELLS_PER_NODE = 16,
  CELLS_AT_LEAST = 1 << 18,
  UNMATCHED = 0,
  MOST_TOKENS = 8,
  LONGEST_CLASS = 512,
  CAPTIONS_PER_CELL = 64
};

typedef struct aligner {
  const dt_skeleton *skeleton;
  dt_arena *arena;
  size_t cells;   /* that may still be filled */
  size_t cost;    /* of a pair, in cells: a text is compared with all captions */
  bool exhausted; /* there were none left */
  double *whole;  /* by node: what its subtree is worth on the sample */
  double *got;    /* what it is worth as it is aligned */
  bool *unclear;  /* another place is as good */
  const xmlNode **aligned;
} aligner;

/* The children of a pair, and what pairs of them are worth: pairs[i * columns + j]. */
typedef struct children {
  uint32_t *kids; /* of the skeleton's node */
  const xmlNode **elements;
  uint32_t rows, columns;
  double *pairs;
} children;

/* ---- one pair ---- */

/* How many tokens of `tokens` the class attribute `class` holds in its first bytes; *count of them there are. */
static unsigned tokens_in(const char *tokens, const char *class, unsigned *count) {
  const char *end = class + strnlen(class, LONGEST_CLASS);
  unsigned common = 0;
  *count = 0;
  for (size_t length; *(tokens += strspn(tokens, DT_WHITE)) != '\0'; tokens += length) {
    length = strcspn(tokens, DT_WHITE);
    if (++*count > MOST_TOKENS) break;
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

/* What a text says of a pair; false: it cannot be one. */
static bool text_agrees(const aligner *a, const dt_skeleton_node *node, const xmlNode *element) {
  char text[DT_SKELETON_CAPTION + 1];
  if (node->caption == NULL && node->field == NULL) return true;
  size_t length = dt_skeleton_text(element, text);
  if (node->caption != NULL) return length == strlen(node->caption) && memcmp(text, node->caption, length) == 0;
  return length != 0 && (length > DT_SKELETON_CAPTION || !is_some_caption(a->skeleton, text, length));
}

static double worth_alone(const dt_skeleton_node *node) {
  return 1 + (node->id != NULL) * WORTH_ID + (node->class != NULL) * WORTH_CLASS +
         (node->caption != NULL) * WORTH_CAPTION;
}

/* What the pair is worth without its children, UNMATCHED if it is none. */
static double worth_of(const aligner *a, uint32_t n, const xmlNode *element) {
  const dt_skeleton_node *node = &a->skeleton->nodes[n];
  if (strcmp(node->tag, (const char *)element->name) != 0 || !text_agrees(a, node, element)) return UNMATCHED;
  double worth = 1 + (node->caption != NULL) * WORTH_CAPTION;
  const char *id = node->id != NULL ? dt_node_value(element, "id") : NULL;
  const char *class = node->class != NULL ? dt_node_value(element, "class") : NULL;
  if (id != NULL && strcmp(id, node->id) == 0) worth += WORTH_ID;
  if (class != NULL) {
    unsigned count, common = tokens_in(node->class, class, &count);
    worth += count != 0 ? WORTH_CLASS * common / count : 0;
  }
  return worth;
}

/* ---- children ---- */

static double subtree_worth(aligner *a, uint32_t n, const xmlNode *element);

static bool is_element(const xmlNode *node) { return node->type == XML_ELEMENT_NODE; }

/* Fills in what all pairs of children are worth; false: there are none, or it would take too long. */
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
      c->pairs[(size_t)row * c->columns + column] = subtree_worth(a, c->kids[row], c->elements[column]);
  return true;
}

static double larger(double a, double b) { return a > b ? a : b; }

/* The most that the children are worth, paired in order: one row of the table at a time. */
static double best_of(aligner *a, const children *c) {
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

/* Recursion is as deep as the skeleton, DT_SKELETON_DEEPEST. */
static double subtree_worth(aligner *a, uint32_t n, const xmlNode *element) {
  dt_scope_tick(a->arena->scope);
  double worth = worth_of(a, n, element);
  if (worth <= UNMATCHED || a->skeleton->nodes[n].end == n + 1) return worth;
  dt_mark mark = dt_arena_mark(a->arena);
  children c;
  if (read_children(a, n, element, &c)) worth += best_of(a, &c);
  dt_arena_rewind(a->arena, mark);
  return worth;
}

/* ---- the alignment ---- */

/* Tables of the most that the first rows and columns, and those from a cell on, are worth. */
typedef struct tables {
  double *first, *rest; /* (rows + 1) by (columns + 1) */
  size_t width;
} tables;

static tables fill_tables(aligner *a, const children *c) {
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

/* The element that a child of the skeleton is paired with where all are paired best; *clear: all others are worse. */
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
  *clear = best - next >= CLEAR;
  return best >= t->rest[0] - CLEAR / 2 ? place : UINT32_MAX;
}

/* Pairs the children of a pair, theirs, and so on. */
static void align_children(aligner *a, uint32_t n) {
  const xmlNode *element = a->aligned[n];
  dt_mark mark = dt_arena_mark(a->arena);
  children c;
  bool read = read_children(a, n, element, &c);
  tables t = read ? fill_tables(a, &c) : (tables){0};
  for (uint32_t row = 0; read && row < c.rows; row++) {
    bool clear;
    uint32_t kid = c.kids[row], place = place_of(&c, &t, row, &clear);
    if (place == UINT32_MAX) continue;
    a->aligned[kid] = c.elements[place];
    a->unclear[kid] = a->unclear[n] || !clear;
  }
  dt_arena_rewind(a->arena, mark);
}

/* ---- what is believed ---- */

/* Whether the page has most of what stands round a node on the sample: within the nearest element in which there is
 * enough of it. */
static bool is_alike(const aligner *a, const uint32_t *parents, uint32_t n) {
  uint32_t around = n;
  while (around != 0 && a->whole[around] - a->whole[n] < SURROUNDINGS) around = parents[around];
  double whole = a->whole[around] - a->whole[n];
  return whole > 0 && (a->got[around] - a->got[n]) / whole >= LEAST_ALIKE;
}

/* Whether a text before a value is surely its label, not a value of its own. */
static bool is_label(const dt_skeleton_node *node) {
  static const char *const tags[] = {"dt", "th", "label"};
  if (node->caption == NULL) return false;
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (strcmp(node->tag, tags[i]) == 0) return true;
  return node->caption[strlen(node->caption) - 1] == ':';
}

/* Whether labels that stand right before a node, or before what is around it, were found too. */
static bool has_labels(const aligner *a, const uint32_t *parents, uint32_t n) {
  const dt_skeleton_node *nodes = a->skeleton->nodes;
  for (int level = 0; level < 3 && n != 0; level++, n = parents[n])
    for (uint32_t kid = parents[n] + 1; kid < n; kid = nodes[kid].end)
      if (nodes[kid].end == n && is_label(&nodes[kid])) return a->aligned[kid] != NULL;
  return true;
}

static void forget_doubtful(aligner *a, const uint32_t *parents) {
  uint32_t count = a->skeleton->node_count;
  bool *doubtful = DT_ZERO(a->arena, bool, count);
  for (uint32_t n = count; n-- > 0;) {
    a->whole[n] += worth_alone(&a->skeleton->nodes[n]);
    if (a->aligned[n] != NULL) a->got[n] += worth_of(a, n, a->aligned[n]);
    if (n == 0) break;
    a->whole[parents[n]] += a->whole[n];
    a->got[parents[n]] += a->got[n];
  }
  for (uint32_t n = 0; n < count; n++)
    doubtful[n] = a->unclear[n] || !is_alike(a, parents, n) || !has_labels(a, parents, n);
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
               .cells = CELLS_PER_NODE * elements + CELLS_AT_LEAST,
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
  forget_doubtful(&a, parents);
  return a.aligned;
}
