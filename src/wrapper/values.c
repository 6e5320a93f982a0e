/* wrapper/values.c: takes the values of an aligned record, and its texts without a field. */
#include "wrapper/values.h"
#include "text/value_kind.h"
#include "wrapper/pieces.h"
#include "wrapper/separators.h"
#include "wrapper/value_roles.h"

#include <stdlib.h>

enum { MAX_PIECES = 64 };

typedef struct taker {
  dt_arena *scratch;
  const dt_item *item;
  dt_value *values;
  uint32_t count, capacity;
  uint32_t at;     /* the node of the current values, as an index into the item */
  uint64_t within; /* and its decoration */
  bool others;     /* include texts without a field */
} taker;

static void take(taker *t, uint32_t field, detm_text text, bool address) {
  if (text.length == 0 || (field == DT_NO_FIELD && !t->others)) return;
  if (t->count == t->capacity) {
    t->capacity = t->capacity * 2 + 32;
    dt_value *bigger = DT_ARRAY(t->scratch, dt_value, t->capacity);
    if (t->count != 0) memcpy(bigger, t->values, t->count * sizeof *bigger);
    t->values = bigger;
  }
  t->values[t->count] =
      (dt_value){.text = text, .within = t->within, .field = field, .order = t->count, .at = t->at, .address = address};
  t->count++;
}

/* Appends `between` and a text to a value.  The value's buffer doubles when full, so that the time for a value of many
 * lines is linear in its length. */
static void append(taker *t, dt_value *value, const char *between, detm_text more) {
  size_t glue = strlen(between), length = value->text.length + glue + more.length;
  if (length > value->capacity) {
    char *bigger = DT_ARRAY(t->scratch, char, 2 * length);
    memcpy(bigger, value->text.data, value->text.length);
    value->text.data = bigger;
    value->capacity = 2 * length;
  }
  char *end = (char *)(uintptr_t)value->text.data + value->text.length; /* the value's own buffer */
  memcpy(end, between, glue);
  memcpy(end + glue, more.data, more.length);
  value->text.length = length;
}

/* Adds the values of a list with the separator `between`. */
static void take_list(taker *t, uint32_t field, const char *between, detm_text text) {
  size_t length = strlen(between);
  for (size_t at = 0, from = 0; at <= text.length; at++) {
    bool parted = at + length <= text.length && memcmp(text.data + at, between, length) == 0;
    if (!parted && at < text.length) continue;
    take(t, field, dt_text_strip((detm_text){text.data + from, at - from}, " "), false);
    from = at + length;
    if (parted) at = from - 1;
  }
}

static void take_value(taker *t, const dt_part *part, detm_text text) {
  uint32_t v = part->join != NULL ? t->count : 0; /* the value that it is appended to */
  while (v > 0 && t->values[v - 1].field != part->field) v--;
  if (part->list != NULL)
    take_list(t, part->field, part->list, text);
  else if (v == 0)
    take(t, part->field, text, false);
  else if (text.length != 0)
    append(t, &t->values[v - 1], part->join, text);
}

static bool begins_with(detm_text text, const char *with, size_t length) {
  return text.length > length && memcmp(text.data, with, length) == 0;
}

detm_text dt_part_value(const dt_part *part, detm_text text) {
  size_t before = strlen(part->before), after = strlen(part->after);
  if (before != 0 && begins_with(text, part->before, before))
    text = (detm_text){text.data + before, text.length - before};
  if (after != 0 && text.length > after && memcmp(text.data + text.length - after, part->after, after) == 0)
    text.length -= after;
  if (*part->unit == '\0') return text;
  detm_text unit = dt_unit_of(text);
  if (unit.length == 0 || !dt_same_unit(unit, dt_text(part->unit))) return text;
  return dt_text_strip((detm_text){text.data, (size_t)(unit.data - text.data)}, " ([");
}

static void take_part(taker *t, const dt_part *part, detm_text text) { take_value(t, part, dt_part_value(part, text)); }

