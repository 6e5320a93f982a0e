/* engine/more_records.c: records of a region that its cut lacks (doc/method 2.7): similar ones in an element of their
 * own, and others with the class, the dates or the prices of the records. */
#include "base/map.h"
#include "base/search.h"
#include "base/vec.h"
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/tunables.h"
#include "text/words.h"

#include <stdlib.h>

enum {
  MIN_RECORDS = 3,
  CLASS_BYTES = 256, /* of a class attribute; the rest is not read */
  MAX_CLASSES = 8,
  MIN_TEXT = 4,     /* a record has at least the nth part of the mean characters of the others */
  MIN_TO_ADOPT = 6, /* nodes of a record in an element of its own; fewer need MIN_PIECES */
  MIN_PIECES = 3,   /* of text, in elements of their own */
  LEVELS_UP = 3
};

/* The element in which records of the region are looked for. */
static dt_index surroundings(const dt_tree *tree, const dt_region *r) {
  dt_index top = r->cut.list->parent;
  for (int level = 0; level < LEVELS_UP; level++) {
    dt_index parent = tree->nodes[top].parent;
    if (parent == DT_NONE || tree->nodes[parent].tag == DT_TAG_html) break;
    top = parent;
  }
  return top;
}

/* ---- records that look different ---- */

/* What all or nearly all records have. */
typedef struct common {
  dt_tag tag;
  detm_text classes[MAX_CLASSES];
  uint32_t class_count;
  bool has_class;      /* some record has a class */
  unsigned kinds;      /* of texts: dates, prices */
  bool linked;         /* some records have a link */
  uint32_t least;      /* nodes of the smallest record */
  uint32_t pieces;     /* of text, in the record with the fewest */
  uint32_t characters; /* mean */
  dt_lookup parts;     /* the elements of texts: tag and class */
} common;

static detm_text class_start(const dt_tree *tree, dt_index node) {
  detm_text class = dt_attribute_of(tree, node, DT_ATTRIBUTE_class);
  if (class.length > CLASS_BYTES) class.length = CLASS_BYTES;
  return class;
}

static bool has_class_in_start(const dt_tree *tree, dt_index node, detm_text class) {
  return dt_classes_have(class_start(tree, node), class);
}

static unsigned kinds_of_node(dt_engine *e, dt_index node) {
  uint32_t first, end;
  unsigned kinds = 0;
  dt_record_texts(e, &node, 1, &first, &end);
  for (uint32_t t = first; t < end; t++) kinds |= dt_text_kind(e, t);
  return kinds & (DT_KIND_DATE | DT_KIND_PRICE);
}

static uint32_t characters_of_node(const dt_engine *e, dt_index node) {
  uint32_t first, end, characters = 0;
  dt_record_texts(e, &node, 1, &first, &end);
  for (uint32_t t = first; t < end; t++) characters += e->text_length[e->text_number[t]];
  return characters;
}

static bool is_linked(const dt_engine *e, dt_index node) {
  return dt_record_linked(e, &(dt_record){.nodes = &node, .count = 1});
}

static uint32_t pieces_of(const dt_engine *e, dt_index node) {
  return dt_record_pieces(e, &(dt_record){.nodes = &node, .count = 1});
}

static bool nearly_all(uint32_t count, uint32_t all) {
  return 10 * (uint64_t)count >= DT_TENTHS_NEARLY_ALL * (uint64_t)all;
}

/* Finds the node of each record that has its texts: the first one if a few records have several.  False if most records
 * have several nodes with texts. */
static bool find_main_nodes(const dt_engine *e, const dt_region *r, dt_index *mains) {
  uint32_t several = 0;
  for (uint32_t i = 0; i < r->record_count; i++) {
    const dt_record *record = &r->records[i];
    uint32_t with_texts = 0;
    mains[i] = record->nodes[0];
    for (uint32_t n = 0; n < record->count; n++) {
      uint32_t first, end;
      dt_record_texts(e, &record->nodes[n], 1, &first, &end);
      if (first != end && with_texts++ == 0) mains[i] = record->nodes[n];
    }
    several += with_texts > 1;
  }

  return 2 * several < r->record_count;
}

