/* template/learn/candidates_list.c: makes candidates that give all values of a list field at once.
 *
 * The places of the values are grouped by kind and by the tags of their ancestors: a good group has one place of most
 * values. */
#include "html/dom_path.h"
#include "template/learn/anchor_path.h"
#include "template/learn/labels.h"
#include "template/learn/learn.h"

enum {
  MAX_VALUE_TARGETS = 30,
  MAX_CLASS_LENGTH = 500,
  MAX_GROUPS = 12,
  MAX_LEVELS = 7,
  MAX_WRAPPERS = 3,
  MAX_LABELS = 2,
  MAX_DOWN = 16
};

typedef struct place {
  dt_target target;
  const char *pattern; /* cuts the value out of the text; NULL = the value is the whole text */
  uint64_t key;        /* hash of the kind, the ancestors' tags, and the pattern */
  uint32_t value;
} place;

typedef struct group {
  uint64_t key;
  uint32_t values; /* count of values that have a place in it */
  uint32_t last;   /* index of the last value counted, plus 1 */
} group;

typedef struct lister {
  dt_learning *l;
  dt_sample *sample;
  const dt_target_values *wanted;
  place *places;
  uint32_t place_count;
  group *groups;
  uint32_t group_count;
  const dt_target **items; /* places of the current group, in the order of the values */
  const char *pattern;     /* of all items */
  uint32_t item_count;
  xmlNodePtr around; /* the element that contains all items */
  bool prose;        /* the values are paragraphs */
  const char *step;  /* path from an item's element to the value */
  uint32_t run;      /* DT_EVERY_RUN: the items are runs; else 0 */
  double deduction;
  dt_way down[MAX_DOWN]; /* from the current element to the items */
  uint32_t down_count;
} lister;

/* ---- grouping ---- */

static uint64_t key_of(const dt_target *t) {
  uint64_t key = dt_hash_mix(t->kind, 0);
  if (t->kind == DT_TARGET_ATTRIBUTE) key = dt_hash_bytes(t->node->name, strlen((const char *)t->node->name), key);
  for (const xmlNode *n = t->element; n != NULL && n->type == XML_ELEMENT_NODE; n = n->parent)
    key = dt_hash_bytes(n->name, strlen((const char *)n->name), key);
  return key;
}

/* Sets the pattern of a place in a longer text.  Returns false if no pattern of a list cuts the value out. */
static bool set_pattern(const lister *s, detm_text value, place *p) {
  if (p->target.kind == DT_TARGET_ATTRIBUTE) return false;
  p->pattern = dt_numbered_cut(s->l, dt_sample_value(s->sample, p->target.node), value);
  if (p->pattern != NULL) p->key = dt_hash_bytes(p->pattern, strlen(p->pattern), p->key);
  return p->pattern != NULL;
}

static group *group_of(lister *s, uint64_t key) {
  for (uint32_t i = 0; i < s->group_count; i++)
    if (s->groups[i].key == key) return &s->groups[i];
  s->groups[s->group_count] = (group){.key = key};
  return &s->groups[s->group_count++];
}

static void collect_places(lister *s, const dt_wish *wish) {
  s->places = DT_ARRAY(&s->l->arena, place, (size_t)wish->count * MAX_VALUE_TARGETS);
  s->groups = DT_ARRAY(&s->l->arena, group, (size_t)wish->count * MAX_VALUE_TARGETS);
  s->items = DT_ARRAY(&s->l->arena, const dt_target *, wish->count);
  for (uint32_t v = 0; v < wish->count; v++) {
    dt_targets targets = dt_find_value(s->sample, wish->values[v], wish->paths[v]);
    for (uint32_t i = 0; i < targets.count && i < MAX_VALUE_TARGETS; i++) {
      place *p = &s->places[s->place_count];
      *p = (place){targets.all[i], NULL, key_of(&targets.all[i]), v};
      if (p->target.partial && !set_pattern(s, wish->values[v], p)) continue;
      s->place_count++;
      group *g = group_of(s, p->key);
      g->values += g->last != v + 1;
      g->last = v + 1;
    }
    dt_scope_clock(&s->l->scope);
  }
}

