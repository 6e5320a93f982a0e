/* wrapper/learn/template_words.c: splits texts at words that are the same in all records: "By Ann Lee on 3 May 2026".
 *
 * A template printed "By" and "on"; the texts between them are values (doc/method 2.10).  Sentences have words in
 * common, too, so common words are separators only beside numbers, dates, prices or codes. */
#include "text/chars.h"
#include "wrapper/labels.h"
#include "wrapper/learn/column_words.h"
#include "wrapper/learn/learn.h"
#include "wrapper/tunables.h"

enum {
  MAX_WORDS = 16, /* of a text; longer ones are sentences */
  MAX_TYPED = 30, /* bytes of a date or price; a longer text has other words, too */
  MAX_SHORT = 3   /* letters of words that do not name a column, unless they are known: "on", "No." */
};

typedef struct line {
  detm_text words[MAX_WORDS]; /* between blanks */
  uint32_t count;
} line;

/* Consecutive words that all lines have. */
typedef struct separator {
  uint8_t *at; /* by line: number of the first word */
  uint32_t length;
} separator;

/* The texts of a wrapper node.  Value v is what is before separator v and after separator v - 1; the first and the last
 * value are empty if all lines begin or end with a separator. */
typedef struct lines {
  line *lines;
  uint32_t count;
  separator separators[MAX_WORDS];
  uint32_t separator_count;
} lines;

static detm_text value_of(const lines *all, uint32_t i, uint32_t v) {
  const line *l = &all->lines[i];
  uint32_t from = v != 0 ? all->separators[v - 1].at[i] + all->separators[v - 1].length : 0,
           end = v < all->separator_count ? all->separators[v].at[i] : l->count;
  if (from >= end) return (detm_text){"", 0};
  return dt_text_between(l->words[from].data, l->words[end - 1].data + l->words[end - 1].length);
}

static detm_text word_of(const lines *all, uint32_t s, uint32_t word) {
  return all->lines[0].words[all->separators[s].at[0] + word];
}

/* ---- common words ---- */

static bool read_line(line *l, detm_text text) {
  for (l->count = 0; text.length != 0;) {
    const char *blank = memchr(text.data, ' ', text.length);
    detm_text word = {text.data, blank != NULL ? (size_t)(blank - text.data) : text.length};
    if (word.length != 0 && l->count == MAX_WORDS) return false;
    if (word.length != 0) l->words[l->count++] = word;
    text = dt_text_from(text, word.length + (blank != NULL));
  }
  return true;
}

/* The number of a word that a line has once; DT_NONE if it has none or several. */
static uint32_t find_once(const line *l, detm_text word) {
  uint32_t found = DT_NONE;
  for (uint32_t w = 0; w < l->count; w++) {
    if (!dt_text_equal(l->words[w], word)) continue;
    if (found != DT_NONE) return DT_NONE;
    found = w;
  }
  return found;
}

/* Makes the words that all lines have once, in the same order, separators. */
static void find_separators(lines *all, dt_arena *scratch) {
  for (uint32_t w = 0; w < all->lines[0].count; w++) {
    separator *last = all->separator_count != 0 ? &all->separators[all->separator_count - 1] : NULL;
    uint8_t *at = DT_ARRAY(scratch, uint8_t, all->count);
    bool common = true, adjacent = last != NULL;
    for (uint32_t i = 0; i < all->count && common; i++) {
      uint32_t place = find_once(&all->lines[i], all->lines[0].words[w]),
               end = last != NULL ? last->at[i] + last->length : 0;
      common = place != DT_NONE && place >= end;
      adjacent = adjacent && place == end;
      at[i] = (uint8_t)place;
    }
    if (common && adjacent)
      last->length++;
    else if (common)
      all->separators[all->separator_count++] = (separator){at, 1};
  }
}

/* Whether all lines have the same word `steps` words after the separator's first one, outside other separators, and all
 * or none have further words of the value there. */
static bool is_common(const lines *all, uint32_t s, int64_t steps) {
  const separator *own = &all->separators[s];
  detm_text word = {NULL, 0};
  bool more = false;
  for (uint32_t i = 0; i < all->count; i++) {
    const line *l = &all->lines[i];
    int64_t at = own->at[i] + steps, first = s != 0 ? own[-1].at[i] + own[-1].length : 0,
            end = s + 1 < all->separator_count ? own[1].at[i] : l->count;
    if (at < first || at >= end) return false;
    bool others = steps < 0 ? at > first : at + 1 < end;
    if (i != 0 && (others != more || !dt_text_equal(l->words[at], word))) return false;
    word = l->words[at];
    more = others;
  }

  return true;
}

