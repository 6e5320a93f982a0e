/* store/diff.c: comparing two runs: both are read once, sorted by digests of their keys, and merged. */
#include "store/diff.h"

#include "base/options.h"
#include "base/search.h"
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

/* ---- what is compared ---- */

bool dt_diff_ignores(const detm_diff_options *options, detm_text field) {
  for (size_t i = 0; i < options->ignored_count; i++)
    if (dt_text_equal(field, dt_text(options->ignored[i]))) return true;
  return false;
}

/* The length of the parameter "NAME=VALUE" that the query's rest begins with, with the "&" after it; 0 if it has
 * another name. */
static size_t ignored_parameter(const detm_diff_options *options, detm_text rest) {
  for (size_t i = 0; i < options->parameter_count; i++) {
    size_t length = strlen(options->parameters[i]), end = 0;
    bool named = dt_text_starts(rest, dt_text(options->parameters[i])) &&
                 (rest.length == length || strchr("=&#", rest.data[length]) != NULL);
    if (!named) continue;
    while (end < rest.length && rest.data[end] != '&' && rest.data[end] != '#') end++;
    return end + (end < rest.length && rest.data[end] == '&');
  }
  return 0;
}

detm_text dt_diff_compared(const detm_diff_options *options, detm_text value, dt_buffer *plain) {
  const char *query = options->parameter_count != 0 ? memchr(value.data, '?', value.length) : NULL;
  if (query == NULL) return value;

  size_t at = (size_t)(query - value.data) + 1;
  plain->length = 0;
  dt_buffer_add(plain, value.data, at);

  for (bool begins = true; at < value.length; begins = value.data[at - 1] == '&') {
    size_t skipped = begins ? ignored_parameter(options, dt_text_from(value, at)) : 0;
    if (skipped == 0) dt_buffer_byte(plain, value.data[at]);
    at += skipped != 0 ? skipped : 1;
  }

  while (plain->length != 0 && strchr("?&", plain->data[plain->length - 1]) != NULL) plain->length--;
  return (detm_text){plain->data, plain->length};
}

/* ---- reading a run ---- */

/* Digests of a field of a record: of its name, and of its values in order. */
typedef struct field_content {
  dt_record_digest name, values;
} field_content;

typedef struct reading {
  detm_store *store;
  const detm_diff_options *options;
  dt_diff_side *side;
  dt_record_digest values[DETM_MAX_DIFF_WORDS]; /* of each key in the current record */
  bool seen[DETM_MAX_DIFF_WORDS];               /* in any record of both runs */
  field_content *fields;                        /* of the current record */
  uint32_t field_count, field_capacity;
  dt_buffer plain; /* a value without the parameters that are ignored */
  detm_error *error;
} reading;

/* Completes the last record.  The digests of the fields are added, so their order does not count; diff_results.c
 * compares by name, too.  The key of a record without key values is its content, changed so that it cannot equal
 * another key. */
static void end_compared_record(reading *r) {
  if (r->side->count == 0) return;
  dt_compared *record = &r->side->all[r->side->count - 1];
  bool has_key = false;

  for (size_t i = 0; i < r->field_count; i++) {
    dt_record_digest digest = no_digest;
    mix_text(&digest, (detm_text){(const char *)&r->fields[i], sizeof r->fields[i]});
    for (int half = 0; half < 2; half++) record->content.halves[half] += digest.halves[half];
  }

  r->field_count = 0;
  for (size_t k = 0; k < r->options->key_count; k++) {
    has_key = has_key || compare_digests(r->values[k], no_digest) != 0;
    mix_text(&record->key, (detm_text){(const char *)&r->values[k], sizeof r->values[k]});
    r->values[k] = no_digest;
  }

  if (!has_key) {
    record->key = record->content;
    record->key.halves[0] ^= 1;
  }
}

