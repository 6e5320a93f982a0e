/* tests/bench/pages-tables.c: unfriendly tables: cells over very many rows or columns, tables in tables, very long and
 * very wide tables, and very many of them. */
#include "pages.h"

enum { LARGE_PART = 10 /* a large cell is this part of the page */ };

/* A cell of many elements and texts, of a tenth of the page. */
static void add_large_cell(dt_buffer *page, size_t bytes, const char *tag, bench_random *random) {
  size_t end = page->length + bytes / LARGE_PART;
  dt_buffer_text(page, tag);
  while (bench_short_of(page, end)) {
    dt_buffer_text(page, "<b>");
    bench_add_words(page, 1, random);
    dt_buffer_text(page, "</b> ");
  }
}

/* A large cell over all rows: a row for each would be the square of the page. */
void bench_long_span(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<table><tr><th>Group<th>Name<th>Number</tr>\n<tr>");
  add_large_cell(page, bytes, "<td rowspan=65534>", random);
  for (unsigned i = 0; bench_short_of(page, bytes); i++)
    dt_buffer_format(page, "%s<td>part %u<td>%u</tr>\n", i == 0 ? "" : "<tr>", i, i * 7 % 1000);
  dt_buffer_text(page, "</table>");
}

void bench_wide_spans(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<table>");
  for (unsigned i = 0; bench_short_of(page, bytes); i++)
    dt_buffer_format(page, i % 2 == 0 ? "<tr><td colspan=1000>%u</tr>\n" : "<tr><td>a<td>%u<td>b</tr>\n", i);
  dt_buffer_text(page, "</table>");
}

/* Cells that begin in each row, over the cells of earlier rows. */
void bench_overlapping_spans(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<table>");
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "<tr>");
    for (unsigned cell = bench_random_below(random, 6); cell > 0; cell--)
      dt_buffer_format(page, "<td rowspan=%u colspan=%u>%u", bench_random_below(random, 40),
                       bench_random_below(random, 40), cell);
    dt_buffer_text(page, "</tr>\n");
  }
  dt_buffer_text(page, "</table>");
}

/* Tables in cells of tables, fifty deep, with rows of values at each level. */
void bench_nested_tables(dt_buffer *page, size_t bytes, bench_random *random) {
  enum { DEPTH = 50 };
  while (bench_short_of(page, bytes)) {
    for (unsigned level = 0; level < DEPTH; level++)
      dt_buffer_format(page, "<table><tr><th>Name<th>Number</tr><tr><td>a<td>%u</tr><tr><td>b<td>",
                       bench_random_below(random, 1000));
    for (unsigned level = 0; level < DEPTH; level++) dt_buffer_text(page, "</tr></table>");
  }
}

void bench_long_table(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<table><tr><th>Name<th>Number</tr>\n");
  for (unsigned i = 0; bench_short_of(page, bytes); i++)
    dt_buffer_format(page, "<tr><td>n%u<td>%u</tr>\n", i, bench_random_below(random, 1000));
  dt_buffer_text(page, "</table>");
}

/* Many small tables with the same head. */
void bench_equal_tables(dt_buffer *page, size_t bytes, bench_random *random) {
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "<table><tr><th>Name<th>Number<th>Day</tr>");
    for (unsigned row = 0; row < 6; row++) {
      dt_buffer_text(page, "<tr><td>");
      bench_add_words(page, 1, random);
      dt_buffer_format(page, "<td>%u<td>2024-05-%02u</tr>", bench_random_below(random, 1000), row + 1);
    }
    dt_buffer_text(page, "</table>\n");
  }
}

/* Many small tables, each with another head and other columns. */
void bench_other_tables(dt_buffer *page, size_t bytes, bench_random *random) {
  for (unsigned i = 0; bench_short_of(page, bytes); i++) {
    unsigned columns = 2 + i % 30;
    dt_buffer_format(page, "<table class=\"t%u\">", i);
    for (unsigned row = 0; row < 4; row++) {
      dt_buffer_text(page, "<tr>");
      for (unsigned c = 0; c < columns; c++)
        dt_buffer_format(page, row == 0 ? "<td>c%u" : "<td>%u", i * 32 + c * (1 + bench_random_below(random, 5)));
      dt_buffer_text(page, "</tr>");
    }
    dt_buffer_text(page, "</table>\n");
  }
}

/* As many tables as a page can have: each is one cell. */
void bench_cell_tables(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  while (bench_short_of(page, bytes)) dt_buffer_text(page, "<table><tr><td>x</table>");
}

/* Rows of 5000 cells below a head with the same names. */
void bench_wide_head(dt_buffer *page, size_t bytes, bench_random *random) {
  enum { CELLS = 5000 };
  dt_buffer_text(page, "<table><tr>");
  for (unsigned c = 0; c < CELLS; c++) dt_buffer_format(page, "<th>c%u", c % 50);
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "</tr>\n<tr>");
    for (unsigned c = 0; c < CELLS; c++) dt_buffer_format(page, "<td>%u", bench_random_below(random, 10));
  }
  dt_buffer_text(page, "</table>");
}

/* A large head above many rows: the head is compared with each. */
void bench_large_head(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<table><tr>");
  add_large_cell(page, bytes, "<th>", random);
  dt_buffer_text(page, "<th>Number</tr><tr><th>Name<th>All</tr>\n");
  for (unsigned i = 0; bench_short_of(page, bytes); i++)
    dt_buffer_format(page, "<tr><td>n%u<td>%u</tr>\n", i, bench_random_below(random, 1000));
  dt_buffer_text(page, "</table>");
}

/* A table with its records in columns, as many columns as a table can have. */
void bench_columns_of_records(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<table>");
  for (unsigned row = 0; bench_short_of(page, bytes); row++) {
    dt_buffer_format(page, "<tr><th>r%u", row);
    for (unsigned c = 1; c < 1000; c++)
      dt_buffer_format(page, row % 2 == 0 ? "<td>w" : "<td>%u", bench_random_below(random, 100));
    dt_buffer_text(page, "</tr>\n");
  }
  dt_buffer_text(page, "</table>");
}
