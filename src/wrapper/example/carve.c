/* wrapper/example/carve.c: edits a wrapper so that the texts that show examples give exactly these values.
 *
 * dt_carve_record edits the texts of each example of a record, depending on the kind of the example:
 *
 *   an address       its attribute becomes the field
 *   an attribute     as far as the example goes: the rest of it is removed (dt_carve_attribute)
 *   several texts    they are joined, with the texts between them in other records (join_texts)
 *   a range of one   all ranges of this text are cut together (carve_text)
 *
 * carve_text uses the first of these ways that the other records of the list support:
 *
 *   name_parts           learning found these values between decoration with a class, or at separators
 *   take_range           only punctuation is around the range
 *   name_parts           learning found these values in another way
 *   split_at_decoration  the ranges are pieces between decoration that half of the texts have
 *   take_range           half of the texts have the text before the range as prefix and the text after it as suffix
 *   split_carved         delimiters before and after the ranges that most texts have
 *
 * If no way works, the value is the whole text.  Two values of one field become a list: within a text at its separator
 * (make_list), in sibling elements with the siblings that look the same (extend_list). */
#include "config.h"

#include "wrapper/example/example.h"

#include "base/vec.h"
#include "text/words.h"
#include "wrapper/attributes.h"
#include "wrapper/learn/learn.h"
#include "wrapper/pieces.h"
#include "wrapper/separators.h"
#include "wrapper/tunables.h"
#include "wrapper/values/roles.h"
#include "wrapper/values/values.h"

#include <stdlib.h>

enum { MAX_PIECES = 64, MAX_MARK_LENGTH = 24, MAX_SEPARATOR_LENGTH = 5 }; /* marks and separators in bytes */

/* A text with the ranges in it that are values, in order, and the texts of all records for the same wrapper node. */
typedef struct ranges {
  dt_wrapper_node *w;
  const dt_tree *tree;
  dt_index node;
  detm_text text;
  uint32_t at; /* its index in the record's item */
  dt_carving **all;
  uint32_t count;
  DT_VEC(dt_instance) instances;
} ranges;

static detm_text slice(detm_text text, uint32_t from, uint32_t to) { return (detm_text){text.data + from, to - from}; }

static const char *keep_text(const dt_carver *c, detm_text text) {
  return dt_arena_copy(&c->wrapper->arena, text.data, text.length);
}

/* Whether a text ends with another and is longer. */
static bool ends_with(detm_text text, detm_text with) { return text.length > with.length && dt_text_ends(text, with); }

static bool is_punctuation(detm_text text) {
  for (size_t i = 0; i < text.length; i++)
    if (strchr(" ,;:.|()[]/-", text.data[i]) == NULL) return false;
  return true;
}

/* Replaces the parts of a text by `count` parts without a field.  Elements around it are not one value any longer. */
static dt_part *replace_parts(const dt_carver *c, dt_wrapper_node *w, dt_split split, uint32_t count) {
  for (dt_wrapper_node *up = w->parent; up != NULL; up = up->parent) up->part_count = 0;
  w->text = NULL;
  w->labels = false;
  dt_wrapper_set_parts(c->wrapper, w, split, count);
  return w->parts;
}

/* Whether half of the texts begin (or end) with `what`. */
static bool is_usual(const ranges *r, detm_text what, bool (*test)(detm_text, detm_text)) {
  uint32_t have = 0;
  for (uint32_t i = 0; i < r->instances.count; i++)
    have += test(dt_text_of(r->instances.items[i].tree, r->instances.items[i].node), what);
  return r->instances.count != 0 && have >= DT_USUAL * r->instances.count;
}

/* The share of the texts that have the mark.  It is lower if texts have the mark more than once, as a value may have
 * it, too. */
static double share_with_mark(const ranges *r, detm_text mark, bool shapes) {
  uint32_t have = 0, once = 0;
  for (uint32_t i = 0; i < r->instances.count; i++) {
    detm_text text = dt_text_of(r->instances.items[i].tree, r->instances.items[i].node);
    size_t length, at = dt_mark_find(text, mark, shapes, &length);
    if (at == SIZE_MAX) continue;
    have++;
    once += dt_mark_find(dt_text_from(text, at + length), mark, shapes, &length) == SIZE_MAX;
  }
  return r->instances.count != 0 ? (have + DT_MARK_ONCE * once) / ((1 + DT_MARK_ONCE) * r->instances.count) : 0;
}

