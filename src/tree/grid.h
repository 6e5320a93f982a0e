/* tree/grid.h: the cells of table rows by columns, colspan and rowspan expanded. */
#ifndef DT_GRID_H
#define DT_GRID_H

#include "tree/tree.h"

typedef struct dt_cell {
  dt_index node;         /* td or th; of an earlier row where it spans several */
  uint16_t column, span; /* first column, from 1, and how many */
} dt_cell;

typedef struct dt_grid_row {
  dt_index node;         /* the tr */
  uint32_t first, count; /* its cells, by column */
} dt_grid_row;

/* The rows of some tables. */
typedef struct dt_grid {
  const dt_tree *tree;
  dt_arena *arena;
  dt_grid_row *rows; /* by rising node once they are sorted */
  uint32_t row_count, row_capacity;
  dt_cell *cells;
  uint32_t cell_count, cell_capacity;
  uint64_t copied; /* nodes in cells that stand in a row below their own */
  uint8_t *read;   /* by node: tables read */
  bool sorted;
  bool by_columns; /* items made with it have the cells of rows by column */
} dt_grid;

/* The arena has a scope. */
void dt_grid_start(dt_grid *grid, dt_arena *arena, const dt_tree *tree);
/* Reads the table of a tr, unless it was read before. */
void dt_grid_read(dt_grid *grid, dt_index row);
/* The cells of a tr, by column; none if its table was not read. */
const dt_cell *dt_grid_cells(dt_grid *grid, dt_index row, uint32_t *count);

#endif
