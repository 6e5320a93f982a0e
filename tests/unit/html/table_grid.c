/* Tests of src/html/table_grid.c: columns of table rows, against a plain table of slots. */
#include "html/table_grid.h"

#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(grid, .fini = find_leaks);

typedef struct table {
  detm_page *page;
  dt_scope scope;
  dt_arena arena;
  dt_grid grid;
} table;

static void open_table(table *t, const char *markup, size_t length) {
  t->page = page_of_bytes(markup, length);
  dt_scope_start(&t->scope, 0);
  if (setjmp(t->scope.escape) != 0) cr_assert_fail("out of memory");
  dt_arena_start(&t->arena, &t->scope);
  dt_grid_start(&t->grid, &t->arena, &t->page->tree);
  for (dt_index node = 0; node < t->page->tree.node_count; node++)
    if (t->page->tree.nodes[node].tag == DT_TAG_tr) dt_grid_read(&t->grid, node);
}

static void close_table(table *t) {
  dt_arena_free(&t->arena);
  detm_page_free(t->page);
}

static detm_text text_in(const dt_tree *tree, dt_index cell) {
  bool has = tree->nodes[cell].kid_count != 0 && tree->nodes[cell + 1].tag == DT_TAG_TEXT;
  return has ? dt_text_of(tree, cell + 1) : DT_TEXT("");
}

/* Adds every row as "a1 b2-3 | ...": the text and columns of each cell, whether it has one entry or one for each
 * column. */
static void add_rows(table *t, dt_buffer *out) {
  const dt_tree *tree = &t->page->tree;
  bool first = true;
  for (dt_index node = 0; node < tree->node_count; node++) {
    uint32_t count;
    if (tree->nodes[node].tag != DT_TAG_tr) continue;
    const dt_cell *cells = dt_grid_cells(&t->grid, node, &count);
    if (!first) dt_buffer_text(out, " | ");
    first = false;
    for (uint32_t c = 0, end; c < count; c = end) {
      uint32_t last = cells[c].column + cells[c].span - 1u;
      for (end = c + 1; end < count && cells[end].node == cells[c].node && cells[end].column == last + 1; end++)
        last += cells[end].span;
      detm_text text = text_in(tree, cells[c].node);
      dt_buffer_format(out, c == 0 ? "%.*s%u" : " %.*s%u", (int)text.length, text.data, cells[c].column);
      if (last > cells[c].column) dt_buffer_format(out, "-%u", last);
    }
  }
  dt_buffer_byte(out, '\0');
}

static void expect_rows(const char *markup, const char *expected) {
  table t;
  dt_buffer out = {0};
  open_table(&t, markup, strlen(markup));
  add_rows(&t, &out);
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  close_table(&t);
}

