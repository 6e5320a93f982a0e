/* template/learn/value_places.c: lists the places of a value on a page, and finds whether the right one is in doubt. */
#include "config.h"

#include "html/dom_path.h"
#include "template/learn/anchor_path.h"
#include "template/learn/labels.h"
#include "template/learn/learn.h"
#include "template/tunables.h"
#include "values/value_kind.h"

enum {
  MAX_PLACES = 5,         /* in a notice */
  MAX_SHOWN_LENGTH = 60,  /* bytes of the text around a value */
  MAX_GENERIC_LENGTH = 3, /* letters and digits of a value that may mean anything */
  MIN_NAME_LENGTH = 3,    /* bytes; shorter names of fields are not searched for */
  CONTROL_LEVELS = 3
};

typedef struct place_list {
  detm_place *places;
  uint32_t count; /* at most MAX_PLACES */
  uint32_t shown; /* count of all visible places */
  uint32_t controls, whole, named;
  const char *caption; /* label of the first place with a sure one */
  bool captions_differ;
} place_list;

const char *dt_place_path(dt_arena *arena, xmlNodePtr node) {
  if (node->type == XML_ELEMENT_NODE) return dt_dom_path(arena, NULL, node, NULL);
  const char *path = dt_dom_path(arena, NULL, node->parent, NULL);
  if (node->type == XML_ATTRIBUTE_NODE) return dt_arena_format(arena, "%s/@%s", path, (const char *)node->name);
  uint32_t of, position = dt_text_position(node, &of);
  return of > 1 ? dt_arena_format(arena, "%s/text()[normalize-space()][%u]", path, position)
                : dt_arena_format(arena, "%s/text()", path);
}

/* Whether an element is a control of a form, or within one.  The chosen option of a list is what the page shows. */
static bool is_form_control(const xmlNode *element) {
  if (dt_list_of_chosen(element) != NULL) return false;
  for (int up = 0; up < CONTROL_LEVELS && element != NULL && element->type == XML_ELEMENT_NODE; up++) {
    if (dt_node_is_among(element, "option|select|datalist|input|button|textarea")) return true;
    element = element->parent;
  }
  return false;
}

static bool is_target_shown(const dt_sample *s, const dt_target *t) {
  if (dt_sample_at(s, t->element)->data) return false;
  if (t->kind == DT_TARGET_ATTRIBUTE) return is_form_control(t->element);
  for (const xmlNode *n = t->element; n != NULL && n->type == XML_ELEMENT_NODE; n = n->parent)
    if (dt_node_is(n, "head")) return false;
  return true;
}

bool dt_names_field(dt_learning *l, const char *field, detm_text text) {
  detm_text name = dt_squeezed_words(&l->arena, dt_text(field));
  return name.length >= MIN_NAME_LENGTH && dt_text_holds(dt_squeezed_words(&l->arena, text), name);
}

/* Returns the label before a target, if it is a sure one; else NULL. */
static const char *caption_of_target(dt_learning *l, uint32_t sample, const dt_target *t) {
  if (t->kind == DT_TARGET_ATTRIBUTE) return NULL;
  dt_labels labels = dt_labels_before(&l->samples[sample], &l->wanted[sample], dt_target_node(t));
  return labels.count != 0 && labels.all[0].head.trust >= DT_TRUST_SURE ? labels.all[0].head.value : NULL;
}

/* Whether the label before a target, or the text that contains it, has the name of the field. */
static bool is_target_named(dt_learning *l, uint32_t sample, const char *field, const dt_target *t,
                            const char *caption) {
  if (caption != NULL && dt_names_field(l, field, dt_text(caption))) return true;
  return t->partial && t->kind != DT_TARGET_ATTRIBUTE &&
         dt_names_field(l, field, dt_sample_value(&l->samples[sample], t->node));
}

