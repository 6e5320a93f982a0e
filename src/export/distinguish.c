/* export/distinguish.c: finds tests that distinguish elements.
 *
 * A feature is something that an element has: a class, a descendant, a neighbour.  The features of all records, and
 * those of no record, are tests.  The test that the most other elements fail is taken, then the next for those that are
 * left. */
#include "config.h"

#include "export/distinguish.h"

#include "base/map.h"
#include "export/sample.h"
#include "export/syntax.h"
#include "html/dom.h"

#include <stdlib.h>

/* In order of preference. */
typedef enum feature_kind {
  CLASS,     /* a class word */
  HAS,       /* a descendant: tag, class word or nothing */
  ATTRIBUTE, /* a name, and a value or nothing */
  WITHIN,    /* an ancestor: tag; class word, "#" and an id, or nothing */
  PARENT,    /* its tag */
  BEFORE,    /* the tag of the element before it; "" = none */
  AFTER,     /* the tag of the element after it */
  FIRST,     /* the tag of its first element */
  CHILDREN,  /* a number of elements */
  NESTED,    /* a tag, and the number of ancestors with it */
  WORDS,     /* has text */
  LABEL,     /* the text of the element before it */
  NUMBER,    /* the number of elements with its tag before it; of a text: of all elements */
  COLUMN     /* the same for its parent, with the parent's tag */
} feature_kind;

typedef struct feature {
  feature_kind kind;
  detm_text name, word;
  unsigned number;
  uint32_t in_records;
  uint32_t last; /* the last element that has it, 1 + its number */
} feature;

typedef struct pair {
  uint32_t feature, other;
} pair;

enum { MAX_FEATURES = 100000, MAX_PAIRS = 4000000, MAX_TESTS = 4 };

typedef struct finder {
  const dt_elements *records, *others;
  DT_VEC(feature) features;
  DT_VEC(pair) pairs; /* the features of the others */
  dt_lookup lookup;
  dt_arena arena;   /* labels */
  uint32_t element; /* the current one: those of the records, then the others */
  bool no_memory, too_many;
} finder;

static uint32_t feature_number(finder *f, const feature *wanted) {
  uint64_t hash = dt_hash_keyed(wanted->name.data != NULL ? wanted->name.data : "", wanted->name.length);
  hash = dt_hash_mix(hash, dt_hash_keyed(wanted->word.data != NULL ? wanted->word.data : "", wanted->word.length));
  hash = dt_hash_mix(hash, (uint64_t)wanted->kind << 32 | wanted->number);
  uint32_t number = dt_lookup_find(&f->lookup, hash);
  if (number != DT_NO_NUMBER) return number;
  f->too_many = f->too_many || f->features.count >= MAX_FEATURES;
  if (f->too_many) return DT_NO_NUMBER;
  f->no_memory = !DT_VEC_RESERVE(NULL, &f->features, 1) || dt_lookup_append(&f->lookup, hash) == DT_NO_NUMBER;
  if (f->no_memory) return DT_NO_NUMBER;
  f->features.items[f->features.count++] = *wanted;
  return f->features.count - 1;
}

/* Notes that the current element has a feature. */
static void add_feature(finder *f, feature_kind kind, detm_text name, detm_text word, unsigned number) {
  if (f->no_memory || f->too_many) return;
  const feature wanted = {.kind = kind, .name = name, .word = word, .number = number};
  uint32_t found = feature_number(f, &wanted);
  if (found == DT_NO_NUMBER || f->features.items[found].last == f->element + 1) return;
  f->features.items[found].last = f->element + 1;

  if (f->element < f->records->count) {
    f->features.items[found].in_records++;
    return;
  }

  f->too_many = f->pairs.count >= MAX_PAIRS;
  f->no_memory = !DT_VEC_RESERVE(NULL, &f->pairs, 1);
  if (!f->no_memory) f->pairs.items[f->pairs.count++] = (pair){found, f->element - f->records->count};
}

static detm_text element_name_of(const xmlNode *node) { return dt_text((const char *)node->name); }

/* Adds a feature for each word of the class attribute of `node`. */
static void add_class_features(finder *f, feature_kind kind, detm_text name, const xmlNode *node) {
  const char *classes = dt_node_value(node, "class");
  size_t length = 0;
  for (const char *at = classes; at != NULL && (at = dt_next_token(at, &length)) != NULL; at += length)
    add_feature(f, kind, name, (detm_text){at, length}, 0);
}