/* ---- the parts that learning found ---- */

/* Whether the text is split by decoration other than highlights, or by separators that all records have: not at a word
 * that was searched for. */
static bool is_split_reliably(const dt_wrapper_node *w) {
  if (w->split >= DT_SPLIT_MARKS) return true;
  for (uint32_t p = 0; p < w->part_count && w->split != DT_SPLIT_NONE; p++)
    for (const char *at = w->parts[p].within; *at != '\0'; at += strspn(at, " ")) {
      size_t tag = strcspn(at, " .");
      if (at[tag] == '.' || !dt_tag_is(dt_tag_number(at, tag), DT_HIGHLIGHT)) return true;
      at += tag;
    }
  return false;
}

/* The part, from `first` on, whose value is the range; the value may be longer if most texts have the additional text,
 * which is then removed.  part_count = none. */
static uint32_t part_of_range(const dt_carver *c, const ranges *r, const dt_value *values, uint32_t count,
                              const dt_occurrence *where, uint32_t first) {
  for (uint32_t v = 0; v < count; v++) {
    uint32_t p = first;
    if (values[v].at != r->at || values[v].address) continue;
    uintptr_t text = (uintptr_t)r->text.data, value = (uintptr_t)values[v].text.data;
    if (value < text || value + values[v].text.length > text + r->text.length) continue; /* a joined value */
    uint32_t from = (uint32_t)(value - text), to = from + (uint32_t)values[v].text.length;
    if (from > where->start) continue;
    while (p < r->w->part_count && r->w->parts[p].field != values[v].field) p++;
    if (p == r->w->part_count) continue;
    if (to < where->end) { /* "3 beds", of which learning took only the number */
      detm_text unit = dt_text_strip(slice(r->text, to, where->end), " ");
      if (r->w->split < DT_SPLIT_MARKS || !dt_same_unit(unit, dt_text(r->w->parts[p].unit))) continue;
      r->w->parts[p].unit = "";
      to = where->end;
    }
    detm_text before = slice(r->text, from, where->start), after = slice(r->text, where->end, to);
    if (before.length == 0 && after.length == 0) return p;
    if (before.length + after.length > MAX_MARK_LENGTH || (r->w->split >= DT_SPLIT_MARKS && after.length != 0))
      continue;
    if (before.length != 0 && share_with_mark(r, before, false) < DT_USUAL) continue;
    if (after.length != 0 && share_with_mark(r, after, false) < DT_USUAL) continue;
    dt_part *part = &r->w->parts[p];
    part->before = dt_arena_format(&c->wrapper->arena, "%s%.*s", part->before, (int)before.length, before.data);
    part->after = dt_arena_format(&c->wrapper->arena, "%.*s%s", (int)after.length, after.data, part->after);
    return p;
  }
  return r->w->part_count;
}

/* Gives the fields to the parts whose values are the ranges.  False if a range is not the value of a part. */
static bool name_parts(const dt_carver *c, const ranges *r) {
  uint32_t count, first = 0;
  uint32_t *parts = DT_ARRAY(c->scratch, uint32_t, r->count);
  if (r->w->part_count == 0) return false;

  const dt_value *values = dt_record_values(c->scratch, c->set->layouts[c->record], &c->set->items[c->record], &count);
  for (uint32_t k = 0; k < r->count; k++) {
    parts[k] = part_of_range(c, r, values, count, &r->all[k]->where, first);
    if (parts[k] == r->w->part_count) return false;
    first = parts[k] + 1;
  }

  for (uint32_t k = 0; k < r->count; k++) {
    dt_part *part = &r->w->parts[parts[k]];
    part->field = r->all[k]->field;
    if (part->join == NULL)
      part->join = " "; /* an example is one value, even if other records have more pieces of it */
  }

  return true;
}

/* ---- pieces between decoration ---- */

/* Sets *owner to the range that contains the piece [from, to), ignoring punctuation around the range; r->count = none.
 * False if the piece holds more than that range and punctuation. */
