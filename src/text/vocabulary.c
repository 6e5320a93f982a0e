/* text/vocabulary.c: compares the words of texts. */
#include "text/vocabulary.h"

enum {
  MIN_WORD_LENGTH = 3, /* bytes of a word that is compared */
  MAX_WORDS = 3 << 14,
  MAX_COMPARED = 100 /* words per text */
};

/* Returns the hash of the next word to compare; 0 after the last. */
static uint64_t read_word(dt_word_reader *r) {
  dt_word word;
  while (dt_word_read(r, &word)) {
    if (word.kind == DT_WORD_HIRAGANA || (word.kind == DT_WORD_SPACED && word.text.length < MIN_WORD_LENGTH)) continue;
    uint64_t hash = dt_word_hash(word.text);
    if (hash != 0) return hash;
  }
  return 0;
}

void dt_vocabulary_start(dt_vocabulary *vocabulary, dt_arena *arena, size_t bytes) {
  vocabulary->most = 48;
  while (vocabulary->most < MAX_WORDS && vocabulary->most < 3 * bytes / 8) vocabulary->most *= 2;
  dt_lookup_start(&vocabulary->words, arena, 0);
}

void dt_vocabulary_add(dt_vocabulary *vocabulary, detm_text text) {
  dt_word_reader r = dt_word_reader_of(text, false);
  for (uint64_t hash; vocabulary->words.count < vocabulary->most && (hash = read_word(&r)) != 0;)
    dt_lookup_add(&vocabulary->words, hash);
}

double dt_vocabulary_share(const dt_vocabulary *vocabulary, detm_text text) {
  dt_word_reader r = dt_word_reader_of(text, false);
  unsigned words = 0, shared = 0;
  for (uint64_t hash; words < MAX_COMPARED && (hash = read_word(&r)) != 0; words++)
    shared += dt_lookup_find(&vocabulary->words, hash) != DT_NO_NUMBER;
  return words != 0 ? (double)shared / words : 0;
}
