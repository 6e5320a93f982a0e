/* result/table/rows.h: results as the rows of one table, for formats whose header needs the fields of all pages.
 *
 * rows.c keeps the rows until the document ends and decides which columns they have; a format of tables writes the
 * header and each row into `writer->out`. */
#ifndef DT_RESULT_TABLE_ROWS_H
#define DT_RESULT_TABLE_ROWS_H

#include "result/writer.h"

/* What a column of a table has: texts, whole numbers or decimal ones. */
typedef enum dt_cell_kind { DT_CELLS_TEXT, DT_CELLS_WHOLE, DT_CELLS_DECIMAL } dt_cell_kind;

typedef struct dt_row_column {
  detm_text name;
  dt_cell_kind kind;
  bool list;      /* its field has a list of values */
  bool dates;     /* texts that are dates: "2024-02-03" */
  size_t longest; /* the bytes of its longest value */
} dt_row_column;

/* The values of a record in a column, none or more. */
typedef struct dt_row_cell {
  const detm_text *values;
  size_t count;
} dt_row_cell;

/* A format of tables.  A row has one cell for each column.  A new head begins the rows of the next group, of which only
 * formats with sheets have more than one. */
typedef struct dt_rows_format {
  void (*head)(detm_writer *writer, const dt_row_column *columns, size_t count);
  void (*row)(detm_writer *writer, const dt_row_column *columns, const dt_row_cell *cells, size_t count);
  void (*end)(detm_writer *writer); /* NULL = nothing follows the rows */
} dt_rows_format;

/* The functions of dt_format for a format of tables: those for records, and all of them. */
#define DT_ROWS_RECORDS(table)                                                                                         \
  .rows = (table), .record_begin = dt_rows_record_begin, .field = dt_rows_field, .part = dt_rows_part,                 \
  .has_field = dt_rows_has_field, .record_end = dt_rows_record_end
#define DT_ROWS_FORMAT(table)                                                                                          \
  DT_ROWS_RECORDS(table), .start = dt_rows_start, .page_begin = dt_rows_page_begin,                                    \
                          .region_begin = dt_rows_region_begin, .close = dt_rows_close, .free = dt_rows_free

bool dt_rows_start(detm_writer *writer);
void dt_rows_page_begin(detm_writer *writer, const detm_page_info *page);
void dt_rows_region_begin(detm_writer *writer, const detm_region_info *region);
void dt_rows_record_begin(detm_writer *writer, size_t number);
void dt_rows_field(detm_writer *writer, const detm_field *field, detm_text head);
void dt_rows_part(detm_writer *writer, const dt_typed_part *part);
bool dt_rows_has_field(detm_writer *writer, detm_text name);
void dt_rows_record_end(detm_writer *writer);
void dt_rows_close(detm_writer *writer);
/* What the rows that are being written have in common: the name of their page or the host of their site; else empty. */
detm_text dt_rows_group_name(const detm_writer *writer);
void dt_rows_free(detm_writer *writer);

#endif
