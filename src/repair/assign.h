/* repair/assign.h: the assignment problem: pairs of rows and columns with the largest total gain. */
#ifndef DT_REPAIR_ASSIGN_H
#define DT_REPAIR_ASSIGN_H

#include "base/base.h"

#define DT_UNASSIGNED UINT32_MAX

/* Sets column_of[row] for each row, DT_UNASSIGNED if it has no column; each column has one row at most.
 * gain[row * columns + column]: pairs with a gain of 0 or less are never made.  Equal gains give equal results.  Time:
 * rows * rows * columns. */
void dt_assign(dt_arena *scratch, const double *gain, uint32_t rows, uint32_t columns, uint32_t *column_of);

#endif
