/* content/groups.c: blocks whose elements have the same tags and classes from the root on are one path group. */
#include "content/features.h"

enum { CLASS_BYTES = 60 }; /* what tells single elements apart often stands behind */

static uint64_t hash_path(const dt_element *element, uint64_t above) {
  size_t length = strnlen(element->class_name, CLASS_BYTES);
  return dt_hash_bytes(element->class_name, length, dt_hash_mix(above, element->tag));
}

static void hash_paths(dt_features *f) {
  for (uint32_t i = 0; i < f->page->element_count; i++) {
    const dt_element *element = &f->page->elements[i];
    f->inherited[i].path = hash_path(element, element->parent == DT_NONE ? 0 : f->inherited[element->parent].path);
  }
}

static void add_block(dt_path_group *group, const dt_block *block) {
  group->blocks++;
  group->units += block->units;
  group->linked += block->units * dt_link_density(block);
  group->sentences += block->sentences;
}

void dt_group_paths(dt_features *f) {
  uint32_t blocks = f->page->block_count, count = 0, mask = 15;
  while (mask < 2 * blocks) mask = mask * 2 + 1;
  f->group_of = DT_ARRAY(f->arena, uint32_t, blocks);
  f->groups = DT_ZERO(f->arena, dt_path_group, blocks);
  hash_paths(f);
  dt_mark mark = dt_arena_mark(f->arena);
  uint32_t *slots = DT_ZERO(f->arena, uint32_t, (size_t)mask + 1); /* group + 1 */
  for (uint32_t i = 0; i < blocks; i++) {
    const dt_block *block = &f->page->blocks[i];
    uint64_t path = f->inherited[block->element].path;
    uint32_t at = (uint32_t)(path >> 32) & mask;
    while (slots[at] != 0 && f->groups[slots[at] - 1].path != path) at = (at + 1) & mask;
    if (slots[at] == 0) {
      f->groups[count].path = path;
      slots[at] = ++count;
    }
    f->group_of[i] = slots[at] - 1;
    add_block(&f->groups[f->group_of[i]], block);
  }
  dt_arena_rewind(f->arena, mark);
}
