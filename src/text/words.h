/* text/words.h: splits texts into words, in scripts with and without blanks, and class attributes into classes.
 *
 * dt_word_next finds runs of letters; dt_word_read reads the words by which texts are compared. */
#ifndef DT_TEXT_WORDS_H
#define DT_TEXT_WORDS_H

#include "text/chars.h"

/* How a run of letters is split into words. */
typedef enum dt_word_kind {
  DT_WORD_SPACED,   /* the run is a word: blanks and punctuation separate words */
  DT_WORD_UNSPACED, /* Thai, Lao, Burmese, Khmer: an alphabet, but a run has several words */
  DT_WORD_DENSE,    /* Chinese characters, Hangul: a run has several words */
  DT_WORD_HIRAGANA  /* mostly endings and particles */
} dt_word_kind;

typedef struct dt_word {
  detm_text text;
  dt_word_kind kind;
  bool joined; /* it has an apostrophe or hyphen */
  bool single; /* one character of a run without blanks, given in addition to pairs */
} dt_word;

/* Finds the first run of letters of one kind in [at, end).  Returns false if it finds none.  Apostrophes and hyphens
 * between letters are part of a word. */
bool dt_word_next(const char *at, const char *end, dt_word *word);
/* Returns whether a cut at offset `at` is neither within a word of a script with blanks nor within a character. */
bool dt_is_word_edge(detm_text text, size_t at);
/* Returns whether a character is an apostrophe or hyphen. */
bool dt_is_word_joint(uint32_t code);

/* A constant list of words that are sought in many texts: "by|posted by|written".  It is indexed by their first bytes
 * when it is first used. */
enum { DT_MAX_INDEXED = 128 /* words, of at most 255 bytes; a longer list is searched without its index */ };
typedef enum dt_list_state { DT_LIST_NEW, DT_LIST_WITHOUT_INDEX, DT_LIST_INDEXED } dt_list_state;
typedef struct dt_word_list {
  const char *words;
  _Atomic(dt_list_state) state;           /* one thread makes the index */
  unsigned char first[256];               /* the number, from 1, of the first word that begins with a byte; 0 = none */
  unsigned char next[DT_MAX_INDEXED + 1]; /* the number of the next word with the same first byte */
  unsigned char length[DT_MAX_INDEXED + 1];
  unsigned short at[DT_MAX_INDEXED + 1]; /* where the word of a number begins */
} dt_word_list;
#define DT_WORD_LIST(list)                                                                                             \
  { .words = (list) }

/* Returns the first word of a list with which a text begins, after the word at `last` unless this is NULL; without data
 * if it begins with none. */
detm_text dt_find_word_beginning(detm_text text, dt_word_list *list, const char *last);
static inline detm_text dt_word_beginning(detm_text text, dt_word_list *list, const char *last) {
  bool none = text.length == 0 || (list->state == DT_LIST_INDEXED && list->first[(unsigned char)*text.data] == 0);
  return none ? (detm_text){NULL, 0} : dt_find_word_beginning(text, list, last);
}
/* Returns the word of a list that a text is, in any case of ASCII letters; without data if it is none.  The words of
 * the list begin in lower case. */
detm_text dt_word_listed(detm_text text, dt_word_list *list);
static inline bool dt_word_is_listed(detm_text text, dt_word_list *list) {
  return dt_word_listed(text, list).data != NULL;
}

/* Checks whether a text is one of the words of a short list, "by|from"; dt_word_is_among in any case of its ASCII
 * letters, where the list is in lower case. */
bool dt_text_is_among(detm_text text, const char *words);
bool dt_word_is_among(detm_text text, const char *words);
/* The length of the first word of such a list, in lower case, with which a text begins in any case; 0 = none. */
size_t dt_word_at_start(detm_text text, const char *words);

/* Takes the first class off the value of a class attribute; length 0 after the last. */
detm_text dt_next_class(detm_text *classes);
/* Checks whether a class is one of a class attribute. */
bool dt_classes_have(detm_text classes, detm_text class);
/* Checks whether a class or id looks like a word, not like a generated name. */
bool dt_is_wordlike(const char *token, size_t length);

/* The text without the dots at its end by which it was shortened: "A long description..."; data NULL = it has none. */
detm_text dt_text_without_dots(detm_text text);
/* Returns the number of words, and of characters in scripts without blanks; stops counting at `most`. */
unsigned dt_word_count(detm_text text, unsigned most);

/* Returns a hash that ignores case and punctuation; 0 if nothing else is left. */
uint64_t dt_word_hash(detm_text word);

/* Reads the words by which texts are compared.  In runs without blanks each pair of characters is a word, and with
 * `singles` each character too.  A text without data has no words. */
typedef struct dt_word_reader {
  const char *at, *end;
  detm_text run; /* the rest of a run without blanks */
  dt_word_kind kind;
  bool started; /* the run has given a word */
  bool singles, paired;
} dt_word_reader;

static inline dt_word_reader dt_word_reader_of(detm_text text, bool singles) {
  if (text.data == NULL) text = DT_TEXT("");
  return (dt_word_reader){.at = text.data, .end = text.data + text.length, .singles = singles};
}

/* Reads the next word.  Returns false after the last. */
bool dt_word_read(dt_word_reader *reader, dt_word *word);

#endif
