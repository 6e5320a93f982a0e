/* html/table_grid.c: assigns table cells to columns (table model of the HTML standard, 4.9.12). */
#include "html/table_grid.h"

#include "base/vec.h"

#include <stdlib.h>

enum { MAX_COLUMNS = 256, MAX_ROWS_SPANNED = 65534, CELLS_A_NODE = 4, MAX_COPIED = 64 };

/* A column that a cell of an earlier row still covers. */
typedef struct covered {
  dt_index node;
  uint32_t rows; /* rows it still covers */
  uint16_t span;
} covered;

typedef struct reader {
  dt_grid *grid;
  covered columns[MAX_COLUMNS + 1];
  uint32_t covered_end; /* no column from here on is covered */
} reader;

void dt_grid_start(dt_grid *grid, dt_arena *arena, const dt_tree *tree) {
  *grid = (dt_grid){.tree = tree, .arena = arena};
}

static uint32_t span_of(const dt_tree *tree, dt_index cell, dt_attribute_name name, uint32_t most) {
  detm_text value = dt_attribute_of(tree, cell, name);
  uint32_t span = 0;
  for (size_t i = 0; i < value.length && value.data[i] >= '0' && value.data[i] <= '9'; i++) {
    span = span * 10 + (uint32_t)(value.data[i] - '0');
    if (span > most) return most;
  }
  return span == 0 ? 1 : span;
}

static void add_cell(dt_grid *grid, dt_index node, uint32_t column, uint32_t span) {
  DT_RESERVE(grid->arena, grid->cells, grid->cell_count, grid->cell_capacity, 1);
  grid->cells[grid->cell_count++] = (dt_cell){node, (uint16_t)column, (uint16_t)span};
}

/* Checks that spans do not create many more cells than the page has nodes. */
static bool is_within_limit(const dt_grid *grid) {
  uint64_t most = (uint64_t)CELLS_A_NODE * grid->tree->node_count;
  return grid->cell_count < most && grid->copied < most;
}

/* Adds cells of earlier rows that cover the next columns.  Returns the column after them. */
static uint32_t add_covered(reader *r, uint32_t column) {
  while (column < r->covered_end && r->columns[column].rows != 0) {
    covered *c = &r->columns[column];
    if (is_within_limit(r->grid)) {
      add_cell(r->grid, c->node, column, c->span);
      r->grid->copied += dt_size(r->grid->tree, c->node);
    }
    c->rows--;
    column += c->span;
  }
  return column;
}

/* Repeats a cell in each column that it spans, except one that spans at least half of the row, which is a note or
 * heading, and one that needs too many copies. */
static void expand_spans(dt_grid *grid, uint32_t first, uint32_t columns) {
  uint32_t count = grid->cell_count - first;
  bool spans = false;
  for (uint32_t c = 0; c < count; c++) spans = spans || grid->cells[first + c].span > 1;
  if (!spans) return;
  dt_cell *cells = DT_ARRAY(grid->arena, dt_cell, count);
  memcpy(cells, grid->cells + first, count * sizeof *cells);
  grid->cell_count = first;
  for (uint32_t c = 0; c < count; c++) {
    bool expand = 2 * (uint32_t)cells[c].span < columns &&
                  (uint64_t)cells[c].span * dt_size(grid->tree, cells[c].node) <= MAX_COPIED;
    for (uint32_t s = 0; s < (expand ? cells[c].span : 1); s++)
      add_cell(grid, cells[c].node, cells[c].column + s, expand ? 1 : cells[c].span);
  }
}

static void read_row(reader *r, dt_index row) {
  dt_grid *grid = r->grid;
  const dt_tree *tree = grid->tree;
  uint32_t column = 1, first = grid->cell_count;
  for (uint32_t k = 0; k < tree->nodes[row].kid_count; k++) {
    dt_index cell = dt_child(tree, row, k);
    if (tree->nodes[cell].tag != DT_TAG_td && tree->nodes[cell].tag != DT_TAG_th) continue;
    column = add_covered(r, column);
    if (column > MAX_COLUMNS) break;
    uint32_t span = span_of(tree, cell, DT_ATTRIBUTE_colspan, MAX_COLUMNS + 1 - column);
    uint32_t rows = span_of(tree, cell, DT_ATTRIBUTE_rowspan, MAX_ROWS_SPANNED);
    add_cell(grid, cell, column, span);
    memset(r->columns + column, 0, span * sizeof *r->columns); /* where cells overlap, the later one wins */
    if (rows > 1 && is_within_limit(grid)) {
      r->columns[column] = (covered){cell, rows - 1, (uint16_t)span};
      if (r->covered_end <= column) r->covered_end = column + 1;
    }
    column += span;
  }
  uint32_t width = column - 1;
  while (column < r->covered_end) {
    uint32_t next = add_covered(r, column);
    if (next != column) width = next - 1;
    column = next == column ? column + 1 : next;
  }
  expand_spans(grid, first, width);
  DT_RESERVE(grid->arena, grid->rows, grid->row_count, grid->row_capacity, 1);
  grid->rows[grid->row_count++] = (dt_grid_row){row, first, grid->cell_count - first};
}

static bool is_section(dt_tag tag) { return tag == DT_TAG_tbody || tag == DT_TAG_thead || tag == DT_TAG_tfoot; }

void dt_grid_read(dt_grid *grid, dt_index row) {
  const dt_tree *tree = grid->tree;
  dt_index table = tree->nodes[row].parent;
  if (table != DT_NONE && is_section(tree->nodes[table].tag)) table = tree->nodes[table].parent;
  if (table == DT_NONE) return;
  if (grid->read == NULL) grid->read = DT_ZERO(grid->arena, uint8_t, tree->node_count);
  if (grid->read[table]) return;
  reader r = {.grid = grid};
  grid->read[table] = 1;
  grid->sorted = false;
  for (dt_index node = table + 1; node < tree->nodes[table].end;) {
    dt_tag tag = tree->nodes[node].tag;
    if (is_section(tag)) r = (reader){.grid = grid}; /* spans end with the section */
    if (tag == DT_TAG_tr) read_row(&r, node);
    node = is_section(tag) ? node + 1 : tree->nodes[node].end;
  }
}

static int by_node(const void *a, const void *b) {
  dt_index x = ((const dt_grid_row *)a)->node, y = ((const dt_grid_row *)b)->node;
  return x < y ? -1 : x > y;
}

const dt_cell *dt_grid_cells(dt_grid *grid, dt_index row, uint32_t *count) {
  if (!grid->sorted && grid->row_count != 0) qsort(grid->rows, grid->row_count, sizeof *grid->rows, by_node);
  grid->sorted = true;
  *count = 0;
  const dt_grid_row *found = grid->row_count != 0 ? bsearch(&(dt_grid_row){.node = row}, grid->rows, grid->row_count,
                                                            sizeof *grid->rows, by_node)
                                                  : NULL;
  if (found == NULL || found->count == 0) return NULL;
  *count = found->count;
  return grid->cells + found->first;
}
