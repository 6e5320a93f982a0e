/* template/filter.c: predicates that leave out of a list what is none of its values. */
#include "template/learn.h"

#include "base/squeeze.h"

enum {
  MAX_NODES = 300,
  MAX_SKIP = 4,
  MAX_DROP = 8,
  MAX_SHAPE = 40,
  MAX_TAGS = 64,
  UNIFORM_VALUES = 3,
  LEAST_FOR_ENDS = 4,
  LONGEST_CLASS = 200
};

typedef struct filter {
  dt_learning *l;
  dt_sample *sample;
  const dt_candidate *candidate;
  xmlNodePtr *good, *bad; /* nodes that give a wanted value, that give another */
  uint32_t good_count, bad_count;
  uint32_t before, behind; /* bad ones before the first and behind the last good one */
  uint32_t *words;         /* of the good ones */
} filter;

static bool is_wanted(const filter *f, const dt_wish *wish, uint32_t word) {
  for (uint32_t v = 0; v < wish->count; v++)
    if (dt_words_number(&f->l->words, &f->l->arena, wish->values[v]) == word) return true;
  return false;
}

/* False: there is nothing to part. */
static bool part(filter *f, const dt_wish *wish) {
  dt_nodes nodes = dt_candidate_nodes(f->candidate, f->sample);
  if (nodes.count > MAX_NODES || f->candidate->pattern != NULL) return false;
  f->good = DT_ARRAY(&f->l->arena, xmlNodePtr, nodes.count + 1);
  f->bad = DT_ARRAY(&f->l->arena, xmlNodePtr, nodes.count + 1);
  for (uint32_t i = 0; i < nodes.count; i++) {
    uint32_t word = dt_candidate_word(f->l, f->candidate, f->sample, nodes.nodes[i]);
    if (word == 0) continue;
    if (is_wanted(f, wish, word)) {
      f->good[f->good_count++] = nodes.nodes[i];
      f->behind = 0;
    } else {
      f->bad[f->bad_count++] = nodes.nodes[i];
      f->behind++;
      f->before += f->good_count == 0;
    }
  }
  return f->good_count != 0;
}

static void add(const filter *f, const char *predicate, double cost) {
  dt_anchor anchor = f->candidate->anchor;
  anchor.path = dt_arena_format(&f->l->arena, "%s%s", anchor.path, predicate);
  anchor.trust -= cost;
  dt_candidates_add(f->l, &anchor, true);
}

/* ---- by the digits of the values ---- */

/* Digits as 0; NULL if there are none, or it is too long or cannot be quoted. */
static const char *shape_of(const filter *f, xmlNodePtr node) {
  detm_text value = dt_sample_value(f->sample, node);
  if (value.length >= MAX_SHAPE || memchr(value.data, '\'', value.length) != NULL) return NULL;
  char *shape = dt_arena_copy(&f->l->arena, value.data, value.length);
  bool digits = false;
  for (char *c = shape; *c != '\0'; c++) {
    if (*c < '0' || *c > '9') continue;
    *c = '0';
    digits = true;
  }
  return digits ? shape : NULL;
}

static void filter_by_shape(const filter *f) {
  const char *shapes[2] = {NULL, NULL};
  for (uint32_t i = 0; i < f->good_count; i++) {
    const char *shape = shape_of(f, f->good[i]);
    if (shape == NULL) return;
    uint32_t at = 0;
    while (at < 2 && shapes[at] != NULL && strcmp(shapes[at], shape) != 0) at++;
    if (at == 2) return;
    shapes[at] = shape;
  }
  if (shapes[1] != NULL && f->good_count < 3) return; /* any two texts have two */
  const char *test = "translate(normalize-space(.),'123456789','000000000')=";
  add(f,
      shapes[1] == NULL ? dt_arena_format(&f->l->arena, "[%s'%s']", test, shapes[0])
                        : dt_arena_format(&f->l->arena, "[%s'%s' or %s'%s']", test, shapes[0], test, shapes[1]),
      0.06);
}

