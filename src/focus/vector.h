/* focus/vector.h: words and how often they stand somewhere: on a page, in a topic, on all pages of a web. */
#ifndef DT_FOCUS_VECTOR_H
#define DT_FOCUS_VECTOR_H

#include "base/base.h"
#include "focus/token.h"

typedef struct dt_count {
  uint64_t hash;
  uint32_t count; /* each word of a title three times */
  uint32_t ends;  /* as the last word before a sign */
  uint32_t pages; /* that have it */
  bool brief, single;
} dt_count;

/* In order of first sight, with a hash table; in malloc's memory. */
typedef struct dt_vector {
  dt_count *words;
  uint32_t count, room;
  uint32_t *slots;      /* 1 + the number of a word; 0 = free */
  size_t size;          /* a power of two, 0 = none yet */
  uint64_t total, ends; /* of all words */
} dt_vector;

/* Makes room for so many more words.  False: no memory, or more than there can be. */
bool dt_vector_reserve(dt_vector *vector, size_t more);
/* DT_NONE = it has no such word. */
uint32_t dt_vector_find(const dt_vector *vector, uint64_t hash);
/* The word, a new one with nothing counted if need be: there must be room. */
dt_count *dt_vector_word(dt_vector *vector, uint64_t hash);
void dt_vector_clear(dt_vector *vector);
void dt_vector_free(dt_vector *vector);
/* Counts so many more of a word; what does not fit stays the greatest number. */
static inline void dt_count_add(uint32_t *count, uint64_t more) {
  *count = more > UINT32_MAX - *count ? UINT32_MAX : *count + (uint32_t)more;
}

/* Counts the words of a text, each `weight` times; of dense runs also the single characters that `singles` has (NULL =
 * none).  Leaves through the scope without memory. */
void dt_vector_read(dt_vector *vector, detm_text text, uint32_t weight, const dt_vector *singles, dt_scope *scope);

#endif
