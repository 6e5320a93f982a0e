/* template/choose.c: which candidates become a field's parts and anchors.
 *
 * Candidates that give the same on all samples are one group: they are fall-backs of each other.  A field is the
 * group that gives what is wanted best; a list field may need several groups, one part each (greedy cover). */
#include "template/learn.h"

#include <math.h>
#include <stdlib.h>

enum {
  MAX_PARTS = 8,
  MAX_ANCHORS = 14,
  MAX_RIVALS = 3,
  RIVAL_ANCHORS = 3,
  MAX_ALIKE = 2,
  MAX_SAME_END = 8,
  MAX_SIGNS = 20 /* bytes: more is no comma, no "and" */
};

enum { FEW_EXAMPLES = 3, ENTRY_LEVELS = 4 };

#define AS_GENERAL 0.9     /* agreement of a list that gives more than the examples */
#define LEAST_GAIN 0.001   /* of agreement, for another part */
#define SURE_LABEL 0.75    /* strength of a label that its field cannot be without */
#define LEAST_RIVAL 0.6    /* agreement of a list that is a fall-back */
#define LEAST_STRENGTH 0.5 /* of a single value that becomes a further part */

typedef struct group {
  uint64_t hash;
  bool all;
  dt_output *outputs; /* one a sample */
  dt_candidate **candidates;
  uint32_t count, room;
  double score; /* as a rival */
} group;

typedef struct chooser {
  dt_learning *l;
  bool list;
  dt_output *wants;   /* one a sample */
  dt_output *current; /* what the parts so far give, one a sample */
  bool all_want;      /* every sample has the field */
  group *groups;
  uint32_t group_count, group_room;
  uint32_t *slots; /* group + 1 by hash */
  uint32_t slot_count;
} chooser;

/* ---- agreement ---- */

/* Counts by word, all 0. */
static uint32_t *tally_of(dt_learning *l) {
  if (l->tally_room <= l->words.count) {
    l->tally_room = l->words.count * 2 + 64;
    l->tally = DT_ZERO(&l->arena, uint32_t, l->tally_room);
  }
  return l->tally;
}

/* Of `want`, how many are in one of the two others. */
static uint32_t common(dt_learning *l, dt_output want, dt_output a, dt_output b) {
  uint32_t found = 0, *tally = tally_of(l);
  for (uint32_t i = 0; i < want.count; i++) tally[want.words[i]]++;
  for (uint32_t i = 0; i < a.count + b.count; i++) {
    uint32_t *left = &tally[i < a.count ? a.words[i] : b.words[i - a.count]];
    found += *left != 0;
    *left -= *left != 0;
  }
  for (uint32_t i = 0; i < want.count; i++) tally[want.words[i]] = 0;
  return found;
}

double dt_agreement(dt_learning *l, dt_output want, dt_output have, dt_output more) {
  uint32_t count = have.count + more.count;
  if (want.count == 0) return count == 0 ? 1 : 0.6;
  return count == 0 ? 0 : 2.0 * common(l, want, have, more) / (want.count + count);
}

dt_output dt_wanted_output(dt_learning *l, const dt_wish *wish) {
  dt_output want = {DT_ARRAY(&l->arena, uint32_t, wish->count + 1), 0};
  for (uint32_t v = 0; v < wish->count; v++) {
    uint32_t word = dt_words_number(&l->words, &l->arena, wish->values[v]);
    if (word != 0) want.words[want.count++] = word;
  }
  return want;
}

/* What is new in `more`: a further part does not say again what those before it gave. */
static dt_output news(const chooser *c, dt_output have, dt_output more) {
  if (have.count == 0 || more.count == 0) return more;
  uint32_t *tally = tally_of(c->l);
  dt_output new = {DT_ARRAY(&c->l->arena, uint32_t, more.count), 0};
  for (uint32_t i = 0; i < have.count; i++) tally[have.words[i]] = 1;
  for (uint32_t i = 0; i < more.count; i++)
    if (tally[more.words[i]] == 0) new.words[new.count++] = more.words[i];
  for (uint32_t i = 0; i < have.count; i++) tally[have.words[i]] = 0;
  return new;
}

