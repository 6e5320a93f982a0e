/* tree/shape.h: equal subtrees have equal numbers.
 *
 * The shape of a subtree is its tag and the shapes of its children in order; attributes and the
 * words of texts do not count.  Interning is exact (hash consing), so that the distance of subtrees
 * of one number is nothing, and all others need be computed once for each pair of shapes. */
#ifndef DT_SHAPE_H
#define DT_SHAPE_H

#include "base/base.h"
#include "tree/tag.h"

typedef uint32_t dt_shape;
#define DT_SHAPE_NONE UINT32_MAX

typedef struct dt_shape_info {
  dt_tag tag;
  uint32_t size; /* nodes */
  uint32_t kids; /* children are kids[kids .. kids + kid_count) of the table */
  uint32_t kid_count;
  uint64_t hash;
  uint8_t bag[16]; /* how many nodes of each kind of tag, 255 = that or more */
} dt_shape_info;

typedef struct dt_shapes {
  dt_arena *arena;
  dt_shape_info *shapes;
  uint32_t count, capacity;
  dt_shape *kids;
  uint32_t kid_count, kid_capacity;
  dt_shape *table; /* open addressing, a power of two */
  uint32_t table_size;
} dt_shapes;

/* An empty table; NULL without memory (if the arena has no scope). */
dt_shapes *dt_shapes_new(dt_arena *arena);
/* The number of a shape; DT_SHAPE_NONE without memory. */
dt_shape dt_shape_intern(dt_shapes *shapes, dt_tag tag, const dt_shape *kids, uint32_t kid_count);
static inline const dt_shape *dt_shape_kids(const dt_shapes *shapes, dt_shape shape) {
  return shapes->kids + shapes->shapes[shape].kids;
}
/* A copy that may grow while the original stays as it is; NULL without memory. */
dt_shapes *dt_shapes_copy(dt_arena *arena, const dt_shapes *from);

#endif
