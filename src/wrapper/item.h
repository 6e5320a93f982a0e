/* wrapper/item.h: records on their way to alignment. */
#ifndef DT_ITEM_H
#define DT_ITEM_H

#include "tree/grid.h"

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

/* The nodes of a record, in scratch memory. */
dt_item dt_item_make(dt_arena *scratch, dt_grid *grid, const dt_index *nodes, uint32_t count);

/* Equal for parts of items [from, to) of equal tags, classes, links and columns. */
uint64_t dt_item_layout(const dt_item *item, uint32_t from, uint32_t to);

#endif