static bool find_owner(const ranges *r, uint32_t from, uint32_t to, uint32_t *owner) {
  *owner = r->count;
  for (uint32_t k = 0; k < r->count; k++) {
    const dt_occurrence *where = &r->all[k]->where;
    uint32_t low = where->start > from ? where->start : from, high = where->end < to ? where->end : to;
    if (low >= high) continue;
    if (*owner != r->count) return false;
    if (!is_punctuation(slice(r->text, from, low)) || !is_punctuation(slice(r->text, high, to))) return false;
    *owner = k;
  }
  return true;
}

/* Whether a text has, in this order, pieces in the decorations of the pieces of a range.  Decoration with a class may
 * be missing, as the class distinguishes its pieces from others. */
static bool has_pieces(const dt_carver *c, const ranges *r, const dt_instance *text, const dt_piece *wanted,
                       const uint32_t *owner, uint32_t count) {
  dt_piece pieces[MAX_PIECES];
  dt_mark mark = dt_arena_mark(c->scratch);
  uint32_t n = dt_text_pieces(c->scratch, text->tree, text->node, DT_SPLIT_ALL, pieces, MAX_PIECES), at = 0;
  for (uint32_t p = 0; p < count; p++) {
    uint32_t chain = wanted[p].element;
    if (owner[p] == r->count || (chain != 0 && r->tree->chains[chain].class_length != 0)) continue;
    while (at < n && pieces[at].within != wanted[p].within) at++;
    at++;
  }
  dt_arena_rewind(c->scratch, mark);
  return at <= n;
}

/* Makes a part of each piece.  Pieces outside the ranges keep the field that learning gave them.  False if a range does
 * not consist of whole pieces, or less than half of the texts have such pieces. */
static bool split_at_decoration(const dt_carver *c, const ranges *r) {
  dt_piece pieces[MAX_PIECES];
  uint32_t owner[MAX_PIECES], from[MAX_PIECES], have = 0;
  uint32_t count = dt_text_pieces(c->scratch, r->tree, r->node, DT_SPLIT_ALL, pieces, MAX_PIECES);
  if (count < 2 || count == MAX_PIECES) return false;
  for (uint32_t p = 0; p < count; p++) {
    from[p] = (uint32_t)(pieces[p].text.data - r->text.data);
    if (!find_owner(r, from[p], from[p] + (uint32_t)pieces[p].text.length, &owner[p])) return false;
  }
  for (uint32_t i = 0; i < r->instances.count; i++)
    have += has_pieces(c, r, &r->instances.items[i], pieces, owner, count);
  if (have < DT_USUAL * r->instances.count) return false;

  bool was_split = r->w->split != DT_SPLIT_NONE && r->w->split < DT_SPLIT_MARKS;
  const dt_part *old = r->w->parts;
  uint32_t old_count = was_split ? r->w->part_count : 0;
  dt_part *parts = replace_parts(c, r->w, DT_SPLIT_ALL, count);
  for (uint32_t p = 0; p < count; p++) {
    dt_part *part = &parts[p];
    part->within = dt_chain_within(&c->wrapper->arena, r->tree, pieces[p].element, DT_SPLIT_ALL);
    part->hash = dt_within_hash(part->within);
    if (owner[p] == r->count) {
      for (uint32_t o = 0; o < old_count && part->field == DT_NO_FIELD; o++)
        if (old[o].hash == part->hash && old[o].field != DT_NO_FIELD && !c->wrapper->fields[old[o].field].given)
          part->field = old[o].field;
      continue;
    }
    const dt_carving *range = r->all[owner[p]];
    uint32_t to = from[p] + (uint32_t)pieces[p].text.length;
    bool goes_on = p != 0 && owner[p - 1] == owner[p] && r->text.data[from[p] - 1] != ' ';
    part->field = range->field;
    part->join = goes_on ? "" : " ";
    if (range->where.start > from[p]) part->before = keep_text(c, slice(r->text, from[p], range->where.start));
    if (range->where.end < to) part->after = keep_text(c, slice(r->text, range->where.end, to));
  }
  return true;
}

/* ---- ranges between marks ---- */

/* A search for marks in one text. */
typedef struct marker {
  const dt_carver *c;
  const ranges *r;
  bool shapes;  /* marks have a 9 for each number */
  double share; /* the lowest share of the texts that have one of the marks */
} marker;

