/* engine/sibling_kinds.c: numbers the siblings of a list by their kind: a cut begins a record at each of one number. */
#include "engine/sibling_kinds.h"

#include "engine/tunables.h"

enum { MAX_LEADERS = 60 /* clusters of similar subtrees in a list */ };

uint64_t dt_kind_by_tag(const dt_list_cutter *c, uint32_t sibling) {
  return c->engine->shapes->shapes[c->list->shapes[sibling]].tag;
}

/* By the tag and the set of the children's tags. */
uint64_t dt_kind_by_children(const dt_list_cutter *c, uint32_t sibling) {
  const dt_shapes *shapes = c->engine->shapes;
  const dt_shape_info *info = &shapes->shapes[c->list->shapes[sibling]];
  uint64_t set = 0;
  for (uint32_t k = 0; k < info->kid_count; k++)
    set |= UINT64_C(1) << (dt_hash_mix(2, shapes->shapes[shapes->kids[info->kids + k]].tag) >> 58);
  return dt_hash_mix(info->tag, set);
}

/* Numbers the siblings by a value of their shape, in the order in which the values occur.  Returns their number. */
uint32_t dt_number_values(dt_list_cutter *c, uint64_t (*value)(const dt_list_cutter *, uint32_t)) {
  const dt_shape *shapes = c->list->shapes;
  dt_lookup_clear(&c->kinds);
  for (uint32_t k = 0; k < c->list->count; k++) {
    bool as_before = k != 0 && shapes[k] == shapes[k - 1];
    c->numbers[k] = as_before ? c->numbers[k - 1] : dt_lookup_add(&c->kinds, value(c, k));
  }
  return c->kinds.count;
}

static uint64_t kind_by_shape(const dt_list_cutter *c, uint32_t sibling) { return c->list->shapes[sibling]; }

/* The first of the leaders that are most similar to the shape, DT_NONE if none is similar. */
static uint32_t nearest(dt_list_cutter *c, const dt_shape *leaders, uint32_t count, dt_shape shape) {
  dt_distances *distances = c->engine->distances;
  const dt_shape_info *infos = c->engine->shapes->shapes;
  uint32_t nearest = DT_NONE;
  double best = c->engine->distances_options->threshold;

  for (uint32_t l = 0; l < count; l++) {
    if (infos[leaders[l]].tag != infos[shape].tag) continue;
    double sizes = (double)infos[leaders[l]].size + infos[shape].size;
    double similarity = 1 - dt_distance_within(distances, leaders[l], shape, (1 - best) * sizes) / sizes;
    if (similarity <= best) continue;
    best = similarity;
    nearest = l;
  }

  return nearest;
}

/* By the tag and the first word of the class. */
static uint64_t kind_of_node(const dt_tree *tree, dt_index node) {
  return dt_hash_mix(tree->nodes[node].tag, dt_first_class_hash(tree, node));
}

static uint64_t kind_by_class(const dt_list_cutter *c, uint32_t sibling) {
  return kind_of_node(c->engine->tree, c->list->nodes[sibling]);
}

/* Numbers the siblings by tag and the first word of their class, as records of several rows have them in turn.  Returns
 * how many numbers there are; 0 = nearly all siblings are not those of one period. */
uint32_t dt_number_classes(dt_list_cutter *c) {
  uint32_t count = c->list->count, period = 1, as_before = 0;
  dt_lookup_clear(&c->kinds);
  for (uint32_t k = 0; k < count; k++) {
    c->numbers[k] = dt_lookup_add(&c->kinds, kind_by_class(c, k));
    if (period == k && c->numbers[k] != c->numbers[0]) period++;
    if ((k == 1 && period == 1) || 2 * (uint64_t)period > count) return 0; /* as most lists */
    as_before += k >= period && c->numbers[k] == c->numbers[k - period];
  }
  return 10 * (uint64_t)as_before >= DT_TENTHS_NEARLY_ALL * (uint64_t)(count - period) ? c->kinds.count : 0;
}

bool dt_have_one_text_each(const dt_list_cutter *c) {
  const uint32_t *before = c->engine->text_before;
  for (uint32_t k = 0; k < c->list->count; k++) {
    dt_index node = c->list->nodes[k];
    if (before[c->engine->tree->nodes[node].end] != before[node] + 1) return false;
  }
  return true;
}

/* Whether siblings of one text each that take turns in their classes are the values of records, and not records: those
 * of two classes are of two kinds, "name, price, name, price".  They must be numbered by their classes. */
bool dt_are_values_in_turn(const dt_list_cutter *c, uint32_t classes) {
  dt_engine *e = c->engine;
  unsigned *kinds = DT_ZERO(e->scratch, unsigned, classes), first = 0;
  uint32_t *others = DT_ZERO(e->scratch, uint32_t, classes), *all = DT_ZERO(e->scratch, uint32_t, classes);

  for (uint32_t k = 0; k < c->list->count; k++) {
    uint32_t own = c->numbers[k];
    unsigned kind = dt_grid_kind_of(dt_text_kind(e, e->text_before[c->list->nodes[k]]));
    if (all[own]++ == 0) kinds[own] = kind;
    others[own] += kind != kinds[own];
  }

  for (uint32_t n = 0; n < classes; n++) {
    bool same = 10 * (uint64_t)(all[n] - others[n]) >= DT_TENTHS_NEARLY_ALL * (uint64_t)all[n];
    if (!same || kinds[n] == 0) continue;
    if (first != 0 && kinds[n] != first) return true;
    first = kinds[n];
  }

  return false;
}

