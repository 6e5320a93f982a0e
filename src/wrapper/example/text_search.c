/* wrapper/example/text_search.c: finds the places on a page that show a text that the user copied from it. */
#include "config.h"

#include "wrapper/example/example.h"

#include "base/search.h"
#include "html/entities.h"
#include "text/fold.h"
#include "text/url.h"
#include "text/words.h"
#include "values/values.h"
#include "wrapper/attributes.h"

#include <ctype.h>

enum {
  CUT_MARK = 3,    /* length of "..." in bytes */
  LOOSE_DIGITS = 3 /* fewer digits, as of "$ 24", are equal by chance where only letters and digits are compared */
};

/* ---- texts in the form that is compared ---- */

/* Writes the text in the form that is compared; offsets[i] is the offset in the text of the character of byte i.  Both
 * arrays must have 3 elements more than text.length.  Returns the number of bytes written. */
static uint32_t write_plain(detm_text text, bool words, char *out, uint32_t *offsets) {
  uint32_t length = 0;
  const char *end = text.data + text.length;
  for (const char *at = text.data; at < end;) {
    uint32_t code;
    detm_text one = {at, dt_utf8_read(at, end, &code)};
    size_t written = words ? dt_squeeze_word(one, out + length) : dt_squeeze(one, out + length);
    for (size_t i = 0; i < written; i++) offsets[length++] = (uint32_t)(at - text.data);
    at += one.length;
  }
  dt_fold(out, length);
  return length;
}

void dt_shown_read(dt_shown *shown, dt_arena *arena, const dt_tree *tree, bool words) {
  size_t size = 4;
  for (uint32_t t = 0; t < tree->text_count; t++) size += tree->texts[t].length;
  *shown = (dt_shown){.tree = tree, .words = words};
  shown->bytes = DT_ARRAY(arena, char, size);
  shown->offsets = DT_ARRAY(arena, uint32_t, size);
  shown->starts = DT_ARRAY(arena, uint32_t, (size_t)tree->text_count + 1);

  uint32_t length = 0;
  for (uint32_t t = 0; t < tree->text_count; t++) {
    shown->starts[t] = length;
    length += write_plain(dt_text_of(tree, tree->text_nodes[t]), words, shown->bytes + length, shown->offsets + length);
    dt_scope_tick(arena->scope);
  }

  shown->starts[tree->text_count] = length;
}

/* The value in the form that is compared, with its character references decoded. */
static detm_text compared_form(dt_arena *scratch, detm_text value, bool words) {
  char *text = DT_ARRAY(scratch, char, value.length + 4), *out = DT_ARRAY(scratch, char, value.length + 4);
  uint32_t *offsets = DT_ARRAY(scratch, uint32_t, value.length + 4);
  dt_buffer read = {0};
  dt_add_without_references(&read, value);
  bool failed = read.failed || read.length > value.length; /* cannot fail: a reference is longer than its character */
  size_t length = failed ? 0 : read.length;
  if (length != 0) memcpy(text, read.data, length);
  dt_buffer_free(&read);
  if (failed) dt_scope_leave(scratch->scope, DETM_NO_MEMORY);
  length = dt_utf8_valid(text, length);
  return (detm_text){out, write_plain((detm_text){text, length}, words, out, offsets)};
}

/* Whether the user shortened the value: "A long description ...".  `value` is in the form that is compared, with
 * punctuation. */
static bool is_cut(detm_text value) {
  return value.length > CUT_MARK && memcmp(value.data + value.length - CUT_MARK, "...", CUT_MARK) == 0;
}

bool dt_occurrence_gives(dt_arena *scratch, const char *value, bool loose, detm_text text) {
  dt_mark mark = dt_arena_mark(scratch);
  bool cut = is_cut(compared_form(scratch, dt_text(value), false));
  detm_text wanted = compared_form(scratch, dt_text(value), loose), given = compared_form(scratch, text, loose);
  if (cut && !loose) wanted.length -= CUT_MARK;
  if (cut && given.length > wanted.length) given.length = wanted.length;
  bool same = dt_text_equal(wanted, given);
  dt_arena_rewind(scratch, mark);
  return same;
}

/* ---- places ---- */