/* Mean over the samples if `more` were a part too. */
static double mean_agreement(const chooser *c, const group *more) {
  double sum = 0;
  for (uint32_t s = 0; s < c->l->sample_count; s++) {
    dt_mark mark = dt_arena_mark(&c->l->arena);
    dt_output added = more != NULL ? news(c, c->current[s], more->outputs[s]) : (dt_output){NULL, 0};
    sum += dt_agreement(c->l, c->wants[s], c->current[s], added);
    dt_arena_rewind(&c->l->arena, mark);
  }
  return sum / c->l->sample_count;
}

/* ---- groups ---- */

static uint32_t count_distinct(const chooser *c, dt_output output) {
  uint32_t distinct = 0, *tally = tally_of(c->l);
  for (uint32_t i = 0; i < output.count; i++) distinct += tally[output.words[i]]++ == 0;
  for (uint32_t i = 0; i < output.count; i++) tally[output.words[i]] = 0;
  return distinct;
}

/* A single value is surer where it is the only one. */
static double uniqueness(const chooser *c, dt_output output) {
  uint32_t distinct = count_distinct(c, output);
  if (distinct > 3) return 0.4;
  if (distinct > 1) return 0.55;
  return output.count > 1 ? 0.95 : 1;
}

/* What the candidate gives on every sample, cut to the first for a single one; NULL if that is nothing at all. */
static dt_output *outputs_of(const chooser *c, dt_candidate *candidate) {
  dt_output *outputs = DT_ARRAY(&c->l->arena, dt_output, c->l->sample_count);
  double unique = 1;
  uint32_t total = 0;
  for (uint32_t s = 0; s < c->l->sample_count; s++) {
    outputs[s] = dt_candidate_output(c->l, candidate, s);
    if (!candidate->all) {
      unique = fmin(unique, uniqueness(c, outputs[s]));
      if (outputs[s].count > 1) outputs[s].count = 1;
    }
    total += outputs[s].count;
  }
  candidate->strength = candidate->anchor.trust * unique;
  return total != 0 ? outputs : NULL;
}

static uint64_t hash_of(const chooser *c, const dt_output *outputs, bool all) {
  uint64_t hash = all;
  for (uint32_t s = 0; s < c->l->sample_count; s++)
    hash = dt_hash_bytes(outputs[s].words, outputs[s].count * sizeof *outputs[s].words, hash + outputs[s].count);
  return hash;
}

static group *group_of(chooser *c, uint64_t hash) {
  uint32_t slot = (uint32_t)hash & (c->slot_count - 1);
  while (c->slots[slot] != 0 && c->groups[c->slots[slot] - 1].hash != hash) slot = (slot + 1) & (c->slot_count - 1);
  if (c->slots[slot] != 0) return &c->groups[c->slots[slot] - 1];
  group *g = &c->groups[c->group_count++];
  *g = (group){.hash = hash};
  c->slots[slot] = c->group_count;
  return g;
}

static void put_in_group(const chooser *c, group *g, dt_candidate *candidate) {
  if (g->count == g->room) {
    uint32_t room = g->room == 0 ? 4 : g->room * 2;
    dt_candidate **bigger = DT_ARRAY(&c->l->arena, dt_candidate *, room);
    if (g->count != 0) memcpy(bigger, g->candidates, g->count * sizeof *bigger);
    g->candidates = bigger;
    g->room = room;
  }
  g->candidates[g->count++] = candidate;
}

static int by_strength(const void *a, const void *b) {
  const dt_candidate *const *left = a, *const *right = b;
  if ((*left)->strength != (*right)->strength) return (*left)->strength < (*right)->strength ? 1 : -1;
  size_t length_left = strlen((*left)->expression), length_right = strlen((*right)->expression);
  if (length_left != length_right) return length_left < length_right ? -1 : 1;
  int order = strcmp((*left)->expression, (*right)->expression);
  return order != 0 ? order : ((*left)->hash > (*right)->hash) - ((*left)->hash < (*right)->hash);
}

