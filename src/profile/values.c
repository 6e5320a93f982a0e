/* profile/values.c: statistics of one value.
 *
 * A shape is the value with each word replaced by "A" (capitals), "Aa", "a" or "9" and with its punctuation; repeated
 * words are written once: "Price from 12.50" and "Price of shipping 3.10" have the shape "Aa_a_9.9". */
#include "profile/profile.h"

#include "text/fold.h"
#include "values/value_kind.h"
#include "values/values.h"

#include <math.h>
#include <stdio.h>

enum {
  MAX_SHAPE_LENGTH = DT_SHAPE_BYTES - 4, /* the last word may exceed it by 2 bytes */
  MAX_WORD_LENGTH = 24,                  /* bytes; longer words do not repeat */
  MAX_BYTES = 400, /* bytes of a value that are searched for words: repeated ones are at its start */
  NEARLY_ALL = 10, /* values of which at most one is otherwise */
  MOST = 5         /* the same for the words of a unit */
};

/* The language of the page is not known: a symbol of several currencies counts as it is written. */
static const detm_locale unknown_locale;
static const detm_habits no_habits;

const char *const dt_value_kind_names[DT_VALUE_KINDS] = {
#define X(type, name) name,
    DT_FIELD_TYPES(X)
#undef X
};

static dt_sign sign_of_byte(char c) {
  if (dt_is_ascii_letter(c)) return dt_is_ascii_upper(c) ? DT_SIGN_CAPITAL : DT_SIGN_SMALL;
  if (dt_is_digit(c)) return DT_SIGN_DIGIT;
  if (c == ' ' || c == '\n' || c == '\t') return DT_SIGN_SPACE;
  return (unsigned char)c < 0x80 ? DT_SIGN_MARK : DT_SIGN_OTHER;
}

static bool is_letter_sign(dt_sign sign) {
  return sign == DT_SIGN_SMALL || sign == DT_SIGN_CAPITAL || sign == DT_SIGN_OTHER;
}

/* The kind of a value.  A column of addresses has nothing else, whether or not they name a host. */
static dt_value_kind kind_of_value(const dt_values *values, detm_text text) {
  const char *name = values->is_address ? "url" : dt_type_of(text);
  for (unsigned k = 0; k < DT_VALUE_KINDS; k++)
    if (strcmp(name, dt_value_kind_names[k]) == 0) return (dt_value_kind)k;
  return DT_VALUE_TEXT;
}

/* Whether the text has digits, and no letters. */
static bool is_figures(detm_text text) {
  bool any = false;
  for (size_t i = 0; i < text.length; i++) {
    if (is_letter_sign(sign_of_byte(text.data[i]))) return false;
    any = any || dt_is_digit(text.data[i]);
  }
  return any;
}

/* ---- shapes ---- */

/* The shape of the word or run of one mark that begins here; sets *end. */
static const char *word_shape(const char *at, const char *stop, const char **end, char mark[2]) {
  dt_sign first = sign_of_byte(*at), second;
  *end = at + 1;
  if (first == DT_SIGN_DIGIT) {
    while (*end < stop && sign_of_byte(**end) == DT_SIGN_DIGIT) (*end)++;
    return "9";
  }

  if (!is_letter_sign(first)) {
    mark[0] = first == DT_SIGN_SPACE ? '_' : *at < ' ' ? '?' : *at;
    while (*end < stop && **end == *at) (*end)++;
    return mark;
  }

  second = *end < stop ? sign_of_byte(**end) : first;
  while (*end < stop && is_letter_sign(sign_of_byte(**end))) (*end)++;
  if (first == DT_SIGN_OTHER) return "w";
  if (first == DT_SIGN_SMALL) return "a";
  return second == DT_SIGN_CAPITAL || *end == at + 1 ? "A" : "Aa";
}

/* Writes the shape; removes "Aa_" after "Aa_". */
static void write_shape(detm_text text, char shape[DT_SHAPE_BYTES]) {
  const char *stop = text.data + text.length, *end;
  size_t length = 0, last = 0, before = 0; /* start of the last word and of the one before */
  char mark[2] = "";

  for (const char *at = text.data; at < stop && length < MAX_SHAPE_LENGTH; at = end) {
    const char *word = word_shape(at, stop, &end, mark);
    memcpy(shape + length, word, strlen(word));
    length += strlen(word);
    if (*word != '_') continue;
    bool again = last - before == length - last && memcmp(shape + before, shape + last, length - last) == 0;
    if (again)
      length = last;
    else
      before = last;
    last = length;
  }

  shape[length] = '\0';
}