/* The text with every number replaced by a 9. */
static detm_text shape_of_digits(const dt_carver *c, detm_text text) {
  char *out = DT_ARRAY(c->scratch, char, text.length + 1);
  size_t length = 0;
  for (size_t i = 0; i < text.length; i++) {
    if (dt_is_digit(text.data[i]) && i > 0 && dt_is_digit(text.data[i - 1])) continue;
    out[length++] = dt_is_digit(text.data[i]) ? '9' : text.data[i];
  }
  return (detm_text){out, length};
}

/* The longest mark that most texts have among those that end (left) or begin (right) at the edge of a range; empty =
 * none.  Its first occurrence in the part that begins at `from` must be this one.  Only text between `low` and `high`
 * may be removed.  A shape may be longer: on the left it may include the number at the start of the range, on the right
 * the text up to a number. */
static detm_text best_mark(marker *m, uint32_t from, uint32_t low, uint32_t high, bool left) {
  detm_text text = m->r->text, best = {"", 0};
  double most = 0;
  uint32_t gap = high - low, number = 0, room = left || !m->shapes ? gap : (uint32_t)text.length - low;

  while (left && m->shapes && high + number < text.length && dt_is_digit(text.data[high + number])) number++;
  for (uint32_t length = 1; length <= room && length <= MAX_MARK_LENGTH; length++)
    for (int with_number = 0; with_number < (number != 0 ? 2 : 1); with_number++) {
      uint32_t start = left ? high - length : low, end = start + length + (with_number ? number : 0);
      size_t found;
      if (!dt_is_word_edge(text, left ? start : end)) continue;
      if (m->shapes && end < text.length && dt_is_digit(text.data[end])) continue;
      detm_text plain = slice(text, start, end), shape = shape_of_digits(m->c, plain), mark = m->shapes ? shape : plain;
      const char *digit = memchr(shape.data, '9', shape.length);
      bool number_ends = shape.data[shape.length - 1] == '9';
      if (!m->shapes || digit == NULL ? mark.length > gap
          : !left                     ? !number_ends || (size_t)(digit - shape.data) > gap
          : with_number               ? digit != shape.data + shape.length - 1
                                      : number_ends)
        continue;
      if (dt_mark_find(slice(text, from, (uint32_t)text.length), mark, m->shapes, &found) != start - from) continue;
      bool blank = dt_text_strip_start(mark, " ").length == 0; /* any text has a blank */
      double share = blank ? 0 : share_with_mark(m->r, mark, m->shapes);
      bool varies = !m->shapes && digit != NULL; /* a number may be different on other pages */
      if (varies ? share <= most : share < most && share < DT_MARK_EVER) continue;
      if (share > most) most = share;
      best = mark;
    }

  if (most < m->share) m->share = most;
  return best;
}

/* The mark after a range, before `next`; *end is where it begins.  If few texts have a mark right after the range, uses
 * the mark after the punctuation that follows. */
static detm_text mark_after(marker *m, const dt_occurrence *where, uint32_t next, uint32_t *end) {
  detm_text text = m->r->text, best = {"", 0};
  double most = 0;
  *end = where->end;

  for (uint32_t at = where->end; at < next && most < DT_USUAL; at++) {
    marker here = *m;
    here.share = 1;
    detm_text mark = best_mark(&here, where->start, at, next, false);
    if (mark.length != 0 && (best.length == 0 || here.share >= DT_USUAL)) {
      best = mark;
      most = here.share;
      *end = at;
    }
    if (!is_punctuation(slice(text, at, at + 1)) || text.data[at] == ' ') break;
  }

  if (most < m->share) m->share = most;
  return best;
}

/* Makes parts of the ranges, and parts without a field of the text between them.  Sets m->share.  Returns the number of
 * parts, 0 = no marks were found. */
