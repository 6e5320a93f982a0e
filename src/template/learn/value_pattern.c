/* template/learn/value_pattern.c: makes patterns that cut a value out of a longer text, by the text before and after
 * it. */
#include "config.h"

#include "template/learn/learn.h"
#include "text/value_kind.h"

#include "text/fold.h"

enum { MAX_PREFIX = 40, MAX_SUFFIX = 60, MANY_DIGITS = 3, MAX_TRIES = 400 };

/* Whether `offset` is within a word of the text. */
static bool is_within_word(detm_text text, size_t offset) {
  uint32_t before, after;
  size_t start = offset;
  if (offset == 0 || offset == text.length) return false;
  do {
    start--;
  } while (start > 0 && ((unsigned char)text.data[start] & 0xc0) == 0x80);
  dt_utf8_read(text.data + start, text.data + text.length, &before);
  dt_utf8_read(text.data + offset, text.data + text.length, &after);
  return dt_is_spaced_letter(before) && dt_is_spaced_letter(after);
}

/* Sets *start and *end to the place in the text of `length` squeezed bytes from `from` on.  Returns false if they begin
 * or end within a word. */
static bool unsqueeze(detm_text text, size_t from, size_t length, size_t *start, size_t *end) {
  size_t seen = 0;
  *start = *end = text.length;
  for (size_t i = 0; i < text.length && seen < from + length;) {
    uint32_t code;
    char out[4];
    unsigned bytes = dt_utf8_read(text.data + i, text.data + text.length, &code);
    size_t made = dt_squeeze((detm_text){text.data + i, bytes}, out);
    if (made != 0 && seen == from) *start = i;
    seen += made;
    i += bytes;
    if (made != 0 && seen == from + length) *end = i;
  }
  return *start < *end && !is_within_word(text, *start) && !is_within_word(text, *end);
}

/* Finds a value in a text; compares both squeezed.  Sets *start and *end to byte offsets in the text. */
static bool locate(dt_arena *arena, detm_text text, detm_text value, bool folded, size_t *start, size_t *end) {
  char *in = dt_arena_take(arena, text.length + 1), *what = dt_arena_take(arena, value.length + 1);
  size_t in_length = dt_squeeze(text, in), what_length = dt_squeeze(value, what);
  if (folded) {
    dt_fold(in, in_length);
    dt_fold(what, what_length);
  }
  if (what_length == 0) return false;
  const char *at = in;
  for (int n = 0; n < MAX_TRIES && (at = memmem(at, (size_t)(in + in_length - at), what, what_length)) != NULL;
       n++, at++)
    if (unsqueeze(text, (size_t)(at - in), what_length, start, end)) return true;
  return false;
}

/* Appends a pattern that matches the text, with any or no white space for blanks. */
static void add_quoted(dt_buffer *out, detm_text text) {
  bool blank = false;
  if (text.length == 0) return;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    if (dt_is_blank(code)) {
      if (!blank) dt_buffer_text(out, "\\s*");
      blank = true;
    } else {
      blank = false;
      if (code < 0x80 && strchr("\\^$.[]|()?*+{}#-", (int)code) != NULL) dt_buffer_byte(out, '\\');
      dt_buffer_add(out, at, bytes);
    }
    at += bytes;
  }
}

static detm_text trimmed(detm_text text) {
  while (text.length != 0 && text.data[0] == ' ') text = (detm_text){text.data + 1, text.length - 1};
  while (text.length != 0 && text.data[text.length - 1] == ' ') text.length--;
  return text;
}

typedef struct mark {
  detm_text text;
  bool last; /* its last occurrence in the text counts, not the first */
  double cost;
} mark;

/* Returns the cost of digits: three or more are probably specific to the page. */
static double cost_of_digits(detm_text text) {
  size_t digits = 0;
  for (size_t i = 0; i < text.length; i++) digits += dt_is_digit(text.data[i]);
  return digits >= MANY_DIGITS ? 0.2 : 0;
}

