/* wrapper/row_cells.h: the cells of table rows by column, for rows that are records but of no grid of data (grid/grid.h):
 * tables for the layout of a page. */
#ifndef DT_WRAPPER_ROW_CELLS_H
#define DT_WRAPPER_ROW_CELLS_H

#include "base/vec.h"
#include "grid/grid.h"

typedef struct dt_row_cell {
  dt_index node;         /* td or th, of an earlier row if it spans several */
  uint16_t column, span; /* first column, from 1, and number of columns */
} dt_row_cell;

/* A row of a table that was read. */
typedef struct dt_known_row {
  dt_index node;
  const dt_grid *table;
  uint32_t row;
} dt_known_row;

/* The tables read so far. */
typedef struct dt_row_reader {
  const dt_tree *tree;
  dt_arena *arena;
  DT_VEC(dt_known_row) rows; /* sorted by node on first use */
  uint8_t *read;             /* by node: this table has been read */
  bool sorted;
  bool by_columns; /* items of rows have their cells by column */
} dt_row_reader;

/* Starts without tables; the arena has a scope. */
void dt_row_reader_start(dt_row_reader *reader, dt_arena *arena, const dt_tree *tree);
/* Reads the table of a tr, unless it has been read. */
void dt_row_reader_add(dt_row_reader *reader, dt_index row);
/* Returns the cells of a tr by column, in `arena`; NULL if its table was not read.  A cell of several columns is
 * repeated in each, except one that spans at least half of the row, which is a note or heading, or is large. */
const dt_row_cell *dt_row_cells(dt_row_reader *reader, dt_arena *arena, dt_index row, uint32_t *count);

#endif