static bool all_have_class(const dt_tree *tree, const dt_index *mains, uint32_t count, detm_text class) {
  for (uint32_t i = 0; i < count; i++)
    if (!has_class_in_start(tree, mains[i], class)) return false;
  return true;
}

static void read_classes(const dt_tree *tree, const dt_index *mains, uint32_t count, common *c) {
  detm_text rest = class_start(tree, mains[0]), class;
  while (c->class_count < MAX_CLASSES && (class = dt_next_class(&rest)).length != 0)
    if (all_have_class(tree, mains, count, class)) c->classes[c->class_count++] = class;
}

/* Whether the records are elements without a class, but with a date or price. */
static bool are_typed(const common *c) {
  return !c->has_class && c->kinds != 0 && c->tag != DT_TAG_tr && c->tag != DT_TAG_TEXT && c->tag != DT_TAG_a;
}

/* The element that a text is in, with its first class, as a number; in the record's element, the class of its first
 * decoration; 0 = it has none. */
static uint64_t part_of(const dt_engine *e, dt_index node, uint32_t text) {
  const dt_tree *tree = e->tree;
  dt_index own = tree->text_nodes[text], around = tree->nodes[own].parent;
  if (tree->nodes[around].tag == DT_TAG_a) around = tree->nodes[around].parent; /* or the link is missing */
  if (around > node) return dt_hash_mix(tree->nodes[around].tag, dt_first_class_hash(tree, around));
  const dt_chain *chain = &tree->chains[tree->fragments[tree->texts[tree->nodes[own].detail].first].chain];
  return chain != tree->chains && chain->class_length != 0
             ? dt_hash_bytes(tree->values + chain->start, chain->class_length, chain->tag)
             : 0;
}

static void read_common_parts(dt_engine *e, const dt_index *mains, uint32_t count, common *c) {
  uint32_t first, end;
  dt_lookup_start(&c->parts, e->scratch, 0);
  for (uint32_t i = 0; i < count; i++) {
    dt_record_texts(e, &mains[i], 1, &first, &end);
    for (uint32_t t = first; t < end; t++) {
      uint64_t part = part_of(e, mains[i], t);
      if (part != 0) dt_lookup_insert(&c->parts, part);
    }
    dt_scope_tick(e->arena->scope);
  }
}

/* Whether each text of a node is in an element as those of the records are, two different ones at least: a course whose
 * day is not known yet. */
static bool has_known_parts(dt_engine *e, const common *c, dt_index node) {
  uint32_t first, end;
  uint64_t one = 0;
  bool several = false;
  dt_record_texts(e, &node, 1, &first, &end);
  for (uint32_t t = first; t < end; t++) {
    uint64_t part = part_of(e, node, t);
    if (part == 0 || dt_lookup_find(&c->parts, part) == DT_NO_NUMBER) return false;
    several = several || (one != 0 && part != one);
    one = part;
  }
  return several;
}

/* False if the records have nothing in common by which others can be recognised. */
static bool read_common(dt_engine *e, const dt_index *mains, uint32_t count, common *c) {
  uint32_t dates = 0, prices = 0, linked = 0;
  uint64_t characters = 0;
  *c = (common){.tag = e->tree->nodes[mains[0]].tag, .least = DT_NONE, .pieces = DT_NONE};

  for (uint32_t i = 0; i < count; i++) {
    if (e->tree->nodes[mains[i]].tag != c->tag) return false;
    unsigned kinds = kinds_of_node(e, mains[i]);
    dates += (kinds & DT_KIND_DATE) != 0;
    prices += (kinds & DT_KIND_PRICE) != 0;
    characters += characters_of_node(e, mains[i]);
    c->has_class = c->has_class || class_start(e->tree, mains[i]).length != 0;
    linked += is_linked(e, mains[i]);
    if (dt_size(e->tree, mains[i]) < c->least) c->least = dt_size(e->tree, mains[i]);
    if (pieces_of(e, mains[i]) < c->pieces) c->pieces = pieces_of(e, mains[i]);
    dt_scope_tick(e->arena->scope);
  }

  c->linked = linked != 0;
  c->characters = (uint32_t)(characters / count);
  c->kinds = (nearly_all(dates, count) ? DT_KIND_DATE : 0) | (nearly_all(prices, count) ? DT_KIND_PRICE : 0);
  read_classes(e->tree, mains, count, c);
  if (c->class_count != 0) read_common_parts(e, mains, count, c);
  return c->class_count != 0 || are_typed(c);
}