static bool is_word_start(const char *at, const char *end) {
  uint32_t code;
  dt_utf8_read(at, end, &code);
  return dt_is_letter(code);
}

static bool is_blank(char c) { return c == ' '; }

/* Returns the punctuation at the start of the text with the blanks around it, else a word between blanks; length 0 if
 * there is neither. */
static detm_text leading_mark(detm_text text) {
  size_t at = 0, signs = 0;
  while (at < text.length && !is_word_start(text.data + at, text.data + text.length)) {
    uint32_t code;
    signs += !is_blank(text.data[at]);
    at += dt_utf8_read(text.data + at, text.data + text.length, &code);
  }
  if (signs != 0) return (detm_text){text.data, at};
  size_t word = at;
  while (word < text.length && !is_blank(text.data[word])) word++;
  if (at == 0 || word == text.length) return (detm_text){NULL, 0};
  return (detm_text){text.data, word + 1};
}

/* Returns the same at the end of the text. */
static detm_text trailing_mark(detm_text text) {
  size_t at = text.length, signs = 0;
  while (at > 0) {
    size_t start = at - 1;
    while (start > 0 && ((unsigned char)text.data[start] & 0xc0) == 0x80) start--;
    if (is_word_start(text.data + start, text.data + text.length)) break;
    signs += !is_blank(text.data[start]);
    at = start;
  }
  while (signs != 0 && at < text.length && is_blank(text.data[at])) at++;
  if (signs != 0) return (detm_text){text.data + at, text.length - at};
  size_t word = at;
  while (word > 0 && !is_blank(text.data[word - 1])) word--;
  if (at == text.length || word == 0) return (detm_text){NULL, 0};
  return (detm_text){text.data + word - 1, text.length - word + 1};
}

/* Makes the marks at which a value may be cut off: all text on that side, if it is short, and the nearest mark. Returns
 * their number. */
static uint32_t marks_of(detm_text all, size_t most, mark near, mark marks[2]) {
  uint32_t count = 0;
  size_t characters = dt_utf8_count(all);
  if (all.length == 0) {
    marks[0] = (mark){{NULL, 0}, false, 0};
    return 1;
  }
  if (characters <= most) marks[count++] = (mark){all, false, 0.05 + 0.002 * (double)characters + cost_of_digits(all)};
  if (near.text.length != 0 && near.text.length != all.length) marks[count++] = near;
  return count;
}

/* Whether a number may end before the text `after`: not "12" of "12/13/2010". */
static bool ends_number(detm_text after) {
  return after.length == 0 || after.data[0] == ' ' ||
         (after.length > 1 && strchr(",;)", after.data[0]) != NULL && after.data[1] == ' ');
}

