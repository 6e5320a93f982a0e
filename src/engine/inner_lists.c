/* engine/inner_lists.c: lists within the records of a region, whose records may be the members of groups (doc/method
 * 2.8).
 *
 * Elements with the same tags on the path from their group, and the same class, are of one kind.  A kind of which some
 * group has several among one parent's children makes an inner list: each of its elements begins a member.  The groups
 * that have only one such element are read as well, which no region of their own would show. */
#include "base/map.h"
#include "engine/engine.h"
#include "engine/tunables.h"

/* Elements of one kind. */
typedef struct kind {
  uint32_t total, filled;   /* elements; groups that have some */
  uint32_t group;           /* the last group with one */
  dt_index parent;          /* the last parent of one */
  uint32_t repeated;        /* elements that follow another one in their parent */
  uint32_t alone, followed; /* of these gaps: without and with other siblings between the two */
  uint32_t last;            /* position of the last one in its parent */
} kind;

typedef struct finder {
  dt_engine *engine;
  const dt_record *groups;
  uint32_t count;
  dt_index base;     /* the first node of the groups */
  uint64_t *paths;   /* by node from `base` on: hash of the tags from the group down to the node */
  uint32_t *numbers; /* by node from `base` on: its kind; DT_NO_NUMBER = no member begins with it */
  dt_lookup keys;
  kind *kinds;
} finder;

/* A list of siblings within a group: the children of an element, or the nodes of the group. */
typedef struct siblings {
  const dt_index *nodes;
  uint32_t count;
  dt_index parent; /* DT_NONE = the group's nodes */
} siblings;

uint64_t dt_first_class_hash(const dt_tree *tree, dt_index node) {
  detm_text class = dt_attribute_of(tree, node, DT_ATTRIBUTE_class);
  uint64_t hash = 7;
  for (size_t i = 0; i < class.length && class.data[i] != ' '; i++)
    if (!dt_is_digit(class.data[i])) hash = (hash ^ (unsigned char)class.data[i]) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ (hash >> 29);
}

static uint64_t key_of_node(const finder *f, dt_index node) {
  return dt_hash_mix(f->paths[node - f->base], dt_first_class_hash(f->engine->tree, node));
}

/* Whether a member may begin with an element: links in a sentence are no records with the words up to the next, but a
 * link around several pieces of text is a card. */
static bool may_be_member(const finder *f, dt_index node) {
  dt_tag tag = f->engine->tree->nodes[node].tag;
  if (tag == DT_TAG_a) return dt_record_pieces(f->engine, &(dt_record){.nodes = &node, .count = 1}) > 1;
  return tag != DT_TAG_TEXT && tag != DT_TAG_br && tag != DT_TAG_hr && !dt_tag_is(tag, DT_HEADING);
}

/* Calls `visit` for each list of siblings in a group, outer ones first. */
static void visit_siblings(finder *f, uint32_t group, void (*visit)(finder *, uint32_t, const siblings *, void *),
                           void *data) {
  const dt_tree *tree = f->engine->tree;
  const dt_record *record = &f->groups[group];
  visit(f, group, &(siblings){record->nodes, record->count, DT_NONE}, data);
  for (uint32_t n = 0; n < record->count; n++)
    for (dt_index node = record->nodes[n]; node < tree->nodes[record->nodes[n]].end; node++) {
      const dt_node *own = &tree->nodes[node];
      if (own->kid_count != 0) visit(f, group, &(siblings){tree->children + own->kids, own->kid_count, node}, data);
      dt_scope_tick(f->engine->arena->scope);
    }
}

