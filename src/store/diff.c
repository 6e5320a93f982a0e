/* store/diff.c: comparing two runs: both are read once, sorted by digests of their keys, and merged. */
#include "store/diff.h"

#include "base/vec.h"
#include "store/diff_results.h"
#include "store/runs.h"

#include <stdlib.h>

/* ---- digests ---- */

static const dt_record_digest no_digest = {{0, 0}};

static void mix_text(dt_record_digest *digest, detm_text text) {
  for (int i = 0; i < 2; i++) {
    uint64_t hash = dt_hash_bytes(text.data, text.length, (uint64_t)(i + 1) * UINT64_C(0x9E3779B97F4A7C15));
    digest->halves[i] = dt_hash_mix(digest->halves[i] + text.length, hash);
  }
}

static int compare_digests(dt_record_digest a, dt_record_digest b) {
  for (int i = 0; i < 2; i++)
    if (a.halves[i] != b.halves[i]) return a.halves[i] < b.halves[i] ? -1 : 1;
  return 0;
}

/* ---- reading a run ---- */

/* Digests of a field of a record: of its name, and of its values in order. */
typedef struct field_content {
  dt_record_digest name, values;
} field_content;

typedef struct reading {
  detm_store *store;
  const char *const *keys;
  size_t key_count;
  dt_diff_side *side;
  dt_record_digest values[DT_MAX_KEYS_OF_RECORD]; /* of each key in the current record */
  bool seen[DT_MAX_KEYS_OF_RECORD];               /* in any record of both runs */
  field_content *fields;                          /* of the current record */
  uint32_t field_count, field_capacity;
  detm_error *error;
} reading;

/* Completes the last record.  The digests of the fields are added, so their order does not count; diff_results.c
 * compares by name, too.  The key of a record without key values is its content, changed so that it cannot equal
 * another key. */
static void end_record(reading *r) {
  if (r->side->count == 0) return;
  dt_compared *record = &r->side->all[r->side->count - 1];
  bool has_key = false;
  for (size_t i = 0; i < r->field_count; i++) {
    dt_record_digest digest = no_digest;
    mix_text(&digest, (detm_text){(const char *)&r->fields[i], sizeof r->fields[i]});
    for (int half = 0; half < 2; half++) record->content.halves[half] += digest.halves[half];
  }
  r->field_count = 0;
  for (size_t k = 0; k < r->key_count; k++) {
    has_key = has_key || compare_digests(r->values[k], no_digest) != 0;
    mix_text(&record->key, (detm_text){(const char *)&r->values[k], sizeof r->values[k]});
    r->values[k] = no_digest;
  }
  if (!has_key) {
    record->key = record->content;
    record->key.halves[0] ^= 1;
  }
}

static detm_status read_row(reading *r, dt_query *q) {
  dt_diff_side *side = r->side;
  int64_t region = dt_column_count(q, 0), number = dt_column_count(q, 1);
  const dt_compared *last = side->count != 0 ? &side->all[side->count - 1] : NULL;
  if (last == NULL || last->region != region || last->record != number) {
    end_record(r);
    if (!DT_RESERVE(NULL, side->all, side->count, side->capacity, 1)) return dt_error_memory(r->error);
    side->all[side->count] = (dt_compared){.order = side->count, .region = region, .record = number};
    side->count++;
  }
  if (dt_column_is_null(q, 2)) /* a record without values, or values of no field */
    return dt_column_is_null(q, 4) ? q->status : dt_store_fail(r->store, SQLITE_CORRUPT, r->error);
  detm_text name = dt_column_bytes(q, 2), text = dt_column_bytes(q, 3);
  if (q->status != DETM_OK) return q->status;
  field_content content = {.name = no_digest};
  mix_text(&content.name, name);
  /* searches from the end: mostly the field is that of the previous value, or new */
  size_t i = r->field_count;
  while (i > 0 && compare_digests(r->fields[i - 1].name, content.name) != 0) i--;
  if (i == 0) {
    if (!DT_RESERVE(NULL, r->fields, r->field_count, r->field_capacity, 1)) return dt_error_memory(r->error);
    r->fields[r->field_count++] = content;
    i = r->field_count;
  }
  mix_text(&r->fields[i - 1].values, text);
  for (size_t k = 0; k < r->key_count; k++) {
    if (!dt_text_equal(name, dt_text(r->keys[k]))) continue;
    mix_text(&r->values[k], text);
    r->seen[k] = true;
  }
  return DETM_OK;
}

static detm_status read_run(reading *r, size_t run, dt_diff_side *side) {
  r->side = side;
  dt_query q =
      dt_query_start(r->store,
                     "SELECT region.id, record, field.name, text, value.place FROM page JOIN region ON page = page.id"
                     " JOIN value ON region = region.id"
                     " LEFT JOIN field ON field.layout = region.layout AND field.place = value.place"
                     " WHERE run = ? ORDER BY region.id, record, value.number",
                     r->error);
  dt_query_count(&q, (int64_t)run);
  while (dt_query_row(&q)) q.status = read_row(r, &q);
  end_record(r);
  return dt_query_end(&q);
}

/* ---- merging ---- */

