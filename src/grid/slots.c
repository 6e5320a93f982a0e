/* grid/slots.c: assigns the cells of a table to columns (HTML standard, 4.9.12: forming a table).
 *
 * Cells are placed from left to right, in columns that no cell of an earlier row covers.  A cell that covers several
 * rows has a slot in each of them.  The page decides how often a cell is repeated, so the repeated bytes are limited.
 */
#include "grid/grid.h"

#include "base/search.h"
#include "base/vec.h"

enum { REPEATED_A_BYTE = 16, LEAST_REPEATED = 1 << 16 };

void dt_grid_builder_start(dt_grid_builder *b, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                           dt_index table) {
  dt_grid *grid = DT_ZERO(arena, dt_grid, 1);
  grid->tree = tree;
  grid->arena = arena;
  grid->node = grid->parent = table;
  *b = (dt_grid_builder){.grid = grid, .arena = arena};
  b->columns = DT_ARRAY(scratch, dt_covered, DT_MAX_COLUMNS);
}

void dt_grid_builder_section(dt_grid_builder *b) { b->covered_end = 0; }

/* Covers columns by a cell. */
static void cover(dt_grid_builder *b, uint32_t column, uint32_t columns, dt_covered covered) {
  while (b->covered_end < column + columns) b->columns[b->covered_end++] = (dt_covered){0};
  for (uint32_t c = column; c < column + columns; c++) b->columns[c] = covered;
}

void dt_grid_builder_row(dt_grid_builder *b, dt_index node, dt_row_section section) {
  dt_grid *grid = b->grid;
  DT_RESERVE(b->arena, grid->rows, grid->row_count, grid->row_capacity, 1);
  grid->rows[grid->row_count++] = (dt_grid_row){.node = node, .first = grid->slot_count, .section = section};
  b->column = 0;
}

static void add_slot(dt_grid_builder *b, uint32_t cell, uint32_t column, uint32_t columns) {
  dt_grid *grid = b->grid;
  DT_RESERVE(b->arena, grid->slots, grid->slot_count, grid->slot_capacity, 1);
  grid->slots[grid->slot_count++] = (dt_slot){cell, (uint16_t)column, (uint16_t)columns};
  grid->rows[grid->row_count - 1].count++;
  if (column + columns > grid->column_count) grid->column_count = column + columns;
}

/* What it costs to repeat a cell: its nodes, and the bytes of its texts. */
static uint64_t cost_of(const dt_tree *tree, dt_index cell) {
  uint64_t cost = dt_size(tree, cell);
  for (dt_index node = cell; node < tree->nodes[cell].end; node++)
    if (tree->nodes[node].tag == DT_TAG_TEXT) cost += dt_text_of(tree, node).length;
  return cost;
}

/* Whether a cell may be repeated in one more row. */
static bool may_repeat(dt_grid_builder *b, uint64_t cost) {
  uint64_t most = (uint64_t)REPEATED_A_BYTE * b->grid->tree->node_count + LEAST_REPEATED;
  if (b->copied + cost > most) {
    b->grid->cut = true;
    return false;
  }
  b->copied += cost;
  return true;
}

/* Gives slots to the cells of earlier rows that cover this column and those right after it. */
static void add_covered(dt_grid_builder *b) {
  while (b->column < b->covered_end && b->columns[b->column].rows != 0) {
    dt_covered *covered = &b->columns[b->column];
    dt_cell *cell = &b->grid->cells[covered->cell];
    uint32_t width = 0, number = covered->cell;
    uint64_t cost = covered->cost;
    /* a later cell may have taken some of its columns */
    for (uint32_t c = b->column; c < b->covered_end && b->columns[c].rows != 0 && b->columns[c].cell == number; c++) {
      b->columns[c].rows--;
      width++;
    }
    if (may_repeat(b, cost)) {
      add_slot(b, number, b->column, width);
      cell->rows = b->grid->row_count - cell->row;
    }
    b->column += width;
  }
}

void dt_grid_builder_cell(dt_grid_builder *b, dt_index node, bool head, uint32_t column, uint32_t columns,
                          uint32_t rows) {
  dt_grid *grid = b->grid;
  add_covered(b);
  while (column != DT_NONE && column > b->column && b->column < DT_MAX_COLUMNS) {
    b->column++;
    add_covered(b);
  }
  if (b->column >= DT_MAX_COLUMNS) {
    grid->too_wide = true;
    return;
  }
  if (columns > DT_MAX_COLUMNS - b->column) columns = DT_MAX_COLUMNS - b->column;

  DT_RESERVE(b->arena, grid->cells, grid->cell_count, grid->cell_capacity, 1);
  grid->cells[grid->cell_count] = (dt_cell){.node = node,
                                            .row = grid->row_count - 1,
                                            .rows = 1,
                                            .column = (uint16_t)b->column,
                                            .columns = (uint16_t)columns,
                                            .head = head};
  add_slot(b, grid->cell_count, b->column, columns);
  /* Where cells overlap, the later one is read in its own rows; below a cell of one row, the earlier one goes on. */
  for (uint32_t c = b->column; rows == 1 && c < b->column + columns && c < b->covered_end; c++)
    if (b->columns[c].rows != 0) b->columns[c].rows--;
  /* the cost is not summed in each row: the page decides how many there are */
  if (rows != 1)
    cover(b, b->column, columns,
          (dt_covered){grid->cell_count, rows == 0 ? UINT32_MAX : rows - 1, cost_of(grid->tree, node)});
  grid->cell_count++;
  b->column += columns;
}

void dt_grid_builder_row_end(dt_grid_builder *b) {
  for (; b->column < b->covered_end; b->column++) {
    add_covered(b);
    if (b->column >= b->covered_end) break;
  }
}

void dt_grid_merge_columns(dt_grid *grid, dt_arena *scratch) {
  dt_mark mark = dt_arena_mark(scratch);
  bool *begins = DT_ZERO(scratch, bool, (size_t)grid->column_count + 1);
  uint16_t *before = DT_ZERO(scratch, uint16_t, (size_t)grid->column_count + 1); /* columns that begin before each */
  for (uint32_t s = 0; s < grid->slot_count; s++) begins[grid->slots[s].column] = true;
  for (uint32_t c = 0; c < grid->column_count; c++) before[c + 1] = (uint16_t)(before[c] + begins[c]);

  for (uint32_t s = 0; s < grid->slot_count; s++) {
    dt_slot *slot = &grid->slots[s];
    uint16_t first = before[slot->column];
    slot->columns = (uint16_t)(before[slot->column + slot->columns] - first);
    slot->column = first;
  }
  for (uint32_t c = 0; c < grid->cell_count; c++) {
    dt_cell *cell = &grid->cells[c];
    uint16_t first = before[cell->column];
    cell->columns = (uint16_t)(before[cell->column + cell->columns] - first);
    cell->column = first;
  }
  grid->column_count = before[grid->column_count];
  dt_arena_rewind(scratch, mark);
}

uint32_t dt_grid_slot(const dt_grid *grid, uint32_t row, uint32_t column) {
  const dt_grid_row *r = &grid->rows[row];
  uint32_t after; /* the first slot after the column */
  DT_LOWER_BOUND(after, r->first, r->first + r->count, grid->slots[after].column <= column);
  if (after == r->first) return DT_NONE;
  const dt_slot *slot = &grid->slots[after - 1];
  return column < (uint32_t)slot->column + slot->columns ? after - 1 : DT_NONE;
}