/* Sorts groups by number of values, most first; stable. */
static void sort_groups(lister *s) {
  for (uint32_t i = 1; i < s->group_count; i++) {
    group g = s->groups[i];
    uint32_t at = i;
    for (; at > 0 && s->groups[at - 1].values < g.values; at--) s->groups[at] = s->groups[at - 1];
    s->groups[at] = g;
  }
}

static uint32_t order_of(const place *p) { return dt_sample_number(p->target.element); }

/* Returns the distance from number `from` to a place; places before it are farther than all after it. */
static uint32_t distance(const place *p, uint32_t from) {
  uint32_t at = order_of(p);
  return at >= from ? at - from : (from - at) + (UINT32_MAX / 2);
}

/* Picks one place of each value: the nearest after that of the previous value. */
static void pick_items(lister *s, uint64_t key) {
  uint32_t from = 0;
  s->item_count = 0;
  for (uint32_t i = 0; i < s->place_count;) {
    const place *best = NULL;
    uint32_t value = s->places[i].value;
    for (; i < s->place_count && s->places[i].value == value; i++) {
      const place *p = &s->places[i];
      if (p->key != key) continue;
      if (best == NULL || (s->item_count != 0 && distance(p, from) < distance(best, from))) best = p;
    }
    if (best == NULL) continue;
    s->items[s->item_count++] = &best->target;
    s->pattern = best->pattern;
    from = order_of(best);
  }
}

/* Returns the element that contains all items; not the first item's own, unless it has several items. */
static xmlNodePtr common_element(const lister *s) {
  xmlNodePtr around = s->items[0]->element;
  for (uint32_t i = 1; i < s->item_count; i++) around = dt_common_ancestor(around, s->items[i]->element);
  bool texts = s->items[0]->kind == DT_TARGET_TEXT || s->items[0]->kind == DT_TARGET_RUN;
  bool texts_of_one = texts && s->item_count > 1;
  if (around == s->items[0]->element && !texts_of_one && around->parent->type == XML_ELEMENT_NODE)
    around = around->parent;
  return around;
}

/* ---- ways down to all items ---- */

/* Returns the next class token that all elements have; length 0 after the last.  *rest starts as {NULL, 0}. */
static detm_text next_common_token(xmlNodePtr const *elements, uint32_t count, detm_text *rest) {
  if (rest->data == NULL) *rest = dt_attribute_value(elements[0], "class");
  if (rest->length > MAX_CLASS_LENGTH) rest->length = MAX_CLASS_LENGTH;
  for (size_t at = 0; rest->data != NULL && at < rest->length;) {
    size_t start = at + strspn(rest->data + at, " \t\r\n\f"), length = strcspn(rest->data + start, " \t\r\n\f");
    detm_text token = {rest->data + start, length};
    bool common = length != 0;
    for (uint32_t i = 1; i < count && common; i++) common = dt_has_class(elements[i], token);
    at = start + length;
    if (!common) continue;
    *rest = (detm_text){rest->data + at, rest->length - at};
    return token;
  }
  return (detm_text){NULL, 0};
}

static xmlNodePtr ancestor(xmlNodePtr node, uint32_t levels) {
  for (; levels > 0 && node != NULL; levels--) node = node->parent;
  return node != NULL && node->type == XML_ELEMENT_NODE ? node : NULL;
}

/* Writes the path from an element to all items, and its cost.  Levels above the first where the items differ have
 * positions; those below only if all items have the same one. */
static void write_path(lister *s, uint32_t levels, dt_buffer *out, double *cost) {
  bool differ = false;
  *cost = 0;
  for (uint32_t up = levels; up-- > 0;) {
    xmlNodePtr first = ancestor(s->items[0]->element, up);
    uint32_t of, position = dt_node_position(first, &of);
    bool same = s->item_count > 1, together = true;
    for (uint32_t i = 1; i < s->item_count; i++) {
      xmlNodePtr other = ancestor(s->items[i]->element, up);
      uint32_t other_of = 1;
      same = same && other == first;
      together = together && dt_node_position(other, &other_of) == position;
      if (other_of > of) of = other_of;
    }
    dt_buffer_format(out, "/%s", (const char *)first->name);
    if (same && of > 1) dt_buffer_format(out, "[%u]", position);
    if (same) *cost += 0.03 + (of > 1 ? 0.12 : 0);
    if (same) continue;
    if (differ && together && of > 1) {
      dt_buffer_format(out, "[%u]", position);
      *cost += 0.05;
    }
    differ = true;
    *cost += 0.02;
  }
}