static detm_status read_compared_row(reading *r, dt_query *q) {
  dt_diff_side *side = r->side;
  int64_t region = dt_column_count(q, 0), number = dt_column_count(q, 1);
  const dt_compared *last = side->count != 0 ? &side->all[side->count - 1] : NULL;

  if (last == NULL || last->region != region || last->record != number) {
    end_compared_record(r);
    if (!DT_RESERVE(NULL, side->all, side->count, side->capacity, 1)) return dt_error_memory(r->error);
    side->all[side->count] = (dt_compared){.order = side->count, .region = region, .record = number};
    side->count++;
  }

  if (dt_column_is_null(q, 2)) /* a record without values, or values of no field */
    return dt_column_is_null(q, 4) ? q->status : dt_store_fail(r->store, SQLITE_CORRUPT, r->error);
  detm_text name = dt_column_bytes(q, 2), text = dt_column_bytes(q, 3);
  if (q->status != DETM_OK || dt_diff_ignores(r->options, name)) return q->status;
  text = dt_diff_compared(r->options, text, &r->plain);
  if (r->plain.failed) return dt_error_memory(r->error);
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
  for (size_t k = 0; k < r->options->key_count; k++) {
    if (!dt_text_equal(name, dt_text(r->options->keys[k]))) continue;
    mix_text(&r->values[k], text);
    r->seen[k] = true;
  }

  return DETM_OK;
}

/* The rows of the values of pages, which the condition on the pages follows. */
#define VALUES_OF                                                                                                      \
  "SELECT region.id, record, field.name, text, value.place FROM page JOIN region ON page = page.id"                    \
  " JOIN value ON region = region.id"                                                                                  \
  " LEFT JOIN field ON field.layout = region.layout AND field.place = value.place WHERE "
#define ORDER_OF_VALUES " ORDER BY region.id, record, value.number"
/* ?1 is the run, ?2 the rule or NULL. */
#define OF_RULE "(?2 IS NULL OR page.rule = ?2 OR page.rule_hash = ?2)"

static detm_status read_values(reading *r, const char *sql, size_t run, size_t other, dt_diff_side *side) {
  r->side = side;
  dt_query q = dt_query_start(r->store, sql, r->error);
  dt_query_count(&q, (int64_t)run);
  dt_query_text(&q, r->options->rule);
  dt_query_count(&q, (int64_t)other);
  while (dt_query_row(&q)) q.status = read_compared_row(r, &q);
  end_compared_record(r);
  return dt_query_end(&q);
}

/* Reads the pages of the later run, ?1. */
static detm_status read_after(reading *r, size_t before, size_t after, dt_diff_side *side) {
  return read_values(r, VALUES_OF "run = ?1 AND " OF_RULE " AND ?3 = ?3" ORDER_OF_VALUES, after, before, side);
}

/* Reads the pages of the earlier run, ?1, without those that failed in the later one, ?3: what these hold is unknown,
 * not gone.  A page that failed in the earlier run counts as it was when it was last read; a page that no rule of a
 * library fits has failed without a rule. */
static detm_status read_before(reading *r, size_t before, size_t after, dt_diff_side *side) {
  return read_values(
      r,
      VALUES_OF "page.id IN"
                " (SELECT CASE WHEN page.problem IS NULL THEN page.id ELSE"
                "   (SELECT max(old.id) FROM page AS old WHERE old.run < ?1 AND old.name = page.name"
                "    AND (page.rule IS NULL OR old.rule IS page.rule)"
                "    AND (?2 IS NULL OR old.rule = ?2 OR old.rule_hash = ?2) AND old.problem IS NULL) END"
                "  FROM page WHERE run = ?1 AND (" OF_RULE " OR (page.rule IS NULL AND page.problem IS NOT NULL))"
                "   AND NOT EXISTS (SELECT 1 FROM page AS now WHERE now.run = ?3 AND now.name = page.name"
                "    AND (now.rule IS NULL OR now.rule IS page.rule) AND now.problem IS NOT NULL))" ORDER_OF_VALUES,
      before, after, side);
}

/* Reads the pages of all runs up to the earlier one, ?1, that were read by a rule of the later one, ?3. */
static detm_status read_earlier(reading *r, size_t before, size_t after, dt_diff_side *side) {
  return read_values(r,
                     VALUES_OF "run <= ?1 AND " OF_RULE
                               " AND page.rule IN (SELECT coalesce(rule, '') FROM page WHERE run = ?3)"
                               " OR (run <= ?1 AND ?2 IS NULL AND page.rule IS NULL)" ORDER_OF_VALUES,
                     before, after, side);
}

