/* profile/values.c: what one value is like.
 *
 * A shape is the value with its words as "A" (capitals), "Aa", "a" or "9" and its marks as they are; equal words one
 * after the other are one: "Aa_a_9.9" is "Price from 12.50" and "Price of shipping 3.10". */
#include "profile/profile.h"

#include "base/kind.h"

#include <math.h>
#include <stdio.h>

enum {
  LONGEST_SHAPE = 16,
  LONGEST_WORD = 24, /* bytes: no word that comes again is longer */
  MOST_BYTES = 400   /* of a value that are looked at for words: what comes again stands early */
};

const char *const dt_value_kind_names[DT_VALUE_KINDS] = {"text", "number", "price", "date", "url"};

static dt_sign sign_of(unsigned char c) {
  if (c >= 'a' && c <= 'z') return DT_SIGN_SMALL;
  if (c >= 'A' && c <= 'Z') return DT_SIGN_CAPITAL;
  if (c >= '0' && c <= '9') return DT_SIGN_DIGIT;
  if (c == ' ' || c == '\n' || c == '\t') return DT_SIGN_SPACE;
  return c < 0x80 ? DT_SIGN_MARK : DT_SIGN_OTHER;
}

static bool is_letter(dt_sign sign) {
  return sign == DT_SIGN_SMALL || sign == DT_SIGN_CAPITAL || sign == DT_SIGN_OTHER;
}

static dt_value_kind kind_of(detm_text text) {
  const char *name = dt_type_of(text);
  for (unsigned k = 0; k < DT_VALUE_KINDS; k++)
    if (strcmp(name, dt_value_kind_names[k]) == 0) return (dt_value_kind)k;
  return DT_VALUE_TEXT;
}

/* ---- shapes ---- */

typedef struct shaper {
  char shape[LONGEST_SHAPE + 4];
  size_t length, last, before; /* where the last word and the one before begin */
} shaper;

/* How the word, or the run of one mark, that begins here is written; *end is set. */
static const char *word_shape(const char *at, const char *stop, const char **end, char mark[2]) {
  dt_sign first = sign_of((unsigned char)*at), second;
  *end = at + 1;
  if (first == DT_SIGN_DIGIT) {
    while (*end < stop && sign_of((unsigned char)**end) == DT_SIGN_DIGIT) (*end)++;
    return "9";
  }
  if (!is_letter(first)) {
    mark[0] = first == DT_SIGN_SPACE ? '_' : *at < ' ' ? '?' : *at;
    while (*end < stop && **end == *at) (*end)++;
    return mark;
  }
  second = *end < stop ? sign_of((unsigned char)**end) : first;
  while (*end < stop && is_letter(sign_of((unsigned char)**end))) (*end)++;
  if (first == DT_SIGN_OTHER) return "w";
  if (first == DT_SIGN_SMALL) return "a";
  return second == DT_SIGN_CAPITAL || *end == at + 1 ? "A" : "Aa";
}

/* "Aa_" after "Aa_" says nothing new. */
static void fold_word(shaper *s) {
  size_t length = s->length - s->last;
  if (s->last - s->before == length && length != 0 && memcmp(s->shape + s->before, s->shape + s->last, length) == 0)
    s->length = s->last;
  else
    s->before = s->last;
  s->last = s->length;
}

static void tally_shape(dt_frequent *shapes, detm_text text) {
  shaper s = {.length = 0};
  const char *at = text.data, *stop = at + text.length, *end;
  char mark[2] = "";
  while (at < stop && s.length < LONGEST_SHAPE) {
    const char *word = word_shape(at, stop, &end, mark);
    memcpy(s.shape + s.length, word, strlen(word));
    s.length += strlen(word);
    if (*word == '_') fold_word(&s);
    at = end;
  }
  dt_frequent_add(shapes, s.shape, s.length, 1);
}

/* ---- words ---- */

static void tally_words(dt_frequent *words, detm_text text) {
  char word[LONGEST_WORD];
  size_t length = 0, end = text.length < MOST_BYTES ? text.length : MOST_BYTES;
  for (size_t i = 0; i <= end; i++) {
    unsigned char c = i < end ? (unsigned char)text.data[i] : ' ';
    dt_sign sign = sign_of(c);
    if (sign != DT_SIGN_SPACE && sign != DT_SIGN_MARK) {
      if (length < LONGEST_WORD) word[length] = (char)(sign == DT_SIGN_CAPITAL ? c | 0x20 : c);
      length++;
    } else {
      if (length > 1 && length < LONGEST_WORD) dt_frequent_add(words, word, length, 1);
      length = 0;
    }
  }
}

/* ---- all of it ---- */

static void tally_hash(dt_frequent *tally, uint64_t hash) {
  char text[20];
  if (hash == 0) return;
  int length = snprintf(text, sizeof text, "%08lx", (unsigned long)((hash >> 32) ^ hash) & 0xffffffffUL);
  dt_frequent_add(tally, text, (size_t)length, 1);
}

/* The place of a template's value is how it was found. */
static uint64_t place_of(const detm_field *field) {
  if (field->place != 0 || field->by == NULL) return field->place;
  return dt_hash_bytes(field->by, strlen(field->by), field->rank);
}

static void count_signs(dt_values *values, detm_text text) {
  for (size_t i = 0; i < text.length; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if ((c & 0xC0) != 0x80) values->signs[sign_of(c)]++;
  }
}

void dt_values_add(dt_values *values, const detm_field *field) {
  detm_text text = field->value;
  uint64_t length = (uint64_t)(100 * log(1 + (double)dt_utf8_count(text)) + 0.5);
  values->count++;
  values->kinds[kind_of(text)]++;
  values->lengths += length;
  values->squares += length * length;
  count_signs(values, text);
  tally_shape(&values->shapes, text);
  tally_words(&values->words, text);
  tally_hash(&values->places, place_of(field));
  tally_hash(&values->captions, field->caption);
  dt_sketch_add(&values->sketch, (uint32_t)dt_hash_bytes(text.data, text.length, 0));
}