/* ---- samples ---- */

/* Keeps the start of the text on one line, with "..." if it is longer. */
static void add_sample(dt_values *values, detm_text text, const char shape[DT_SHAPE_BYTES]) {
  static const char more[] = "...";
  for (uint32_t i = 0; i < values->sample_count; i++)
    if (strcmp(values->samples[i].shape, shape) == 0) return;
  if (values->sample_count == DT_SAMPLES) return;
  struct dt_value_sample *sample = &values->samples[values->sample_count++];
  memcpy(sample->shape, shape, DT_SHAPE_BYTES);
  bool whole = text.length < DT_SAMPLE_BYTES;

  text = dt_text_cut(text, whole ? text.length : DT_SAMPLE_BYTES - sizeof more);
  for (size_t i = 0; i < text.length; i++) {
    bool control = (unsigned char)text.data[i] < ' ' || text.data[i] == 0x7f;
    sample->text[i] = control ? ' ' : text.data[i];
  }

  size_t length = dt_normalize_space(sample->text, text.length);
  memcpy(sample->text + length, more, whole ? 0 : sizeof more);
  if (whole) sample->text[length] = '\0';
}

void dt_values_add_sample(dt_values *values, detm_text text) {
  char shape[DT_SHAPE_BYTES];
  write_shape(text, shape);
  add_sample(values, text, shape);
}

/* Share of the values that have the shape, 0 to 1. */
static double shape_share(const dt_values *values, const char *shape) {
  return values->count != 0 ? (double)dt_frequent_of(&values->shapes, shape) / (double)values->count : 0;
}

const char *dt_values_sample(const dt_values *values, const dt_values *unlike) {
  const double same_text = 2; /* penalty of an equal text; larger than any difference of shares */
  const char *other = unlike != NULL ? dt_values_sample(unlike, NULL) : NULL, *best = NULL;
  double most = 0;

  for (uint32_t i = 0; i < values->sample_count; i++) {
    const struct dt_value_sample *sample = &values->samples[i];
    double score = shape_share(values, sample->shape);
    if (unlike != NULL) score -= shape_share(unlike, sample->shape);
    if (other != NULL && strcmp(sample->text, other) == 0) score -= same_text;
    if (best != NULL && score <= most) continue;
    best = sample->text;
    most = score;
  }

  return best;
}

/* ---- words ---- */

/* Reads the next word of a text that is tallied, in small letters, from *at on.  False: there is none. */
static bool next_tallied_word(detm_text text, size_t *at, char word[MAX_WORD_LENGTH]) {
  size_t length = 0, end = text.length < MAX_BYTES ? text.length : MAX_BYTES;
  while (*at <= end) {
    size_t i = (*at)++;
    unsigned char c = i < end ? (unsigned char)text.data[i] : ' ';
    dt_sign sign = sign_of_byte((char)c);
    if (sign != DT_SIGN_SPACE && sign != DT_SIGN_MARK) {
      if (length < MAX_WORD_LENGTH) word[length] = (char)(sign == DT_SIGN_CAPITAL ? c | 0x20 : c);
      length++;
    } else {
      bool tallied = length > 1 && length < MAX_WORD_LENGTH;
      if (tallied) word[length] = '\0';
      length = 0;
      if (tallied) return true;
    }
  }
  return false;
}

static void tally_words(dt_frequent *words, detm_text text) {
  char word[MAX_WORD_LENGTH];
  for (size_t at = 0; next_tallied_word(text, &at, word);) dt_frequent_add(words, word, strlen(word), 1);
}

/* ---- a value ---- */

static void tally_currency(dt_frequent *currencies, detm_text text) {
  detm_value price;
  if (dt_value_price(&unknown_locale, &no_habits, text, &price) && price.unit[0] != '\0')
    dt_frequent_add(currencies, price.unit, strlen(price.unit), 1);
}

static void tally_hash(dt_frequent *tally, uint64_t hash) {
  char text[20];
  if (hash == 0) return;
  int length = snprintf(text, sizeof text, "%08lx", (unsigned long)((hash >> 32) ^ hash) & 0xffffffffUL);
  dt_frequent_add(tally, text, (size_t)length, 1);
}

/* The part of a value that is described: what follows the host of an absolute address, which is the relative address of
 * the same link. */