static void add_value_place(dt_learning *l, uint32_t sample, const char *field, const dt_target *t, bool unseen,
                            place_list *list) {
  detm_place place = {.path = dt_place_path(&l->arena, dt_target_node(t))};
  place.control = !unseen && is_form_control(t->element);
  place.partial = t->partial;

  place.caption = caption_of_target(l, sample, t);
  if (t->partial && t->kind != DT_TARGET_ATTRIBUTE) {
    detm_text text = dt_text_cut(dt_sample_value(&l->samples[sample], t->node), MAX_SHOWN_LENGTH);
    place.text = dt_arena_copy(&l->arena, text.data, text.length);
  }

  if (list->count < MAX_PLACES) list->places[list->count++] = place;
  list->shown++;
  list->controls += place.control != 0;
  list->whole += !place.partial && !place.control;
  list->named += is_target_named(l, sample, field, t, place.caption);
  if (place.caption == NULL) return;
  if (list->caption == NULL) list->caption = place.caption;
  list->captions_differ |= strcmp(list->caption, place.caption) != 0;
}

const char *dt_named_text(dt_learning *l, uint32_t sample, const char *field, const dt_wish *wish) {
  dt_targets *targets = DT_ARRAY(&l->arena, dt_targets, wish->count + 1);
  bool all_whole = true;

  for (uint32_t v = 0; v < wish->count; v++) {
    if (wish->paths[v] != NULL) return NULL;
    targets[v] = dt_find_value(&l->samples[sample], wish->values[v], NULL);
    bool whole = false;
    for (uint32_t i = 0; i < targets[v].count; i++) whole |= !targets[v].all[i].partial;
    all_whole &= whole;
    dt_scope_clock(&l->scope);
  }

  for (uint32_t i = 0; !all_whole && i < targets[0].count; i++) {
    const dt_target *t = &targets[0].all[i];
    bool holds_all = is_target_shown(&l->samples[sample], t);
    for (uint32_t v = 0; v < wish->count && holds_all; v++) {
      uint32_t part = 0;
      while (part < targets[v].count && (targets[v].all[part].node != t->node || !targets[v].all[part].partial)) part++;
      holds_all = part < targets[v].count;
    }
    if (holds_all && is_target_named(l, sample, field, t, caption_of_target(l, sample, t)))
      return dt_place_path(&l->arena, t->node);
  }

  return NULL;
}

/* Lists whole texts before parts: a part of a text is not considered if a whole text is the value. */
static place_list places_of_targets(dt_learning *l, uint32_t sample, const char *field, const dt_targets *targets) {
  place_list list = {.places = DT_ZERO(&l->arena, detm_place, MAX_PLACES)};
  for (int partial = 0; partial < 2; partial++)
    for (uint32_t i = 0; i < targets->count; i++) {
      const dt_target *t = &targets->all[i];
      if (t->partial != (partial != 0) || !(targets->unseen || is_target_shown(&l->samples[sample], t))) continue;
      bool again = false;
      for (uint32_t before = 0; before < targets->count && !again; before++) {
        const dt_target *other = &targets->all[before];
        bool earlier = other->partial == t->partial ? before < i : !other->partial;
        const xmlNode *a = dt_target_node(other), *b = dt_target_node(t); /* nested elements, or a text and its run */
        again = earlier && !targets->unseen && is_target_shown(&l->samples[sample], other) &&
                (dt_node_is_within(a, b) || dt_node_is_within(b, a));
      }
      if (!again && !(t->partial && list.whole != 0)) add_value_place(l, sample, field, t, targets->unseen, &list);
      dt_scope_clock(&l->scope);
    }

  return list;
}

void dt_places_note(dt_learning *l, uint32_t sample, const detm_choice *choice, const dt_targets *targets,
                    bool gathered, detm_notice *notice) {
  place_list list = places_of_targets(l, sample, choice->name, targets);
  const char *type = dt_type_of(dt_text(choice->value));
  bool tiny = dt_squeezed_words(&l->arena, dt_text(choice->value)).length <= MAX_GENERIC_LENGTH;
  bool number = tiny || strcmp(type, "number") == 0;
  bool generic = tiny || targets->unseen || strcmp(type, "text") != 0; /* a page may have it at many places by chance */
  uint32_t rivals = list.shown - list.controls;
  notice->where = list.places;
  notice->where_count = list.count;
  notice->doubt = DETM_DOUBT_NONE;
  if (list.shown != 0 && rivals == 0) {
    notice->doubt = DETM_DOUBT_CONTROL;
  } else if (list.named != 1 && rivals != 0 && list.whole == 0 && !targets->unseen && (gathered || number)) {
    notice->doubt = DETM_DOUBT_PART;
  } else if (list.named != 1 && rivals > 1 && (generic || list.captions_differ)) {
    notice->doubt = DETM_DOUBT_SEVERAL;
  }
}
