/* wrapper/values/values.c: takes the values of an aligned record, and its texts without a field. */
#include "config.h"

#include "wrapper/values/values.h"

#include <stdlib.h>

#include "base/search.h"
#include "base/vec.h"
#include "text/url.h"
#include "values/value_kind.h"
#include "wrapper/attributes.h"
#include "wrapper/pieces.h"
#include "wrapper/separators.h"
#include "wrapper/tables/cell_marks.h"
#include "wrapper/values/divide.h"
#include "wrapper/values/roles.h"

typedef struct taker {
  dt_arena *scratch;
  const dt_item *item;
  dt_value *values;
  uint32_t count, capacity;
  uint32_t at;            /* the node of the current values, as an index into the item */
  uint64_t within;        /* and its decoration */
  bool others;            /* include texts without a field */
  bool attribute;         /* the current values are in an attribute */
  dt_stretch_list *spans; /* of the texts that are taken; NULL = not wanted */
} taker;

static void add_span(taker *t, uint32_t field, detm_text text) {
  if (t->spans == NULL || t->attribute) return;
  DT_RESERVE(t->scratch, t->spans->items, t->spans->count, t->spans->capacity, 1);
  t->spans->items[t->spans->count++] = (dt_stretch){text, field, t->at};
}

static void push_value(taker *t, uint32_t field, detm_text text, bool address) {
  if (text.length == 0 || (field == DT_NO_FIELD && !t->others)) return;
  DT_RESERVE(t->scratch, t->values, t->count, t->capacity, 1);
  if (!address) add_span(t, field, text);
  t->values[t->count++] = (dt_value){.text = text,
                                     .within = t->within,
                                     .field = field,
                                     .at = t->at,
                                     .last = t->at,
                                     .address = address,
                                     .attribute = t->attribute};
}

/* Appends `between` and a text to a value.  The value's buffer doubles when full, so that the time for a value of many
 * lines is linear in its length. */
static void append_to_value(taker *t, dt_value *value, const char *between, detm_text more) {
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
  value->last = t->at;
  add_span(t, value->field, more);
}

/* Takes a value, the values of a list, or text that is appended to the previous value of the field. */
static void take_value(taker *t, const dt_part *part, detm_text text) {
  if (part->list != NULL) {
    size_t length = strlen(part->list);
    const char *end;
    while (text.length >= length && (end = memmem(text.data, text.length, part->list, length)) != NULL) {
      detm_text one = dt_text_between(text.data, end);
      push_value(t, part->field, dt_text_strip(one, " "), false);
      text = dt_text_from(text, one.length + length);
    }
    push_value(t, part->field, dt_text_strip(text, " "), false);
    return;
  }

  uint32_t v = part->join != NULL ? t->count : 0;
  while (v > 0 && t->values[v - 1].field != part->field) v--;
  if (v == 0)
    push_value(t, part->field, text, false);
  else if (text.length != 0)
    append_to_value(t, &t->values[v - 1], part->join, text);
}

/* The text without the unit of the part. */
static detm_text without_unit(const dt_part *part, detm_text text) {
  if (*part->unit == '\0') return text;
  detm_text unit = dt_unit_of(text);
  if (unit.length == 0 || !dt_same_unit(unit, dt_text(part->unit))) return text;
  return dt_text_strip(dt_text_between(text.data, unit.data), " ([");
}

detm_text dt_part_value(const dt_part *part, detm_text text) {
  detm_text before = dt_text(part->before), after = dt_text(part->after);
  if (dt_begins_with(text, before)) text = dt_text_from(text, before.length);
  if (text.length > after.length && dt_text_ends(text, after)) text.length -= after.length;
  return without_unit(part, dt_text_strip(text, " ")); /* "»" may be before nothing, and "» " before words */
}

detm_text dt_part_marked_value(const dt_part *part, detm_text text) {
  detm_text before = dt_text(part->before);
  return without_unit(part, dt_begins_with(text, before) ? dt_text_from(text, before.length) : text);
}

/* Notes a stretch of a text that is none of the wrapper's values: a badge, a unit price, an old price. */
static void leave_unplaced(taker *t, detm_text text) {
  text = dt_text_strip(text, " ");
  if (!dt_has_words(text)) return;
  add_span(t, DT_NO_FIELD, text);
  push_value(t, DT_NO_FIELD, text, false);
}