static void add_down(lister *s, const char *path, double cost) {
  if (s->down_count < MAX_DOWN) s->down[s->down_count++] = (dt_way){path, cost, false};
}

/* Returns a path without its predicates. */
static const char *without_predicates(dt_arena *arena, const char *path) {
  char *copy = dt_arena_copy(arena, path, strlen(path)), *out = copy;
  bool in = false;
  for (const char *at = path; *at != '\0'; at++) {
    in = in || *at == '[';
    if (!in) *out++ = *at;
    in = in && *at != ']';
  }
  *out = '\0';
  return copy;
}

/* Adds a way to paragraphs and the headings among them: other pages may have headings where the sample has none. */
static void add_prose_way(lister *s, const char *path, double cost) {
  size_t length = strlen(path);
  if (!s->prose || length < 2 || strcmp(path + length - 2, "/p") != 0) return;
  add_down(
      s,
      dt_arena_format(&s->l->arena,
                      "%.*s/*[self::p or self::blockquote or self::h2 or self::h3 or self::h4 or self::h5 or self::h6]",
                      (int)(length - 2), path),
      cost - 0.01);
}

/* Adds a way to all children that have text: the items may be parts of one thing, with several tags. */
static void add_parts_way(lister *s, xmlNodePtr from) {
  for (uint32_t i = 0; i < s->item_count; i++)
    if (s->items[i]->element->parent != from || dt_attribute_value(s->items[i]->element, "class").data == NULL) return;
  add_down(s, "/*[normalize-space()]", 0.03);
}

/* Makes the ways from an element to the items: s->down. */
static void find_ways(lister *s, xmlNodePtr from) {
  dt_arena *arena = &s->l->arena;
  dt_buffer *buffer = &s->l->buffer;
  uint32_t levels = 0;
  double cost;
  s->down_count = 0;
  if (from == s->items[0]->element) {
    add_down(s, "", 0);
    return;
  }
  for (const xmlNode *n = s->items[0]->element; n != from; n = n->parent) levels++;
  buffer->length = 0;
  write_path(s, levels, buffer, &cost);
  if (buffer->failed) dt_scope_leave(&s->l->scope, DETM_NO_MEMORY);
  const char *path = dt_arena_copy(arena, buffer->data, buffer->length), *plain = without_predicates(arena, path);
  const char *tag = (const char *)s->items[0]->element->name;
  add_down(s, path, cost);
  add_prose_way(s, path, cost);
  if (strcmp(plain, path) != 0) add_down(s, plain, 0.03 * levels);
  add_down(s, dt_arena_format(arena, "//%s", tag), 0.03);
  if (!s->prose) add_parts_way(s, from);
  xmlNodePtr *elements = DT_ARRAY(arena, xmlNodePtr, s->item_count);
  for (uint32_t i = 0; i < s->item_count; i++) elements[i] = s->items[i]->element;
  detm_text rest = {NULL, 0};
  for (detm_text token = next_common_token(elements, s->item_count, &rest); token.length != 0;
       token = next_common_token(elements, s->item_count, &rest))
    if (dt_fitness(s->wanted, token) > 0)
      add_down(s, dt_arena_format(arena, "//%s[%s]", tag, dt_class_predicate(arena, token)), 0.02);
}

/* ---- anchors ---- */

static void add_candidate(const lister *s, const dt_head *head, const char *path, const char *more, double trust) {
  dt_anchor anchor = {.kind = head->kind, .tag = head->tag, .name = head->name, .value = head->value};
  anchor.path = dt_arena_format(&s->l->arena, "%s%s%s", path, more, s->step);
  anchor.pattern = s->pattern;
  anchor.run = s->run;
  anchor.trust = trust - s->deduction;
  dt_candidate *candidate = dt_candidates_add(s->l, &anchor, true);
  if (candidate != NULL) dt_chosen_add(s->l, &s->l->fresh, candidate);
}