static uint32_t delimit(marker *m, dt_part *parts) {
  const ranges *r = m->r;
  uint32_t count = 0, at = 0;
  m->share = 1;

  for (uint32_t k = 0; k < r->count; k++) {
    const dt_occurrence *where = &r->all[k]->where;
    const char *before = "";
    detm_text lead = slice(r->text, at, where->start);
    if (at == 0 && lead.length != 0 && is_usual(r, lead, dt_begins_with)) {
      before = keep_text(m->c, lead);
    } else if (dt_text_strip_start(lead, " ").length != 0) {
      detm_text mark = best_mark(m, at, at, where->start, true);
      if (mark.length == 0) return 0;
      parts[count++] = dt_part_make(DT_NO_FIELD, "", keep_text(m->c, mark));
    }
    uint32_t next = k + 1 < r->count ? r->all[k + 1]->where.start : (uint32_t)r->text.length, end = where->end;
    detm_text tail = slice(r->text, end, next), mark = {"", 0};
    if (k + 1 == r->count && tail.length != 0 && is_usual(r, tail, ends_with))
      mark = m->shapes ? shape_of_digits(m->c, tail) : tail;
    else if (tail.length != 0)
      mark = mark_after(m, where, next, &end);
    if (tail.length != 0 && mark.length == 0) return 0;
    parts[count++] = dt_part_make(r->all[k]->field, before, keep_text(m->c, mark));
    /* a number at the end of a shape belongs to the next value */
    const char *number = m->shapes ? memchr(mark.data, '9', mark.length) : NULL;
    at = end + (uint32_t)(number != NULL ? (size_t)(number - mark.data) : mark.length);
  }

  if (at < r->text.length) parts[count++] = dt_part_make(DT_NO_FIELD, "", "");
  return count;
}

/* Splits at words, or at shapes if fewer texts have the same words.  False if no marks were found. */
static bool split_carved(const dt_carver *c, const ranges *r) {
  marker words = {.c = c, .r = r}, shapes = {.c = c, .r = r, .shapes = true};
  const size_t most = 2 * (size_t)r->count + 1;
  dt_part *word_parts = DT_ARRAY(c->scratch, dt_part, most), *shape_parts = DT_ARRAY(c->scratch, dt_part, most);
  uint32_t word_count = delimit(&words, word_parts), shape_count = delimit(&shapes, shape_parts);
  if (shape_count != 0 && (word_count == 0 || shapes.share > words.share)) {
    memcpy(replace_parts(c, r->w, DT_SPLIT_SHAPES, shape_count), shape_parts, shape_count * sizeof *shape_parts);
    return true;
  }
  if (word_count != 0)
    memcpy(replace_parts(c, r->w, DT_SPLIT_MARKS, word_count), word_parts, word_count * sizeof *word_parts);
  return word_count != 0;
}

/* ---- one text ---- */

/* Joins ranges of one field with a separator between them ("fantasy, adventure") into one range that extends as far as
 * there are separators.  Returns the separator; NULL = not a list. */
static const char *make_list(const dt_carver *c, ranges *r) {
  if (r->count < 2) return NULL;

  for (uint32_t k = 1; k < r->count; k++)
    if (r->all[k]->field != r->all[0]->field) return NULL;
  detm_text between = dt_text_strip(slice(r->text, r->all[0]->where.end, r->all[1]->where.start), " ");
  if (between.length == 0 || between.length > MAX_SEPARATOR_LENGTH || !is_punctuation(between)) return NULL;
  dt_occurrence *where = &r->all[0]->where;
  where->end = r->all[r->count - 1]->where.end;
  detm_text rest = slice(r->text, where->end, (uint32_t)r->text.length);
  if (dt_begins_with(dt_text_strip_start(rest, " "), between)) where->end = (uint32_t)r->text.length;
  if (where->start > between.length && ends_with(dt_text_strip(slice(r->text, 0, where->start), " "), between))
    where->start = 0;
  r->count = 1;
  return keep_text(c, between);
}

/* Makes the text one value, without the prefix and suffix around the first range. */
static void take_range(const dt_carver *c, const ranges *r, detm_text before, detm_text after) {
  dt_part *part = replace_parts(c, r->w, DT_SPLIT_NONE, 1);
  *part = dt_part_make(r->all[0]->field, keep_text(c, before), keep_text(c, after));
}

/* Gives the field to the element around texts from node `first` to node `last` whose texts learning found to be one
 * value.  False: there is none, or it has other texts in this record. */
