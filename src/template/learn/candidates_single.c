/* template/learn/candidates_single.c: makes candidates for one value: all anchors that lead to any of its places. */
#include "html/dom_path.h"
#include "template/learn/anchor_path.h"
#include "template/learn/labels.h"
#include "template/learn/learn.h"

#define NAMED 0.08 /* trust that a label gains if it contains the field's name */

enum { MAX_TARGETS = 40, MAX_LEVELS = 8 };

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
static void add_heads(const single *s) {
  xmlNodePtr element = s->target->element, at = element;
  for (int level = 0; level < MAX_LEVELS; level++, at = at->parent) {
    if (at == NULL || at->type != XML_ELEMENT_NODE || dt_node_is(at, "html") || dt_node_is(at, "body")) return;
    dt_heads heads = dt_heads_of(s->sample, s->wanted, at);
    dt_way ways[DT_MAX_WAYS];
    uint32_t way_count = heads.count != 0 ? dt_ways_down(&s->l->arena, at, element, ways) : 0;
    for (uint32_t h = 0; h < heads.count; h++)
      for (uint32_t w = 0; w < way_count; w++)
        add_with_step(s, &heads.all[h], ways[w].path, heads.all[h].trust - ways[w].cost - 0.03 * level);
  }
}

/* Adds candidates by the labels before the value. */
static void add_labels(const single *s) {
  if (s->target->kind == DT_TARGET_ATTRIBUTE) return;
  const dt_target *t = s->target;
  xmlNodePtr node = t->kind == DT_TARGET_RUN ? t->element : t->node;
  uint32_t first = t->kind == DT_TARGET_TEXT ? dt_sample_number(node) : dt_sample_at(s->sample, node)->first;
  dt_labels labels = dt_labels_before(s->sample, s->wanted, first, node);
  for (uint32_t i = 0; i < labels.count; i++) {
    const dt_label *label = &labels.all[i];
    bool names = dt_names_field(s->l, s->l->field, dt_text(label->head.value));
    for (uint32_t w = 0; w < label->way_count; w++) {
      double trust = label->head.trust - label->ways[w].cost + (names ? NAMED : 0);
      if (label->ways[w].to_text) {
        add_candidates(s, &label->head, label->ways[w].path, trust);
      } else {
        add_with_step(s, &label->head, label->ways[w].path, trust);
      }
    }
  }
}

/* Adds candidates by the types of the JSON-LD objects that contain the value. */
static void add_data(const single *s) {
  const char *path = "";
  double trust = 0.95;
  for (xmlNodePtr n = s->target->element; n != NULL && !dt_node_is(n, "ld"); n = n->parent) {
    detm_text type = n != s->target->element ? dt_attribute_value(n, "type") : (detm_text){NULL, 0};
    if (type.data != NULL) {
      add_with_step(s, &(dt_head){.kind = DT_ANCHOR_DATA, .value = type.data}, path, trust);
      trust = 0.97;
    }
    path = dt_arena_format(&s->l->arena, "/%s%s", (const char *)n->name, path);
  }
}

static void add_path(const single *s) {
  dt_head none = {.kind = DT_ANCHOR_PATH};
  add_with_step(s, &none, dt_dom_path(&s->l->arena, NULL, s->target->element, NULL), 0.35);
}

/* Returns the trust that a place loses against an element that has only the value as text. */
static double deduction_of(const single *s) {
  const dt_target *t = s->target;
  double deduction = t->partial ? 0.1 : 0;
  if (t->kind == DT_TARGET_ATTRIBUTE) {
    bool address = strcmp((const char *)t->node->name, "href") == 0 || strcmp((const char *)t->node->name, "src") == 0;
    deduction += address ? 0.3 : dt_node_is(t->element, "meta") ? 0.12 : 0.2;
  }
  if (dt_node_is(t->element, "title")) deduction += 0.1;
  if (dt_node_is(t->element, "option")) deduction += 0.3;
  if (dt_sample_at(s->sample, t->element)->data) deduction += 0.08;
  return deduction;
}

/* Sets how the value is reached from its element: by a step, or by the number of a run. */
static void set_step(single *s) {
  uint32_t of, position;
  s->step = "";
  s->run = 0;
  if (s->target->kind == DT_TARGET_RUN) {
    s->run = dt_run_position(s->target->node, &of);
    s->deduction += of > 1 ? 0.09 : 0.04;
    if (s->target->node->type == XML_ELEMENT_NODE) s->deduction += 0.05; /* the element itself is probably the value */
  }
  if (s->target->kind == DT_TARGET_ATTRIBUTE)
    s->step = dt_arena_format(&s->l->arena, "/@%s", (const char *)s->target->node->name);
  if (s->target->kind != DT_TARGET_TEXT) return;
  position = dt_text_position(s->target->node, &of);
  s->step =
      of > 1 ? dt_arena_format(&s->l->arena, "/text()[normalize-space()][%u]", position) : "/text()[normalize-space()]";
  s->deduction += of > 1 ? 0.09 : 0.04;
}

static void add_target(single *s, detm_text value) {
  s->deduction = deduction_of(s);
  set_step(s);
  s->cuts[0] = (dt_cutting){NULL, 0};
  s->cut_count = 1;
  if (s->target->partial)
    s->cut_count = dt_cuttings_of(s->l, dt_sample_value(s->sample, s->target->node), value, s->cuts);
  if (s->cut_count == 0) return;
  add_heads(s);
  if (dt_sample_at(s->sample, s->target->element)->data) {
    add_data(s);
    return;
  }
  add_labels(s);
  add_path(s);
}

void dt_single_candidates(dt_learning *l, uint32_t sample, detm_text value, const char *path) {
  single s = {.l = l, .sample = &l->samples[sample], .wanted = &l->wanted[sample]};
  dt_targets targets = dt_find_value(s.sample, value, path);
  for (uint32_t i = 0; i < targets.count && i < MAX_TARGETS; i++) {
    s.target = &targets.all[i];
    add_target(&s, value);
    dt_scope_clock(&l->scope);
  }
}
