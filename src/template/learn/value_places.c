/* template/learn/value_places.c: lists the places of a value on a page, and whether it is in doubt which one is meant.
 */
#include "config.h"

#include "html/dom_path.h"
#include "template/learn/labels.h"
#include "template/learn/learn.h"
#include "text/fold.h"
#include "text/value_kind.h"

enum {
  MAX_PLACES = 5,         /* in a notice */
  MAX_SHOWN_LENGTH = 60,  /* bytes of the text around a value */
  MAX_GENERIC_LENGTH = 3, /* letters and digits of a value that may mean anything */
  MIN_NAME_LENGTH = 3,    /* bytes of a field's name that is searched for */
  CONTROL_LEVELS = 3
};

#define LABEL_TRUST 0.85 /* of a sure label: one with a colon, a th, a dt */

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

/* Whether an element is a control of a form, or within one. */
static bool is_control(const xmlNode *element) {
  static const char *const tags[] = {"option", "select", "datalist", "input", "button", "textarea"};
  for (int up = 0; up < CONTROL_LEVELS && element != NULL && element->type == XML_ELEMENT_NODE; up++) {
    for (size_t t = 0; t < sizeof tags / sizeof *tags; t++)
      if (dt_node_is(element, tags[t])) return true;
    element = element->parent;
  }
  return false;
}

static bool is_shown(const dt_sample *s, const dt_target *t) {
  if (dt_sample_at(s, t->element)->data) return false;
  if (t->kind == DT_TARGET_ATTRIBUTE) return is_control(t->element);
  for (const xmlNode *n = t->element; n != NULL && n->type == XML_ELEMENT_NODE; n = n->parent)
    if (dt_node_is(n, "head")) return false;
  return true;
}

/* Whether two targets are one place: nested elements, or a text and its run. */
static bool is_same_place(const dt_target *a, const dt_target *b) {
  const xmlNode *inner = a->kind == DT_TARGET_RUN ? a->element : a->node;
  const xmlNode *outer = b->kind == DT_TARGET_RUN ? b->element : b->node;
  for (const xmlNode *n = inner; n != NULL; n = n->parent)
    if (n == outer) return true;
  for (const xmlNode *n = outer; n != NULL; n = n->parent)
    if (n == inner) return true;
  return false;
}

static detm_text bare(dt_arena *arena, detm_text text) {
  char *out = dt_arena_take(arena, text.length + 1);
  return (detm_text){out, dt_squeeze_word(text, out)};
}

bool dt_names_field(dt_learning *l, const char *field, detm_text text) {
  detm_text name = bare(&l->arena, dt_text(field)), words = bare(&l->arena, text);
  return name.length >= MIN_NAME_LENGTH && name.length <= words.length &&
         memmem(words.data, words.length, name.data, name.length) != NULL;
}

/* Returns the label before a target, if it is a sure one; else NULL. */
static const char *caption_of(dt_learning *l, uint32_t sample, const dt_target *t) {
  dt_sample *s = &l->samples[sample];
  if (t->kind == DT_TARGET_ATTRIBUTE) return NULL;
  xmlNodePtr node = t->kind == DT_TARGET_RUN ? t->element : t->node;
  uint32_t first = t->kind == DT_TARGET_TEXT ? dt_sample_number(node) : dt_sample_at(s, node)->first;
  dt_labels labels = dt_labels_before(s, &l->wanted[sample], first, node);
  return labels.count != 0 && labels.all[0].head.trust >= LABEL_TRUST ? labels.all[0].head.value : NULL;
}

/* Whether the label before a target, or the text of which it is a part, has the name of the field. */
static bool is_named(dt_learning *l, uint32_t sample, const char *field, const dt_target *t, const char *caption) {
  if (caption != NULL && dt_names_field(l, field, dt_text(caption))) return true;
  return t->partial && t->kind != DT_TARGET_ATTRIBUTE &&
         dt_names_field(l, field, dt_sample_value(&l->samples[sample], t->node));
}