/* ---- by tags and classes ---- */

static bool has_tag(const xmlNode *top, const char *tag) {
  const xmlNode *node = dt_node_next(top, top);
  while (node != NULL && !dt_node_is(node, tag)) node = dt_node_next(top, node);
  return node != NULL;
}

static bool any_has(xmlNodePtr const *nodes, uint32_t count, const char *tag) {
  for (uint32_t i = 0; i < count; i++)
    if (has_tag(nodes[i], tag)) return true;
  return false;
}

static bool all_have(xmlNodePtr const *nodes, uint32_t count, const char *tag) {
  for (uint32_t i = 0; i < count; i++)
    if (!has_tag(nodes[i], tag)) return false;
  return true;
}

/* Tags that stand in any text: their presence tells nothing. */
static bool is_inline(const char *tag) {
  static const char *const tags[] = {"a",    "b",     "i",   "em",  "strong", "font",    "span", "u",
                                     "s",    "small", "big", "sup", "sub",    "tt",      "code", "abbr",
                                     "cite", "mark",  "wbr", "q",   "bdi",    "acronym", "img",  "br"};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (strcmp(tags[i], tag) == 0) return true;
  return false;
}

/* Distinct tags below the nodes. */
static uint32_t tags_below(xmlNodePtr const *nodes, uint32_t count, const char *tags[MAX_TAGS]) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++)
    for (const xmlNode *n = dt_node_next(nodes[i], nodes[i]); n != NULL; n = dt_node_next(nodes[i], n)) {
      uint32_t at = 0;
      if (n->type != XML_ELEMENT_NODE) continue;
      while (at < found && strcmp(tags[at], (const char *)n->name) != 0) at++;
      if (at == found && found < MAX_TAGS) tags[found++] = (const char *)n->name;
    }
  return found;
}

static void filter_by_tags(const filter *f) {
  const char *tags[MAX_TAGS];
  uint32_t count = tags_below(f->bad, f->bad_count, tags);
  for (uint32_t i = 0; i < count; i++)
    if (!is_inline(tags[i]) && !any_has(f->good, f->good_count, tags[i]))
      add(f, dt_arena_format(&f->l->arena, "[not(.//%s)]", tags[i]), 0.04);
  count = tags_below(f->good, 1, tags);
  for (uint32_t i = 0; i < count; i++)
    if (all_have(f->good, f->good_count, tags[i]) && !all_have(f->bad, f->bad_count, tags[i]))
      add(f, dt_arena_format(&f->l->arena, "[.//%s]", tags[i]), 0.05);
}

static bool any_has_class(xmlNodePtr const *nodes, uint32_t count, detm_text token) {
  for (uint32_t i = 0; i < count; i++)
    if (dt_has_class(nodes[i], token)) return true;
  return false;
}

static void filter_by_classes(const filter *f) {
  bool good_any = false, bad_all = true;
  for (uint32_t i = 0; i < f->good_count; i++) good_any |= dt_attribute_value(f->good[i], "class").data != NULL;
  for (uint32_t i = 0; i < f->bad_count; i++) {
    detm_text rest = dt_attribute_value(f->bad[i], "class");
    bad_all &= rest.data != NULL;
    for (size_t at = 0; rest.data != NULL && at < rest.length;) {
      size_t start = at + strspn(rest.data + at, " \t\r\n\f");
      detm_text token = {rest.data + start, strcspn(rest.data + start, " \t\r\n\f")};
      at = start + token.length;
      if (dt_name_fitness(token.data, token.length) > 0 && !any_has_class(f->good, f->good_count, token))
        add(f, dt_arena_format(&f->l->arena, "[not(%s)]", dt_class_predicate(&f->l->arena, token)), 0.03);
    }
  }
  if (!good_any && bad_all) add(f, "[not(@class)]", 0.03);
}

/* ---- by their place in the list ---- */

