/* template/learn/list_filter.c: makes predicates that exclude unwanted nodes from a list. */
#include "template/learn/learn.h"

#include "text/fold.h"

enum {
  MAX_NODES = 300,
  MAX_SKIP = 4,
  MAX_DROP = 8,
  MAX_SHAPE = 40,
  MAX_TAGS = 64,
  UNIFORM_VALUES = 3,
  MAX_CLASS_LENGTH = 200
};

typedef struct filter {
  dt_learning *l;
  dt_sample *sample;
  const dt_candidate *candidate;
  xmlNodePtr *good, *bad; /* nodes with a wanted value, and with another value */
  uint32_t good_count, bad_count;
  uint32_t before, after;         /* count of bad nodes before the first and after the last good one */
  uint32_t first_good, last_good; /* their positions among all nodes, from 1 */
} filter;

static bool is_wanted(const filter *f, const dt_wish *wish, uint32_t word) {
  for (uint32_t v = 0; v < wish->count; v++)
    if (dt_words_number(&f->l->words, &f->l->arena, wish->values[v]) == word) return true;
  return false;
}

/* Sorts the nodes of the candidate into good and bad ones.  Returns false if there are no good ones or too many nodes.
 */
static bool sort_nodes(filter *f, const dt_wish *wish) {
  dt_nodes nodes = dt_candidate_nodes(f->candidate, f->sample);
  if (nodes.count > MAX_NODES || f->candidate->pattern != NULL) return false;
  f->good = DT_ARRAY(&f->l->arena, xmlNodePtr, nodes.count + 1);
  f->bad = DT_ARRAY(&f->l->arena, xmlNodePtr, nodes.count + 1);
  for (uint32_t i = 0; i < nodes.count; i++) {
    uint32_t word = dt_candidate_word(f->l, f->candidate, f->sample, nodes.nodes[i]);
    if (word == 0) continue;
    if (is_wanted(f, wish, word)) {
      if (f->good_count == 0) f->first_good = i + 1;
      f->last_good = i + 1;
      f->good[f->good_count++] = nodes.nodes[i];
      f->after = 0;
    } else {
      f->bad[f->bad_count++] = nodes.nodes[i];
      f->after++;
      f->before += f->good_count == 0;
    }
  }
  return f->good_count != 0;
}

/* Adds the candidate with a predicate. */
static void add_variant(const filter *f, const char *predicate, double cost) {
  dt_anchor anchor = f->candidate->anchor;
  anchor.path = dt_arena_format(&f->l->arena, "%s%s", anchor.path, predicate);
  anchor.trust -= cost;
  dt_candidates_add(f->l, &anchor, true);
}

/* ---- by shape ---- */

/* Returns the value of a node with its digits replaced by 0; NULL if it has no digits, is too long or cannot be quoted.
 */
static const char *shape_of(const filter *f, xmlNodePtr node) {
  detm_text value = dt_sample_value(f->sample, node);
  if (value.length >= MAX_SHAPE || memchr(value.data, '\'', value.length) != NULL) return NULL;
  char *shape = dt_arena_copy(&f->l->arena, value.data, value.length);
  bool digits = false;
  for (char *c = shape; *c != '\0'; c++) {
    if (!dt_is_digit(*c)) continue;
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
  if (shapes[1] != NULL && f->good_count < 3) return; /* two texts never have more */
  const char *test = "translate(normalize-space(.),'123456789','000000000')=";
  add_variant(f,
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

/* Whether a tag may be in any text, so that its presence means nothing. */
static bool is_inline(const char *tag) {
  static const char *const tags[] = {"a",    "b",     "i",   "em",  "strong", "font",    "span", "u",
                                     "s",    "small", "big", "sup", "sub",    "tt",      "code", "abbr",
                                     "cite", "mark",  "wbr", "q",   "bdi",    "acronym", "img",  "br"};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (strcmp(tags[i], tag) == 0) return true;
  return false;
}

/* Collects the distinct tags of all descendants of the nodes.  Returns their number. */
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
      add_variant(f, dt_arena_format(&f->l->arena, "[not(.//%s)]", tags[i]), 0.04);
  count = tags_below(f->good, 1, tags);
  for (uint32_t i = 0; i < count; i++)
    if (all_have(f->good, f->good_count, tags[i]) && !all_have(f->bad, f->bad_count, tags[i]))
      add_variant(f, dt_arena_format(&f->l->arena, "[.//%s]", tags[i]), 0.05);
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
        add_variant(f, dt_arena_format(&f->l->arena, "[not(%s)]", dt_class_predicate(&f->l->arena, token)), 0.03);
    }
  }
  if (!good_any && bad_all) add_variant(f, "[not(@class)]", 0.03);
}

/* ---- by position ---- */

