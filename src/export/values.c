/* export/values.c: finds selectors by the values of the records.
 *
 * In each record, the first node is taken that has the value, of one kind: elements with one tag, the innermost or the
 * outermost of several; texts; or elements with an attribute.  The other nodes of that kind in the records are those
 * from which it must be distinguished. */
#include "export/values.h"

#include "export/syntax.h"
#include "html/dom.h"

#include <stdlib.h>

enum { MAX_TAGS = 4, MIN_VALUES = 2, MAX_STEPS = 3000000 };

/* A kind of nodes. */
typedef struct kind {
  const char *tag; /* NULL: texts */
  bool innermost;
} kind;

typedef struct search {
  const dt_selector *selector;
  const dt_samples *samples;
  kind kind;
  dt_elements found, others;
  const char *tags[MAX_TAGS]; /* of the elements that have the first value */
  uint32_t tag_count;
  bool text; /* a text has the first value */
  size_t steps;
  bool no_memory;
} search;

static bool is_kind(const search *s, const xmlNode *node) {
  return s->kind.tag != NULL ? dt_node_is(node, s->kind.tag) : dt_node_is_text(node);
}

/* Whether a node has a value: its attribute, or its text without the words around the value. */
static bool element_has_value(search *s, const xmlNode *node, detm_text value) {
  dt_buffer text = {0};
  bool same;

  if (s->selector->attribute != NULL) {
    const char *attribute = node->type == XML_ELEMENT_NODE ? dt_node_value(node, s->selector->attribute) : NULL;
    dt_sample_add_text(&text, dt_text(attribute));
    same = text.length != 0 && dt_text_ends(value, (detm_text){text.data, text.length});
  } else {
    s->steps += dt_sample_add_content(&text, node);
    detm_text own = {text.data, text.length};
    same = dt_text_equal(dt_text_strip(dt_selector_value(s->selector, own), " "), value);
  }

  s->no_memory = s->no_memory || text.failed;
  dt_buffer_free(&text);
  return same;
}

/* The node that has a value: the innermost one, if that is wanted, of those of the kind that are in `node`. */
static const xmlNode *innermost_with_value(search *s, const xmlNode *node, detm_text value) {
  const xmlNode *best = node;
  if (!s->kind.innermost) return node;
  for (const xmlNode *in = dt_node_next(node, node); in != NULL; in = dt_node_next(node, in))
    if (is_kind(s, in) && element_has_value(s, in, value)) best = in;
  return best;
}

/* Takes the next value of a record from its list. */
static bool next_value(detm_text *left, detm_text *value) {
  if (left->length == 0 || *left->data == DT_END_OF_RECORD) return false;
  const char *end = memchr(left->data, DT_END_OF_VALUE, left->length);
  *value = dt_text_between(left->data, end);
  *left = dt_text_from(*left, value->length + 1);
  return true;
}

static void add_value_element(search *s, dt_elements *to, const xmlNode *node) {
  s->no_memory = s->no_memory || !DT_VEC_RESERVE(NULL, to, 1);
  if (!s->no_memory) to->items[to->count++] = node;
}

/* Sorts the nodes of a record into those that have its values, in order, and the others.  False: one is not found. */
static bool sort_record(search *s, const xmlNode *record, detm_text *values) {
  detm_text value;
  const xmlNode *taken = NULL;
  bool wanted = next_value(values, &value);

  for (const xmlNode *node = record; node != NULL && s->steps < MAX_STEPS; node = dt_node_next(record, node)) {
    s->steps++;
    if (!is_kind(s, node)) continue;
    if (taken == NULL && wanted && element_has_value(s, node, value)) taken = innermost_with_value(s, node, value);
    if (node != taken) {
      add_value_element(s, &s->others, node);
      continue;
    }
    add_value_element(s, &s->found, node);
    taken = NULL;
    wanted = next_value(values, &value);
  }

  return !wanted && s->steps < MAX_STEPS && !s->no_memory;
}

static bool sort_view(search *s, const dt_sample_page *sample, const dt_view *view) {
  const dt_buffer *values = &sample->values[s->selector->field];
  detm_text left = {values->data, values->length};
  for (uint32_t r = 0; r < sample->records; r++) {
    if (!sort_record(s, view->firsts[r], &left)) return false;
    left = dt_text_from(left, 1); /* the end of the record */
  }
  return true;
}

/* Notes the kinds of nodes in a record that have its first value. */
static void note_kinds(search *s, const xmlNode *record, detm_text value) {
  for (const xmlNode *node = record; node != NULL && s->steps < MAX_STEPS; node = dt_node_next(record, node)) {
    uint32_t t = 0;
    s->steps++;
    if (!(dt_node_is_text(node) || node->type == XML_ELEMENT_NODE) || !element_has_value(s, node, value)) continue;
    s->text = s->text || dt_node_is_text(node);
    if (node->type != XML_ELEMENT_NODE) continue;
    while (t < s->tag_count && strcmp(s->tags[t], (const char *)node->name) != 0) t++;
    if (t == s->tag_count && t < MAX_TAGS) s->tags[s->tag_count++] = (const char *)node->name;
  }
}

