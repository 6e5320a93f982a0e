/* grid/transpose.c: tables with their records in columns: each row begins with a head, and the values beside it are of
 * one kind, while those of a column are not ("Area | 9 m² | 16 m²" below "Name | Attic | Hall"). */
#include "grid/grid.h"

#include "base/vec.h"

enum { WORDS = 5 /* of dt_grid_kind_of_value */, LEAST_RECORDS = 2, LEAST_ROWS = 2, MOST_COMPARED = 60 };

/* Whether a row is one cell over all columns: the heading of the rows below it. */
static bool is_heading_row(const dt_grid *grid, uint32_t row) {
  const dt_grid_row *r = &grid->rows[row];
  return r->count == 1 && grid->column_count > 1 && grid->slots[r->first].columns >= grid->column_count;
}

/* Whether the first cells of all rows below the head have a class that no other cell of these rows has. */
static bool begins_with_class(const dt_grid *grid) {
  const dt_tree *tree = grid->tree;
  dt_index first = DT_NONE;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    const dt_grid_row *r = &grid->rows[row];
    if (is_heading_row(grid, row)) continue;
    for (uint32_t s = r->first; s < r->first + r->count; s++) {
      dt_index cell = dt_slot_cell(grid, s)->node;
      if (first == DT_NONE) first = cell;
      if (dt_attribute_of(tree, first, DT_ATTRIBUTE_class).length == 0) return false;
      if (dt_have_same_class(tree, first, cell) != (s == r->first)) return false;
    }
  }
  return first != DT_NONE;
}

bool dt_grid_begins_with_heads(const dt_grid *grid) {
  uint32_t heads = 0, rows = 0;
  for (uint32_t row = 0; row < grid->row_count; row++) {
    uint32_t slot = dt_grid_slot(grid, row, 0);
    if (is_heading_row(grid, row)) continue;
    rows++;
    if (slot == DT_NONE) return false;
    const dt_cell *cell = dt_slot_cell(grid, slot);
    heads += cell->columns == 1 && (cell->head || dt_grid_is_bold(grid->tree, cell->node));
  }
  return heads + 1 >= rows && heads >= LEAST_ROWS;
}

/* Whether a row has the texts of the head once more, as every tenth row of a long table: it has no values. */
static bool repeats_head_row(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  const dt_grid_row *own = &grid->rows[row];
  uint32_t same = 0;
  if (grid->head_count != 1 || own->count < 2) return false;

  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    dt_mark mark = dt_arena_mark(scratch);
    uint32_t head = dt_grid_slot(grid, 0, grid->slots[s].column);
    detm_text text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, s)->node);
    same += head != DT_NONE && dt_text_equal(text, dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, head)->node));
    dt_arena_rewind(scratch, mark);
  }

  return same == own->count;
}

/* The rows of values that are compared. */
typedef struct compared {
  const dt_grid *grid;
  dt_arena *scratch;
  uint32_t rows[MOST_COMPARED], row_count, column_count;
} compared;

static compared rows_to_compare(const dt_grid *grid, dt_arena *scratch) {
  uint32_t columns = grid->column_count < MOST_COMPARED ? grid->column_count : MOST_COMPARED;
  compared c = {.grid = grid, .scratch = scratch, .column_count = columns};
  for (uint32_t row = grid->head_count; row < grid->row_count && c.row_count < MOST_COMPARED; row++)
    if (!repeats_head_row(grid, scratch, row)) c.rows[c.row_count++] = row;
  return c;
}

/* The kind of a cell in a column after the first; 0 = none. */
static unsigned kind_at(const compared *c, uint32_t row, uint32_t column) {
  uint32_t slot = dt_grid_slot(c->grid, c->rows[row], column);
  if (slot == DT_NONE || c->grid->slots[slot].columns > 1) return 0;
  dt_mark mark = dt_arena_mark(c->scratch);
  unsigned kind = dt_grid_kind_of_value(dt_cell_text(c->scratch, c->grid->tree, dt_slot_cell(c->grid, slot)->node));
  dt_arena_rewind(c->scratch, mark);
  return kind;
}

/* The share of rows, or of columns, whose values are all of one kind; *kinds: bits of the kinds of such rows.  Words in
 * a row are instead of a value ("10 | no limit"). */
