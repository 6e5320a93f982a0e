/* engine/tree_distance.h: tree edit distance of shapes (doc/method 2.2), similarity (2.3). */
#ifndef DT_ENGINE_TREE_DISTANCE_H
#define DT_ENGINE_TREE_DISTANCE_H

#include <detm/page.h>

#include "html/tree_shape.h"

/* A set of shapes with the distances computed so far. */
typedef struct dt_distances dt_distances;

/* Distances between shapes of `shapes`, in an arena with a scope.  The caller has checked the options.  budget: cells
 * of dynamic programming that may be filled (0 = no bound); after that unequal shapes count as entirely different. */
dt_distances *dt_distances_new(dt_arena *arena, dt_shapes *shapes, const detm_distance_options *options,
                               uint64_t budget);

/* Restricted top-down distance: the children of a node are a string, and a child is replaced, deleted or inserted with
 * its whole subtree.  At most the sum of both sizes (times the weights). */
double dt_distance(dt_distances *distances, dt_shape a, dt_shape b);

/* dt_distance if it is at most `limit`, else a value between `limit` and the distance, often from sizes and tags
 * alone. */
double dt_distance_within(dt_distances *distances, dt_shape a, dt_shape b, double limit);

/* 1 - distance / (size a + size b), in [0, 1]. */
double dt_similarity(dt_distances *distances, dt_shape a, dt_shape b);
/* Whether the similarity is above the threshold. */
bool dt_similar(dt_distances *distances, dt_shape a, dt_shape b);

/* out[n], n from 0 to count: the distance of `a` (a node or a run) to the first n of the run;
 * false if the table would be too large to fill. */
bool dt_distance_to_prefixes(dt_distances *distances, dt_shape a, const dt_shape *run, uint32_t count, double *out);

/* The shape of a run of siblings; of a single sibling its own. */
dt_shape dt_shape_of_run(dt_distances *distances, const dt_shape *run, uint32_t count);

#endif