/* Whether XPath and CSS can name an attribute as it is. */
static bool is_plain_name(detm_text name) {
  for (size_t i = 0; i < name.length; i++)
    if (!dt_is_ascii_letter(name.data[i]) && (i == 0 || (name.data[i] != '-' && !dt_is_digit(name.data[i]))))
      return false;
  return true;
}

static void add_attribute_features(finder *f, const xmlNode *node) {
  enum { MAX_VALUE = 40 };
  for (const xmlAttr *a = node->properties; a != NULL; a = a->next) {
    detm_text name = dt_text((const char *)a->name), value = dt_text(dt_attribute_content(a));
    if (dt_text_equal(name, DT_TEXT("class")) || !is_plain_name(name)) continue;
    add_feature(f, ATTRIBUTE, name, (detm_text){NULL, 0}, 0);
    if (value.length != 0 && value.length <= MAX_VALUE) add_feature(f, ATTRIBUTE, name, value, 0);
  }
}

static void add_ancestors(finder *f, const xmlNode *node) {
  static const char *const nested[] = {"table", "tr", "td", "div", "ul", "ol", "li", "dl", "p"};
  unsigned counts[sizeof nested / sizeof *nested] = {0};

  for (const xmlNode *up = node->parent; up != NULL && up->type == XML_ELEMENT_NODE; up = up->parent) {
    if (dt_node_is(up, "body")) break; /* parsers differ in what is in it */
    const char *id = dt_node_value(up, "id");
    if (up == node->parent) add_feature(f, PARENT, element_name_of(up), (detm_text){NULL, 0}, 0);
    add_feature(f, WITHIN, element_name_of(up), (detm_text){NULL, 0}, 0);
    add_class_features(f, WITHIN, element_name_of(up), up);
    if (id != NULL && *id != '\0') add_feature(f, WITHIN, element_name_of(up), dt_text(id), 1);
    for (size_t n = 0; n < sizeof nested / sizeof *nested; n++) counts[n] += dt_node_is(up, nested[n]);
  }

  for (size_t n = 0; n < sizeof nested / sizeof *nested; n++)
    add_feature(f, NESTED, dt_text(nested[n]), (detm_text){NULL, 0}, counts[n]);
}