static double of_one_kind(const compared *c, bool columns, unsigned *kinds) {
  uint32_t outer = columns ? c->column_count : c->row_count, one = 0, all = 0;
  uint32_t inner = columns ? c->row_count : c->column_count;
  *kinds = 0;

  for (uint32_t o = columns ? 1 : 0; o < outer; o++) {
    unsigned kind = 0;
    bool same = true;
    for (uint32_t i = columns ? 0 : 1; i < inner; i++) {
      unsigned own = columns ? kind_at(c, i, o) : kind_at(c, o, i);
      bool instead = !columns && (own == WORDS) != (kind == WORDS);
      same = same && (own == 0 || kind == 0 || own == kind || instead);
      if (own != 0 && (kind == 0 || kind == WORDS || columns)) kind = own;
    }
    if (kind == 0) continue;
    all++;
    one += same;
    if (same) *kinds |= 1u << kind;
  }

  return all != 0 ? (double)one / all : 0;
}

bool dt_grid_has_records_in_columns(const dt_grid *grid, dt_arena *scratch) {
  unsigned kinds, of_columns;
  if (grid->head_count > 1 || grid->column_count < LEAST_RECORDS + 1) return false;
  if (!dt_grid_begins_with_heads(grid) && !begins_with_class(grid)) return false;
  if (grid->row_count < LEAST_ROWS + grid->head_count || grid->row_count > DT_MAX_COLUMNS) return false;
  const compared c = rows_to_compare(grid, scratch);
  double rows = of_one_kind(&c, false, &kinds), columns = of_one_kind(&c, true, &of_columns);
  bool several = (kinds & (kinds - 1)) != 0; /* rows of different kinds, which a column mixes */
  return several && rows >= .8 && columns <= .3;
}

dt_grid *dt_grid_transpose(dt_arena *arena, dt_arena *scratch, const dt_grid *grid) {
  dt_grid_builder b;
  dt_mark mark = dt_arena_mark(scratch);
  dt_grid_builder_start(&b, arena, scratch, grid->tree, grid->node);

  for (uint32_t column = 0; column < grid->column_count; column++) {
    /* the first column is the head; the others have no element of their own */
    dt_grid_builder_row(&b, DT_NONE, column == 0 ? DT_SECTION_HEAD : DT_SECTION_BODY);
    for (uint32_t row = 0, number = 0; row < grid->row_count && number < DT_MAX_COLUMNS; row++) {
      uint32_t slot = dt_grid_slot(grid, row, column);
      if (is_heading_row(grid, row)) continue;
      if (slot != DT_NONE) dt_grid_builder_cell(&b, dt_slot_cell(grid, slot)->node, column == 0, number, 1, 1);
      number++;
    }
    dt_grid_builder_row_end(&b);
  }

  dt_arena_rewind(scratch, mark);
  dt_grid *turned = b.grid;
  turned->too_wide = grid->too_wide || grid->row_count > DT_MAX_COLUMNS;
  turned->columns = DT_ZERO(arena, dt_grid_column, turned->column_count);
  turned->data = grid->data;
  turned->in_columns = true;
  turned->head_count = 1;
  dt_grid_name_columns(turned, arena, scratch);
  return turned;
}

const dt_index *dt_grid_record_nodes(dt_arena *arena, const dt_grid *grid, uint32_t record, uint32_t *count) {
  const dt_grid_record *own = &grid->records[record];
  const dt_grid_row *row = &grid->rows[own->row];
  *count = 0;
  dt_index *nodes = DT_ARRAY(arena, dt_index, row->node == DT_NONE ? row->count + (size_t)1 : 2);
  if (row->node != DT_NONE) nodes[(*count)++] = row->node;
  for (uint32_t s = row->first; s < row->first + row->count && row->node == DT_NONE; s++) {
    dt_index cell = dt_slot_cell(grid, s)->node;
    if (*count == 0 || nodes[*count - 1] < cell) nodes[(*count)++] = cell; /* a cell of several rows once */
  }
  if (own->detail != DT_NONE && grid->rows[own->detail].node != DT_NONE)
    nodes[(*count)++] = grid->rows[own->detail].node;
  return nodes;
}
