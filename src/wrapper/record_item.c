/* wrapper/record_item.c: a record in the form in which it is aligned: its nodes in one array, and the hash of its
 * layout. Records of equal tags, classes, links and columns have the same layout and are aligned once. */
#include "wrapper/captions.h"
#include "wrapper/labels.h"
#include "wrapper/record_set.h"

typedef struct item_maker {
  dt_item item;
  uint32_t capacity;
  dt_arena *scratch;
} item_maker;

static void reserve(item_maker *m, uint32_t more) {
  if (more <= m->capacity - m->item.count) return;
  uint32_t capacity = m->capacity * 2 + more;
  dt_item *item = &m->item, old = m->item;
  item->nodes = DT_ARRAY(m->scratch, dt_index, capacity);
  item->columns = DT_ARRAY(m->scratch, uint16_t, capacity);
  item->spans = DT_ARRAY(m->scratch, uint16_t, capacity);
  item->ends = DT_ARRAY(m->scratch, uint32_t, capacity);
  item->parents = DT_ARRAY(m->scratch, uint32_t, capacity);
  if (old.count != 0) {
    memcpy(item->nodes, old.nodes, old.count * sizeof *old.nodes);
    memcpy(item->columns, old.columns, old.count * sizeof *old.columns);
    memcpy(item->spans, old.spans, old.count * sizeof *old.spans);
    memcpy(item->ends, old.ends, old.count * sizeof *old.ends);
    memcpy(item->parents, old.parents, old.count * sizeof *old.parents);
  }
  m->capacity = capacity;
}

static void add_subtree(item_maker *m, dt_index node, uint32_t parent, uint16_t column, uint16_t span) {
  const dt_tree *tree = m->item.tree;
  uint32_t size = dt_size(tree, node), base = m->item.count;
  reserve(m, size);
  for (uint32_t i = 0; i < size; i++) {
    m->item.nodes[base + i] = node + i;
    m->item.columns[base + i] = i == 0 ? column : 0;
    m->item.spans[base + i] = i == 0 ? span : 0;
    m->item.ends[base + i] = base + tree->nodes[node + i].end - node;
    m->item.parents[base + i] = i == 0 ? parent : base + tree->nodes[node + i].parent - node;
  }
  m->item.count += size;
}

static void add_row(item_maker *m, dt_grid *grid, dt_index row) {
  uint32_t cell_count, at = m->item.count;
  const dt_cell *cells = dt_grid_cells(grid, row, &cell_count);
  if (cell_count == 0) {
    add_subtree(m, row, DT_NONE, 0, 0);
    return;
  }
  reserve(m, 1);
  m->item.nodes[at] = row;
  m->item.columns[at] = m->item.spans[at] = 0;
  m->item.parents[at] = DT_NONE;
  m->item.count++;
  for (uint32_t c = 0; c < cell_count; c++) add_subtree(m, cells[c].node, at, cells[c].column, cells[c].span);
  m->item.ends[at] = m->item.count;
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
      bool linked = node->flags & DT_NODE_LINKED;
      detm_text text = dt_text_of(tree, item->nodes[i]);
      size_t label = linked ? 0 : dt_label_length(text.data, text.length);
      hash = dt_hash_mix(hash, linked);
      if (label != 0) hash = dt_hash_mix(hash, dt_hash_bytes(text.data, label, 0));
      continue;
    }
    detm_text class = dt_attribute_of(tree, item->nodes[i], DT_ATTRIBUTE_class);
    if (class.length != 0) hash = dt_hash_mix(hash, dt_hash_bytes(class.data, class.length, 0));
    if (item->columns[i] != 0) hash = dt_hash_mix(hash, (uint64_t)item->columns[i] << 16 | item->spans[i]);
  }
  return hash;
}

dt_item dt_item_make(dt_arena *scratch, dt_grid *grid, const dt_caption_set *known, const dt_index *nodes,
                     uint32_t count) {
  item_maker m = {.item = {.tree = grid->tree}, .scratch = scratch};
  uint32_t size = 0;
  for (uint32_t n = 0; n < count; n++) size += dt_size(grid->tree, nodes[n]);
  reserve(&m, size);
  for (uint32_t n = 0; n < count; n++) {
    if (grid->by_columns && grid->tree->nodes[nodes[n]].tag == DT_TAG_tr) {
      add_row(&m, grid, nodes[n]);
    } else {
      add_subtree(&m, nodes[n], DT_NONE, 0, 0);
    }
  }
  if (known != NULL) dt_captions_mark(&m.item, scratch, known);
  m.item.layout = dt_item_layout(&m.item, 0, m.item.count);
  return m.item;
}
