/* export/table_values.h: finds the selector of a field in the cells of its column. */
#ifndef DT_EXPORT_TABLE_VALUES_H
#define DT_EXPORT_TABLE_VALUES_H

#include "export/check.h"

/* For each field of a column whose selector finds other values than the wrapper: tries the other ways to find the
 * column, and the other parts of its cells.  A field for which one finds the same on all pages has no reason any more.
 * DETM_NO_MEMORY. */
detm_status dt_selectors_find_in_tables(dt_selectors *selectors, const dt_samples *samples,
                                        detm_error *error) DETM_CHECK;

#endif