static detm_text described(detm_text value) {
  const char *slashes = dt_text_is_web_address(value) ? memchr(value.data, '/', value.length) : NULL;
  if (slashes == NULL) return value;
  detm_text after = dt_text_from(value, (size_t)(slashes - value.data) + 2); /* "://" */
  const char *path = after.length != 0 ? memchr(after.data, '/', after.length) : NULL;
  return path != NULL && path + 1 < after.data + after.length ? dt_text_from(after, (size_t)(path - after.data))
                                                              : value;
}

static bool is_year_text(detm_text text) {
  bool digits = text.length == 4 && text.data[0] >= '1' && text.data[0] <= '2';
  for (size_t i = 0; i < text.length && digits; i++) digits = dt_is_digit(text.data[i]);
  return digits;
}

/* Whether a text of no kind is a number in a wider sense: "-5", "12 %", "1 234". */
static bool is_other_number(detm_text text) {
  detm_value number;
  return text.length < DT_SAMPLE_BYTES && is_figures(text) &&
         dt_value_number(&unknown_locale, &no_habits, text, &number);
}

static bool counts_as(detm_text text, dt_value_kind is, dt_value_kind kind) {
  if (is == kind || kind == DT_VALUE_TEXT) return true;
  if (kind == DT_VALUE_NUMBER) return is == DT_VALUE_PRICE || (is == DT_VALUE_TEXT && is_other_number(text));
  return kind == DT_VALUE_DATE && is == DT_VALUE_NUMBER && is_year_text(text);
}

bool dt_value_counts_as(const dt_values *values, detm_text text, dt_value_kind kind) {
  return counts_as(text, kind_of_value(values, text), kind);
}

/* Counts a value, and its record, for the rules that it meets. */
static void count_for_rules(dt_values *values, detm_text value, dt_value_kind is) {
  for (unsigned k = 0; k < DT_VALUE_KINDS; k++) {
    if (!counts_as(value, is, (dt_value_kind)k)) continue;
    values->values_of[k]++;
    values->records_of[k] += !(values->kinds_here >> k & 1);
    values->kinds_here |= 1U << k;
  }
}

/* Counts a value by its kind and shape, and keeps it as a sample.  Returns the part of it that is described. */
static detm_text count_kind_and_signs(dt_values *values, detm_text value, dt_value_kind kind) {
  detm_text text = described(value);
  char shape[DT_SHAPE_BYTES];
  values->count++;
  values->kinds[kind]++;
  count_for_rules(values, value, kind);
  values->unclear += kind == DT_VALUE_TEXT && is_figures(text);
  write_shape(text, shape);
  dt_frequent_add(&values->shapes, shape, strlen(shape), 1);
  add_sample(values, text, shape);
  return text;
}

void dt_values_count(dt_values *values, const detm_field *field) {
  count_kind_and_signs(values, field->value, kind_of_value(values, field->value));
}

void dt_values_add(dt_values *values, const detm_field *field) {
  dt_value_kind kind = kind_of_value(values, field->value);
  detm_text text = count_kind_and_signs(values, field->value, kind);
  uint64_t length = (uint64_t)(100 * log(1 + (double)dt_utf8_count(text)) + 0.5);

  values->lengths += length;
  values->squares += length * length;
  for (size_t i = 0; i < text.length; i++)
    if (((unsigned char)text.data[i] & 0xC0) != 0x80) values->signs[sign_of_byte(text.data[i])]++;
  tally_words(&values->words, text);
  if (kind == DT_VALUE_PRICE) tally_currency(&values->currencies, text);
  uint64_t place = field->place; /* that of a template's value is the anchor that found it */
  if (place == 0 && field->by != NULL) place = dt_hash_bytes(field->by, strlen(field->by), field->rank);
  tally_hash(&values->places, place);
  tally_hash(&values->captions, field->caption);
  dt_sketch_add(&values->sketch, (uint32_t)dt_hash_bytes(text.data, text.length, 0));
}

/* ---- a text against values ---- */

/* Share of the words of a text that the values have. */
static double known_words(const dt_values *values, detm_text text) {
  dt_frequent words = {0};
  uint32_t known = 0;
  tally_words(&words, text);
  for (uint32_t i = 0; i < words.count; i++) known += dt_frequent_of(&values->words, words.texts[i].text) != 0;
  return words.count != 0 ? (double)known / words.count : 0;
}

