/* focus/vector.c: words counted in a hash table. */
#include "focus/vector.h"

#include "tree/tree.h"

#include <stdlib.h>

enum { FIRST_SIZE = 64, MOST_KEPT = 1 << 15 /* slots of a vector that is used again */ };

static uint32_t *find_slot(const dt_vector *v, uint64_t hash) {
  size_t at = (size_t)(hash >> 20) & (v->size - 1);
  while (v->slots[at] != 0 && v->words[v->slots[at] - 1].hash != hash) at = (at + 1) & (v->size - 1);
  return &v->slots[at];
}

/* Slots for twice as many words as there are. */
static bool grow_slots(dt_vector *v, size_t wanted) {
  size_t size = v->size != 0 ? v->size : FIRST_SIZE;
  while (size < 2 * wanted) size *= 2;
  if (size == v->size) return true;
  uint32_t *slots = calloc(size, sizeof *slots);
  if (slots == NULL) return false;
  free(v->slots);
  v->slots = slots;
  v->size = size;
  for (uint32_t i = 0; i < v->count; i++) *find_slot(v, v->words[i].hash) = i + 1;
  return true;
}

bool dt_vector_reserve(dt_vector *v, size_t more) {
  size_t wanted = v->count + more;
  if (wanted >= DT_NONE / 4) return false;
  if (wanted > v->room) {
    size_t room = wanted + v->room / 2;
    dt_count *words = realloc(v->words, room * sizeof *words);
    if (words == NULL) return false;
    v->words = words;
    v->room = (uint32_t)room;
  }
  return grow_slots(v, wanted);
}

uint32_t dt_vector_find(const dt_vector *v, uint64_t hash) {
  return v->size != 0 ? *find_slot(v, hash) - 1 : DT_NONE; /* 0 - 1 is DT_NONE */
}

dt_count *dt_vector_word(dt_vector *v, uint64_t hash) {
  uint32_t *slot = find_slot(v, hash);
  if (*slot == 0) {
    v->words[v->count] = (dt_count){.hash = hash};
    *slot = ++v->count;
  }
  return &v->words[*slot - 1];
}

void dt_vector_clear(dt_vector *v) {
  if (v->size > MOST_KEPT) dt_vector_free(v);
  if (v->size != 0) memset(v->slots, 0, v->size * sizeof *v->slots);
  v->count = 0;
  v->total = v->ends = 0;
}

void dt_vector_free(dt_vector *v) {
  free(v->words);
  free(v->slots);
  *v = (dt_vector){0};
}

static void count_token(dt_vector *v, const dt_token *token, uint32_t weight) {
  dt_count *word = dt_vector_word(v, token->hash);
  dt_count_add(&word->count, weight);
  word->brief = token->brief;
  word->single |= token->single;
  v->total += weight;
  if (!token->ends) return;
  dt_count_add(&word->ends, weight);
  v->ends += weight;
}

void dt_vector_read(dt_vector *v, detm_text text, uint32_t weight, const dt_vector *singles, dt_scope *scope) {
  dt_tokens tokens = dt_tokens_of(text, singles != NULL);
  for (dt_token token; dt_token_next(&tokens, &token);) {
    dt_scope_tick(scope);
    if (token.single && singles != NULL && dt_vector_find(singles, token.hash) == DT_NONE) continue;
    if (!dt_vector_reserve(v, 1)) dt_scope_leave(scope, DETM_NO_MEMORY);
    count_token(v, &token, weight);
  }
}