/* Adds common words beside the separators that some lines have several times: "| Updated:". */
static void grow_separators(lines *all) {
  for (uint32_t s = 0; s < all->separator_count; s++) {
    separator *own = &all->separators[s];
    while (is_common(all, s, own->length)) own->length++;
    while (is_common(all, s, -1)) {
      own->length++;
      for (uint32_t i = 0; i < all->count; i++) own->at[i]--;
    }
  }
}

/* Whether a word of the template is part of the values before or after it: "Jan" of "Jan 3", "ago" of "2 hours ago",
 * "2026". */
static bool is_of_value(const lines *all, uint32_t s, uint32_t word, bool before) {
  detm_text text = word_of(all, s, word);
  unsigned kind = dt_kind_of(text);
  if ((kind & DT_KIND_DIGIT) && !(kind & DT_KIND_LETTER)) return true;

  uint32_t more = 0;
  for (uint32_t i = 0; i < all->count; i++) {
    detm_text value = value_of(all, i, before ? s : s + 1);
    text = all->lines[i].words[all->separators[s].at[i] + word];
    if (value.length == 0) return false;
    detm_text both = before ? dt_text_between(value.data, text.data + text.length)
                            : dt_text_between(text.data, value.data + value.length);
    more += (dt_kind_of(both) & ~dt_kind_of(value) & (DT_KIND_DATE | DT_KIND_PRICE)) != 0 ||
            (dt_roles_of(both) & ~dt_roles_of(value) & (DT_ROLE_SIZE | DT_ROLE_DURATION)) != 0;
  }

  return 2 * (uint64_t)more > all->count;
}

static void give_words_to_values(lines *all) {
  for (uint32_t s = 0; s < all->separator_count; s++) {
    separator *own = &all->separators[s];
    while (own->length != 0 && is_of_value(all, s, own->length - 1, false)) own->length--;
    while (own->length != 0 && is_of_value(all, s, 0, true)) {
      own->length--;
      for (uint32_t i = 0; i < all->count; i++) own->at[i]++;
    }
  }
}

static void remove_separator(lines *all, uint32_t s) {
  memmove(all->separators + s, all->separators + s + 1, (--all->separator_count - s) * sizeof *all->separators);
}

static bool is_balanced(detm_text text) {
  int open = 0;
  for (size_t i = 0; i < text.length && open >= 0; i++) open += (text.data[i] == '(') - (text.data[i] == ')');
  return open == 0;
}

/* Removes a separator without words, within brackets, or beside a value that only some lines have.  Returns whether
 * there was one. */
static bool remove_uneven(lines *all) {
  for (uint32_t v = 0; v <= all->separator_count && all->separator_count != 0; v++) {
    uint32_t empty = 0, uneven = 0, own = v < all->separator_count ? v : v - 1;
    for (uint32_t i = 0; i < all->count; i++) {
      detm_text value = value_of(all, i, v);
      empty += value.length == 0;
      uneven += !is_balanced(value);
    }
    bool at_end = (v == 0 || v == all->separator_count) && empty == all->count;
    if (all->separators[own].length != 0 && uneven == 0 && (empty == 0 || at_end)) continue;
    remove_separator(all, own);
    return true;
  }

  return false;
}

/* ---- values with a form ---- */

/* The forms that at least `tenths` of the values have: kinds, roles shifted by ROLE, and QUANTITY, a number with the
 * same unit. */
static unsigned forms_of(const lines *all, uint32_t v, unsigned tenths) {
  enum {
    ROLE = 8,
    QUANTITY = 1 << (ROLE + DT_ROLE_BITS),
    KINDS = DT_KIND_DATE | DT_KIND_PRICE | DT_KIND_COUNT,
    ROLES = DT_ROLE_CODE | DT_ROLE_DECIMAL | DT_ROLE_SIZE | DT_ROLE_DURATION
  };
  uint32_t times[ROLE + DT_ROLE_BITS + 1] = {0};
  unsigned usual = 0;
  detm_text unit = dt_unit_of(value_of(all, 0, v));

  for (uint32_t i = 0; i < all->count; i++) {
    detm_text value = value_of(all, i, v);
    if (value.length == 0 || value.length > MAX_TYPED) continue;
    unsigned forms = (dt_kind_of(value) & KINDS) | (dt_roles_of(value) & ROLES) << ROLE;
    if (forms & (DT_KIND_DATE | DT_KIND_PRICE)) forms &= ~(unsigned)DT_KIND_COUNT;
    if (unit.length != 0 && dt_same_unit(dt_unit_of(value), unit)) forms |= QUANTITY;
    for (unsigned b = 0; b <= ROLE + DT_ROLE_BITS; b++) times[b] += forms >> b & 1;
  }

  for (unsigned b = 0; b <= ROLE + DT_ROLE_BITS; b++)
    if (dt_tenths(times[b], all->count, tenths)) usual |= 1U << b;
  return usual;
}

