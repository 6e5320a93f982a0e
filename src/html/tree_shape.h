/* html/tree_shape.h: numbers the shapes of subtrees; equal subtrees have equal numbers.
 *
 * The shape of a subtree is its tag and the shapes of its children in order; attributes and words do not count.
 * Interning is exact (hash consing), so subtrees with equal numbers have distance 0, and other distances need to be
 * computed only once for each pair of shapes. */
#ifndef DT_HTML_TREE_SHAPE_H
#define DT_HTML_TREE_SHAPE_H

#include "base/base.h"
#include "base/map.h"
#include "html/elements.h"

typedef uint32_t dt_shape;
#define DT_SHAPE_NONE UINT32_MAX

typedef struct dt_shape_info {
  dt_tag tag;
  uint32_t size; /* nodes */
  uint32_t kids; /* children are kids[kids .. kids + kid_count) of the table */
  uint32_t kid_count;
  uint8_t bag[16]; /* number of nodes by kind of tag; 255 means 255 or more */
} dt_shape_info;

typedef struct dt_shapes {
  dt_arena *arena;
  dt_shape_info *shapes;
  uint32_t count, capacity;
  dt_shape *kids;
  uint32_t kid_count, kid_capacity;
  dt_lookup lookup; /* hashes of shapes, with the same numbers */
} dt_shapes;

/* Returns an empty table; NULL without memory (if the arena has no scope). */
dt_shapes *dt_shapes_new(dt_arena *arena);
/* Returns the number of a shape; DT_SHAPE_NONE without memory. */
dt_shape dt_shape_intern(dt_shapes *shapes, dt_tag tag, const dt_shape *kids, uint32_t kid_count);
static inline const dt_shape *dt_shape_kids(const dt_shapes *shapes, dt_shape shape) {
  return shapes->kids + shapes->shapes[shape].kids;
}
/* Returns a copy that may grow without changing the original; NULL without memory. */
dt_shapes *dt_shapes_copy(dt_arena *arena, const dt_shapes *from);

#endif
