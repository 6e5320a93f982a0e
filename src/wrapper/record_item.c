/* wrapper/record_item.c: a record in the form in which it is aligned: its nodes in one array, and the hash of its
 * layout. Records of equal tags, classes, links and columns have the same layout and are aligned once. */
#include "wrapper/captions.h"
#include "wrapper/labels.h"
#include "wrapper/record_set.h"

/* Adds the first `size` nodes of a subtree. */
static void add_nodes(dt_item *item, dt_index node, uint32_t size, uint32_t parent, uint16_t column, uint16_t span) {
  uint32_t base = item->count;
  for (uint32_t i = 0; i < size; i++) {
    item->nodes[base + i] = node + i;
    item->columns[base + i] = i == 0 ? column : 0;
    item->spans[base + i] = i == 0 ? span : 0;
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
      hash = dt_hash_mix(hash, (node->flags & DT_NODE_LINKED) != 0);
      if (item->labels[i] != 0)
        hash = dt_hash_mix(hash, dt_hash_bytes(dt_text_of(tree, item->nodes[i]).data, item->labels[i], 0));
      continue;
    }
    detm_text class = dt_attribute_of(tree, item->nodes[i], DT_ATTRIBUTE_class);
    if (class.length != 0) hash = dt_hash_mix(hash, dt_hash_bytes(class.data, class.length, 0));
    if (item->columns[i] != 0) hash = dt_hash_mix(hash, (uint64_t)item->columns[i] << 16 | item->spans[i]);
  }
  return hash;
}

/* The cells of a row that is read by columns; none of another node. */
static const dt_cell *row_cells(dt_grid *grid, dt_index node, uint32_t *count) {
  *count = 0;
  return grid->by_columns && grid->tree->nodes[node].tag == DT_TAG_tr ? dt_grid_cells(grid, node, count) : NULL;
}

/* Measures the labels of the texts outside links. */
static void measure_labels(dt_item *item) {
  for (uint32_t i = 0; i < item->count; i++) {
    const dt_node *node = &item->tree->nodes[item->nodes[i]];
    bool plain = node->tag == DT_TAG_TEXT && !(node->flags & DT_NODE_LINKED);
    detm_text text = plain ? dt_text_of(item->tree, item->nodes[i]) : (detm_text){"", 0};
    item->labels[i] = (uint8_t)dt_label_length(text.data, text.length);
  }
}

dt_item dt_item_make(dt_arena *arena, dt_grid *grid, const dt_caption_set *known, const dt_record *record) {
  dt_item item = {.tree = grid->tree};
  const dt_index *nodes = record->nodes, *headings = record->headings;
  uint32_t size = 0, cell_count;
  for (uint32_t n = 0; n < record->count; n++) {
    const dt_cell *cells = row_cells(grid, nodes[n], &cell_count);
    size += cell_count == 0 ? dt_size(grid->tree, nodes[n]) : 1;
    for (uint32_t c = 0; c < cell_count; c++) size += dt_size(grid->tree, cells[c].node);
  }
  for (uint32_t h = 0; h < record->heading_count; h++)
    if (headings[h] != DT_NONE) size += dt_size(grid->tree, headings[h]);
  item.nodes = DT_ARRAY(arena, dt_index, size);
  item.columns = DT_ARRAY(arena, uint16_t, size);
  item.spans = DT_ARRAY(arena, uint16_t, size);
  item.ends = DT_ARRAY(arena, uint32_t, size);
  item.parents = DT_ARRAY(arena, uint32_t, size);
  item.labels = DT_ARRAY(arena, uint8_t, size);
  for (uint32_t n = 0; n < record->count; n++) {
    const dt_cell *cells = row_cells(grid, nodes[n], &cell_count);
    uint32_t row = item.count;
    add_nodes(&item, nodes[n], cell_count == 0 ? dt_size(grid->tree, nodes[n]) : 1, DT_NONE, 0, 0);
    for (uint32_t c = 0; c < cell_count; c++)
      add_nodes(&item, cells[c].node, dt_size(grid->tree, cells[c].node), row, cells[c].column, cells[c].span);
    if (cell_count != 0) item.ends[row] = item.count;
  }
  item.own = item.count;
  for (uint32_t h = 0; h < record->heading_count; h++)
    if (headings[h] != DT_NONE) add_nodes(&item, headings[h], dt_size(grid->tree, headings[h]), DT_NONE, 0, 0);
  measure_labels(&item);
  if (known != NULL) dt_captions_mark(&item, arena, known);
  item.layout = dt_hash_mix(dt_item_layout(&item, 0, item.count), item.own);
  return item;
}