/* ---- pieces of a text that has several values ---- */

/* Whether a piece without a part continues the one before, of the part: within its element, or words in bold.  What is
 * in an element with a class that is not around that one is something else. */
static bool continues_piece(const dt_division *d, uint32_t piece, uint32_t before) {
  const dt_piece *one = &d->pieces[piece], *last = &d->pieces[before];
  const dt_chain *chains = d->tree->chains;
  for (uint32_t at = one->element; at != 0 && !dt_chain_is_within(d->tree, last->element, at); at = chains[at].parent)
    if (chains[at].class_length != 0) return false;
  if (last->element != 0 && one->element != last->element && dt_chain_is_within(d->tree, one->element, last->element))
    return true;
  return one->element != 0 && dt_tag_is(chains[one->element].tag, DT_HIGHLIGHT);
}

/* Takes one value from each piece that is a part of the wrapper's text.  What is not known has no value; a repeated
 * piece makes a list. */
static void take_pieces(taker *t, dt_division *d) {
  const dt_part *parts = d->w->parts;
  uint32_t before = DT_NO_PART; /* the last piece that has a value */
  for (uint32_t p = 0; p < d->count; p++) {
    const dt_piece *piece = &d->pieces[p];
    dt_value *last = t->count != 0 ? &t->values[t->count - 1] : NULL;
    uint32_t part = d->part_of[p];
    bool again = false;
    if (part == DT_NO_PART) {
      part = dt_division_part_within(d, piece->within, true);
      again = part != DT_NO_PART && before != DT_NO_PART && p != 0 && d->part_of[before] == part && before + 1 != p;
      if (part != DT_NO_PART && !again && d->identity != NULL && dt_is_scalar(d->identity->wrapper, parts[part].field))
        part = DT_NO_PART;
    }
    bool on = again || (part == DT_NO_PART && before != DT_NO_PART && before + 1 == p && continues_piece(d, p, before));
    if (on && last != NULL && last->field == parts[d->part_of[before]].field) {
      append_to_value(t, last, piece->space ? " " : "", piece->text);
      d->part_of[p] = d->part_of[before];
    } else if (part == DT_NO_PART) {
      leave_unplaced(t, piece->text);
      continue;
    } else {
      t->within = piece->within;
      take_value(t, &parts[part], dt_part_value(&parts[part], piece->text));
      d->part_of[p] = part;
    }
    before = p;
  }
  t->within = 0;
}

/* ---- texts that are one value ---- */

/* The class of the innermost decoration with a class that is around a fragment. */
static detm_text class_of_fragment(const dt_tree *tree, const dt_fragment *fragment) {
  uint32_t chain = fragment->chain;
  while (chain != 0 && tree->chains[chain].class_length == 0) chain = tree->chains[chain].parent;
  return chain != 0 ? dt_chain_class(tree, chain) : (detm_text){"", 0};
}

/* Whether a fragment of a text is in another class than all values of the samples. */
static bool is_classed_otherwise(const dt_wrapper_node *w, const dt_tree *tree, const dt_fragment *fragment) {
  return !dt_share_class(w->class, class_of_fragment(tree, fragment));
}

static bool is_struck(const dt_wrapper_node *w, const dt_tree *tree, const dt_fragment *fragment) {
  (void)w;
  return dt_chain_is_struck(tree, fragment->chain);
}

/* Cuts off the fragments at both ends [*first, *end) that are something else, if there are others with words. */
static void cut_ends(const dt_wrapper_node *w, const dt_tree *tree, const dt_fragment *fragments, uint32_t *first,
                     uint32_t *end,
                     bool (*is_other)(const dt_wrapper_node *w, const dt_tree *tree, const dt_fragment *fragment)) {
  uint32_t from = *first, to = *end;
  while (from < to && is_other(w, tree, &fragments[from])) from++;
  while (from < to && is_other(w, tree, &fragments[to - 1])) to--;
  bool words = false;
  for (uint32_t f = from; f < to; f++) words = words || dt_has_words(dt_fragment_text(tree, &fragments[f]));
  if (!words) return;
  *first = from;
  *end = to;
}

/* The value in a text that no sample showed in pieces: without the pieces before and after it that are something else:
 * newly struck out, or in another class. */
