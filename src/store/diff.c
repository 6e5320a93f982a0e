/* store/diff.c: which records of a run another one has, too: both are read once, sorted by their digests and merged. */
#include "store/diff.h"

#include <stdlib.h>

/* ---- digests ---- */

static const dt_digest no_digest = {{0, 0}};

static void mix(dt_digest *digest, detm_text text) {
  for (int i = 0; i < 2; i++) {
    uint64_t hash = dt_hash_bytes(text.data, text.length, (uint64_t)(i + 1) * UINT64_C(0x9E3779B97F4A7C15));
    digest->halves[i] = dt_hash_mix(digest->halves[i] + text.length, hash);
  }
}

static int compare_digests(dt_digest a, dt_digest b) {
  for (int i = 0; i < 2; i++)
    if (a.halves[i] != b.halves[i]) return a.halves[i] < b.halves[i] ? -1 : 1;
  return 0;
}

/* ---- reading a run ---- */

/* Values of one field of a record, in their order. */
typedef struct field_content {
  dt_digest name, values;
} field_content;

typedef struct reading {
  detm_store *store;
  const char *const *keys;
  size_t key_count;
  dt_side *side;
  dt_digest values[DT_MOST_KEYS_OF_RECORD]; /* of each key in the record */
  bool seen[DT_MOST_KEYS_OF_RECORD];        /* in any record of both runs */
  field_content *fields;                    /* of the record */
  size_t field_count, field_room;
  detm_error *error;
} reading;

static dt_compared *add_record(dt_side *side) {
  if (side->count == side->room) {
    size_t room = side->room == 0 ? 256 : 2 * side->room;
    dt_compared *larger = realloc(side->all, room * sizeof *larger);
    if (larger == NULL) return NULL;
    side->all = larger;
    side->room = room;
  }
  dt_compared *record = &side->all[side->count];
  *record = (dt_compared){.order = side->count++};
  return record;
}

static field_content *add_field(reading *r, dt_digest name) {
  if (r->field_count == r->field_room) {
    size_t room = r->field_room == 0 ? 32 : 2 * r->field_room;
    field_content *larger = realloc(r->fields, room * sizeof *larger);
    if (larger == NULL) return NULL;
    r->fields = larger;
    r->field_room = room;
  }
  r->fields[r->field_count] = (field_content){.name = name};
  return &r->fields[r->field_count++];
}

/* Values mostly come field by field: what is looked for is the field of the value before, or a new one. */
static field_content *find_field(reading *r, dt_digest name) {
  for (size_t i = r->field_count; i-- > 0;)
    if (compare_digests(r->fields[i].name, name) == 0) return &r->fields[i];
  return add_field(r, name);
}

/* The order of its fields is nothing of a record's: changes.c compares by name, too. */
static void end_content(reading *r, dt_compared *record) {
  for (size_t i = 0; i < r->field_count; i++) {
    dt_digest digest = no_digest;
    mix(&digest, (detm_text){(const char *)&r->fields[i], sizeof r->fields[i]});
    for (int half = 0; half < 2; half++) record->content.halves[half] += digest.halves[half];
  }
  r->field_count = 0;
}

/* A record without any key is known by its content, which no key may be. */
static void end_record(reading *r) {
  if (r->side->count == 0) return;
  dt_compared *record = &r->side->all[r->side->count - 1];
  bool has_key = false;
  end_content(r, record);
  for (size_t k = 0; k < r->key_count; k++) {
    has_key = has_key || compare_digests(r->values[k], no_digest) != 0;
    mix(&record->key, (detm_text){(const char *)&r->values[k], sizeof r->values[k]});
    r->values[k] = no_digest;
  }
  if (!has_key) {
    record->key = record->content;
    record->key.halves[0] ^= 1;
  }
}

static detm_status add_value(reading *r, detm_text name, detm_text text) {
  dt_digest digest = no_digest;
  mix(&digest, name);
  field_content *field = find_field(r, digest);
  if (field == NULL) return dt_store_no_memory(r->error);
  mix(&field->values, text);
  for (size_t k = 0; k < r->key_count; k++) {
    if (!dt_text_equal(name, dt_text(r->keys[k]))) continue;
    mix(&r->values[k], text);
    r->seen[k] = true;
  }
  return DETM_OK;
}

static detm_status read_row(reading *r, dt_query *q) {
  int64_t region = dt_column_count(q, 0), number = dt_column_count(q, 1);
  dt_compared *record = r->side->count != 0 ? &r->side->all[r->side->count - 1] : NULL;
  if (record == NULL || record->region != region || record->record != number) {
    end_record(r);
    record = add_record(r->side);
    if (record == NULL) return dt_store_no_memory(r->error);
    record->region = region;
    record->record = number;
  }
  if (dt_column_is_null(q, 2)) /* a record without values, or values of no field */
    return dt_column_is_null(q, 4) ? q->status : dt_store_fail(r->store, SQLITE_CORRUPT, r->error);
  detm_text name = dt_column_bytes(q, 2), text = dt_column_bytes(q, 3);
  return q->status == DETM_OK ? add_value(r, name, text) : q->status;
}

