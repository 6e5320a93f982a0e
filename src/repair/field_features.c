/* repair/field_features.c: features of the fields of a wrapper. */
#include "repair/field_features.h"

#include "wrapper/record_set.h"
#include "wrapper/values.h"

/* ---- elements around a field ---- */

static void add_class(dt_facet *facet, detm_text class) {
  if (class.length == 0 || facet->class_count == DT_FACET_CLASSES) return;
  uint64_t hash = dt_hash_bytes(class.data, class.length, 1);
  for (uint32_t i = 0; i < facet->class_count; i++)
    if (facet->classes[i] == hash) return;
  facet->classes[facet->class_count++] = hash;
}

static void add_classes(dt_facet *facet, const char *at, const char *ends) {
  while (*(at += strspn(at, ends)) != '\0') {
    size_t length = strcspn(at, ends);
    add_class(facet, (detm_text){at, length});
    at += length;
  }
}

/* Adds the classes of a decoration: "price" of "font b.price". */
static void add_within(dt_facet *facet, const char *within) {
  for (const char *at = strchr(within, '.'); at != NULL; at = strchr(at, '.')) {
    size_t length = strcspn(++at, " .");
    add_class(facet, (detm_text){at, length});
    at += length;
  }
}

static void look_up(dt_facet *facet, const dt_wrapper_node *w) {
  if (w->tag == DT_TAG_TEXT) w = w->parent;
  for (unsigned i = 0; w->parent != NULL && i < DT_FACET_ELEMENTS; i++, w = w->parent)
    add_classes(facet, w->class, " \t\n\r\f");
}

/* ---- fields ---- */

static const char *label_of(const dt_wrapper_node *w, const dt_part *part) {
  if (*part->before != '\0') return part->before;
  return w->part_count == 1 && w->label != NULL && *w->label != '\0' ? w->label : NULL;
}

static void look_at_part(dt_facet *facet, const dt_wrapper_node *w, const dt_part *part) {
  facet->label = label_of(w, part);
  facet->linked = w->linked;
  if (w->part_count == 1) facet->first = dt_part_value(part, w->sample);
  add_within(facet, w->split == DT_SPLIT_NONE ? w->within : part->within);
  look_up(facet, w);
}

static uint32_t text_below(const dt_wrapper_node *element) {
  const dt_wrapper_node *end = dt_wrapper_past(element);
  for (const dt_wrapper_node *w = element; w != end; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++)
      if (w->parts[p].field != DT_NO_FIELD) return w->parts[p].field;
  return DT_NO_FIELD;
}

static void look_at_address(dt_facet *facet, const dt_wrapper_node *w, bool image) {
  facet->address = !image;
  facet->image = image;
  facet->label = w->label;
  facet->beside = text_below(w);
  look_up(facet, w);
}

static void look_at_node(dt_facet *facets, const dt_wrapper_node *w) {
  if (w->href != DT_NO_FIELD) look_at_address(&facets[w->href], w, false);
  if (w->src != DT_NO_FIELD) look_at_address(&facets[w->src], w, true);
  for (uint32_t p = 0; p < w->part_count; p++)
    if (w->parts[p].field != DT_NO_FIELD) look_at_part(&facets[w->parts[p].field], w, &w->parts[p]);
}

/* Sets the order of fields, separately among texts, addresses and images. */
static void set_order(dt_facet *facets, uint32_t count) {
  uint32_t all[3] = {0}, seen[3] = {0};
  for (uint32_t f = 0; f < count; f++) all[facets[f].address + 2 * facets[f].image]++;
  for (uint32_t f = 0; f < count; f++) {
    unsigned sort = facets[f].address + 2u * facets[f].image;
    facets[f].order = all[sort] > 1 ? (double)seen[sort]++ / (all[sort] - 1) : 0;
  }
}

/* ---- words of links ---- */

enum { NEARLY_ALL = 8 /* tenths of the values */ };

static bool is_usual(const dt_values *values, const char *word) {
  return values != NULL && 10.0 * dt_frequent_of(&values->words, word) >= NEARLY_ALL * (double)values->count;
}

static bool has_another(const dt_facet *facets, uint32_t count, uint32_t address, const char *word) {
  for (uint32_t f = 0; f < count; f++)
    if (f != address && facets[f].address && is_usual(facets[f].values, word)) return true;
  return false;
}

static void set_link_words(dt_facet *facets, uint32_t count) {
  for (uint32_t a = 0; a < count; a++) {
    dt_facet *facet = &facets[a];
    if (!facet->address || facet->values == NULL) continue;
    const dt_frequent *words = &facet->values->words;
    for (uint32_t i = 0; i < words->count && facet->link_word_count < DT_FACET_LINK_WORDS; i++) {
      const char *word = words->texts[i].text;
      if (is_usual(facet->values, word) && !has_another(facets, count, a, word))
        facet->link_words[facet->link_word_count++] = dt_hash_bytes(word, strlen(word), 1);
    }
    if (facet->beside == DT_NO_FIELD) continue;
    memcpy(facets[facet->beside].link_words, facet->link_words, sizeof facet->link_words);
    facets[facet->beside].link_word_count = facet->link_word_count;
  }
}

dt_facet *dt_facets_of_wrapper(dt_arena *arena, const detm_wrapper *wrapper, const dt_profile *profile) {
  dt_facet *facets = DT_ZERO(arena, dt_facet, wrapper->field_count);
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    facets[f].type = wrapper->fields[f].type;
    facets[f].beside = DT_NO_FIELD;
    if (profile != NULL && f < profile->field_count && profile->fields[f].count != 0)
      facets[f].values = &profile->fields[f];
  }
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) look_at_node(facets, w);
  set_order(facets, wrapper->field_count);
  set_link_words(facets, wrapper->field_count);
  return facets;
}
