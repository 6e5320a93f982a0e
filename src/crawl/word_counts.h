/* crawl/word_counts.h: counts of words: of a page, of a topic, of all pages of a web. */
#ifndef DT_CRAWL_WORD_COUNTS_H
#define DT_CRAWL_WORD_COUNTS_H

#include "base/base.h"
#include "base/map.h"
#include "crawl/tokens.h"

typedef struct dt_count {
  uint64_t hash;
  uint32_t count; /* words of a title count three times */
  uint32_t ends;  /* count as the last word before punctuation */
  uint32_t pages; /* count of pages that have it */
  bool brief, single;
} dt_count;

/* Words in the order in which they were added; malloc'ed. */
typedef struct dt_vector {
  dt_count *words;
  uint32_t count, capacity;
  dt_lookup lookup;     /* hashes of the words */
  uint64_t total, ends; /* of all words */
} dt_vector;

/* Reserves capacity for `more` words; false for lack of memory or too many words. */
bool dt_vector_reserve(dt_vector *vector, size_t more);
/* Returns the index of a word, or DT_NONE. */
uint32_t dt_vector_find(const dt_vector *vector, uint64_t hash);
/* Returns the word, adding it with counts of 0 if necessary; its capacity must be reserved. */
dt_count *dt_vector_word(dt_vector *vector, uint64_t hash);
void dt_vector_clear(dt_vector *vector);
void dt_vector_free(dt_vector *vector);
/* Adds to a count, which stays UINT32_MAX at most. */
static inline void dt_count_add(uint32_t *count, uint64_t more) {
  *count = more > UINT32_MAX - *count ? UINT32_MAX : *count + (uint32_t)more;
}

/* Counts the words of a text, each `weight` times; of dense runs also the single characters in `singles`, unless that
 * is NULL.  Leaves the scope for lack of memory. */
void dt_vector_read(dt_vector *vector, detm_text text, uint32_t weight, const dt_vector *singles, dt_scope *scope);

#endif
