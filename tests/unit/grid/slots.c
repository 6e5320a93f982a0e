/* Tests of src/grid/slots.c: the columns of cells, against a plain table of slots. */
#include "grid/grids.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(slots, .fini = find_leaks);

static detm_text text_in(const dt_tree *tree, dt_index cell) {
  bool has = tree->nodes[cell].kid_count != 0 && tree->nodes[cell + 1].tag == DT_TAG_TEXT;
  return has ? dt_text_of(tree, cell + 1) : DT_TEXT("");
}

/* Adds every row as "a1 b2-3 | ...": the text and columns of each slot. */
static void add_rows(const dt_grid *grid, dt_buffer *out) {
  for (uint32_t row = 0; row < grid->row_count; row++) {
    const dt_grid_row *r = &grid->rows[row];
    if (row != 0) dt_buffer_text(out, " | ");
    for (uint32_t s = r->first; s < r->first + r->count; s++) {
      detm_text text = text_in(grid->tree, dt_slot_cell(grid, s)->node);
      uint32_t first = grid->slots[s].column + 1u, last = first + grid->slots[s].columns - 1;
      dt_buffer_format(out, s == r->first ? "%.*s%u" : " %.*s%u", (int)text.length, text.data, first);
      if (last > first) dt_buffer_format(out, "-%u", last);
    }
  }
  dt_buffer_byte(out, '\0');
}

typedef struct table {
  detm_page *page;
  dt_scope scope;
  dt_arena arena, scratch;
  const dt_grid *grid;
} table;

static void open_table(table *t, const char *markup, size_t length) {
  t->page = page_of_bytes(markup, length);
  dt_scope_start(&t->scope, 0);
  if (setjmp(t->scope.escape) != 0) cr_assert_fail("out of memory");
  dt_arena_start(&t->arena, &t->scope);
  dt_arena_start(&t->scratch, &t->scope);
  t->grid = dt_grid_read_table(&t->arena, &t->scratch, &t->page->tree, first_of(&t->page->tree, "table"));
}

static void close_table(table *t) {
  dt_arena_free(&t->scratch);
  dt_arena_free(&t->arena);
  detm_page_free(t->page);
}

static void expect_rows(const char *markup, const char *expected) {
  table t;
  dt_buffer out = {0};
  open_table(&t, markup, strlen(markup));
  add_rows(t.grid, &out);
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  cr_expect_not(t.grid->cut);
  dt_buffer_free(&out);
  close_table(&t);
}

