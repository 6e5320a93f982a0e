/* template/learn/candidates_single.c: makes candidates for one value: all anchors that lead to any of its places. */
#include "template/learn/learn.h"

#include "html/dom_path.h"
#include "template/learn/anchor_path.h"
#include "template/learn/labels.h"
#include "template/tunables.h"

enum { MAX_TARGETS = 40, MAX_LEVELS = 8 };

#define ANY_TEXT "/text()[normalize-space()]"

typedef struct single {
  dt_learning *l;
  dt_sample *sample;
  const dt_target_values *wanted;
  const dt_target *target;
  const char *step; /* from the element to the value: "", "/@content", "/text()[normalize-space()][2]" */
  uint32_t run;     /* number of the value's run; 0 = the value is not a run */
  double deduction;
  dt_cutting cuts[DT_MAX_CUTTINGS];
  uint32_t cut_count;
} single;

static void add_candidates(const single *s, const dt_head *head, const char *path, double trust) {
  dt_anchor anchor = {
      .kind = head->kind, .tag = head->tag, .name = head->name, .value = head->value, .path = path, .run = s->run};
  for (uint32_t i = 0; i < s->cut_count; i++) {
    anchor.pattern = s->cuts[i].pattern;
    anchor.trust = trust - s->deduction - s->cuts[i].cost;
    dt_candidates_add(s->l, &anchor, false);
  }
}

static void add_with_step(const single *s, const dt_head *head, const char *path, double trust) {
  add_candidates(s, head, dt_arena_format(&s->l->arena, "%s%s", path, s->step), trust);
}

/* Adds candidates by the attributes of the value's element and its ancestors. */
static void single_heads(const single *s) {
  xmlNodePtr element = s->target->element, at = element;
  for (int level = 0; level < MAX_LEVELS; level++, at = at->parent) {
    if (at == NULL || at->type != XML_ELEMENT_NODE || dt_node_is(at, "html") || dt_node_is(at, "body")) return;
    dt_heads heads = dt_heads_of(s->sample, s->wanted, at);
    dt_anchor_path ways[DT_MAX_WAYS];
    uint32_t way_count = heads.count != 0 ? dt_ways_down(&s->l->arena, at, element, ways) : 0;
    for (uint32_t h = 0; h < heads.count; h++)
      for (uint32_t w = 0; w < way_count; w++)
        add_with_step(s, &heads.all[h], ways[w].path, heads.all[h].trust - ways[w].cost - DT_COST_LEVEL * level);
  }
}

/* Adds candidates by the labels before the value. */
static void single_labels(const single *s) {
  if (s->target->kind == DT_TARGET_ATTRIBUTE) return;

  dt_labels labels = dt_labels_before(s->sample, s->wanted, dt_target_node(s->target));
  for (uint32_t i = 0; i < labels.count; i++) {
    const dt_label *label = &labels.all[i];
    bool names = dt_names_field(s->l, s->l->field, dt_text(label->head.value));
    for (uint32_t w = 0; w < label->way_count; w++) {
      double trust = label->head.trust - label->ways[w].cost + (names ? DT_GAIN_NAMED : 0);
      if (label->ways[w].to_text) {
        add_candidates(s, &label->head, label->ways[w].path, trust);
      } else {
        add_with_step(s, &label->head, label->ways[w].path, trust);
      }
    }
  }
}

/* Adds candidates by the types of the JSON-LD objects that contain the value. */
static void single_data(const single *s) {
  const char *path = "";
  double trust = DT_TRUST_DATA;
  for (xmlNodePtr n = s->target->element; n != NULL && !dt_node_is(n, "ld"); n = n->parent) {
    detm_text type = n != s->target->element ? dt_attribute_value(n, "type") : (detm_text){NULL, 0};
    if (type.data != NULL) {
      add_with_step(s, &(dt_head){.kind = DT_ANCHOR_DATA, .value = type.data}, path, trust);
      trust = DT_TRUST_OUTER_DATA;
    }
    path = dt_arena_format(&s->l->arena, "/%s%s", (const char *)n->name, path);
  }
}

/* Sets how the value is reached from its element, by a step or by the number of a run, and the trust that the place
 * loses, compared with an element that has only the value as text. */
