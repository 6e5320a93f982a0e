/* wrapper/tables/cell_marks.h: tells what was added to the cells of a grid.
 *
 * The marks of a column are the classes of the elements around texts in its cells, and "del" if some are struck out.
 * They are known if the samples are enough to have shown them all.  A text in another class, or newly struck out, is
 * none of the value: a badge, a unit price, an old price. */
#ifndef DT_WRAPPER_CELL_MARKS_H
#define DT_WRAPPER_CELL_MARKS_H

#include "wrapper/identity.h"

/* The marks of the sample cells of one column. */
typedef struct dt_mark_count {
  detm_text word; /* in a tree */
  uint32_t cells, last;
} dt_mark_count;
typedef struct dt_mark_counts {
  DT_VEC(dt_mark_count) marks;
  uint32_t cells; /* that show text */
} dt_mark_counts;

/* Counts the marks of a cell. */
void dt_cell_marks_count(dt_mark_counts *counts, dt_arena *arena, const dt_tree *tree, dt_index cell);
/* The marks of the column, separated by blanks; NULL = they are not known. */
const char *dt_cell_marks_known(const dt_mark_counts *counts, dt_arena *arena);

/* Whether a cell of a column may show more than its value: the marks are known, and it is more than one piece of text.
 */
bool dt_cell_may_have_added(const dt_tree *tree, const dt_wrapper_node *w, dt_index cell);
/* As dt_cell_read, for a cell of a column of the wrapper: what was added is left out.  identity: of the page; NULL =
 * unknown, and nothing is left out. */
dt_cell_content dt_known_cell_read(dt_arena *arena, const dt_identity *identity, const dt_wrapper_node *w,
                                   const dt_item *item, uint32_t i);

#endif