static void find_value_kinds(search *s, const dt_sample_page *sample) {
  const dt_buffer *values = &sample->values[s->selector->field];
  detm_text left = {values->data, values->length}, value;
  for (uint32_t r = 0; r < sample->records && s->tag_count == 0 && !s->text; r++) {
    if (next_value(&left, &value)) note_kinds(s, sample->views[DT_VIEW_OWN].firsts[r], value);
    while (next_value(&left, &value)) continue;
    left = dt_text_from(left, 1);
  }
}

/* Writes a selector for a kind of nodes. */
static void write_selector(dt_selector *selector, const kind *k, const dt_tests *tests) {
  dt_buffer_free(&selector->xpath);
  dt_buffer_free(&selector->css);
  dt_buffer_text(&selector->xpath, "./descendant-or-self::");

  if (k->tag == NULL)
    dt_buffer_text(&selector->xpath, "text()");
  else
    dt_xpath_name(&selector->xpath, dt_text(k->tag));

  dt_buffer_add(&selector->xpath, tests->xpath.data, tests->xpath.length);
  if (selector->attribute != NULL) dt_buffer_format(&selector->xpath, "/@%s", selector->attribute);
  dt_buffer_byte(&selector->xpath, '\0');

  if (k->tag != NULL && !tests->only_xpath) {
    dt_css_name(&selector->css, dt_text(k->tag));
    dt_buffer_add(&selector->css, tests->css.data, tests->css.length);
    dt_buffer_byte(&selector->css, '\0');
  }

  selector->joined = false;
  selector->list = false;
  selector->by_place = selector->column != NULL && selector->column->header.length != 0;
}

/* Tries a kind of nodes: makes the selector of field `number` and compares its values. */
static detm_status try_kind(search *s, dt_selectors *all, uint32_t number, detm_error *error) {
  dt_tests tests = {.only_xpath = false};
  bool all_found = true, no_memory = false;

  s->found.count = s->others.count = 0;
  for (size_t i = 0; i < s->samples->count && all_found; i++)
    for (int v = 0; v < s->samples->views && all_found; v++)
      if (s->samples->items[i].views[v].firsts != NULL)
        all_found = sort_view(s, &s->samples->items[i], &s->samples->items[i].views[v]);

  detm_status status = DETM_OK;
  if (all_found && s->found.count >= MIN_VALUES && dt_distinguish(&s->found, &s->others, &tests, &no_memory)) {
    write_selector(&all->fields[number], &s->kind, &tests);
    all->fields[number].reason = NULL;
    status = dt_selectors_check(all, number, number + 1, s->samples, error);
  }

  dt_tests_free(&tests);
  return s->no_memory || no_memory ? dt_error_memory(error) : status;
}

static detm_status find_value_field(search *s, dt_selectors *all, uint32_t number, detm_error *error) {
  const char *reason = all->fields[number].reason;
  detm_status status = DETM_OK;

  for (size_t i = 0; i < s->samples->count && s->tag_count == 0 && !s->text; i++)
    find_value_kinds(s, &s->samples->items[i]);
  for (uint32_t t = 0; t < 2 * s->tag_count && all->fields[number].reason != NULL && status == DETM_OK; t++) {
    s->kind = (kind){s->tags[t / 2], t % 2 != 0};
    status = try_kind(s, all, number, error);
  }

  s->kind = (kind){NULL, false};
  if (s->text && all->fields[number].reason != NULL && status == DETM_OK) status = try_kind(s, all, number, error);
  if (all->fields[number].reason != NULL) all->fields[number].reason = reason;
  return status;
}

/* Whether the first element of each record is known in the first view of all pages. */
static bool are_samples_known(const dt_samples *samples) {
  for (size_t s = 0; s < samples->count; s++)
    if (samples->items[s].records != 0 && samples->items[s].views[DT_VIEW_OWN].firsts == NULL) return false;
  return samples->views != 0;
}

detm_status dt_selectors_find_values(dt_selectors *all, const dt_samples *samples, detm_error *error) {
  detm_status status = DETM_OK;
  for (uint32_t f = 0; f < all->count && status == DETM_OK && are_samples_known(samples); f++) {
    search s = {.selector = &all->fields[f], .samples = samples};
    if (all->fields[f].reason == NULL) continue;
    status = find_value_field(&s, all, f, error);
    free(s.found.items);
    free(s.others.items);
  }
  return status;
}