/* The byte that all values end with, of ",;:"; 0 = none. */
static char mark_after_values(const lines *all, uint32_t v) {
  char mark = 0;
  for (uint32_t i = 0; i < all->count; i++) {
    detm_text value = value_of(all, i, v);
    char last = value.length > 1 ? value.data[value.length - 1] : 0;
    if (last == 0 || strchr(",;:", last) == NULL || (i != 0 && last != mark)) return 0;
    mark = last;
  }
  return mark;
}

/* Number of the separator's words that belong to the value before it, as its unit does: those up to a comma, and
 * between a number and a preposition. */
static uint32_t words_before(const lines *all, uint32_t s) {
  const separator *own = &all->separators[s];
  if (value_of(all, 0, s + 1).length == 0) return own->length;
  if (mark_after_values(all, s) != 0) return 0;
  for (uint32_t w = 0; w < own->length; w++) {
    detm_text word = word_of(all, s, w);
    if (strchr(",;", word.data[word.length - 1]) != NULL) return w + 1;
  }

  if (!(forms_of(all, s, DT_TENTHS_AGREEING) & DT_KIND_COUNT)) return 0;
  for (uint32_t w = 0; w < own->length; w++) {
    detm_text word = word_of(all, s, w);
    if (dt_preposition_name(word.data, word.length) != NULL) return w;
  }

  return own->length;
}

static bool is_short(detm_text word) { return dt_utf8_count(dt_text_strip(word, ".,:;")) <= MAX_SHORT; }

/* Whether a separator is a single short word between values of one form: "3 of 12", "3 May at 12:30", "1980 to 1984".
 */
static bool is_within_value(const lines *all, uint32_t s) {
  enum { HALF = 5 };
  detm_text word = word_of(all, s, 0);
  if (all->separators[s].length != 1 || mark_after_values(all, s) != 0) return false;
  return is_short(word) && !dt_text_ends(word, DT_TEXT(":")) &&
         (forms_of(all, s, HALF) & forms_of(all, s + 1, HALF)) != 0;
}

/* Whether a separator is within dates: its values are parts of one, "mayo de 2031". */
static bool is_within_date(const lines *all, uint32_t s) {
  uint32_t dates = 0;
  for (uint32_t i = 0; i < all->count; i++) {
    detm_text before = value_of(all, i, s), after = value_of(all, i, s + 1);
    if (before.length == 0 || after.length == 0) return false;
    detm_text both = dt_text_between(before.data, after.data + after.length);
    dates += both.length <= MAX_TYPED && (dt_kind_of(both) & DT_KIND_DATE) &&
             ((dt_kind_of(before) | dt_kind_of(after)) & DT_KIND_DATE) == 0;
  }
  return dt_tenths(dates, all->count, DT_TENTHS_AGREEING);
}

/* Whether a separator has a label: "Subject:". */
static bool separator_has_label(const lines *all, uint32_t s) {
  for (uint32_t w = 0; w < all->separators[s].length; w++)
    if (dt_ends_like_label(word_of(all, s, w))) return true;
  return false;
}

/* Whether a separator has a preposition ("by"), or only marks ("|"). */
static bool has_preposition(const lines *all, uint32_t s) {
  bool marks = true;
  for (uint32_t w = 0; w < all->separators[s].length; w++) {
    detm_text word = word_of(all, s, w);
    if (dt_preposition_name(word.data, word.length) != NULL) return true;
    marks = marks && !dt_has_words(word);
  }
  return marks;
}

/* Whether a separator has words that a template prints, not part of a value such as "NSW": a word in lower case; after
 * a comma, an abbreviation or a known word for a column; after a number, a unit before a comma or the end. */
static bool is_template(const lines *all, uint32_t s) {
  uint32_t length = all->separators[s].length;
  detm_text first = word_of(all, s, 0), last = word_of(all, s, length - 1), name = dt_text_strip(first, ".,:;");
  for (uint32_t w = 0; w < length; w++) {
    detm_text word = word_of(all, s, w);
    uint32_t code;
    dt_utf8_read(word.data, word.data + word.length, &code);
    if ((dt_char_flags(code) & DT_CHAR_LETTER) && dt_lower(code) == code) return true;
  }
  if (mark_after_values(all, s) != 0 &&
      (dt_text_ends(first, DT_TEXT(".")) || dt_word_name(name.data, name.length) != NULL))
    return true;
  return (forms_of(all, s, DT_TENTHS_AGREEING) & DT_KIND_COUNT) &&
         (value_of(all, 0, s + 1).length == 0 || strchr(",;", last.data[last.length - 1]) != NULL);
}