/* Counts the pages of the earlier run, ?1, that the later one, ?3, does not have. */
static detm_status count_unread(reading *r, size_t before, size_t after, size_t *count) {
  dt_query q = dt_query_start(r->store,
                              "SELECT count(*) FROM page WHERE run = ?1 AND problem IS NULL AND " OF_RULE
                              " AND NOT EXISTS (SELECT 1 FROM page AS now WHERE now.run = ?3 AND now.name = page.name)",
                              r->error);
  dt_query_count(&q, (int64_t)before);
  dt_query_text(&q, r->options->rule);
  dt_query_count(&q, (int64_t)after);
  if (dt_query_row(&q)) *count = (size_t)dt_column_count(&q, 0);
  return dt_query_end(&q);
}

/* ---- merging ---- */

static int compare_by_key(const void *a, const void *b) {
  const dt_compared *x = a, *y = b;
  int order = compare_digests(x->key, y->key);
  if (order == 0) order = compare_digests(x->content, y->content);
  return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static int compare_by_order(const void *a, const void *b) {
  const dt_compared *x = a, *y = b;
  return (x->order > y->order) - (x->order < y->order);
}

/* qsort must not be called with NULL. */
static void sort_compared(dt_compared *all, size_t count, int (*order)(const void *, const void *)) {
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
  sort_compared(before.all, left_before, compare_by_order);

  sort_compared(after.all, left_after, compare_by_order);
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
  sort_compared(before->all, before->count, compare_by_key);
  sort_compared(after->all, after->count, compare_by_key);

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
  sort_compared(before->all, before->count, compare_by_order);
  sort_compared(after->all, after->count, compare_by_order);
}

/* Takes back that a record is new if an earlier run has it. */
static void drop_seen(dt_diff_side *after, dt_diff_side *earlier, detm_diff *diff) {
  sort_compared(earlier->all, earlier->count, compare_by_key);
  for (size_t i = 0; i < after->count; i++) {
    dt_compared *record = &after->all[i];
    if (record->change != DT_CHANGE_NEW) continue;
    uint32_t at;
    DT_LOWER_BOUND(at, 0, earlier->count, compare_digests(earlier->all[at].key, record->key) < 0);
    if (at == earlier->count || compare_digests(earlier->all[at].key, record->key) != 0) continue;
    record->change = DT_CHANGE_NONE;
    diff->fresh--;
    diff->same++;
  }
}

/* ---- the call ---- */

static detm_status compare_runs(reading *r, size_t before, size_t after, const detm_sink *sink, detm_diff *diff) {
  dt_diff_side sides[3] = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
  detm_status status = dt_run_check(r->store, before, r->error);

  if (status == DETM_OK) status = dt_run_check(r->store, after, r->error);
  if (status == DETM_OK) status = read_before(r, before, after, &sides[0]);
  if (status == DETM_OK) status = read_after(r, before, after, &sides[1]);
  if (status == DETM_OK) status = count_unread(r, before, after, &diff->unread);

  for (size_t k = 0; k < r->options->key_count && status == DETM_OK; k++)
    if (!r->seen[k])
      status =
          dt_error_set(r->error, DETM_USAGE, "no record of either run has the field '%.100s'", r->options->keys[k]);

  if (status == DETM_OK) compare_sides(&sides[0], &sides[1], diff);
  if (status == DETM_OK && r->options->every) {
    status = read_earlier(r, before, after, &sides[2]);
    if (status == DETM_OK) drop_seen(&sides[1], &sides[2], diff);
  }

  if (status == DETM_OK && sink != NULL)
    status = dt_changes_push(r->store, r->options, &sides[0], &sides[1], sink, r->error);
  for (size_t i = 0; i < 3; i++) free(sides[i].all);

  free(r->fields);
  dt_buffer_free(&r->plain);
  return status;
}

detm_status detm_store_diff(detm_store *store, size_t before, size_t after, const detm_diff_options *options,
                            const detm_sink *sink, detm_diff *diff, detm_error *error) {
  DT_OPTIONS(detm_diff_options, options, detm_diff_defaults);
  reading r = {.store = store, .options = options, .error = error};
  dt_transaction t;
  *diff = (detm_diff){0};
  if (options->key_count > DETM_MAX_DIFF_WORDS || options->ignored_count > DETM_MAX_DIFF_WORDS ||
      options->parameter_count > DETM_MAX_DIFF_WORDS)
    return dt_error_set(error, DETM_USAGE, "more than %d keys, fields or parameters were given", DETM_MAX_DIFF_WORDS);
  detm_status status = dt_transaction_begin(&t, store, DT_TO_READ, error);
  if (status == DETM_OK) status = compare_runs(&r, before, after, sink, diff);
  return dt_transaction_end(&t, status, error);
}