static void set_step(single *s) {
  const dt_target *t = s->target;
  dt_arena *arena = &s->l->arena;
  uint32_t of, position;

  s->step = "";
  s->run = 0;

  s->deduction = t->partial ? DT_COST_PARTIAL : 0;
  if (t->kind == DT_TARGET_ATTRIBUTE) {
    const char *name = (const char *)t->node->name;
    bool address = strcmp(name, "href") == 0 || strcmp(name, "src") == 0;
    s->step = dt_arena_format(arena, "/@%s", name);
    s->deduction += address ? DT_COST_ADDRESS : dt_node_is(t->element, "meta") ? DT_COST_META : DT_COST_VALUE;
  }

  if (dt_node_is(t->element, "title")) s->deduction += DT_COST_TITLE;
  if (dt_node_is(t->element, "option")) s->deduction += DT_COST_OPTION;
  if (dt_sample_at(s->sample, t->element)->data) s->deduction += DT_COST_DATA;

  if (t->kind == DT_TARGET_RUN) {
    s->run = dt_run_position(t->node, &of);
    s->deduction += of > 1 ? DT_COST_ONE_OF : DT_COST_TEXT;
    if (t->node->type == XML_ELEMENT_NODE) s->deduction += DT_COST_RUN_ELEMENT;
  }

  if (t->kind == DT_TARGET_TEXT) {
    position = dt_text_position(t->node, &of);
    s->step = of > 1 ? dt_arena_format(arena, ANY_TEXT "[%u]", position) : ANY_TEXT;
    s->deduction += of > 1 ? DT_COST_ONE_OF : DT_COST_TEXT;
  }
}

/* Lets any text or run be the value's, instead of that of a number, if a pattern begins with a label, "Weight:": a line
 * more or less above it changes nothing then.  False if no number was there, or no such pattern is. */
static bool drop_number(single *s) {
  bool text = s->target->kind == DT_TARGET_TEXT && strcmp(s->step, ANY_TEXT) != 0, run = s->run > 0;
  uint32_t kept = 0;
  if (!s->target->partial || (!text && !run)) return false;
  for (uint32_t i = 0; i < s->cut_count; i++) {
    const char *pattern = s->cuts[i].pattern, *colon = pattern != NULL ? strchr(pattern, ':') : NULL;
    if (colon != NULL && strcspn(pattern, "^(.*[") > (size_t)(colon - pattern)) s->cuts[kept++] = s->cuts[i];
  }
  if (text) s->step = ANY_TEXT;
  if (run) s->run = DT_EVERY_RUN;
  s->cut_count = kept;
  return kept != 0;
}

/* Adds candidates by all ways to the value's place. */
static void add_all_ways(const single *s) {
  single_heads(s);
  if (dt_sample_at(s->sample, s->target->element)->data) {
    single_data(s);
    return;
  }

  single_labels(s);
  dt_head root = {.kind = DT_ANCHOR_PATH};
  add_with_step(s, &root, dt_path_down(&s->l->arena, NULL, s->target->element), DT_TRUST_PATH);
}

/* What takes the address out of a URL (dt_url_address). */
static const char *cut_of_address(detm_text url) {
  return dt_text_starts_ci(url, DT_TEXT("mailto:")) ? "^\\w+:([^?]+)" : "^\\w+:(.+)";
}

void dt_single_candidates(dt_learning *l, uint32_t sample, detm_text value, const char *path) {
  single s = {.l = l, .sample = &l->samples[sample], .wanted = &l->wanted[sample]};
  dt_targets targets = dt_find_value(s.sample, value, path);
  for (uint32_t i = 0; i < targets.count && i < MAX_TARGETS; i++) {
    const dt_target *t = s.target = &targets.all[i];
    dt_scope_clock(&l->scope);
    set_step(&s);
    bool address = targets.unseen && strcmp((const char *)t->node->name, "href") == 0;
    s.cuts[0] = (dt_cutting){address ? cut_of_address(dt_sample_value(s.sample, t->node)) : NULL, 0};
    s.cut_count = t->partial && !address ? dt_cuttings_of(l, dt_sample_value(s.sample, t->node), value, s.cuts) : 1;
    if (s.cut_count == 0) continue;
    add_all_ways(&s);
    if (drop_number(&s)) add_all_ways(&s);
  }
}
