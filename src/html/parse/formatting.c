/* html/parse/formatting.c: the list of active formatting elements (13.2.4.3), the adoption agency (13.2.6.4.7). */
#include "base/map.h"
#include "base/search.h"
#include "html/parse/parse.h"

/* Elements after a marker.  More would be opened again for each block of a page; the standard has no limit. */
enum { MAX_FORMATTING = 64 };

/* Checks whether two values are the same text ("&amp;" and "&#38;"). */
static bool same_value(dt_html_tree *tree, const dt_html_attribute *a, const dt_html_attribute *b) {
  if (a->value_length == b->value_length && memcmp(a->value, b->value, a->value_length) == 0) return true;
  if (a->value_raw == 0 && b->value_raw == 0) return false;
  dt_buffer *both = &tree->buffer;
  both->length = 0;
  dt_slice_decode(dt_attribute_value_slice(a), true, both);
  size_t middle = both->length;
  dt_slice_decode(dt_attribute_value_slice(b), true, both);
  if (both->failed) dt_scope_leave(tree->arena->scope, DETM_NO_MEMORY);
  return both->length == 2 * middle && (middle == 0 || memcmp(both->data, both->data + middle, middle) == 0);
}

/* Checks whether two elements have the same tag and the same attributes. */
static bool same_element(dt_html_tree *tree, dt_node_number a, dt_node_number b) {
  const dt_html_node *x = &tree->nodes[a], *y = &tree->nodes[b];
  if (x->tag != y->tag || x->attribute_count != y->attribute_count) return false;
  for (uint32_t i = 0; i < x->attribute_count; i++) {
    const dt_html_attribute *own = &tree->attributes[x->data + i];
    const dt_html_attribute *other = dt_find_same_name(tree->attributes + y->data, y->attribute_count, own);
    if (other == NULL || !same_value(tree, own, other)) return false;
  }
  return true;
}

/* Returns the hash of the attributes of an element in any order, so that few elements have to be compared. */
static uint32_t signature_of(dt_html_tree *tree, dt_formatting *entry) {
  if (entry->signature != 0) return entry->signature;
  const dt_html_node *node = &tree->nodes[entry->node];
  uint64_t sum = 0, key = dt_hash_key();
  for (uint32_t i = 0; i < node->attribute_count; i++) {
    const dt_html_attribute *attribute = &tree->attributes[node->data + i];
    uint64_t name = dt_hash_folded((detm_text){attribute->name, attribute->name_length}, key);
    detm_text value = dt_html_text(tree, dt_attribute_value_slice(attribute), true);
    sum += dt_hash_bytes(value.data, value.length, name);
  }
  return entry->signature = (uint32_t)(sum ^ sum >> 32) | 1;
}

void dt_remove_formatting(dt_parser *p, uint32_t index) {
  memmove(&p->formatting.items[index], &p->formatting.items[index + 1],
          (p->formatting.count - index - 1) * sizeof *p->formatting.items);
  p->formatting.count--;
}

void dt_push_formatting(dt_parser *p, dt_node_number node) {
  dt_html_tree *tree = p->tree;
  dt_formatting added = {node, 0};
  uint32_t first = p->formatting.count, same = 0, third = UINT32_MAX;

  for (; first != 0 && p->formatting.items[first - 1].node != DT_NO_NODE; first--) {
    dt_formatting *entry = &p->formatting.items[first - 1];
    if (tree->nodes[entry->node].tag != tree->nodes[node].tag) continue;
    if (signature_of(tree, entry) != signature_of(tree, &added) || !same_element(tree, entry->node, node)) continue;
    if (++same == 3) third = first - 1;
  }

  if (third != UINT32_MAX)
    dt_remove_formatting(p, third); /* the Noah's Ark clause */
  else if (p->formatting.count - first >= MAX_FORMATTING)
    dt_remove_formatting(p, first);

  DT_VEC_PUSH(p->arena, &p->formatting, added);
}

void dt_push_marker(dt_parser *p) { DT_VEC_PUSH(p->arena, &p->formatting, (dt_formatting){0}); }

void dt_clear_to_marker(dt_parser *p) {
  while (p->formatting.count != 0 && p->formatting.items[--p->formatting.count].node != DT_NO_NODE) continue;
}

static bool is_noted(const dt_html_tree *tree, dt_node_number element) {
  uint32_t at;
  DT_LOWER_BOUND(at, 0, tree->noted.count, tree->noted.items[at] < element);
  return at < tree->noted.count && tree->noted.items[at] == element;
}

/* Makes another element with the tag and attributes of one. */
static dt_node_number clone(dt_parser *p, dt_node_number number) {
  dt_node_number copy = dt_html_node_new(p->tree, DT_HTML_ELEMENT);
  dt_html_node *made = &p->tree->nodes[copy];
  *made = p->tree->nodes[number];
  made->parent = made->first_child = made->last_child = made->previous = made->next = DT_NO_NODE;
  dt_note_element(p->tree, copy, is_noted(p->tree, number));
  return copy;
}

void dt_reconstruct_formatting(dt_parser *p) {
  uint32_t from = p->formatting.count;
  while (from != 0 && p->formatting.items[from - 1].node != DT_NO_NODE &&
         dt_open_index(p, p->formatting.items[from - 1].node) == UINT32_MAX)
    from--;
  for (; from < p->formatting.count; from++) {
    dt_node_place place = dt_element_place(p);
    dt_node_number node = clone(p, p->formatting.items[from].node);
    dt_html_insert(p->tree, node, place.parent, place.before);
    dt_push(p, node, DT_NS_HTML);
    p->formatting.items[from].node = node;
  }
}

