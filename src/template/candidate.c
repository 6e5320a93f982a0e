/* template/candidate.c: the candidates of a field: each kept once, each evaluated once a sample. */
#include "template/learn.h"

#include "template/load.h"
#include "template/xpath.h"
#include "tree/document.h"

#include <math.h>

enum { MAX_CANDIDATES = 30000, MOST_RUNS = 400 };

void dt_chosen_add(dt_learning *l, dt_chosen *chosen, dt_candidate *candidate) {
  if (chosen->count == chosen->room) {
    uint32_t room = chosen->room == 0 ? 64 : chosen->room * 2;
    dt_candidate **bigger = DT_ARRAY(&l->arena, dt_candidate *, room);
    if (chosen->count != 0) memcpy(bigger, chosen->all, chosen->count * sizeof *bigger);
    chosen->all = bigger;
    chosen->room = room;
  }
  chosen->all[chosen->count++] = candidate;
}

void dt_candidates_clear(dt_learning *l) {
  l->candidate_count = 0;
  if (l->slots != NULL) memset(l->slots, 0, l->slot_count * sizeof *l->slots);
}

/* Where nodes are the values the expression tells what is skipped. */
static uint64_t hash_of(const char *expression, const dt_anchor *a, bool all) {
  uint64_t hash = dt_hash_bytes(expression, strlen(expression), all);
  if (a->pattern != NULL) hash = dt_hash_bytes(a->pattern, strlen(a->pattern), hash);
  return a->run != 0 ? dt_hash_mix(dt_hash_mix(hash, a->run), (uint64_t)a->skip << 32 | a->drop) : hash;
}

static uint32_t *slot_of(const dt_learning *l, uint64_t hash) {
  uint32_t slot = (uint32_t)hash & (l->slot_count - 1);
  while (l->slots[slot] != 0 && l->candidates[l->slots[slot] - 1]->hash != hash)
    slot = (slot + 1) & (l->slot_count - 1);
  return &l->slots[slot];
}

static void grow(dt_learning *l) {
  uint32_t room = l->candidate_room == 0 ? 1024 : l->candidate_room * 2;
  dt_candidate **bigger = DT_ARRAY(&l->arena, dt_candidate *, room);
  if (l->candidate_count != 0) memcpy(bigger, l->candidates, l->candidate_count * sizeof *bigger);
  l->candidates = bigger;
  l->candidate_room = room;
  l->slot_count = room * 2;
  l->slots = DT_ZERO(&l->arena, uint32_t, l->slot_count);
  for (uint32_t i = 0; i < l->candidate_count; i++) *slot_of(l, l->candidates[i]->hash) = i + 1;
}

static const dt_pattern *pattern_of(dt_learning *l, const char *text) {
  for (uint32_t i = 0; i < l->pattern_count; i++)
    if (strcmp(l->patterns[i].text, text) == 0) return l->patterns[i].pattern;
  if (l->pattern_count == l->pattern_room) {
    uint32_t room = l->pattern_room * 2 + 16;
    dt_known_pattern *bigger = DT_ARRAY(&l->arena, dt_known_pattern, room);
    if (l->pattern_count != 0) memcpy(bigger, l->patterns, l->pattern_count * sizeof *bigger);
    l->patterns = bigger;
    l->pattern_room = room;
  }
  dt_known_pattern *known = &l->patterns[l->pattern_count++];
  char fault[64];
  *known = (dt_known_pattern){text, dt_pattern_compile(text, fault, sizeof fault)};
  if (known->pattern == NULL && *fault == '\0') dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return known->pattern;
}