/* Whether a node has the classes of the records (none if they have none) and the same kinds of texts.  Advertising
 * between the records, which may have their classes, is smaller, or has no price. */
static bool has_same_classes(dt_engine *e, const common *c, dt_index node) {
  if (c->class_count == 0 && (!are_typed(c) || class_start(e->tree, node).length != 0)) return false;
  for (uint32_t k = 0; k < c->class_count; k++)
    if (!has_class_in_start(e->tree, node, c->classes[k])) return false;
  bool large =
      2 * dt_size(e->tree, node) >= c->least || pieces_of(e, node) >= c->pieces; /* one text if it has no link */
  bool known = c->class_count != 0 && has_known_parts(e, c, node);
  bool as_rich = known || (kinds_of_node(e, node) & c->kinds) == c->kinds;
  return large && as_rich && MIN_TEXT * characters_of_node(e, node) >= c->characters &&
         (c->linked || known || !is_linked(e, node));
}

static bool is_record(dt_engine *e, const common *c, dt_index node) {
  return e->tree->nodes[node].tag == c->tag && has_same_classes(e, c, node);
}

/* Whether the node is or holds one of the nodes, which are in document order. */
static bool holds_any(const dt_tree *tree, dt_index node, const dt_index *nodes, uint32_t count) {
  uint32_t i;
  DT_LOWER_BOUND(i, 0, count, nodes[i] < node);
  return i < count && nodes[i] < tree->nodes[node].end;
}

/* Adds records, each once.  A record ends before the next one. */
static void add_records(dt_engine *e, dt_region *r, const dt_index *nodes, uint32_t count) {
  dt_record *records = DT_ARRAY(e->arena, dt_record, (size_t)r->record_count + count);
  dt_index *kept = DT_ARRAY(e->arena, dt_index, count);
  uint32_t all = r->record_count + count;

  memcpy(kept, nodes, count * sizeof *kept);
  memcpy(records, r->records, r->record_count * sizeof *records);
  for (uint32_t i = 0; i < count; i++) records[r->record_count + i] = (dt_record){.nodes = &kept[i], .count = 1};
  qsort(records, all, sizeof *records, dt_compare_records);
  r->records = records;
  r->record_count = 0;

  for (uint32_t i = 0; i < all; i++) {
    if (i != 0 && dt_compare_records(&records[i], &records[i - 1]) == 0) continue;
    dt_record *before = r->record_count != 0 ? &records[r->record_count - 1] : NULL;
    while (before != NULL && before->count > 1 && before->nodes[before->count - 1] >= records[i].nodes[0])
      before->count--;
    records[r->record_count++] = records[i];
  }
}

/* Whether a node is no record whatever it is like: it is a copy, or hidden, which the records of the region are not. */
static bool is_left_out(const dt_engine *e, const dt_region *r, dt_index node) {
  return dt_is_copy(e, node) || (dt_is_hidden(e, node) && !dt_is_hidden(e, r->cut.list->parent));
}

/* Whether a node like the records is in another part of the page: in navigation, as the list is not, or in a list that
 * has another title.  Climbs the tree, so that it is asked last. */
static bool is_in_other_part(const dt_engine *e, const dt_region *r, dt_index node) {
  return dt_titles_differ(r->title, dt_list_title(e->tree, e->tree->nodes[node].parent)) ||
         (dt_is_in_navigation(e->tree, node) && !dt_is_in_navigation(e->tree, r->cut.list->parent));
}

typedef DT_VEC(dt_index) node_list;

/* Finds siblings of the records that have what all records have in common: posts that are longer than the others,
 * entries with less information. */