double dt_values_likeness(const dt_values *values, detm_text value) {
  const double of_shape = 0.25, of_words = 0.25;
  detm_text text = described(value);
  char shape[DT_SHAPE_BYTES];
  if (values->count == 0) return 0;
  write_shape(text, shape);
  double kind = (double)values->kinds[kind_of_value(values, value)] / (double)values->count;
  return kind + of_shape * shape_share(values, shape) + of_words * known_words(values, text);
}

/* Whether a word says what a value is about: figures, also with a currency, differ from value to value; "m2" does not.
 * The sign of a currency alone says nothing. */
static bool is_telling_word(const char *word) {
  const char *start = word;
  bool letters = false;
  for (; *word != '\0'; word++) {
    if (dt_is_digit(*word) && (!letters || word[1] != '\0')) return false;
    letters = letters || is_letter_sign(sign_of_byte(*word));
  }
  return letters && dt_has_words(dt_text(start));
}

/* ---- what a value says ---- */

/* Signs that make values different ones; the number of their digits and the points within them do not. */
enum { SAYS_DIGIT = 1, SAYS_LETTER = 2, SAYS_OTHER = 4, SAYS_COLON = 8, SAYS_PERCENT = 16, SAYS_DOLLAR = 32 };

static unsigned signs_of_shape(const char *shape) {
  static const unsigned char said[256] = {
      ['9'] = SAYS_DIGIT, ['a'] = SAYS_LETTER,  ['A'] = SAYS_LETTER, ['w'] = SAYS_OTHER,
      [':'] = SAYS_COLON, ['%'] = SAYS_PERCENT, ['$'] = SAYS_DOLLAR};
  unsigned signs = 0;
  for (; *shape != '\0'; shape++) signs |= said[(unsigned char)*shape];
  return signs;
}

/* What the signs of a text say, if nearly all values have the same ones, and figures: "7,340" is no "07:15", but may be
 * a "12". */
static dt_hint evidence_of_signs(const dt_values *values, detm_text text) {
  char shape[DT_SHAPE_BYTES];
  uint64_t same = 0, most = 0, known = 0, times[2 * SAYS_DOLLAR] = {0};
  unsigned of_most = 0;
  write_shape(text, shape);
  unsigned own = signs_of_shape(shape);
  for (uint32_t i = 0; i < values->shapes.count; i++) {
    unsigned signs = signs_of_shape(values->shapes.texts[i].text);
    uint32_t here = values->shapes.texts[i].times;
    known += here;
    same += signs == own ? here : 0;
    times[signs] += here;
    if (times[signs] <= most) continue;
    most = times[signs];
    of_most = signs;
  }

  if (known < values->count || NEARLY_ALL * most < (NEARLY_ALL - 1) * values->count || !(of_most & SAYS_DIGIT))
    return DT_HINT_NONE;
  if (same == 0) return DT_HINT_AGAINST;
  return own == of_most ? DT_HINT_FOR : DT_HINT_NONE;
}

/* What a text without letters and digits says: a dot between values is none of them, if none was one. */
static dt_hint evidence_of_mark(const dt_values *values, detm_text text) {
  char shape[DT_SHAPE_BYTES], word[MAX_WORD_LENGTH];
  bool words = false;
  for (size_t at = 0; next_tallied_word(text, &at, word); words = true)
    if (dt_frequent_of(&values->words, word) != 0) return DT_HINT_NONE;
  write_shape(text, shape);
  return words || shape_share(values, shape) == 0 ? DT_HINT_AGAINST : DT_HINT_NONE;
}

/* How often the values have a word, also with or without "s" at its end. */
static uint32_t times_of_word(const dt_values *values, const char *word) {
  char other[MAX_WORD_LENGTH + 1];
  size_t length = strlen(word);
  bool many = length > 2 && word[length - 1] == 's';
  if (length + 2 > sizeof other) return dt_frequent_of(&values->words, word);
  memcpy(other, word, length + 1);
  if (many)
    other[length - 1] = '\0';
  else
    memcpy(other + length, "s", 2);
  return dt_frequent_of(&values->words, word) + dt_frequent_of(&values->words, other);
}

/* Whether most values have a word that so many have: a unit. */
static bool is_unit(const dt_values *values, uint64_t times) { return MOST * times >= (MOST - 1) * values->count; }

/* Whether nearly all values have figures, and most of them one word: "3 rooms", "84 m2"; or all have one word, and some
 * have figures: "plus 4.90 shipping", "free shipping". */