static bool take_element(const dt_tree *tree, dt_index first, dt_index last, const dt_wrapper_node *w, uint32_t field) {
  const dt_wrapper_node *whole = w;
  dt_index element = first;
  do {
    whole = whole->parent;
    element = tree->nodes[element].parent;
  } while (whole != NULL && whole->part_count == 0);
  if (whole == NULL || last >= tree->nodes[element].end) return false;
  for (dt_index node = element; node < tree->nodes[element].end; node++)
    if ((node < first || node > last) && tree->nodes[node].tag == DT_TAG_TEXT) return false;
  whole->parts[0].field = field;
  return true;
}

static int by_start(const void *a, const void *b) {
  const dt_carving *x = *(dt_carving *const *)a, *y = *(dt_carving *const *)b;
  return x->where.start < y->where.start ? -1 : x->where.start > y->where.start;
}

/* Cuts the ranges of one text in the first way that the other records support. */
static void carve_text(const dt_carver *c, ranges *r) {
  const detm_text nothing = {"", 0};
  dt_mark mark = dt_arena_mark(c->scratch);
  qsort(r->all, r->count, sizeof *r->all, by_start);
  const char *separator = make_list(c, r);
  for (uint32_t s = 0; s < c->set_count; s++)
    for (uint32_t n = 0; c->sets[s] != NULL && n < c->sets[s]->count; n++) {
      const dt_item *item = &c->sets[s]->items[n];
      for (uint32_t i = 0; i < item->count; i++)
        if (dt_folded(c->sets[s]->layouts[n]->nodes[i]) == r->w)
          DT_VEC_PUSH(c->arena, &r->instances, (dt_instance){item->tree, item->nodes[i]});
    }

  const dt_occurrence *where = &r->all[0]->where;
  detm_text before = slice(r->text, 0, where->start), after = slice(r->text, where->end, (uint32_t)r->text.length);
  bool single = r->count == 1;
  if (!single || before.length + after.length != 0)
    for (uint32_t k = 0; k < r->count; k++) r->all[k]->notice->text = keep_text(c, r->text);
  if (single && before.length + after.length == 0 && take_element(r->tree, r->node, r->node, r->w, r->all[0]->field)) {
  } else if (is_split_reliably(r->w) && name_parts(c, r)) {
  } else if (single && where->edges) {
    take_range(c, r, before, after);
  } else if (name_parts(c, r) || split_at_decoration(c, r)) {
  } else if (single && (before.length == 0 || is_usual(r, before, dt_begins_with)) &&
             (after.length == 0 || is_usual(r, after, ends_with))) {
    take_range(c, r, before, after);
  } else if (!split_carved(c, r)) {
    take_range(c, r, nothing, nothing);
  }
  for (uint32_t p = 0; p < r->w->part_count && separator != NULL; p++)
    if (r->w->parts[p].field == r->all[0]->field) r->w->parts[p].list = separator;
  dt_arena_rewind(c->scratch, mark);
}

/* ---- several texts ---- */

/* The text of the example between two texts of its value; a blank if the example does not contain the texts. */
static const char *text_in_example(const dt_carver *c, detm_text value, detm_text before, detm_text after) {
  const char *first = before.length != 0 ? memmem(value.data, value.length, before.data, before.length) : NULL;
  if (first == NULL) return " ";
  detm_text rest = {first + before.length, (size_t)(value.data + value.length - first) - before.length};
  const char *next = memmem(rest.data, rest.length, after.data, after.length);
  if (next == NULL || next - rest.data > MAX_SEPARATOR_LENGTH) return " ";
  rest.length = (size_t)(next - rest.data);
  return memchr(rest.data, '\n', rest.length) == NULL ? keep_text(c, rest) : " ";
}

/* Makes one value of several texts, each appended to the one before.  In records that have texts between them with the
 * same parent as the first or the last, these are appended, too. */
