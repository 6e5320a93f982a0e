/* template/learn/select.c: selects the candidates that become the parts and anchors of a field.
 *
 * Candidates with equal output on all samples form a group: each is a fallback for the others.  The group that agrees
 * best with the wanted values becomes the field; a list field may need several groups, one per part (greedy cover). */
#include "template/learn/learn.h"

#include "template/apply/value_label.h"
#include "template/tunables.h"

#include <math.h>
#include <stdlib.h>

enum {
  MAX_PARTS = 8,
  MAX_ANCHORS = 14,
  MAX_COUNTED = 2,
  MAX_ORDERED = 64, /* candidates of a part that may have more values */
  MAX_RIVALS = 3,
  RIVAL_ANCHORS = 3,
  MAX_ALIKE = 2,
  MAX_SAME_END = 8,
  MAX_SEPARATOR = 20 /* bytes of a comma, "and" or the like */
};

typedef struct group {
  uint64_t hash;
  bool all;
  dt_output_words *outputs; /* one per sample */
  DT_VEC(dt_candidate *) candidates;
  double score; /* as a rival */
} group;

typedef struct chooser {
  dt_learning *l;
  bool list;
  dt_output_words *wants;   /* one per sample */
  dt_output_words *current; /* output of the parts so far, one per sample */
  bool all_want;            /* every sample has the field */
  bool placed;              /* a wanted value has a path */
  group *groups;
  uint32_t group_count;
} chooser;

/* ---- agreement ---- */

/* Returns an array of counts by word, all 0. */
static uint32_t *tally_of(dt_learning *l) {
  if (l->tally_capacity <= l->words.lookup.count) {
    l->tally_capacity = l->words.lookup.count * 2 + 64;
    l->tally = DT_ZERO(&l->arena, uint32_t, l->tally_capacity);
  }
  return l->tally;
}

