/* template/learn/value_pattern.c: makes patterns that cut a value out of a longer text, by the text before and after
 * it. */
#include "config.h"

#include "template/learn/learn.h"

#include "template/tunables.h"
#include "text/fold.h"
#include "text/words.h"
#include "values/value_kind.h"

enum { MAX_PREFIX = 40, MAX_SUFFIX = 60, MANY_DIGITS = 3, MAX_TRIES = 400 };

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

  return *start < *end && dt_is_word_edge(text, *start) && dt_is_word_edge(text, *end);
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
static void add_pattern_quoted(dt_buffer *out, detm_text text) {
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

typedef struct mark {
  detm_text text;
  bool last; /* its last occurrence in the text counts, not the first */
  double cost;
} mark;

static bool is_word_start(const char *at, const char *end) {
  uint32_t code;
  dt_utf8_read(at, end, &code);
  return dt_is_letter(code);
}

/* Returns the punctuation at the start of the text with the blanks around it, else a word between blanks; length 0 if
 * there is neither. */
static detm_text leading_mark(detm_text text) {
  size_t at = 0, marks = 0;
  while (at < text.length && !is_word_start(text.data + at, text.data + text.length)) {
    uint32_t code;
    marks += text.data[at] != ' ';
    at += dt_utf8_read(text.data + at, text.data + text.length, &code);
  }
  if (marks != 0) return (detm_text){text.data, at};
  size_t word = at;
  while (word < text.length && text.data[word] != ' ') word++;
  if (at == 0 || word == text.length) return (detm_text){NULL, 0};
  return (detm_text){text.data, word + 1};
}

/* Returns the same at the end of the text. */
static detm_text trailing_mark(detm_text text) {
  size_t at = text.length, marks = 0;
  while (at > 0) {
    size_t start = at - 1;
    while (start > 0 && ((unsigned char)text.data[start] & 0xc0) == 0x80) start--;
    if (is_word_start(text.data + start, text.data + text.length)) break;
    marks += text.data[start] != ' ';
    at = start;
  }

  while (marks != 0 && at < text.length && text.data[at] == ' ') at++;
  if (marks != 0) return dt_text_from(text, at);
  size_t word = at;
  while (word > 0 && text.data[word - 1] != ' ') word--;
  if (at == text.length || word == 0) return (detm_text){NULL, 0};
  return dt_text_from(text, word - 1);
}

/* Makes the marks at which a value may be cut off: all text on that side, if it is short, and the nearest mark. Returns
 * their number. */
static uint32_t marks_of(detm_text all, size_t most, mark near, mark marks[2]) {
  uint32_t count = 0;
  size_t characters = dt_utf8_count(all), digits = 0;

  if (all.length == 0) {
    marks[0] = (mark){{NULL, 0}, false, 0};
    return 1;
  }

  for (size_t i = 0; i < all.length; i++) digits += dt_is_digit(all.data[i]);
  double cost = DT_COST_AFFIX + DT_COST_AFFIX_CHARACTER * (double)characters +
                (digits >= MANY_DIGITS ? DT_COST_AFFIX_DIGITS : 0); /* they are probably specific to the page */
  if (characters <= most) marks[count++] = (mark){all, false, cost};
  if (near.text.length != 0 && near.text.length != all.length) marks[count++] = near;
  return count;
}

/* Returns a pattern for numbers of the same form, "(\$\s*\d[\d.,]*)"; NULL if the value is not a price or number, or
 * continues after it as "12" of "12/13/2010" does. */
static const char *shape_of_value(dt_learning *l, detm_text value, detm_text after) {
  const char *type = dt_type_of(value);
  dt_buffer *out = &l->buffer;

  if (after.length != 0 && after.data[0] != ' ' &&
      !(after.length > 1 && strchr(",;)", after.data[0]) != NULL && after.data[1] == ' '))
    return NULL;

  if (strcmp(type, "price") != 0 && strcmp(type, "number") != 0) return NULL;
  out->length = 0;
  dt_buffer_byte(out, '(');

  for (size_t at = 0; at < value.length;) {
    size_t digits = at;
    while (digits < value.length && strchr("0123456789.,", value.data[digits]) != NULL) digits++;
    if (digits > at) dt_buffer_text(out, "\\d[\\d.,]*");
    at = digits;
    while (digits < value.length && strchr("0123456789.,", value.data[digits]) == NULL) digits++;
    add_pattern_quoted(out, (detm_text){value.data + at, digits - at});
    at = digits;
  }

  dt_buffer_byte(out, ')');
  return dt_buffer_copy(l);
}

/* Returns a pattern such as "Price:\s*(.+?)\s*USD".  `shape` is a pattern for the value, NULL = any text. */
static const char *pattern_between(dt_learning *l, const mark *before, const char *shape, const mark *after) {
  dt_buffer *out = &l->buffer;
  out->length = 0;
  if ((before->text.length == 0 && shape == NULL) || before->last) dt_buffer_byte(out, '^');
  if (before->last) dt_buffer_text(out, ".*");
  add_pattern_quoted(out, dt_text_strip(before->text, " "));
  if (before->text.length != 0) dt_buffer_text(out, "\\s*");
  dt_buffer_text(out, shape != NULL ? shape : "(.+?)");
  if (shape != NULL) return dt_buffer_copy(l);
  if (after->text.length != 0) dt_buffer_text(out, "\\s*");
  add_pattern_quoted(out, dt_text_strip(after->text, " "));
  if (after->text.length == 0) dt_buffer_byte(out, '$');
  return dt_buffer_copy(l);
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
    add_pattern_quoted(out, (detm_text){text.data + at, others});
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
  add_any_number(out, dt_text_strip(before, " "));
  dt_buffer_text(out, before.length != 0 ? "\\s*)?(.+?)" : "(.+?)");
  if (after.length != 0) dt_buffer_text(out, "(?:\\s*");
  add_any_number(out, dt_text_strip(after, " "));
  dt_buffer_text(out, after.length != 0 ? ")?$" : "$");
  return dt_buffer_copy(l);
}

uint32_t dt_cuttings_of(dt_learning *l, detm_text text, detm_text value, dt_cutting cuts[DT_MAX_CUTTINGS]) {
  size_t start, end;
  mark before[2], after[2];

  if (!locate(&l->arena, text, value, false, &start, &end) && !locate(&l->arena, text, value, true, &start, &end))
    return 0;
  detm_text left = {text.data, start}, right = {text.data + end, text.length - end};
  const mark nothing = {{NULL, 0}, false, 0};
  uint32_t count = 0;
  uint32_t before_count = marks_of(left, MAX_PREFIX, (mark){trailing_mark(left), true, DT_COST_MARK_BEFORE}, before);
  uint32_t after_count = marks_of(right, MAX_SUFFIX, (mark){leading_mark(right), false, DT_COST_MARK_AFTER}, after);
  const char *shape = shape_of_value(l, value, right);

  for (uint32_t i = 0; i < before_count; i++)
    for (uint32_t j = 0; j < after_count; j++)
      cuts[count++] = (dt_cutting){pattern_between(l, &before[i], NULL, &after[j]), before[i].cost + after[j].cost};

  for (uint32_t i = 0; shape != NULL && i < before_count; i++)
    cuts[count++] = (dt_cutting){pattern_between(l, &before[i], shape, &nothing),
                                 before[i].cost + (before[i].text.length != 0 ? -DT_GAIN_SHAPE : DT_COST_SHAPE)};

  return count;
}