static void find_siblings(dt_engine *e, const dt_region *r, const common *c, const dt_index *mains, uint32_t count,
                          node_list *found) {
  const dt_tree *tree = e->tree;
  dt_lookup parents;
  dt_lookup_start(&parents, e->scratch, 0);
  for (uint32_t i = 0; i < count; i++) {
    dt_index parent = tree->nodes[mains[i]].parent;
    if (!dt_lookup_insert(&parents, parent)) continue;
    for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
      dt_index node = dt_child(tree, parent, k);
      if (!is_left_out(e, r, node) && !holds_any(tree, node, mains, count) && is_record(e, c, node))
        DT_VEC_PUSH(e->scratch, found, node);
    }
    dt_scope_tick(e->arena->scope);
  }
}

/* Finds nodes near the region that have the classes of the records, in parents that share the classes of the first
 * record's parent. */
static void find_cousins(dt_engine *e, const dt_region *r, const common *c, const dt_index *mains, uint32_t count,
                         node_list *found) {
  const dt_tree *tree = e->tree;
  dt_index parent = tree->nodes[mains[0]].parent, top = surroundings(tree, r);
  uint32_t known = 0;
  if (class_start(tree, parent).length == 0 || c->class_count == 0) return;
  for (dt_index node = top + 1; node < tree->nodes[top].end;) {
    dt_scope_tick(e->arena->scope);
    while (known < count && mains[known] < node) known++;
    dt_index own = tree->nodes[node].parent;
    bool is_known = known < count && mains[known] == node;
    bool is_new = !is_known && own != parent && !is_left_out(e, r, node) &&
                  tree->nodes[own].tag == tree->nodes[parent].tag && is_record(e, c, node) &&
                  dt_classes_include(tree, own, parent) && !holds_any(tree, node, mains, count) &&
                  !is_in_other_part(e, r, node);
    if (is_new) DT_VEC_PUSH(e->scratch, found, node);
    node = is_known || is_new ? tree->nodes[node].end : node + 1;
  }
}

/* Cousins are fewer than siblings, because a list elsewhere may be another one. */
static void add_unlike_records(dt_engine *e, dt_region *r) {
  common c;
  node_list siblings = {0}, cousins = {0};
  uint32_t count = r->record_count;
  if (count < MIN_RECORDS) return;
  dt_index *mains = DT_ARRAY(e->scratch, dt_index, count);
  if (!find_main_nodes(e, r, mains) || !read_common(e, mains, count, &c)) return;
  find_siblings(e, r, &c, mains, count, &siblings);
  find_cousins(e, r, &c, mains, count, &cousins);
  if (siblings.count != 0 && siblings.count <= count) add_records(e, r, siblings.items, siblings.count);
  if (cousins.count != 0 && 2 * cousins.count <= count) add_records(e, r, cousins.items, cousins.count);
}

/* ---- records that lack something ---- */

/* Whether a sibling is at most two places from the records, which are children of `parent`. */
static bool is_next_to_records(const dt_tree *tree, const dt_region *r, dt_index parent, uint32_t place) {
  enum { MOST = 2 };
  uint32_t first = dt_child_position(tree, parent, r->records[0].nodes[0]);
  uint32_t last = dt_child_position(tree, parent, r->records[r->record_count - 1].nodes[0]);
  return place + MOST >= first && place <= last + MOST;
}

/* Adds siblings of the records, of several texts, that differ from some of them by their links alone: the mayor, who
 * has no page of his own, before the others; and those beside them that are shorter: a post that is vacant. */
