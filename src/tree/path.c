/* tree/path.c: attributes and tag names of nodes, and paths from the root. */
#include "tree/tree.h"

#include <stdlib.h>

detm_text dt_attribute_of(const dt_tree *tree, dt_index node, dt_attribute_name name) {
  const dt_node *n = &tree->nodes[node];
  if (n->tag != DT_TAG_TEXT)
    for (uint32_t i = n->detail; i < n->detail + n->attribute_count; i++)
      if (tree->attributes[i].name == name)
        return (detm_text){tree->values + tree->attributes[i].start, tree->attributes[i].length};
  return (detm_text){NULL, 0};
}

const char *dt_tag_text(const dt_tree *tree, dt_tag tag) {
  const char *known = dt_tag_known_name(tag);
  uint32_t low = 0, high = known != NULL ? 0 : tree->foreign_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (tree->foreign[middle].tag == tag) return tree->foreign[middle].name;
    if (tree->foreign[middle].tag < tag) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return known != NULL ? known : "unknown";
}

/* Which of its siblings of the same tag a node is, from 1. */
static uint32_t place(const dt_tree *tree, dt_index node) {
  dt_index parent = tree->nodes[node].parent;
  uint32_t n = 1;
  if (parent == DT_NONE) return n;
  for (uint32_t k = 0; dt_child(tree, parent, k) != node; k++)
    n += tree->nodes[dt_child(tree, parent, k)].tag == tree->nodes[node].tag;
  return n;
}

static uint32_t depth_of(const dt_tree *tree, dt_index node) {
  uint32_t depth = 0;
  for (; node != DT_NONE; node = tree->nodes[node].parent) depth++;
  return depth;
}

static dt_index ancestor(const dt_tree *tree, dt_index node, uint32_t up) {
  while (up-- != 0) node = tree->nodes[node].parent;
  return node;
}

void dt_path_write(const dt_tree *tree, dt_index node, dt_buffer *out) {
  for (uint32_t up = depth_of(tree, node); up-- != 0;) {
    dt_index step = ancestor(tree, node, up);
    uint32_t n = place(tree, step);
    dt_buffer_byte(out, '/');
    dt_buffer_text(out, dt_tag_text(tree, tree->nodes[step].tag));
    if (n > 1) dt_buffer_format(out, "[%u]", n);
  }
}

/* The nth child (from 1) of this tag, DT_NONE = there are fewer. */
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
    if (node == DT_NONE) {
      node = tree->nodes[0].tag == tag && n == 1 ? 0 : DT_NONE;
    } else {
      node = child_at(tree, node, tag, n);
    }
    if (node == DT_NONE) return DT_NONE;
  }
  return *path == '\0' ? node : DT_NONE;
}

uint64_t dt_path_hash(const dt_tree *tree, dt_index node) {
  uint64_t hash = 0;
  for (; node != DT_NONE; node = tree->nodes[node].parent) hash = dt_hash_mix(hash, tree->nodes[node].tag);
  return hash;
}
