/* wrapper/align.h: Tree Align (METHOD 2.5): records against a wrapper tree. */
#ifndef DT_ALIGN_H
#define DT_ALIGN_H

#include "wrapper/item.h"
#include "wrapper/wrapper.h"

/* Which wrapper node each node of the items of one layout is an instance of. */
typedef struct dt_layout {
  uint64_t hash;
  uint32_t count;
  dt_wrapper_node **nodes; /* NULL = none */
  uint32_t matched;        /* nodes that are instances of something */
  uint32_t missing;        /* dt_align_top only: wrapper nodes that should be there and are not */
} dt_layout;

typedef struct dt_aligner {
  detm_wrapper *wrapper;
  dt_arena *arena;   /* layouts; has a scope */
  dt_arena *scratch; /* rewound after each record */
  dt_layout **table; /* by layout hash */
  uint32_t table_size, layout_count;
  uint64_t compared; /* pairs of children so far */
} dt_aligner;

void dt_aligner_start(dt_aligner *aligner, detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch);

/* Aligns an item with the wrapper as it is; what fits nowhere maps to NULL. */
const dt_layout *dt_align(dt_aligner *aligner, const dt_item *item);
/* Aligns an item of one node with this child of the wrapper's root alone; NULL if they cannot match. */
const dt_layout *dt_align_top(dt_aligner *aligner, dt_wrapper_node *top, const dt_item *item);
/* As dt_align, and the wrapper grows by what fits nowhere. */
const dt_layout *dt_align_learn(dt_aligner *aligner, const dt_item *item);
/* Counts the item's nodes as instances; a text that differs from the others is no constant. */
void dt_align_count(dt_aligner *aligner, const dt_layout *layout, const dt_item *item);

/* 0: no digits, 1: some, 2: at least half of it. */
unsigned dt_digits_of(detm_text text);

#endif
