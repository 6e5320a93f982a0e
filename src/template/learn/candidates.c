/* template/learn/candidates.c: the set of candidates of a field; each is evaluated once per sample. */
#include "template/learn/learn.h"

#include "base/vec.h"
#include "html/value_text.h"
#include "template/apply/anchor_xpath.h"
#include "template/apply/xpath_check.h"
#include "template/template.h"

#include <math.h>

enum { MAX_CANDIDATES = 30000, MAX_RUNS = 400 };

const char *dt_buffer_copy(dt_learning *l) {
  if (l->buffer.failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return dt_arena_copy(&l->arena, l->buffer.data, l->buffer.length);
}

void dt_candidates_clear(dt_learning *l) {
  l->candidate_count = 0;
  dt_lookup_clear(&l->candidate_lookup);
}

static const dt_pattern *compiled_pattern(dt_learning *l, const char *text) {
  for (uint32_t i = 0; i < l->pattern_count; i++)
    if (strcmp(l->patterns[i].text, text) == 0) return l->patterns[i].pattern;
  DT_RESERVE(&l->arena, l->patterns, l->pattern_count, l->pattern_capacity, 1);
  dt_known_pattern *known = &l->patterns[l->pattern_count++];
  char fault[64];
  *known = (dt_known_pattern){text, dt_pattern_compile(text, fault, sizeof fault)};
  if (known->pattern == NULL && *fault == '\0') dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return known->pattern;
}

static bool is_simple_xml_name(const char *name) {
  return name == NULL || xmlValidateNCName((const xmlChar *)name, 0) == 0;
}

/* Whether load.c accepts the anchor: a rejected anchor would make the whole template invalid. */
static bool is_loadable(const dt_anchor *anchor) {
  char fault[128];
  const char *value = anchor->value != NULL ? anchor->value : "";
  unsigned tokens = dt_count_tokens(value);
  bool in_tokens = anchor->kind == DT_ANCHOR_CLASS || anchor->kind == DT_ANCHOR_TOKEN;
  return strlen(value) <= DT_MAX_VALUE_LENGTH && (!in_tokens || (tokens != 0 && tokens <= DT_MAX_TOKENS)) &&
         (anchor->pattern == NULL || strlen(anchor->pattern) <= DT_MAX_PATTERN_LENGTH) &&
         is_simple_xml_name(anchor->tag) && is_simple_xml_name(anchor->name) &&
         dt_xpath_check(anchor->path, fault, sizeof fault);
}

dt_candidate *dt_candidates_add(dt_learning *l, const dt_anchor *anchor, bool all) {
  if (anchor->trust <= 0 || !is_loadable(anchor)) return NULL;
  l->buffer.length = 0;
  dt_anchor_xpath(anchor, &l->buffer);
  if (l->buffer.failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  uint64_t hash = dt_hash_bytes(l->buffer.data, l->buffer.length, all);
  if (anchor->pattern != NULL) hash = dt_hash_bytes(anchor->pattern, strlen(anchor->pattern), hash);
  if (anchor->run != 0) /* else the expression includes `skip` and `drop` */
    hash = dt_hash_mix(dt_hash_mix(hash, anchor->run), (uint64_t)anchor->skip << 32 | anchor->drop);

  uint32_t known = dt_lookup_find(&l->candidate_lookup, hash);
  if (known != DT_NO_NUMBER) {
    dt_candidate *same = l->candidates[known];
    same->anchor.trust = fmax(same->anchor.trust, anchor->trust);
    return same;
  }

  const dt_pattern *pattern = anchor->pattern != NULL ? compiled_pattern(l, anchor->pattern) : NULL;
  if (l->candidate_count == MAX_CANDIDATES || (anchor->pattern != NULL && pattern == NULL)) return NULL;
  dt_candidate *candidate = DT_ZERO(&l->arena, dt_candidate, 1);
  *candidate =
      (dt_candidate){.anchor = *anchor, .all = all, .expression = dt_buffer_copy(l), .pattern = pattern, .hash = hash};
  DT_RESERVE(&l->arena, l->candidates, l->candidate_count, l->candidate_capacity, 1);
  l->candidates[l->candidate_count++] = candidate;
  dt_lookup_append(&l->candidate_lookup, hash);
  return candidate;
}

dt_nodes dt_candidate_nodes(const dt_candidate *candidate, dt_sample *sample) {
  const dt_anchor *a = &candidate->anchor;
  unsigned long looked = 0;
  dt_nodes from = dt_sample_find(sample, a, candidate->expression), runs = {NULL, 0};
  if (a->run == 0) return from;

  runs.nodes = DT_ARRAY(sample->arena, xmlNodePtr, MAX_RUNS);
  for (uint32_t i = 0; i < from.count; i++) {
    uint32_t number = 1;
    const xmlNode *run = dt_run_first(from.nodes[i], &looked);
    for (; run != NULL && runs.count < MAX_RUNS; run = dt_run_next(run, &looked), number++)
      if (a->run == DT_EVERY_RUN || a->run == number) runs.nodes[runs.count++] = (xmlNodePtr)(uintptr_t)run;
    dt_scope_tick(sample->scope);
  }

  if (a->skip >= runs.count || a->drop >= runs.count - a->skip) return (dt_nodes){NULL, 0};
  return (dt_nodes){runs.nodes + a->skip, runs.count - a->skip - a->drop};
}

detm_text dt_candidate_text(dt_learning *l, const dt_candidate *candidate, dt_sample *sample, xmlNodePtr node) {
  detm_text value,
      text = candidate->anchor.run != 0 ? dt_sample_run_value(sample, node) : dt_sample_value(sample, node);
  if (candidate->pattern == NULL) return text;
  dt_cut_result cut = dt_pattern_cut(candidate->pattern, text, &value);
  if (cut == DT_CUT_NO_MEMORY) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return cut == DT_CUT_FOUND ? value : (detm_text){NULL, 0};
}

uint32_t dt_candidate_word(dt_learning *l, const dt_candidate *candidate, dt_sample *sample, xmlNodePtr node) {
  if (candidate->pattern == NULL)
    return candidate->anchor.run != 0 ? dt_sample_run_word(sample, &l->words, node)
                                      : dt_sample_word_of(sample, &l->words, node);
  return dt_words_number(&l->words, &l->arena, dt_candidate_text(l, candidate, sample, node));
}

dt_output_words dt_candidate_output(dt_learning *l, dt_candidate *candidate, uint32_t sample) {
  if (candidate->outputs == NULL) candidate->outputs = DT_ZERO(&l->arena, dt_output_words, l->sample_count);
  dt_output_words *output = &candidate->outputs[sample];
  if (output->words != NULL) return *output;
  dt_nodes nodes = dt_candidate_nodes(candidate, &l->samples[sample]);
  output->words = DT_ARRAY(&l->arena, uint32_t, nodes.count + 1);
  for (uint32_t i = 0; i < nodes.count; i++) {
    uint32_t word = dt_candidate_word(l, candidate, &l->samples[sample], nodes.nodes[i]);
    if (word != 0) output->words[output->count++] = word;
  }
  return *output;
}
