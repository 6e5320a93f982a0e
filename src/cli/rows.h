/* cli/rows.h: rows of named values: a table for people, or as records with -f. */
#ifndef DT_CLI_ROWS_H
#define DT_CLI_ROWS_H

#include <detm/detm.h>

#include "cli/command.h"

typedef struct dt_rows {
  dt_run *run;
  const char *name; /* what they are rows of, the page of the records */
  const detm_column *columns;
  size_t column_count;
  char **cells; /* row by row, NULL = none; owned */
  size_t cell_count;
  bool failed; /* reported */
} dt_rows;

void dt_rows_start(dt_rows *rows, dt_run *run, const char *name, const detm_column *columns, size_t column_count);
/* One value a column, NULL = none. */
void dt_rows_add(dt_rows *rows, const char *const *values);
/* Prints them, or with done false nothing. */
void dt_rows_end(dt_rows *rows, bool done);

#endif
