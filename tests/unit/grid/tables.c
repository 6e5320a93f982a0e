/* Tests of src/grid/tables.c, measure.c and transpose.c: which tables hold data, and where their records are. */
#include "grid/grids.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(tables_of_data, .fini = find_leaks);

#define ROWS "<tr><td>Ann<td>3<td>4<tr><td>Bob<td>5<td>6<tr><td>Cid<td>7<td>8"
#define NAMED "<tr><th>Name<th>Won<th>Lost"

Test(tables_of_data, are_not_tables_for_the_layout) {
  expect_grids("<table><tr><td><ul><li><a href=/1>Home</a><li><a href=/2>News</a></ul><td><h1>Title</h1><p>A text of "
               "several words.</p><p>And another one.</p></table>",
               "");
  expect_grids("<table role=presentation>" NAMED ROWS "</table>", "");
  expect_grids("<table></table>", "");
  expect_grids("<table><tr><td>a table around<table>" NAMED ROWS "</table></table>",
               "Name|Won|Lost: Ann|3|4; Bob|5|6; Cid|7|8");
}

Test(tables_of_data, of_three_rows_may_lack_a_value_in_one) {
  expect_grids("<table><tr><td>Ann<td>x<td>3<tr><td>Bob<td><td>5<tr><td>Cid<td>y<td>7</table>",
               "||: Ann|x|3; Bob||5; Cid|y|7");
}

Test(tables_of_data, may_be_other_elements_with_their_role) {
  expect_grids("<div role=table><div role=row><div role=columnheader>Name</div><div role=columnheader>Won</div></div>"
               "<div role=row><div role=cell>Ann</div><div role=cell>3</div></div>"
               "<div role=row><div role=cell>Bob</div><div role=cell>5</div></div></div>",
               "Name|Won: Ann|3; Bob|5");
}

#define ROOMS                                                                                                          \
  "<table><tr><th>Room<td>Attic<td>Hall<td>Cellar<tr><th>Area<td>9<td>16<td>25<tr><th>Price<td>$10<td>$20<td>$30"      \
  "</table>"

Test(tables_of_data, may_have_their_records_in_columns) {
  expect_grids(ROOMS, "Room|Area|Price: Attic|9|$10; Hall|16|$20; Cellar|25|$30");
  expect_grids_in(ROOMS, DT_RECORDS_IN_COLUMNS, "Room|Area|Price: Attic|9|$10; Hall|16|$20; Cellar|25|$30");
  expect_grids_in(ROOMS, DT_RECORDS_IN_ROWS, "Room|Attic|Hall|Cellar: Area|9|16|25; Price|$10|$20|$30");
  expect_grids_in("<table>" NAMED ROWS "</table>", DT_RECORDS_IN_COLUMNS, "Name|Ann|Bob|Cid: Won|3|5|7; Lost|4|6|8");
}

Test(tables_of_data, continue_the_table_before_if_they_have_no_head) {
  expect_grids("<table>" NAMED ROWS "</table><table><tr><td>Dan<td>1<td>2<tr><td>Eve<td>3<td>4</table>",
               "Name|Won|Lost: Ann|3|4; Bob|5|6; Cid|7|8 || Name|Won|Lost: Dan|1|2; Eve|3|4");
  expect_grids("<table>" NAMED ROWS "</table><h2>Places</h2><table><tr><td>Dan<td>1<td>2<tr><td>Eve<td>3<td>4</table>",
               "Name|Won|Lost: Ann|3|4; Bob|5|6; Cid|7|8 || ||: Dan|1|2; Eve|3|4");
}

#define BOOK(title, year) "<table><tr><td>Title<td>" title "<tr><td>Year<td>" year "<tr><td>Shelf<td>A</table>"

Test(tables_of_data, are_not_tables_of_labels_about_one_record_each) {
  expect_grids(BOOK("Dune", "1965") BOOK("Emma", "1815") BOOK("Ulysses", "1922"), "");
}

Test(tables_of_data, are_found_by_their_nodes) {
  static const char markup[] = "<p>a</p><table>" NAMED ROWS "</table><p>b</p>";
  grids_of_page g;
  grids_read(&g, markup, strlen(markup), DT_RECORDS_DETECTED);
  cr_assert_eq(g.grids.count, 1);
  const dt_grid *grid = g.grids.items[0];
  dt_index row = first_of(&g.page->tree, "tr");
  cr_expect_eq(dt_grids_at(&g.grids, row), grid);
  cr_expect_eq(dt_grids_at(&g.grids, grid->node), grid);
  cr_expect_null(dt_grids_at(&g.grids, 0));
  cr_expect_null(dt_grids_at(&g.grids, g.page->tree.nodes[grid->node].end));
  grids_free(&g);
}
