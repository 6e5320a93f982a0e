/* wrapper/captions.c: finds the labels within records by which values are aligned. */
#include "wrapper/captions.h"

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

const char *dt_caption_text(const dt_caption_set *set, uint32_t hash) {
  uint32_t number = dt_lookup_find(&set->hashes, hash);
  return number != DT_NO_NUMBER ? set->texts[number] : NULL;
}

void dt_caption_add(dt_caption_set *set, dt_arena *arena, detm_text text) {
  uint32_t count = set->hashes.count;
  if (count == 0) dt_lookup_start(&set->hashes, arena, 0);
  if (!dt_lookup_insert(&set->hashes, dt_caption_hash(text))) return;
  DT_RESERVE(arena, set->texts, count, set->capacity, 1);
  set->texts[count] = dt_arena_copy(arena, text.data, text.length);
}

/* ---- learning ---- */

void dt_captions_count(dt_caption_counter *counter, const dt_tree *tree, const dt_record *record) {
  uint32_t found = 0, last = 0;
  counter->records++;
  if (counter->hashes.count == 0) dt_lookup_start(&counter->hashes, counter->scratch, 0);
  for (uint32_t i = 0; i < record->count; i++)
    for (dt_index n = record->nodes[i]; n < tree->nodes[record->nodes[i]].end; n++) {
      detm_text text = may_be_caption(tree->nodes[n].tag) ? only_text(tree, n) : (detm_text){"", 0};
      if (text.length == 0) continue;
      last = dt_lookup_add(&counter->hashes, dt_caption_hash(text));
      if (last == counter->seen.count) DT_VEC_PUSH(counter->scratch, &counter->seen, (dt_seen_caption){.text = text});
      dt_seen_caption *seen = &counter->seen.items[last];
      seen->times++;
      seen->records += seen->last != counter->records;
      seen->last = counter->records;
      found++;
    }
  if (found == 1) counter->seen.items[last].alone++;
}

dt_caption_set dt_captions_choose(const dt_caption_counter *counter, dt_arena *arena) {
  dt_caption_set chosen = {0};
  uint64_t repeated = 0, all = 0;
  for (uint32_t i = 0; i < counter->seen.count; i++) {
    const dt_seen_caption *seen = &counter->seen.items[i];
    all += seen->times;
    if (seen->records < MIN_RECORDS || seen->alone == seen->times) continue;
    repeated += seen->times;
    dt_caption_add(&chosen, arena, seen->text);
  }
  return 2 * repeated > all ? chosen : (dt_caption_set){0};
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
  if (known->hashes.count == 0) return;
  item->captions = DT_ZERO(scratch, uint32_t, item->count);
  for (uint32_t i = 0; i < item->count; i++) {
    if (!may_be_caption(tag_of(item, i)) || item->parents[i] == DT_NONE) continue;
    detm_text text = only_text(item->tree, item->nodes[i]);
    uint32_t hash = text.length != 0 ? dt_caption_hash(text) : 0;
    if (hash != 0 && dt_caption_text(known, hash) != NULL) mark_pair(item, i, hash);
  }
}
