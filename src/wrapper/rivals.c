/* wrapper/rivals.c: tells elements that only their place tells apart by their labels, itemprops and words. */
#include "config.h"

#include "wrapper/rivals.h"

#include "values/value_kind.h"
#include "wrapper/labels.h"
#include "wrapper/pieces.h"
#include "wrapper/values/values.h"

/* ---- rivals ---- */

dt_wrapper_node *dt_only_text(dt_wrapper_node *w) {
  while (w->tag != DT_TAG_TEXT && w->first != NULL && w->first == w->last && !w->repeated) w = w->first;
  return w->tag == DT_TAG_TEXT && !w->repeated ? w : NULL;
}

uint32_t dt_item_only_text(const dt_item *item, uint32_t i) {
  while (item->tree->nodes[item->nodes[i]].tag != DT_TAG_TEXT) {
    if (i + 1 >= item->ends[i] || item->ends[i + 1] != item->ends[i]) return DT_NONE;
    i++;
  }
  return i;
}

/* Whether two children of a node look the same to whoever does not read them. */
static bool are_equal_but_for_text(const dt_wrapper_node *a, const dt_wrapper_node *b) {
  for (; a != NULL && b != NULL; a = a->first, b = b->first) {
    bool same = a->tag == b->tag && !a->cell && !b->cell && a->caption_hash == 0 && b->caption_hash == 0 &&
                a->group == b->group && a->linked == b->linked && strcmp(a->class, b->class) == 0;
    if (!same) return false;
  }
  return a == NULL && b == NULL;
}

void dt_rivals_find(dt_rivals *rivals, dt_arena *arena, const detm_wrapper *wrapper) {
  enum { MOST = 40 /* compared before one: a node may have thousands */ };
  *rivals = (dt_rivals){.next = DT_ZERO(arena, dt_wrapper_node *, wrapper->node_count)};
  if (wrapper->profile == NULL) return;
  for (dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w)) {
    dt_wrapper_node *text = w->parent->parent != NULL ? dt_only_text(w) : NULL;
    if (text == NULL || text->part_count == 0) continue;

    dt_wrapper_node *before = w->parent->first;
    for (unsigned n = 0; n < MOST && before != w; n++, before = before->next) {
      dt_wrapper_node *other = dt_only_text(before);
      if (other == NULL || other->part_count == 0 || !are_equal_but_for_text(before, w)) continue;
      dt_wrapper_node *after = rivals->next[other->number];
      rivals->next[other->number] = text;
      rivals->next[text->number] = after != NULL ? after : other;
      rivals->any = true;
      break;
    }
  }
}

/* ---- evidence ---- */

detm_text dt_wrapper_text_label(const detm_wrapper *wrapper, const dt_wrapper_node *text) {
  size_t length = text->linked ? 0 : dt_label_length(text->sample.data, text->sample.length);
  if (length != 0) return (detm_text){text->sample.data, length};
  if (text->part_count == 0) return dt_text("");
  uint32_t field = text->parts[0].field;
  const char *constant = text->part_count > 1 && field != DT_NO_FIELD ? wrapper->fields[field].constant : NULL;
  detm_text words = dt_text(constant != NULL ? constant : text->parts[0].before);
  return dt_has_words(words) ? words : dt_text("");
}

/* The itemprop of the element around a text, or of its decoration; NULL = none. */
static const char *itemprop_around(const dt_item *item, uint32_t i, dt_arena *scratch) {
  const dt_tree *tree = item->tree;
  const dt_string *string = &tree->texts[tree->nodes[item->nodes[i]].detail];
  const char *inner = dt_chain_itemprop(scratch, tree, tree->fragments[string->first].chain);
  if (inner != NULL || item->parents[i] == DT_NONE) return inner;
  detm_text outer = dt_attribute_of(tree, item->nodes[item->parents[i]], DT_ATTRIBUTE_itemprop);
  return outer.length != 0 ? dt_arena_copy(scratch, outer.data, outer.length) : NULL;
}

/* What the words before or after all values say, which are no part of them: "beds" of "3 beds". */
static dt_hint hint_of_affix(const dt_part *part, detm_text piece, detm_text value) {
  if (!dt_text_has_digit(value)) return DT_HINT_NONE;
  size_t before = (size_t)(value.data - piece.data), after = piece.length - before - value.length;
  bool letters = dt_has_letter(piece);
  bool has = (*part->unit != '\0' && dt_has_words(dt_text_from(piece, before + value.length))) ||
             (dt_has_words(dt_text(part->after)) && after >= strlen(part->after)) ||
             (dt_has_words(dt_text(part->before)) && before >= strlen(part->before));
  return has ? DT_HINT_FOR : letters ? DT_HINT_AGAINST : DT_HINT_NONE;
}

/* Whether there are words before or after all values, which are no part of them. */
static bool has_affix(const dt_part *part) {
  return *part->unit != '\0' || dt_has_words(dt_text(part->after)) || dt_has_words(dt_text(part->before));
}

/* The values that a part had, of which its words can tell; NULL = none. */
static const dt_values *values_of_part(const detm_wrapper *wrapper, const dt_part *part) {
  const dt_profile *profile = wrapper->profile;
  if (profile == NULL || part->field >= profile->field_count || part->says != NULL) return NULL;
  const dt_values *values = &profile->fields[part->field];
  return has_affix(part) || dt_values_tell(values) ? values : NULL;
}

dt_hint dt_part_hint(const detm_wrapper *wrapper, const dt_part *part, detm_text piece) {
  const dt_values *values = values_of_part(wrapper, part);
  if (values == NULL) return DT_HINT_NONE;
  detm_text value = dt_part_value(part, piece);
  return has_affix(part) ? hint_of_affix(part, piece, value) : dt_values_hint(values, value);
}

