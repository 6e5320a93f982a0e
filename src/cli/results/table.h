/* cli/results/table.h: prints rows of named values as a table, or as records with -f. */
#ifndef DT_CLI_RESULTS_TABLE_H
#define DT_CLI_RESULTS_TABLE_H

#include <detm/detm.h>

#include "cli/common/command.h"

typedef struct dt_row_table {
  dt_run *run;
  const char *name; /* the name of the page of the records */
  const detm_column *columns;
  size_t column_count;
  char **cells; /* row by row, the header first; NULL = no value; owned */
  uint32_t cell_count, cell_capacity;
  bool failed; /* reported */
} dt_row_table;

void dt_table_start(dt_row_table *table, dt_run *run, const char *name, const detm_column *columns,
                    size_t column_count);
/* Adds a row: a value for each column, NULL = no value. */
void dt_table_add(dt_row_table *table, const char *const *values);
/* Prints the table if `done`, and frees it. */
void dt_table_end(dt_row_table *table, bool done);

#endif
