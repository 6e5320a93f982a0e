/* wrapper/captions.c: finds the labels within records by which values are aligned. */
#include "wrapper/captions.h"

#include "base/vec.h"

#include <stdlib.h>

enum { MAX_CAPTION_LENGTH = 60, MIN_RECORDS = 2 };

static bool may_be_caption(dt_tag tag) { return tag == DT_TAG_dt || tag == DT_TAG_th; }

/* The only text of a node; empty if it has none or several. */
static detm_text only_text(const dt_tree *tree, dt_index node) {
  detm_text found = {"", 0};
  for (dt_index n = node + 1; n < tree->nodes[node].end; n++) {
    if (tree->nodes[n].tag != DT_TAG_TEXT) continue;
    if (found.length != 0) return (detm_text){"", 0};
    found = dt_text_of(tree, n);
  }
  found = dt_text_strip(found, " :");
  return found.length <= MAX_CAPTION_LENGTH ? found : (detm_text){"", 0};
}

uint32_t dt_caption_hash(detm_text text) {
  text = dt_text_strip(text, " :");
  uint32_t hash = (uint32_t)(dt_hash_bytes(text.data, text.length, 11) >> 32);
  return hash != 0 ? hash : 1;
}

/* ---- the set ---- */

static int by_hash(const void *a, const void *b) {
  const dt_caption *x = a, *y = b;
  return x->hash < y->hash ? -1 : x->hash > y->hash;
}

const char *dt_caption_text(const dt_caption_set *set, uint32_t hash) {
  dt_caption wanted = {.hash = hash};
  const dt_caption *found = set->count != 0 ? bsearch(&wanted, set->all, set->count, sizeof wanted, by_hash) : NULL;
  return found != NULL ? found->text : NULL;
}

void dt_caption_add(dt_caption_set *set, dt_arena *arena, detm_text text) {
  DT_RESERVE(arena, set->all, set->count, set->capacity, 1);
  set->all[set->count++] = (dt_caption){dt_caption_hash(text), dt_arena_copy(arena, text.data, text.length)};
}

void dt_captions_sort(dt_caption_set *set) {
  if (set->count != 0) qsort(set->all, set->count, sizeof *set->all, by_hash);
}

/* ---- learning ---- */

typedef struct dt_seen_caption {
  uint32_t hash, record;
  bool alone; /* it is the only caption of its record: a search engine's "<dt>Title</dt><dd>Text</dd>" */
  detm_text text;
} dt_seen_caption;

void dt_captions_count(dt_caption_counter *counter, const dt_tree *tree, const dt_record *record) {
  uint32_t before = counter->count;
  for (uint32_t i = 0; i < record->count; i++)
    for (dt_index n = record->nodes[i]; n < tree->nodes[record->nodes[i]].end; n++) {
      detm_text text = may_be_caption(tree->nodes[n].tag) ? only_text(tree, n) : (detm_text){"", 0};
      if (text.length == 0) continue;
      DT_RESERVE(counter->scratch, counter->seen, counter->count, counter->capacity, 1);
      counter->seen[counter->count++] = (dt_seen_caption){dt_caption_hash(text), counter->records, false, text};
    }
  if (counter->count == before + 1) counter->seen[before].alone = true;
  counter->records++;
}

static int by_hash_and_record(const void *a, const void *b) {
  const dt_seen_caption *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return x->record < y->record ? -1 : x->record > y->record;
}

dt_caption_set dt_captions_choose(dt_caption_counter *counter, dt_arena *arena) {
  dt_caption_set chosen = {0};
  dt_seen_caption *seen = counter->seen;
  uint32_t repeated = 0;
  if (counter->count == 0) return chosen;
  qsort(seen, counter->count, sizeof *seen, by_hash_and_record);
  for (uint32_t i = 0, next; i < counter->count; i = next) {
    uint32_t records = 1;
    bool alone = seen[i].alone;
    for (next = i + 1; next < counter->count && seen[next].hash == seen[i].hash; next++) {
      records += seen[next].record != seen[next - 1].record;
      alone = alone && seen[next].alone;
    }
    if (records < MIN_RECORDS || alone) continue;
    repeated += next - i;
    dt_caption_add(&chosen, arena, seen[i].text);
  }
  return 2 * (uint64_t)repeated > counter->count ? chosen : (dt_caption_set){0};
}

/* ---- items ---- */

static dt_tag tag_of(const dt_item *item, uint32_t i) { return item->tree->nodes[item->nodes[i]].tag; }

/* Whether no later sibling has this tag. */
static bool is_last_of_its_tag(const dt_item *item, uint32_t i) {
  for (uint32_t next = item->ends[i]; next < item->ends[item->parents[i]]; next = item->ends[next])
    if (tag_of(item, next) == tag_of(item, i)) return false;
  return true;
}

/* Marks a dt and the dd elements after it, an element that holds one such pair alone, and a row that begins with its
 * only th. */
static void mark_pair(dt_item *item, uint32_t i, uint32_t caption) {
  uint32_t parent = item->parents[i];
  bool first = parent + 1 == i, nested = item->parents[parent] != DT_NONE;
  if (tag_of(item, i) == DT_TAG_th) {
    bool pair = first && nested && item->columns[i] == 0 && tag_of(item, parent) == DT_TAG_tr &&
                item->ends[i] < item->ends[parent] && is_last_of_its_tag(item, i);
    if (pair) item->captions[parent] = caption;
    return;
  }
  if (first && nested && tag_of(item, parent) != DT_TAG_dl && is_last_of_its_tag(item, i)) {
    item->captions[parent] = caption;
    return;
  }
  item->captions[i] = caption;
  for (uint32_t next = item->ends[i]; next < item->ends[parent] && tag_of(item, next) == DT_TAG_dd;
       next = item->ends[next])
    item->captions[next] = caption;
}

void dt_captions_mark(dt_item *item, dt_arena *scratch, const dt_caption_set *known) {
  if (known->count == 0) return;
  item->captions = DT_ZERO(scratch, uint32_t, item->count);
  for (uint32_t i = 0; i < item->count; i++) {
    if (!may_be_caption(tag_of(item, i)) || item->parents[i] == DT_NONE) continue;
    detm_text text = only_text(item->tree, item->nodes[i]);
    uint32_t hash = text.length != 0 ? dt_caption_hash(text) : 0;
    if (hash != 0 && dt_caption_text(known, hash) != NULL) mark_pair(item, i, hash);
  }
}