static const xmlNode *next_element(const xmlNode *node) {
  while (node != NULL && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}

static void add_neighbours(finder *f, const xmlNode *node) {
  const xmlNode *before = node->prev, *after = next_element(node->next), *first = next_element(node->children);
  unsigned children = 0;
  while (before != NULL && before->type != XML_ELEMENT_NODE) before = before->prev;
  add_feature(f, BEFORE, before != NULL ? element_name_of(before) : DT_TEXT(""), (detm_text){NULL, 0}, 0);
  add_feature(f, AFTER, after != NULL ? element_name_of(after) : DT_TEXT(""), (detm_text){NULL, 0}, 0);
  if (node->type != XML_ELEMENT_NODE) return;
  if (first != NULL) add_feature(f, FIRST, element_name_of(first), (detm_text){NULL, 0}, 0);
  for (; first != NULL; first = next_element(first->next)) children++;
  add_feature(f, CHILDREN, DT_TEXT(""), (detm_text){NULL, 0}, children);
}

/* The text of an element, in the finder's arena; "" if it is too long, or XPath would fold it in another way. */
static detm_text heading_label_of(finder *f, const xmlNode *element) {
  enum { MAX_LABEL = 40 };
  dt_buffer text = {0};
  const xmlNode *node = element;
  for (; node != NULL && text.length <= 2 * MAX_LABEL; node = dt_node_next(element, node))
    dt_buffer_text(&text, dt_node_content(node));
  detm_text label = {text.data, text.length};
  bool plain = node == NULL && label.length != 0 && memmem(label.data, label.length, "\xc2\xa0", 2) == NULL;
  dt_buffer folded = {0};
  if (plain) dt_sample_add_text(&folded, label);
  const char *copy = NULL;
  if (folded.length != 0 && folded.length <= MAX_LABEL) copy = dt_arena_copy(&f->arena, folded.data, folded.length);
  label = (detm_text){copy, copy != NULL ? folded.length : 0};
  f->no_memory = f->no_memory || text.failed || folded.failed;

  dt_buffer_free(&folded);
  dt_buffer_free(&text);
  return label;
}

/* The number of elements before a node, with a tag or (NULL) with any. */
static unsigned count_preceding(const xmlNode *node, const char *tag) {
  unsigned count = 0;
  for (node = node->prev; node != NULL; node = node->prev)
    count += node->type == XML_ELEMENT_NODE && (tag == NULL || dt_node_is(node, tag));
  return count;
}

static void add_position(finder *f, const xmlNode *node) {
  const xmlNode *before = node->prev, *parent = node->parent;
  const char *tag = node->type == XML_ELEMENT_NODE ? (const char *)node->name : NULL;
  while (before != NULL && before->type != XML_ELEMENT_NODE) before = before->prev;
  detm_text label = before != NULL ? heading_label_of(f, before) : DT_TEXT("");
  if (label.length != 0) add_feature(f, LABEL, DT_TEXT(""), label, 0);
  add_feature(f, NUMBER, dt_text(tag), (detm_text){NULL, 0}, count_preceding(node, tag));
  if (parent != NULL && parent->type == XML_ELEMENT_NODE)
    add_feature(f, COLUMN, element_name_of(parent), (detm_text){NULL, 0},
                count_preceding(parent, (const char *)parent->name));
}

static void add_content_features(finder *f, const xmlNode *top) {
  bool words = false;
  for (const xmlNode *node = dt_node_next(top, top); node != NULL && !f->too_many; node = dt_node_next(top, node)) {
    if (dt_node_is_text(node)) {
      words = words || !dt_is_white_string(dt_node_content(node));
    } else if (node->type == XML_ELEMENT_NODE) {
      add_feature(f, HAS, element_name_of(node), (detm_text){NULL, 0}, 0);
      add_class_features(f, HAS, element_name_of(node), node);
    }
  }
  if (words) add_feature(f, WORDS, DT_TEXT(""), (detm_text){NULL, 0}, 0);
}

static void read_elements(finder *f, const dt_elements *elements) {
  for (uint32_t e = 0; e < elements->count && !f->no_memory && !f->too_many; e++, f->element++) {
    const xmlNode *node = elements->items[e];
    if (node->type == XML_ELEMENT_NODE) {
      add_content_features(f, node);
      add_class_features(f, CLASS, DT_TEXT(""), node);
      add_attribute_features(f, node);
    }
    add_ancestors(f, node);
    add_neighbours(f, node);
    add_position(f, node);
  }
}

/* ---- writing ---- */

static void write_word_test(dt_buffer *out, detm_text word) {
  dt_buffer text = {0};
  dt_buffer_add(&text, word.data, word.length);
  dt_buffer_byte(&text, '\0');
  if (!text.failed) dt_xpath_classes(out, text.data);
  out->failed |= text.failed;
  dt_buffer_free(&text);
}

static void write_css_word(dt_buffer *out, detm_text word) {
  if (word.length == 0) return;
  dt_buffer_text(out, "[class~=");
  dt_css_string(out, word);
  dt_buffer_byte(out, ']');
}

static void write_ancestor(dt_buffer *out, const feature *t) {
  dt_buffer_text(out, "ancestor::");
  dt_xpath_name(out, t->name);
  if (t->number == 1) {
    dt_buffer_text(out, "[@id=");
    dt_xpath_text(out, t->word.data, t->word.length);
    dt_buffer_byte(out, ']');
  } else if (t->word.length != 0) {
    write_word_test(out, t->word);
  }
}

/* Writes the test that the first element of an axis has a tag, or without a tag that there is no element. */
static void write_neighbour(dt_buffer *out, const char *axis, detm_text tag) {
  dt_buffer_format(out, tag.length == 0 ? "not(%s" : "%s[1][self::", axis);
  dt_xpath_name(out, tag);
  dt_buffer_byte(out, tag.length == 0 ? ')' : ']');
}

static void write_position(dt_buffer *out, detm_text tag, unsigned number) {
  dt_buffer_text(out, "count(preceding-sibling::");
  dt_xpath_name(out, tag);
  dt_buffer_format(out, ")=%u", number);
}

static void write_xpath(dt_buffer *out, const feature *t) {
  switch (t->kind) {
  case HAS:
    dt_buffer_text(out, "descendant::");
    dt_xpath_name(out, t->name);
    if (t->word.length != 0) write_word_test(out, t->word);
    break;
  case CLASS:
    dt_buffer_text(out, "self::*");
    write_word_test(out, t->word);
    break;
  case ATTRIBUTE:
    dt_buffer_byte(out, '@');
    dt_buffer_add(out, t->name.data, t->name.length);
    if (t->word.length == 0) break;
    dt_buffer_byte(out, '=');
    dt_xpath_text(out, t->word.data, t->word.length);
    break;
  case WITHIN:
    write_ancestor(out, t);
    break;
  case PARENT:
    dt_buffer_text(out, "parent::");
    dt_xpath_name(out, t->name);
    break;
  case BEFORE:
    write_neighbour(out, "preceding-sibling::*", t->name);
    break;
  case AFTER:
    write_neighbour(out, "following-sibling::*", t->name);
    break;
  case FIRST:
    write_neighbour(out, "*", t->name);
    break;
  case CHILDREN:
    dt_buffer_format(out, "count(*)=%u", t->number);
    break;
  case NESTED:
    dt_buffer_text(out, "count(ancestor::");
    dt_xpath_name(out, t->name);
    dt_buffer_format(out, ")=%u", t->number);
    break;
  case WORDS:
    dt_buffer_text(out, "normalize-space()");
    break;
  case LABEL:
    dt_buffer_text(out, "preceding-sibling::*[1][normalize-space()=");
    dt_xpath_text(out, t->word.data, t->word.length);
    dt_buffer_byte(out, ']');
    break;
  case NUMBER:
    write_position(out, t->name.length != 0 ? t->name : DT_TEXT("*"), t->number);
    break;
  case COLUMN:
    dt_buffer_text(out, "parent::");
    dt_xpath_name(out, t->name);
    dt_buffer_byte(out, '[');
    write_position(out, t->name, t->number);
    dt_buffer_byte(out, ']');
    break;
  }
}

/* Writes the test as a selector; false: CSS has none. */
static bool write_css(dt_buffer *out, const feature *t) {
  bool around =
      t->kind == WITHIN || t->kind == PARENT || t->kind == COLUMN || (t->kind == BEFORE && t->name.length != 0);
  if (t->kind == NESTED || t->kind == WORDS || t->kind == LABEL) return false;

  dt_buffer_text(out, t->kind == HAS ? ":has(" : around ? ":is(" : "");
  switch (t->kind) {
  case HAS:
  case WITHIN:
    dt_css_name(out, t->name);
    if (t->number == 1) {
      dt_buffer_text(out, "[id=");
      dt_css_string(out, t->word);
      dt_buffer_byte(out, ']');
    } else {
      write_css_word(out, t->word);
    }
    dt_buffer_text(out, around ? " *" : "");
    break;
  case CLASS:
    write_css_word(out, t->word);
    break;
  case ATTRIBUTE:
    dt_buffer_byte(out, '[');
    dt_css_name(out, t->name);
    dt_buffer_text(out, t->word.length != 0 ? "=" : "");
    if (t->word.length != 0) dt_css_string(out, t->word);
    dt_buffer_byte(out, ']');
    break;
  case PARENT:
  case BEFORE:
    dt_css_name(out, t->name);
    dt_buffer_text(out, t->kind == PARENT ? " > *" : around ? " + *" : ":first-child");
    break;
  case AFTER:
  case FIRST:
    dt_buffer_text(out, t->kind == FIRST ? ":has(> " : t->name.length != 0 ? ":has(+ " : ":last-child");
    dt_css_name(out, t->name);
    dt_buffer_text(out, t->kind == FIRST ? ":first-child)" : t->name.length != 0 ? ")" : "");
    break;
  case CHILDREN:
    if (t->number == 0)
      dt_buffer_text(out, ":not(:has(*))");
    else
      dt_buffer_format(out, ":has(> :nth-child(%u):last-child)", t->number);
    break;
  case NUMBER:
    dt_buffer_format(out, ":nth-of-type(%u)", t->number + 1);
    break;
  case COLUMN:
    dt_css_name(out, t->name);
    dt_buffer_format(out, ":nth-of-type(%u) > *", t->number + 1);
    break;
  case NESTED:
  case WORDS:
  case LABEL:
    break;
  }

  dt_buffer_text(out, t->kind == HAS || around ? ")" : "");
  return true;
}

static void write_test(dt_tests *tests, const feature *t, bool negative) {
  dt_buffer css = {0};
  dt_buffer_text(&tests->xpath, negative ? "[not(" : "[");
  write_xpath(&tests->xpath, t);
  dt_buffer_text(&tests->xpath, negative ? ")]" : "]");
  tests->only_xpath = !write_css(&css, t) || tests->only_xpath;

  if (css.length != 0) {
    dt_buffer_text(&tests->css, negative ? ":not(" : "");
    dt_buffer_add(&tests->css, css.data, css.length);
    dt_buffer_text(&tests->css, negative ? ")" : "");
  }

  tests->css.failed |= css.failed;
  dt_buffer_free(&css);
}

/* ---- choosing ---- */

/* Whether the records decide about a feature: all of them have it, or none has (*negative). */
static bool is_test(const finder *f, const feature *t, bool *negative) {
  *negative = t->in_records == 0;
  if (t->in_records == f->records->count) return true;
  bool numbered = t->kind == CHILDREN || t->kind == NESTED || t->kind == NUMBER || t->kind == COLUMN ||
                  t->kind == LABEL || dt_text_has_digit(t->word);
  return *negative && !numbered && !(t->kind == ATTRIBUTE && t->word.length != 0);
}

/* The feature whose test the most of the elements that are left fail, and their number; 0 = none. */
static uint32_t best_test(const finder *f, const bool *failed, uint32_t left, uint32_t *counts, uint32_t *gain) {
  uint32_t best = 0;
  *gain = 0;
  memset(counts, 0, f->features.count * sizeof *counts);
  for (uint32_t p = 0; p < f->pairs.count; p++) counts[f->pairs.items[p].feature] += !failed[f->pairs.items[p].other];

  for (uint32_t n = 0; n < f->features.count; n++) {
    bool negative;
    if (!is_test(f, &f->features.items[n], &negative)) continue;
    uint32_t fails = negative ? counts[n] : left - counts[n];
    bool preferred = fails == *gain && f->features.items[n].kind < f->features.items[best].kind;
    if (fails <= *gain && !(preferred && fails != 0)) continue;
    best = n;
    *gain = fails;
  }

  return best;
}

static void mark_failed(const finder *f, uint32_t test, bool negative, bool *failed, bool *has) {
  memset(has, 0, f->others->count * sizeof *has);
  for (uint32_t p = 0; p < f->pairs.count; p++)
    if (f->pairs.items[p].feature == test) has[f->pairs.items[p].other] = true;
  for (uint32_t o = 0; o < f->others->count; o++) failed[o] = failed[o] || has[o] == negative;
}

static bool choose_tests(finder *f, dt_tests *tests) {
  bool *failed = calloc(2 * (size_t)f->others->count + 1, sizeof *failed);
  uint32_t *counts = calloc((size_t)f->features.count + 1, sizeof *counts), left = f->others->count, gain = 1;

  f->no_memory = failed == NULL || counts == NULL;
  for (int t = 0; t < MAX_TESTS && left != 0 && gain != 0 && !f->no_memory; t++) {
    uint32_t best = best_test(f, failed, left, counts, &gain);
    if (gain == 0) break;
    bool negative = f->features.items[best].in_records == 0;
    write_test(tests, &f->features.items[best], negative);
    mark_failed(f, best, negative, failed, failed + f->others->count);
    left -= gain;
  }

  f->no_memory = f->no_memory || tests->xpath.failed || tests->css.failed;
  free(failed);
  free(counts);
  return left == 0 && !f->no_memory;
}

bool dt_distinguish(const dt_elements *records, const dt_elements *others, dt_tests *tests, bool *no_memory) {
  finder f = {.records = records, .others = others};
  dt_arena_start(&f.arena, NULL);
  read_elements(&f, records);
  read_elements(&f, others);
  bool found = !f.no_memory && !f.too_many && choose_tests(&f, tests);
  *no_memory = f.no_memory;
  free(f.features.items);
  free(f.pairs.items);
  dt_lookup_free(&f.lookup);
  dt_arena_free(&f.arena);
  return found;
}

void dt_tests_free(dt_tests *tests) {
  dt_buffer_free(&tests->xpath);
  dt_buffer_free(&tests->css);
  *tests = (dt_tests){.only_xpath = false};
}
