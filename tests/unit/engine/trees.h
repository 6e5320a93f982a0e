/* trees.h: small trees for the tests of distances, and the distances of textbooks.
 *
 * A tree is written a(b c(d e)); a name is a letter. */
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

/* The shape of a tree that is written. */
dt_shape tree_of(trees *trees, const char *written);
/* A random tree of `size` nodes with tags from the first `tags` letters. */
dt_shape tree_random(trees *trees, uint32_t *seed, uint32_t size, uint32_t tags);
/* The tree without some of its leaves, and leaves of what is left, chosen at random; its root stays. */
dt_shape tree_pruned(trees *trees, uint32_t *seed, dt_shape tree);

/* Distances for tests, with the default weights if options is NULL. */
dt_distances *trees_distances(trees *trees, const detm_distance_options *options, uint64_t budget);

/* doc/method 2.2 word for word: the string edit distance of the children, over and over. */
double plain_distance(const trees *trees, const detm_distance_options *options, dt_shape a, dt_shape b);
/* The distance of Zhang and Shasha, of which ours is a restriction. */
double zhang_shasha(const trees *trees, const detm_distance_options *options, dt_shape a, dt_shape b);

#endif
