/* grid/other_heads.c: tables of several parts, each with a head of its own: "Ship, Tons, Port" above the ships, "Crew,
 * Age, Rank" above the crews.
 *
 * A value belongs to the head that the page shows above it.  So the rows below another head get the columns of that
 * head: those of the table with the same name, and new ones after them.  Where names are the same, parts share columns,
 * so nothing is lost and no value stands under a head that is not its own. */
#include "grid/grid.h"

#include "base/vec.h"

/* The columns of the part that is being read: where each column of its rows is in the table. */
typedef struct part_columns {
  dt_grid *grid;
  dt_arena *arena;
  uint32_t width;    /* columns of the rows, before any is added */
  uint32_t capacity; /* of grid->columns */
  uint16_t *place;   /* by column */
  bool *taken;       /* columns of the table that have a place in the part */
} part_columns;

static void place_as_in_table(part_columns *p) {
  for (uint32_t c = 0; c < p->width; c++) p->place[c] = (uint16_t)c;
}

static bool is_free_column(const part_columns *p, uint32_t column, detm_text name) {
  const dt_grid_column *own = &p->grid->columns[column];
  return !p->taken[column] && (dt_text_equal(own->head, name) || dt_text_equal(own->label, name));
}

/* The column for a name: the one at the same place, another, or a new one. */
static uint32_t column_for(part_columns *p, uint32_t column, detm_text name, uint32_t cell) {
  dt_grid *grid = p->grid;
  if (is_free_column(p, column, name)) return column;
  for (uint32_t found = 0; found < grid->column_count; found++)
    if (is_free_column(p, found, name)) return found;

  if (grid->column_count == DT_MAX_COLUMNS) {
    grid->too_wide = true;
    return column;
  }
  DT_RESERVE(p->arena, grid->columns, grid->column_count, p->capacity, 1);
  grid->columns[grid->column_count] = (dt_grid_column){.head = name, .label = name, .path = name, .cell = cell};
  return grid->column_count++;
}

static void place_by_head(part_columns *p, uint32_t row) {
  memset(p->taken, 0, DT_MAX_COLUMNS * sizeof *p->taken);
  for (uint32_t c = 0; c < p->width; c++) {
    uint32_t slot = dt_grid_slot(p->grid, row, c), cell = slot != DT_NONE ? p->grid->slots[slot].cell : DT_NONE;
    detm_text name = dt_text("");
    if (cell != DT_NONE) name = dt_cell_text(p->arena, p->grid->tree, p->grid->cells[cell].node);
    p->place[c] = (uint16_t)column_for(p, c, name, cell);
    p->taken[p->place[c]] = true;
    dt_scope_tick(p->arena->scope);
  }
}

/* How many columns right after each other a slot has in the table. */
static uint16_t columns_together(const part_columns *p, const dt_slot *slot) {
  uint16_t columns = 1;
  while (columns < slot->columns && p->place[slot->column + columns] == p->place[slot->column] + columns) columns++;
  return columns;
}

static void place_slots(part_columns *p, uint32_t row) {
  const dt_grid_row *own = &p->grid->rows[row];
  dt_slot *slots = p->grid->slots + own->first;

  for (uint32_t s = 0; s < own->count; s++) {
    dt_slot moved = {slots[s].cell, p->place[slots[s].column], columns_together(p, &slots[s])};
    uint32_t at = s; /* slots are sorted by column; nearly always these are already */
    for (; at != 0 && slots[at - 1].column > moved.column; at--) slots[at] = slots[at - 1];
    slots[at] = moved;
    dt_cell *cell = &p->grid->cells[moved.cell];
    if (cell->row == row) cell->column = moved.column, cell->columns = moved.columns;
  }
}

void dt_grid_place_parts(dt_grid *grid, dt_arena *arena, dt_arena *scratch) {
  part_columns p = {grid, arena, grid->column_count, grid->column_count, NULL, NULL};
  p.place = DT_ARRAY(scratch, uint16_t, p.width);
  p.taken = DT_ARRAY(scratch, bool, DT_MAX_COLUMNS);
  place_as_in_table(&p);

  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    const dt_grid_row *own = &grid->rows[row];
    if (own->other_head)
      place_by_head(&p, row);
    else if (own->kind == DT_ROW_REPEATED)
      place_as_in_table(&p);
    else if (own->kind == DT_ROW_RECORD || own->kind == DT_ROW_TOTAL)
      place_slots(&p, row);
    dt_scope_tick(arena->scope);
  }
}