/* Counts the words of `want` that are in one of the two others. */
static uint32_t common(dt_learning *l, dt_output_words want, dt_output_words a, dt_output_words b) {
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

double dt_agreement(dt_learning *l, dt_output_words want, dt_output_words have, dt_output_words more) {
  uint32_t count = have.count + more.count;
  if (want.count == 0) return count == 0 ? 1 : DT_AGREES_WITH_NOTHING;
  return count == 0 ? 0 : 2.0 * common(l, want, have, more) / (want.count + count);
}

dt_output_words dt_wanted_output(dt_learning *l, const dt_wish *wish) {
  dt_output_words want = {DT_ARRAY(&l->arena, uint32_t, wish->count + 1), 0};
  for (uint32_t v = 0; v < wish->count; v++) {
    uint32_t word = dt_words_number(&l->words, &l->arena, wish->values[v]);
    if (word != 0) want.words[want.count++] = word;
  }
  return want;
}

/* Returns the words of `more` that are not in `have`: another part does not repeat values. */
static dt_output_words new_words(const chooser *c, dt_output_words have, dt_output_words more) {
  if (have.count == 0 || more.count == 0) return more;
  uint32_t *tally = tally_of(c->l);
  dt_output_words new = {DT_ARRAY(&c->l->arena, uint32_t, more.count), 0};
  for (uint32_t i = 0; i < have.count; i++) tally[have.words[i]] = 1;
  for (uint32_t i = 0; i < more.count; i++)
    if (tally[more.words[i]] == 0) new.words[new.count++] = more.words[i];
  for (uint32_t i = 0; i < have.count; i++) tally[have.words[i]] = 0;
  return new;
}

/* Returns the mean agreement over all samples if `more` is added as a part. */
static double mean_agreement(const chooser *c, const group *more) {
  double sum = 0;
  for (uint32_t s = 0; s < c->l->sample_count; s++) {
    dt_mark mark = dt_arena_mark(&c->l->arena);
    dt_output_words added = more != NULL ? new_words(c, c->current[s], more->outputs[s]) : (dt_output_words){NULL, 0};
    sum += dt_agreement(c->l, c->wants[s], c->current[s], added);
    dt_arena_rewind(&c->l->arena, mark);
  }
  return sum / c->l->sample_count;
}

/* ---- groups ---- */

/* Returns the factor by which several outputs reduce the strength of a candidate for a single value. */
static double uniqueness(const chooser *c, dt_output_words output) {
  uint32_t distinct = 0, *tally = tally_of(c->l);
  for (uint32_t i = 0; i < output.count; i++) distinct += tally[output.words[i]]++ == 0;
  for (uint32_t i = 0; i < output.count; i++) tally[output.words[i]] = 0;
  if (distinct > 3) return DT_FACTOR_MANY;
  if (distinct > 1) return DT_FACTOR_FEW;
  return output.count > 1 ? DT_FACTOR_REPEATED : 1;
}

/* Returns the output of a candidate on each sample, only the first value for a single one; NULL if it is empty on all.
 */
static dt_output_words *outputs_of(const chooser *c, dt_candidate *candidate) {
  dt_output_words *outputs = DT_ARRAY(&c->l->arena, dt_output_words, c->l->sample_count);
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
  dt_lookup lookup; /* hashes of the groups */

  c->groups = DT_ARRAY(&l->arena, group, l->candidate_count + 1);
  dt_lookup_start(&lookup, &l->arena, 0);

  for (uint32_t i = 0; i < l->candidate_count; i++) {
    dt_candidate *candidate = l->candidates[i];
    dt_output_words *outputs = outputs_of(c, candidate);
    if (outputs == NULL) continue;

    uint64_t hash = candidate->all;
    for (uint32_t s = 0; s < l->sample_count; s++)
      hash = dt_hash_bytes(outputs[s].words, outputs[s].count * sizeof *outputs[s].words, hash + outputs[s].count);

    group *g = &c->groups[dt_lookup_add(&lookup, hash)];
    if (lookup.count != c->group_count) {
      c->group_count++;
      *g = (group){.hash = hash, .all = candidate->all, .outputs = outputs};
    }

    DT_VEC_PUSH(&l->arena, &g->candidates, candidate);
  }

  for (uint32_t i = 0; i < c->group_count; i++)
    qsort(c->groups[i].candidates.items, c->groups[i].candidates.count, sizeof(dt_candidate *), by_strength);
}

/* ---- parts ---- */

static double strength_of(const group *g) { return g->candidates.items[0]->strength; }

/* Whether a list gives unwanted values where this is not allowed. */
static bool exceeds_wanted(const chooser *c, const group *g) {
  if (!c->list || !c->l->exactly) return false;
  for (uint32_t s = 0; s < c->l->sample_count; s++) {
    dt_output_words none = {NULL, 0};
    if (common(c->l, g->outputs[s], c->wants[s], none) != g->outputs[s].count) return true;
  }
  return false;
}

/* Returns the score of a group as part number `step`; 0 = it must not be a part. */
static double part_score(const chooser *c, const group *g, uint32_t step, double so_far) {
  double strength = strength_of(g);
  bool weak = !g->all && strength < DT_MIN_PART && !c->l->exactly && !c->placed;
  if (exceeds_wanted(c, g) || (step != 0 && weak)) return 0;
  double with = mean_agreement(c, g);
  if (!c->list && with < (c->l->sample_count == 1 ? 1 : DT_MIN_SINGLE)) return 0;
  if (with <= so_far + DT_MIN_GAIN) return 0;
  if (step != 0) return (with - so_far) * (DT_LIST_STRENGTH + strength);
  return c->list ? with * with * (DT_LIST_STRENGTH + strength) : with * with * with * strength;
}

static group *best_group(const chooser *c, uint32_t step, double so_far) {
  group *best = NULL;
  double most = 0;
  for (uint32_t i = 0; i < c->group_count; i++) {
    double score = part_score(c, &c->groups[i], step, so_far);
    if (score <= most) continue;
    most = score;
    best = &c->groups[i];
  }
  return best;
}

static bool equal(const char *a, const char *b) { return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0); }

/* Counts the anchors of the part that start from the same place: if one fails, all fail. */
static uint32_t count_alike(const dt_template_part *part, const dt_anchor *anchor) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < part->anchor_count; i++) {
    const dt_anchor *other = &part->anchors[i];
    count += other->kind == anchor->kind && equal(other->tag, anchor->tag) && equal(other->name, anchor->name) &&
             equal(other->value, anchor->value);
  }
  return count;
}