/* The next part at or after `from` with the decoration of the piece; the last part if there is none. */
static uint32_t part_of(const dt_wrapper_node *w, const dt_piece *piece, uint32_t from) {
  for (uint32_t p = from; p < w->part_count; p++)
    if (w->parts[p].hash == piece->within) return p;
  return from < w->part_count ? from : w->part_count - 1;
}

static bool has_all_parts(const dt_wrapper_node *w, const dt_piece *pieces, uint32_t count) {
  if (count != w->part_count) return false;
  for (uint32_t p = 0; p < count; p++)
    if (w->parts[p].hash != pieces[p].within) return false;
  return true;
}

/* Takes one value from each piece if the pieces are those that the wrapper knows; else assigns each to the next part
 * with the same decoration. */
static void take_pieces(taker *t, const dt_wrapper_node *w, dt_index node) {
  dt_piece pieces[MAX_PIECES];
  uint32_t count = dt_text_pieces(t->scratch, t->item->tree, node, w->split, pieces, MAX_PIECES), part = 0;
  bool whole = has_all_parts(w, pieces, count);
  for (uint32_t p = 0; p < count; p++) {
    uint32_t first = t->count;
    part = whole ? p : part_of(w, &pieces[p], part);
    bool misfit = w->parts[part].hash != pieces[p].within;
    if (misfit && first != 0 && p != 0 && t->values[first - 1].field == w->parts[part].field) {
      append(t, &t->values[first - 1], pieces[p].space ? " " : "", pieces[p].text);
    } else {
      t->within = pieces[p].within;
      take_part(t, &w->parts[part], pieces[p].text);
    }
  }
  t->within = 0;
}

/* Whether a text has a part.  A part without its separator is missing if it has no field, lacks its prefix, or follows
 * a missing part. */
static bool has_part(const dt_wrapper_node *w, const dt_part *part, bool after_part, detm_text text) {
  size_t before = strlen(part->before), length;
  bool shapes = w->split == DT_SPLIT_SHAPES;
  if (part == &w->parts[w->part_count - 1] || dt_mark_find(text, dt_text(part->after), shapes, &length) != SIZE_MAX)
    return true;
  return after_part && part->field != DT_NO_FIELD && (before == 0 || begins_with(text, part->before, before));
}

static void take_marked(taker *t, const dt_wrapper_node *w, detm_text text) {
  bool has = true;
  for (uint32_t p = 0; p < w->part_count; p++) {
    const dt_part *part = &w->parts[p];
    has = has_part(w, part, has, text);
    if (!has) continue;
    detm_text value = dt_marks_next(part, p + 1 == w->part_count, w->split == DT_SPLIT_SHAPES, &text);
    size_t before = strlen(part->before);
    if (before != 0 && begins_with(value, part->before, before))
      value = (detm_text){value.data + before, value.length - before};
    take_value(t, part, value);
  }
}

/* The text of a node; for an element, all its texts. */
static detm_text text_of(const dt_tree *tree, dt_index node) {
  if (tree->nodes[node].tag == DT_TAG_TEXT) return dt_text_of(tree, node);
  detm_text all = {NULL, 0};
  for (dt_index n = node + 1; n < tree->nodes[node].end; n++) {
    if (tree->nodes[n].tag != DT_TAG_TEXT) continue;
    detm_text text = dt_text_of(tree, n);
    if (all.data == NULL) all.data = text.data;
    all.length = (size_t)(text.data + text.length - all.data); /* texts are consecutive in the tree's bytes */
  }
  return all;
}

