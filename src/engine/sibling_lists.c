/* engine/sibling_lists.c: lists of siblings that may be records, the largest fan-out first (doc/method 2.4).
 *
 * A list that the page lays out in several parents (rows of a grid, columns, several ul) is also read as one list. */
#include "engine/engine.h"
#include "engine/tunables.h"

enum { MIN_RECORD_SIZE = 4 }; /* nodes of a record of a concatenated list */

static void add_list(dt_engine *e, dt_index parent, const dt_index *nodes, uint32_t count, bool concatenated) {
  dt_shape *shapes = DT_ARRAY(e->scratch, dt_shape, count);
  uint32_t *sizes = DT_ARRAY(e->scratch, uint32_t, (size_t)count + 1);
  sizes[0] = 0;
  for (uint32_t k = 0; k < count; k++) {
    shapes[k] = e->tree->nodes[nodes[k]].shape;
    sizes[k + 1] = sizes[k] + dt_size(e->tree, nodes[k]);
  }
  dt_list list = {parent, nodes, shapes, sizes, count, concatenated};
  dt_region_add(e, &list);
}

/* Whether most of the nodes are large enough for a record and hold a link. */
static bool looks_like_records(const dt_engine *e, const dt_index *nodes, uint32_t count) {
  uint32_t likely = 0;
  for (uint32_t k = 0; k < count; k++)
    likely += dt_size(e->tree, nodes[k]) >= MIN_RECORD_SIZE &&
              dt_record_linked(e, &(dt_record){.nodes = &nodes[k], .count = 1});
  return 10 * (uint64_t)likely >= DT_TENTHS_LIKELY * (uint64_t)count;
}

uint64_t dt_list_title(const dt_tree *tree, dt_index node) {
  detm_text class = dt_attribute_of(tree, node, DT_ATTRIBUTE_class);
  if (class.length == 0) return 0;
  dt_index parent = tree->nodes[node].parent;
  for (dt_index before = node - 1; before != parent; before = tree->nodes[before].parent) /* those that end before it */
    if (dt_tag_is(tree->nodes[before].tag, DT_HEADING)) return dt_hash_bytes(class.data, class.length, 0);
  return 0;
}

/* The nth child of a node; its tbody if it is a table that has nothing else. */
static const dt_node *child_with_items(const dt_tree *tree, dt_index parent, uint32_t n) {
  const dt_node *kid = &tree->nodes[dt_child(tree, parent, n)];
  if (kid->tag != DT_TAG_table || kid->kid_count != 1) return kid;
  const dt_node *body = &tree->nodes[tree->children[kid->kids]];
  return body->tag == DT_TAG_tbody ? body : kid;
}

/* Whether two neighbours among the children of one tag are lists with different titles. */
static bool have_different_titles(const dt_tree *tree, dt_index parent, dt_tag tag) {
  uint64_t title = 0;
  for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
    dt_index kid = dt_child(tree, parent, k);
    if (tree->nodes[kid].tag != tag || child_with_items(tree, parent, k)->kid_count == 0) continue;
    uint64_t own = dt_list_title(tree, kid);
    if (dt_titles_differ(title, own)) return true;
    title = own;
  }
  return false;
}

/* Copies the nodes that are in no copy of a list, and returns their number. */
static uint32_t put_nodes(const dt_engine *e, dt_index *to, const dt_index *nodes, uint32_t count) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k++)
    if (!dt_is_copy(e, nodes[k])) to[kept++] = nodes[k];
  return kept;
}

