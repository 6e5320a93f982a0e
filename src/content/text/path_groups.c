/* content/text/path_groups.c: groups blocks whose elements have the same tags and classes from the root down. */
#include "content/text/path_groups.h"
#include "content/text/features.h"

enum { CLASS_BYTES = 60 }; /* what follows often differs from element to element */

/* Fraction by which values move towards the mean; .5 and .9 work as well. */
#define SMOOTHING 0.7

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

/* The parents in a group are not ancestors of each other, so the blocks of each parent are consecutive. */
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
  uint32_t blocks = f->page->block_count;
  dt_lookup paths;
  f->group_of = DT_ARRAY(f->arena, uint32_t, blocks);
  f->groups = DT_ZERO(f->arena, dt_path_group, blocks);
  hash_paths(f);
  dt_mark mark = dt_arena_mark(f->arena);
  dt_lookup_start(&paths, f->arena, blocks);
  for (uint32_t i = 0; i < blocks; i++) {
    f->group_of[i] = dt_lookup_add(&paths, f->inherited[f->page->blocks[i].element].path);
    add_block(f, &f->groups[f->group_of[i]], i);
  }
  f->group_count = paths.count;
  dt_arena_rewind(f->arena, mark);
}

void dt_features_smooth(const dt_features *f, double *figures) {
  dt_mark mark = dt_arena_mark(f->arena);
  double *sums = DT_ZERO(f->arena, double, f->group_count);
  for (uint32_t i = 0; i < f->page->block_count; i++) sums[f->group_of[i]] += f->page->blocks[i].units * figures[i];
  for (uint32_t i = 0; i < f->page->block_count; i++) {
    double mean = sums[f->group_of[i]] / f->groups[f->group_of[i]].units;
    figures[i] += SMOOTHING * (mean - figures[i]);
  }
  dt_arena_rewind(f->arena, mark);
}
