/* template/learn/anchors.c: chooses attributes by which elements can be found on other pages. */
#include "config.h"

#include "template/learn/anchors.h"

#include "text/fold.h"

#include <math.h>

enum { MAX_NAME = 60, MAX_DIGITS = 3, MAX_TOKENS = 12, MAX_TOGETHER = 4, MAX_CLASS_LENGTH = 2000 };

const char *const dt_anchor_attributes[] = {"itemprop",  "property",      "name",       "rel",       "data-testid",
                                            "data-test", "data-qa",       "data-hook",  "data-role", "data-name",
                                            "data-type", "data-property", "data-field", "role",      "type",
                                            "headers",   "for",           "aria-label", NULL};

/* Whether a name is letters with one number of one or two digits: "col2", "price-1", "h1". */
static bool is_numbered_word(const char *value, size_t length) {
  size_t at = 0, digits = 0;
  while (at < length && !dt_is_digit(value[at])) at++;
  while (at + digits < length && dt_is_digit(value[at + digits])) digits++;
  if (at == 0 || digits > 2) return false;
  for (size_t i = 0; i < length; i++) {
    bool in_run = i >= at && i < at + digits;
    if (!in_run && !dt_is_ascii_letter(value[i]) && value[i] != '_' && value[i] != '-') return false;
  }
  return true;
}

double dt_name_fitness(const char *value, size_t length) {
  int digits = 0;
  if (length == 0 || length > MAX_NAME) return 0;
  for (size_t i = 0; i < length; i++) {
    if (value[i] == '\'' || value[i] == '"') return 0;
    digits += dt_is_digit(value[i]);
  }
  if (digits >= MAX_DIGITS) return 0;
  if (digits == 0) return 1;
  return is_numbered_word(value, length) ? 0.8 : 0.5;
}

static bool holds(detm_text text, detm_text part) {
  return part.length <= text.length && memmem(text.data, text.length, part.data, part.length) != NULL;
}

double dt_fitness(const dt_target_values *wanted, detm_text value) {
  char word[2 * MAX_NAME];
  double fitness = dt_name_fitness(value.data, value.length);
  if (fitness <= 0) return 0;
  detm_text bare = {word, dt_squeeze_word(value, word)};
  for (uint32_t i = 0; i < wanted->count; i++) {
    detm_text w = wanted->words[i];
    if (w.length > 3 && (holds(bare, w) || (bare.length > 5 && holds(w, bare)))) return 0;
  }
  return fitness;
}

static void add_head(dt_heads *heads, dt_anchor_kind kind, const char *tag, const char *name, const char *value,
                     double trust) {
  heads->all[heads->count++] = (dt_head){kind, tag, name, value, trust};
}

static double weigh(double base, double fitness) { return base * (0.6 + 0.4 * fitness); }

/* Returns the next token of *rest and removes it; length 0 if there is none. */
static detm_text next_token(detm_text *rest) {
  size_t at = 0, length = 0;
  while (at < rest->length && strchr(" \t\r\n\f", rest->data[at]) != NULL) at++;
  while (at + length < rest->length && strchr(" \t\r\n\f", rest->data[at + length]) == NULL) length++;
  detm_text token = {rest->data + at, length};
  *rest = (detm_text){rest->data + at + length, rest->length - at - length};
  return token;
}

static void add_attribute_heads(dt_sample *s, const dt_target_values *wanted, xmlNodePtr element, const char *name,
                                dt_heads *heads) {
  const char *tag = (const char *)element->name;
  detm_text value = dt_attribute_value(element, name), rest = value;
  if (value.data == NULL) return;
  bool meaning = strcmp(name, "itemprop") == 0 || strcmp(name, "property") == 0;
  double base = meaning || strcmp(tag, "meta") == 0 ? 0.98 : 0.8;
  double fitness = dt_fitness(wanted, value);
  if (fitness > 0) add_head(heads, DT_ANCHOR_ATTRIBUTE, tag, name, value.data, weigh(base, fitness));
  if (!(meaning || strcmp(name, "rel") == 0)) return;
  for (detm_text token = next_token(&rest); token.length != 0 && heads->count < 64; token = next_token(&rest)) {
    fitness = token.length == value.length ? 0 : dt_fitness(wanted, token);
    if (fitness > 0)
      add_head(heads, DT_ANCHOR_TOKEN, tag, name, dt_arena_copy(s->arena, token.data, token.length),
               weigh(base, fitness));
  }
}

static void add_class_heads(dt_sample *s, const dt_target_values *wanted, xmlNodePtr element, dt_heads *heads) {
  const char *tag = (const char *)element->name;
  detm_text rest = dt_attribute_value(element, "class");
  char *together = NULL;
  double least = 1;
  uint32_t count = 0;
  if (rest.data == NULL) return;
  for (detm_text token = next_token(&rest); token.length != 0 && count < MAX_TOKENS; token = next_token(&rest)) {
    double fitness = dt_fitness(wanted, token);
    if (fitness <= 0) continue;
    const char *value = dt_arena_copy(s->arena, token.data, token.length);
    add_head(heads, DT_ANCHOR_CLASS, tag, NULL, value, weigh(0.9, fitness));
    add_head(heads, DT_ANCHOR_CLASS, NULL, NULL, value, weigh(0.8, fitness));
    if (++count > MAX_TOGETHER) continue;
    together =
        together == NULL ? dt_arena_format(s->arena, "%s", value) : dt_arena_format(s->arena, "%s %s", together, value);
    least = fmin(least, fitness);
  }
  if (count > 1) add_head(heads, DT_ANCHOR_CLASS, tag, NULL, together, weigh(0.8, least));
}

static void add_tag_head(xmlNodePtr element, dt_heads *heads) {
  static const char *const telling[] = {"title", "address", "time", "article", "main"};
  const char *tag = (const char *)element->name;
  if (strcmp(tag, "h1") == 0) add_head(heads, DT_ANCHOR_TAG, tag, NULL, NULL, 0.8);
  for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
    if (strcmp(tag, telling[i]) == 0) add_head(heads, DT_ANCHOR_TAG, tag, NULL, NULL, 0.6);
}

dt_heads dt_heads_of(dt_sample *s, const dt_target_values *wanted, xmlNodePtr element) {
  dt_heads heads = {DT_ARRAY(s->arena, dt_head, 64 + 3 * MAX_TOKENS + 24), 0};
  for (const char *const *name = dt_anchor_attributes; *name != NULL; name++)
    add_attribute_heads(s, wanted, element, *name, &heads);
  detm_text id = dt_attribute_value(element, "id");
  double fitness = id.data != NULL ? dt_fitness(wanted, id) : 0;
  if (fitness > 0) add_head(&heads, DT_ANCHOR_ID, NULL, NULL, id.data, weigh(0.95, fitness));
  add_class_heads(s, wanted, element, &heads);
  add_tag_head(element, &heads);
  return heads;
}

bool dt_has_class(xmlNodePtr element, detm_text token) {
  detm_text rest = dt_attribute_value(element, "class");
  if (rest.data == NULL) return false;
  if (rest.length > MAX_CLASS_LENGTH) rest.length = MAX_CLASS_LENGTH;
  for (detm_text t = next_token(&rest); t.length != 0; t = next_token(&rest))
    if (dt_text_equal(t, token)) return true;
  return false;
}

const char *dt_class_predicate(dt_arena *arena, detm_text token) {
  return dt_arena_format(arena, "contains(concat(' ',normalize-space(@class),' '),' %.*s ')", (int)token.length,
                         token.data);
}
