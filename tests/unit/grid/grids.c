/* grids.c: the tables of small pages as one line. */
#include "grid/grids.h"

#include <criterion/criterion.h>

void grids_read(grids_of_page *g, const char *bytes, size_t length, dt_grid_direction direction) {
  g->page = page_of_bytes(bytes, length);
  dt_scope_start(&g->scope, 0);
  if (setjmp(g->scope.escape) != 0) cr_assert_fail("out of memory");
  dt_arena_start(&g->arena, &g->scope);
  dt_arena_start(&g->scratch, &g->scope);
  g->grids = dt_grids_read(&g->arena, &g->scratch, &g->page->tree, direction);
}

void grids_free(grids_of_page *g) {
  dt_arena_free(&g->scratch);
  dt_arena_free(&g->arena);
  detm_page_free(g->page);
}

static void add_text(dt_buffer *out, detm_text text) { dt_buffer_add(out, text.data, text.length); }

static void add_cell(grids_of_page *g, const dt_grid *grid, uint32_t row, uint32_t column, dt_buffer *out) {
  uint32_t slot = dt_grid_slot(grid, row, column);
  if (slot == DT_NONE) return;
  dt_index node = dt_slot_cell(grid, slot)->node;
  dt_cell_content content = dt_cell_read(&g->scratch, grid->tree, node, grid->columns[column].head, NULL);
  for (uint32_t i = 0; i < content.item_count; i++) {
    if (i != 0) dt_buffer_byte(out, '+');
    add_text(out, content.items[i]);
  }
}

static void add_row(grids_of_page *g, const dt_grid *grid, uint32_t row, dt_buffer *out) {
  for (uint32_t c = 0; c < grid->column_count; c++) {
    if (c != 0) dt_buffer_byte(out, '|');
    add_cell(g, grid, row, c, out);
  }
}

static void add_grid(grids_of_page *g, const dt_grid *grid, dt_buffer *out) {
  for (uint32_t c = 0; c < grid->column_count; c++) {
    if (c != 0) dt_buffer_byte(out, '|');
    add_text(out, grid->columns[c].label);
  }
  dt_buffer_byte(out, ':');
  for (uint32_t r = 0; r < grid->record_count; r++) {
    dt_buffer_text(out, r == 0 ? " " : "; ");
    add_row(g, grid, grid->records[r].row, out);
    if (grid->records[r].detail == DT_NONE) continue;
    dt_buffer_text(out, " / ");
    add_cell(g, grid, grid->records[r].detail, 0, out);
  }
}

void expect_grids_in(const char *markup, dt_grid_direction direction, const char *expected) {
  grids_of_page g;
  dt_buffer out = {0};
  grids_read(&g, markup, strlen(markup), direction);
  for (uint32_t i = 0; i < g.grids.count; i++) {
    if (i != 0) dt_buffer_text(&out, " || ");
    add_grid(&g, g.grids.items[i], &out);
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  grids_free(&g);
}

void expect_grids(const char *markup, const char *expected) { expect_grids_in(markup, DT_RECORDS_DETECTED, expected); }

void expect_kinds(const char *markup, const char *expected) {
  static const char letters[DT_ROW_KINDS] = {
      [DT_ROW_RECORD] = 'r', [DT_ROW_HEAD] = 'h', [DT_ROW_REPEATED] = '=', [DT_ROW_GROUP] = 'g', [DT_ROW_DETAIL] = 'd',
      [DT_ROW_TOTAL] = 't',  [DT_ROW_NOTE] = 'n', [DT_ROW_EMPTY] = '-',    [DT_ROW_HIDDEN] = 'x'};
  grids_of_page g;
  dt_buffer out = {0};
  grids_read(&g, markup, strlen(markup), DT_RECORDS_DETECTED);
  cr_assert_eq(g.grids.count, 1, "%u tables in %s", g.grids.count, markup);
  const dt_grid *grid = g.grids.items[0];
  for (uint32_t row = 0; row < grid->row_count; row++) dt_buffer_byte(&out, letters[grid->rows[row].kind]);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  grids_free(&g);
}
