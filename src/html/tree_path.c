/* html/tree_path.c: writes and finds paths in the tag tree. */
#include "html/tree_path.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the position of a node among its siblings with the same tag, from 1. */
static uint32_t position_of(const dt_tree *tree, dt_index node) {
  dt_index parent = tree->nodes[node].parent;
  uint32_t n = 1;
  if (parent == DT_NONE) return n;
  for (uint32_t k = 0; dt_child(tree, parent, k) != node; k++)
    n += tree->nodes[dt_child(tree, parent, k)].tag == tree->nodes[node].tag;
  return n;
}

const char *dt_path_write(dt_arena *arena, const dt_tree *tree, dt_index node, bool numbered) {
  enum { MAX_NUMBER_LENGTH = sizeof "/[4294967295]" };
  size_t size = 1;
  for (dt_index up = node; up != DT_NONE; up = tree->nodes[up].parent)
    size += strlen(dt_tag_text(tree, tree->nodes[up].tag)) + MAX_NUMBER_LENGTH;
  char *at = dt_arena_take(arena, size), number[MAX_NUMBER_LENGTH];
  if (at == NULL) return NULL;
  at += size - 1;
  *at = '\0';
  for (dt_index up = node; up != DT_NONE; up = tree->nodes[up].parent) {
    uint32_t n = numbered ? position_of(tree, up) : 1;
    const char *tag = dt_tag_text(tree, tree->nodes[up].tag);
    size_t number_length = n > 1 ? (size_t)snprintf(number, sizeof number, "[%" PRIu32 "]", n) : 0;
    at -= number_length;
    memcpy(at, number, number_length);
    at -= strlen(tag);
    memcpy(at, tag, strlen(tag));
    *--at = '/';
  }
  return at;
}

/* Returns the nth child (from 1) with this tag, or DT_NONE. */
static dt_index child_at(const dt_tree *tree, dt_index parent, dt_tag tag, unsigned long n) {
  for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
    dt_index child = dt_child(tree, parent, k);
    if (tree->nodes[child].tag == tag && --n == 0) return child;
  }
  return DT_NONE;
}

dt_index dt_path_find(const dt_tree *tree, const char *path) {
  dt_index node = DT_NONE;
  if (*path == '\0' || strcmp(path, "/") == 0) return 0;
  while (*path == '/') {
    const char *name = ++path;
    path += strcspn(path, "/[");
    dt_tag tag = dt_tag_number(name, (size_t)(path - name));
    unsigned long n = 1;
    if (*path == '[') {
      char *end;
      n = strtoul(path + 1, &end, 10);
      if (n == 0 || *end != ']') return DT_NONE;
      path = end + 1;
    }
    if (node == DT_NONE)
      node = tree->nodes[0].tag == tag && n == 1 ? 0 : DT_NONE;
    else
      node = child_at(tree, node, tag, n);
    if (node == DT_NONE) return DT_NONE;
  }
  return *path == '\0' ? node : DT_NONE;
}

uint64_t dt_path_hash(const dt_tree *tree, dt_index node) {
  uint64_t hash = 0;
  for (; node != DT_NONE; node = tree->nodes[node].parent) hash = dt_hash_mix(hash, tree->nodes[node].tag);
  return hash;
}