static int by_key(const void *a, const void *b) {
  const dt_compared *x = a, *y = b;
  int order = compare_digests(x->key, y->key);
  if (order == 0) order = compare_digests(x->content, y->content);
  return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b) {
  const dt_compared *x = a, *y = b;
  return (x->order > y->order) - (x->order < y->order);
}

/* qsort must not be called with NULL. */
static void sort(dt_compared *all, size_t count, int (*order)(const void *, const void *)) {
  if (count > 1) qsort(all, count, sizeof *all, order);
}

/* Records with one key. */
typedef struct group {
  dt_compared *all;
  size_t count;
} group;

static group group_at(const dt_diff_side *side, size_t at) {
  group g = {side->all + at, 0};
  while (at + g.count < side->count && compare_digests(g.all[0].key, g.all[g.count].key) == 0) g.count++;
  return g;
}

/* Compares the records of a key, sorted by content.  Pairs of equal content are the same; the others are paired in
 * their order as changed, and records without a partner are new or gone. */
static void compare_groups(group before, group after, detm_diff *diff) {
  size_t b = 0, a = 0, left_before = 0, left_after = 0;
  while (b < before.count || a < after.count) {
    int order = b == before.count ? 1 : a == after.count ? -1 : 0;
    if (order == 0) order = compare_digests(before.all[b].content, after.all[a].content);
    if (order == 0) {
      diff->same++;
      b++;
      a++;
    } else if (order < 0) {
      dt_compared kept = before.all[b];
      before.all[b++] = before.all[left_before];
      before.all[left_before++] = kept;
    } else {
      dt_compared kept = after.all[a];
      after.all[a++] = after.all[left_after];
      after.all[left_after++] = kept;
    }
  }
  size_t pairs = left_before < left_after ? left_before : left_after;
  sort(before.all, left_before, by_order);
  sort(after.all, left_after, by_order);
  for (size_t i = 0; i < left_after; i++) {
    after.all[i].change = i < pairs ? DT_CHANGE_CHANGED : DT_CHANGE_NEW;
    if (i < pairs) after.all[i].other = &before.all[i];
  }
  for (size_t i = pairs; i < left_before; i++) before.all[i].change = DT_CHANGE_GONE;
  diff->changed += pairs;
  diff->fresh += left_after - pairs;
  diff->gone += left_before - pairs;
}

/* Sorts both sides by key, compares the groups of equal keys, and restores the order. */
static void compare_sides(const dt_diff_side *before, const dt_diff_side *after, detm_diff *diff) {
  sort(before->all, before->count, by_key);
  sort(after->all, after->count, by_key);
  for (size_t b = 0, a = 0; b < before->count || a < after->count;) {
    int order = b == before->count  ? 1
                : a == after->count ? -1
                                    : compare_digests(before->all[b].key, after->all[a].key);
    group of_before = {NULL, 0}, of_after = {NULL, 0};
    if (order <= 0) of_before = group_at(before, b);
    if (order >= 0) of_after = group_at(after, a);
    b += of_before.count;
    a += of_after.count;
    compare_groups(of_before, of_after, diff);
  }
  /* sorting `before` moves the records that `other` points to */
  for (size_t i = 0; i < after->count; i++)
    if (after->all[i].other != NULL) after->all[i].other = before->all + after->all[i].other->order;
  sort(before->all, before->count, by_order);
  sort(after->all, after->count, by_order);
}

/* ---- the call ---- */

static detm_status compare_runs(reading *r, size_t before, size_t after, const detm_sink *sink, detm_diff *diff) {
  dt_diff_side sides[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
  detm_status status = dt_run_check(r->store, before, r->error);
  if (status == DETM_OK) status = dt_run_check(r->store, after, r->error);
  if (status == DETM_OK) status = read_run(r, before, &sides[0]);
  if (status == DETM_OK) status = read_run(r, after, &sides[1]);
  for (size_t k = 0; k < r->key_count && status == DETM_OK; k++)
    if (!r->seen[k])
      status = dt_error_set(r->error, DETM_USAGE, "no record of either run has the field '%.100s'", r->keys[k]);
  if (status == DETM_OK) {
    compare_sides(&sides[0], &sides[1], diff);
    if (sink != NULL) status = dt_changes_push(r->store, &sides[0], &sides[1], sink, r->error);
  }
  free(sides[0].all);
  free(sides[1].all);
  free(r->fields);
  return status;
}

detm_status detm_store_diff(detm_store *store, size_t before, size_t after, const char *const *keys, size_t key_count,
                            const detm_sink *sink, detm_diff *diff, detm_error *error) {
  reading r = {.store = store, .keys = keys, .key_count = key_count, .error = error};
  dt_transaction t;
  *diff = (detm_diff){0};
  if (key_count > DT_MAX_KEYS_OF_RECORD)
    return dt_error_set(error, DETM_USAGE, "more than %d keys were given", DT_MAX_KEYS_OF_RECORD);
  detm_status status = dt_transaction_begin(&t, store, DT_TO_READ, error);
  if (status == DETM_OK) status = compare_runs(&r, before, after, sink, diff);
  return dt_transaction_end(&t, status, error);
}
