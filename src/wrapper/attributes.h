/* wrapper/attributes.h: values that only attributes have. */
#ifndef DT_WRAPPER_ATTRIBUTES_H
#define DT_WRAPPER_ATTRIBUTES_H

#include "wrapper/record_item.h"
#include "wrapper/wrapper.h"

/* The end of the nodes whose attributes belong to a node of an item: of a cell that is one value, all nodes in it. */
dt_index dt_attributes_end(const dt_item *item, uint32_t i, const dt_wrapper_node *w);
/* What has an attribute, in the form of dt_attribute_source.element; node: the one to which it belongs. */
const char *dt_attribute_element(dt_arena *arena, const dt_tree *tree, dt_index node, const dt_attribute_view *view);
/* Whether an attribute is at the place of a source, but for its number. */
bool dt_attribute_fits(const dt_attribute_source *source, const dt_tree *tree, dt_index node,
                       const dt_attribute_view *view);
/* The attribute of a source among those of the nodes [node, end); data NULL = missing. */
detm_text dt_attribute_find(const dt_attribute_source *source, const dt_tree *tree, dt_index node, dt_index end);
/* Where a search among the attributes of some nodes stands; all 0 at first. */
typedef struct dt_attribute_search {
  const dt_attribute_source *last;
  dt_attribute_walk walk;
  uint32_t number; /* attributes at the place of `last` that were passed */
} dt_attribute_search;
/* The same for several sources of these nodes: if they are in the order of their numbers, the nodes are read once. */
detm_text dt_attribute_find_next(dt_attribute_search *search, const dt_attribute_source *source, const dt_tree *tree,
                                 dt_index node, dt_index end);
/* The words of a class attribute that are not among others; may be in the arena. */
detm_text dt_class_without(dt_arena *arena, detm_text class, const char *without);

#endif
