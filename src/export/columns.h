/* export/columns.h: the columns of a table in XPath.
 *
 * A wrapper knows a column by its header, wherever it is.  XPath 1.0 has no variables: it finds the column of a header
 * by counting the cells of the head row, and takes the cell of the record that has this number. */
#ifndef DT_EXPORT_COLUMNS_H
#define DT_EXPORT_COLUMNS_H

#include "export/sample.h"

/* How the text of a head cell is compared with the header that the wrapper knows, which is what a reader sees. */
typedef enum dt_header_test {
  DT_HEADER_UNKNOWN,  /* there is no header, or no cell has it: the wrapper joined it from several */
  DT_HEADER_EQUAL,    /* the cell has this text */
  DT_HEADER_UNSPACED, /* the same without white space: "Boats<br>a year" */
  DT_HEADER_BEGINNING /* it begins with this text: "People<sup>[1]</sup>" */
} dt_header_test;

/* How the cell of a column is found in a row, in the order of preference. */
typedef enum dt_way {
  DT_WAY_HEADER,       /* by the number of its header in the head row */
  DT_WAY_HEADER_SPAN,  /* by the number of columns that the cells before it cover */
  DT_WAY_HEADER_LAST,  /* by its number from the end: cells of the rows above cover the first columns */
  DT_WAY_HEADER_ABOVE, /* the last row that has enough cells has it, and it covers the rows below */
  DT_WAY_PLACE,        /* likewise by the number of the column on the pages that the wrapper was learned from */
  DT_WAY_PLACE_SPAN,
  DT_WAY_PLACE_LAST,
  DT_WAY_PLACE_ABOVE,
  DT_WAYS
} dt_way;

typedef struct dt_column {
  const dt_wrapper_node *cell;
  detm_text header;      /* empty = none */
  uint32_t number, same; /* it is this one, from 1, of so many columns with the same header */
  dt_header_test test;
  const char *tag; /* of the head cell: "th", "td", or "*" if both occur */
  bool in_head;    /* the head cell is in a thead */
  uint32_t row;    /* number of its row in the table, from 1; 0 = any */
  bool seen;       /* a sample page has its header */
} dt_column;

typedef struct dt_columns {
  dt_column *items;     /* in the order of the wrapper */
  uint32_t count, last; /* last: the highest number of a column */
} dt_columns;

/* Finds the columns of a wrapper, none if its records are not rows of a table, and their headers on sample pages;
 * without these a header is expected in a th.  DETM_NO_MEMORY.  dt_columns_free frees the columns in any case. */
detm_status dt_columns_find(dt_columns *columns, const detm_wrapper *wrapper, const dt_sample_page *pages, size_t count,
                            detm_error *error) DETM_CHECK;
void dt_columns_free(dt_columns *columns);

/* The column of a wrapper's cell; NULL = none. */
const dt_column *dt_columns_of(const dt_columns *columns, const dt_wrapper_node *cell);
/* The first way to find a column. */
dt_way dt_column_first_way(const dt_column *column);
static inline bool dt_way_is_by_place(dt_way way) { return way >= DT_WAY_PLACE; }

/* Write the cell of a column, from its row; CSS: nothing if it cannot say that. */
void dt_column_write(dt_buffer *xpath, const dt_columns *columns, const dt_column *column, dt_way way);
void dt_column_write_css(dt_buffer *css, const dt_columns *columns, const dt_column *column, dt_way way);
/* Writes tables by their first headers, at most `most`; false: no header is known. */
bool dt_columns_write_table(dt_buffer *xpath, const dt_columns *columns, uint32_t most);
/* Writes the test that a row is not of a head of td. */
void dt_columns_write_no_head(dt_buffer *xpath, const dt_columns *columns);

#endif
