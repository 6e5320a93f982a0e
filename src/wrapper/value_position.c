/* wrapper/value_position.c: computes hashes of the positions of values, which are equal for the values of a column as
 * long as the markup is the same. */
#include "wrapper/value_position.h"
#include "wrapper/labels.h"

enum { BEFORE = 8 /* nodes between a value and the words before it */ };

uint64_t dt_value_place(const dt_item *item, const dt_value *value) {
  uint64_t hash = dt_hash_mix(value->within, value->address + UINT64_C(1));
  for (uint32_t i = value->at; i != DT_NONE; i = item->parents[i]) {
    dt_index node = item->nodes[i];
    const char *tag =
        dt_tag_text(item->tree, item->tree->nodes[node].tag); /* tag numbers may change between versions */
    detm_text class = dt_attribute_of(item->tree, node, DT_ATTRIBUTE_class);
    hash = dt_hash_bytes(tag, strlen(tag), hash);
    for (size_t c = 0; c < class.length; c++) /* without digits, which are mostly numbers of rows, columns and items */
      if (!dt_is_digit(class.data[c])) hash = dt_hash_mix(hash, (unsigned char)class.data[c]);
  }
  return hash;
}

static uint64_t hash_text(detm_text text) { return text.length != 0 ? dt_hash_bytes(text.data, text.length, 1) : 0; }

uint64_t dt_value_caption(const dt_captions *captions, const dt_item *item, const dt_value *value) {
  uint32_t cell = value->at, least = value->at > BEFORE ? value->at - BEFORE : 0;
  while (cell != DT_NONE && item->columns[cell] == 0) cell = item->parents[cell];
  uint32_t column = cell != DT_NONE ? item->columns[cell] : 0;
  if (column != 0 && column <= captions->count && captions->columns[column - 1] != 0)
    return captions->columns[column - 1];
  for (uint32_t i = value->at; i-- > least;)
    if (item->tree->nodes[item->nodes[i]].tag == DT_TAG_TEXT) return hash_text(dt_text_of(item->tree, item->nodes[i]));
  return 0;
}

void dt_captions_read(dt_captions *captions, dt_arena *arena, const dt_record_set *set) {
  const dt_tree *tree = set->tree;
  uint32_t count;
  const dt_cell *cells = dt_header_cells(set, arena, &count);
  *captions = (dt_captions){0};
  for (uint32_t c = 0; c < count; c++)
    if (cells[c].column > captions->count) captions->count = cells[c].column;
  if (captions->count == 0) return;
  captions->columns = DT_ZERO(arena, uint64_t, captions->count);
  for (uint32_t c = 0; c < count; c++) {
    uint64_t *hash = &captions->columns[cells[c].column - 1];
    *hash = 0; /* of overlapping cells the last one counts */
    for (dt_index node = cells[c].node; node < tree->nodes[cells[c].node].end; node++)
      if (tree->nodes[node].tag == DT_TAG_TEXT) *hash = dt_hash_mix(*hash, hash_text(dt_text_of(tree, node)));
  }
}

detm_range dt_value_range(const dt_item *item, const dt_value *value) {
  const dt_tree *tree = item->tree;
  detm_range range = {.known = 1, .first = item->nodes[value->at], .last = item->nodes[value->last]};
  if (value->address || tree->nodes[range.last].tag != DT_TAG_TEXT) return range;
  detm_text last = dt_text_of(tree, range.last);
  range.end = (uint32_t)last.length;
  if (range.first != range.last || value->text.data < last.data || value->text.data >= last.data + last.length)
    return range; /* of several texts, or joined from pieces of one */
  range.start = (uint32_t)(value->text.data - last.data);
  if (value->text.length < range.end - range.start) range.end = range.start + (uint32_t)value->text.length;
  return range;
}
