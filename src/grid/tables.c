/* grid/tables.c: finds the tables of a page that hold data, and reads their rows and cells.
 *
 * A table is a table element, or an element with the role of one.  Rows of thead come first and those of tfoot last,
 * wherever the page has them.  The tables within a table of data are parts of its cells. */
#include "grid/grid.h"

#include "base/search.h"
#include "base/vec.h"

enum { LEAST_DATA_PERCENT = 50 };

/* ---- attributes ---- */

static bool has_role(const dt_tree *tree, dt_index node, const char *role) {
  return dt_text_equal(dt_attribute_of(tree, node, DT_ATTRIBUTE_role), dt_text(role));
}

/* A number in an attribute; `otherwise` if it is missing or no number. */
static uint32_t number_of(const dt_tree *tree, dt_index node, dt_attribute_name name, uint32_t most,
                          uint32_t otherwise) {
  detm_text value = dt_text_strip(dt_attribute_of(tree, node, name), " ");
  uint32_t number = 0;
  if (value.length == 0 || !dt_is_digit(*value.data)) return otherwise;
  for (size_t i = 0; i < value.length && dt_is_digit(value.data[i]); i++) {
    number = number * 10 + (uint32_t)(value.data[i] - '0');
    if (number > most) return most;
  }
  return number;
}

/* ---- rows of table elements ---- */

enum { MOST_ROWS_SPANNED = 65534 };

static bool is_cell(dt_tag tag) { return tag == DT_TAG_td || tag == DT_TAG_th; }

static void read_row(dt_grid_builder *b, dt_index row, dt_row_section section) {
  const dt_tree *tree = b->grid->tree;
  dt_grid_builder_row(b, row, section);
  for (uint32_t k = 0; k < tree->nodes[row].kid_count; k++) {
    dt_index cell = dt_child(tree, row, k);
    if (!is_cell(tree->nodes[cell].tag)) continue;
    uint32_t columns = number_of(tree, cell, DT_ATTRIBUTE_colspan, DT_MAX_COLUMNS, 1);
    uint32_t rows = number_of(tree, cell, DT_ATTRIBUTE_rowspan, MOST_ROWS_SPANNED, 1);
    bool head = tree->nodes[cell].tag == DT_TAG_th || has_role(tree, cell, "columnheader");
    dt_grid_builder_cell(b, cell, head, DT_NONE, columns == 0 ? 1 : columns, rows);
  }
  dt_grid_builder_row_end(b);
}

static void read_section(dt_grid_builder *b, dt_index element, dt_row_section section) {
  const dt_tree *tree = b->grid->tree;
  dt_grid_builder_section(b);
  for (uint32_t k = 0; k < tree->nodes[element].kid_count; k++) {
    dt_index row = dt_child(tree, element, k);
    if (tree->nodes[row].tag == DT_TAG_tr) read_row(b, row, section);
  }
}

dt_grid *dt_grid_read_table(dt_arena *arena, const dt_tree *tree, dt_index table) {
  static const struct {
    dt_tag tag;
    dt_row_section section;
  } order[] = {{DT_TAG_thead, DT_SECTION_HEAD}, {DT_TAG_tbody, DT_SECTION_BODY}, {DT_TAG_tfoot, DT_SECTION_FOOT}};
  dt_grid_builder b;
  dt_grid_builder_start(&b, arena, tree, table);
  for (unsigned s = 0; s < sizeof order / sizeof *order; s++)
    for (uint32_t k = 0; k < tree->nodes[table].kid_count; k++) {
      dt_index kid = dt_child(tree, table, k);
      if (tree->nodes[kid].tag == order[s].tag) read_section(&b, kid, order[s].section);
      if (tree->nodes[kid].tag == DT_TAG_tr && order[s].section == DT_SECTION_BODY) read_row(&b, kid, DT_SECTION_BODY);
    }
  return b.grid;
}

/* ---- rows by roles ---- */

static bool is_role_of_table(const dt_tree *tree, dt_index node) {
  return has_role(tree, node, "table") || has_role(tree, node, "grid") || has_role(tree, node, "treegrid");
}

static bool is_role_of_head(const dt_tree *tree, dt_index node) {
  return has_role(tree, node, "columnheader") || has_role(tree, node, "rowheader");
}

static bool is_role_of_cell(const dt_tree *tree, dt_index node) {
  return has_role(tree, node, "cell") || has_role(tree, node, "gridcell") || is_role_of_head(tree, node);
}

