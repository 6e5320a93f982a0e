/* wrapper/attributes.c: finds the attributes of a record that are values. */
#include "wrapper/attributes.h"

#include "text/words.h"

dt_index dt_attributes_end(const dt_item *item, uint32_t i, const dt_wrapper_node *w) {
  dt_index node = item->nodes[i];
  return w->cell && w->first == NULL ? item->tree->nodes[node].end : node + 1;
}

static bool is_own(dt_index node, const dt_attribute_view *view) { return view->chain == 0 && view->node == node; }

const char *dt_attribute_element(dt_arena *arena, const dt_tree *tree, dt_index node, const dt_attribute_view *view) {
  if (is_own(node, view)) return "";
  detm_text itemprop = dt_attribute_itemprop(tree, view);
  const char *tag = dt_tag_text(tree, view->tag);
  return itemprop.length == 0 ? dt_arena_copy(arena, tag, strlen(tag))
                              : dt_arena_format(arena, "%s.%.*s", tag, (int)itemprop.length, itemprop.data);
}

bool dt_attribute_fits(const dt_attribute_source *source, const dt_tree *tree, dt_index node,
                       const dt_attribute_view *view) {
  if (strcmp(source->name, view->name) != 0) return false;
  if (is_own(node, view) || *source->element == '\0') return is_own(node, view) && *source->element == '\0';
  const char *tag = dt_tag_text(tree, view->tag), *rest = source->element + strlen(tag);
  if (strncmp(source->element, tag, strlen(tag)) != 0) return false;
  detm_text itemprop = dt_attribute_itemprop(tree, view);
  return itemprop.length == 0 ? *rest == '\0' : *rest == '.' && dt_text_equal(dt_text(rest + 1), itemprop);
}

detm_text dt_attribute_find_next(dt_attribute_search *search, const dt_attribute_source *source, const dt_tree *tree,
                                 dt_index node, dt_index end) {
  const dt_attribute_source *last = search->last;
  bool same = last != NULL && strcmp(last->name, source->name) == 0 && strcmp(last->element, source->element) == 0;
  if (!same || source->number <= search->number)
    *search = (dt_attribute_search){.walk = dt_attribute_walk_start(tree, node, end)};
  search->last = source;
  dt_attribute_view view;
  while (dt_attribute_walk_next(&search->walk, &view))
    if (dt_attribute_fits(source, tree, node, &view) && ++search->number == source->number) return view.value;
  return (detm_text){NULL, 0};
}

detm_text dt_attribute_find(const dt_attribute_source *source, const dt_tree *tree, dt_index node, dt_index end) {
  dt_attribute_search search = {0};
  return dt_attribute_find_next(&search, source, tree, node, end);
}

/* ---- words of classes ---- */

detm_text dt_class_without(dt_arena *arena, detm_text class, const char *without) {
  char *kept = DT_ARRAY(arena, char, class.length + 1);
  size_t length = 0;
  for (detm_text word; (word = dt_next_class(&class)).length != 0;) {
    if (dt_classes_have(dt_text(without), word)) continue;
    if (length != 0) kept[length++] = ' ';
    memcpy(kept + length, word.data, word.length);
    length += word.length;
  }
  return (detm_text){kept, length};
}