/* The last text that begins at or before this byte, ignoring empty texts. */
static uint32_t text_at_offset(const dt_shown *shown, uint32_t byte) {
  return dt_count_up_to(shown->starts, shown->tree->text_count, byte) - 1;
}

uint32_t dt_count_up_to(const uint32_t *sorted, uint32_t count, uint32_t most) {
  uint32_t i;
  DT_LOWER_BOUND(i, 0, count, sorted[i] <= most);
  return i;
}

/* Whether a text may be cut here: where decoration begins, or at the edge of a word unless it divides a number. */
static bool is_edge(const dt_tree *tree, uint32_t text, uint32_t offset) {
  const dt_string *string = &tree->texts[text];
  for (uint32_t f = string->first; f < string->first + string->count; f++)
    if (tree->fragments[f].start == string->start + offset) return true;
  detm_text whole = dt_text_of(tree, tree->text_nodes[text]);
  return dt_is_word_edge(whole, offset) && !dt_divides_number(whole, offset);
}

static bool has_letters(const char *text, uint32_t length) {
  for (const char *at = text, *end = text + length; at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if (dt_is_letter(code)) return true;
  }
  return false;
}

static bool is_range_punctuation(const char *bytes, uint32_t from, uint32_t to) {
  for (uint32_t b = from; b < to; b++)
    if ((unsigned char)bytes[b] >= 0x80 || isalnum((unsigned char)bytes[b])) return false;
  return true;
}

/* Excludes punctuation at the ends if it is in other texts than the words, and one of these texts has more before or
 * after it: "(" before a link. */
static void trim_to_words(const dt_shown *shown, uint32_t *from, uint32_t *to) {
  uint32_t first = text_at_offset(shown, *from), last = text_at_offset(shown, *to - 1);
  if (first == last) return;
  uint32_t end = shown->starts[first + 1], start = shown->starts[last];
  bool opens = is_range_punctuation(shown->bytes, *from, end), closes = is_range_punctuation(shown->bytes, start, *to);
  if (!(opens && *from != shown->starts[first]) && !(closes && *to != shown->starts[last + 1])) return;
  if (opens) *from = end;
  if (closes && start > *from) *to = start;
}

/* Whether a text is all in one element of decoration that the other is not in: "<br><font>example.org</font>". */
static bool has_other_look(const dt_tree *tree, const dt_string *text, const dt_string *other) {
  uint32_t chain = tree->fragments[text->first].chain;
  for (uint32_t f = text->first; f < text->first + text->count; f++)
    if (tree->fragments[f].chain != chain) return false;
  return chain != 0 && tree->fragments[other->first].chain != chain;
}

/* The last text of the block or link in which a text is: of its lines and links, without lines that look different. */
static uint32_t last_of_block(const dt_tree *tree, uint32_t text) {
  const dt_string *own = &tree->texts[text];
  dt_index block = tree->nodes[tree->text_nodes[text]].parent;
  bool new_line = false;

  for (dt_index node = tree->text_nodes[text] + 1; node < tree->nodes[block].end; node++) {
    dt_tag tag = tree->nodes[node].tag;
    if (tag == DT_TAG_br || tag == DT_TAG_BR2) new_line = true;
    if (tag == DT_TAG_TEXT) {
      if (new_line && has_other_look(tree, &tree->texts[tree->nodes[node].detail], own)) break;
      text = tree->nodes[node].detail;
      new_line = false;
    } else if (dt_tag_display(tag) == DT_DISPLAY_BLOCK && tag != DT_TAG_br && tag != DT_TAG_BR2) {
      break;
    }
  }

  return text;
}

/* Makes the place of the bytes [from, to), or to the end of the block if it is open; false if it begins or ends within
 * a word. */