static void add_records_with_less(dt_engine *e, dt_region *r) {
  const dt_tree *tree = e->tree;
  dt_lookup forms;
  node_list others = {0}, found = {0};
  if (r->record_count < MIN_RECORDS || r->grid != NULL) return;
  dt_index *nodes = DT_ARRAY(e->scratch, dt_index, r->record_count),
           parent = tree->nodes[r->records[0].nodes[0]].parent;

  for (uint32_t i = 0; i < r->record_count; i++) {
    nodes[i] = r->records[i].nodes[0];
    if (r->records[i].count != 1 || tree->nodes[nodes[i]].parent != parent) return;
  }

  for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
    dt_index kid = dt_child(tree, parent, k);
    if (!is_left_out(e, r, kid) && !holds_any(tree, kid, nodes, r->record_count) && pieces_of(e, kid) >= 2)
      DT_VEC_PUSH(e->scratch, &others, kid);
  }

  if (others.count == 0) return;
  dt_lookup_start(&forms, e->scratch, 0);
  for (uint32_t i = 0; i < r->record_count; i++) dt_lookup_insert(&forms, dt_hash_without_links(tree, nodes[i]));
  const dt_record *median = dt_median_record(e, r);
  for (uint32_t o = 0; o < others.count; o++) {
    dt_index kid = others.items[o];
    if (dt_lookup_find(&forms, dt_hash_without_links(tree, kid)) != DT_NO_NUMBER ||
        (is_next_to_records(tree, r, parent, dt_child_position(tree, parent, kid)) &&
         dt_record_is_shorter(e, &(dt_record){.nodes = &kid, .count = 1}, median)))
      DT_VEC_PUSH(e->scratch, &found, kid);
    dt_scope_tick(e->arena->scope);
  }

  if (found.count != 0 && found.count <= r->record_count) add_records(e, r, found.items, found.count);
}

/* ---- records elsewhere ---- */

typedef struct pattern {
  dt_shape shape;
  dt_tag tag;
  uint32_t size;
  bool always_linked, never_linked;
  uint64_t form;    /* of small records, which are known by their decoration; 0 = they are large enough */
  dt_index path[2]; /* of these: the elements around a record */
} pattern;

/* Finds what all records of a region have in common.  False if they are runs, or too small to be recognised. */
static bool find_pattern(dt_engine *e, const dt_region *r, pattern *p) {
  uint32_t linked = 0;
  if (r->record_count < 2) return false;

  for (uint32_t i = 0; i < r->record_count; i++) {
    if (r->records[i].count != 1) return false;
    linked += dt_record_linked(e, &r->records[i]);
  }

  dt_index median = dt_median_record(e, r)->nodes[0];
  *p = (pattern){
      .shape = e->tree->nodes[median].shape, .tag = e->tree->nodes[median].tag, .size = dt_size(e->tree, median)};
  p->always_linked = 10 * (uint64_t)linked >= DT_TENTHS_NEARLY_ALL * (uint64_t)r->record_count;
  p->never_linked = 10 * (uint64_t)linked <= r->record_count;

  if (p->size < MIN_TO_ADOPT) {
    if (dt_record_pieces(e, dt_median_record(e, r)) < MIN_PIECES) return false;
    p->form = dt_hash_without_links(e->tree, median);
    p->path[0] = e->tree->nodes[median].parent;
    p->path[1] = e->tree->nodes[p->path[0]].parent;
    if (p->path[1] == DT_NONE) return false;
  }

  return p->tag != DT_TAG_TEXT && p->tag != DT_TAG_a && p->tag != DT_TAG_td && p->tag != DT_TAG_br;
}

/* Whether a node has the decoration of small records, within elements of the same tags and classes. */
static bool has_form(const dt_tree *tree, const pattern *p, dt_index node) {
  for (dt_index around = node, level = 0; level < 2; level++) {
    around = tree->nodes[around].parent;
    if (around == DT_NONE || tree->nodes[around].tag != tree->nodes[p->path[level]].tag ||
        !dt_have_same_class(tree, around, p->path[level]))
      return false;
  }
  return dt_hash_without_links(tree, node) == p->form;
}

static bool fits_pattern(dt_engine *e, const pattern *p, dt_index node) {
  if (e->tree->nodes[node].tag != p->tag) return false;
  if (p->form != 0 && !has_form(e->tree, p, node)) return false;
  bool linked = dt_record_linked(e, &(dt_record){.nodes = &node, .count = 1});
  if ((p->always_linked && !linked) || (p->never_linked && linked)) return false;
  return dt_similar(e->distances, e->tree->nodes[node].shape, p->shape);
}

