/* wrapper/align.h: Tree Align (METHOD 2.5): records against a wrapper tree. */
#ifndef DT_ALIGN_H
#define DT_ALIGN_H

#include "tree/grid.h"
#include "wrapper/wrapper.h"

/* A record as it is aligned: its nodes in order, table cells by column. */
typedef struct dt_item {
  const dt_tree *tree;
  dt_index *nodes;   /* all nodes of the record, in pre-order */
  uint16_t *columns; /* of table cells, 0 = no cell of a top row */
  uint16_t *spans;
  uint32_t *ends;    /* one past each node's subtree, as an index into nodes */
  uint32_t *parents; /* of each node, as an index into nodes; DT_NONE = a top node of the record */
  uint32_t count;
  uint64_t layout; /* equal for records of equal tags, classes, links and columns */
} dt_item;

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

/* The nodes of a record, in scratch memory. */
dt_item dt_item_make(dt_arena *scratch, dt_grid *grid, const dt_index *nodes, uint32_t count);

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