static detm_text own_stretch(taker *t, const dt_wrapper_node *w, dt_index node) {
  const dt_tree *tree = t->item->tree;
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  const dt_fragment *fragments = tree->fragments + string->first;
  uint32_t first = 0, end = string->count;
  detm_text whole = dt_text_of(tree, node);
  if (w->fragmented) return whole;
  cut_ends(w, tree, fragments, &first, &end, is_struck);
  if (!w->varied) cut_ends(w, tree, fragments, &first, &end, is_classed_otherwise);
  if (first == 0 && end == string->count) return whole;

  const char *from = dt_fragment_text(tree, &fragments[first]).data;
  detm_text last = dt_fragment_text(tree, &fragments[end - 1]);
  leave_unplaced(t, dt_text_between(whole.data, from));
  leave_unplaced(t, dt_text_between(last.data + last.length, whole.data + whole.length));
  return dt_text_between(from, last.data + last.length);
}

/* Takes the parts of a text that is split at separators.  A part without its separator is missing if it has no field,
 * lacks its prefix, or follows a missing part. */
static void take_marked(taker *t, const dt_wrapper_node *w, detm_text text) {
  bool has = true, shapes = w->split == DT_SPLIT_SHAPES;
  for (uint32_t p = 0; p < w->part_count; p++) {
    const dt_part *part = &w->parts[p];
    detm_text before = dt_text(part->before);
    bool last = p + 1 == w->part_count;
    size_t length;
    has = last || dt_mark_find(text, dt_text(part->after), shapes, &length) != SIZE_MAX ||
          (has && part->field != DT_NO_FIELD && (before.length == 0 || dt_begins_with(text, before)));
    if (!has) continue;
    take_value(t, part, dt_part_marked_value(part, dt_marks_next(part, last, shapes, &text)));
  }
}

