/* wrapper/row_cells.c: the cells of table rows by column. */
#include "wrapper/row_cells.h"

#include <stdlib.h>

enum { MAX_COPIED = 64 /* nodes of a cell times its columns, so that it is repeated in each */ };

void dt_row_reader_start(dt_row_reader *reader, dt_arena *arena, const dt_tree *tree) {
  *reader = (dt_row_reader){.tree = tree, .arena = arena};
}

static bool is_section(dt_tag tag) { return tag == DT_TAG_tbody || tag == DT_TAG_thead || tag == DT_TAG_tfoot; }

void dt_row_reader_add(dt_row_reader *reader, dt_index row) {
  const dt_tree *tree = reader->tree;
  dt_index table = tree->nodes[row].parent;
  if (table != DT_NONE && is_section(tree->nodes[table].tag)) table = tree->nodes[table].parent;
  if (table == DT_NONE) return;
  if (reader->read == NULL) reader->read = DT_ZERO(reader->arena, uint8_t, tree->node_count);
  if (reader->read[table]) return;
  reader->read[table] = 1;
  reader->sorted = false;

  const dt_grid *grid = dt_grid_read_table(reader->arena, tree, table);
  for (uint32_t r = 0; r < grid->row_count; r++)
    DT_VEC_PUSH(reader->arena, &reader->rows, (dt_known_row){grid->rows[r].node, grid, r});
}

static int by_node(const void *a, const void *b) {
  dt_index x = ((const dt_known_row *)a)->node, y = ((const dt_known_row *)b)->node;
  return x < y ? -1 : x > y;
}

static const dt_known_row *find_row(dt_row_reader *reader, dt_index row) {
  if (reader->rows.count == 0) return NULL;
  if (!reader->sorted) qsort(reader->rows.items, reader->rows.count, sizeof *reader->rows.items, by_node);
  reader->sorted = true;
  return bsearch(&(dt_known_row){.node = row}, reader->rows.items, reader->rows.count, sizeof *reader->rows.items,
                 by_node);
}

/* Whether a slot is given to each of its columns. */
static bool is_repeated(const dt_grid *grid, const dt_slot *slot, uint32_t columns) {
  return 2 * (uint32_t)slot->columns < columns &&
         (uint64_t)slot->columns * dt_size(grid->tree, grid->cells[slot->cell].node) <= MAX_COPIED;
}

const dt_row_cell *dt_row_cells(dt_row_reader *reader, dt_arena *arena, dt_index row, uint32_t *count) {
  const dt_known_row *known = find_row(reader, row);
  *count = 0;
  if (known == NULL || known->table->rows[known->row].count == 0) return NULL;

  const dt_grid *grid = known->table;
  const dt_slot *slots = grid->slots + grid->rows[known->row].first;
  uint32_t slot_count = grid->rows[known->row].count, most = 0;
  uint32_t columns = (uint32_t)slots[slot_count - 1].column + slots[slot_count - 1].columns;
  for (uint32_t s = 0; s < slot_count; s++) most += slots[s].columns;
  dt_row_cell *cells = DT_ARRAY(arena, dt_row_cell, most);
  for (uint32_t s = 0; s < slot_count; s++) {
    bool repeated = is_repeated(grid, &slots[s], columns);
    for (uint32_t k = 0; k < (repeated ? slots[s].columns : 1u); k++)
      cells[(*count)++] = (dt_row_cell){grid->cells[slots[s].cell].node, (uint16_t)(slots[s].column + k + 1),
                                        repeated ? 1 : slots[s].columns};
  }
  return cells;
}