static bool have_unit(const dt_values *values) {
  uint64_t figures = 0, most = 0;
  for (uint32_t i = 0; i < values->shapes.count; i++)
    if (signs_of_shape(values->shapes.texts[i].text) & SAYS_DIGIT) figures += values->shapes.texts[i].times;
  if (figures == 0) return false;

  bool nearly_all = NEARLY_ALL * figures >= (NEARLY_ALL - 1) * values->count;
  for (uint32_t i = 0; i < values->words.count; i++) {
    uint32_t own = values->words.texts[i].times - values->words.texts[i].doubt;
    if (own > most) most = own;
  }
  for (uint32_t i = 0; i < values->words.count; i++) {
    const struct dt_frequency *word = &values->words.texts[i];
    uint64_t at_most = word->times - word->doubt + most; /* with and without "s"; few words come near it */
    if (nearly_all ? !is_unit(values, at_most) : at_most < values->count) continue;
    uint64_t times = is_telling_word(word->text) ? times_of_word(values, word->text) : 0;
    if (times != 0 && (nearly_all ? is_unit(values, times) : times >= values->count)) return true;
  }
  return false;
}

/* What the words beside the figures of a text say of being one of the values, which have a unit. */
static dt_hint evidence_of_unit(const dt_values *values, detm_text text) {
  enum { AGAIN = 2 };
  char word[MAX_WORD_LENGTH];
  bool telling = false, all_known = true, any = false, unit = false;
  for (size_t at = 0; next_tallied_word(text, &at, word);) {
    if (!is_telling_word(word)) continue;
    uint32_t times = times_of_word(values, word);
    telling = true;
    all_known = all_known && times >= AGAIN;
    any = any || times != 0;
    unit = unit || is_unit(values, times);
    if (any && !all_known) return DT_HINT_NONE;
  }

  if (!any) return telling ? DT_HINT_AGAINST : evidence_of_signs(values, text);
  return unit ? DT_HINT_FOR : DT_HINT_NONE;
}

/* Whether a text is figures with a colon: "07:15". */
static bool is_time_text(detm_text text) { return is_figures(text) && memchr(text.data, ':', text.length) != NULL; }

static bool are_clocks(const dt_values *values) {
  for (uint32_t i = 0; i < values->shapes.count; i++)
    if (signs_of_shape(values->shapes.texts[i].text) != (SAYS_DIGIT | SAYS_COLON)) return false;
  return values->shapes.count != 0;
}

/* Whether nearly all values are dates. */
static bool are_dates(const dt_values *values) {
  return NEARLY_ALL * values->kinds[DT_VALUE_DATE] >= (NEARLY_ALL - 1) * values->count;
}

/* What the kind of a text says of being one of values that are dates: other words are, too ("yesterday"), but where a
 * date stands beside them, they are not the date. */
static dt_hint evidence_of_date(detm_text text, dt_value_kind kind) {
  if (kind == DT_VALUE_DATE) return is_time_text(text) ? DT_HINT_NONE : DT_HINT_FOR;
  return DT_HINT_AGAINST;
}

bool dt_values_tell(const dt_values *values) {
  enum { FEWEST = 5 };
  return values->count >= FEWEST && !values->is_address;
}

dt_hint dt_values_hint(const dt_values *values, detm_text value) {
  if (!dt_values_tell(values)) return DT_HINT_NONE;
  detm_text text = described(value);
  bool clocks = values->kinds[DT_VALUE_DATE] != 0 && are_clocks(values);
  if (are_dates(values) && !clocks) return evidence_of_date(text, kind_of_value(values, value));
  if (values->kinds[DT_VALUE_DATE] != 0 && !clocks) return DT_HINT_NONE; /* the next dates have other words */
  if (kind_of_value(values, value) == DT_VALUE_DATE && !is_time_text(text)) return DT_HINT_NONE;
  if (!dt_has_words(text)) return evidence_of_mark(values, text);
  return have_unit(values) ? evidence_of_unit(values, text) : evidence_of_signs(values, text);
}

bool dt_values_are_apart(const dt_values *a, const dt_values *b) {
  if (a->kinds[DT_VALUE_DATE] != 0 || b->kinds[DT_VALUE_DATE] != 0) /* their words change, their kind does not */
    return a->kinds[DT_VALUE_DATE] == 0 || b->kinds[DT_VALUE_DATE] == 0;
  for (uint32_t i = 0; i < a->words.count; i++) {
    const char *word = a->words.texts[i].text;
    if (is_telling_word(word) && times_of_word(b, word) != 0) return false;
  }
  return true;
}