/* Whether the part has the anchor without the number of its line, or run, at the end. */
static bool has_without_number(const dt_template_part *part, const dt_anchor *anchor) {
  for (uint32_t i = 0; anchor->pattern != NULL && i < part->anchor_count; i++) {
    const dt_anchor *other = &part->anchors[i];
    size_t length = strlen(other->path);
    if (!equal(other->pattern, anchor->pattern) || !equal(other->value, anchor->value) ||
        !equal(other->tag, anchor->tag) || strncmp(other->path, anchor->path, length) != 0)
      continue;
    const char *rest = anchor->path + length;
    if (*rest == '\0' ? other->run == DT_EVERY_RUN && anchor->run != other->run : *rest == '[' && dt_is_digit(rest[1]))
      return true;
  }
  return false;
}

static void push_anchor(dt_template_part *part, const dt_candidate *candidate) {
  dt_anchor *anchor = &part->anchors[part->anchor_count++];
  *anchor = candidate->anchor;
  anchor->trust = candidate->strength;
}

/* Adds, beside a sure label, the best candidates that count: they find the value where the label is written in another
 * way (layout_labels.c). */
static void add_counted(dt_template_part *part, const group *g) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < g->candidates.count && added < MAX_COUNTED; i++) {
    const dt_candidate *candidate = g->candidates.items[i];
    if (!dt_anchor_counts(&candidate->anchor) || candidate->strength < DT_MIN_BESIDE_LABEL ||
        dt_is_sure_label(&candidate->anchor, candidate->strength))
      continue;
    push_anchor(part, candidate);
    added++;
  }
}

/* Adds the best candidates of a group, but few that start or end at the same place: these fail together. */
static void add_anchors(dt_learning *l, dt_template_part *part, const group *g, uint32_t most) {
  xmlNodePtr ends[MAX_ANCHORS]; /* the first node that each anchor finds on any sample */
  uint32_t added = 0;
  bool labelled = false;

  for (uint32_t i = 0; i < g->candidates.count; i++)
    labelled = labelled || dt_is_sure_label(&g->candidates.items[i]->anchor, g->candidates.items[i]->strength);
  for (uint32_t i = 0; i < g->candidates.count && added < most; i++) {
    const dt_candidate *candidate = g->candidates.items[i];
    bool weak = dt_anchor_counts(&candidate->anchor) || candidate->strength < DT_MIN_BESIDE_LABEL;
    if (labelled && weak && !dt_is_sure_label(&candidate->anchor, candidate->strength)) continue;
    if (count_alike(part, &candidate->anchor) >= MAX_ALIKE || has_without_number(part, &candidate->anchor)) continue;

    dt_nodes nodes = {NULL, 0};
    for (uint32_t s = 0; s < l->sample_count && nodes.count == 0; s++)
      nodes = dt_candidate_nodes(candidate, &l->samples[s]);
    ends[added] = nodes.count != 0 ? nodes.nodes[0] : NULL;
    uint32_t same = 0;
    for (uint32_t e = 0; e < added; e++) same += ends[e] == ends[added];
    if (same >= MAX_SAME_END) continue;
    push_anchor(part, candidate);
    added++;
  }

  if (labelled && !g->all) add_counted(part, g);
}

static int compare_choice_scores(const void *a, const void *b) {
  const group *const *left = a, *const *right = b;
  if ((*left)->score != (*right)->score) return (*left)->score < (*right)->score ? 1 : -1;
  return (*left)->hash < (*right)->hash ? -1 : (*left)->hash > (*right)->hash;
}

/* Returns the score of a group as a fallback: its agreement on the samples and its strength; 0 if it gives values where
 * none are wanted. */
