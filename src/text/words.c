/* text/words.c: splits texts into words, in scripts with and without blanks. */
#include "config.h"

#include "text/words.h"

#include "text/fold.h"

#include <stdatomic.h>

enum { MAX_WORD_LENGTH = 120 /* bytes that are compared */ };

bool dt_is_word_joint(uint32_t code) {
  return code == '\'' || code == '-' || code == 0x2019 || code == 0x2010 || code == 0x2011;
}

bool dt_is_word_edge(detm_text text, size_t at) {
  uint32_t before, after;
  if (at == 0 || at >= text.length) return true;
  if (((unsigned char)text.data[at] & 0xc0) == 0x80) return false;
  size_t start = at - 1;
  while (start > 0 && ((unsigned char)text.data[start] & 0xc0) == 0x80) start--;
  dt_utf8_read(text.data + start, text.data + at, &before);
  dt_utf8_read(text.data + at, text.data + text.length, &after);
  return !dt_is_spaced_letter(before) || !dt_is_spaced_letter(after);
}

/* Checks whether a character is a letter or digit, and sets the kind of its words. */
static inline bool is_letter(uint32_t code, dt_word_kind *kind) {
  *kind = DT_WORD_SPACED;
  if (code < 0x80) return dt_is_ascii_alnum((char)code);
  unsigned flags = dt_char_flags(code);
  if ((flags & (DT_CHAR_CJK | DT_CHAR_KATAKANA)) == DT_CHAR_CJK) *kind = DT_WORD_DENSE;
  if (flags & DT_CHAR_HIRAGANA) *kind = DT_WORD_HIRAGANA;
  if (flags & DT_CHAR_UNSPACED) *kind = DT_WORD_UNSPACED;
  return (flags & (DT_CHAR_LETTER | DT_CHAR_DIGIT)) != 0;
}

/* Checks whether a letter of a word with blanks around it is at `at`. */
static bool continues_word(const char *at, const char *end) {
  uint32_t code;
  dt_word_kind kind;
  if (at == end) return false;
  dt_utf8_read(at, end, &code);
  return is_letter(code, &kind) && kind == DT_WORD_SPACED;
}

/* Returns the end of the letters of the word's kind at `at`.  An apostrophe or hyphen before another letter of a word
 * is part of it. */
static const char *end_of_run(const char *at, const char *end, dt_word *word) {
  while (at < end) {
    dt_word_kind kind;
    uint32_t code;
    if (word->kind == DT_WORD_SPACED && dt_is_ascii_alnum(*at)) { /* most of a word */
      at++;
      continue;
    }
    unsigned bytes = dt_utf8_read(at, end, &code);
    if (!is_letter(code, &kind)) {
      if (word->kind != DT_WORD_SPACED || !dt_is_word_joint(code) || !continues_word(at + bytes, end)) return at;
      word->joined = true;
    } else if (kind != word->kind) {
      return at;
    }
    at += bytes;
  }

  return at;
}

bool dt_word_next(const char *at, const char *end, dt_word *word) {
  for (unsigned bytes; at < end; at += bytes) {
    uint32_t code;
    bytes = dt_utf8_read(at, end, &code);
    if (!is_letter(code, &word->kind)) continue;
    word->single = word->joined = false;
    word->text = dt_text_between(at, end_of_run(at + bytes, end, word));
    return true;
  }
  return false;
}

/* ---- lists of words ---- */

/* Returns the word at the start of the rest of a list, and moves this behind it: NULL after the last word. */
static detm_text take_listed(const char **rest) {
  detm_text word = {*rest, strcspn(*rest, "|")};
  *rest = word.data[word.length] == '|' ? word.data + word.length + 1 : NULL;
  return word;
}