/* How many children of a node are of one of the kinds of the siblings. */
static uint32_t count_known(dt_list_cutter *c, dt_index node) {
  const dt_tree *tree = c->engine->tree;
  uint32_t known = 0;
  for (uint32_t k = 0; k < tree->nodes[node].kid_count; k++)
    known += dt_lookup_find(&c->kinds, kind_of_node(tree, dt_child(tree, node, k))) != DT_NO_NUMBER;
  return known;
}

/* Whether siblings of one text each are the values of one record: each has a class of its own, and an element of the
 * tag and class of theirs beside it has several of these, as the next record does. */
bool dt_are_values_of_one(dt_list_cutter *c) {
  enum { NEAR = 4 /* siblings before and after that are looked at */ };
  const dt_tree *tree = c->engine->tree;
  dt_index parent = c->list->parent, around = tree->nodes[parent].parent;
  uint32_t count = c->list->count, classed = 0;
  dt_lookup_clear(&c->kinds);
  for (uint32_t k = 0; k < count; k++) {
    dt_index node = c->list->nodes[k];
    if (dt_lookup_add(&c->kinds, kind_by_class(c, k)) != k) return false;
    classed += dt_attribute_of(tree, node, DT_ATTRIBUTE_class).length != 0;
  }

  if (classed < 2 || around == DT_NONE) return false;
  uint32_t own = dt_child_position(tree, around, parent);
  for (uint32_t k = own > NEAR ? own - NEAR : 0; k < tree->nodes[around].kid_count && k <= own + NEAR; k++) {
    dt_index node = dt_child(tree, around, k);
    if (node != parent && tree->nodes[node].tag == tree->nodes[parent].tag && dt_have_same_class(tree, node, parent) &&
        count_known(c, node) > 1)
      return true;
  }

  return false;
}

/* Numbers the siblings by leader clustering: a shape joins the most similar leader, or becomes a leader. */
uint32_t dt_number_similar(dt_list_cutter *c) {
  uint32_t distinct = dt_number_values(c, kind_by_shape), leader_count = 0;
  dt_shape leaders[MAX_LEADERS];
  uint32_t *cluster = DT_ARRAY(c->engine->scratch, uint32_t, distinct);
  for (uint32_t d = 0; d < distinct; d++) {
    cluster[d] = nearest(c, leaders, leader_count, (dt_shape)c->kinds.keys[d]);
    if (cluster[d] != DT_NONE) continue;
    cluster[d] = leader_count < MAX_LEADERS ? leader_count : MAX_LEADERS;
    if (leader_count < MAX_LEADERS) leaders[leader_count++] = (dt_shape)c->kinds.keys[d];
    dt_scope_tick(c->engine->arena->scope);
  }
  for (uint32_t k = 0; k < c->list->count; k++) c->numbers[k] = cluster[c->numbers[k]];
  return leader_count + 1;
}

/* The text of a sibling that is a dt with one text; data NULL = it is none. */
static detm_text label_of_sibling(const dt_list_cutter *c, uint32_t sibling) {
  const dt_tree *tree = c->engine->tree;
  dt_index node = c->list->nodes[sibling];
  if (tree->nodes[node].tag != DT_TAG_dt || dt_size(tree, node) != 2 || tree->nodes[node + 1].tag != DT_TAG_TEXT)
    return (detm_text){NULL, 0};
  return dt_text_of(tree, node + 1);
}

/* Numbers the siblings of a dl by the text of their dt, all others with 0.  Returns how many numbers there are; 0 = the
 * texts are not labels that come again in each record: two or more, each twice in the mean, and not one twice in a row.
 */
uint32_t dt_number_labels(dt_list_cutter *c) {
  uint32_t labels = 0, last = 0;
  dt_lookup_clear(&c->kinds);
  dt_lookup_add(&c->kinds, 0);
  for (uint32_t k = 0; k < c->list->count; k++) {
    detm_text label = label_of_sibling(c, k);
    c->numbers[k] = label.data != NULL ? dt_lookup_add(&c->kinds, dt_hash_bytes(label.data, label.length, 1)) : 0;
    if (label.data == NULL) continue;
    if (c->numbers[k] == last) return 0;
    last = c->numbers[k];
    labels++;
  }
  return c->kinds.count > 2 && 2 * (c->kinds.count - 1) <= labels ? c->kinds.count : 0;
}

/* Numbers the siblings of a dl, of which each dt has one dd or more of a single text: a record begins with the first dt
 * of a group (HTML standard, 4.4.9).  Days with events have more to say, and links in most dd lead to records.  The
 * first number is that of what begins a record.  False: it is not so. */
bool dt_number_terms(dt_list_cutter *c) {
  const dt_tree *tree = c->engine->tree;
  const uint32_t *before_text = c->engine->text_before, *linked = c->engine->linked_before;
  uint32_t terms = 0, links = 0;

  for (uint32_t k = 0; k < c->list->count; k++) {
    dt_index node = c->list->nodes[k];
    dt_tag tag = tree->nodes[node].tag, before = k != 0 ? tree->nodes[c->list->nodes[k - 1]].tag : DT_TAG_dd;
    if ((tag != DT_TAG_dt && tag != DT_TAG_dd) || (k == 0 && tag != DT_TAG_dt)) return false;
    uint32_t first = before_text[node], end = before_text[tree->nodes[node].end];
    if (end > first + 1) return false;
    links += tag == DT_TAG_dd && linked[end] != linked[first];
    bool starts = tag == DT_TAG_dt && before != DT_TAG_dt;
    c->numbers[k] = !starts;
    terms += starts;
  }

  return terms > 1 && 2 * links <= c->list->count - terms;
}