static void read_paths(finder *f) {
  const dt_node *nodes = f->engine->tree->nodes;
  const dt_record *last = &f->groups[f->count - 1];
  f->base = f->groups[0].nodes[0];
  uint32_t count = nodes[last->nodes[last->count - 1]].end - f->base;
  f->paths = DT_ARRAY(f->engine->scratch, uint64_t, count);
  f->numbers = DT_ARRAY(f->engine->scratch, uint32_t, count);
  for (uint32_t g = 0; g < f->count; g++)
    for (uint32_t n = 0; n < f->groups[g].count; n++) {
      dt_index top = f->groups[g].nodes[n];
      f->paths[top - f->base] = dt_hash_mix(1, nodes[top].tag);
      for (dt_index node = top + 1; node < nodes[top].end; node++)
        f->paths[node - f->base] = dt_hash_mix(f->paths[nodes[node].parent - f->base], nodes[node].tag);
    }
}

/* Counts the elements of each kind among siblings. */
static void count_kinds(finder *f, uint32_t group, const siblings *s, void *unused) {
  (void)unused;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t *own = &f->numbers[s->nodes[i] - f->base];
    *own = DT_NO_NUMBER;
    if (!may_be_member(f, s->nodes[i])) continue;
    uint32_t before = f->keys.count, number = *own = dt_lookup_add(&f->keys, key_of_node(f, s->nodes[i]));
    kind *k = &f->kinds[number];
    if (number == before) *k = (kind){.group = DT_NONE};
    bool again = k->total != 0 && k->group == group && k->parent == s->parent;
    k->total++;
    k->filled += k->group != group;
    k->repeated += again;
    k->alone += again && k->last + 1 == i;
    k->followed += again && k->last + 1 != i;
    k->group = group;
    k->parent = s->parent;
    k->last = i;
  }
}

/* What a list is read into. */
typedef struct reader {
  uint32_t number; /* of its kind */
  bool alone;      /* each member is one element */
  dt_record *records;
  uint32_t count;
} reader;

/* Adds the members among siblings.  A heading ends a member, as it is that of the next ones. */
static void read_members(finder *f, uint32_t group, const siblings *s, void *data) {
  reader *r = data;
  const dt_node *nodes = f->engine->tree->nodes;
  (void)group;
  for (uint32_t i = 0; i < s->count; i++) {
    if (f->numbers[s->nodes[i] - f->base] != r->number) continue;
    uint32_t end = i + 1;
    while (!r->alone && end < s->count && !dt_tag_is(nodes[s->nodes[end]].tag, DT_HEADING) &&
           f->numbers[s->nodes[end] - f->base] != r->number)
      end++;
    r->records[r->count++] = (dt_record){.nodes = s->nodes + i, .count = end - i};
    i = end - 1;
  }
}

uint32_t dt_inner_lists_find(dt_engine *e, const dt_record *groups, uint32_t count, dt_inner_list *lists,
                             uint32_t most) {
  finder f = {.engine = e, .groups = groups, .count = count};
  uint32_t found = 0, nodes = 0;
  if (count == 0) return 0;
  bool rows = groups[0].grid != NULL; /* weeks of a calendar: many days have no member, and few have several */
  for (uint32_t g = 0; g < count; g++)
    for (uint32_t n = 0; n < groups[g].count; n++) nodes += dt_size(e->tree, groups[g].nodes[n]);
  read_paths(&f);
  f.kinds = DT_ARRAY(e->scratch, kind, nodes);
  dt_lookup_start(&f.keys, e->scratch, 0);
  for (uint32_t g = 0; g < count; g++) visit_siblings(&f, g, count_kinds, NULL);

  for (uint32_t n = 0; n < f.keys.count && found < most; n++) {
    const kind *k = &f.kinds[n];
    bool several = k->repeated != 0 && 2 * (uint64_t)k->total >= 3 * (uint64_t)k->filled &&
                   10 * (uint64_t)k->filled >= DT_TENTHS_MOST * (uint64_t)count;
    if (!rows && !several) continue;
    reader r = {.number = n, .alone = k->alone >= k->followed};
    r.records = DT_ARRAY(e->scratch, dt_record, k->total);
    for (uint32_t g = 0; g < count; g++) visit_siblings(&f, g, read_members, &r);
    lists[found++] = (dt_inner_list){r.records, r.count};
  }
  return found;
}
