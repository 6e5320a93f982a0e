/* profile/frequent.c: tallies of the most frequent texts, and sketches of sets. */
#include "profile/profile.h"

#include <stdlib.h>

/* How many bytes of a text a tally keeps. */
static size_t kept_length(const char *text, size_t length) {
  return dt_text_cut((detm_text){text, length}, DT_FREQUENT_TEXT - 1).length;
}

/* The sum of counts, at most the largest count that a file may have. */
static uint32_t sum(uint32_t a, uint32_t b) {
  const uint32_t most = UINT32_MAX / 2;
  return b > most - (a < most ? a : most) ? most : a + b;
}

static struct dt_frequency *rarest(dt_frequent *tally) {
  struct dt_frequency *found = &tally->texts[0];
  for (uint32_t i = 1; i < tally->count; i++)
    if (tally->texts[i].times < found->times) found = &tally->texts[i];
  return found;
}

void dt_frequent_add(dt_frequent *tally, const char *text, size_t length, uint32_t times) {
  struct dt_frequency *at = tally->texts, *end = at + tally->count;
  length = kept_length(text, length);
  while (at < end && (strncmp(at->text, text, length) != 0 || at->text[length] != '\0')) at++;
  if (at == end) {
    bool full = tally->count == DT_FREQUENT_ROOM;
    at = full ? rarest(tally) : &tally->texts[tally->count++];
    at->doubt = full ? at->times : 0;
    at->times = at->doubt;
    memcpy(at->text, text, length);
    at->text[length] = '\0';
  }
  at->times = sum(at->times, times);
}

uint32_t dt_frequent_of(const dt_frequent *tally, const char *text) {
  for (uint32_t i = 0; i < tally->count; i++)
    if (strcmp(tally->texts[i].text, text) == 0) return tally->texts[i].times - tally->texts[i].doubt;
  return 0;
}

static int by_times(const void *a, const void *b) {
  const struct dt_frequency *x = a, *y = b;
  uint32_t sure = x->times - x->doubt, other = y->times - y->doubt;
  if (sure != other) return sure > other ? -1 : 1;
  return strcmp(x->text, y->text);
}

void dt_frequent_sort(dt_frequent *tally) { qsort(tally->texts, tally->count, sizeof *tally->texts, by_times); }

void dt_sketch_add(dt_sketch *sketch, uint32_t hash) {
  uint32_t at = 0;
  while (at < sketch->count && sketch->hashes[at] < hash) at++;
  if (at == DT_SKETCH_ROOM || (at < sketch->count && sketch->hashes[at] == hash)) return;
  uint32_t moved = sketch->count - at;
  if (sketch->count == DT_SKETCH_ROOM)
    moved--;
  else
    sketch->count++;
  memmove(&sketch->hashes[at + 1], &sketch->hashes[at], moved * sizeof *sketch->hashes);
  sketch->hashes[at] = hash;
}

bool dt_sketch_has(const dt_sketch *sketch, uint32_t hash) {
  for (uint32_t i = 0; i < sketch->count && sketch->hashes[i] <= hash; i++)
    if (sketch->hashes[i] == hash) return true;
  return false;
}

double dt_sketch_distinct(const dt_sketch *sketch) {
  if (sketch->count < DT_SKETCH_ROOM) return sketch->count;
  return (DT_SKETCH_ROOM - 1) * ((double)UINT32_MAX / ((double)sketch->hashes[DT_SKETCH_ROOM - 1] + 1));
}