static bool make_occurrence(const dt_shown *shown, uint32_t from, uint32_t to, bool open, dt_occurrence *where) {
  const dt_tree *tree = shown->tree;
  uint32_t length = to - from;
  trim_to_words(shown, &from, &to);
  *where = (dt_occurrence){.first = text_at_offset(shown, from),
                           .last = text_at_offset(shown, to - 1),
                           .node = DT_NONE,
                           .loose = shown->words || to - from != length};
  if (open) where->last = last_of_block(tree, where->last);
  detm_text first = dt_text_of(tree, tree->text_nodes[where->first]);
  detm_text last = dt_text_of(tree, tree->text_nodes[where->last]);
  where->start = shown->offsets[from];
  where->end = (uint32_t)last.length;

  if (!open) {
    uint32_t at = shown->offsets[to - 1], code;
    where->end = at + dt_utf8_read(last.data + at, last.data + last.length, &code);
  }

  if (!is_edge(tree, where->first, where->start) || !is_edge(tree, where->last, where->end)) return false;
  where->edges = !has_letters(first.data, where->start) &&
                 !has_letters(last.data + where->end, (uint32_t)last.length - where->end);
  return true;
}

static bool is_digits(detm_text text) {
  size_t digits = 0;
  while (digits < text.length && dt_is_digit(text.data[digits])) digits++;
  return digits == text.length;
}

uint32_t dt_occurrences_find(const dt_shown *shown, dt_arena *scratch, const char *value, dt_occurrence *occurrences,
                             uint32_t most) {
  dt_mark mark = dt_arena_mark(scratch);
  detm_text wanted = compared_form(scratch, dt_text(value), shown->words);
  uint32_t count = 0, end = shown->starts[shown->tree->text_count];
  if (shown->words && wanted.length < LOOSE_DIGITS && is_digits(wanted)) wanted.length = 0;
  for (bool open = false;; open = true) {
    for (const char *at = shown->bytes; wanted.length != 0 && count < most; at++) {
      at = memmem(at, (size_t)(shown->bytes + end - at), wanted.data, wanted.length);
      if (at == NULL) break;
      uint32_t from = (uint32_t)(at - shown->bytes);
      count += make_occurrence(shown, from, from + (uint32_t)wanted.length, open, &occurrences[count]);
      dt_scope_tick(scratch->scope);
    }
    if (count != 0 || open || !is_cut(wanted)) break;
    wanted.length -= CUT_MARK;
  }
  dt_arena_rewind(scratch, mark);
  return count;
}

uint32_t dt_occurrences_find_addresses(const dt_tree *tree, dt_arena *scratch, const char *base, const char *value,
                                       dt_occurrence *occurrences, uint32_t most) {
  static const dt_attribute_name names[] = {DT_ATTRIBUTE_href, DT_ATTRIBUTE_src};
  uint32_t count = 0;
  if (strpbrk(value, "/.#?:") == NULL || strpbrk(value, " \t\n") != NULL) return 0;
  for (dt_index node = 0; node < tree->node_count && count < most; node++) {
    if (tree->nodes[node].tag == DT_TAG_TEXT || tree->nodes[node].attribute_count == 0) continue;
    for (unsigned a = 0; a < 2 && count < most; a++) {
      detm_text address = dt_attribute_of(tree, node, names[a]);
      if (address.length == 0) continue;
      dt_mark mark = dt_arena_mark(scratch);
      bool same = dt_text_equal(address, dt_text(value)) ||
                  dt_text_equal(dt_url_resolve(scratch, base, address), dt_text(value));
      dt_arena_rewind(scratch, mark);
      if (same) occurrences[count++] = (dt_occurrence){.node = node, .source = a == 1, .edges = true};
    }
    dt_scope_tick(scratch->scope);
  }
  return count;
}

/* ---- attributes ---- */

/* Whether a value may begin or end here: at the edge of a word, or of the number of "item1052". */
static bool is_edge_in_attribute(detm_text text, uint32_t at) {
  bool inside = at != 0 && at < text.length;
  bool of_number = inside && dt_is_digit(text.data[at - 1]) != dt_is_digit(text.data[at]);
  return (of_number || dt_is_word_edge(text, at)) && !dt_divides_number(text, at);
}

/* The bytes of a text that are a word, if the text is a class attribute, the address of a mailbox or telephone in a
 * link, or else the whole of it or a part between edges of words.  False if it has none. */