/* The text of a node; for an element, all its texts. */
static detm_text text_of_node(const dt_tree *tree, dt_index node) {
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

/* Sorts values by field; those of a field stay in order. */
static void sort_by_field(taker *t) {
  uint32_t last = 0, start = 0;
  bool sorted = true;
  for (uint32_t i = 0; i < t->count; i++) {
    if (t->values[i].field > last) last = t->values[i].field;
    sorted = sorted && t->values[i].field == last;
  }

  if (sorted) return;
  uint32_t *starts = DT_ZERO(t->scratch, uint32_t, (size_t)last + 1);
  dt_value *all = DT_ARRAY(t->scratch, dt_value, t->count);
  for (uint32_t i = 0; i < t->count; i++) starts[t->values[i].field]++;

  for (uint32_t f = 0; f <= last; f++) {
    uint32_t count = starts[f];
    starts[f] = start;
    start += count;
  }

  for (uint32_t i = 0; i < t->count; i++) all[starts[t->values[i].field]++] = t->values[i];
  t->values = all;
}

/* Takes what a cell of a grid shows: its text or list, its addresses and its pictures. */
static void take_cell(taker *t, const dt_wrapper_node *w, uint32_t i, const dt_identity *identity) {
  const dt_tree *tree = t->item->tree;
  dt_cell_content content = dt_known_cell_read(t->scratch, identity, w, t->item, i);
  for (uint32_t n = 0; n < content.item_count && w->part_count != 0; n++)
    take_value(t, &w->parts[0], dt_part_value(&w->parts[0], content.items[n]));
  for (uint32_t n = 0; n < content.link_count && w->href != DT_NO_FIELD; n++)
    push_value(t, w->href, dt_attribute_of(tree, content.links[n], DT_ATTRIBUTE_href), true);
  for (uint32_t n = 0; n < content.image_count && w->src != DT_NO_FIELD; n++)
    push_value(t, w->src, dt_attribute_of(tree, content.images[n], DT_ATTRIBUTE_src), true);
}

/* Takes what was added to a cell: none of its value, and without a field. */
static void take_added(taker *t, const dt_wrapper_node *w, uint32_t i, const dt_identity *identity) {
  if (!dt_cell_may_have_added(t->item->tree, w, t->item->nodes[i])) return;
  dt_cell_content content = dt_known_cell_read(t->scratch, identity, w, t->item, i);
  for (uint32_t n = 0; n < content.left_count; n++)
    if (content.left[n].reason == DT_CELL_ADDED) push_value(t, DT_NO_FIELD, content.left[n].text, false);
}

/* Takes the attributes of a node that are values. */
static void take_attributes(taker *t, const dt_wrapper_node *w) {
  dt_index node = t->item->nodes[t->at], end = dt_attributes_end(t->item, t->at, w);
  dt_attribute_search search = {0};
  t->attribute = true;
  for (uint32_t a = 0; a < w->attribute_count; a++) {
    const dt_attribute_source *source = &w->attributes[a];
    detm_text text = dt_attribute_find_next(&search, source, t->item->tree, node, end);
    if (strcmp(source->name, "href") == 0) { /* of one scheme: a telephone's is no mailbox */
      detm_text address = dt_url_address(text);
      if (address.data == NULL || !dt_begins_with(text, dt_text(source->part.before))) continue;
      text.length = (size_t)(address.data + address.length - text.data);
    }

    if (source->without != NULL && text.length != 0) text = dt_class_without(t->scratch, text, source->without);
    take_value(t, &source->part, dt_part_value(&source->part, dt_text_strip(text, " \t\n\r")));
  }
  t->attribute = false;
}

/* Takes the pieces of a text; `joined`: if it is two texts of the wrapper that are one now.  False: it is not so. */
static bool take_divided(taker *t, const dt_wrapper_node *w, dt_index node, const dt_alignment *layout, bool joined) {
  dt_division d = {.w = w, .tree = t->item->tree, .identity = layout->identity};
  if (joined && !dt_divide_joined(&d, layout, node, t->scratch)) return false;
  if (!joined) dt_divide(&d, node, t->scratch);
  take_pieces(t, &d);
  return true;
}

static void take_text(taker *t, const dt_wrapper_node *w, dt_index node, const dt_alignment *layout) {
  const dt_node *n = &t->item->tree->nodes[node];
  if (w->part_count == 1 && w->split == DT_SPLIT_NONE) {
    bool pieces = n->tag == DT_TAG_TEXT && w->tag == DT_TAG_TEXT && t->item->tree->texts[n->detail].count > 1;
    if (pieces && !w->fragmented && take_divided(t, w, node, layout, true)) return;
    detm_text text = pieces ? own_stretch(t, w, node) : text_of_node(t->item->tree, node);
    take_value(t, &w->parts[0], dt_part_value(&w->parts[0], text));
  } else if (w->split >= DT_SPLIT_MARKS) {
    take_marked(t, w, own_stretch(t, w, node));
  } else if (w->part_count != 0) {
    take_divided(t, w, node, layout, false);
  }
}

static int compare_spans(const void *a, const void *b) {
  const dt_stretch *x = a, *y = b;
  return x->text.data < y->text.data ? -1 : x->text.data > y->text.data;
}

static void sort_spans(dt_stretch_list *spans) {
  for (uint32_t s = 1; s < spans->count; s++)
    if (spans->items[s].text.data < spans->items[s - 1].text.data) {
      qsort(spans->items, spans->count, sizeof *spans->items, compare_spans);
      return;
    }
}

static void take_record(taker *t, const dt_alignment *layout) {
  const dt_item *item = t->item;
  const dt_tree *tree = item->tree;
  for (uint32_t i = 0; i < item->count; i++) {
    const dt_wrapper_node *w = dt_folded(layout->nodes[i]);
    dt_index node = item->nodes[i];
    if (w == NULL) continue;
    t->at = i;
    if (w->attribute_count != 0) take_attributes(t, w);
    if (w->cell && w->first == NULL) {
      take_cell(t, w, i, layout->identity);
      continue;
    }
    if (w->href != DT_NO_FIELD) push_value(t, w->href, dt_attribute_of(tree, node, DT_ATTRIBUTE_href), true);
    if (w->src != DT_NO_FIELD) push_value(t, w->src, dt_attribute_of(tree, node, DT_ATTRIBUTE_src), true);
    take_text(t, w, node, layout);
  }
  sort_by_field(t);
}

const dt_value *dt_record_values(dt_arena *scratch, const dt_alignment *layout, const dt_item *item, uint32_t *count) {
  taker t = {.scratch = scratch, .item = item};
  take_record(&t, layout);
  *count = t.count;
  return t.values;
}

dt_record_reading dt_record_read(dt_arena *scratch, const dt_alignment *layout, const dt_item *item) {
  dt_record_reading reading = {.count = 0};
  taker t = {.scratch = scratch, .item = item, .spans = &reading.spans};
  take_record(&t, layout);
  sort_spans(&reading.spans);
  reading.values = t.values;
  reading.count = t.count;
  return reading;
}

/* ---- texts without a field ---- */

/* Whether a text without a field is a label or separator of the template: equal to the sample, or a part of it. */
static bool is_known_text(const dt_wrapper_node *w, detm_text text) {
  enum { MAX_SEPARATOR_LENGTH = 3 }; /* characters */
  if (!dt_has_words(text) && dt_utf8_count(text) <= MAX_SEPARATOR_LENGTH) return true;
  if (w == NULL) return false;
  if (w->text != NULL) return dt_text_equal(dt_text(w->text), text);
  return w->sample.length != 0 && memmem(w->sample.data, w->sample.length, text.data, text.length) != NULL;
}

/* Whether a text belongs to fields: all its parts have one, or an example selected only a part of it, so that the rest
 * is not wanted. */
static bool is_taken(const dt_wrapper_node *w) {
  bool all = w->part_count != 0, carved = false;
  for (uint32_t p = 0; p < w->part_count; p++) {
    if (w->parts[p].field == DT_NO_FIELD)
      all = false;
    else if (w->split >= DT_SPLIT_MARKS || (w->split != DT_SPLIT_NONE && w->parts[p].join != NULL))
      carved = true;
  }
  return all || carved;
}

/* Whether a text that belongs to fields may have pieces that the wrapper does not know; what an example left of a text
 * is not wanted. */
static bool may_have_unplaced(const dt_tree *tree, dt_index node, const dt_wrapper_node *w) {
  if (w->tag != DT_TAG_TEXT || w->split >= DT_SPLIT_MARKS || tree->texts[tree->nodes[node].detail].count < 2)
    return false;
  for (uint32_t p = 0; p < w->part_count; p++)
    if (w->parts[p].join != NULL) return false;
  return true;
}

/* Takes the stretches of a text that are none of the wrapper's values. */
static void take_unplaced(taker *t, detm_text text, const dt_stretch_list *spans) {
  uint32_t s;
  DT_LOWER_BOUND(s, 0, spans->count, spans->items[s].text.data < text.data);
  for (; s < spans->count && spans->items[s].text.data < text.data + text.length; s++)
    if (spans->items[s].field == DT_NO_FIELD) push_value(t, DT_NO_FIELD, spans->items[s].text, false);
}

const dt_value *dt_record_others(dt_arena *scratch, const dt_alignment *layout, const dt_item *item,
                                 const dt_stretch_list *spans, uint32_t *count) {
  taker t = {.scratch = scratch, .item = item, .others = true};
  uint32_t kept = 0;
  for (uint32_t i = 0, next; i < item->count; i = next) {
    const dt_wrapper_node *w = dt_folded(layout->nodes[i]);
    bool text = item->tree->nodes[item->nodes[i]].tag == DT_TAG_TEXT;
    bool taken = w != NULL && is_taken(w);
    next = taken ? item->ends[i] : i + 1; /* the field of an element includes all texts in it */
    if (dt_item_is_cell(item, i) && (w == NULL || w->first == NULL)) {
      detm_text cell = taken ? dt_text("") : dt_cell_text(scratch, item->tree, item->nodes[i]);
      t.at = i;
      t.count = kept;
      if (taken)
        take_added(&t, w, i, layout->identity);
      else if (w == NULL ||
               !is_known_text(w, cell)) /* of a column that the wrapper does not have, or has no value of */
        push_value(&t, DT_NO_FIELD, cell, false);
      kept = t.count;
      continue;
    }
    if (!text || (taken && !may_have_unplaced(item->tree, item->nodes[i], w))) continue;
    t.at = i;
    t.count = kept;
    if (w == NULL || w->part_count == 0)
      push_value(&t, DT_NO_FIELD, dt_text_of(item->tree, item->nodes[i]), false);
    else if (taken)
      take_unplaced(&t, dt_text_of(item->tree, item->nodes[i]), spans);
    else
      take_text(&t, w, item->nodes[i], layout);
    for (uint32_t v = kept; v < t.count; v++)
      if (t.values[v].field == DT_NO_FIELD && !is_known_text(w, t.values[v].text) && !dt_item_hidden(item, i))
        t.values[kept++] = t.values[v];
  }

  *count = kept;
  return t.values;
}