/* Whether a node is the first row of a table whose next row is not a record: names of columns. */
static bool is_header_of_others(dt_engine *e, const pattern *p, dt_index node) {
  const dt_node *nodes = e->tree->nodes;
  dt_index parent = nodes[node].parent, next = nodes[node].end;
  return p->tag == DT_TAG_tr && node == parent + 1 && next < nodes[parent].end && !fits_pattern(e, p, next);
}

/* Adds nodes near the region that are similar to its records but have an element of their own around them. */
static void adopt_records(dt_engine *e, dt_region *r) {
  pattern p;
  if (!find_pattern(e, r, &p)) return;
  const dt_tree *tree = e->tree;
  dt_index top = surroundings(tree, r);
  dt_index end = tree->nodes[top].end;
  uint32_t known = 0, found = 0;
  dt_index *nodes = DT_ARRAY(e->scratch, dt_index, (size_t)end - top);
  for (dt_index node = top; node < end;) {
    dt_scope_tick(e->arena->scope);
    while (known < r->record_count && r->records[known].nodes[0] < node) known++;
    bool own = known < r->record_count && r->records[known].nodes[0] == node;
    if (own || (!is_left_out(e, r, node) && fits_pattern(e, &p, node) && !is_header_of_others(e, &p, node) &&
                !is_in_other_part(e, r, node))) {
      nodes[found++] = node;
      node = tree->nodes[node].end;
    } else {
      node++;
    }
  }

  if (found <= r->record_count) return;
  dt_index *kept = DT_ARRAY(e->arena, dt_index, found);
  memcpy(kept, nodes, found * sizeof *kept);
  r->records = DT_ARRAY(e->arena, dt_record, found);
  r->record_count = found;
  for (uint32_t i = 0; i < found; i++) r->records[i] = (dt_record){.nodes = &kept[i], .count = 1};
}

/* Whether a node is or holds a heading with text. */
static bool holds_heading(const dt_engine *e, dt_index node) {
  for (dt_index n = node; n < e->tree->nodes[node].end; n++) {
    uint32_t first, end;
    if (!dt_tag_is(e->tree->nodes[n].tag, DT_HEADING)) continue;
    dt_record_texts(e, &n, 1, &first, &end);
    if (first != end) return true;
  }
  return false;
}

/* ---- records that have an element of their own, where others share one ---- */

static dt_shape shape_of_run(dt_engine *e, const dt_index *nodes, uint32_t count) {
  dt_shape *run = DT_ARRAY(e->scratch, dt_shape, count);
  for (uint32_t n = 0; n < count; n++) run[n] = e->tree->nodes[nodes[n]].shape;
  return dt_shape_of_run(e->distances, run, count);
}

/* Adds the contents of elements beside that of the records, with its tag and class, that are like one record: "<p>a
 * record</p> <p>a record, br, br, a record</p>". */
static void add_single_runs(dt_engine *e, dt_region *r) {
  const dt_tree *tree = e->tree;
  uint32_t count = r->record_count, linked = 0;
  if (count < 2) return;
  const dt_record *median = dt_median_record(e, r);
  dt_index list = tree->nodes[median->nodes[0]].parent, top = tree->nodes[list].parent;
  if (median->count == 1 || top == DT_NONE) return;
  dt_shape shape = shape_of_run(e, median->nodes, median->count);
  if (e->shapes->shapes[shape].size < MIN_TO_ADOPT) return;

  dt_index *firsts = DT_ARRAY(e->scratch, dt_index, count);
  for (uint32_t i = 0; i < count; i++) {
    firsts[i] = r->records[i].nodes[0];
    linked += dt_record_linked(e, &r->records[i]);
  }

  dt_record *records = DT_ARRAY(e->arena, dt_record, (size_t)count + tree->nodes[top].kid_count);
  memcpy(records, r->records, count * sizeof *records);
  for (uint32_t k = 0; k < tree->nodes[top].kid_count; k++) {
    dt_index kid = dt_child(tree, top, k);
    dt_record own = {.nodes = tree->children + tree->nodes[kid].kids, .count = tree->nodes[kid].kid_count};
    if (own.count < 2 || tree->nodes[kid].tag != tree->nodes[list].tag || !dt_have_same_class(tree, kid, list) ||
        is_left_out(e, r, kid) || holds_any(tree, kid, firsts, r->record_count) ||
        (nearly_all(linked, r->record_count) && !dt_record_linked(e, &own)))
      continue;
    if (dt_similar(e->distances, shape_of_run(e, own.nodes, own.count), shape)) records[count++] = own;
    dt_scope_tick(e->arena->scope);
  }

  if (count > 2 * r->record_count) return;
  qsort(records, count, sizeof *records, dt_compare_records);
  r->records = records;
  r->record_count = count;
}

