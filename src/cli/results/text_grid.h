/* cli/results/text_grid.h: lays out cells as a table that fits a terminal, or as one block of lines for each row. */
#ifndef DT_CLI_RESULTS_TEXT_GRID_H
#define DT_CLI_RESULTS_TEXT_GRID_H

#include "base/base.h"

typedef struct dt_text_grid {
  char **cells; /* row by row, the header first; NULL = empty; control characters in them are replaced */
  size_t columns, rows;
  size_t width; /* of a line, in columns of the terminal; 0 = as wide as the cells need */
  bool plain;   /* only columns: no line under the header, numbers are not aligned to the right */
} dt_text_grid;

/* Adds the table.  Values that are too long for the width end with an ellipsis.  If the columns would be too narrow to
 * read, each row becomes a block with a line for each of its values. */
void dt_text_grid_print(dt_buffer *out, const dt_text_grid *grid);

/* Replaces CSV (RFC 4180) in place by its cells, each with a NUL, and lists them.  Returns false without memory.  The
 * caller frees grid->cells. */
bool dt_text_grid_from_csv(dt_text_grid *grid, char *csv, size_t length);

/* The width of lines on standard output: COLUMNS, or the width of the terminal; 0 = no limit. */
size_t dt_terminal_width(bool is_terminal);

#endif