/* Adds the children of all children of one tag as one list; hidden ones only if all are hidden. */
static void concatenate(dt_engine *e, dt_index parent, dt_tag tag) {
  const dt_tree *tree = e->tree;
  uint32_t like = 0, count = 0, kid_count = tree->nodes[parent].kid_count;
  bool visible = false;

  for (uint32_t k = 0; k < kid_count; k++) {
    dt_index kid = dt_child(tree, parent, k);
    visible = visible || (tree->nodes[kid].tag == tag && tree->nodes[kid].kid_count != 0 &&
                          !(tree->nodes[kid].flags & DT_NODE_HIDDEN));
  }

  for (uint32_t k = 0; k < kid_count; k++) {
    const dt_node *kid = child_with_items(tree, parent, k), *own = &tree->nodes[dt_child(tree, parent, k)];
    if (own->tag != tag || kid->kid_count == 0 || (visible && (own->flags & DT_NODE_HIDDEN))) continue;
    if (dt_grids_at(&e->grids, dt_child(tree, parent, k)) != NULL) return;
    like++;
    count += kid->kid_count;
  }

  if (like < 2 || count <= like || count < 3 || have_different_titles(tree, parent, tag)) return;
  dt_index *nodes = DT_ARRAY(e->scratch, dt_index, count);
  count = 0;
  for (uint32_t k = 0; k < kid_count; k++) {
    const dt_node *kid = child_with_items(tree, parent, k), *own = &tree->nodes[dt_child(tree, parent, k)];
    if (own->tag != tag || (visible && (own->flags & DT_NODE_HIDDEN))) continue;
    count += put_nodes(e, nodes + count, tree->children + kid->kids, kid->kid_count);
  }

  if (count <= like || count < 3) return;
  if (looks_like_records(e, nodes, count)) add_list(e, parent, nodes, count, true);
}

/* Parents by falling fan-out, equal ones in document order (a counting sort). */
static dt_index *by_fan_out(dt_engine *e, uint32_t *count) {
  enum { BINS = 1024 }; /* larger fan-outs count as equal */
  const dt_tree *tree = e->tree;
  uint32_t *ends = DT_ZERO(e->arena, uint32_t, BINS + 1);

  for (dt_index node = 0; node < tree->node_count; node++) {
    uint32_t kids = tree->nodes[node].kid_count;
    if (kids >= 2) ends[kids < BINS ? BINS - kids : 0]++;
  }

  uint32_t sum = 0;
  for (uint32_t b = 0; b <= BINS; b++) {
    uint32_t parents = ends[b];
    ends[b] = sum;
    sum += parents;
  }

  dt_index *parents = DT_ARRAY(e->arena, dt_index, sum);
  for (dt_index node = 0; node < tree->node_count; node++) {
    uint32_t kids = tree->nodes[node].kid_count;
    if (kids >= 2) parents[ends[kids < BINS ? BINS - kids : 0]++] = node;
  }

  *count = sum;
  return parents;
}

void dt_lists_visit(dt_engine *e) {
  const dt_tree *tree = e->tree;
  uint32_t count;
  const dt_index *parents = by_fan_out(e, &count);

  for (uint32_t i = 0; i < count; i++) {
    const dt_node *parent = &tree->nodes[parents[i]];
    if (dt_is_copy(e, parents[i])) dt_explain_refused(e, parents[i], "a copy of a list for another screen");
    if (dt_is_copy(e, parents[i]) || dt_grids_at(&e->grids, parents[i]) != NULL)
      continue;      /* its rows are the records, its cells the values */
    dt_tag tags[16]; /* of the children that have some themselves, and how many have them */
    uint32_t counts[sizeof tags / sizeof *tags] = {0}, tag_count = 0;
    uint32_t kid_count = parent->tag != DT_TAG_tr ? parent->kid_count : 0;
    dt_mark mark = dt_arena_mark(e->scratch);
    dt_index *nodes = DT_ARRAY(e->scratch, dt_index, parent->kid_count);
    uint32_t node_count = put_nodes(e, nodes, tree->children + parent->kids, parent->kid_count);
    if (node_count == parent->kid_count)
      add_list(e, parents[i], tree->children + parent->kids, node_count, false);
    else if (node_count > 1)
      add_list(e, parents[i], nodes, node_count, false);
    for (uint32_t k = 0; k < kid_count; k++) {
      const dt_node *kid = &tree->nodes[dt_child(tree, parents[i], k)];
      uint32_t t = 0;
      if (kid->kid_count == 0 || kid->tag == DT_TAG_a) continue;
      while (t < tag_count && tags[t] != kid->tag) t++;
      if (t == sizeof tags / sizeof *tags) continue;
      if (t == tag_count) tags[tag_count++] = kid->tag;
      counts[t]++;
    }
    for (uint32_t t = 0; t < tag_count; t++)
      if (counts[t] > 1) concatenate(e, parents[i], tags[t]);
    dt_arena_rewind(e->scratch, mark);
    dt_scope_tick(e->arena->scope);
  }
}