static int by_field(const void *a, const void *b) {
  const dt_value *x = a, *y = b;
  if (x->field != y->field) return x->field < y->field ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Sorts by field; values of one field in page order. */
static void sort(taker *t) {
  bool sorted = true;
  for (uint32_t i = 1; i < t->count; i++) sorted = sorted && t->values[i - 1].field <= t->values[i].field;
  if (!sorted) qsort(t->values, t->count, sizeof *t->values, by_field);
}

static void take_text(taker *t, const dt_wrapper_node *w, dt_index node) {
  if (w->part_count == 1 && w->split == DT_SPLIT_NONE) {
    take_part(t, &w->parts[0], text_of(t->item->tree, node));
  } else if (w->split >= DT_SPLIT_MARKS) {
    take_marked(t, w, dt_text_of(t->item->tree, node));
  } else if (w->part_count != 0) {
    take_pieces(t, w, node);
  }
}

const dt_value *dt_record_values(dt_arena *scratch, const dt_alignment *layout, const dt_item *item, uint32_t *count) {
  taker t = {.scratch = scratch, .item = item};
  const dt_tree *tree = item->tree;
  for (uint32_t i = 0; i < item->count; i++) {
    const dt_wrapper_node *w = dt_folded(layout->nodes[i]);
    dt_index node = item->nodes[i];
    if (w == NULL) continue;
    t.at = i;
    if (w->href != DT_NO_FIELD) take(&t, w->href, dt_attribute_of(tree, node, DT_ATTRIBUTE_href), true);
    if (w->src != DT_NO_FIELD) take(&t, w->src, dt_attribute_of(tree, node, DT_ATTRIBUTE_src), true);
    take_text(&t, w, node);
  }
  sort(&t);
  *count = t.count;
  return t.values;
}

/* ---- texts without a field ---- */

static bool holds(detm_text text, detm_text part) {
  for (size_t at = 0; at + part.length <= text.length; at++)
    if (memcmp(text.data + at, part.data, part.length) == 0) return true;
  return false;
}

/* Whether a text without a field is a label or separator of the template: equal to the sample, or a part of it. */
static bool is_known_text(const dt_wrapper_node *w, detm_text text) {
  enum { MAX_SEPARATOR_LENGTH = 3 }; /* characters */
  if (!dt_has_words(text) && dt_utf8_count(text) <= MAX_SEPARATOR_LENGTH) return true;
  if (w == NULL) return false;
  return w->text != NULL ? dt_text_equal(dt_text(w->text), text) : holds(w->sample, text);
}

static bool lacks_field(const dt_wrapper_node *w) {
  for (uint32_t p = 0; p < w->part_count; p++)
    if (w->parts[p].field == DT_NO_FIELD) return true;
  return w->part_count == 0;
}

/* Whether an example selected only a part of the text, so that the rest is not wanted. */
static bool is_carved(const dt_wrapper_node *w) {
  for (uint32_t p = 0; p < w->part_count && w->split != DT_SPLIT_NONE; p++)
    if (w->parts[p].field != DT_NO_FIELD && (w->split >= DT_SPLIT_MARKS || w->parts[p].join != NULL)) return true;
  return false;
}

const dt_value *dt_record_others(dt_arena *scratch, const dt_alignment *layout, const dt_item *item, uint32_t *count) {
  taker t = {.scratch = scratch, .item = item, .others = true};
  uint32_t kept = 0;
  for (uint32_t i = 0, next; i < item->count; i = next) {
    const dt_wrapper_node *w = dt_folded(layout->nodes[i]);
    bool text = item->tree->nodes[item->nodes[i]].tag == DT_TAG_TEXT;
    bool taken = w != NULL && w->part_count != 0 && (!lacks_field(w) || is_carved(w));
    next = taken ? item->ends[i] : i + 1; /* the field of an element includes all texts in it */
    if (!text || taken) continue;
    t.at = i;
    t.count = kept;
    if (w == NULL || w->part_count == 0)
      take(&t, DT_NO_FIELD, dt_text_of(item->tree, item->nodes[i]), false);
    else
      take_text(&t, w, item->nodes[i]);
    for (uint32_t v = kept; v < t.count; v++)
      if (t.values[v].field == DT_NO_FIELD && !is_known_text(w, t.values[v].text) && !dt_item_hidden(item, i))
        t.values[kept++] = t.values[v];
  }
  *count = kept;
  return t.values;
}