static void join_texts(const dt_carver *c, const dt_carving *one) {
  const dt_tree *tree = c->set->tree;
  const dt_wrapper_node *first = one->nodes[0], *end = one->nodes[one->count - 1];
  const char *shown = "";
  detm_text last = {"", 0};

  for (uint32_t n = 0; n < one->count; n++) {
    if (one->nodes[n] == NULL) continue;
    detm_text text = dt_text_of(tree, tree->text_nodes[one->where.first + n]);
    uint32_t from = n == 0 ? one->where.start : 0;
    uint32_t to = n + 1 == one->count ? one->where.end : (uint32_t)text.length;
    dt_part *part = replace_parts(c, one->nodes[n], DT_SPLIT_NONE, 1);
    *part = dt_part_make(one->field, keep_text(c, slice(text, 0, from)),
                         keep_text(c, slice(text, to, (uint32_t)text.length)));
    part->join = n != 0 ? text_in_example(c, dt_text(one->value), last, text) : " ";
    shown = dt_arena_format(c->arena, "%s%s'%.*s'", shown, n != 0 ? ", " : "", (int)(to - from), text.data + from);
    last = text;
    one->notice->elements++;
  }

  one->notice->text = keep_text(c, dt_text(shown));
  for (dt_wrapper_node *w = dt_wrapper_next(first); w != NULL && w->number < end->number; w = dt_wrapper_next(w)) {
    bool own = w->tag != DT_TAG_TEXT || (w->parent != first->parent && w->parent != end->parent);
    for (uint32_t n = 0; n < one->count && !own; n++) own = one->nodes[n] == w;
    if (own) continue;
    dt_part *part = replace_parts(c, w, DT_SPLIT_NONE, 1);
    part->field = one->field;
    part->join = " ";
  }
}

/* Whether several whole texts are an element whose texts are one value, such as the lines of an address: other records
 * may have more lines, or fewer. */
static bool take_lines(const dt_carver *c, const dt_carving *one) {
  const dt_tree *tree = c->set->tree;
  dt_index first = tree->text_nodes[one->where.first], last = tree->text_nodes[one->where.last];
  return one->where.start == 0 && one->where.end == dt_text_of(tree, last).length &&
         take_element(tree, first, last, one->nodes[0], one->field);
}

/* The child of `up` that contains the node; NULL = none. */
static dt_wrapper_node *child_above(const dt_wrapper_node *up, dt_wrapper_node *node) {
  while (node != NULL && node->parent != up) node = node->parent;
  return node;
}

/* The text below `node` at the same tags as `like` has below its sibling `top`; NULL = none. */
static dt_wrapper_node *text_like(dt_wrapper_node *node, const dt_wrapper_node *top, const dt_wrapper_node *like) {
  const dt_wrapper_node *step = like;
  if (node->tag != top->tag || strcmp(node->class, top->class) != 0) return NULL;
  if (top == like) return node;
  while (step->parent != top) step = step->parent;
  for (dt_wrapper_node *kid = node->first; kid != NULL; kid = kid->next) {
    dt_wrapper_node *found = kid->tag == step->tag ? text_like(kid, step, like) : NULL;
    if (found != NULL) return found;
  }
  return NULL;
}

/* Two values of a list in sibling elements: gives the field to the siblings before, between and after them that look
 * the same. */
static void extend_list(const dt_carver *c, const dt_carving *a, const dt_carving *b) {
  dt_wrapper_node *up = a->nodes[0]->parent;
  while (up != NULL && child_above(up, b->nodes[0]) == NULL) up = up->parent;
  if (up == NULL || a->nodes[0] == b->nodes[0]) return;
  const dt_wrapper_node *top = child_above(up, a->nodes[0]);
  if (text_like(child_above(up, b->nodes[0]), top, a->nodes[0]) != b->nodes[0]) return;
  for (dt_wrapper_node *kid = up->first; kid != NULL; kid = kid->next) {
    dt_wrapper_node *text = text_like(kid, top, a->nodes[0]);
    if (text == NULL || (text->part_count == 1 && text->parts[0].field == a->field)) continue;
    replace_parts(c, text, DT_SPLIT_NONE, 1)->field = a->field;
  }
}

/* ---- attributes ---- */

/* The words that are beside a word in the class attributes of all records: they are not other values of the field. */
static const char *words_beside(const dt_carver *c, const dt_attribute_source *source, const dt_wrapper_node *w,
                                detm_text word) {
  const char *beside = "";
  for (uint32_t s = 0; s < c->set_count; s++)
    for (uint32_t r = 0; c->sets[s] != NULL && r < c->sets[s]->count; r++) {
      const dt_item *item = &c->sets[s]->items[r];
      for (uint32_t i = 0; i < item->count; i++) {
        if (dt_folded(c->sets[s]->layouts[r]->nodes[i]) != w) continue;
        detm_text class = dt_attribute_find(source, item->tree, item->nodes[i], dt_attributes_end(item, i, w));
        if (!dt_classes_have(class, word)) continue;
        for (detm_text other; (other = dt_next_class(&class)).length != 0;)
          if (!dt_text_equal(other, word) && !dt_classes_have(dt_text(beside), other))
            beside = dt_arena_format(&c->wrapper->arena, "%s%s%.*s", beside, *beside != '\0' ? " " : "",
                                     (int)other.length, other.data);
      }
    }
  return beside;
}