uint32_t dt_find_formatting(const dt_parser *p, dt_tag tag) {
  for (uint32_t i = p->formatting.count; i-- != 0 && p->formatting.items[i].node != DT_NO_NODE;)
    if (p->tree->nodes[p->formatting.items[i].node].tag == tag) return i;
  return UINT32_MAX;
}

/* Index in the list of an element after the last marker, UINT32_MAX if it is not there. */
static uint32_t index_in_list(const dt_parser *p, dt_node_number node) {
  for (uint32_t i = p->formatting.count; i-- != 0 && p->formatting.items[i].node != DT_NO_NODE;)
    if (p->formatting.items[i].node == node) return i;
  return UINT32_MAX;
}

/* Returns the index of the furthest block, the first special element above one of the stack, or the size of the
 * stack. */
static uint32_t furthest_block(const dt_parser *p, uint32_t opened) {
  uint32_t index = opened + 1;
  while (index < p->open.count && (p->open.items[index].categories & DT_SPECIAL) == 0) index++;
  return index;
}

/* The inner loop: removes elements between two of the stack from it, or replaces them by copies, the outer around the
 * inner.  Returns the outermost copy, or the furthest block.  *bookmark is where the list gets the new element. */
static dt_node_number copy_between(dt_parser *p, uint32_t opened, uint32_t furthest, uint32_t *bookmark) {
  dt_node_number block = p->open.items[furthest].node, last = block;
  uint32_t index = furthest;
  for (int inner = 1; --index > opened; inner++) {
    dt_node_number node = p->open.items[index].node;
    uint32_t listed = index_in_list(p, node);
    if (listed != UINT32_MAX && inner > 3) {
      dt_remove_formatting(p, listed);
      if (listed < *bookmark) --*bookmark;
      listed = UINT32_MAX;
    }
    if (listed == UINT32_MAX) {
      dt_remove_open(p, index);
      continue;
    }
    dt_node_number copy = clone(p, node);
    p->formatting.items[listed].node = copy;
    p->open.items[index].node = copy;
    if (last == block) *bookmark = listed + 1;
    dt_html_detach(p->tree, last);
    dt_html_insert(p->tree, last, copy, DT_NO_NODE);
    last = copy;
  }

  return last;
}

/* Moves a node to the place for nodes of `ancestor`, with foster parenting. */
static void move_out(dt_parser *p, dt_node_number node, dt_node_number ancestor) {
  bool foster = p->foster;
  dt_html_detach(p->tree, node);
  p->foster = true;
  dt_node_place place = dt_insert_place(p, ancestor);
  p->foster = foster;
  dt_html_insert(p->tree, node, place.parent, place.before);
}

/* Replaces an element of the list by its copy, at the bookmark. */
static void replace_in_list(dt_parser *p, dt_node_number element, dt_node_number copy, uint32_t bookmark) {
  uint32_t listed = index_in_list(p, element);
  dt_formatting moved = {copy, p->formatting.items[listed].signature};
  dt_remove_formatting(p, listed);
  if (listed < bookmark) bookmark--;
  DT_VEC_RESERVE(p->arena, &p->formatting, 1);
  memmove(&p->formatting.items[bookmark + 1], &p->formatting.items[bookmark],
          (p->formatting.count - bookmark) * sizeof *p->formatting.items);
  p->formatting.items[bookmark] = moved;
  p->formatting.count++;
}

/* Opens an element directly within an open one. */
static void open_within(dt_parser *p, dt_node_number block, dt_node_number element) {
  uint32_t index = dt_open_index(p, block) + 1;
  dt_push(p, element, DT_NS_HTML);
  dt_open entry = *dt_current(p);
  memmove(&p->open.items[index + 1], &p->open.items[index], (p->open.count - index - 1) * sizeof *p->open.items);
  p->open.items[index] = entry;
}

bool dt_adopt(dt_parser *p, dt_tag tag) {
  if (dt_current_is(p, tag) && index_in_list(p, dt_current(p)->node) == UINT32_MAX) {
    dt_pop(p);
    return true;
  }

  for (int outer = 0; outer < 8; outer++) {
    uint32_t listed = dt_find_formatting(p, tag);
    if (listed == UINT32_MAX) return outer != 0;
    dt_node_number element = p->formatting.items[listed].node;
    uint32_t opened = dt_open_index(p, element);
    if (opened == UINT32_MAX) {
      dt_remove_formatting(p, listed);
      return true;
    }
    for (uint32_t i = p->open.count - 1; i > opened; i--)
      if ((p->open.items[i].categories & DT_SCOPE) != 0) return true; /* not in scope */
    uint32_t furthest = furthest_block(p, opened);
    if (furthest == p->open.count) {
      while (p->open.count > opened) dt_pop(p);
      dt_remove_formatting(p, listed);
      return true;
    }
    dt_node_number block = p->open.items[furthest].node, ancestor = p->open.items[opened - 1].node;
    uint32_t bookmark = listed;
    dt_node_number last = copy_between(p, opened, furthest, &bookmark);
    move_out(p, last, ancestor);
    dt_node_number copy = clone(p, element);
    dt_html_move_children(p->tree, block, copy);
    dt_html_insert(p->tree, copy, block, DT_NO_NODE);
    replace_in_list(p, element, copy, bookmark);
    dt_remove_open(p, dt_open_index(p, element));
    open_within(p, block, copy);
  }

  return true;
}
