/* html/tag_tree.c: positions, attributes and names of nodes. */
#include "html/tag_tree.h"

#include "base/search.h"
#include "text/words.h"

uint32_t dt_child_position(const dt_tree *tree, dt_index parent, size_t node) {
  uint32_t i, count = tree->nodes[parent].kid_count;
  DT_LOWER_BOUND(i, 0, count, dt_child(tree, parent, i) < node); /* children are in order */
  return i < count && dt_child(tree, parent, i) == node ? i : count;
}

bool dt_chain_is_within(const dt_tree *tree, uint32_t chain, uint32_t ancestor) {
  while (chain != ancestor && chain != 0) chain = tree->chains[chain].parent;
  return chain == ancestor;
}

bool dt_is_in_navigation(const dt_tree *tree, dt_index node) {
  const dt_node *nodes = tree->nodes;
  if (node == DT_NONE) return false;
  if (tree->main != DT_NONE && (node >= nodes[tree->main].end || nodes[node].end <= tree->main)) return true;
  while (node != DT_NONE && !dt_tag_is(nodes[node].tag, DT_NAVIGATION)) node = nodes[node].parent;
  return node != DT_NONE;
}

uint64_t dt_hash_texts(const dt_tree *tree, dt_index from, dt_index end) {
  uint64_t hash = 0;
  for (dt_index node = from; node < end; node++) {
    detm_text text = tree->nodes[node].tag == DT_TAG_TEXT ? dt_text_of(tree, node) : (detm_text){"", 0};
    if (text.length != 0) hash = dt_hash_mix(hash, dt_hash_bytes(text.data, text.length, 0));
  }
  return hash;
}

bool dt_has_general_attribute(const dt_tree *tree, dt_index node) {
  const dt_node *n = &tree->nodes[node];
  uint32_t i = n->detail, end = i + n->attribute_count; /* a text has none */
  while (i < end && tree->attributes[i].name >= DT_ATTRIBUTE_OF_CELLS) i++;
  return i < end;
}

/* Checks whether all of some classes, one or more, are among others. */
static bool has_classes(detm_text classes, detm_text wanted) {
  bool any = false;
  for (detm_text class; (class = dt_next_class(&wanted)).length != 0; any = true)
    if (!dt_classes_have(classes, class)) return false;
  return any;
}

bool dt_classes_include(const dt_tree *tree, dt_index a, dt_index b) {
  enum { MOST_BYTES = 256 /* of a class attribute that are read */ };
  detm_text first = dt_attribute_of(tree, a, DT_ATTRIBUTE_class), second = dt_attribute_of(tree, b, DT_ATTRIBUTE_class);
  if (dt_text_equal(first, second)) return true;
  if (first.length > MOST_BYTES || second.length > MOST_BYTES) return false;
  return has_classes(first, second) || has_classes(second, first);
}

const char *dt_tag_text(const dt_tree *tree, dt_tag tag) {
  const char *known = dt_tag_known_name(tag);
  if (known != NULL) return known;
  uint32_t i;
  DT_LOWER_BOUND(i, 0, tree->foreign_count, tree->foreign[i].tag < tag);
  return i < tree->foreign_count && tree->foreign[i].tag == tag ? tree->foreign[i].name : "unknown";
}

/* ---- attributes that can be values ---- */

static bool may_be_value(uint32_t name) {
  switch (name) {
  case DT_ATTRIBUTE_alt:
  case DT_ATTRIBUTE_aria_label:
  case DT_ATTRIBUTE_class:
  case DT_ATTRIBUTE_content:
  case DT_ATTRIBUTE_data_column:
  case DT_ATTRIBUTE_data_header:
  case DT_ATTRIBUTE_data_label:
  case DT_ATTRIBUTE_data_th:
  case DT_ATTRIBUTE_data_title:
  case DT_ATTRIBUTE_datetime:
  case DT_ATTRIBUTE_href:
  case DT_ATTRIBUTE_id:
  case DT_ATTRIBUTE_title:
  case DT_ATTRIBUTE_value:
    return true;
  default:
    return false;
  }
}

dt_attribute_walk dt_attribute_walk_start(const dt_tree *tree, dt_index node, dt_index end) {
  dt_attribute_walk walk = {.tree = tree, .node = node, .end = end};
  DT_LOWER_BOUND(walk.extra, 0, tree->extra_count, tree->extras[walk.extra].node < node);
  return walk;
}

bool dt_attribute_walk_next(dt_attribute_walk *walk, dt_attribute_view *view) {
  const dt_tree *tree = walk->tree;
  for (; walk->node < walk->end; walk->node++, walk->next = 0) {
    const dt_node *node = &tree->nodes[walk->node];
    *view = (dt_attribute_view){.node = walk->node, .tag = node->tag};
    while (walk->next < node->attribute_count) { /* a text has none */
      const dt_attribute *a = &tree->attributes[node->detail + walk->next++];
      if (a->length == 0 || !may_be_value(a->name)) continue;
      view->general = a->name;
      view->name = dt_attribute_text((dt_attribute_name)a->name);
      view->value = (detm_text){tree->values + a->start, a->length};
      return true;
    }
    if (walk->extra == tree->extra_count || tree->extras[walk->extra].node != walk->node) continue;
    const dt_extra *extra = &tree->extras[walk->extra++];
    bool known = extra->name < DT_ATTRIBUTE_COUNT;
    view->general = known ? extra->name : DT_ATTRIBUTE_COUNT;
    view->name =
        known ? dt_attribute_text((dt_attribute_name)extra->name) : tree->values + (extra->name - DT_ATTRIBUTE_COUNT);
    view->value = (detm_text){tree->values + extra->start, extra->length};
    view->chain = extra->chain;
    if (extra->chain != 0) view->tag = tree->chains[extra->chain].tag;
    return true;
  }

  return false;
}

detm_text dt_attribute_itemprop(const dt_tree *tree, const dt_attribute_view *view) {
  if (view->chain == 0) return dt_attribute_of(tree, view->node, DT_ATTRIBUTE_itemprop);
  const dt_chain *chain = &tree->chains[view->chain];
  return (detm_text){tree->values + chain->start + chain->class_length + chain->label_length, chain->itemprop_length};
}
