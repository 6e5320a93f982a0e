/* wrapper/record_item.c: a record in the form in which it is aligned: its nodes in one array, and the hash of its
 * layout. Records of equal tags, classes, links and columns have the same layout and are aligned once. */
#include "wrapper/captions.h"
#include "wrapper/labels.h"
#include "wrapper/pieces.h"
#include "wrapper/record_set.h"
#include "wrapper/separators.h"

/* Adds the first `size` nodes of a subtree. */
static void add_nodes(dt_item *item, dt_index node, uint32_t size, uint32_t parent, uint16_t column) {
  uint32_t base = item->count;
  for (uint32_t i = 0; i < size; i++) {
    item->nodes[base + i] = node + i;
    item->columns[base + i] = i == 0 ? column : 0;
    item->ends[base + i] = base + item->tree->nodes[node + i].end - node;
    item->parents[base + i] = i == 0 ? parent : base + item->tree->nodes[node + i].parent - node;
  }
  item->count += size;
}

bool dt_item_hidden(const dt_item *item, uint32_t i) {
  for (; i != DT_NONE; i = item->parents[i])
    if (item->tree->nodes[item->nodes[i]].flags & DT_NODE_HIDDEN) return true;
  return false;
}

uint64_t dt_item_layout(const dt_item *item, uint32_t from, uint32_t to) {
  const dt_tree *tree = item->tree;
  uint64_t hash = to - from;
  for (uint32_t i = from; i < to; i++) {
    const dt_node *node = &tree->nodes[item->nodes[i]];
    hash = dt_hash_mix(hash, (uint64_t)node->tag << 32 | (item->ends[i] - i));
    if (item->captions != NULL && item->captions[i] != 0) hash = dt_hash_mix(hash, item->captions[i]);
    if (node->tag == DT_TAG_TEXT) {
      detm_text text = dt_text_of(tree, item->nodes[i]), around = dt_text_class(tree, item->nodes[i]);
      hash = dt_hash_mix(hash, ((node->flags & DT_NODE_LINKED) != 0) | (uint64_t)dt_is_list_mark(text) << 1);
      if (around.length != 0) hash = dt_hash_mix(hash, dt_hash_bytes(around.data, around.length, 0));
      if (item->labels[i] != 0) hash = dt_hash_mix(hash, dt_hash_bytes(text.data, item->labels[i], 0));
      continue;
    }
    detm_text class = dt_attribute_of(tree, item->nodes[i], DT_ATTRIBUTE_class);
    if (class.length != 0) hash = dt_hash_mix(hash, dt_hash_bytes(class.data, class.length, 0));
    if (item->columns[i] != 0) hash = dt_hash_mix(hash, item->columns[i]);
  }

  return hash;
}

/* Measures the labels of the texts outside links. */
static void measure_labels(dt_item *item) {
  for (uint32_t i = 0; i < item->count; i++) {
    const dt_node *node = &item->tree->nodes[item->nodes[i]];
    item->labels[i] = 0;
    if (node->tag != DT_TAG_TEXT || (node->flags & DT_NODE_LINKED)) continue;
    detm_text text = dt_text_of(item->tree, item->nodes[i]);
    item->labels[i] = (uint8_t)dt_label_length(text.data, text.length);
  }
}

/* Makes the arrays of an item of at most `size` nodes. */
static void make_arrays(dt_item *item, dt_arena *arena, uint32_t size) {
  item->nodes = DT_ARRAY(arena, dt_index, size);
  item->columns = DT_ARRAY(arena, uint16_t, size);
  item->ends = DT_ARRAY(arena, uint32_t, size);
  item->parents = DT_ARRAY(arena, uint32_t, size);
  item->labels = DT_ARRAY(arena, uint8_t, size);
}

static uint32_t size_of_headings(const dt_tree *tree, const dt_record *record) {
  uint32_t size = 0;
  for (uint32_t h = 0; h < record->heading_count; h++)
    if (record->headings[h] != DT_NONE) size += dt_size(tree, record->headings[h]);
  return size;
}

static void add_heading_nodes(dt_item *item, const dt_record *record) {
  item->own = item->count;
  for (uint32_t h = 0; h < record->heading_count; h++)
    if (record->headings[h] != DT_NONE)
      add_nodes(item, record->headings[h], dt_size(item->tree, record->headings[h]), DT_NONE, 0);
}

/* ---- rows of grids ---- */

static const dt_known_column *columns_of(dt_item_source *source, dt_arena *arena, const dt_grid *grid) {
  for (uint32_t m = source->maps.count; m-- > 0;)
    if (source->maps.items[m].grid == grid) return source->maps.items[m].columns;
  dt_grid_map map = dt_grid_map_make(arena, source->wrapper, grid);
  DT_VEC_PUSH(arena, &source->maps, map);
  return map.columns;
}

/* The number of columns to which a cell gives its value: each that has a header of its own; else one. */
static bool begins_column(const dt_grid *grid, const dt_slot *slot, uint32_t column) {
  if (column == slot->column) return true;
  const dt_grid_column *own = &grid->columns[column];
  return own->cell != DT_NONE && own->cell != grid->columns[column - 1].cell;
}