static double rival_score(const chooser *c, const group *g) {
  for (uint32_t s = 0; s < c->l->sample_count; s++)
    if (c->wants[s].count == 0 && g->outputs[s].count != 0) return 0;
  if (exceeds_wanted(c, g)) return 0;
  double agreement = mean_agreement(c, g);
  if (!c->list) return agreement * agreement * agreement * strength_of(g);
  return g->all && agreement >= DT_MIN_RIVAL ? agreement * agreement * (DT_LIST_STRENGTH + strength_of(g)) : 0;
}

/* Adds fallbacks from groups that are right on most samples, or give most of a list. */
static void add_rivals(const chooser *c, const group *best, dt_template_part *part) {
  group **rivals = DT_ARRAY(&c->l->arena, group *, c->group_count + 1);
  uint32_t count = 0;

  for (uint32_t s = 0; s < c->l->sample_count; s++) c->current[s].count = 0;
  for (uint32_t i = 0; i < c->group_count; i++) {
    group *g = &c->groups[i];
    if (g == best) continue;
    g->score = rival_score(c, g);
    rivals[count++] = g;
  }

  qsort(rivals, count, sizeof *rivals, compare_choice_scores);
  for (uint32_t i = 0; i < count && i < MAX_RIVALS && rivals[i]->score > DT_MIN_RIVAL_SCORE; i++)
    add_anchors(c->l, part, rivals[i], RIVAL_ANCHORS);
}

/* Whether an anchor starts at the root or the body: it finds something on pages of any layout. */
static bool is_anywhere(const dt_anchor *anchor) {
  return anchor->kind == DT_ANCHOR_PATH || (anchor->kind == DT_ANCHOR_TAG && equal(anchor->tag, "body"));
}

static bool is_prose_anywhere(const dt_anchor *anchor) {
  return strncmp(anchor->path, DT_PROSE_ANYWHERE, strlen(DT_PROSE_ANYWHERE)) == 0;
}

/* Adds the paragraphs of the whole page as a fallback, after all that start at a place with a name: a page of another
 * layout has none of these. */
static void add_last_resort(const chooser *c, dt_template_part *part) {
  const dt_candidate *best = NULL;
  double most = 0;

  for (uint32_t a = 0; a < part->anchor_count; a++)
    if (is_prose_anywhere(&part->anchors[a])) return;
  for (uint32_t s = 0; s < c->l->sample_count; s++) c->current[s].count = 0;

  for (uint32_t i = 0; i < c->group_count; i++) {
    double score = rival_score(c, &c->groups[i]);
    for (uint32_t n = 0; n < c->groups[i].candidates.count && score > most; n++) {
      const dt_candidate *candidate = c->groups[i].candidates.items[n];
      if (!is_prose_anywhere(&candidate->anchor)) continue;
      best = candidate;
      most = score;
    }
  }

  if (best == NULL) return;
  uint32_t at = part->anchor_count++;
  for (; at > 0 && is_anywhere(&part->anchors[at - 1]); at--) part->anchors[at] = part->anchors[at - 1];
  part->anchors[at] = best->anchor;
  part->anchors[at].trust = best->strength;
}

static void start_chooser(chooser *c, const dt_wish *wishes) {
  dt_learning *l = c->l;
  c->all_want = true;
  c->wants = DT_ARRAY(&l->arena, dt_output_words, l->sample_count);
  c->current = DT_ZERO(&l->arena, dt_output_words, l->sample_count);
  for (uint32_t s = 0; s < l->sample_count; s++) {
    c->wants[s] = dt_wanted_output(l, &wishes[s]);
    c->all_want &= c->wants[s].count != 0;
    for (uint32_t v = 0; v < wishes[s].count; v++) c->placed |= wishes[s].paths[v] != NULL;
  }
  for (uint32_t i = 0; i < l->candidate_count; i++)
    for (uint32_t s = 0; s < l->sample_count; s++) dt_candidate_output(l, l->candidates[i], s);
}

/* ---- parts that may have more values ---- */

/* Whether an element may be one of several values in a row: "<a>Ann</a>, <a>Ben</a>". */
static bool is_inline_item(const xmlNode *node) { return dt_node_is_among(node, "a|span|b|strong|i|em|li"); }