static void filter_by_ends(const filter *f) {
  if (f->before == 0 && f->good_count < LEAST_FOR_ENDS && dt_entry_of(f->good[0]) != NULL) return; /* examples */
  if ((f->before == 0 && f->behind == 0) || f->before > MAX_SKIP || f->behind > MAX_DROP) return;
  dt_anchor anchor = f->candidate->anchor;
  anchor.skip = f->before;
  anchor.drop = f->behind;
  anchor.trust -= 0.15 + 0.03 * (f->before + f->behind);
  dt_candidates_add(f->l, &anchor, true);
}

static filter start(dt_learning *l, uint32_t sample, const dt_candidate *candidate) {
  return (filter){.l = l, .sample = &l->samples[sample], .candidate = candidate};
}

void dt_filtered_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate) {
  filter f = start(l, sample, candidate);
  if (!part(&f, wish) || f.bad_count == 0) return;
  filter_by_ends(&f);
  if (candidate->anchor.run != 0) return; /* predicates would leave out whole elements */
  filter_by_shape(&f);
  if (f.good[0]->type == XML_ELEMENT_NODE) {
    filter_by_tags(&f);
    filter_by_classes(&f);
  }
}

/* ---- what all values have in common ---- */

static bool is_wholly_bold(const filter *f, xmlNodePtr node) {
  static const char *const tags[] = {"b", "strong", "em", "h3", "h4"};
  uint32_t length = dt_sample_length(f->sample, node);
  for (xmlNodePtr n = node->children; n != NULL; n = n->next)
    for (size_t t = 0; n->type == XML_ELEMENT_NODE && t < sizeof tags / sizeof *tags; t++)
      if (dt_node_is(n, tags[t]) && dt_sample_length(f->sample, n) == length) return true;
  return false;
}

static bool ends_with_colon(detm_text value) { return value.length != 0 && value.data[value.length - 1] == ':'; }

/* The class attribute that all have, or that all lack. */
static const char *class_predicate(const filter *f) {
  detm_text first = dt_attribute_value(f->good[0], "class");
  for (uint32_t i = 1; i < f->good_count; i++) {
    detm_text other = dt_attribute_value(f->good[i], "class");
    if ((first.data == NULL) != (other.data == NULL) || !dt_text_equal(first, other)) return "";
  }
  if (first.data == NULL) return "[not(@class)]";
  if (first.length > LONGEST_CLASS) return "";
  for (size_t at = 0; at < first.length;) {
    size_t start = at + strspn(first.data + at, " \t\r\n\f"), length = strcspn(first.data + start, " \t\r\n\f");
    if (length != 0 && dt_name_fitness(first.data + start, length) <= 0) return "";
    at = start + length;
  }
  return dt_arena_format(&f->l->arena, "[@class='%s']", first.data);
}

void dt_uniform_candidate(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate) {
  static const char *const not_bold =
      "[not(*[self::b or self::strong or self::em or self::h3 or self::h4][normalize-space()=normalize-space(..)])]";
  static const char *const no_colon = "[substring(normalize-space(),string-length(normalize-space()))!=':']";
  filter f = start(l, sample, candidate);
  if (candidate->anchor.run != 0 || !part(&f, wish) || f.good_count < UNIFORM_VALUES ||
      f.good[0]->type != XML_ELEMENT_NODE)
    return;
  bool bold = false, colon = dt_is_prose(wish); /* a paragraph may end so even if no sample's does */
  for (uint32_t i = 0; i < f.good_count; i++) {
    bold |= is_wholly_bold(&f, f.good[i]);
    colon |= ends_with_colon(dt_sample_value(f.sample, f.good[i]));
  }
  const char *predicate =
      dt_arena_format(&l->arena, "%s%s%s", class_predicate(&f), bold ? "" : not_bold, colon ? "" : no_colon);
  if (*predicate != '\0') add(&f, predicate, -0.02);
}