bool dt_parts_are_apart(const detm_wrapper *wrapper, const dt_part *a, const dt_part *b) {
  const dt_profile *profile = wrapper->profile;
  return profile != NULL && a->field < profile->field_count && b->field < profile->field_count &&
         dt_values_are_apart(&profile->fields[a->field], &profile->fields[b->field]);
}

/* Whether the values of a text and those of its rivals have no words in common. */
static bool is_apart(const detm_wrapper *wrapper, const dt_rivals *rivals, const dt_wrapper_node *text) {
  const dt_wrapper_node *r = rivals->next[text->number];
  while (r != NULL && r != text && r->part_count == 1 && dt_parts_are_apart(wrapper, text->parts, r->parts))
    r = rivals->next[r->number];
  return r == text;
}

dt_hint dt_text_hint(const detm_wrapper *wrapper, const dt_rivals *rivals, const dt_wrapper_node *text,
                     const dt_item *item, uint32_t i, dt_arena *scratch) {
  detm_text words = dt_text_of(item->tree, item->nodes[i]), label = dt_wrapper_text_label(wrapper, text);
  if (label.length != 0) return dt_text_starts(words, label) ? DT_HINT_FOR : DT_HINT_AGAINST;
  const char *itemprop = text->label != NULL ? itemprop_around(item, i, scratch) : NULL;
  if (itemprop != NULL)
    return strcmp(dt_label_of_itemprop(scratch, itemprop), text->label) == 0 ? DT_HINT_FOR : DT_HINT_AGAINST;
  if (text->part_count != 1 || text->split != DT_SPLIT_NONE) return DT_HINT_NONE;
  dt_hint hint = dt_part_hint(wrapper, &text->parts[0], words);
  return hint == DT_HINT_FOR && !is_apart(wrapper, rivals, text) ? DT_HINT_NONE : hint;
}

bool dt_may_be_told(const detm_wrapper *wrapper, const dt_rivals *rivals, const dt_wrapper_node *text) {
  if (text->label != NULL || dt_wrapper_text_label(wrapper, text).length != 0) return true;
  if (text->part_count != 1 || text->split != DT_SPLIT_NONE) return false;
  return values_of_part(wrapper, &text->parts[0]) != NULL && is_apart(wrapper, rivals, text);
}

/* The texts of a wrapper with rivals of which a record has no instance, but which one may say that it is. */
typedef struct absent_texts {
  const dt_wrapper_node **texts;
  uint32_t count;
} absent_texts;

static absent_texts find_absent(const detm_wrapper *wrapper, const dt_rivals *rivals, dt_wrapper_node *const *nodes,
                                uint32_t count, dt_arena *scratch) {
  absent_texts absent = {DT_ARRAY(scratch, const dt_wrapper_node *, wrapper->node_count), 0};
  bool *has = DT_ZERO(scratch, bool, wrapper->node_count);
  for (uint32_t i = 0; i < count; i++)
    if (nodes[i] != NULL) has[nodes[i]->number] = true;
  for (const dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w))
    if (w->tag == DT_TAG_TEXT && rivals->next[w->number] != NULL && !has[w->number] &&
        dt_may_be_told(wrapper, rivals, w))
      absent.texts[absent.count++] = w;
  return absent;
}

/* Whether a text without a node says that it is one of which the record has no instance. */
static bool is_lost(const detm_wrapper *wrapper, const dt_rivals *rivals, const absent_texts *absent,
                    const dt_item *item, uint32_t i, dt_arena *scratch) {
  for (uint32_t a = 0; a < absent->count; a++)
    if (dt_text_hint(wrapper, rivals, absent->texts[a], item, i, scratch) == DT_HINT_FOR) return true;
  return false;
}

/* Whether a text without a node says that it is an instance of this text of the wrapper. */
static bool is_said_by_another(const detm_wrapper *wrapper, const dt_rivals *rivals, const dt_wrapper_node *w,
                               dt_wrapper_node *const *nodes, const dt_item *item, dt_arena *scratch) {
  for (uint32_t i = 0; i < item->count; i++)
    if (nodes[i] == NULL && item->tree->nodes[item->nodes[i]].tag == DT_TAG_TEXT &&
        dt_text_hint(wrapper, rivals, w, item, i, scratch) == DT_HINT_FOR)
      return true;
  return false;
}

bool dt_is_displaced(const detm_wrapper *wrapper, const dt_rivals *rivals, dt_wrapper_node *const *nodes,
                     const dt_item *item, dt_arena *scratch) {
  if (!rivals->any) return false;
  absent_texts absent = find_absent(wrapper, rivals, nodes, item->count, scratch);
  for (uint32_t i = 0; i < item->count; i++) {
    const dt_wrapper_node *w = nodes[i];
    bool text = item->tree->nodes[item->nodes[i]].tag == DT_TAG_TEXT;
    if (text && w == NULL && is_lost(wrapper, rivals, &absent, item, i, scratch)) return true;
    if (!text || w == NULL || w->tag != DT_TAG_TEXT || rivals->next[w->number] == NULL) continue;
    if (dt_text_hint(wrapper, rivals, w, item, i, scratch) != DT_HINT_AGAINST) continue;
    if (is_said_by_another(wrapper, rivals, w, nodes, item, scratch)) return true;
    for (const dt_wrapper_node *r = rivals->next[w->number]; r != w; r = rivals->next[r->number])
      if (dt_text_hint(wrapper, rivals, r, item, i, scratch) == DT_HINT_FOR) return true;
  }
  return false;
}
