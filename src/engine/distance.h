/* engine/distance.h: tree edit distance of shapes (METHOD 2.2), similarity (2.3). */
#ifndef DT_DISTANCE_H
#define DT_DISTANCE_H

#include <detm/page.h>

#include "tree/shape.h"

/* One universe of shapes with the distances found so far. */
typedef struct dt_distances dt_distances;

/* Distances between shapes of `shapes`, with `options` (checked by the caller), in an arena with a
 * scope.  budget: cells of dynamic programming that may be filled, after which shapes that
 * are not equal count as wholly different; 0 = no bound. */
dt_distances *dt_distances_new(dt_arena *arena, dt_shapes *shapes, const detm_distance_options *options,
                               uint64_t budget);

/* Restricted top-down distance: every inner node is the string of its children, and a child is replaced,
 * deleted or inserted with its whole subtree.  At most the sum of both sizes (times the weights). */
double dt_distance(dt_distances *distances, dt_shape a, dt_shape b);

/* As dt_distance if that is at most `limit`; else some value above `limit` that is not greater than the
 * distance: found from sizes and tags alone where these decide. */
double dt_distance_within(dt_distances *distances, dt_shape a, dt_shape b, double limit);

/* 1 - distance / (size a + size b), in [0, 1]. */
double dt_similarity(dt_distances *distances, dt_shape a, dt_shape b);
/* Whether the similarity is above the threshold. */
bool dt_similar(dt_distances *distances, dt_shape a, dt_shape b);

/* out[n], n from 0 to count: the distance of `a` (a node or a run) to the first n of the run;
 * false if the table would be too large to fill. */
bool dt_distance_to_prefixes(dt_distances *distances, dt_shape a, const dt_shape *run, uint32_t count, double *out);

/* The shape of a run of siblings, to be compared as one: that of the sibling itself if it is one. */
dt_shape dt_shape_of_run(dt_distances *distances, const dt_shape *run, uint32_t count);

#endif