/* Adds a variant with the positions of the first and the last good node: other pages do not give more nodes. */
static void filter_by_position(const filter *f) {
  if (f->candidate->anchor.run != 0) return;
  add_variant(f,
              dt_arena_format(&f->l->arena, "[position()>=%u and position()<=%u]", (unsigned)f->first_good,
                              (unsigned)f->last_good),
              0.05);
}

/* Adds a variant that skips bad nodes at both ends.  On other pages it may give more nodes than on the sample. */
static void filter_by_ends(const filter *f) {
  if (f->l->exactly && f->l->sample_count == 1) return;
  if ((f->before == 0 && f->after == 0) || f->before > MAX_SKIP || f->after > MAX_DROP) return;
  dt_anchor anchor = f->candidate->anchor;
  anchor.skip = f->before;
  anchor.drop = f->after;
  anchor.trust -= 0.15 + 0.03 * (f->before + f->after);
  dt_candidates_add(f->l, &anchor, true);
}

/* ---- by punctuation ---- */

/* Paragraphs end with one of these; bylines, dates and links among them do not. */
static const char sentence_ends[] = ".!?\xe2\x80\xa6\"\xe2\x80\x9d)";

static bool ends_sentence(const filter *f, xmlNodePtr node) {
  static const char *const ends[] = {".", "!", "?", "\xe2\x80\xa6", "\"", "\xe2\x80\x9d", ")"};
  detm_text text = dt_sample_string(f->sample, node);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    size_t length = strlen(ends[i]);
    if (text.length >= length && memcmp(text.data + text.length - length, ends[i], length) == 0) return true;
  }
  return false;
}

static void filter_by_sentence(const filter *f) {
  bool bad_all = true;
  for (uint32_t i = 0; i < f->good_count; i++)
    if (!ends_sentence(f, f->good[i])) return;
  for (uint32_t i = 0; i < f->bad_count; i++) bad_all &= ends_sentence(f, f->bad[i]);
  if (!bad_all)
    add_variant(f,
                dt_arena_format(&f->l->arena,
                                "[translate(substring(normalize-space(),string-length(normalize-space())),'%s','')='']",
                                sentence_ends),
                0.03);
}

static filter start(dt_learning *l, uint32_t sample, const dt_candidate *candidate) {
  return (filter){.l = l, .sample = &l->samples[sample], .candidate = candidate};
}

void dt_filtered_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate) {
  filter f = start(l, sample, candidate);
  if (!sort_nodes(&f, wish) || f.bad_count == 0) return;
  if (l->exactly) filter_by_position(&f);
  filter_by_ends(&f);
  if (candidate->anchor.run != 0) return; /* predicates would exclude whole elements */
  filter_by_shape(&f);
  if (dt_is_prose(wish)) filter_by_sentence(&f);
  if (f.good[0]->type == XML_ELEMENT_NODE) {
    filter_by_tags(&f);
    filter_by_classes(&f);
  }
}

/* ---- by common features ---- */

bool dt_is_wholly_bold(const dt_sample *sample, xmlNodePtr node) {
  static const char *const tags[] = {"b", "strong", "em", "h3", "h4"};
  uint32_t length = dt_sample_length(sample, node);
  for (xmlNodePtr n = node->children; n != NULL; n = n->next)
    for (size_t t = 0; n->type == XML_ELEMENT_NODE && t < sizeof tags / sizeof *tags; t++)
      if (dt_node_is(n, tags[t]) && dt_sample_length(sample, n) == length) return true;
  return false;
}

static bool ends_with_colon(detm_text value) { return value.length != 0 && value.data[value.length - 1] == ':'; }

/* Returns a predicate for the class attribute that all good nodes have, or that all lack; "" if they differ. */
static const char *class_predicate(const filter *f) {
  detm_text first = dt_attribute_value(f->good[0], "class");
  for (uint32_t i = 1; i < f->good_count; i++) {
    detm_text other = dt_attribute_value(f->good[i], "class");
    if ((first.data == NULL) != (other.data == NULL) || !dt_text_equal(first, other)) return "";
  }
  if (first.data == NULL) return "[not(@class)]";
  if (first.length > MAX_CLASS_LENGTH) return "";
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
  if (candidate->anchor.run != 0 || !sort_nodes(&f, wish) || f.good_count < UNIFORM_VALUES ||
      f.good[0]->type != XML_ELEMENT_NODE)
    return;
  bool bold = false,
       colon = dt_is_prose(wish); /* a paragraph may end with a colon even if no paragraph of a sample does */
  for (uint32_t i = 0; i < f.good_count; i++) {
    bold |= dt_is_wholly_bold(f.sample, f.good[i]);
    colon |= ends_with_colon(dt_sample_value(f.sample, f.good[i]));
  }
  const char *predicate =
      dt_arena_format(&l->arena, "%s%s%s", class_predicate(&f), bold ? "" : not_bold, colon ? "" : no_colon);
  if (*predicate != '\0') add_variant(&f, predicate, -0.02);
}
