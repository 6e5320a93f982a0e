/* Rows on their way out: kept until all are there, as a table needs the width of its columns and a writer the number of
 * its records. */
#include "cli/rows.h"

#include <stdlib.h>
#include <string.h>

#include "cli/results.h"

void dt_rows_start(dt_rows *rows, dt_run *run, const char *name, const detm_column *columns, size_t column_count) {
  *rows = (dt_rows){.run = run, .name = name, .columns = columns, .column_count = column_count};
}

static bool reserve(dt_rows *rows) {
  size_t count = rows->cell_count, most = count == 0 ? 0 : 1;
  while (most != 0 && most < count) most *= 2;
  if (count + rows->column_count <= most) return true;
  while (most < count + rows->column_count) most = most == 0 ? 64 : most * 2;
  char **larger = realloc(rows->cells, most * sizeof *larger);
  if (larger != NULL) rows->cells = larger;
  return larger != NULL;
}

void dt_rows_add(dt_rows *rows, const char *const *values) {
  bool fits = !rows->failed && reserve(rows);
  for (size_t i = 0; i < rows->column_count && fits; i++) {
    char *copy = values[i] != NULL ? strdup(values[i]) : NULL;
    fits = copy != NULL || values[i] == NULL;
    if (fits) rows->cells[rows->cell_count++] = copy;
  }
  if (fits || rows->failed) return;
  dt_report_error(&rows->run->report, DT_EXIT_FAILED, NULL, 0, "no memory for so many rows");
  rows->failed = true;
}

/* ---- the table ---- */

static size_t width_of(const char *text) {
  size_t width = 0;
  for (; *text != '\0'; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

static const char *cell(const dt_rows *rows, size_t row, size_t column) {
  const char *text = rows->cells[row * rows->column_count + column];
  return text != NULL ? text : "";
}

static void print_cell(dt_output *output, const char *text, size_t width) {
  static const char blanks[] = "                                ";
  dt_output_write(output, text, strlen(text));
  for (size_t used = width_of(text); used < width;) {
    size_t more = width - used < sizeof blanks - 1 ? width - used : sizeof blanks - 1;
    dt_output_write(output, blanks, more);
    used += more;
  }
}

static void print_table(const dt_rows *rows, dt_output *output) {
  size_t widths[16] = {0}, row_count = rows->cell_count / rows->column_count;
  for (size_t i = 0; i < rows->cell_count; i++)
    if (rows->cells[i] != NULL) dt_disarm(rows->cells[i], strlen(rows->cells[i]), "");
  for (size_t c = 0; c < rows->column_count; c++) {
    widths[c] = width_of(rows->columns[c].name);
    for (size_t r = 0; r < row_count; r++)
      if (width_of(cell(rows, r, c)) > widths[c]) widths[c] = width_of(cell(rows, r, c));
  }
  for (size_t r = 0; r <= row_count; r++)
    for (size_t c = 0; c < rows->column_count; c++) {
      bool last = c + 1 == rows->column_count;
      print_cell(output, r == 0 ? rows->columns[c].name : cell(rows, r - 1, c), last ? 0 : widths[c] + 2);
      if (last) dt_output_write(output, "\n", 1);
    }
}

static void write_table(const dt_rows *rows) {
  dt_output output;
  if (!dt_output_open(&output, rows->run->options.output, rows->run->options.max_output, &rows->run->report)) return;
  if (rows->cell_count != 0) print_table(rows, &output);
  dt_output_close(&output, true, &rows->run->report);
}

/* ---- records ---- */

static detm_status push_row(const dt_rows *rows, const detm_sink *sink, size_t row, detm_error *error) {
  detm_status status = sink->record_begin(sink->data, row + 1, error);
  for (size_t c = 0; c < rows->column_count && status == DETM_OK; c++) {
    const char *text = rows->cells[row * rows->column_count + c];
    detm_field field = {.column = c, .name = rows->columns[c].name, .type = rows->columns[c].type};
    if (text == NULL) continue;
    field.value = (detm_text){text, strlen(text)};
    status = sink->field(sink->data, &field, error);
  }
  return status == DETM_OK ? sink->record_end(sink->data, error) : status;
}

static detm_status push(const dt_rows *rows, const detm_sink *sink, detm_error *error) {
  detm_page_info page = {.name = rows->name, .encoding = "UTF-8"};
  detm_region_info region = {.number = 1,
                             .path = "/",
                             .confidence = -1,
                             .fit = -1,
                             .records = rows->cell_count / rows->column_count,
                             .columns = rows->columns,
                             .column_count = rows->column_count};
  detm_status status = sink->page_begin(sink->data, &page, error);
  if (status == DETM_OK) status = sink->region_begin(sink->data, &region, error);
  for (size_t row = 0; row < region.records && status == DETM_OK; row++) status = push_row(rows, sink, row, error);
  if (status == DETM_OK) status = sink->region_end(sink->data, error);
  return status == DETM_OK ? sink->page_end(sink->data, error) : status;
}

static void write_records(const dt_rows *rows) {
  detm_error error = DETM_ERROR_NONE;
  dt_results results;
  if (!dt_results_open(&results, rows->run)) return;
  bool done = push(rows, detm_writer_sink(results.writer), &error) == DETM_OK;
  if (!done) dt_results_tell_end(&results, &error);
  dt_results_close(&results, done);
}

void dt_rows_end(dt_rows *rows, bool done) {
  if (done && !rows->failed) {
    if (rows->run->options.format_given)
      write_records(rows);
    else
      write_table(rows);
  }
  for (size_t i = 0; i < rows->cell_count; i++) free(rows->cells[i]);
  free(rows->cells);
}
