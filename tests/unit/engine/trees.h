/* trees.h: small trees for the tests of distances, and the distances of textbooks.
 *
 * A tree is written a(b c(d e)); names are letters. */
#ifndef TEST_TREES_H
#define TEST_TREES_H

#include "engine/tree_distance.h"

/* Shapes in an arena of their own. */
typedef struct trees {
  dt_arena arena;
  dt_scope scope;
  dt_shapes *shapes;
} trees;

void trees_start(trees *trees);
void trees_free(trees *trees);

/* The shape of a tree in this notation. */
dt_shape tree_of(trees *trees, const char *written);
/* A random tree of `size` nodes with tags from the first `tags` letters. */
dt_shape tree_random(trees *trees, uint32_t *seed, uint32_t size, uint32_t tags);
/* The tree with leaves removed at random, again and again; its root stays. */
dt_shape tree_pruned(trees *trees, uint32_t *seed, dt_shape tree);

/* Distances for tests, with the default weights if options is NULL. */
dt_distances *trees_distances(trees *trees, const detm_distance_options *options, uint64_t budget);

/* doc/method 2.2 to the letter: the string edit distance of the children, computed recursively. */
double plain_distance(const trees *trees, const detm_distance_options *options, dt_shape a, dt_shape b);
/* The distance of Zhang and Shasha, of which detm's is a restriction. */
double zhang_shasha(const trees *trees, const detm_distance_options *options, dt_shape a, dt_shape b);

#endif