/* Keeps the separators that have a label, or are beside a value with a form; if there is one, those with a preposition,
 * too. */
static void keep_separators(lines *all) {
  bool kept[MAX_WORDS] = {false}, any = false;
  for (uint32_t s = 0; s < all->separator_count; s++) {
    unsigned before = forms_of(all, s, DT_TENTHS_AGREEING), after = forms_of(all, s + 1, DT_TENTHS_AGREEING);
    bool first = value_of(all, 0, s).length == 0, last = value_of(all, 0, s + 1).length == 0;
    if (s + 1 == all->separator_count) after &= ~(unsigned)DT_KIND_COUNT; /* "Regular meeting 4" */
    if (first)
      kept[s] = after != 0 || has_preposition(all, s) || separator_has_label(all, s);
    else
      kept[s] = separator_has_label(all, s) ||
                ((before | after) != 0 && is_template(all, s) && !is_within_value(all, s) && !is_within_date(all, s));
    any = any || (kept[s] && !first && !last);
  }

  for (uint32_t s = all->separator_count; s-- > 0;)
    if (!kept[s] && !(any && has_preposition(all, s))) remove_separator(all, s);
}

/* ---- parts ---- */

/* The text of separator s in all lines, with the blanks and marks around it. */
static const char *text_of_separator(const lines *all, uint32_t s, dt_arena *arena) {
  detm_text before = value_of(all, 0, s), after = value_of(all, 0, s + 1);
  detm_text first = word_of(all, s, 0), last = word_of(all, s, all->separators[s].length - 1);
  const char *start = before.length != 0 ? before.data + before.length - (mark_after_values(all, s) != 0) : first.data;
  const char *end = after.length != 0 ? after.data : last.data + last.length;
  return dt_arena_copy(arena, start, (size_t)(end - start));
}

/* The name that words of a separator give to a value.  Short words do so only if they are known, or `sure`. */
static const char *name_of_separator(const lines *all, dt_arena *scratch, uint32_t s, uint32_t from, uint32_t end,
                                     bool sure) {
  if (from >= end) return NULL;
  detm_text first = word_of(all, s, from), last = word_of(all, s, end - 1),
            words = dt_text_between(first.data, last.data + last.length);
  for (uint32_t w = from; w < end; w++) sure = sure || !is_short(word_of(all, s, w));
  return dt_text_has_digit(words) ? NULL : dt_name_of_words(scratch, words, sure);
}

/* The name that the words before a value give it, or those after a number, as its unit does.  A preposition does not
 * name numbers, dates and the like: "from 12 guests". */
static const char *name_of_value(const lines *all, dt_arena *scratch, uint32_t v) {
  unsigned forms = forms_of(all, v, DT_TENTHS_AGREEING);
  const char *name = NULL;
  if (v != 0 && (forms == 0 || !has_preposition(all, v - 1))) {
    bool number = (forms & DT_KIND_COUNT) && value_of(all, 0, v - 1).length == 0; /* "Lot 12" */
    name = name_of_separator(all, scratch, v - 1, words_before(all, v - 1), all->separators[v - 1].length, number);
  }
  if (name == NULL && v < all->separator_count && (forms & DT_KIND_COUNT))
    name = name_of_separator(all, scratch, v, 0, words_before(all, v), true);
  return name;
}

bool dt_template_words_find(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const detm_text *texts,
                            uint32_t count, uint32_t least) {
  lines all = {.lines = DT_ARRAY(scratch, line, count), .count = count};
  if (count < DT_MIN_TEMPLATE) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!read_line(&all.lines[i], texts[i])) return false;
  find_separators(&all, scratch);
  grow_separators(&all);
  give_words_to_values(&all);
  while (remove_uneven(&all)) continue;
  keep_separators(&all);
  uint32_t first = all.separator_count != 0 && value_of(&all, 0, 0).length == 0,
           values = all.separator_count + 1 - first;
  if (values > 1 && value_of(&all, 0, all.separator_count).length == 0) values--;
  if (values <= least) return false;
  dt_wrapper_set_parts(wrapper, w, DT_SPLIT_MARKS, values);
  if (first != 0) w->parts[0].before = text_of_separator(&all, 0, &wrapper->arena);
  for (uint32_t p = 0; p < values; p++) {
    if (first + p < all.separator_count) w->parts[p].after = text_of_separator(&all, first + p, &wrapper->arena);
    w->parts[p].said = name_of_value(&all, &wrapper->arena, first + p);
  }
  return true;
}