void dt_carve_attribute(const dt_carver *c, const dt_item *item, uint32_t i, dt_wrapper_node *w,
                        const dt_occurrence *where, uint32_t field) {
  const dt_tree *tree = item->tree;
  dt_index node = item->nodes[i];
  dt_attribute_walk walk = dt_attribute_walk_start(tree, node, dt_attributes_end(item, i, w));
  dt_attribute_view view;
  while (dt_attribute_walk_next(&walk, &view) && view.value.data != where->attribute.data) continue;
  dt_attribute_source own = {.name = view.name, .element = dt_attribute_element(c->scratch, tree, node, &view)};
  walk = dt_attribute_walk_start(tree, node, dt_attributes_end(item, i, w));
  while (dt_attribute_walk_next(&walk, &view)) {
    own.number += dt_attribute_fits(&own, tree, node, &view);
    if (view.value.data == where->attribute.data) break;
  }
  dt_attribute_source *source = NULL;
  for (uint32_t a = 0; a < w->attribute_count && source == NULL; a++)
    if (strcmp(w->attributes[a].name, own.name) == 0 && strcmp(w->attributes[a].element, own.element) == 0 &&
        w->attributes[a].number == own.number && w->attributes[a].part.field == DT_NO_FIELD)
      source = &w->attributes[a];
  if (source == NULL) source = dt_wrapper_add_attribute(c->wrapper, w);
  source->name = keep_text(c, dt_text(own.name));
  source->element = keep_text(c, dt_text(own.element));
  source->number = own.number;
  source->part = dt_part_make(field, "", "");
  if (view.general == DT_ATTRIBUTE_class)
    source->without = words_beside(c, source, w, slice(view.value, where->start, where->end));
  else if (!where->edges)
    source->part = dt_part_make(field, keep_text(c, slice(view.value, 0, where->start)),
                                keep_text(c, slice(view.value, where->end, (uint32_t)view.value.length)));
}

/* ---- a record ---- */

static bool is_one_text(const dt_carving *one) { return one->where.node == DT_NONE && one->count == 1; }

void dt_carve_record(dt_carver *c, dt_carving *carvings, uint32_t count) {
  bool *done = DT_ZERO(c->scratch, bool, count);
  dt_carving **all = DT_ARRAY(c->scratch, dt_carving *, count);
  const dt_tree *tree = c->set->tree;
  const dt_item *item = &c->set->items[c->record];

  for (uint32_t k = 0; k < count; k++) {
    dt_carving *one = &carvings[k];
    if (one->where.attribute.data != NULL) {
      uint32_t i = 0;
      while (item->nodes[i] != one->where.node) i++;
      dt_carve_attribute(c, item, i, one->nodes[0], &one->where, one->field);
    } else if (one->where.node != DT_NONE) {
      *(one->where.source ? &one->nodes[0]->src : &one->nodes[0]->href) = one->field;
      c->wrapper->fields[one->field].type = "url";
    } else if (one->count > 1 && !take_lines(c, one)) {
      join_texts(c, one);
    } else if (one->count == 1 && !done[k]) {
      ranges r = {.w = one->nodes[0], .tree = tree, .node = tree->text_nodes[one->where.first], .all = all};
      r.text = dt_text_of(tree, r.node);
      while (item->nodes[r.at] != r.node) r.at++;
      for (uint32_t o = k; o < count; o++) {
        if (!is_one_text(&carvings[o]) || carvings[o].where.first != one->where.first) continue;
        done[o] = true;
        all[r.count++] = &carvings[o];
      }
      carve_text(c, &r);
    }
  }

  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = a + 1; b < count; b++)
      if (carvings[a].field == carvings[b].field && is_one_text(&carvings[a]) && is_one_text(&carvings[b]))
        extend_list(c, &carvings[a], &carvings[b]);
}
