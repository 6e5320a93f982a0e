/* tree/shape.c: hash consing of subtrees. */
#include "tree/shape.h"

enum { FIRST_SHAPES = 256, FIRST_KIDS = 1024 };

static bool grow_table(dt_shapes *shapes) {
  uint32_t size = shapes->table_size * 2;
  dt_shape *table = DT_ARRAY(shapes->arena, dt_shape, size);
  if (table == NULL) return false;
  memset(table, 0xff, size * sizeof *table);
  for (uint32_t shape = 0; shape < shapes->count; shape++) {
    uint32_t at = (uint32_t)shapes->shapes[shape].hash & (size - 1);
    while (table[at] != DT_SHAPE_NONE) at = (at + 1) & (size - 1);
    table[at] = shape;
  }
  shapes->table = table;
  shapes->table_size = size;
  return true;
}

static bool grow_shapes(dt_shapes *shapes) {
  uint32_t capacity = shapes->capacity * 2;
  dt_shape_info *bigger = DT_ARRAY(shapes->arena, dt_shape_info, capacity);
  if (bigger == NULL) return false;
  memcpy(bigger, shapes->shapes, shapes->count * sizeof *bigger);
  shapes->shapes = bigger;
  shapes->capacity = capacity;
  return true;
}

static bool reserve_kids(dt_shapes *shapes, uint32_t more) {
  if (more <= shapes->kid_capacity - shapes->kid_count) return true;
  uint64_t capacity = (uint64_t)shapes->kid_capacity * 2 + more;
  dt_shape *bigger = capacity < UINT32_MAX ? DT_ARRAY(shapes->arena, dt_shape, (size_t)capacity) : NULL;
  if (bigger == NULL) return false;
  memcpy(bigger, shapes->kids, shapes->kid_count * sizeof *bigger);
  shapes->kids = bigger;
  shapes->kid_capacity = (uint32_t)capacity;
  return true;
}

dt_shapes *dt_shapes_new(dt_arena *arena) {
  dt_shapes *shapes = DT_ZERO(arena, dt_shapes, 1);
  if (shapes == NULL) return NULL;
  *shapes =
      (dt_shapes){.arena = arena, .capacity = FIRST_SHAPES, .kid_capacity = FIRST_KIDS, .table_size = FIRST_SHAPES};
  shapes->shapes = DT_ARRAY(arena, dt_shape_info, FIRST_SHAPES);
  shapes->kids = DT_ARRAY(arena, dt_shape, FIRST_KIDS);
  return shapes->shapes != NULL && shapes->kids != NULL && grow_table(shapes) ? shapes : NULL;
}

static void fill_bag(const dt_shapes *shapes, dt_shape_info *info, const dt_shape *kids) {
  uint16_t sums[16] = {0};
  if (info->tag != DT_TAG_RUN) sums[dt_hash_mix(1, info->tag) & 15] = 1;
  for (uint32_t k = 0; k < info->kid_count; k++)
    for (int b = 0; b < 16; b++) {
      uint16_t sum = (uint16_t)(sums[b] + shapes->shapes[kids[k]].bag[b]);
      sums[b] = sum > 255 ? 255 : sum;
    }
  for (int b = 0; b < 16; b++) info->bag[b] = (uint8_t)sums[b];
}

static dt_shape add(dt_shapes *shapes, uint64_t hash, dt_tag tag, const dt_shape *kids, uint32_t kid_count) {
  if (shapes->count == shapes->capacity && !grow_shapes(shapes)) return DT_SHAPE_NONE;
  if (!reserve_kids(shapes, kid_count)) return DT_SHAPE_NONE;
  dt_shape_info info = {
      .tag = tag, .size = tag == DT_TAG_RUN ? 0 : 1, .kids = shapes->kid_count, .kid_count = kid_count, .hash = hash};
  for (uint32_t k = 0; k < kid_count; k++) info.size += shapes->shapes[kids[k]].size;
  fill_bag(shapes, &info, kids);
  if (kid_count != 0) memcpy(shapes->kids + shapes->kid_count, kids, kid_count * sizeof *kids);
  shapes->kid_count += kid_count;
  shapes->shapes[shapes->count] = info;
  return shapes->count++;
}

dt_shape dt_shape_intern(dt_shapes *shapes, dt_tag tag, const dt_shape *kids, uint32_t kid_count) {
  uint64_t hash = dt_hash_mix(tag, kid_count);
  for (uint32_t k = 0; k < kid_count; k++) hash = dt_hash_mix(hash, kids[k]);
  uint32_t at = (uint32_t)hash & (shapes->table_size - 1);
  for (; shapes->table[at] != DT_SHAPE_NONE; at = (at + 1) & (shapes->table_size - 1)) {
    const dt_shape_info *info = &shapes->shapes[shapes->table[at]];
    if (info->hash == hash && info->tag == tag && info->kid_count == kid_count &&
        (kid_count == 0 || memcmp(shapes->kids + info->kids, kids, kid_count * sizeof *kids) == 0))
      return shapes->table[at];
  }
  dt_shape shape = add(shapes, hash, tag, kids, kid_count);
  if (shape == DT_SHAPE_NONE) return shape;
  shapes->table[at] = shape;
  if (shapes->count > shapes->table_size / 2 && !grow_table(shapes)) return DT_SHAPE_NONE;
  return shape;
}

dt_shapes *dt_shapes_copy(dt_arena *arena, const dt_shapes *from) {
  dt_shapes *copy = DT_ARRAY(arena, dt_shapes, 1);
  if (copy == NULL) return NULL;
  *copy = *from;
  copy->arena = arena;
  copy->shapes = DT_ARRAY(arena, dt_shape_info, from->capacity);
  copy->kids = DT_ARRAY(arena, dt_shape, from->kid_capacity);
  copy->table = DT_ARRAY(arena, dt_shape, from->table_size);
  if (copy->shapes == NULL || copy->kids == NULL || copy->table == NULL) return NULL;
  memcpy(copy->shapes, from->shapes, from->count * sizeof *copy->shapes);
  memcpy(copy->kids, from->kids, from->kid_count * sizeof *copy->kids);
  memcpy(copy->table, from->table, from->table_size * sizeof *copy->table);
  return copy;
}