/* Returns the nearest element on one side, with only a short text and line breaks between; NULL = none. */
static xmlNodePtr neighbour(xmlNodePtr node, bool back) {
  size_t between = 0;
  for (xmlNodePtr n = back ? node->prev : node->next; n != NULL; n = back ? n->prev : n->next) {
    if (n->type == XML_TEXT_NODE && !dt_node_blank(n)) between += strlen((const char *)n->content);
    if (between > MAX_SEPARATOR) return NULL;
    if (n->type == XML_ELEMENT_NODE && !dt_node_is(n, "br")) return n;
  }
  return NULL;
}

/* Returns the element directly in another that has all of its text; NULL = none. */
static xmlNodePtr around_all(dt_sample *sample, xmlNodePtr node) {
  uint32_t length = dt_sample_length(sample, node);
  xmlNodePtr child = xmlFirstElementChild(node);
  while (child != NULL && dt_sample_length(sample, child) != length) child = xmlNextElementSibling(child);
  return child;
}

/* Whether two elements have the same elements within them around all of their text. */
static bool same_chain(dt_sample *sample, xmlNodePtr node, xmlNodePtr other) {
  while (node != NULL && other != NULL && dt_node_is(other, (const char *)node->name)) {
    node = around_all(sample, node);
    other = around_all(sample, other);
  }
  return node == NULL && other == NULL;
}

/* Whether two elements may be values in a row: the same tag and class, list items also the same elements within. */
static bool is_like_node(dt_sample *sample, xmlNodePtr node, xmlNodePtr other) {
  if (other == NULL || !dt_node_is(other, (const char *)node->name)) return false;
  detm_text class = dt_attribute_value(node, "class"), its = dt_attribute_value(other, "class");
  if (class.length != its.length || (class.length != 0 && !dt_text_equal(class, its))) return false;
  return !dt_node_is(node, "li") || same_chain(sample, node, other);
}

/* Returns the first node of the candidate that has a value on the sample; NULL = none. */
static xmlNodePtr node_with_value(dt_learning *l, const dt_candidate *candidate, dt_sample *sample) {
  dt_nodes nodes = dt_candidate_nodes(candidate, sample);
  uint32_t at = 0;
  while (at < nodes.count && dt_candidate_word(l, candidate, sample, nodes.nodes[at]) == 0) at++;
  return at < nodes.count ? nodes.nodes[at] : NULL;
}

/* Whether each value of the candidate is an inline element or a list item, without a similar neighbour. */
static bool stands_alone(dt_learning *l, const dt_candidate *candidate) {
  if (candidate->pattern != NULL || candidate->anchor.run != 0) return false;
  bool any = false;
  for (uint32_t s = 0; s < l->sample_count; s++) {
    dt_sample *sample = &l->samples[s];
    xmlNodePtr node = node_with_value(l, candidate, sample);
    if (node == NULL) continue;
    if (!is_inline_item(node)) return false;
    uint32_t length = dt_sample_length(sample, node);
    while (is_inline_item(node->parent) && dt_sample_length(sample, node->parent) == length) node = node->parent;
    if (is_like_node(sample, node, neighbour(node, false)) || is_like_node(sample, node, neighbour(node, true)))
      return false;
    any = true;
  }

  return any;
}

/* Whether the candidate finds, on each sample, an element within the one that `outer` finds. */
static bool is_candidate_inside(dt_learning *l, const dt_candidate *candidate, const dt_candidate *outer) {
  for (uint32_t s = 0; s < l->sample_count; s++) {
    xmlNodePtr node = node_with_value(l, candidate, &l->samples[s]);
    xmlNodePtr top = node_with_value(l, outer, &l->samples[s]);
    if (top == NULL) return false;
    while (node != NULL && node != top) node = node->parent;
    if (node == NULL) return false;
  }
  return true;
}

/* Checks whether the part for one value may have more on other pages: one of its anchors finds an element that may be
 * one of several in a row. */
static bool may_have_more(dt_learning *l, const group *g, const dt_template_field *field) {
  if (field->type == NULL || strcmp(field->type, "text") != 0) return false;
  for (uint32_t i = 0; i < g->candidates.count && i < MAX_ANCHORS; i++)
    if (stands_alone(l, g->candidates.items[i])) return true;
  return false;
}

