/* grids.h: the tables of small pages as one line.
 *
 * A table is written "Name|Age: Ann|3; Bob|4": the labels of its columns, and the values of its records, in all of
 * their columns; the items of a list are joined by "+".  Tables are separated by " || ". */
#ifndef TEST_GRIDS_H
#define TEST_GRIDS_H

#include "grid/grid.h"
#include "html/pages.h"

typedef struct grids_of_page {
  detm_page *page;
  dt_scope scope;
  dt_arena arena, scratch;
  dt_grids grids;
} grids_of_page;

/* Reads the tables of data of a page; fails the test if that fails. */
void grids_read(grids_of_page *g, const char *bytes, size_t length, dt_grid_direction direction);
void grids_free(grids_of_page *g);

/* Expects these tables of data. */
void expect_grids(const char *markup, const char *expected);
void expect_grids_in(const char *markup, dt_grid_direction direction, const char *expected);
/* Expects these kinds of the rows of the only table, one letter each: h head, = repeated head, g group, d detail,
 * t total, n note, - empty, x hidden, r record. */
void expect_kinds(const char *markup, const char *expected);

#endif
