/* content/words.h: the words of a text, and which words two texts share. */
#ifndef DT_WORDS_H
#define DT_WORDS_H

#include "base/base.h"

/* How a run of letters is cut into words. */
typedef enum dt_word_kind {
  DT_WORD_PARTED, /* the run is a word: blanks and signs part words */
  DT_WORD_DENSE,  /* Chinese characters, Hangul: the run holds several words */
  DT_WORD_GLUE    /* hiragana: mostly endings and particles */
} dt_word_kind;

typedef struct dt_word {
  detm_text text;
  dt_word_kind kind;
} dt_word;

/* The first run at or behind `at`; false: there is none before `end`.  Apostrophes and hyphens between letters belong
 * to a word. */
bool dt_word_next(const char *at, const char *end, dt_word *word);

/* As much of a text as fits in so many bytes. */
detm_text dt_text_begin(detm_text text, size_t bytes);

/* Equal for words that are equal but for case and signs; 0 = nothing is left of it. */
uint64_t dt_word_hash(detm_text word);

/* A set of words; of dense runs, pairs of characters. */
typedef struct dt_vocabulary {
  uint64_t *slots; /* 0 = free */
  size_t size;     /* a power of two */
  size_t used;
} dt_vocabulary;

/* One with room for the words of so many bytes of text, or for as many as there may be; in the arena. */
void dt_vocabulary_start(dt_vocabulary *vocabulary, dt_arena *arena, size_t bytes);
/* Adds the words of a text, as long as there is room. */
void dt_vocabulary_add(dt_vocabulary *vocabulary, detm_text text);
/* The share of the words of a text (its first 100) that the vocabulary has: 0 to 1. */
double dt_vocabulary_share(const dt_vocabulary *vocabulary, detm_text text);

#endif