static bool find_in_attribute(dt_arena *scratch, const dt_attribute_view *view, const char *value,
                              dt_occurrence *where) {
  detm_text wanted = dt_text(value), all = view->value;
  if (view->general == DT_ATTRIBUTE_class) {
    for (detm_text word, rest = all; (word = dt_next_class(&rest)).length != 0;)
      if (dt_text_equal(word, wanted)) {
        where->start = (uint32_t)(word.data - all.data);
        where->end = where->start + (uint32_t)word.length;
        return where->edges = true;
      }
    return false;
  }
  where->end = (uint32_t)all.length;
  if (view->general == DT_ATTRIBUTE_href) {
    detm_text address = dt_url_address(all);
    if (address.data == NULL) return false;
    where->start = (uint32_t)(address.data - all.data);
    where->end = where->start + (uint32_t)address.length;
    return dt_text_equal(address, wanted);
  }

  bool near = all.length >= wanted.length / 2 && all.length <= 2 * wanted.length + 8;
  if (near && dt_occurrence_gives(scratch, value, false, all)) return where->edges = true;
  for (const char *at = all.data; wanted.length != 0; at++) {
    at = memmem(at, (size_t)(all.data + all.length - at), wanted.data, wanted.length);
    if (at == NULL) return false;
    where->start = (uint32_t)(at - all.data);
    where->end = where->start + (uint32_t)wanted.length;
    if (is_edge_in_attribute(all, where->start) && is_edge_in_attribute(all, where->end)) return true;
  }
  return false;
}

uint32_t dt_occurrences_find_attributes(const dt_tree *tree, dt_arena *scratch, const char *value,
                                        dt_occurrence *occurrences, uint32_t most) {
  dt_attribute_walk walk = dt_attribute_walk_start(tree, 0, tree->node_count);
  dt_attribute_view view;
  uint32_t count = 0;
  while (count < most && dt_attribute_walk_next(&walk, &view)) {
    dt_occurrence where = {.node = view.node, .attribute = view.value};
    if (find_in_attribute(scratch, &view, value, &where)) occurrences[count++] = where;
    dt_scope_tick(scratch->scope);
  }
  return count;
}

/* ---- the nearest text ---- */

enum { MAX_COMPARED = 80 }; /* bytes of each text */

/* Edit distance of a and b in bytes; stops at `most`. */
static unsigned edit_distance(detm_text a, detm_text b, unsigned most) {
  unsigned row[MAX_COMPARED + 1];
  for (unsigned j = 0; j <= b.length; j++) row[j] = j;
  for (size_t i = 0; i < a.length; i++) {
    unsigned diagonal = row[0], least = row[0] = (unsigned)i + 1;
    for (size_t j = 1; j <= b.length; j++) {
      unsigned above = row[j], best = diagonal + (a.data[i] != b.data[j - 1]);
      if (above + 1 < best) best = above + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = above;
      row[j] = best;
      if (best < least) least = best;
    }
    if (least >= most) return most;
  }

  return row[b.length];
}

detm_text dt_nearest_text(const dt_tree *tree, dt_arena *scratch, const char *value) {
  dt_mark mark = dt_arena_mark(scratch);
  detm_text wanted = dt_text_cut(compared_form(scratch, dt_text(value), false), MAX_COMPARED), nearest = {"", 0};
  unsigned least = (unsigned)wanted.length * 2 / 3 + 1;

  for (uint32_t t = 0; t < tree->text_count; t++) {
    char bytes[2 * MAX_COMPARED + 8];
    uint32_t offsets[2 * MAX_COMPARED + 8];
    detm_text text = dt_text_of(tree, tree->text_nodes[t]), cut = dt_text_cut(text, 2 * MAX_COMPARED);
    cut = dt_text_cut((detm_text){bytes, write_plain(cut, false, bytes, offsets)}, MAX_COMPARED);
    size_t differ = cut.length > wanted.length ? cut.length - wanted.length : wanted.length - cut.length;
    bool contains = wanted.length != 0 && memmem(cut.data, cut.length, wanted.data, wanted.length) != NULL;
    dt_scope_tick(scratch->scope);
    if (differ >= least && !contains) continue;
    unsigned distance = contains ? 1 : edit_distance(wanted, cut, least);
    if (distance >= least) continue;
    least = distance;
    nearest = text;
  }

  dt_arena_rewind(scratch, mark);
  return nearest;
}
