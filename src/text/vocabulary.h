/* text/vocabulary.h: compares the words of texts. */
#ifndef DT_TEXT_VOCABULARY_H
#define DT_TEXT_VOCABULARY_H

#include "base/map.h"
#include "text/words.h"

/* A set of the words that dt_word_read gives, without hiragana and short ones. */
typedef struct dt_vocabulary {
  dt_lookup words; /* by dt_word_hash */
  uint32_t most;   /* limit of the number of words */
} dt_vocabulary;

/* Starts an empty vocabulary, with a limit for so many bytes of text.  Allocates in the arena. */
void dt_vocabulary_start(dt_vocabulary *vocabulary, dt_arena *arena, size_t bytes);
/* Adds the words of a text, up to the limit. */
void dt_vocabulary_add(dt_vocabulary *vocabulary, detm_text text);
/* Returns the share of the words of a text (its first 100) that are in the vocabulary: 0 to 1. */
double dt_vocabulary_share(const dt_vocabulary *vocabulary, detm_text text);

#endif
