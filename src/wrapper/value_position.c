/* wrapper/value_position.c: computes hashes of the positions of values, which are equal for the values of a column as
 * long as the markup is the same. */
#include "wrapper/value_position.h"
#include "wrapper/labels.h"
#include "wrapper/record_set.h"
#include "wrapper/values.h"

enum { BEFORE = 8 /* nodes between a value and the words before it */ };

/* Hashes a class without its digits, which are mostly numbers of rows, columns and items. */
static uint64_t hash_class(uint64_t hash, detm_text class) {
  for (size_t i = 0; i < class.length; i++) {
    char c = class.data[i];
    if (!dt_is_digit(c)) hash = dt_hash_mix(hash, (unsigned char)c);
  }
  return hash;
}

uint64_t dt_value_place(const dt_item *item, const dt_value *value) {
  uint64_t hash = dt_hash_mix(value->within, value->address + UINT64_C(1));
  for (uint32_t i = value->at; i != DT_NONE; i = item->parents[i]) {
    dt_index node = item->nodes[i];
    const char *tag =
        dt_tag_text(item->tree, item->tree->nodes[node].tag); /* tag numbers may change between versions */
    hash = dt_hash_bytes(tag, strlen(tag), hash);
    hash = hash_class(hash, dt_attribute_of(item->tree, node, DT_ATTRIBUTE_class));
  }
  return hash;
}

static uint64_t hash_text(detm_text text) { return text.length != 0 ? dt_hash_bytes(text.data, text.length, 1) : 0; }

/* The table column of a node; 0 = none. */
static uint32_t column_of(const dt_item *item, uint32_t at) {
  while (at != DT_NONE && item->columns[at] == 0) at = item->parents[at];
  return at != DT_NONE ? item->columns[at] : 0;
}

uint64_t dt_value_caption(const dt_captions *captions, const dt_item *item, const dt_value *value) {
  uint32_t column = column_of(item, value->at), least = value->at > BEFORE ? value->at - BEFORE : 0;
  if (column != 0 && column <= captions->count && captions->columns[column - 1] != 0)
    return captions->columns[column - 1];
  for (uint32_t i = value->at; i-- > least;)
    if (item->tree->nodes[item->nodes[i]].tag == DT_TAG_TEXT) return hash_text(dt_text_of(item->tree, item->nodes[i]));
  return 0;
}

/* Hash of all words of a cell. */
static uint64_t hash_cell(const dt_tree *tree, dt_index cell) {
  uint64_t hash = 0;
  for (dt_index node = cell; node < tree->nodes[cell].end; node++)
    if (tree->nodes[node].tag == DT_TAG_TEXT) hash = dt_hash_mix(hash, hash_text(dt_text_of(tree, node)));
  return hash;
}

void dt_captions_read(dt_captions *captions, dt_arena *arena, const dt_record_set *set) {
  uint32_t count;
  const dt_cell *cells = dt_header_cells(set, arena, &count);
  *captions = (dt_captions){0};
  for (uint32_t c = 0; c < count; c++)
    if (cells[c].column > captions->count) captions->count = cells[c].column;
  if (captions->count == 0) return;
  captions->columns = DT_ZERO(arena, uint64_t, captions->count);
  for (uint32_t c = 0; c < count; c++) captions->columns[cells[c].column - 1] = hash_cell(set->tree, cells[c].node);
}
