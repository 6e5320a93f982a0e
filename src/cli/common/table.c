/* Rows on their way out: kept until all are there, as a table needs the width of its columns and a writer the number of
 * its records. */
#include "cli/common/table.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/results.h"

void dt_table_start(dt_row_table *table, dt_run *run, const char *name, const detm_column *columns,
                    size_t column_count) {
  *table = (dt_row_table){.run = run, .name = name, .columns = columns, .column_count = column_count};
}

static bool reserve(dt_row_table *table) {
  size_t count = table->cell_count, most = count == 0 ? 0 : 1;
  while (most != 0 && most < count) most *= 2;
  if (count + table->column_count <= most) return true;
  while (most < count + table->column_count) most = most == 0 ? 64 : most * 2;
  char **larger = realloc(table->cells, most * sizeof *larger);
  if (larger != NULL) table->cells = larger;
  return larger != NULL;
}

void dt_table_add(dt_row_table *table, const char *const *values) {
  bool fits = !table->failed && reserve(table);
  for (size_t i = 0; i < table->column_count && fits; i++) {
    char *copy = values[i] != NULL ? strdup(values[i]) : NULL;
    fits = copy != NULL || values[i] == NULL;
    if (fits) table->cells[table->cell_count++] = copy;
  }
  if (fits || table->failed) return;
  dt_report_error(&table->run->report, DT_EXIT_FAILED, NULL, 0, "not enough memory for so many rows");
  table->failed = true;
}

/* ---- the table ---- */

static size_t width_of(const char *text) {
  size_t width = 0;
  for (; *text != '\0'; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

static const char *cell(const dt_row_table *table, size_t row, size_t column) {
  const char *text = table->cells[row * table->column_count + column];
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

static void print_table(const dt_row_table *table, dt_output *output) {
  size_t widths[16] = {0}, row_count = table->cell_count / table->column_count;
  for (size_t i = 0; i < table->cell_count; i++)
    if (table->cells[i] != NULL) dt_disarm(table->cells[i], strlen(table->cells[i]), "");
  for (size_t c = 0; c < table->column_count; c++) {
    widths[c] = width_of(table->columns[c].name);
    for (size_t r = 0; r < row_count; r++)
      if (width_of(cell(table, r, c)) > widths[c]) widths[c] = width_of(cell(table, r, c));
  }
  for (size_t r = 0; r <= row_count; r++)
    for (size_t c = 0; c < table->column_count; c++) {
      bool last = c + 1 == table->column_count;
      print_cell(output, r == 0 ? table->columns[c].name : cell(table, r - 1, c), last ? 0 : widths[c] + 2);
      if (last) dt_output_write(output, "\n", 1);
    }
}

static void write_table(const dt_row_table *table) {
  dt_output output;
  if (!dt_output_open(&output, table->run->options.output.file, table->run->options.output.max_bytes,
                      &table->run->report))
    return;
  if (table->cell_count != 0) print_table(table, &output);
  dt_output_close(&output, true, &table->run->report);
}

/* ---- records ---- */

static detm_status push_row(const dt_row_table *table, const detm_sink *sink, size_t row, detm_error *error) {
  detm_status status = sink->record_begin(sink->data, row + 1, error);
  for (size_t c = 0; c < table->column_count && status == DETM_OK; c++) {
    const char *text = table->cells[row * table->column_count + c];
    detm_field field = {.column = c, .name = table->columns[c].name, .type = table->columns[c].type};
    if (text == NULL) continue;
    field.value = (detm_text){text, strlen(text)};
    status = sink->field(sink->data, &field, error);
  }
  return status == DETM_OK ? sink->record_end(sink->data, error) : status;
}

static detm_status push(const dt_row_table *table, const detm_sink *sink, detm_error *error) {
  detm_page_info page = {.name = table->name, .encoding = "UTF-8"};
  detm_region_info region = {.number = 1,
                             .path = "/",
                             .confidence = -1,
                             .fit = -1,
                             .records = table->cell_count / table->column_count,
                             .columns = table->columns,
                             .column_count = table->column_count};
  detm_status status = sink->page_begin(sink->data, &page, error);
  if (status == DETM_OK) status = sink->region_begin(sink->data, &region, error);
  for (size_t row = 0; row < region.records && status == DETM_OK; row++) status = push_row(table, sink, row, error);
  if (status == DETM_OK) status = sink->region_end(sink->data, error);
  return status == DETM_OK ? sink->page_end(sink->data, error) : status;
}

static void write_records(const dt_row_table *table) {
  detm_error error = DETM_ERROR_NONE;
  dt_results results;
  if (!dt_results_open(&results, table->run)) return;
  bool done = push(table, detm_writer_sink(results.writer), &error) == DETM_OK;
  if (!done) dt_results_report_end(&results, &error);
  dt_results_close(&results, done);
}

void dt_table_end(dt_row_table *table, bool done) {
  if (done && !table->failed) {
    if (table->run->options.results.format != DT_NO_FORMAT)
      write_records(table);
    else
      write_table(table);
  }
  for (size_t i = 0; i < table->cell_count; i++) free(table->cells[i]);
  free(table->cells);
}
