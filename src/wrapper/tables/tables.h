/* wrapper/tables/tables.h: what the tables of a page have besides the records of a result.
 *
 * totals.c           rows of sums as records, if the caller wants them
 * other_tables.c     tables with other headers than the main one; tables without rows
 * changed_columns.c  columns that differ from those of a wrapper
 *
 * Beside these are grid_columns.h, which columns the cells of a wrapper are, and cell_marks.h, what was added to a
 * cell. */
#ifndef DT_WRAPPER_TABLES_H
#define DT_WRAPPER_TABLES_H

#include "wrapper/extract.h"

/* Adds rows of totals to the records of a region, by the wrapper that was learned without them. */
void dt_totals_add(dt_wrapper_result *result, dt_result_region *region, detm_wrapper *wrapper, size_t most_records);

/* Remarks on tables with other headers than those of the main region, which is a table. */
void dt_other_tables_note(dt_wrapper_result *result, const dt_engine *engine);
/* A sentence about a table that has a header and no rows: the first one, or that which is chosen by a path or caption
 * (NULL: any).  NULL = the page has none. */
const char *dt_table_without_rows(dt_arena *arena, const dt_engine *engine, const char *chosen);

/* Notes the columns of a table that the wrapper of its region does not have, has under another header, or has alone;
 * warns of them. */
void dt_changed_columns_find(dt_wrapper_result *result, dt_result_region *region);

/* Adds a remark; `kind` is a new one. */
void dt_remark_add(dt_wrapper_result *result, detm_remark_kind kind, const char *text, const char *path);

#endif
