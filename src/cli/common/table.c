/* cli/common/table.c: collects all rows, since a table needs the widths of its columns and a writer the number of its
 * records, and prints them. */
#include "cli/common/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/common/results.h"

void dt_table_start(dt_row_table *table, dt_run *run, const char *name, const detm_column *columns,
                    size_t column_count) {
  *table = (dt_row_table){.run = run, .name = name, .columns = columns, .column_count = column_count};
}

void dt_table_add(dt_row_table *table, const char *const *values) {
  bool fits =
      !table->failed && DT_RESERVE(NULL, table->cells, table->cell_count, table->cell_capacity, table->column_count);
  for (size_t i = 0; i < table->column_count && fits; i++) {
    char *copy = values[i] != NULL ? strdup(values[i]) : NULL;
    fits = copy != NULL || values[i] == NULL;
    if (fits) table->cells[table->cell_count++] = copy;
  }
  if (fits || table->failed) return;
  dt_report_memory(&table->run->report, NULL);
  table->failed = true;
}

static size_t width_of(const char *text) { return dt_utf8_count(dt_text(text)); }

/* The text of a cell; row 0 is the header. */
static const char *cell(const dt_row_table *table, size_t row, size_t column) {
  if (row == 0) return table->columns[column].name;
  const char *text = table->cells[(row - 1) * table->column_count + column];
  return text != NULL ? text : "";
}

static void print_table(const dt_row_table *table) {
  enum { MAX_COLUMNS = 16 };
  dt_output output;
  dt_buffer text = {0};
  size_t widths[MAX_COLUMNS] = {0}, row_count = table->cell_count / table->column_count + 1;
  if (!dt_output_open_run(&output, table->run)) return;
  for (size_t i = 0; i < table->cell_count; i++)
    if (table->cells[i] != NULL) dt_disarm(table->cells[i], strlen(table->cells[i]), "");
  for (size_t c = 0; c < table->column_count; c++)
    for (size_t r = 0; r < row_count; r++)
      if (width_of(cell(table, r, c)) > widths[c]) widths[c] = width_of(cell(table, r, c));
  for (size_t r = 0; r < row_count && row_count > 1; r++)
    for (size_t c = 0; c < table->column_count; c++) {
      const char *value = cell(table, r, c);
      dt_buffer_text(&text, value);
      if (c + 1 < table->column_count)
        dt_buffer_format(&text, "%*s", (int)(widths[c] + 2 - width_of(value)), "");
      else
        dt_buffer_byte(&text, '\n');
    }
  dt_output_close(&output, dt_output_text(&output, &text, &table->run->report), &table->run->report);
}

static detm_status push_row(const dt_row_table *table, const detm_sink *sink, size_t row, detm_error *error) {
  detm_status status = sink->record_begin(sink->data, row + 1, error);
  for (size_t c = 0; c < table->column_count && status == DETM_OK; c++) {
    const char *text = table->cells[row * table->column_count + c];
    detm_field field = {.column = c, .name = table->columns[c].name, .type = table->columns[c].type};
    if (text == NULL) continue;
    field.value = dt_text(text);
    status = sink->field(sink->data, &field, error);
  }
  return status == DETM_OK ? sink->record_end(sink->data, error) : status;
}

static void print_records(const dt_row_table *table) {
  detm_error error = DETM_ERROR_NONE;
  dt_results results;
  if (!dt_results_open(&results, table->run)) return;
  const detm_sink *sink = detm_writer_sink(results.writer);
  detm_page_info page = {.name = table->name, .encoding = "UTF-8"};
  detm_region_info region = {.number = 1,
                             .path = "/",
                             .confidence = -1,
                             .fit = -1,
                             .quality = -1,
                             .records = table->cell_count / table->column_count,
                             .columns = table->columns,
                             .column_count = table->column_count};
  detm_status status = sink->page_begin(sink->data, &page, &error);
  if (status == DETM_OK) status = sink->region_begin(sink->data, &region, &error);
  for (size_t row = 0; row < region.records && status == DETM_OK; row++) status = push_row(table, sink, row, &error);
  if (status == DETM_OK) status = sink->region_end(sink->data, &error);
  if (status == DETM_OK) status = sink->page_end(sink->data, &error);
  if (status != DETM_OK) dt_results_report_end(&results, &error);
  dt_results_close(&results, status == DETM_OK);
}

void dt_table_end(dt_row_table *table, bool done) {
  if (done && !table->failed) {
    if (table->run->options.results.format != DT_NO_FORMAT)
      print_records(table);
    else
      print_table(table);
  }
  for (size_t i = 0; i < table->cell_count; i++) free(table->cells[i]);
  free(table->cells);
}
