/* repair/assign.c: the assignment problem by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987).
 *
 * Costs are negative gains.  Each row has an extra column of its own at cost 0, which means "unassigned": a row is
 * assigned only if that gains something, and every row finds a column. */
#include "repair/repair.h"

#include <math.h>

typedef struct solver {
  const double *gain;
  uint32_t rows, columns; /* as given; columns from `columns` on mean "unassigned" */
  double *row_price, *column_price;
  uint32_t *row_of; /* by column */
  double *slack;    /* by column: extra cost of the path to it */
  uint32_t *from;   /* by column: the column before it on the path */
  bool *reached;
} solver;

static double cost(const solver *s, uint32_t row, uint32_t column) {
  if (column >= s->columns) return column - s->columns == row ? 0 : INFINITY;
  double gain = s->gain[(size_t)row * s->columns + column];
  return gain > 0 ? -gain : INFINITY;
}

/* Finds the path of least cost from a row to a free column (Dijkstra's algorithm), and assigns along it. */
static void add_solver_row(solver *s, uint32_t first_row) {
  uint32_t all = s->columns + s->rows, at = DT_UNASSIGNED, row = first_row;
  for (uint32_t c = 0; c < all; c++) {
    s->slack[c] = INFINITY;
    s->reached[c] = false;
  }

  do {
    uint32_t nearest = DT_UNASSIGNED;
    for (uint32_t c = 0; c < all; c++) {
      if (s->reached[c]) continue;
      double dearer = cost(s, row, c) - s->row_price[row] - s->column_price[c];
      if (dearer < s->slack[c]) {
        s->slack[c] = dearer;
        s->from[c] = at;
      }
      if (nearest == DT_UNASSIGNED || s->slack[c] < s->slack[nearest]) nearest = c;
    }

    double by = s->slack[nearest]; /* after this change of prices the nearest column costs 0 */
    s->row_price[first_row] += by;
    for (uint32_t c = 0; c < all; c++) {
      if (s->reached[c]) {
        s->row_price[s->row_of[c]] += by;
        s->column_price[c] -= by;
      } else {
        s->slack[c] -= by;
      }
    }

    s->reached[nearest] = true;
    at = nearest;
    row = s->row_of[at];
  } while (row != DT_UNASSIGNED);

  for (uint32_t before; at != DT_UNASSIGNED; at = before) { /* along the path each row gets the column of the next */
    before = s->from[at];
    s->row_of[at] = before != DT_UNASSIGNED ? s->row_of[before] : first_row;
  }
}

void dt_assign(dt_arena *scratch, const double *gain, uint32_t rows, uint32_t columns, uint32_t *column_of) {
  dt_mark mark = dt_arena_mark(scratch);
  uint32_t all = rows + columns;
  solver s = {.gain = gain, .rows = rows, .columns = columns};

  s.row_price = DT_ZERO(scratch, double, rows);
  s.column_price = DT_ZERO(scratch, double, all);
  s.slack = DT_ARRAY(scratch, double, all);
  s.from = DT_ARRAY(scratch, uint32_t, all);
  s.row_of = DT_ARRAY(scratch, uint32_t, all);
  s.reached = DT_ARRAY(scratch, bool, all);
  for (uint32_t c = 0; c < all; c++) s.row_of[c] = DT_UNASSIGNED;

  for (uint32_t r = 0; r < rows; r++) {
    add_solver_row(&s, r);
    dt_scope_tick(scratch->scope);
  }

  for (uint32_t r = 0; r < rows; r++) column_of[r] = DT_UNASSIGNED;
  for (uint32_t c = 0; c < columns; c++)
    if (s.row_of[c] != DT_UNASSIGNED) column_of[s.row_of[c]] = c;
  dt_arena_rewind(scratch, mark);
}