static void add_heads(lister *s) {
  xmlNodePtr at = s->around;
  for (int level = 0; level < MAX_LEVELS; level++, at = at->parent) {
    if (at == NULL || at->type != XML_ELEMENT_NODE || dt_node_is(at, "html")) return;
    dt_heads heads = dt_heads_of(s->sample, s->wanted, at);
    if (dt_node_is(at, "body")) heads.all[heads.count++] = (dt_head){DT_ANCHOR_TAG, "body", NULL, NULL, 0.4};
    if (heads.count != 0) find_ways(s, at);
    for (uint32_t h = 0; h < heads.count; h++)
      for (uint32_t w = 0; w < s->down_count; w++)
        add_candidate(s, &heads.all[h], s->down[w].path, "", heads.all[h].trust - s->down[w].cost - 0.04 * level);
  }
}

/* Adds candidates by the classes that all elements `up` levels above the items have. */
static void add_classes(const lister *s, uint32_t up) {
  xmlNodePtr *elements = DT_ARRAY(&s->l->arena, xmlNodePtr, s->item_count);
  for (uint32_t i = 0; i < s->item_count; i++) {
    elements[i] = ancestor(s->items[i]->element, up);
    if (elements[i] == NULL || (up != 0 && elements[i] == s->around) || dt_node_is(elements[i], "body") ||
        dt_node_is(elements[i], "html"))
      return;
  }
  dt_way ways[DT_MAX_WAYS];
  uint32_t way_count = dt_ways_down(&s->l->arena, elements[0], s->items[0]->element, ways);
  dt_head head = {.kind = DT_ANCHOR_CLASS, .tag = (const char *)elements[0]->name};
  detm_text rest = {NULL, 0};
  for (detm_text token = next_common_token(elements, s->item_count, &rest); token.length != 0;
       token = next_common_token(elements, s->item_count, &rest)) {
    if (dt_fitness(s->wanted, token) <= 0) continue;
    head.value = dt_arena_copy(&s->l->arena, token.data, token.length);
    for (uint32_t w = 0; w < way_count; w++)
      add_candidate(s, &head, ways[w].path, "", up == 0 ? 0.93 : 0.9 - ways[w].cost - 0.03 * up);
  }
}

/* Adds candidates by the attributes that all items have. */
static void add_attributes(const lister *s) {
  xmlNodePtr first = s->items[0]->element;
  for (const char *const *name = dt_anchor_attributes; *name != NULL; name++) {
    detm_text value = dt_attribute_value(first, *name);
    bool common = value.data != NULL && dt_fitness(s->wanted, value) > 0;
    for (uint32_t i = 1; i < s->item_count && common; i++) {
      detm_text other = dt_attribute_value(s->items[i]->element, *name);
      common = other.data != NULL && dt_text_equal(value, other);
    }
    bool meaning = strcmp(*name, "itemprop") == 0 || strcmp(*name, "property") == 0;
    dt_head head = {DT_ANCHOR_ATTRIBUTE, (const char *)first->name, *name, value.data, 0};
    if (common) add_candidate(s, &head, "", "", meaning ? 0.98 : 0.85);
  }
}

/* Adds candidates by the labels before the items' container, or before one of its ancestors. */
static void add_labels(lister *s) {
  xmlNodePtr at = s->around;
  for (int level = 0; level < 3; level++, at = at->parent) {
    if (at == NULL || at->type != XML_ELEMENT_NODE || dt_node_is(at, "body") || dt_node_is(at, "html")) return;
    dt_labels labels = dt_labels_before(s->sample, s->wanted, dt_sample_at(s->sample, at)->first, at);
    if (labels.count != 0) find_ways(s, at);
    for (uint32_t i = 0; i < labels.count && i < MAX_LABELS; i++) {
      const dt_label *label = &labels.all[i];
      for (uint32_t w = 0; w < label->way_count; w++)
        for (uint32_t d = 0; d < s->down_count; d++)
          add_candidate(s, &label->head, label->ways[w].path, s->down[d].path,
                        label->head.trust - label->ways[w].cost - s->down[d].cost);
    }
  }
}

/* Adds a candidate by a heading among the items' siblings: "Method" p p p "Notes" p p.  The items follow it, up to the
 * next heading of the same tag. */