static void make_groups(chooser *c) {
  dt_learning *l = c->l;
  c->groups = DT_ARRAY(&l->arena, group, l->candidate_count + 1);
  for (c->slot_count = 64; c->slot_count < 2 * l->candidate_count;) c->slot_count *= 2;
  c->slots = DT_ZERO(&l->arena, uint32_t, c->slot_count);
  for (uint32_t i = 0; i < l->candidate_count; i++) {
    dt_candidate *candidate = l->candidates[i];
    const dt_output *outputs = outputs_of(c, candidate);
    if (outputs == NULL) continue;
    group *g = group_of(c, hash_of(c, outputs, candidate->all));
    if (g->count == 0) {
      g->all = candidate->all;
      g->outputs = candidate->outputs;
      if (!g->all) {
        g->outputs = DT_ARRAY(&l->arena, dt_output, l->sample_count);
        memcpy(g->outputs, outputs, l->sample_count * sizeof *outputs);
      }
    }
    put_in_group(c, g, candidate);
  }
  for (uint32_t i = 0; i < c->group_count; i++)
    qsort(c->groups[i].candidates, c->groups[i].count, sizeof *c->groups[i].candidates, by_strength);
}

/* ---- parts ---- */

static double strength_of(const group *g) { return g->candidates[0]->strength; }

xmlNodePtr dt_entry_of(xmlNodePtr node) {
  for (int up = 0; up < ENTRY_LEVELS && node != NULL && node->type == XML_ELEMENT_NODE; up++, node = node->parent)
    if (dt_node_is(node, "li")) return node;
  return NULL;
}

/* Whether what a list gives begins with the wanted values and goes on with their siblings, entries of one list. */
static bool goes_on(const chooser *c, const group *g, uint32_t s) {
  dt_output want = c->wants[s], have = g->outputs[s];
  if (!g->all || want.count < 2 || want.count > FEW_EXAMPLES || have.count <= want.count) return false;
  if (memcmp(want.words, have.words, want.count * sizeof *want.words) != 0) return false;
  dt_nodes nodes = dt_candidate_nodes(g->candidates[0], &c->l->samples[s]);
  const xmlNode *list = NULL;
  for (uint32_t i = 0; i < nodes.count; i++) {
    const xmlNode *entry = dt_entry_of(nodes.nodes[i]);
    if (entry == NULL || (list != NULL && entry->parent != list)) return false;
    list = entry->parent;
  }
  return true;
}

/* Two or three values are examples of a list: whoever names them means their siblings too. */
static double first_agreement(const chooser *c, const group *g) {
  double sum = 0;
  for (uint32_t s = 0; s < c->l->sample_count; s++) {
    double agreement = dt_agreement(c->l, c->wants[s], g->outputs[s], (dt_output){NULL, 0});
    sum += goes_on(c, g, s) ? fmax(agreement, AS_GENERAL) : agreement;
  }
  return sum / c->l->sample_count;
}

/* How good the group is as part number `step`; 0 = it will not do. */
static double worth(const chooser *c, const group *g, uint32_t step, double so_far) {
  double strength = strength_of(g);
  if (step != 0 && !g->all && strength < LEAST_STRENGTH) return 0;
  double with = c->list && step == 0 ? first_agreement(c, g) : mean_agreement(c, g);
  if (!c->list && with < (c->l->sample_count == 1 ? 1 : 0.5)) return 0;
  if (with <= so_far + LEAST_GAIN) return 0;
  if (step != 0) return (with - so_far) * (0.35 + strength);
  return c->list ? with * with * (0.35 + strength) : with * with * with * strength;
}

static group *best_group(const chooser *c, uint32_t step, double so_far) {
  group *best = NULL;
  double most = 0;
  for (uint32_t i = 0; i < c->group_count; i++) {
    double w = worth(c, &c->groups[i], step, so_far);
    if (w > most) {
      most = w;
      best = &c->groups[i];
    }
  }
  return best;
}

static void take_group(const chooser *c, const group *g) {
  for (uint32_t s = 0; s < c->l->sample_count; s++) {
    dt_output a = c->current[s], b = news(c, a, g->outputs[s]);
    uint32_t *words = DT_ARRAY(&c->l->arena, uint32_t, a.count + b.count + 1);
    if (a.count != 0) memcpy(words, a.words, a.count * sizeof *words);
    if (b.count != 0) memcpy(words + a.count, b.words, b.count * sizeof *words);
    c->current[s] = (dt_output){words, a.count + b.count};
  }
}

static bool equal(const char *a, const char *b) { return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0); }

/* Anchors of the part that start from the same place: what fails for one will fail for the others. */
static uint32_t count_alike(const dt_template_part *part, const dt_anchor *anchor) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < part->anchor_count; i++) {
    const dt_anchor *other = &part->anchors[i];
    count += other->kind == anchor->kind && equal(other->tag, anchor->tag) && equal(other->name, anchor->name) &&
             equal(other->value, anchor->value);
  }
  return count;
}

