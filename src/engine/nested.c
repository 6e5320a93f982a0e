/* engine/nested.c: records within records, as replies are in the post that they answer (doc/method 2.8).
 *
 * A post is an element with the tag and the first word of the class of the region's records, wherever it is in one of
 * them.  Each becomes a record of its own, which ends where its replies begin. */
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/tunables.h"

enum {
  MIN_PIECES = 2,  /* of text in most posts; the entries of menus have one */
  MAX_WITH_ONE = 4 /* records of which only one has replies */
};

typedef struct posts {
  dt_engine *engine;
  dt_tag tag;
  detm_text class; /* its first word counts */
  bool beside;     /* replies are in an element after the post, not in it */
  dt_record *records;
  uint32_t count;
  uint32_t bare;  /* posts without anything of their own */
  uint32_t tails; /* posts with texts after their replies */
} posts;

/* Whether the first words of two classes are the same but for digits, as dt_first_class_hash has it. */
static bool have_same_first_word(detm_text a, detm_text b) {
  for (size_t i = 0, j = 0;; i++, j++) {
    while (i < a.length && dt_is_digit(a.data[i])) i++;
    while (j < b.length && dt_is_digit(b.data[j])) j++;
    bool ends_a = i == a.length || a.data[i] == ' ', ends_b = j == b.length || b.data[j] == ' ';
    if (ends_a || ends_b) return ends_a && ends_b;
    if (a.data[i] != b.data[j]) return false;
  }
}

static bool is_post(const posts *p, dt_index node) {
  const dt_tree *tree = p->engine->tree;
  return tree->nodes[node].tag == p->tag &&
         have_same_first_word(p->class, dt_attribute_of(tree, node, DT_ATTRIBUTE_class));
}

/* Whether there is a post within an element. */
static bool holds_post(const posts *p, dt_index node) {
  dt_index at = node + 1, end = p->engine->tree->nodes[node].end;
  while (at < end && !is_post(p, at)) at++;
  return at < end;
}

static bool has_posts(const posts *p, dt_index node) { return is_post(p, node) || holds_post(p, node); }

/* Adds the post at an element: its children up to its replies or, if these are beside it, it and its siblings. */
static void add_post(posts *p, dt_index post) {
  const dt_tree *tree = p->engine->tree;
  const dt_node *nodes = tree->nodes;
  dt_index parent = p->beside ? nodes[post].parent : post;
  const dt_index *siblings = tree->children + nodes[parent].kids;
  uint32_t from = p->beside ? dt_child_position(tree, parent, post) : 0, count = nodes[parent].kid_count;
  uint32_t end = p->beside ? from + 1 : 0, first, last;

  while (end < count && !has_posts(p, siblings[end])) end++;
  if (end > from) p->records[p->count++] = (dt_record){.nodes = siblings + from, .count = end - from, .post = true};
  p->bare += end == from;
  while (!p->beside && end < count && has_posts(p, siblings[end])) end++;
  if (p->beside || end == count) return;
  dt_record_texts(p->engine, siblings + end, count - end, &first, &last);
  p->tails += first != last;
}

/* Whether the posts at the top and those in others say the same kinds of things, in several texts each. */
static bool are_like_posts(dt_engine *e, const posts *p, const dt_region *r) {
  dt_composition top = {0}, nested = {0};
  uint32_t several = 0, next = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    const dt_record *record = &p->records[i];
    while (next + 1 < r->record_count && r->records[next + 1].nodes[0] <= record->nodes[0]) next++;
    bool at_top = p->beside ? record->nodes[0] == r->records[next].nodes[0]
                            : e->tree->nodes[record->nodes[0]].parent == r->records[next].nodes[0];
    dt_composition_add(e, record->nodes, record->count, at_top ? &top : &nested);
    several += dt_record_pieces(e, record) >= MIN_PIECES;
  }

  dt_composition_finish(&top);
  dt_composition_finish(&nested);
  return 10 * (uint64_t)several >= DT_TENTHS_MOST * (uint64_t)p->count && dt_compositions_agree(&top, &nested) &&
         dt_lengths_agree(&top, &nested, DT_MAX_LENGTH_RATIO);
}

/* The first post in a region's records without a post in it; DT_NONE if each has one. */
static dt_index single_post(const posts *p, const dt_region *r) {
  const dt_node *nodes = p->engine->tree->nodes;
  for (uint32_t i = 0; i < r->record_count; i++)
    for (dt_index top = r->records[i].nodes[0], at = top; at < nodes[top].end; at++)
      if (is_post(p, at) && !holds_post(p, at)) return at;
  return DT_NONE;
}

/* The records of a region with the siblings of its first one that are posts with others in them, or like a post
 * without: the cut may lack a post because its replies make it larger than the others, or theirs make it smaller. */
