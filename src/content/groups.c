/* content/groups.c: blocks whose elements have the same tags and classes from the root on are one path group. */
#include "content/features.h"

enum { CLASS_BYTES = 60 }; /* what tells single elements apart often stands behind */

/* How far figures move towards the mean; .5 and .9 do as well. */
#define TO_THE_MEAN 0.7

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

/* Parents of one group are no ancestors of each other, so the blocks of each follow each other. */
static void add_block(dt_features *f, dt_path_group *group, uint32_t number) {
  const dt_block *block = &f->page->blocks[number];
  uint32_t parent = f->page->elements[block->element].parent;
  if (group->blocks == 0) group->first = number;
  if (group->blocks == 0 || parent != group->a_parent) group->parents++;
  group->a_parent = parent;
  group->blocks++;
  group->units += block->units;
}

void dt_group_paths(dt_features *f) {
  uint32_t blocks = f->page->block_count, mask = 15;
  while (mask < 2 * blocks) mask = mask * 2 + 1;
  f->group_of = DT_ARRAY(f->arena, uint32_t, blocks);
  f->groups = DT_ZERO(f->arena, dt_path_group, blocks);
  hash_paths(f);
  dt_mark mark = dt_arena_mark(f->arena);
  uint32_t *slots = DT_ZERO(f->arena, uint32_t, (size_t)mask + 1); /* group + 1 */
  for (uint32_t i = 0; i < blocks; i++) {
    uint64_t path = f->inherited[f->page->blocks[i].element].path;
    uint32_t at = (uint32_t)(path >> 32) & mask;
    while (slots[at] != 0 && f->groups[slots[at] - 1].path != path) at = (at + 1) & mask;
    if (slots[at] == 0) {
      f->groups[f->group_count].path = path;
      slots[at] = ++f->group_count;
    }
    f->group_of[i] = slots[at] - 1;
    add_block(f, &f->groups[f->group_of[i]], i);
  }
  dt_arena_rewind(f->arena, mark);
}

void dt_features_smooth(const dt_features *f, double *figures) {
  dt_mark mark = dt_arena_mark(f->arena);
  double *sums = DT_ZERO(f->arena, double, f->group_count);
  for (uint32_t i = 0; i < f->page->block_count; i++) sums[f->group_of[i]] += f->page->blocks[i].units * figures[i];
  for (uint32_t i = 0; i < f->page->block_count; i++) {
    double mean = sums[f->group_of[i]] / f->groups[f->group_of[i]].units;
    figures[i] += TO_THE_MEAN * (mean - figures[i]);
  }
  dt_arena_rewind(f->arena, mark);
}