static detm_status read_run(reading *r, size_t run, dt_side *side) {
  detm_status status = DETM_OK;
  r->side = side;
  dt_query q =
      dt_query_start(r->store,
                     "SELECT region.id, record, field.name, text, value.place FROM page JOIN region ON page = page.id"
                     " JOIN value ON region = region.id"
                     " LEFT JOIN field ON field.layout = region.layout AND field.place = value.place"
                     " WHERE run = ? ORDER BY region.id, record, value.number",
                     r->error);
  dt_query_count(&q, (int64_t)run);
  while (status == DETM_OK && dt_query_row(&q)) status = read_row(r, &q);
  end_record(r);
  detm_status ended = dt_query_end(&q);
  return status != DETM_OK ? status : ended;
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

/* qsort wants an array though it were of nothing. */
static void sort(dt_compared *all, size_t count, int (*order)(const void *, const void *)) {
  if (count > 1) qsort(all, count, sizeof *all, order);
}

/* Records with one key. */
typedef struct group {
  dt_compared *all;
  size_t count;
} group;

static group take_group(const dt_side *side, size_t at) {
  group g = {side->all + at, 0};
  while (at + g.count < side->count && compare_digests(g.all[0].key, g.all[g.count].key) == 0) g.count++;
  return g;
}

/* Pairs of equal content are the same; moves the others to the front, and counts them. */
static size_t take_out_same(group *before, group *after, detm_diff *diff) {
  size_t b = 0, a = 0, left_before = 0, left_after = 0;
  while (b < before->count || a < after->count) {
    int order = b == before->count ? 1 : a == after->count ? -1 : 0;
    if (order == 0) order = compare_digests(before->all[b].content, after->all[a].content);
    if (order == 0) {
      diff->same++;
      b++;
      a++;
    } else if (order < 0) {
      dt_compared kept = before->all[b];
      before->all[b++] = before->all[left_before];
      before->all[left_before++] = kept;
    } else {
      dt_compared kept = after->all[a];
      after->all[a++] = after->all[left_after];
      after->all[left_after++] = kept;
    }
  }
  before->count = left_before;
  after->count = left_after;
  return left_before < left_after ? left_before : left_after;
}

/* What is left of a key pairs in its order; the others came or went. */
static void judge_group(group before, group after, detm_diff *diff) {
  size_t pairs = take_out_same(&before, &after, diff);
  sort(before.all, before.count, by_order);
  sort(after.all, after.count, by_order);
  for (size_t i = 0; i < after.count; i++) {
    after.all[i].change = i < pairs ? DT_CHANGE_CHANGED : DT_CHANGE_NEW;
    if (i < pairs) after.all[i].other = &before.all[i];
  }
  for (size_t i = pairs; i < before.count; i++) before.all[i].change = DT_CHANGE_GONE;
  diff->changed += pairs;
  diff->fresh += after.count - pairs;
  diff->gone += before.count - pairs;
}

static void merge(const dt_side *before, const dt_side *after, detm_diff *diff) {
  size_t b = 0, a = 0;
  sort(before->all, before->count, by_key);
  sort(after->all, after->count, by_key);
  while (b < before->count || a < after->count) {
    int order = b == before->count  ? 1
                : a == after->count ? -1
                                    : compare_digests(before->all[b].key, after->all[a].key);
    group of_before = {NULL, 0}, of_after = {NULL, 0};
    if (order <= 0) of_before = take_group(before, b);
    if (order >= 0) of_after = take_group(after, a);
    b += of_before.count;
    a += of_after.count;
    judge_group(of_before, of_after, diff);
  }
}

/* ---- the call ---- */

static detm_status check_keys(const reading *r, detm_error *error) {
  for (size_t k = 0; k < r->key_count; k++)
    if (!r->seen[k])
      return dt_error_set(error, DETM_USAGE, "no record of either run has the field '%.100s'", r->keys[k]);
  return DETM_OK;
}

static detm_status check_run(detm_store *store, size_t run, detm_error *error) {
  char text[24];
  sqlite3_snprintf(sizeof text, text, "%llu", (unsigned long long)run);
  return detm_store_find_run(store, text, &run, error);
}

/* The other of a pair moves when its side is put back into order: what leads there is found by its order. */
static void restore_order(const dt_side *before, const dt_side *after) {
  for (size_t i = 0; i < after->count; i++)
    if (after->all[i].other != NULL) after->all[i].other = before->all + after->all[i].other->order;
  sort(before->all, before->count, by_order);
  sort(after->all, after->count, by_order);
}

static detm_status compare(reading *r, size_t before, size_t after, const detm_sink *sink, detm_diff *diff) {
  dt_side sides[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
  detm_status status = check_run(r->store, before, r->error);
  if (status == DETM_OK) status = check_run(r->store, after, r->error);
  if (status == DETM_OK) status = read_run(r, before, &sides[0]);
  if (status == DETM_OK) status = read_run(r, after, &sides[1]);
  if (status == DETM_OK) status = check_keys(r, r->error);
  if (status == DETM_OK) {
    merge(&sides[0], &sides[1], diff);
    restore_order(&sides[0], &sides[1]);
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
  if (key_count > DT_MOST_KEYS_OF_RECORD)
    return dt_error_set(error, DETM_USAGE, "a record has no more than %d keys", DT_MOST_KEYS_OF_RECORD);
  detm_status status = dt_transaction_begin(&t, store, DT_TO_READ, error);
  if (status == DETM_OK) status = compare(&r, before, after, sink, diff);
  return dt_transaction_end(&t, status, error);
}