/* ---- elements beside the list that look like records ---- */

/* What the records have, to which an element is compared. */
typedef struct likeness {
  dt_shape shape; /* of the median record */
  dt_tag tag;
  uint32_t fewest, most; /* pieces of text */
  dt_composition all;
  bool headed; /* the median record holds a heading */
} likeness;

static bool find_likeness(dt_engine *e, const dt_region *r, likeness *l) {
  *l = (likeness){.fewest = DT_NONE};
  if (r->record_count < MIN_RECORDS) return false;
  dt_index median = dt_median_record(e, r)->nodes[0];
  l->shape = e->tree->nodes[median].shape;
  l->tag = e->tree->nodes[median].tag;
  l->headed = holds_heading(e, median);

  for (uint32_t i = 0; i < r->record_count; i++) {
    uint32_t pieces = dt_record_pieces(e, &r->records[i]);
    if (r->records[i].count != 1) return false;
    if (pieces < l->fewest) l->fewest = pieces;
    if (pieces > l->most) l->most = pieces;
    dt_composition_add(e, r->records[i].nodes, 1, &l->all);
  }

  dt_composition_finish(&l->all);
  return l->headed && dt_size(e->tree, median) >= MIN_TO_ADOPT;
}

/* Whether an element says the same kinds of things as the records under a heading, in about as many texts. */
static bool is_similar(dt_engine *e, const likeness *l, dt_index node) {
  const dt_tree *tree = e->tree;
  dt_composition own = {0};
  uint32_t pieces = pieces_of(e, node);
  if (tree->nodes[node].tag != l->tag || 2 * pieces < l->fewest || pieces > 2 * l->most || !holds_heading(e, node))
    return false;
  dt_composition_add(e, &node, 1, &own);
  dt_composition_finish(&own);
  double sizes = (double)e->shapes->shapes[l->shape].size + dt_size(tree, node);
  double similarity = 1 - dt_distance_within(e->distances, l->shape, tree->nodes[node].shape, sizes) / sizes;
  return similarity >= DT_LIKELY_SIMILARITY && dt_lengths_agree(&l->all, &own, DT_MAX_LENGTH_RATIO) &&
         (own.share[DT_SHARE_LINKED] != 0) == (2 * l->all.share[DT_SHARE_LINKED] > 1);
}

void dt_records_note_similar(dt_engine *e, dt_region *r) {
  const dt_tree *tree = e->tree;
  likeness l;
  if (!find_likeness(e, r, &l)) return;
  dt_index *nodes = DT_ARRAY(e->scratch, dt_index, r->record_count), parent = r->cut.list->parent;
  for (uint32_t i = 0; i < r->record_count; i++) nodes[i] = r->records[i].nodes[0];
  for (int level = 0; level < LEVELS_UP && parent != DT_NONE; level++, parent = tree->nodes[parent].parent)
    for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
      dt_index kid = dt_child(tree, parent, k);
      if (is_left_out(e, r, kid) || holds_any(tree, kid, nodes, r->record_count)) continue;
      if (is_similar(e, &l, kid)) dt_region_note(r, kid, 1);
      dt_scope_tick(e->arena->scope);
    }
}

void dt_records_complete(dt_engine *e, dt_region *r) {
  adopt_records(e, r);
  add_unlike_records(e, r);
  add_records_with_less(e, r);
  add_single_runs(e, r);
}
