/* cli/results/table.c: collects all rows, since a table needs the widths of its columns and a writer the number of its
 * records, and prints them. */
#include "cli/results/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/results/results.h"
#include "cli/results/text_grid.h"

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

void dt_table_start(dt_row_table *table, dt_run *run, const char *name, const detm_column *columns,
                    size_t column_count) {
  *table = (dt_row_table){.run = run, .name = name, .columns = columns, .column_count = column_count};
  const char **names = calloc(column_count + 1, sizeof *names);
  table->failed = names == NULL;
  if (table->failed) dt_report_memory(&run->report, NULL);
  for (size_t c = 0; c < column_count && names != NULL; c++) names[c] = columns[c].name;
  dt_table_add(table, names);
  free(names);
}

static void print_table(const dt_row_table *table) {
  dt_run *run = table->run;
  dt_output output;
  dt_buffer text = {0};
  bool fitted = dt_results_as_table(run);
  dt_text_grid grid = {.cells = table->cells,
                       .columns = table->column_count,
                       .rows = table->cell_count / table->column_count,
                       .width = fitted ? dt_terminal_width(dt_output_is_terminal(run)) : 0,
                       .plain = !fitted};
  if (!dt_output_open_run(&output, run)) return;
  dt_text_grid_print(&text, &grid);

  dt_output_close(&output, dt_output_text(&output, &text, &run->report), &run->report);
}

/* Row 0 is the header. */
static detm_status push_row(const dt_row_table *table, const detm_sink *sink, size_t row, detm_error *error) {
  detm_status status = sink->record_begin(sink->data, row, error);
  for (size_t c = 0; c < table->column_count && status == DETM_OK; c++) {
    const char *text = table->cells[row * table->column_count + c];
    detm_field field = {.column = c, .name = table->columns[c].name, .type = table->columns[c].type};
    if (text == NULL) continue;
    field.value = dt_text(text);
    status = sink->field(sink->data, &field, error);
  }
  return status == DETM_OK ? sink->record_end(sink->data, error) : status;
}

static void print_record_table(const dt_row_table *table) {
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
                             .records = table->cell_count / table->column_count - 1,
                             .columns = table->columns,
                             .column_count = table->column_count};
  detm_status status = sink->page_begin(sink->data, &page, &error);
  if (status == DETM_OK) status = sink->region_begin(sink->data, &region, &error);
  for (size_t row = 1; row <= region.records && status == DETM_OK; row++) status = push_row(table, sink, row, &error);
  if (status == DETM_OK) status = sink->region_end(sink->data, &error);
  if (status == DETM_OK) status = sink->page_end(sink->data, &error);

  if (status != DETM_OK) dt_results_report_end(&results, &error);
  dt_results_close(&results, status == DETM_OK);
}

void dt_table_end(dt_row_table *table, bool done) {
  if (done && !table->failed) {
    int format = table->run->options.results.format;
    if (format != DT_NO_FORMAT && format != DT_TABLE)
      print_record_table(table);
    else
      print_table(table);
  }
  for (size_t i = 0; i < table->cell_count; i++) free(table->cells[i]);
  free(table->cells);
}
