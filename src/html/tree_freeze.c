/* html/tree_freeze.c: completes the tree from nodes with parents, after the last event.
 *
 * It works in place: a node's new index is never greater than its old one. */
#include "html/tree_freeze.h"

#include <stdlib.h>

typedef struct open_node {
  dt_index old, new;
  uint32_t kids; /* start of its closed children in `closed` */
} open_node;

typedef struct finisher {
  dt_tree *tree;
  open_node *open;
  dt_index *closed;  /* closed nodes whose parent is open */
  dt_shape *shapes;  /* shapes of the closed nodes */
  uint32_t *origins; /* NULL = not wanted */
  uint32_t depth, closed_count;
  dt_index child_count, node_count;
  uint32_t text_count, extra_count;
  bool has_main;
} finisher;

static void close_node(finisher *f) {
  dt_tree *tree = f->tree;
  open_node *top = &f->open[--f->depth];
  dt_node *node = &tree->nodes[top->new];
  uint32_t count = f->closed_count - top->kids;
  node->end = f->node_count;
  node->kids = f->child_count;
  node->kid_count = count;
  if (count != 0) memcpy(tree->children + f->child_count, f->closed + top->kids, count * sizeof *f->closed);
  f->child_count += count;
  node->shape = dt_shape_intern(tree->shapes, node->tag, f->shapes + top->kids, count);
  f->closed_count = top->kids;
  f->closed[f->closed_count] = top->new;
  f->shapes[f->closed_count++] = node->shape;
}

static void put_text(finisher *f, dt_index old, dt_index parent) {
  dt_tree *tree = f->tree;
  dt_node node = tree->nodes[old], *last = &tree->nodes[f->node_count - 1];
  if (last->tag == DT_TAG_TEXT && last->parent == parent) { /* joins it to the text before it */
    dt_string *first = &tree->texts[last->detail], *second = &tree->texts[node.detail];
    first->length = second->start + second->length - first->start;
    first->count += second->count;
    if (!(node.flags & DT_NODE_BOLD)) last->flags &= (uint16_t)~DT_NODE_BOLD;
    return;
  }

  tree->texts[f->text_count] = tree->texts[node.detail];
  tree->fragments[tree->texts[f->text_count].first].space = 0; /* no text before it */
  tree->text_nodes[f->text_count] = f->node_count;
  node.detail = f->text_count++;
  node.parent = parent;
  node.end = f->node_count + 1;
  if (f->origins != NULL) f->origins[f->node_count] = node.shape;
  node.shape = 0;
  f->closed[f->closed_count] = f->node_count;
  f->shapes[f->closed_count++] = 0;
  tree->nodes[f->node_count++] = node;
}

static void put_all(finisher *f, dt_index count) {
  dt_tree *tree = f->tree;
  dt_index *outer = f->closed + count; /* for a removed heading: the node around it, by old index */
  for (dt_index old = 0; old < count; old++) {
    dt_node node = tree->nodes[old];
    dt_index parent = node.parent != DT_NONE ? outer[node.parent] : DT_NONE;
    outer[old] = old;
    while (parent != DT_NONE && f->depth != 0 && f->open[f->depth - 1].old > parent) close_node(f);
    node.parent = f->depth != 0 ? f->open[f->depth - 1].new : DT_NONE;
    if (node.flags & DT_NODE_UNWRAP) {
      outer[old] = parent;
    } else if (node.tag == DT_TAG_TEXT) {
      put_text(f, old, node.parent);
    } else {
      f->has_main = f->has_main || node.tag == DT_TAG_main;
      f->open[f->depth++] = (open_node){old, f->node_count, f->closed_count};
      if (f->origins != NULL) f->origins[f->node_count] = node.shape;
      tree->nodes[f->node_count++] = node;
    }
    for (; f->extra_count < tree->extra_count && tree->extras[f->extra_count].node == old; f->extra_count++)
      tree->extras[f->extra_count].node = f->node_count - 1;
  }

  while (f->depth != 0) close_node(f);
}