/* Reads the cells of a row; they may be in other elements within it. */
static void read_row_by_role(dt_grid_builder *b, dt_index row, dt_row_section section) {
  const dt_tree *tree = b->grid->tree;
  dt_grid_builder_row(b, row, section);
  for (dt_index node = row + 1; node < tree->nodes[row].end; node++) {
    if (!is_role_of_cell(tree, node)) continue;
    uint32_t column = number_of(tree, node, DT_ATTRIBUTE_aria_colindex, DT_MAX_COLUMNS, 0);
    uint32_t columns = number_of(tree, node, DT_ATTRIBUTE_aria_colspan, DT_MAX_COLUMNS, 1);
    uint32_t rows = number_of(tree, node, DT_ATTRIBUTE_aria_rowspan, MOST_ROWS_SPANNED, 1);
    dt_grid_builder_cell(b, node, is_role_of_head(tree, node), column == 0 ? DT_NONE : column - 1,
                         columns == 0 ? 1 : columns, rows);
    node = tree->nodes[node].end - 1;
  }
  dt_grid_builder_row_end(b);
}

static dt_grid *read_by_roles(dt_arena *arena, const dt_tree *tree, dt_index table) {
  dt_grid_builder b;
  dt_grid_builder_start(&b, arena, tree, table);
  for (dt_index node = table + 1; node < tree->nodes[table].end; node++) {
    if (!has_role(tree, node, "row")) continue;
    read_row_by_role(&b, node, DT_SECTION_BODY);
    node = tree->nodes[node].end - 1;
  }
  return b.grid;
}

/* ---- the grids of a page ---- */

/* The parent of the record rows, if they have one; else the table. */
static dt_index parent_of_records(const dt_grid *grid) {
  dt_index parent = DT_NONE;
  for (uint32_t r = 0; r < grid->record_count; r++) {
    dt_index row = grid->rows[grid->records[r].row].node;
    dt_index own = row != DT_NONE ? grid->tree->nodes[row].parent : DT_NONE;
    if (r != 0 && own != parent) return grid->node;
    parent = own;
  }
  return parent != DT_NONE ? parent : grid->node;
}

/* A hash that is equal for tables that are parts of one list: of the names of their columns; without names, of where
 * they are, and how many columns they have. */
static uint64_t identity_of(const dt_grid *grid) {
  uint64_t hash = grid->column_count;
  bool named = false;
  for (uint32_t c = 0; c < grid->column_count; c++) {
    detm_text label = grid->columns[c].label;
    named = named || label.length != 0;
    hash = dt_hash_mix(hash, dt_hash_bytes(label.data, label.length, 3));
  }
  if (named) return hash;
  detm_text class = dt_attribute_of(grid->tree, grid->node, DT_ATTRIBUTE_class);
  hash = dt_hash_mix(hash, dt_hash_bytes(class.data, class.length, 4));
  for (dt_index up = grid->node; up != DT_NONE; up = grid->tree->nodes[up].parent)
    hash = dt_hash_mix(hash, grid->tree->nodes[up].tag);
  return hash;
}

dt_grids dt_grids_read(dt_arena *arena, dt_arena *scratch, const dt_tree *tree) {
  dt_grids grids = {0};
  dt_node_sums sums = {0};
  dt_mark mark = dt_arena_mark(scratch);
  for (dt_index node = 0; node < tree->node_count; node++) {
    bool element = tree->nodes[node].tag == DT_TAG_table, role = !element && is_role_of_table(tree, node);
    if (!element && !role) continue;
    if (element && (has_role(tree, node, "presentation") || has_role(tree, node, "none"))) continue;
    if (sums.texts == NULL) sums = dt_node_sums_read(scratch, tree);

    dt_grid *grid = element ? dt_grid_read_table(arena, tree, node) : read_by_roles(arena, tree, node);
    dt_scope_clock(arena->scope);
    if (grid->row_count == 0) continue;
    grid->columns = DT_ZERO(arena, dt_grid_column, grid->column_count);
    dt_grid_find_head(grid, arena, scratch);
    grid->data = dt_grid_measure(grid, &sums, scratch);
    if (100 * grid->data < LEAST_DATA_PERCENT) continue;
    dt_grid_find_records(grid, arena, scratch);
    grid->parent = parent_of_records(grid);
    grid->identity = identity_of(grid);
    DT_RESERVE(arena, grids.items, grids.count, grids.capacity, 1);
    grids.items[grids.count++] = grid;
    node = tree->nodes[node].end - 1;
  }
  dt_arena_rewind(scratch, mark);
  return grids;
}

const dt_grid *dt_grids_at(const dt_grids *grids, dt_index node) {
  uint32_t g; /* the first grid after the node */
  DT_LOWER_BOUND(g, 0, grids->count, grids->items[g]->node <= node);
  return g != 0 && node < grids->items[g - 1]->tree->nodes[grids->items[g - 1]->node].end ? grids->items[g - 1] : NULL;
}

uint32_t dt_grid_row_of(const dt_grid *grid, dt_index node) {
  for (uint32_t r = 0; r < grid->row_count; r++)
    if (grid->rows[r].node == node) return r;
  return DT_NONE;
}
