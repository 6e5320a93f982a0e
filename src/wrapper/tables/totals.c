/* wrapper/tables/totals.c: rows of sums and means as records.
 *
 * A wrapper is learned without them, as their cells are often joined and their values of another kind; so extracting
 * and applying read them alike. */
#include "wrapper/tables/tables.h"

#include "wrapper/group_headings.h"

static uint32_t count_totals(const dt_grid *grid) {
  uint32_t totals = 0;
  for (uint32_t row = 0; row < grid->row_count; row++) totals += grid->rows[row].kind == DT_ROW_TOTAL;
  return totals;
}

/* The record of a row of a grid. */
static dt_record record_of_row(dt_arena *arena, const dt_grid *grid, uint32_t number) {
  uint32_t count;
  const dt_index *nodes = dt_grid_record_nodes(arena, grid, number, &count);
  return (dt_record){.nodes = nodes, .count = count, .grid = grid, .row = number};
}

/* The grid that a record is in, which may be changed here. */
static dt_grid *grid_of(const dt_record *record) { return (dt_grid *)(uintptr_t)record->grid; }

void dt_totals_add(dt_wrapper_result *result, dt_result_region *region, detm_wrapper *wrapper, size_t most_records) {
  const dt_record_set *set = &region->set;
  dt_arena *arena = &result->arena;
  uint32_t count = 0, totals = 0;
  for (uint32_t r = 0; r < set->count; r++)
    if (set->records[r].grid != NULL && (r == 0 || set->records[r].grid != set->records[r - 1].grid))
      totals += count_totals(set->records[r].grid);
  if (totals == 0) return;
  dt_record *records = DT_ARRAY(arena, dt_record, (size_t)set->count + totals);
  for (uint32_t r = 0; r < set->count;) {
    dt_grid *grid = grid_of(&set->records[r]);
    if (grid == NULL) {
      records[count++] = set->records[r++];
      continue;
    }
    dt_grid_choose_records(grid, true);
    for (uint32_t number = 0; number < grid->record_count; number++) {
      const dt_grid_row *row = &grid->rows[grid->records[number].row];
      /* an exception of the wrapper may have excluded a row */
      dt_record own = record_of_row(arena, grid, number);
      bool known = r < set->count && set->records[r].grid == grid && set->records[r].nodes[0] == own.nodes[0];
      if (known || row->kind == DT_ROW_TOTAL) records[count++] = own;
      r += known;
    }
    while (r < set->count && set->records[r].grid == grid) r++;
  }
  dt_scope_limit_records(&result->scope, count, most_records);
  dt_group_headings_add(arena, set->tree, wrapper, records, count);

  dt_aligner aligner;
  dt_record_set all;
  dt_record_set_start(&all, arena, set->tree, records, count);
  dt_aligner_start(&aligner, wrapper, arena, &result->scratch);
  dt_wrapper_align(&aligner, &all);
  region->set = all;
  region->read_count = 0;
}