static dt_region with_large_posts(const posts *p, const dt_region *r) {
  dt_engine *e = p->engine;
  const dt_tree *tree = e->tree;
  dt_index parent = tree->nodes[r->records[0].nodes[0]].parent;
  dt_index single = single_post(p, r);
  uint32_t count = tree->nodes[parent].kid_count, known = 0;
  dt_region more = *r;

  more.records = DT_ARRAY(e->arena, dt_record, (size_t)r->record_count + count);
  more.record_count = 0;
  for (uint32_t k = 0; k < count; k++) {
    const dt_index *kid = &tree->children[tree->nodes[parent].kids + k];
    while (known < r->record_count && r->records[known].nodes[0] <= *kid)
      more.records[more.record_count++] = r->records[known++];
    const dt_record *before = more.record_count != 0 ? &more.records[more.record_count - 1] : NULL;
    bool own = before != NULL && before->nodes[before->count - 1] >= *kid;
    if (own || dt_is_copy(e, *kid) || dt_is_hidden(e, *kid) || !is_post(p, *kid)) continue;
    if (holds_post(p, *kid) ||
        (single != DT_NONE && dt_similar(e->distances, tree->nodes[*kid].shape, tree->nodes[single].shape)))
      more.records[more.record_count++] = (dt_record){.nodes = kid, .count = 1};
  }

  while (known < r->record_count) more.records[more.record_count++] = r->records[known++];
  return more;
}

/* The outermost of the posts that an element is in, each in the one before it; DT_NONE if it is in none. */
static dt_index outermost_post(const posts *p, dt_index node) {
  const dt_tree *tree = p->engine->tree;
  dt_index found = DT_NONE;
  for (dt_index up = tree->nodes[node].parent; up != 0 && up != DT_NONE; up = tree->nodes[up].parent)
    if (is_post(p, up)) found = up;
  return found;
}

/* The class that a post or its first element has; data NULL = none. */
static detm_text class_of_post(const posts *p, dt_index node) {
  const dt_tree *tree = p->engine->tree;
  detm_text class = dt_attribute_of(tree, node, DT_ATTRIBUTE_class);
  if (class.length == 0 && tree->nodes[node].kid_count != 0)
    class = dt_attribute_of(tree, dt_child(tree, node, 0), DT_ATTRIBUTE_class);
  return class;
}

/* The list of the posts that all records are replies to: a region may have the replies alone.  The page says by a class
 * that they are the same things, and a post without replies is among them: where each has some, they are headings of
 * groups, whose words are columns of the members. */
static dt_region with_posts_around(const posts *p, const dt_region *r) {
  dt_engine *e = p->engine;
  const dt_tree *tree = e->tree;
  dt_index first = outermost_post(p, r->records[0].nodes[0]);
  if (first == DT_NONE) return *r;
  dt_index parent = tree->nodes[first].parent;
  dt_region around = *r;
  for (uint32_t i = 0; i < r->record_count; i++) {
    dt_index post = outermost_post(p, r->records[i].nodes[0]);
    if (post == DT_NONE || tree->nodes[post].parent != parent) return *r;
    detm_text class = class_of_post(p, post);
    if (class.length == 0 || !dt_text_equal(class, class_of_post(p, r->records[i].nodes[0]))) return *r;
  }

  uint32_t count = tree->nodes[parent].kid_count;
  around.records = DT_ARRAY(e->arena, dt_record, count);
  around.record_count = 0;
  bool alone = false; /* a post has no replies */
  for (uint32_t k = 0; k < count; k++) {
    const dt_index *kid = &tree->children[tree->nodes[parent].kids + k];
    alone = alone || (is_post(p, *kid) && !holds_post(p, *kid));
    if (!dt_is_copy(e, *kid) && !dt_is_hidden(e, *kid) && is_post(p, *kid))
      around.records[around.record_count++] = (dt_record){.nodes = kid, .count = 1};
  }
  return alone && around.record_count >= 2 ? around : *r;
}

void dt_split_nested(dt_engine *e, dt_region *region) {
  const dt_node *nodes = e->tree->nodes;
  dt_region *r = region;
  if (r->record_count < 2 || r->grid != NULL) return;
  dt_index model = r->records[0].nodes[0];
  posts p = {.engine = e, .tag = nodes[model].tag, .class = dt_attribute_of(e->tree, model, DT_ATTRIBUTE_class)};
  if (p.class.length == 0 && p.tag != DT_TAG_li && p.tag != DT_TAG_article && p.tag != DT_TAG_dd) return;
  dt_region around = with_posts_around(&p, r), more = with_large_posts(&p, &around);
  r = &more;

  uint32_t total = 0, inside = 0, holders = 0, others = 0, before = DT_NONE;
  bool same = true; /* all records have as many */
  for (uint32_t i = 0; i < r->record_count; i++) {
    uint32_t own = 0, first = 0;
    for (uint32_t n = 0; n < r->records[i].count; n++) {
      dt_index top = r->records[i].nodes[n];
      for (dt_index at = top; at < nodes[top].end; at++) own += is_post(&p, at);
      if (n == 0) first = own;
      dt_scope_tick(e->arena->scope);
    }
    others += !is_post(&p, r->records[i].nodes[0]);
    total += own;
    inside += first > 1;
    holders += own > 1;
    same = same && (before == DT_NONE || own == before);
    before = own;
  }
  /* one record of many that holds others is rather an element around a part of the list */
  if (holders == 0 || (holders == 1 && r->record_count > MAX_WITH_ONE) || others != 0 || same ||
      (inside != 0 && inside != holders))
    return;
  p.beside = inside == 0;
  p.records = DT_ARRAY(e->arena, dt_record, total);
  for (uint32_t i = 0; i < r->record_count; i++)
    for (uint32_t n = 0; n < r->records[i].count; n++)
      for (dt_index at = r->records[i].nodes[n]; at < nodes[r->records[i].nodes[n]].end; at++)
        if (is_post(&p, at)) add_post(&p, at);
  if (p.bare != 0 || 10 * p.tails > p.count || !are_like_posts(e, &p, r)) return;
  region->records = p.records;
  region->record_count = p.count;
  region->split = true;
}