/* Moves each candidate that finds an element around a value's own one behind the best that finds the value's own:
 * further values are beside the value's own element, and not beside one around it. */
static void put_own_elements_first(dt_learning *l, const group *g) {
  dt_candidate **candidates = g->candidates.items;
  uint32_t count = g->candidates.count < MAX_ORDERED ? g->candidates.count : MAX_ORDERED;
  bool alone[MAX_ORDERED];

  for (uint32_t i = 0; i < count; i++) alone[i] = stands_alone(l, candidates[i]);
  for (uint32_t i = count; i-- > 0;) {
    dt_candidate *outer = candidates[i];
    uint32_t to = i + 1;
    if (alone[i]) continue;
    while (to < count && !(alone[to] && is_candidate_inside(l, candidates[to], outer))) to++;
    if (to == count || candidates[to]->strength < DT_MIN_PART) continue;
    memmove(&candidates[i], &candidates[i + 1], (to - i) * sizeof *candidates);
    memmove(&alone[i], &alone[i + 1], (to - i) * sizeof *alone);
    candidates[to] = outer;
    alone[to] = false;
  }
}

/* ---- the field ---- */

/* Adds the output of a group to that of the parts.  Returns the index, in the wanted values of a sample, of the first
 * one that it adds. */
static uint32_t add_output(const chooser *c, const group *g) {
  uint32_t first = UINT32_MAX;
  for (uint32_t s = 0; s < c->l->sample_count; s++) {
    dt_output_words a = c->current[s], b = new_words(c, a, g->outputs[s]), want = c->wants[s];
    for (uint32_t w = 0; w < want.count && first == UINT32_MAX; w++)
      if (dt_output_has(b, want.words[w])) first = w;
    uint32_t *words = DT_ARRAY(&c->l->arena, uint32_t, a.count + b.count + 1);
    if (a.count != 0) memcpy(words, a.words, a.count * sizeof *words);
    if (b.count != 0) memcpy(words + a.count, b.words, b.count * sizeof *words);
    c->current[s] = (dt_output_words){words, a.count + b.count};
  }
  return first;
}

bool dt_choose(dt_learning *l, const dt_wish *wishes, bool list, dt_arena *into, dt_template_field *field) {
  chooser c = {.l = l, .list = list};
  start_chooser(&c, wishes);
  make_groups(&c);
  tally_of(l); /* allocates before a mark that is rewound */
  double so_far = c.all_want ? mean_agreement(&c, NULL) : 0;
  field->parts = DT_ARRAY(into, dt_template_part, MAX_PARTS);
  field->part_count = 0;
  uint32_t firsts[MAX_PARTS];

  for (uint32_t step = 0; step < (list ? MAX_PARTS : 1); step++) {
    const group *best = best_group(&c, step, so_far);
    if (best == NULL) break;

    dt_template_part part = {.all = best->all, .more = !list && may_have_more(l, best, field)};
    if (part.more) put_own_elements_first(l, best);
    part.anchors =
        DT_ARRAY(into, dt_anchor, MAX_ANCHORS + MAX_COUNTED + MAX_RIVALS * (RIVAL_ANCHORS + MAX_COUNTED) + 1);
    so_far = mean_agreement(&c, best);
    add_anchors(l, &part, best, MAX_ANCHORS);
    if (step == 0) add_rivals(&c, best, &part);
    if (step == 0 && list) add_last_resort(&c, &part);

    uint32_t first = add_output(&c, best), at = field->part_count++;
    for (; at > 0 && firsts[at - 1] > first; at--) { /* the values of the parts are in the order of the parts */
      field->parts[at] = field->parts[at - 1];
      firsts[at] = firsts[at - 1];
    }

    field->parts[at] = part;
    firsts[at] = first;
  }

  for (uint32_t s = 0; s < l->sample_count; s++) {
    if (c.wants[s].count == 0) continue;
    l->agreement[s].sum += dt_agreement(l, c.wants[s], c.current[s], (dt_output_words){NULL, 0});
    l->agreement[s].count++;
  }

  return field->part_count != 0;
}
