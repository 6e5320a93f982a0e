/* template/learn/list_filter.c: makes predicates that exclude unwanted nodes from a list. */
#include "template/learn/learn.h"

#include "template/tunables.h"
#include "text/words.h"

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

/* Sorts the nodes of the candidate into good and bad ones.  Returns false without good ones, or with too many nodes. */
static bool sort_nodes(filter *f, const dt_wish *wish) {
  dt_learning *l = f->l;
  dt_nodes nodes = dt_candidate_nodes(f->candidate, f->sample);
  if (nodes.count > MAX_NODES || f->candidate->pattern != NULL) return false;

  dt_output_words want = dt_wanted_output(l, wish);
  f->good = DT_ARRAY(&l->arena, xmlNodePtr, nodes.count + 1);

  f->bad = DT_ARRAY(&l->arena, xmlNodePtr, nodes.count + 1);
  for (uint32_t i = 0; i < nodes.count; i++) {
    uint32_t word = dt_candidate_word(l, f->candidate, f->sample, nodes.nodes[i]);
    if (word == 0) continue;

    if (dt_output_has(want, word)) {
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
static const char *shape_of_node(const filter *f, xmlNodePtr node) {
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
  static const char test[] = "translate(normalize-space(.),'123456789','000000000')=";
  const char *shapes[2] = {NULL, NULL};

  for (uint32_t i = 0; i < f->good_count; i++) {
    const char *shape = shape_of_node(f, f->good[i]);
    if (shape == NULL) return;
    uint32_t at = 0;
    while (at < 2 && shapes[at] != NULL && strcmp(shapes[at], shape) != 0) at++;
    if (at == 2) return;
    shapes[at] = shape;
  }

  if (shapes[1] != NULL && f->good_count < 3) return; /* two texts never have more */
  add_variant(f,
              shapes[1] == NULL ? dt_arena_format(&f->l->arena, "[%s'%s']", test, shapes[0])
                                : dt_arena_format(&f->l->arena, "[%s'%s' or %s'%s']", test, shapes[0], test, shapes[1]),
              DT_COST_LIKE_SHAPE);
}

/* ---- by tags and classes ---- */

static bool has_tag(const xmlNode *top, const char *tag) {
  const xmlNode *node = dt_node_next(top, top);
  while (node != NULL && !dt_node_is(node, tag)) node = dt_node_next(top, node);
  return node != NULL;
}

/* Returns how many of the nodes have a descendant with the tag. */
static uint32_t count_with(xmlNodePtr const *nodes, uint32_t count, const char *tag) {
  uint32_t with = 0;
  for (uint32_t i = 0; i < count; i++) with += has_tag(nodes[i], tag);
  return with;
}

/* Whether a tag may be in any text, so that its presence means nothing. */
static bool is_inline(const char *tag) {
  return dt_word_is_among(
      dt_text(tag), "a|b|i|em|strong|font|span|u|s|small|big|sup|sub|tt|code|abbr|cite|mark|wbr|q|bdi|acronym|img|br");
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
    if (!is_inline(tags[i]) && count_with(f->good, f->good_count, tags[i]) == 0)
      add_variant(f, dt_arena_format(&f->l->arena, "[not(.//%s)]", tags[i]), DT_COST_WITHOUT_TAG);
  count = tags_below(f->good, 1, tags);
  for (uint32_t i = 0; i < count; i++)
    if (count_with(f->good, f->good_count, tags[i]) == f->good_count &&
        count_with(f->bad, f->bad_count, tags[i]) != f->bad_count)
      add_variant(f, dt_arena_format(&f->l->arena, "[.//%s]", tags[i]), DT_COST_WITH_TAG);
}

static void filter_by_classes(const filter *f) {
  bool good_any = false, bad_all = true;
  for (uint32_t i = 0; i < f->good_count; i++) good_any |= dt_attribute_value(f->good[i], "class").data != NULL;

  for (uint32_t i = 0; i < f->bad_count; i++) {
    detm_text rest = dt_attribute_value(f->bad[i], "class");
    bad_all &= rest.data != NULL;
    for (detm_text token; (token = dt_next_class(&rest)).length != 0;) {
      bool other = dt_name_fitness(token.data, token.length) > 0; /* no good node has it */
      for (uint32_t g = 0; g < f->good_count && other; g++) other = !dt_has_class(f->good[g], token);
      if (other)
        add_variant(f, dt_arena_format(&f->l->arena, "[not(%s)]", dt_class_predicate(&f->l->arena, token)),
                    DT_COST_WITHOUT_CLASS);
    }
  }

  if (!good_any && bad_all) add_variant(f, "[not(@class)]", DT_COST_WITHOUT_CLASS);
}

/* ---- by position ---- */

/* Adds a variant with the positions of the first and the last good node: other pages do not give more nodes. */
static void filter_by_position(const filter *f) {
  add_variant(f,
              dt_arena_format(&f->l->arena, "[position()>=%u and position()<=%u]", (unsigned)f->first_good,
                              (unsigned)f->last_good),
              DT_COST_POSITION);
}

/* Adds a variant that skips bad nodes at both ends.  On other pages it may give more nodes than on the sample. */
static void filter_by_ends(const filter *f) {
  if (f->l->exactly && f->l->sample_count == 1) return;
  if ((f->before == 0 && f->after == 0) || f->before > MAX_SKIP || f->after > MAX_DROP) return;
  dt_anchor anchor = f->candidate->anchor;
  anchor.skip = f->before;
  anchor.drop = f->after;
  anchor.trust -= DT_COST_ENDS + DT_COST_END * (f->before + f->after);
  dt_candidates_add(f->l, &anchor, true);
}

/* ---- by punctuation ---- */

/* Paragraphs end with one of these characters; bylines, dates and links among them do not. */
static const char sentence_ends[] = ".!?\xe2\x80\xa6\"\xe2\x80\x9d)";

static bool node_ends_sentence(const filter *f, xmlNodePtr node) {
  detm_text text = dt_sample_string(f->sample, node);
  unsigned bytes;
  for (const char *end = sentence_ends; *end != '\0'; end += bytes) {
    uint32_t code;
    bytes = dt_utf8_read(end, sentence_ends + sizeof sentence_ends - 1, &code);
    if (dt_text_ends(text, (detm_text){end, bytes})) return true;
  }
  return false;
}

static void filter_by_sentence(const filter *f) {
  bool bad_all = true;
  for (uint32_t i = 0; i < f->good_count; i++)
    if (!node_ends_sentence(f, f->good[i])) return;
  for (uint32_t i = 0; i < f->bad_count; i++) bad_all &= node_ends_sentence(f, f->bad[i]);
  if (!bad_all)
    add_variant(f,
                dt_arena_format(&f->l->arena,
                                "[translate(substring(normalize-space(),string-length(normalize-space())),'%s','')='']",
                                sentence_ends),
                DT_COST_SENTENCE);
}

void dt_filtered_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate) {
  filter f = {.l = l, .sample = &l->samples[sample], .candidate = candidate};
  if (!sort_nodes(&f, wish) || f.bad_count == 0) return;
  if (l->exactly && candidate->anchor.run == 0) filter_by_position(&f);
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
  uint32_t length = dt_sample_length(sample, node);
  for (xmlNodePtr n = node->children; n != NULL; n = n->next)
    if (dt_node_is_among(n, "b|strong|em|h3|h4") && dt_sample_length(sample, n) == length) return true;
  return false;
}

/* Returns a predicate for the class attribute that all good nodes have, or that all lack; "" if they differ. */
static const char *class_predicate(const filter *f) {
  detm_text first = dt_attribute_value(f->good[0], "class"), rest = first;
  for (uint32_t i = 1; i < f->good_count; i++)
    if (!dt_text_equal(first, dt_attribute_value(f->good[i], "class"))) return "";
  if (first.data == NULL) return "[not(@class)]";
  if (first.length > MAX_CLASS_LENGTH) return "";
  for (detm_text token; (token = dt_next_class(&rest)).length != 0;)
    if (dt_name_fitness(token.data, token.length) <= 0) return "";
  return dt_arena_format(&f->l->arena, "[@class='%s']", first.data);
}

void dt_uniform_candidate(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate) {
  static const char *const not_bold =
      "[not(*[self::b or self::strong or self::em or self::h3 or self::h4][normalize-space()=normalize-space(..)])]";
  static const char *const no_colon = "[substring(normalize-space(),string-length(normalize-space()))!=':']";
  filter f = {.l = l, .sample = &l->samples[sample], .candidate = candidate};

  if (candidate->anchor.run != 0 || !sort_nodes(&f, wish) || f.good_count < UNIFORM_VALUES ||
      f.good[0]->type != XML_ELEMENT_NODE)
    return;

  bool bold = false, colon = dt_is_prose(wish); /* a paragraph may end with a colon even if none of a sample does */
  for (uint32_t i = 0; i < f.good_count; i++) {
    bold |= dt_is_wholly_bold(f.sample, f.good[i]);
    colon |= dt_text_ends(dt_sample_value(f.sample, f.good[i]), DT_TEXT(":"));
  }

  const char *predicate =
      dt_arena_format(&l->arena, "%s%s%s", class_predicate(&f), bold ? "" : not_bold, colon ? "" : no_colon);
  if (*predicate != '\0') add_variant(&f, predicate, -DT_GAIN_UNIFORM);
}
