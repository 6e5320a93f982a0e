/* learning.c: samples, the XPath oracle, templates learned from short pages. */
#include "template/learn/learning.h"

#include "html/documents.h"
#include "template/apply/anchor_xpath.h"
#include "text/fold.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- samples ---- */

static char *next_value(char **rest) {
  char *value = *rest, *bar = value != NULL ? strchr(value, '|') : NULL;
  if (bar != NULL) *bar = '\0';
  *rest = bar != NULL ? bar + 1 : NULL;
  return value;
}

dt_wish wish_for(learning *t, const char *values) {
  dt_arena *arena = &t->l.arena;
  size_t length = values != NULL ? strlen(values) : 0;
  detm_text *texts = DT_ARRAY(arena, detm_text, length + 1);
  dt_wish wish = {texts, DT_ZERO(arena, const char *, length + 1), 0};
  char *rest = values != NULL ? dt_arena_copy(arena, values, length) : NULL;
  for (const char *value = next_value(&rest); value != NULL; value = next_value(&rest))
    texts[wish.count++] = dt_text(value);
  return wish;
}

static dt_target_values wanted_for(learning *t, const char *values) {
  dt_wish wish = wish_for(t, values);
  detm_text *squeezed = DT_ARRAY(&t->l.arena, detm_text, wish.count + 1);
  detm_text *words = DT_ARRAY(&t->l.arena, detm_text, wish.count + 1);
  for (uint32_t v = 0; v < wish.count; v++) {
    char *out = dt_arena_take(&t->l.arena, wish.values[v].length + 1);
    squeezed[v] = (detm_text){out, dt_squeeze(wish.values[v], out)};
    dt_fold(out, squeezed[v].length);
    out = dt_arena_take(&t->l.arena, wish.values[v].length + 1);
    words[v] = (detm_text){out, dt_squeeze_word(wish.values[v], out)};
  }
  return (dt_target_values){squeezed, words, wish.count};
}

void learning_start(learning *t, const char *const *markups, const char *const *values, uint32_t count) {
  dt_learning *l = &t->l;
  *t = (learning){0};
  dt_scope_start(&l->scope, 0);
  dt_arena_start(&l->arena, &l->scope);
  l->candidate_lookup.arena = &l->arena;
  for (uint32_t p = 0; p < count; p++) t->pages[p] = document_of(markups[p]);
  l->samples = DT_ZERO(&l->arena, dt_sample, count);
  l->wanted = DT_ZERO(&l->arena, dt_target_values, count);
  l->agreement = DT_ZERO(&l->arena, dt_mean, count);
  for (; l->sample_count < count; l->sample_count++) {
    l->wanted[l->sample_count] = wanted_for(t, values != NULL ? values[l->sample_count] : NULL);
    dt_sample_start(&l->samples[l->sample_count], &l->arena, t->pages[l->sample_count]->document);
  }
}

void learning_of(learning *t, const char *markup, const char *values) { learning_start(t, &markup, &values, 1); }

void learning_free(learning *t) {
  for (uint32_t s = 0; s < t->l.sample_count; s++) dt_sample_end(&t->l.samples[s]);
  for (uint32_t i = 0; i < t->l.pattern_count; i++) dt_pattern_free(t->l.patterns[i].pattern);
  for (uint32_t p = 0; p < LEARNING_PAGES; p++) detm_page_free(t->pages[p]);
  dt_buffer_free(&t->l.buffer);
  dt_arena_free(&t->l.arena);
}

/* ---- candidates ---- */

static bool same_output(dt_output_words a, dt_output_words b) {
  return a.count == b.count && (a.count == 0 || memcmp(a.words, b.words, a.count * sizeof *a.words) == 0);
}

const dt_candidate *candidate_by(learning *t, bool all, dt_anchor_kind kind, const char *values) {
  dt_learning *l = &t->l;
  dt_wish wish = wish_for(t, values);
  dt_output_words want = dt_wanted_output(l, &wish);
  const dt_candidate *best = NULL;
  for (uint32_t i = 0; i < l->candidate_count; i++) {
    dt_candidate *candidate = l->candidates[i];
    if (candidate->all != all || (kind != DT_ANCHOR_KINDS && candidate->anchor.kind != kind)) continue;
    dt_output_words output = dt_candidate_output(l, candidate, 0);
    if (!all && output.count > 1) output.count = 1;
    if (same_output(output, want) && (best == NULL || candidate->anchor.trust > best->anchor.trust)) best = candidate;
  }
  return best;
}

const dt_candidate *candidate_giving(learning *t, bool all, const char *values) {
  return candidate_by(t, all, DT_ANCHOR_KINDS, values);
}

/* ---- the oracle ---- */

xmlXPathObjectPtr nodes_at(const learning *t, const char *xpath) {
  xmlXPathContextPtr context = xmlXPathNewContext(t->pages[0]->document);
  context->node = root_of(t->pages[0]);
  xmlXPathObjectPtr found = xmlXPathEval((const xmlChar *)xpath, context);
  xmlXPathFreeContext(context);
  return found;
}

