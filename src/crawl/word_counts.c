/* crawl/word_counts.c: counting words. */
#include "crawl/word_counts.h"

#include "base/vec.h"
#include "html/tag_tree.h"

#include <stdlib.h>

enum { MAX_KEPT = 1 << 14 /* words for which dt_vector_clear keeps the memory */ };

bool dt_vector_reserve(dt_vector *v, size_t more) {
  if (v->count + more >= DT_NONE / 4) return false;
  return DT_RESERVE(NULL, v->words, v->count, v->capacity, more) && dt_lookup_reserve(&v->lookup, (uint32_t)more);
}

uint32_t dt_vector_find(const dt_vector *v, uint64_t hash) { return dt_lookup_find(&v->lookup, hash); }

dt_count *dt_vector_word(dt_vector *v, uint64_t hash) {
  uint32_t number = dt_lookup_add(&v->lookup, hash);
  if (number == v->count) v->words[v->count++] = (dt_count){.hash = hash};
  return &v->words[number];
}

void dt_vector_clear(dt_vector *v) {
  if (v->lookup.capacity > MAX_KEPT) dt_vector_free(v);
  dt_lookup_clear(&v->lookup);
  v->count = 0;
  v->total = v->ends = 0;
}

void dt_vector_free(dt_vector *v) {
  free(v->words);
  dt_lookup_free(&v->lookup);
  *v = (dt_vector){0};
}

void dt_vector_read(dt_vector *v, detm_text text, uint32_t weight, const dt_vector *singles, dt_scope *scope) {
  dt_word_reader tokens = dt_word_reader_of(text, singles != NULL);
  for (dt_token token; dt_token_next(&tokens, &token);) {
    dt_scope_tick(scope);
    if (token.single && singles != NULL && dt_vector_find(singles, token.hash) == DT_NONE) continue;
    if (!dt_vector_reserve(v, 1)) dt_scope_leave(scope, DETM_NO_MEMORY);
    dt_count *word = dt_vector_word(v, token.hash);
    dt_count_add(&word->count, weight);
    word->brief = token.brief;
    word->single |= token.single;
    v->total += weight;
    if (!token.ends) continue;
    dt_count_add(&word->ends, weight);
    v->ends += weight;
  }
}
