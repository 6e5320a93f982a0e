/* result/text/table_layout.h: collects the cells of a table, and formats the table when it ends. */
#ifndef DT_RESULT_TEXT_TABLE_LAYOUT_H
#define DT_RESULT_TEXT_TABLE_LAYOUT_H

#include "result/text/text_blocks.h"

void dt_cells_start_table(dt_text_document *d);
void dt_cells_end_table(dt_text_document *d);
void dt_cells_start_row(dt_text_document *d);
void dt_cells_end_row(dt_text_document *d);
void dt_cells_start_cell(dt_text_document *d, const dt_markup_event *event);
void dt_cells_end_cell(dt_text_document *d);
void dt_cells_apart(dt_text_document *d); /* the next text of the cell belongs to another block */

#endif
