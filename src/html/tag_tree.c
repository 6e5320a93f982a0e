/* html/tag_tree.c: positions, attributes and names of nodes. */
#include "html/tag_tree.h"

uint32_t dt_child_position(const dt_tree *tree, dt_index parent, size_t node) {
  uint32_t low = 0, count = tree->nodes[parent].kid_count, high = count;
  while (low < high) { /* children are in order */
    uint32_t middle = low + (high - low) / 2;
    if (dt_child(tree, parent, middle) < node)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && dt_child(tree, parent, low) == node ? low : count;
}

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
    if (tree->foreign[middle].tag < tag)
      low = middle + 1;
    else
      high = middle;
  }
  return known != NULL ? known : "unknown";
}