/* The expression of an anchor, in the learning's buffer. */
static const char *expression_of(dt_learning *l, const dt_anchor *anchor) {
  l->buffer.length = 0;
  dt_anchor_xpath(anchor, &l->buffer);
  dt_buffer_byte(&l->buffer, '\0');
  if (l->buffer.failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return l->buffer.data;
}

static bool is_xml_name(const char *name) { return name == NULL || xmlValidateNCName((const xmlChar *)name, 0) == 0; }

/* Whether a template may hold the anchor: what load.c would refuse must not cost the whole template. */
static bool may_be_kept(const dt_anchor *anchor) {
  char fault[128];
  const char *value = anchor->value != NULL ? anchor->value : "";
  size_t tokens = 0;
  for (const char *at = value; *(at += strspn(at, " \t\r\n")) != '\0'; at += strcspn(at, " \t\r\n")) tokens++;
  bool in_tokens = anchor->kind == DT_ANCHOR_CLASS || anchor->kind == DT_ANCHOR_TOKEN;
  return strlen(value) <= DT_LONGEST_VALUE && (!in_tokens || (tokens != 0 && tokens <= DT_MOST_TOKENS)) &&
         (anchor->pattern == NULL || strlen(anchor->pattern) <= DT_PATTERN_LONGEST) && is_xml_name(anchor->tag) &&
         is_xml_name(anchor->name) && dt_xpath_check(anchor->path, fault, sizeof fault);
}

dt_candidate *dt_candidates_add(dt_learning *l, const dt_anchor *anchor, bool all) {
  if (anchor->trust <= 0 || !may_be_kept(anchor)) return NULL;
  if (l->candidate_count == l->candidate_room) grow(l);
  const char *expression = expression_of(l, anchor);
  uint64_t hash = hash_of(expression, anchor, all);
  uint32_t *slot = slot_of(l, hash);
  if (*slot != 0) {
    dt_candidate *same = l->candidates[*slot - 1];
    if (same->anchor.trust < anchor->trust) same->anchor.trust = anchor->trust;
    return same;
  }
  const dt_pattern *pattern = anchor->pattern != NULL ? pattern_of(l, anchor->pattern) : NULL;
  if (l->candidate_count == MAX_CANDIDATES || (anchor->pattern != NULL && pattern == NULL)) return NULL;
  dt_candidate *candidate = DT_ZERO(&l->arena, dt_candidate, 1);
  *candidate = (dt_candidate){.anchor = *anchor, .all = all, .pattern = pattern, .hash = hash};
  candidate->expression = dt_arena_copy(&l->arena, expression, strlen(expression));
  l->candidates[l->candidate_count++] = candidate;
  *slot = l->candidate_count;
  return candidate;
}

dt_nodes dt_candidate_nodes(const dt_candidate *candidate, dt_sample *sample) {
  const dt_anchor *a = &candidate->anchor;
  unsigned long looked = 0;
  dt_nodes from = dt_sample_find(sample, a, candidate->expression), runs = {NULL, 0};
  if (a->run == 0) return from;
  runs.nodes = DT_ARRAY(sample->arena, xmlNodePtr, MOST_RUNS);
  for (uint32_t i = 0; i < from.count; i++) {
    uint32_t number = 1;
    const xmlNode *run = dt_run_first(from.nodes[i], &looked);
    for (; run != NULL && runs.count < MOST_RUNS; run = dt_run_next(run, &looked), number++)
      if (a->run == DT_EVERY_RUN || a->run == number) runs.nodes[runs.count++] = (xmlNodePtr)(uintptr_t)run;
    dt_scope_tick(sample->scope);
  }
  if (a->skip >= runs.count || a->drop >= runs.count - a->skip) return (dt_nodes){NULL, 0};
  return (dt_nodes){runs.nodes + a->skip, runs.count - a->skip - a->drop};
}

uint32_t dt_candidate_word(dt_learning *l, const dt_candidate *candidate, dt_sample *sample, xmlNodePtr node) {
  bool run = candidate->anchor.run != 0;
  if (candidate->pattern == NULL)
    return run ? dt_sample_run_word(sample, &l->words, node) : dt_sample_word(sample, &l->words, node);
  detm_text value, text = run ? dt_sample_run_value(sample, node) : dt_sample_value(sample, node);
  dt_cut cut = dt_pattern_cut(candidate->pattern, text, &value);
  if (cut == DT_CUT_NO_MEMORY) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  if (cut != DT_CUT_FOUND) return 0;
  return dt_words_number(&l->words, &l->arena, value);
}

dt_output dt_candidate_output(dt_learning *l, dt_candidate *candidate, uint32_t sample) {
  if (candidate->outputs == NULL) candidate->outputs = DT_ZERO(&l->arena, dt_output, l->sample_count);
  dt_output *output = &candidate->outputs[sample];
  if (output->words != NULL) return *output;
  dt_nodes nodes = dt_candidate_nodes(candidate, &l->samples[sample]);
  output->words = DT_ARRAY(&l->arena, uint32_t, nodes.count + 1);
  for (uint32_t i = 0; i < nodes.count; i++) {
    uint32_t word = dt_candidate_word(l, candidate, &l->samples[sample], nodes.nodes[i]);
    if (word != 0) output->words[output->count++] = word;
  }
  return *output;
}