Test(slots, are_those_that_a_cell_spans) {
  static const char *const cases[][2] = {
      {"<table><tr><td>a<td>b<tr><th>c<td>d</table>", "a1 b2 | c1 d2"},
      {"<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>", "a1-2 b3 | c1 d2 e3"},
      {"<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>", "a1 b2 | a1 c2 | d1 e2"},
      {"<table><tr><td>a<td rowspan=3>b<td>c<tr><td>d<td>e<tr><td>f</table>", "a1 b2 c3 | d1 b2 e3 | f1 b2"},
      {"<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d</table>", "a1-2 b3 | a1-2 c3 | d1"},
      {"<table><tr><td>a<td rowspan=2>b<tr><td>c<td>d</table>", "a1 b2 | c1 b2 d3"},
      {"<table><tr><td rowspan=9>a<tr><tr><td>b</table>", "a1 | a1 | a1 b2"},
      {"<table><tr><td colspan=3>note<td>b</table>", "note1-3 b4"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_rows(cases[i][0], cases[i][1]);
}

Test(slots, reach_to_the_end_of_the_section_for_rowspan_0) {
  expect_rows("<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</tbody><tbody><tr><td>e</table>",
              "a1 b2 | a1 c2 | a1 d2 | e1");
}

Test(slots, of_cells_that_overlap_belong_to_the_later_one) {
  expect_rows("<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c<tr><td>d<td>e</table>", "a1 b2 | c1-2 | d1 e2");
}

Test(slots, end_with_their_section) {
  expect_rows("<table><thead><tr><th rowspan=3>a<th>b</thead><tbody><tr><td>c<td>d</tbody></table>", "a1 b2 | c1 d2");
  expect_rows("<table><tbody><tr><td rowspan=9>a</tbody><tbody><tr><td>b</tbody><tfoot><tr><td>c</tfoot></table>",
              "a1 | b1 | c1");
}

Test(slots, are_in_the_order_of_the_sections) {
  expect_rows("<table><tfoot><tr><td>f</tfoot><tbody><tr><td>b</tbody><thead><tr><td>h</thead></table>",
              "h1 | b1 | f1");
}

Test(slots, are_not_those_of_nested_tables) {
  expect_rows("<table><tr><td>a<table><tr><td colspan=2>b<td>c</table><td>d<tr><td>e<td>f</table>", "a1 d2 | e1 f2");
}

Test(slots, are_one_for_invalid_spans) {
  static const char *const spans[] = {"-2", "", "x", "1", "1.5", "01"};
  for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
    dt_buffer markup = {0};
    dt_buffer_format(&markup, "<table><tr><td colspan='%s' rowspan='%s'>a<td>b<tr><td>c</table>", spans[i], spans[i]);
    dt_buffer_byte(&markup, '\0');
    expect_rows(markup.data, "a1 b2 | c1");
    dt_buffer_free(&markup);
  }
  expect_rows("<table><tr><td colspan=0>a<td>b</table>", "a1 b2");
  expect_rows("<table><tr><td colspan=2px>a<td>b</table>", "a1-2 b3");
}

Test(slots, end_at_column_1000) {
  expect_rows("<table><tr><td colspan=1000000>a<td>b<tr><td colspan=999>c<td colspan=9>d<td>e</table>",
              "a1-1000 | c1-999 d1000");
  expect_rows("<table><tr><td colspan=99999999999999999999 rowspan=99999999999999999999>a<tr><td>b</table>",
              "a1-1000 | a1-1000");
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

Test(slots, agree_with_the_algorithm_of_the_standard) {
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

/* ---- hostile tables ---- */

Test(slots, do_not_grow_beyond_the_page_with_hostile_spans) {
  dt_buffer markup = {0};
  table t;
  dt_buffer_text(&markup, "<table><tr>");
  for (int n = 0; n < 256; n++) dt_buffer_text(&markup, "<td rowspan=65534>");
  for (int n = 0; n < 2000; n++) dt_buffer_text(&markup, "<tr>");
  open_table(&t, markup.data, markup.length);
  cr_expect_leq(t.grid->slot_count, 17u * t.page->tree.node_count + 65536u);
  cr_expect(t.grid->cut);
  close_table(&t);
  dt_buffer_free(&markup);
}

Test(slots, are_not_made_after_the_last_column_that_a_table_may_have) {
  for (int cells = DT_MAX_COLUMNS; cells <= DT_MAX_COLUMNS + 1; cells++) {
    dt_buffer markup = {0};
    table t;
    dt_buffer_text(&markup, "<table><tr>");
    for (int n = 0; n < cells; n++) dt_buffer_text(&markup, "<td>");
    open_table(&t, markup.data, markup.length);
    cr_expect_eq(t.grid->slot_count, DT_MAX_COLUMNS);
    cr_expect_eq(t.grid->too_wide, cells > DT_MAX_COLUMNS, "no cell is lost in silence");
    close_table(&t);
    dt_buffer_free(&markup);
  }
}

Test(slots, do_not_repeat_large_cells_in_all_rows) {
  enum { HOSTILE_ROWS = 3000, LARGE = 20000 };
  dt_buffer markup = {0};
  grids_of_page g;
  dt_buffer_text(&markup, "<table><tr><th>Name<th>Text<tr><td>n<td rowspan=65534>");
  for (int n = 0; n < LARGE / 4; n++) dt_buffer_text(&markup, "abc ");
  for (int n = 0; n < HOSTILE_ROWS; n++) dt_buffer_format(&markup, "<tr><td rowspan=65534>%d", n);
  dt_buffer_text(&markup, "</table>");
  grids_read(&g, markup.data, markup.length, DT_RECORDS_DETECTED);
  cr_assert_eq(g.grids.count, 1);
  const dt_grid *grid = g.grids.items[0];
  uint64_t bytes = 0;
  cr_expect(grid->cut);
  for (uint32_t s = 0; s < grid->slot_count; s++) bytes += text_in(grid->tree, dt_slot_cell(grid, s)->node).length;
  cr_expect_leq(bytes, 20 * (uint64_t)markup.length, "the copies are limited by the size of the page");
  grids_free(&g);
  dt_buffer_free(&markup);
}