static bool is_labelled(const dt_anchor *anchor) {
  return anchor->kind == DT_ANCHOR_CAPTION || anchor->kind == DT_ANCHOR_TEXT;
}

/* Finds its value by counting siblings or runs. */
static bool is_counted(const dt_anchor *anchor) {
  if (anchor->run > 1 && anchor->run != DT_EVERY_RUN) return true;
  for (const char *at = anchor->path; (at = strchr(at, '[')) != NULL; at++)
    if (at[1] >= '0' && at[1] <= '9') return true;
  return false;
}

/* A label tells what its value is: where it is missing the field is, and what stands in its place is another. */
static bool has_label(const group *g) {
  for (uint32_t i = 0; i < g->count; i++)
    if (is_labelled(&g->candidates[i]->anchor) && g->candidates[i]->strength >= SURE_LABEL) return true;
  return false;
}

/* The first node that a candidate finds on any sample. */
static xmlNodePtr first_node(dt_learning *l, const dt_candidate *candidate) {
  dt_nodes nodes = {NULL, 0};
  for (uint32_t s = 0; s < l->sample_count && nodes.count == 0; s++)
    nodes = dt_candidate_nodes(candidate, &l->samples[s]);
  return nodes.count != 0 ? nodes.nodes[0] : NULL;
}

/* The best candidates, but few that start from one place or end at one: they fail together. */
static void put_anchors(dt_learning *l, dt_template_part *part, const group *g, uint32_t most) {
  xmlNodePtr ends[MAX_ANCHORS];
  uint32_t put = 0;
  bool labelled = has_label(g);
  for (uint32_t i = 0; i < g->count && put < most; i++) {
    const dt_anchor *found = &g->candidates[i]->anchor;
    if (labelled && !is_labelled(found) && is_counted(found)) continue;
    if (count_alike(part, found) >= MAX_ALIKE) continue;
    uint32_t same = 0;
    ends[put] = first_node(l, g->candidates[i]);
    for (uint32_t e = 0; e < put; e++) same += ends[e] == ends[put];
    if (same >= MAX_SAME_END) continue;
    part->anchors[part->anchor_count] = *found;
    part->anchors[part->anchor_count++].trust = g->candidates[i]->strength;
    put++;
  }
}

static dt_template_part start_part(dt_arena *into, const group *g) {
  return (dt_template_part){.all = g->all,
                            .anchors = DT_ARRAY(into, dt_anchor, MAX_ANCHORS + MAX_RIVALS * RIVAL_ANCHORS)};
}

static int by_score(const void *a, const void *b) {
  const group *const *left = a, *const *right = b;
  if ((*left)->score != (*right)->score) return (*left)->score < (*right)->score ? 1 : -1;
  return (*left)->hash < (*right)->hash ? -1 : (*left)->hash > (*right)->hash;
}

/* A fall-back serves where the others give nothing: it must give nothing too where nothing is wanted. */
static bool gives_unwanted(const chooser *c, const group *g) {
  for (uint32_t s = 0; s < c->l->sample_count; s++)
    if (c->wants[s].count == 0 && g->outputs[s].count != 0) return true;
  return false;
}

/* As a fall-back: how right it is on the samples, and how sure. */
static double rival_score(const chooser *c, const group *g) {
  if (gives_unwanted(c, g)) return 0;
  double agreement = mean_agreement(c, g);
  if (c->list) return g->all && agreement >= LEAST_RIVAL ? agreement * agreement * (0.35 + strength_of(g)) : 0;
  return agreement * agreement * agreement * strength_of(g);
}

/* Groups that are right on most samples, or give most of a list, are fall-backs too. */
static void put_rivals(const chooser *c, const group *best, dt_template_part *part) {
  group **rivals = DT_ARRAY(&c->l->arena, group *, c->group_count + 1);
  uint32_t count = 0;
  for (uint32_t s = 0; s < c->l->sample_count; s++) c->current[s].count = 0;
  for (uint32_t i = 0; i < c->group_count; i++) {
    group *g = &c->groups[i];
    if (g == best) continue;
    g->score = rival_score(c, g);
    rivals[count++] = g;
  }
  qsort(rivals, count, sizeof *rivals, by_score);
  for (uint32_t i = 0; i < count && i < MAX_RIVALS && rivals[i]->score > 0.15; i++)
    put_anchors(c->l, part, rivals[i], RIVAL_ANCHORS);
}