/* Adds a row and its cells.  Of a cell only the element is a node of the item, unless the wrapper takes parts of it. */
static void add_grid_row(dt_item *item, const dt_grid *grid, uint32_t row, const dt_known_column *known,
                         detm_text *heads, detm_text *said) {
  uint32_t top = grid->rows[row].node != DT_NONE ? item->count : DT_NONE; /* a column has no element of its own */
  if (top != DT_NONE) add_nodes(item, grid->rows[row].node, 1, DT_NONE, 0);
  for (uint32_t s = grid->rows[row].first; s < grid->rows[row].first + grid->rows[row].count; s++) {
    const dt_slot *slot = &grid->slots[s];
    for (uint32_t c = slot->column; c < (uint32_t)slot->column + slot->columns; c++) {
      if (!begins_column(grid, slot, c)) continue;
      dt_index node = grid->cells[slot->cell].node;
      uint32_t at = item->count, caption = known[c].caption;
      add_nodes(item, node, known[c].open ? dt_size(item->tree, node) : 1, top, known[c].column);
      if (known[c].column == 0) { /* a column that the wrapper does not have */
        item->columns[at] = (uint16_t)(c + 1);
        caption = UINT32_MAX;
      }
      item->ends[at] = item->count;
      item->captions[at] = caption;
      heads[at] = grid->columns[c].label;
      said[at] = grid->columns[c].said;
    }
  }
  if (top != DT_NONE) item->ends[top] = item->count;
}

/* The row of details of a record: one cell. */
static void add_detail_row(dt_item *item, const dt_grid *grid, uint32_t row, detm_text *heads) {
  uint32_t top = item->count;
  add_nodes(item, grid->rows[row].node, 1, DT_NONE, 0);
  for (uint32_t s = grid->rows[row].first; s < grid->rows[row].first + grid->rows[row].count; s++) {
    add_nodes(item, dt_slot_cell(grid, s)->node, 1, top, (uint16_t)(grid->slots[s].column + 1));
    item->ends[item->count - 1] = item->count;
    heads[item->count - 1] = (detm_text){"", 0};
  }
  item->ends[top] = item->count;
}

/* The most nodes that a row may have in an item. */
static uint32_t size_of_row(const dt_grid *grid, uint32_t row, const dt_known_column *known) {
  uint32_t size = 1;
  for (uint32_t s = grid->rows[row].first; s < grid->rows[row].first + grid->rows[row].count; s++)
    for (uint32_t c = grid->slots[s].column; c < (uint32_t)grid->slots[s].column + grid->slots[s].columns; c++)
      size += known[c].open ? dt_size(grid->tree, dt_slot_cell(grid, s)->node) : 1;
  return size;
}

/* A hash of the columns of a row; what is in the cells counts only where the wrapper takes parts of them. */
static uint64_t layout_of_row(const dt_item *item) {
  uint64_t hash = item->own;
  for (uint32_t i = 0; i < item->own;) {
    bool cell = item->columns[i] != 0;
    hash = dt_hash_mix(hash, (uint64_t)item->captions[i] << 32 | (uint64_t)item->columns[i] << 16 |
                                 (item->ends[i] - i > 1 || !cell));
    if (cell && item->ends[i] - i > 1) hash = dt_hash_mix(hash, dt_item_layout(item, i, item->ends[i]));
    i = cell ? item->ends[i] : i + 1;
  }
  return dt_hash_mix(hash, dt_item_layout(item, item->own, item->count));
}

static dt_item make_from_grid(dt_arena *arena, dt_item_source *source, const dt_record *record) {
  const dt_grid *grid = record->grid;
  const dt_grid_record *own = &grid->records[record->row];
  dt_item item = {.tree = source->tree};
  const dt_known_column *known = columns_of(source, arena, grid);
  uint32_t size = size_of_row(grid, own->row, known) + size_of_headings(source->tree, record);
  if (own->detail != DT_NONE) size += size_of_row(grid, own->detail, known);

  make_arrays(&item, arena, size);
  item.captions = DT_ZERO(arena, uint32_t, size);
  detm_text *heads = DT_ZERO(arena, detm_text, size);
  detm_text *said = DT_ZERO(arena, detm_text, size);
  item.heads = heads;
  item.said = said;
  add_grid_row(&item, grid, own->row, known, heads, said);
  if (own->detail != DT_NONE) add_detail_row(&item, grid, own->detail, heads);
  add_heading_nodes(&item, record);
  measure_labels(&item);
  item.layout = dt_hash_mix(layout_of_row(&item), item.own);
  return item;
}

/* ---- records ---- */

dt_item dt_item_make(dt_arena *arena, dt_item_source *source, const dt_record *record) {
  if (record->grid != NULL) return make_from_grid(arena, source, record);
  dt_item item = {.tree = source->tree};
  const dt_index *nodes = record->nodes;
  uint32_t size = size_of_headings(item.tree, record);
  for (uint32_t n = 0; n < record->count; n++) size += dt_size(item.tree, nodes[n]);
  make_arrays(&item, arena, size);
  for (uint32_t n = 0; n < record->count; n++) add_nodes(&item, nodes[n], dt_size(item.tree, nodes[n]), DT_NONE, 0);
  add_heading_nodes(&item, record);
  measure_labels(&item);
  if (source->captions != NULL) dt_captions_mark(&item, arena, source->captions);
  item.layout = dt_hash_mix(dt_item_layout(&item, 0, item.count), item.own);
  return item;
}
