/* wrapper/tables/grid_columns.h: which cells of a wrapper the columns of a grid are. */
#ifndef DT_WRAPPER_GRID_COLUMNS_H
#define DT_WRAPPER_GRID_COLUMNS_H

#include <detm/wrapper.h>

#include "grid/grid.h"

/* A column of a page's grid, as the wrapper knows it. */
typedef struct dt_known_column {
  uint32_t caption; /* hash of the header in the wrapper; 0 = it has none there */
  uint16_t column;  /* its number in the wrapper, from 1; 0 = the wrapper does not have it */
  bool open;        /* the nodes in its cells are aligned, as the wrapper takes parts of them */
  bool renamed;     /* the header is another one */
} dt_known_column;

typedef struct dt_grid_map {
  const dt_grid *grid;
  const dt_known_column *columns; /* by column of the grid */
} dt_grid_map;

/* The text by which a column is known: its label, with a number if an earlier column has the same; empty = none. */
detm_text dt_grid_caption(dt_arena *arena, const dt_grid *grid, uint32_t column);

/* Finds the wrapper's cell of each column of a grid: by its header; one with another header only if it is probably a
 * column of the wrapper, renamed; one without a header by a class of its own, else by its place.  A wrapper that is
 * being learned has no cells yet: then each column is itself. */
dt_grid_map dt_grid_map_make(dt_arena *arena, const detm_wrapper *wrapper, const dt_grid *grid);

/* The share of the wrapper's headed columns whose header the grid has, 0 to 1.  Without such columns: 1 if both have as
 * many columns, else the share of columns with a class of their own whose class the grid has. */
double dt_grid_likeness(const detm_wrapper *wrapper, const dt_grid *grid);

/* The headers of the wrapper's columns. */
dt_known_heads dt_grid_heads(dt_arena *arena, const detm_wrapper *wrapper);

/* The wrapper's cells of a row, NULL = it is of no grid; they are the children of the node returned. */
struct dt_wrapper_node;
const struct dt_wrapper_node *dt_grid_cells(const detm_wrapper *wrapper);

#endif