static void start(chooser *c, const dt_wish *wishes) {
  dt_learning *l = c->l;
  c->all_want = true;
  c->wants = DT_ARRAY(&l->arena, dt_output, l->sample_count);
  c->current = DT_ZERO(&l->arena, dt_output, l->sample_count);
  for (uint32_t s = 0; s < l->sample_count; s++) {
    c->wants[s] = dt_wanted_output(l, &wishes[s]);
    c->all_want &= c->wants[s].count != 0;
  }
  for (uint32_t i = 0; i < l->candidate_count; i++)
    for (uint32_t s = 0; s < l->sample_count; s++) dt_candidate_output(l, l->candidates[i], s);
}

/* ---- more ---- */

/* The nearest element on one side that no more than a few characters and breaks part from the node. */
static xmlNodePtr neighbour(xmlNodePtr node, bool back) {
  size_t signs = 0;
  for (xmlNodePtr n = back ? node->prev : node->next; n != NULL; n = back ? n->prev : n->next) {
    if (n->type == XML_TEXT_NODE && !dt_node_blank(n)) signs += strlen((const char *)n->content);
    if (signs > MAX_SIGNS) return NULL;
    if (n->type == XML_ELEMENT_NODE && !dt_node_is(n, "br")) return n;
  }
  return NULL;
}

static bool is_like(xmlNodePtr node, xmlNodePtr other) {
  if (other == NULL || !dt_node_is(other, (const char *)node->name)) return false;
  detm_text class = dt_attribute_value(node, "class"), its = dt_attribute_value(other, "class");
  return class.length == its.length && (class.length == 0 || dt_text_equal(class, its));
}

/* Whether what the candidate gives on each sample is a link or a span that has none like it beside it. */
static bool stands_alone(dt_learning *l, const dt_candidate *candidate) {
  if (candidate->pattern != NULL || candidate->anchor.run != 0) return false;
  bool any = false;
  for (uint32_t s = 0; s < l->sample_count; s++) {
    dt_nodes nodes = dt_candidate_nodes(candidate, &l->samples[s]);
    uint32_t at = 0;
    while (at < nodes.count && dt_candidate_word(l, candidate, &l->samples[s], nodes.nodes[at]) == 0) at++;
    if (at == nodes.count) continue;
    xmlNodePtr node = nodes.nodes[at];
    if (!dt_node_is(node, "a") && !dt_node_is(node, "span")) return false;
    if (is_like(node, neighbour(node, false)) || is_like(node, neighbour(node, true))) return false;
    any = true;
  }
  return any;
}

static bool may_have_more(dt_learning *l, const group *g, const dt_template_field *field) {
  if (field->type == NULL || strcmp(field->type, "text") != 0) return false;
  for (uint32_t i = 0; i < g->count && i < MAX_ANCHORS; i++)
    if (stands_alone(l, g->candidates[i])) return true;
  return false;
}

bool dt_choose(dt_learning *l, const dt_wish *wishes, bool list, dt_arena *into, dt_template_field *field) {
  chooser c = {.l = l, .list = list};
  start(&c, wishes);
  make_groups(&c);
  tally_of(l); /* before what is rewound */
  double so_far = c.all_want ? mean_agreement(&c, NULL) : 0;
  field->parts = DT_ARRAY(into, dt_template_part, MAX_PARTS);
  field->part_count = 0;
  for (uint32_t step = 0; step < (list ? MAX_PARTS : 1); step++) {
    const group *best = best_group(&c, step, so_far);
    if (best == NULL) break;
    dt_template_part *part = &field->parts[field->part_count++];
    *part = start_part(into, best);
    part->more = !list && may_have_more(l, best, field);
    so_far = mean_agreement(&c, best);
    put_anchors(l, part, best, MAX_ANCHORS);
    if (step == 0) put_rivals(&c, best, part);
    take_group(&c, best);
  }
  for (uint32_t s = 0; s < l->sample_count; s++) {
    if (c.wants[s].count == 0) continue;
    l->agreement[s].sum += dt_agreement(l, c.wants[s], c.current[s], (dt_output){NULL, 0});
    l->agreement[s].count++;
  }
  return field->part_count != 0;
}
