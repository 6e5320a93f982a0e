/* profile/frequent.c: tallies of the most frequent texts, and sketches of sets. */
#include "profile/profile.h"

#include <stdlib.h>

/* Adds to the count of a text.  In a full tally it takes the place of the rarest one and its count, which is then in
 * doubt.  Counts stay at most the largest that a file may have. */

void dt_frequent_add(dt_frequent *tally, const char *text, size_t length, uint32_t times) {
  const uint32_t most = UINT32_MAX / 2;
  struct dt_frequency *at = tally->texts, *end = at + tally->count;

  length = dt_text_cut((detm_text){text, length}, DT_FREQUENT_TEXT - 1).length;
  while (at < end &&
         ((length != 0 && at->text[0] != text[0]) || strncmp(at->text, text, length) != 0 || at->text[length] != '\0'))
    at++;

  if (at == end) {
    bool full = tally->count == DT_MAX_FREQUENT;
    if (!full) tally->count++;
    for (struct dt_frequency *other = tally->texts; full && other < end; other++)
      if (at == end || other->times < at->times) at = other;
    at->doubt = full ? at->times : 0;
    at->times = at->doubt;
    memcpy(at->text, text, length);
    at->text[length] = '\0';
  }

  at->times = times > most - (at->times < most ? at->times : most) ? most : at->times + times;
}

uint32_t dt_frequent_of(const dt_frequent *tally, const char *text) {
  for (uint32_t i = 0; i < tally->count; i++)
    if (tally->texts[i].text[0] == text[0] && strcmp(tally->texts[i].text, text) == 0)
      return tally->texts[i].times - tally->texts[i].doubt;
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
  if (at == DT_MAX_SKETCH || (at < sketch->count && sketch->hashes[at] == hash)) return;
  uint32_t moved = sketch->count - at;
  if (sketch->count == DT_MAX_SKETCH)
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
  if (sketch->count < DT_MAX_SKETCH) return sketch->count;
  return (DT_MAX_SKETCH - 1) * ((double)UINT32_MAX / ((double)sketch->hashes[DT_MAX_SKETCH - 1] + 1));
}