static int by_tag(const void *a, const void *b) {
  dt_tag x = ((const dt_foreign *)a)->tag, y = ((const dt_foreign *)b)->tag;
  return x < y ? -1 : x > y;
}

/* Sorts the extra attributes by node; those of a node stay in their order on the page.  Those of decoration without
 * text are at a node before that of the ones before them. */
static void sort_extras(dt_tree *tree, dt_arena *scratch) {
  uint32_t x = 1;
  while (x < tree->extra_count && tree->extras[x - 1].node <= tree->extras[x].node) x++;
  if (x >= tree->extra_count) return;
  dt_extra *sorted = DT_ARRAY(scratch, dt_extra, tree->extra_count);
  uint32_t *first = DT_ZERO(scratch, uint32_t, (size_t)tree->node_count + 1); /* by node: the place of its next one */
  for (x = 0; x < tree->extra_count; x++) first[tree->extras[x].node + 1]++;
  for (dt_index node = 0; node < tree->node_count; node++) first[node + 1] += first[node];
  for (x = 0; x < tree->extra_count; x++) sorted[first[tree->extras[x].node]++] = tree->extras[x];
  tree->extras = sorted;
}

/* Finds the only main element that the page shows. */
static dt_index find_only_main(const dt_tree *tree) {
  dt_index found = DT_NONE, next;
  for (dt_index node = 0; node < tree->node_count; node = next) {
    bool hidden = (tree->nodes[node].flags & DT_NODE_HIDDEN) != 0;
    next = hidden ? tree->nodes[node].end : node + 1;
    if (hidden || tree->nodes[node].tag != DT_TAG_main) continue;
    if (found != DT_NONE) return DT_NONE;
    found = node;
  }
  return found;
}

static void *copied(dt_arena *arena, const void *items, size_t count, size_t size) {
  void *copy = dt_arena_array(arena, count != 0 ? count : 1, size);
  if (count != 0) memcpy(copy, items, count * size);
  return copy;
}
#define COPY(arena, items, count) ((items) = copied((arena), (items), (count), sizeof *(items)))

void dt_builder_finish(dt_builder *builder) {
  dt_tree *tree = builder->tree;
  dt_arena *arena = builder->arena, *scratch = builder->scratch;
  dt_index count = tree->node_count;

  finisher f = {.tree = tree, .origins = builder->origins};
  tree->children = DT_ARRAY(arena, dt_index, count);
  tree->text_nodes = DT_ARRAY(arena, dt_index, tree->text_count + 1);
  tree->shapes = dt_shapes_new(arena);
  f.closed = DT_ARRAY(scratch, dt_index, (size_t)count * 2); /* its second half is the map of put_all */
  f.shapes = DT_ARRAY(scratch, dt_shape, count);
  f.open = DT_ARRAY(scratch, open_node, count);
  dt_shape_intern(tree->shapes, DT_TAG_TEXT, NULL, 0);
  sort_extras(tree, scratch);
  put_all(&f, count);
  tree->node_count = f.node_count;
  tree->text_count = f.text_count;
  tree->main = f.has_main ? find_only_main(tree) : DT_NONE;
  COPY(arena, tree->nodes, tree->node_count);
  COPY(arena, tree->attributes, builder->attribute_count);
  COPY(arena, tree->extras, tree->extra_count);
  COPY(arena, tree->texts, tree->text_count);
  COPY(arena, tree->fragments, builder->fragment_count);
  COPY(arena, tree->chains, builder->chain_count);
  tree->chain_count = builder->chain_count;
  COPY(arena, tree->foreign, tree->foreign_count);
  tree->bytes = copied(arena, builder->bytes.items, builder->bytes.count, 1);
  tree->values = copied(arena, builder->values.items, builder->values.count, 1);
  if (tree->foreign_count != 0) qsort(tree->foreign, tree->foreign_count, sizeof *tree->foreign, by_tag);
}