static void add_place(dt_learning *l, uint32_t sample, const char *field, const dt_target *t, place_list *list) {
  detm_place place = {.path = dt_place_path(&l->arena, t->kind == DT_TARGET_RUN ? t->element : t->node)};
  place.control = is_control(t->element);
  place.partial = t->partial;
  place.caption = caption_of(l, sample, t);
  if (t->partial && t->kind != DT_TARGET_ATTRIBUTE) {
    detm_text text = dt_text_cut(dt_sample_value(&l->samples[sample], t->node), MAX_SHOWN_LENGTH);
    place.text = dt_arena_copy(&l->arena, text.data, text.length);
  }
  if (list->count < MAX_PLACES) list->places[list->count++] = place;
  list->shown++;
  list->controls += place.control != 0;
  list->whole += !place.partial && !place.control;
  list->named += is_named(l, sample, field, t, place.caption);
  if (place.caption == NULL) return;
  if (list->caption == NULL) list->caption = place.caption;
  list->captions_differ |= strcmp(list->caption, place.caption) != 0;
}

/* Whether the value is a part of a text. */
static bool is_part_of(const dt_targets *targets, const xmlNode *text) {
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->all[i].node == text && targets->all[i].partial) return true;
  return false;
}

static bool has_whole(const dt_targets *targets) {
  for (uint32_t i = 0; i < targets->count; i++)
    if (!targets->all[i].partial) return true;
  return false;
}

const char *dt_named_text(dt_learning *l, uint32_t sample, const char *field, const dt_wish *wish) {
  dt_targets *targets = DT_ARRAY(&l->arena, dt_targets, wish->count + 1);
  bool all_whole = true;
  for (uint32_t v = 0; v < wish->count; v++) {
    if (wish->paths[v] != NULL) return NULL;
    targets[v] = dt_find_value(&l->samples[sample], wish->values[v], NULL);
    all_whole &= has_whole(&targets[v]);
    dt_scope_clock(&l->scope);
  }
  for (uint32_t i = 0; !all_whole && i < targets[0].count; i++) {
    const dt_target *t = &targets[0].all[i];
    bool holds_all = is_shown(&l->samples[sample], t);
    for (uint32_t v = 0; v < wish->count && holds_all; v++) holds_all = is_part_of(&targets[v], t->node);
    if (holds_all && is_named(l, sample, field, t, caption_of(l, sample, t))) return dt_place_path(&l->arena, t->node);
  }
  return NULL;
}

/* Lists whole texts before parts: a part of a text is not considered if a whole text is the value. */
static place_list places_of(dt_learning *l, uint32_t sample, const char *field, const dt_targets *targets) {
  place_list list = {.places = DT_ZERO(&l->arena, detm_place, MAX_PLACES)};
  for (int partial = 0; partial < 2; partial++)
    for (uint32_t i = 0; i < targets->count; i++) {
      const dt_target *t = &targets->all[i];
      if (t->partial != (partial != 0) || !is_shown(&l->samples[sample], t)) continue;
      bool again = false;
      for (uint32_t before = 0; before < targets->count && !again; before++) {
        const dt_target *other = &targets->all[before];
        bool earlier = other->partial == t->partial ? before < i : !other->partial;
        again = earlier && is_shown(&l->samples[sample], other) && is_same_place(other, t);
      }
      if (!again && !(t->partial && list.whole != 0)) add_place(l, sample, field, t, &list);
      dt_scope_clock(&l->scope);
    }
  return list;
}

/* Whether a value is a number or the like, which a page may have at many places by chance. */
static bool is_generic(dt_learning *l, detm_text value) {
  return strcmp(dt_type_of(value), "text") != 0 || bare(&l->arena, value).length <= MAX_GENERIC_LENGTH;
}

static bool is_number(dt_learning *l, detm_text value) {
  return strcmp(dt_type_of(value), "number") == 0 || bare(&l->arena, value).length <= MAX_GENERIC_LENGTH;
}

static detm_doubt doubt_of(dt_learning *l, const place_list *list, detm_text value, bool gathered) {
  uint32_t rivals = list->shown - list->controls;
  if (list->shown != 0 && rivals == 0) return DETM_DOUBT_CONTROL;
  if (list->named == 1) return DETM_DOUBT_NONE;
  if (rivals != 0 && list->whole == 0 && (gathered || is_number(l, value))) return DETM_DOUBT_PART;
  if (rivals > 1 && (is_generic(l, value) || list->captions_differ)) return DETM_DOUBT_SEVERAL;
  return DETM_DOUBT_NONE;
}

void dt_places_note(dt_learning *l, uint32_t sample, const detm_choice *choice, const dt_targets *targets,
                    bool gathered, detm_notice *notice) {
  place_list list = places_of(l, sample, choice->name, targets);
  notice->doubt = doubt_of(l, &list, dt_text(choice->value), gathered);
  notice->where = list.places;
  notice->where_count = list.count;
}
