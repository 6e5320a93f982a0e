/* wrapper/values.c: an aligned record -> its values. */
#include "wrapper/learn.h"

#include <stdlib.h>

enum { MOST_PIECES = 64 };

typedef struct taker {
  dt_arena *scratch;
  const dt_item *item;
  dt_value *values;
  uint32_t count, capacity;
  uint32_t at;     /* the node that values are taken from, as an index into the item's */
  uint64_t within; /* and the decoration */
} taker;

static void take(taker *t, uint32_t field, detm_text text, bool address) {
  if (field == DT_NO_FIELD || text.length == 0) return;
  if (t->count == t->capacity) {
    t->capacity = t->capacity * 2 + 32;
    dt_value *bigger = DT_ARRAY(t->scratch, dt_value, t->capacity);
    if (t->count != 0) memcpy(bigger, t->values, t->count * sizeof *bigger);
    t->values = bigger;
  }
  t->values[t->count] = (dt_value){field, text, t->count, address, t->at, t->within};
  t->count++;
}

static bool begins_with(detm_text text, const char *with, size_t length) {
  return text.length > length && memcmp(text.data, with, length) == 0;
}

/* A value without what all values of its field begin and end with. */
static void take_part(taker *t, const dt_part *part, detm_text text) {
  size_t before = strlen(part->before), after = strlen(part->after);
  if (before != 0 && begins_with(text, part->before, before))
    text = (detm_text){text.data + before, text.length - before};
  if (after != 0 && text.length > after && memcmp(text.data + text.length - after, part->after, after) == 0)
    text.length -= after;
  take(t, part->field, text, false);
}

/* The next part at or after `from` that stands in the decoration of the piece; the last one if there is none. */
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

static detm_text append(dt_arena *scratch, detm_text text, detm_text more) {
  char *joined = DT_ARRAY(scratch, char, text.length + 1 + more.length);
  memcpy(joined, text.data, text.length);
  joined[text.length] = ' ';
  memcpy(joined + text.length + 1, more.data, more.length);
  return (detm_text){joined, text.length + 1 + more.length};
}

/* Where the pieces are as the wrapper knows them, one value each; else each goes to the next part that stands in the
 * same decoration. */
static void take_pieces(taker *t, const dt_wrapper_node *w, dt_index node) {
  dt_piece pieces[MOST_PIECES];
  uint32_t count = dt_text_pieces(t->scratch, t->item->tree, node, w->split, pieces, MOST_PIECES), part = 0;
  bool whole = has_all_parts(w, pieces, count);
  for (uint32_t p = 0; p < count; p++) {
    uint32_t first = t->count;
    part = whole ? p : part_of(w, &pieces[p], part);
    bool misfit = w->parts[part].hash != pieces[p].within;
    if (misfit && first != 0 && p != 0 && t->values[first - 1].field == w->parts[part].field) {
      t->values[first - 1].text = append(t->scratch, t->values[first - 1].text, pieces[p].text);
    } else {
      t->within = pieces[p].within;
      take_part(t, &w->parts[part], pieces[p].text);
    }
  }
  t->within = 0;
}

static void take_marked(taker *t, const dt_wrapper_node *w, detm_text text) {
  for (uint32_t p = 0; p < w->part_count; p++)
    take(t, w->parts[p].field, dt_marks_next(&w->parts[p], p + 1 == w->part_count, &text), false);
}

static int by_field(const void *a, const void *b) {
  const dt_value *x = a, *y = b;
  if (x->field != y->field) return x->field < y->field ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Sorts by field, values of one field in the order of the page. */
static void sort(taker *t) {
  bool sorted = true;
  for (uint32_t i = 1; i < t->count; i++) sorted = sorted && t->values[i - 1].field <= t->values[i].field;
  if (!sorted) qsort(t->values, t->count, sizeof *t->values, by_field);
}

const dt_value *dt_record_values(dt_arena *scratch, const dt_layout *layout, const dt_item *item, uint32_t *count) {
  taker t = {.scratch = scratch, .item = item};
  const dt_tree *tree = item->tree;
  for (uint32_t i = 0; i < item->count; i++) {
    const dt_wrapper_node *w = dt_folded(layout->nodes[i]);
    dt_index node = item->nodes[i];
    if (w == NULL) continue;
    t.at = i;
    if (w->href != DT_NO_FIELD) take(&t, w->href, dt_attribute_of(tree, node, DT_ATTRIBUTE_href), true);
    if (w->src != DT_NO_FIELD) take(&t, w->src, dt_attribute_of(tree, node, DT_ATTRIBUTE_src), true);
    if (w->part_count == 1 && w->split == DT_SPLIT_NONE) {
      take_part(&t, &w->parts[0], dt_text_of(tree, node));
    } else if (w->split == DT_SPLIT_MARKS) {
      take_marked(&t, w, dt_text_of(tree, node));
    } else if (w->part_count != 0) {
      take_pieces(&t, w, node);
    }
  }
  sort(&t);
  *count = t.count;
  return t.values;
}
