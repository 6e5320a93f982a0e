/* wrapper/grid_columns.c: finds the columns of a grid in a wrapper: a column is known by its header, wherever it is. */
#include "wrapper/grid_columns.h"

#include "wrapper/captions.h"
#include "wrapper/wrapper.h"

detm_text dt_grid_caption(dt_arena *arena, const dt_grid *grid, uint32_t column) {
  detm_text label = grid->columns[column].label;
  uint32_t same = 1;
  for (uint32_t c = 0; c < column && label.length != 0; c++) same += dt_text_equal(grid->columns[c].label, label);
  if (same == 1) return label;
  return dt_text(dt_arena_format(arena, "%.*s (%u)", (int)label.length, label.data, same));
}

const dt_wrapper_node *dt_grid_cells(const detm_wrapper *wrapper) {
  const dt_wrapper_node *row = wrapper->root;
  if (!wrapper->grid) return NULL;
  while (row->first != NULL && !row->first->cell) row = row->first;
  return row;
}

dt_known_heads dt_grid_heads(dt_arena *arena, const detm_wrapper *wrapper) {
  const dt_wrapper_node *row = dt_grid_cells(wrapper);
  uint32_t count = 0;
  for (const dt_wrapper_node *cell = row->first; cell != NULL; cell = cell->next) count += cell->caption != NULL;
  detm_text *texts = DT_ARRAY(arena, detm_text, count + (size_t)1);
  count = 0;
  for (const dt_wrapper_node *cell = row->first; cell != NULL; cell = cell->next)
    if (cell->caption != NULL) texts[count++] = dt_text(cell->caption);
  return (dt_known_heads){texts, count};
}

/* The hash of the caption of each column; 0 = none. */
static uint32_t *hash_captions(dt_arena *arena, const dt_grid *grid) {
  uint32_t *captions = DT_ARRAY(arena, uint32_t, grid->column_count);
  for (uint32_t c = 0; c < grid->column_count; c++) {
    detm_text caption = dt_grid_caption(arena, grid, c);
    captions[c] = caption.length != 0 ? dt_caption_hash(caption) : 0;
  }
  return captions;
}

/* Columns of a wrapper that is being learned: each is itself. */
static void map_to_itself(dt_arena *arena, const detm_wrapper *wrapper, const dt_grid *grid, dt_known_column *known) {
  const uint32_t *captions = hash_captions(arena, grid);
  for (uint32_t c = 0; c < grid->column_count; c++) {
    known[c] = (dt_known_column){.caption = captions[c], .column = (uint16_t)(c + 1)};
    for (uint32_t o = 0; o < wrapper->open_count && !known[c].open; o++)
      known[c].open = wrapper->open[o] == dt_grid_column_key(known[c].caption, known[c].column);
  }
}

/* The wrapper's cell with a header; NULL = none. */
static const dt_wrapper_node *cell_with_header(const dt_wrapper_node *row, uint32_t caption) {
  const dt_wrapper_node *cell = row->first;
  while (cell != NULL && !(cell->cell && cell->caption_hash == caption)) cell = cell->next;
  return cell;
}

static const dt_wrapper_node *cell_at(const dt_wrapper_node *row, uint32_t column) {
  const dt_wrapper_node *cell = row->first;
  while (cell != NULL && !(cell->cell && cell->column == column)) cell = cell->next;
  return cell;
}

/* Whether a column of the grid has this header. */
static bool has_header(const uint32_t *captions, uint32_t count, uint32_t caption) {
  for (uint32_t c = 0; c < count; c++)
    if (captions[c] == caption) return true;
  return false;
}

static dt_known_column known_as(const dt_wrapper_node *cell, bool renamed) {
  return (dt_known_column){cell->caption_hash, (uint16_t)cell->column, cell->first != NULL, renamed};
}

dt_grid_map dt_grid_map_make(dt_arena *arena, const detm_wrapper *wrapper, const dt_grid *grid) {
  dt_known_column *known = DT_ZERO(arena, dt_known_column, grid->column_count);
  const dt_wrapper_node *row = dt_grid_cells(wrapper);
  if (row == NULL || row->first == NULL) {
    map_to_itself(arena, wrapper, grid, known);
    return (dt_grid_map){grid, known};
  }

  const uint32_t *captions = hash_captions(arena, grid);
  for (uint32_t c = 0; c < grid->column_count; c++) {
    const dt_wrapper_node *cell = captions[c] != 0 ? cell_with_header(row, captions[c]) : NULL;
    if (cell != NULL) {
      known[c] = known_as(cell, false);
      continue;
    }
    /* a header that the wrapper does not know, or none: the column at this place, unless the page has its header */
    cell = cell_at(row, c + 1);
    if (cell == NULL || (cell->caption_hash != 0 && has_header(captions, grid->column_count, cell->caption_hash)))
      continue;
    known[c] = known_as(cell, captions[c] != cell->caption_hash);
  }
  return (dt_grid_map){grid, known};
}

double dt_grid_likeness(const detm_wrapper *wrapper, const dt_grid *grid) {
  const dt_wrapper_node *row = dt_grid_cells(wrapper);
  const uint32_t *captions = hash_captions(grid->arena, grid);
  uint32_t headed = 0, found = 0, columns = 0;
  for (const dt_wrapper_node *cell = row->first; cell != NULL; cell = cell->next) {
    if (!cell->cell) continue;
    if (cell->column > columns) columns = cell->column;
    if (cell->caption == NULL) continue;
    headed++;
    found += has_header(captions, grid->column_count, cell->caption_hash);
  }
  if (headed != 0) return (double)found / headed;
  return columns == grid->column_count;
}