static xmlXPathObjectPtr nodes_surely_at(const learning *t, const char *xpath) {
  xmlXPathObjectPtr found = nodes_at(t, xpath);
  cr_assert_not_null(found, "invalid XPath: %s", xpath);
  cr_assert_eq(found->type, XPATH_NODESET, "%s", xpath);
  return found;
}

int xpath_count(const learning *t, const char *xpath) {
  xmlXPathObjectPtr found = nodes_surely_at(t, xpath);
  int count = found->nodesetval != NULL ? found->nodesetval->nodeNr : 0;
  xmlXPathFreeObject(found);
  return count;
}

bool xpath_finds(const learning *t, const char *xpath, const xmlNode *node) {
  xmlXPathObjectPtr found = nodes_surely_at(t, xpath);
  bool finds = false;
  for (int i = 0; found->nodesetval != NULL && i < found->nodesetval->nodeNr; i++)
    finds |= found->nodesetval->nodeTab[i] == node;
  xmlXPathFreeObject(found);
  return finds;
}

xmlNodePtr node_at(const learning *t, const char *xpath) {
  xmlXPathObjectPtr found = nodes_surely_at(t, xpath);
  cr_assert(found->nodesetval != NULL && found->nodesetval->nodeNr > 0, "%s finds nothing", xpath);
  xmlNodePtr node = found->nodesetval->nodeTab[0];
  xmlXPathFreeObject(found);
  return node;
}

const char *xpath_of(const dt_head *head, const char *path) {
  static char made[4][2000];
  static unsigned turn;
  char *out = made[turn++ % 4];
  dt_anchor anchor = {.kind = head->kind, .tag = head->tag, .name = head->name, .value = head->value, .path = path};
  dt_buffer buffer = {0};
  dt_anchor_xpath(&anchor, &buffer);
  snprintf(out, sizeof *made, "%.*s", (int)buffer.length, buffer.data);
  dt_buffer_free(&buffer);
  return out;
}

/* ---- templates ---- */

typedef struct chosen {
  char *text;
  detm_choice *choices;
  size_t count;
} chosen;

static chosen choices_of(const char *text) {
  chosen c = {strdup(text), calloc(strlen(text) + 1, sizeof(detm_choice)), 0};
  char *rest = c.text;
  if (*rest == '\0') return c;
  for (char *choice = next_value(&rest); choice != NULL; choice = next_value(&rest)) {
    char *is = strchr(choice, '=');
    cr_assert_not_null(is, "%s", choice);
    *is = '\0';
    c.choices[c.count++] = (detm_choice){.name = choice, .value = is + 1};
  }
  return c;
}

detm_template *learn_from(const detm_page *const *pages, const char *const *choices, size_t count, detm_error *error) {
  chosen all[LEARNING_PAGES] = {0};
  detm_sample samples[LEARNING_PAGES] = {0};
  for (size_t s = 0; s < count; s++) {
    all[s] = choices_of(choices[s]);
    samples[s] = (detm_sample){pages[s], all[s].choices, all[s].count};
  }
  detm_template *template = detm_template_learn(samples, count, NULL, error);
  for (size_t s = 0; s < count; s++) {
    free(all[s].text);
    free(all[s].choices);
  }
  return template;
}

detm_template *template_from(const char *markup, const char *choices) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = document_of(markup);
  const detm_page *const pages[] = {page};
  detm_template *template = learn_from(pages, &choices, 1, &error);
  cr_assert_not_null(template, "%s\n%s: %s", markup, choices, error.text);
  detm_page_free(page);
  return template;
}

static detm_status add_field(void *data, const detm_field *field, detm_error *error) {
  dt_buffer *out = data;
  (void)error;
  if (out->length != 0) dt_buffer_byte(out, '|');
  dt_buffer_text(out, field->name);
  dt_buffer_byte(out, '=');
  dt_buffer_add(out, field->value.data, field->value.length);
  return DETM_OK;
}

const char *values_on_page(const detm_template *template, const detm_page *page) {
  static char line[60000];
  detm_error error = DETM_ERROR_NONE;
  detm_template_options options = {.min_fit = 0};
  dt_buffer out = {0};
  detm_sink sink = {.data = &out, .field = add_field};
  detm_result *result = detm_template_apply(template, page, &options, &error);
  cr_assert_not_null(result, "%s", error.text);
  cr_assert_eq(detm_result_emit(result, &sink, &error), DETM_OK);
  snprintf(line, sizeof line, "%.*s", (int)out.length, out.length != 0 ? out.data : "");
  dt_buffer_free(&out);
  detm_result_free(result);
  return line;
}

const char *values_on(const detm_template *template, const char *markup) {
  detm_page *page = document_of(markup);
  const char *values = values_on_page(template, page);
  detm_page_free(page);
  return values;
}

const char *learned_values(const char *markup, const char *choices, const char *other) {
  detm_template *template = template_from(markup, choices);
  const char *values = values_on(template, other != NULL ? other : markup);
  detm_template_free(template);
  return values;
}
