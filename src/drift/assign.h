/* drift/assign.h: pairs of rows and columns, each of them in one pair at most, that gain the most together. */
#ifndef DT_ASSIGN_H
#define DT_ASSIGN_H

#include "base/base.h"

#define DT_UNASSIGNED UINT32_MAX

/* gain[row * columns + column]; a pair that gains nothing (0 or less) is never made.  column_of[row] is set, and
 * DT_UNASSIGNED where the row has none.  Of equal sums the one with lower columns for lower rows is more likely, and
 * the same for the same gains.  Time: rows * rows * columns. */
void dt_assign(dt_arena *scratch, const double *gain, uint32_t rows, uint32_t columns, uint32_t *column_of);

#endif
