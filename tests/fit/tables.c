/* tests/fit/tables.c: prints the tables of pages for fit-tables.py, as NDJSON with a line for each page.
 *
 *   tables --names   the names of the features, each with its weight
 *   tables PAGE...   {"@page":PATH,"tables":[{"outer":N,"x":[...],"rows":[["text of a cell",...],...]},...]}
 *
 * `x` are the features of measure_features.h; `outer` is the number (from 0) of the table that this one is in, or -1.
 */
#include "base/escape.h"
#include "grid/grid.h"
#include "html/page.h"
#include "input.h"

#include <stdio.h>
#include <stdlib.h>

/* A cell of several rows is in the first of them. */
static void write_rows(const dt_grid *grid, dt_arena *scratch, dt_buffer *out) {
  for (uint32_t row = 0; row < grid->row_count; row++) {
    const dt_grid_row *r = &grid->rows[row];
    const char *before = "";
    dt_buffer_text(out, row == 0 ? "[" : ",[");
    for (uint32_t s = r->first; s < r->first + r->count; s++) {
      if (dt_slot_cell(grid, s)->row != row) continue;
      dt_buffer_text(out, before);
      fit_write_string(out, dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, s)->node));
      before = ",";
    }
    dt_buffer_byte(out, ']');
  }
}

static void write_table(const dt_grid *grid, int outer, const dt_node_sums *sums, dt_arena *scratch, dt_buffer *out) {
  double x[DT_TABLE_FEATURE_COUNT];
  dt_grid_features(grid, sums, scratch, x);
  dt_buffer_format(out, "{\"outer\":%d,\"x\":[", outer);
  for (int f = 0; f < DT_TABLE_FEATURE_COUNT; f++) dt_buffer_format(out, f == 0 ? "%.6g" : ",%.6g", x[f]);
  dt_buffer_text(out, "],\"rows\":[");
  write_rows(grid, scratch, out);
  dt_buffer_text(out, "]}");
}

static bool write_tables(const dt_tree *tree, dt_buffer *out) {
  enum { DEPTH = 256 };
  dt_arena arena, scratch;
  dt_scope scope;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  dt_arena_start(&scratch, &scope);
  bool whole = setjmp(scope.escape) == 0;
  if (whole) {
    dt_node_sums sums = dt_node_sums_read(&arena, tree);
    dt_index ends[DEPTH]; /* of the tables that are open */
    int numbers[DEPTH], open = 0, count = 0;
    for (dt_index node = 0; node < tree->node_count; node++) {
      while (open != 0 && ends[open - 1] <= node) open--;
      dt_grid *grid = dt_grid_read(&arena, &scratch, tree, node, &sums, (dt_known_heads){NULL, 0});
      if (grid == NULL || open == DEPTH) continue;
      if (count != 0) dt_buffer_byte(out, ',');
      write_table(grid, open != 0 ? numbers[open - 1] : -1, &sums, &scratch, out);
      ends[open] = tree->nodes[node].end;
      numbers[open++] = count++;
    }
  }
  dt_arena_free(&scratch);
  dt_arena_free(&arena);
  return whole;
}

static bool write_page(const char *name, dt_buffer *out) {
  detm_page_options how = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  dt_buffer file = {0};
  how.parts = DETM_PAGE_TREE;
  bool done = fit_read_file(name, &file);
  detm_page *page = done ? detm_page_parse(file.data, file.length, &how, &error) : NULL;
  done = page != NULL;
  if (done) {
    dt_buffer_text(out, "{\"@page\":");
    fit_write_string(out, dt_text(name));
    dt_buffer_text(out, ",\"tables\":[");
    done = write_tables(&page->tree, out);
    dt_buffer_text(out, "]}\n");
  }
  detm_page_free(page);
  dt_buffer_free(&file);
  if (!done) fprintf(stderr, "tables: %s: %s\n", name, error.status != DETM_OK ? error.text : "cannot be read");
  return done;
}

static bool run(char **pages) {
  bool good = true;
  for (; *pages != NULL; pages++) {
    dt_buffer out = {0};
    bool written = write_page(*pages, &out) && !out.failed;
    if (written) fwrite(out.data, 1, out.length, stdout);
    dt_buffer_free(&out);
    good = written && good;
  }
  return good && fflush(stdout) == 0;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--names") == 0) {
    for (int f = 0; f < DT_TABLE_FEATURE_COUNT; f++)
      printf("%s %g\n", dt_table_features[f].name, dt_table_features[f].weight);
    return 0;
  }
  if (count < 2 || arguments[1][0] == '-') {
    fputs("usage: tables --names | PAGE...\n", stderr);
    return 2;
  }
  return !run(arguments + 1);
}
