/* trees.c: small trees, and two plain distances as oracles. */
#include "engine/trees.h"

#include "html/pages.h"

#include <criterion/criterion.h>

enum { MAX_NODES = 64, MAX_KIDS = 64 };

void trees_start(trees *t) {
  dt_scope_start(&t->scope, 0);
  if (setjmp(t->scope.escape) != 0) cr_assert_fail("out of memory");
  dt_arena_start(&t->arena, &t->scope);
  t->shapes = dt_shapes_new(&t->arena);
}

void trees_free(trees *t) { dt_arena_free(&t->arena); }

dt_distances *trees_distances(trees *t, const detm_distance_options *options, uint64_t budget) {
  return dt_distances_new(&t->arena, t->shapes, options != NULL ? options : &detm_distance_defaults, budget);
}

static dt_tag tag_of(char letter) { return (dt_tag)(DT_TAG_BR2 + 1 + letter - 'a'); }

static dt_shape read_tree(trees *t, const char **at) {
  dt_shape kids[MAX_KIDS];
  uint32_t count = 0;
  dt_tag tag = tag_of(*(*at)++);
  if (**at == '(')
    for (++*at; **at != ')';) {
      if (**at == ' ') ++*at;
      kids[count++] = read_tree(t, at);
    }
  if (count != 0) ++*at;
  return dt_shape_intern(t->shapes, tag, kids, count);
}

dt_shape tree_of(trees *t, const char *written) { return read_tree(t, &written); }

dt_shape tree_random(trees *t, uint32_t *seed, uint32_t size, uint32_t tags) {
  dt_shape kids[MAX_NODES];
  uint32_t count = 0;
  for (uint32_t left = size - 1; left != 0;) {
    uint32_t part = 1 + draw(seed, left);
    kids[count++] = tree_random(t, seed, part, tags);
    left -= part;
  }
  return dt_shape_intern(t->shapes, tag_of((char)('a' + draw(seed, tags))), kids, count);
}

static const dt_shape_info *info(const trees *t, dt_shape shape) { return &t->shapes->shapes[shape]; }

dt_shape tree_pruned(trees *t, uint32_t *seed, dt_shape tree) {
  dt_shape kids[MAX_NODES];
  uint32_t count = 0;
  for (uint32_t k = 0; k < info(t, tree)->kid_count; k++)
    if (draw(seed, 3) != 0) kids[count++] = tree_pruned(t, seed, dt_shape_kids(t->shapes, tree)[k]);
  return dt_shape_intern(t->shapes, info(t, tree)->tag, kids, count);
}

static double least(double a, double b) { return a < b ? a : b; }

double plain_distance(const trees *t, const detm_distance_options *o, dt_shape a, dt_shape b) {
  const dt_shape *x = dt_shape_kids(t->shapes, a), *y = dt_shape_kids(t->shapes, b);
  uint32_t n = info(t, a)->kid_count, m = info(t, b)->kid_count;
  double table[MAX_KIDS + 1][MAX_KIDS + 1];
  for (uint32_t i = 0; i <= n; i++)
    for (uint32_t j = 0; j <= m; j++) {
      table[i][j] = i == 0 && j == 0 ? 0 : 1e9;
      if (i > 0) table[i][j] = least(table[i][j], table[i - 1][j] + o->erase * info(t, x[i - 1])->size);
      if (j > 0) table[i][j] = least(table[i][j], table[i][j - 1] + o->insert * info(t, y[j - 1])->size);
      if (i > 0 && j > 0)
        table[i][j] = least(table[i][j], table[i - 1][j - 1] + plain_distance(t, o, x[i - 1], y[j - 1]));
    }
  double mapped = table[n][m] + (info(t, a)->tag != info(t, b)->tag ? o->replace : 0);
  return least(mapped, o->erase * info(t, a)->size + o->insert * info(t, b)->size);
}

/* ---- Zhang and Shasha ---- */

typedef struct postorder {
  uint32_t count;
  dt_tag tags[MAX_NODES + 1];       /* from 1 */
  uint32_t leftmost[MAX_NODES + 1]; /* leaf of each node */
} postorder;

static uint32_t add_nodes(const trees *t, dt_shape tree, postorder *p) {
  uint32_t leftmost = 0;
  for (uint32_t k = 0; k < info(t, tree)->kid_count; k++) {
    uint32_t leaf = add_nodes(t, dt_shape_kids(t->shapes, tree)[k], p);
    if (k == 0) leftmost = leaf;
  }
  p->tags[++p->count] = info(t, tree)->tag;
  return p->leftmost[p->count] = leftmost != 0 ? leftmost : p->count;
}

static bool is_keyroot(const postorder *p, uint32_t node) {
  for (uint32_t later = node + 1; later <= p->count; later++)
    if (p->leftmost[later] == p->leftmost[node]) return false;
  return true;
}

static double trees_table[MAX_NODES + 1][MAX_NODES + 1];

static void fill_forests(const postorder *a, const postorder *b, const detm_distance_options *o, uint32_t i,
                         uint32_t j) {
  static double forest[MAX_NODES + 1][MAX_NODES + 1];
  uint32_t li = a->leftmost[i], lj = b->leftmost[j];
  for (uint32_t x = li - 1; x <= i; x++)
    for (uint32_t y = lj - 1; y <= j; y++) {
      double best = x == li - 1 && y == lj - 1 ? 0 : 1e9;
      if (x >= li) best = least(best, forest[x - 1][y] + o->erase);
      if (y >= lj) best = least(best, forest[x][y - 1] + o->insert);
      if (x >= li && y >= lj && a->leftmost[x] == li && b->leftmost[y] == lj)
        best = least(best, forest[x - 1][y - 1] + (a->tags[x] != b->tags[y] ? o->replace : 0));
      else if (x >= li && y >= lj)
        best = least(best, forest[a->leftmost[x] - 1][b->leftmost[y] - 1] + trees_table[x][y]);
      forest[x][y] = best;
      if (x >= li && y >= lj && a->leftmost[x] == li && b->leftmost[y] == lj) trees_table[x][y] = best;
    }
}

double zhang_shasha(const trees *t, const detm_distance_options *o, dt_shape a, dt_shape b) {
  static postorder x, y;
  x.count = y.count = 0;
  add_nodes(t, a, &x);
  add_nodes(t, b, &y);
  for (uint32_t i = 1; i <= x.count; i++)
    for (uint32_t j = 1; j <= y.count; j++)
      if (is_keyroot(&x, i) && is_keyroot(&y, j)) fill_forests(&x, &y, o, i, j);
  return trees_table[x.count][y.count];
}