Test(grid, expands_spans) {
  static const char *const cases[][2] = {
      {"<table><tr><td>a<td>b<tr><th>c<td>d</table>", "a1 b2 | c1 d2"},
      {"<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>", "a1-2 b3 | c1 d2 e3"},
      {"<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>", "a1 b2 | a1 c2 | d1 e2"},
      {"<table><tr><td>a<td rowspan=3>b<td>c<tr><td>d<td>e<tr><td>f</table>", "a1 b2 c3 | d1 b2 e3 | f1 b2"},
      {"<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d</table>", "a1-2 b3 | a1-2 c3 | d1"},
      {"<table><tr><td>a<td rowspan=2>b<tr><td>c<td>d</table>", "a1 b2 | c1 b2 d3"},
      {"<table><tr><td rowspan=9>a<tr><tr><td>b</table>", "a1 | a1 | a1 b2"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_rows(cases[i][0], cases[i][1]);
}

Test(grid, assigns_short_cells_to_each_of_their_columns) {
  table t;
  uint32_t count;
  const char *markup = "<table><tr><td colspan=2>a<td>b<td>c<td>d</table>";
  open_table(&t, markup, strlen(markup));
  const dt_cell *cells = dt_grid_cells(&t.grid, first_of(&t.page->tree, "tr"), &count);
  cr_assert_eq(count, 5);
  for (uint32_t c = 0; c < 5; c++) {
    cr_expect_eq(cells[c].column, c + 1);
    cr_expect_eq(cells[c].span, 1);
    cr_expect_eq(cells[c].node == cells[0].node, c < 2);
  }
  close_table(&t);
}

Test(grid, leaves_a_cell_that_spans_half_of_the_row_as_it_is) {
  table t;
  uint32_t count;
  const char *markup = "<table><tr><td colspan=3>note<td>b</table>";
  open_table(&t, markup, strlen(markup));
  const dt_cell *cells = dt_grid_cells(&t.grid, first_of(&t.page->tree, "tr"), &count);
  cr_assert_eq(count, 2);
  cr_expect_eq(cells[0].span, 3);
  cr_expect_eq(cells[1].column, 4);
  close_table(&t);
}

Test(grid, ends_spans_that_overlap_with_their_rows) {
  expect_rows("<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c<tr><td>d<td>e</table>", "a1 b2 | c1-2 | d1 e2");
}

Test(grid, ends_spans_with_their_section) {
  expect_rows("<table><thead><tr><th rowspan=3>a<th>b</thead><tbody><tr><td>c<td>d</tbody></table>", "a1 b2 | c1 d2");
  expect_rows("<table><tbody><tr><td rowspan=9>a</tbody><tbody><tr><td>b</tbody><tfoot><tr><td>c</tfoot></table>",
              "a1 | b1 | c1");
}

Test(grid, keeps_nested_tables_separate) {
  expect_rows("<table><tr><td>a<table><tr><td colspan=2>b<td>c</table><td>d<tr><td>e<td>f</table>",
              "a1 d2 | b1-2 c3 | e1 f2");
  expect_rows("<table><tr><td>a<td rowspan=2><table><tr><td>b</table><tr><td>c</table>", "a1 2 | b1 | c1 2");
}

Test(grid, reads_invalid_spans_as_1) {
  static const char *const spans[] = {"0", "-2", "", "x", "1", "1.5", "01"};
  for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
    dt_buffer markup = {0};
    dt_buffer_format(&markup, "<table><tr><td colspan='%s' rowspan='%s'>a<td>b<tr><td>c</table>", spans[i], spans[i]);
    dt_buffer_byte(&markup, '\0');
    if (strcmp(spans[i], "0") != 0) expect_rows(markup.data, "a1 b2 | c1");
    dt_buffer_free(&markup);
  }
  expect_rows("<table><tr><td colspan=2px>a<td>b</table>", "a1-2 b3");
}

Test(grid, ends_at_column_256) {
  expect_rows("<table><tr><td colspan=1000000>a<td>b<tr><td colspan=255>c<td colspan=9>d<td>e</table>",
              "a1-256 | c1-255 d256");
  expect_rows("<table><tr><td colspan=99999999999999999999 rowspan=99999999999999999999>a<tr><td>b</table>",
              "a1-256 | a1-256");
}

Test(grid, has_no_cells_for_rows_that_were_not_read) {
  detm_page *page = page_of("<table><tr><td>a</table><table><tr id=x><td>b</table>");
  dt_scope scope;
  dt_arena arena;
  dt_grid grid;
  uint32_t count = 9;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  dt_grid_start(&grid, &arena, &page->tree);
  dt_index row = first_of(&page->tree, "tr"), other = page->tree.nodes[first_of(&page->tree, "table")].end + 2;
  cr_expect_null(dt_grid_cells(&grid, row, &count));
  cr_expect_eq(count, 0);
  dt_grid_read(&grid, other);
  dt_grid_read(&grid, other);
  cr_expect_null(dt_grid_cells(&grid, row, &count));
  cr_expect_not_null(dt_grid_cells(&grid, other, &count));
  cr_expect_eq(count, 1);
  cr_expect_eq(grid.row_count, 1, "a table is read once");
  dt_arena_free(&arena);
  detm_page_free(page);
}

/* ---- against a table of slots ---- */

enum { ROWS = 6, CELLS = 5, SLOTS = 64 };

typedef struct slots {
  char cell[ROWS + 4][SLOTS]; /* letter of the cell; 0 = free */
  bool overlap;               /* cells overlap: not a valid table */
} slots;

/* The standard's algorithm: each cell goes to the first free slot of its row and covers its rectangle. */
static void put_cell(slots *s, unsigned row, unsigned *at, char letter, unsigned columns, unsigned rows) {
  while (s->cell[row][*at] != 0) ++*at;
  for (unsigned y = row; y < row + rows; y++)
    for (unsigned x = *at; x < *at + columns; x++) {
      s->overlap = s->overlap || s->cell[y][x] != 0;
      s->cell[y][x] = letter;
    }
  *at += columns;
}

static void make_table(uint32_t seed, slots *s, dt_buffer *markup) {
  char letter = 'A';
  dt_buffer_text(markup, "<table>");
  for (unsigned row = 0; row < ROWS; row++) {
    unsigned at = 0;
    dt_buffer_text(markup, "<tr>");
    for (unsigned cells = draw(&seed, CELLS); cells > 0; cells--) {
      unsigned columns = 1 + draw(&seed, 5) / 3, rows = 1 + draw(&seed, 5) / 3 * draw(&seed, 3);
      dt_buffer_format(markup, "<td colspan=%u rowspan=%u>%c", columns, rows, letter);
      put_cell(s, row, &at, letter++, columns, rows);
    }
  }
  dt_buffer_text(markup, "</table>");
}

static void add_slots(const slots *s, dt_buffer *out) {
  for (unsigned row = 0; row < ROWS; row++) {
    bool first = true;
    if (row != 0) dt_buffer_text(out, " | ");
    for (unsigned at = 0, end; at < SLOTS; at = end) {
      for (end = at + 1; end < SLOTS && s->cell[row][at] != 0 && s->cell[row][end] == s->cell[row][at];) end++;
      if (s->cell[row][at] == 0) continue;
      dt_buffer_format(out, first ? "%c%u" : " %c%u", s->cell[row][at], at + 1);
      if (end > at + 1) dt_buffer_format(out, "-%u", end);
      first = false;
    }
  }
  dt_buffer_byte(out, '\0');
}

Test(grid, agrees_with_the_algorithm_of_the_standard) {
  unsigned compared = 0;
  for (uint32_t seed = 1; seed <= 300; seed++) {
    slots s = {0};
    dt_buffer markup = {0}, expected = {0};
    make_table(seed, &s, &markup);
    add_slots(&s, &expected);
    dt_buffer_byte(&markup, '\0');
    if (!s.overlap) expect_rows(markup.data, expected.data);
    compared += !s.overlap;
    dt_buffer_free(&markup);
    dt_buffer_free(&expected);
  }
  cr_expect_gt(compared, 100, "%u tables", compared);
}

Test(grid, does_not_grow_beyond_the_page_with_hostile_spans) {
  dt_buffer markup = {0};
  table t;
  dt_buffer_text(&markup, "<table><tr>");
  for (int n = 0; n < 256; n++) dt_buffer_text(&markup, "<td rowspan=65534>");
  for (int n = 0; n < 2000; n++) dt_buffer_text(&markup, "<tr>");
  open_table(&t, markup.data, markup.length);
  cr_expect_leq(t.grid.cell_count, 300u * t.page->tree.node_count);
  close_table(&t);
  dt_buffer_free(&markup);
}
