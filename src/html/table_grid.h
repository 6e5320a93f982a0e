/* html/table_grid.h: cells of table rows by column, with colspan and rowspan expanded. */
#ifndef DT_HTML_TABLE_GRID_H
#define DT_HTML_TABLE_GRID_H

#include "html/tag_tree.h"

typedef struct dt_cell {
  dt_index node;         /* td or th, of an earlier row if it spans several */
  uint16_t column, span; /* first column, from 1, and number of columns */
} dt_cell;

typedef struct dt_grid_row {
  dt_index node;         /* the tr */
  uint32_t first, count; /* its cells, by column */
} dt_grid_row;

/* Rows of the tables read so far. */
typedef struct dt_grid {
  const dt_tree *tree;
  dt_arena *arena;
  dt_grid_row *rows; /* sorted by node on first use */
  uint32_t row_count, row_capacity;
  dt_cell *cells;
  uint32_t cell_count, cell_capacity;
  uint64_t copied; /* nodes in cells repeated in rows below their own */
  uint8_t *read;   /* by node: this table has been read */
  bool sorted;
  bool by_columns; /* items of rows have their cells by column */
} dt_grid;

/* Starts an empty grid; the arena has a scope. */
void dt_grid_start(dt_grid *grid, dt_arena *arena, const dt_tree *tree);
/* Reads the table of a tr, unless it has been read. */
void dt_grid_read(dt_grid *grid, dt_index row);
/* Returns the cells of a tr by column; none if its table was not read. */
const dt_cell *dt_grid_cells(dt_grid *grid, dt_index row, uint32_t *count);

#endif