/* Returns false if the list has too many words. */
static bool index_words(dt_word_list *list) {
  size_t count = 0;
  for (const char *rest = list->words; rest != NULL;) {
    if (count++ == DT_MAX_INDEXED) return false;
    detm_text word = take_listed(&rest);
    list->at[count] = (unsigned short)(word.data - list->words);
    list->length[count] = (unsigned char)word.length;
  }

  for (; count != 0; count--) {
    unsigned char *first = &list->first[(unsigned char)list->words[list->at[count]]];
    list->next[count] = *first;
    *first = (unsigned char)count;
  }
  return true;
}

/* Checks whether a list has its index; the first thread that asks makes it, and others do without it until then. */
static bool has_index(dt_word_list *list) {
  dt_list_state state = atomic_load_explicit(&list->state, memory_order_acquire);
  if (state != DT_LIST_NEW) return state == DT_LIST_INDEXED;
  if (!atomic_compare_exchange_strong(&list->state, &state, DT_LIST_WITHOUT_INDEX) || !index_words(list)) return false;
  atomic_store_explicit(&list->state, DT_LIST_INDEXED, memory_order_release);
  return true;
}

/* A search in a list: its words in order, with the index only those that begin with a byte. */
typedef struct list_search {
  bool indexed;
  size_t number;    /* with the index: of the word */
  const char *rest; /* without it: of the list */
  detm_text word;
} list_search;

/* Goes to the next word; false = no more. */
static bool next_listed(const dt_word_list *list, list_search *s, char byte) {
  if (s->indexed) {
    s->number = s->number != 0 ? list->next[s->number] : list->first[(unsigned char)byte];
    s->word = (detm_text){list->words + list->at[s->number], list->length[s->number]};
    return s->number != 0;
  }
  if (s->rest == NULL) return false;
  s->word = take_listed(&s->rest);
  return true;
}

detm_text dt_find_word_beginning(detm_text text, dt_word_list *list, const char *last) {
  list_search s = {.indexed = has_index(list), .rest = list->words};
  while (text.length != 0 && next_listed(list, &s, *text.data)) {
    if (last != NULL)
      last = s.word.data == last ? NULL : last;
    else if (dt_text_starts(text, s.word))
      return s.word;
  }
  return (detm_text){NULL, 0};
}

detm_text dt_word_listed(detm_text text, dt_word_list *list) {
  list_search s = {.indexed = has_index(list), .rest = list->words};
  while (text.length != 0 && next_listed(list, &s, dt_ascii_lower(*text.data)))
    if (dt_text_equal_ci(text, s.word)) return s.word;
  return (detm_text){NULL, 0};
}

/* The length of the first word of a list with which a text begins, or which it is if it must be `whole`; 0 = none. */
static inline size_t find_in_list(detm_text text, const char *words, bool any_case, bool whole) {
  for (size_t end; text.length != 0; words += end + 1) {
    size_t same = 0;
    while (same < text.length && words[same] != '|' && words[same] != '\0' &&
           (any_case ? dt_ascii_lower(text.data[same]) : text.data[same]) == words[same])
      same++;
    for (end = same; words[end] != '|' && words[end] != '\0';) end++;
    if (same == end && same != 0 && (!whole || same == text.length)) return same;
    if (words[end] == '\0') break;
  }
  return 0;
}

bool dt_text_is_among(detm_text text, const char *words) { return find_in_list(text, words, false, true) != 0; }
bool dt_word_is_among(detm_text text, const char *words) { return find_in_list(text, words, true, true) != 0; }
size_t dt_word_at_start(detm_text text, const char *words) { return find_in_list(text, words, true, false); }

/* ---- classes ---- */

detm_text dt_next_class(detm_text *classes) {
  size_t at = 0, length = 0;
  if (classes->length == 0) return *classes;
  while (at < classes->length && dt_is_ascii_space(classes->data[at])) at++;
  while (at + length < classes->length && !dt_is_ascii_space(classes->data[at + length])) length++;
  detm_text class = {classes->data + at, length};
  *classes = dt_text_from(*classes, at + length);
  return class;
}

