/* cli/common/table.h: rows of named values: a table for people, or as records with -f. */
#ifndef DT_CLI_COMMON_TABLE_H
#define DT_CLI_COMMON_TABLE_H

#include <detm/detm.h>

#include "cli/common/command.h"

typedef struct dt_row_table {
  dt_run *run;
  const char *name; /* of what is listed, the page of the records */
  const detm_column *columns;
  size_t column_count;
  char **cells; /* row by row, NULL = none; owned */
  size_t cell_count;
  bool failed; /* reported */
} dt_row_table;

void dt_table_start(dt_row_table *table, dt_run *run, const char *name, const detm_column *columns,
                    size_t column_count);
/* One value a column, NULL = none. */
void dt_table_add(dt_row_table *table, const char *const *values);
/* Prints them, or with done false nothing. */
void dt_table_end(dt_row_table *table, bool done);

#endif