static void add_section(lister *s, const dt_label *label, xmlNodePtr heading) {
  uint32_t levels = 0;
  xmlNodePtr branch = s->items[0]->element;
  for (; branch->parent != heading->parent; branch = branch->parent) levels++;
  detm_text words = dt_sample_string(s->sample, heading);
  if (levels > 2 || dt_node_is(branch, (const char *)heading->name) || memchr(words.data, '\'', words.length) != NULL)
    return;
  const char *down = "";
  for (xmlNodePtr n = s->items[0]->element; n != branch; n = n->parent)
    down = dt_arena_format(&s->l->arena, "/%s%s", (const char *)n->name, down);
  const char *path =
      dt_arena_format(&s->l->arena, "/following-sibling::%s[preceding-sibling::%s[1][normalize-space()='%s']]",
                      (const char *)branch->name, (const char *)heading->name, words.data);
  dt_head head = {.kind = DT_ANCHOR_CAPTION, .tag = (const char *)heading->name, .value = words.data};
  add_candidate(s, &head, path, down, label->head.trust - 0.04 - 0.03 * levels);
}

static void add_sections(lister *s) {
  const dt_target *first = s->items[0];
  xmlNodePtr node = first->kind == DT_TARGET_TEXT ? first->node : first->element;
  uint32_t number = first->kind == DT_TARGET_TEXT ? dt_sample_number(node) : dt_sample_at(s->sample, node)->first;
  dt_labels labels = dt_labels_before(s->sample, s->wanted, number, node);
  for (uint32_t i = 0; i < labels.count; i++) {
    xmlNodePtr heading = labels.all[i].node;
    if (heading->type != XML_ELEMENT_NODE) heading = heading->parent;
    while (heading->parent != s->around && heading->parent != NULL &&
           dt_sample_length(s->sample, heading->parent) == dt_sample_length(s->sample, heading))
      heading = heading->parent;
    if (heading->parent == s->around && s->around != first->element) add_section(s, &labels.all[i], heading);
  }
}

/* Adds candidates by the types of the JSON-LD objects that contain the items. */
static void add_data(const lister *s) {
  const char *path = "";
  for (xmlNodePtr n = s->items[0]->element; n != NULL && !dt_node_is(n, "ld"); n = n->parent) {
    detm_text type = n != s->items[0]->element ? dt_attribute_value(n, "type") : (detm_text){NULL, 0};
    if (type.data != NULL) add_candidate(s, &(dt_head){.kind = DT_ANCHOR_DATA, .value = type.data}, path, "", 0.95);
    path = dt_arena_format(&s->l->arena, "/%s%s", (const char *)n->name, path);
  }
}

static void add_path(lister *s) {
  dt_head none = {.kind = DT_ANCHOR_PATH};
  const char *path = dt_dom_path(&s->l->arena, NULL, s->around, NULL);
  find_ways(s, s->around);
  for (uint32_t d = 0; d < s->down_count; d++) add_candidate(s, &none, path, s->down[d].path, 0.35 - s->down[d].cost);
}

static void add_group(lister *s, const group *g) {
  pick_items(s, g->key);
  if (s->pattern != NULL && s->item_count < 2) return; /* a single item has no numbering */
  const dt_target *first = s->items[0];
  bool data = dt_sample_at(s->sample, first->element)->data;
  s->around = common_element(s);
  s->step = first->kind == DT_TARGET_TEXT ? "/text()[normalize-space()]"
            : first->kind == DT_TARGET_ATTRIBUTE
                ? dt_arena_format(&s->l->arena, "/@%s", (const char *)first->node->name)
                : "";
  s->run = first->kind == DT_TARGET_RUN ? DT_EVERY_RUN : 0;
  s->deduction = data ? 0.1 : first->kind == DT_TARGET_ATTRIBUTE ? 0.12 : first->kind == DT_TARGET_ELEMENT ? 0 : 0.03;
  add_heads(s);
  add_classes(s, 0);
  add_attributes(s);
  if (data) {
    add_data(s);
    return;
  }
  for (uint32_t up = 1; up <= MAX_WRAPPERS; up++) add_classes(s, up);
  if (first->kind != DT_TARGET_ATTRIBUTE) {
    add_labels(s);
    add_sections(s);
  }
  add_path(s);
}

void dt_list_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish, bool prose) {
  lister s = {.l = l, .sample = &l->samples[sample], .wanted = &l->wanted[sample]};
  l->fresh.count = 0;
  s.prose = prose;
  collect_places(&s, wish);
  sort_groups(&s);
  for (uint32_t i = 0; i < s.group_count && i <= MAX_GROUPS; i++) {
    if (s.groups[i].values * 2 < s.groups[0].values) break;
    add_group(&s, &s.groups[i]);
    dt_scope_clock(&l->scope);
  }
}