bool dt_classes_have(detm_text classes, detm_text class) {
  if (class.length == 0 || classes.length == 0) return false;
  const char *at = classes.data, *end = at + classes.length;
  while (at < end && (at = memmem(at, (size_t)(end - at), class.data, class.length)) != NULL) {
    bool begins = at == classes.data || dt_is_ascii_space(at[-1]);
    at += class.length;
    if (begins && (at == end || dt_is_ascii_space(*at))) return true;
  }
  return false;
}

/* A word has a vowel, and at most two characters that are no letters: "price2", "x-large", not "css-1a2b3c" or "btn".
 */
bool dt_is_wordlike(const char *token, size_t length) {
  enum { SHORTEST = 3, LONGEST = 30, MOST_OTHERS = 2 };
  size_t letters = 0, vowels = 0;
  for (size_t i = 0; i < length; i++) {
    letters += dt_is_ascii_letter(token[i]);
    vowels += memchr("aeiouy", token[i] | 32, 6) != NULL;
  }
  return length >= SHORTEST && length <= LONGEST && letters + MOST_OTHERS >= length && vowels != 0;
}

/* ---- words of texts ---- */

detm_text dt_text_without_dots(detm_text text) {
  static const char *const dots[] = {"...", "…"};
  for (size_t d = 0; d < sizeof dots / sizeof *dots; d++)
    if (dt_text_ends(text, dt_text(dots[d]))) return (detm_text){text.data, text.length - strlen(dots[d])};
  return (detm_text){NULL, 0};
}

unsigned dt_word_count(detm_text text, unsigned most) {
  dt_word word = {.text = {text.data, 0}};
  size_t count = 0;
  while (count < most && text.length != 0 &&
         dt_word_next(word.text.data + word.text.length, text.data + text.length, &word))
    count += word.kind == DT_WORD_SPACED ? 1 : dt_utf8_count(word.text);
  return count < most ? (unsigned)count : most;
}

uint64_t dt_word_hash(detm_text word) {
  enum { SEED = 7 };
  char letters[MAX_WORD_LENGTH];
  if (word.length > MAX_WORD_LENGTH) word.length = MAX_WORD_LENGTH;
  size_t plain = 0;
  while (plain < word.length && dt_is_ascii_letter(word.data[plain])) plain++;
  if (plain != 0 && plain == word.length) return dt_hash_folded(word, SEED) | 1;
  size_t length = dt_squeeze_word(word, letters);
  return length != 0 ? dt_hash_bytes(letters, length, SEED) | 1 : 0;
}

/* ---- words of runs without blanks ---- */

/* Takes the word at the start of the run: its first two characters, before them the first one if single characters are
 * wanted.  Returns false for the last character, which is already part of the previous word. */
static bool take_pair(dt_word_reader *r, dt_word *word) {
  detm_text run = r->run;
  const char *end = run.data + run.length;
  uint32_t code;
  unsigned first = dt_utf8_read(run.data, end, &code);
  bool alone = first == run.length, single = alone ? !r->started || r->singles : r->singles && !r->paired;
  unsigned both = alone || single ? first : first + dt_utf8_read(run.data + first, end, &code);
  r->paired = single && !alone;
  if (!r->paired) r->run = dt_text_from(run, first);
  r->started = true;
  *word = (dt_word){.text = {run.data, both}, .kind = r->kind, .single = single};
  return !alone || single;
}

bool dt_word_read(dt_word_reader *r, dt_word *word) {
  for (;;) {
    if (r->run.length != 0) {
      if (take_pair(r, word)) return true;
      continue;
    }
    if (!dt_word_next(r->at, r->end, word)) return false;
    r->at = word->text.data + word->text.length;
    if (word->kind == DT_WORD_SPACED) return true;
    r->run = word->text;
    r->kind = word->kind;
    r->started = r->paired = false;
  }
}