/* Returns a pattern for numbers of the same form, "(\$\s*\d[\d.,]*)"; NULL if the value is not a price or number. */
static const char *shape_of(dt_learning *l, detm_text value) {
  const char *type = dt_type_of(value);
  dt_buffer *out = &l->buffer;
  out->length = 0;
  if (strcmp(type, "price") != 0 && strcmp(type, "number") != 0) return NULL;
  dt_buffer_byte(out, '(');
  for (size_t at = 0; at < value.length;) {
    size_t digits = at;
    while (digits < value.length && strchr("0123456789.,", value.data[digits]) != NULL) digits++;
    if (digits > at) dt_buffer_text(out, "\\d[\\d.,]*");
    at = digits;
    while (digits < value.length && strchr("0123456789.,", value.data[digits]) == NULL) digits++;
    add_quoted(out, (detm_text){value.data + at, digits - at});
    at = digits;
  }
  dt_buffer_byte(out, ')');
  if (out->failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return dt_arena_copy(&l->arena, out->data, out->length);
}

/* Returns a pattern such as "Price:\s*(.+?)\s*USD".  `shape` is a pattern for the value, NULL = any text. */
static const char *pattern_of(dt_learning *l, const mark *before, const char *shape, const mark *after) {
  dt_buffer *out = &l->buffer;
  out->length = 0;
  if ((before->text.length == 0 && shape == NULL) || before->last) dt_buffer_byte(out, '^');
  if (before->last) dt_buffer_text(out, ".*");
  add_quoted(out, trimmed(before->text));
  if (before->text.length != 0) dt_buffer_text(out, "\\s*");
  if (shape != NULL) {
    dt_buffer_text(out, shape);
    if (out->failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
    return dt_arena_copy(&l->arena, out->data, out->length);
  }
  dt_buffer_text(out, "(.+?)");
  if (after->text.length != 0) dt_buffer_text(out, "\\s*");
  add_quoted(out, trimmed(after->text));
  if (after->text.length == 0) dt_buffer_byte(out, '$');
  if (out->failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return dt_arena_copy(&l->arena, out->data, out->length);
}

/* Appends a pattern that matches the text with any numbers in it. */
static void add_any_number(dt_buffer *out, detm_text text) {
  for (size_t at = 0; at < text.length;) {
    size_t digits = strspn(text.data + at, "0123456789");
    if (digits > text.length - at) digits = text.length - at;
    if (digits != 0) dt_buffer_text(out, "\\d+");
    at += digits;
    size_t others = strcspn(text.data + at, "0123456789");
    if (others > text.length - at) others = text.length - at;
    add_quoted(out, (detm_text){text.data + at, others});
    at += others;
  }
}

const char *dt_numbered_cut(dt_learning *l, detm_text text, detm_text value) {
  size_t start, end;
  dt_buffer *out = &l->buffer;
  if (!locate(&l->arena, text, value, false, &start, &end)) return NULL;
  detm_text before = {text.data, start}, after = {text.data + end, text.length - end};
  if (before.length > MAX_PREFIX || after.length > MAX_PREFIX) return NULL;
  out->length = 0;
  dt_buffer_byte(out, '^');
  if (before.length != 0) dt_buffer_text(out, "(?:");
  add_any_number(out, trimmed(before));
  dt_buffer_text(out, before.length != 0 ? "\\s*)?(.+?)" : "(.+?)");
  if (after.length != 0) dt_buffer_text(out, "(?:\\s*");
  add_any_number(out, trimmed(after));
  dt_buffer_text(out, after.length != 0 ? ")?$" : "$");
  if (out->failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return dt_arena_copy(&l->arena, out->data, out->length);
}

uint32_t dt_cuttings_of(dt_learning *l, detm_text text, detm_text value, dt_cutting cuts[DT_MAX_CUTTINGS]) {
  size_t start, end;
  mark before[2], after[2];
  if (!locate(&l->arena, text, value, false, &start, &end) && !locate(&l->arena, text, value, true, &start, &end))
    return 0;
  detm_text left = {text.data, start}, right = {text.data + end, text.length - end};
  const mark nothing = {{NULL, 0}, false, 0};
  uint32_t count = 0;
  uint32_t before_count = marks_of(left, MAX_PREFIX, (mark){trailing_mark(left), true, 0.2}, before);
  uint32_t after_count = marks_of(right, MAX_SUFFIX, (mark){leading_mark(right), false, 0.15}, after);
  const char *shape = ends_number(right) ? shape_of(l, value) : NULL;
  for (uint32_t i = 0; i < before_count; i++)
    for (uint32_t j = 0; j < after_count; j++)
      cuts[count++] = (dt_cutting){pattern_of(l, &before[i], NULL, &after[j]), before[i].cost + after[j].cost};
  for (uint32_t i = 0; shape != NULL && i < before_count; i++)
    cuts[count++] = (dt_cutting){pattern_of(l, &before[i], shape, &nothing),
                                 before[i].cost + (before[i].text.length != 0 ? -0.01 : 0.16)};
  return count;
}
