/* store/runs.c: saved runs: listing them, emitting their records again, accepting and removing them. */
#include "store/runs.h"

#include "base/vec.h"
#include "result/emitter.h"
#include "xmlfile/markup.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

/* ---- listing ---- */

detm_status detm_store_visit_runs(detm_store *store, const char *rule, detm_run_visit visit, void *data,
                                  detm_error *error) {
  char time[DT_TIME_SIZE];
  dt_query q = dt_query_start(store,
                              "SELECT id, began, command, pages, records FROM run WHERE ?1 IS NULL OR id IN"
                              " (SELECT run FROM page WHERE rule = ?1 UNION SELECT run FROM page WHERE rule_hash = ?1)"
                              " ORDER BY id",
                              error);
  dt_query_text(&q, rule);
  while (dt_query_row(&q)) {
    dt_time_text(dt_column_count(&q, 1), time);
    detm_run run = {.number = (size_t)dt_column_count(&q, 0),
                    .time = time,
                    .command = dt_column_name(&q, 2),
                    .pages = (size_t)dt_column_count(&q, 3),
                    .records = (size_t)dt_column_count(&q, 4)};
    if (q.status == DETM_OK) q.status = visit(data, &run, error);
  }
  return dt_query_end(&q);
}

static detm_status fail_absent_run(const detm_store *store, const char *text, detm_error *error) {
  return dt_error_at(error, DETM_NOTHING, store->file, 0, 0,
                     "has no run '%.100s': detm_store_visit_runs lists its runs", text);
}

detm_status dt_run_check(detm_store *store, size_t run, detm_error *error) {
  char text[24];
  dt_query q = dt_query_start(store, "SELECT 1 FROM run WHERE id = ?", error);
  dt_query_count(&q, (int64_t)run);
  bool exists = dt_query_row(&q);
  detm_status status = dt_query_end(&q);
  if (status != DETM_OK || exists) return status;
  snprintf(text, sizeof text, "%llu", (unsigned long long)run);
  return fail_absent_run(store, text, error);
}

static bool read_run_number(const char *text, int64_t *number) {
  char *end;
  if (text[0] < '0' || text[0] > '9' || strlen(text) > 18) return false;
  *number = strtoll(text, &end, 10);
  return *end == '\0';
}

detm_status detm_store_find_run(detm_store *store, const char *text, size_t *run, detm_error *error) {
  static const char last[] = "last";
  int64_t number = 0;
  size_t length = sizeof last - 1;

  if (strncmp(text, last, length) == 0 &&
      (text[length] == '\0' || (text[length] == '~' && read_run_number(text + length + 1, &number)))) {
    dt_query q = dt_query_start(store, "SELECT id FROM run ORDER BY id DESC LIMIT 1 OFFSET ?", error);
    dt_query_count(&q, number);
    *run = dt_query_row(&q) ? (size_t)dt_column_count(&q, 0) : 0;
    detm_status status = dt_query_end(&q);
    return status == DETM_OK && *run == 0 ? fail_absent_run(store, text, error) : status;
  }

  if (!read_run_number(text, &number) || number == 0)
    return dt_error_set(error, DETM_USAGE, "'%.100s' is not a run: write its number, last or last~1", text);
  *run = (size_t)number;

  return dt_run_check(store, *run, error);
}

detm_status detm_store_run_before(detm_store *store, const char *rule, size_t run, size_t *before, detm_error *error) {
  dt_query q = dt_query_start(store,
                              "SELECT coalesce(max(run), 0) FROM page WHERE run < ?1 AND iif(?2 IS NULL,"
                              " EXISTS (SELECT 1 FROM page AS last WHERE last.run = ?1 AND last.rule IS page.rule),"
                              " rule = ?2 OR rule_hash = ?2)",
                              error);
  dt_query_count(&q, (int64_t)run);
  dt_query_text(&q, rule);
  *before = dt_query_row(&q) ? (size_t)dt_column_count(&q, 0) : 0;
  return dt_query_end(&q);
}

/* The columns of saved_page. */
#define SAVED_PAGE                                                                                                     \
  "SELECT page.name, url, page.hash, rule, rule_version, rule_hash, fit, problem,"                                     \
  " (SELECT coalesce(sum(records), 0) FROM region WHERE page = page.id), kept.hash IS NOT NULL"

static detm_saved_page saved_page(dt_query *q) {
  return (detm_saved_page){.name = dt_column_name(q, 0),
                           .url = dt_column_text(q, 1),
                           .hash = dt_column_text(q, 2),
                           .rule = dt_column_text(q, 3),
                           .rule_version = (size_t)dt_column_count(q, 4),
                           .rule_hash = dt_column_text(q, 5),
                           .fit = dt_column_real(q, 6),
                           .problem = dt_column_text(q, 7),
                           .records = (size_t)dt_column_count(q, 8),
                           .kept = dt_column_count(q, 9) != 0};
}

detm_status detm_store_visit_pages(detm_store *store, size_t run, detm_saved_page_visit visit, void *data,
                                   detm_error *error) {
  detm_status status = dt_run_check(store, run, error);
  if (status != DETM_OK) return status;
  dt_query q = dt_query_start(
      store, SAVED_PAGE " FROM page LEFT JOIN kept ON kept.page = page.id WHERE run = ? ORDER BY id", error);
  dt_query_count(&q, (int64_t)run);
  while (dt_query_row(&q)) {
    detm_saved_page page = saved_page(&q);
    if (q.status == DETM_OK) q.status = visit(data, &page, error);
  }
  return dt_query_end(&q);
}

/* ---- sources ---- */

/* Decompresses a source; its length may be a lie of a damaged store, and of a forged one, which could fill the memory.
 */
static detm_status unpack_source(detm_store *store, detm_text bytes, int64_t length, char **source, detm_error *error) {
  uLongf found = (uLongf)length;
  *source = NULL;
  if (length < 0 || (uint64_t)length > detm_page_defaults.max_bytes) return dt_store_fail(store, SQLITE_CORRUPT, error);
  *source = malloc((size_t)length + 1);
  if (*source == NULL) return dt_error_memory(error);
  int code = uncompress((Bytef *)*source, &found, (const Bytef *)bytes.data, bytes.length);
  if (code == Z_MEM_ERROR) return dt_error_memory(error);
  return code == Z_OK && found == (uLongf)length ? DETM_OK : dt_store_fail(store, SQLITE_CORRUPT, error);
}

detm_status detm_store_visit_sources(detm_store *store, size_t run, const char *name, detm_source_visit visit,
                                     void *data, detm_error *error) {
  detm_status status = dt_run_check(store, run, error);
  if (status != DETM_OK) return status;
  dt_query q = dt_query_start(store,
                              SAVED_PAGE ", source.length, source.bytes FROM page JOIN kept ON kept.page = page.id"
                                         " LEFT JOIN source ON source.hash = kept.hash"
                                         " WHERE run = ?1 AND (?2 IS NULL OR page.name = ?2) ORDER BY id",
                              error);
  dt_query_count(&q, (int64_t)run);
  dt_query_text(&q, name);
  while (dt_query_row(&q)) {
    char *source = NULL;
    int64_t length = dt_column_count(&q, 10);
    detm_saved_page page = saved_page(&q);
    if (q.status == DETM_OK) q.status = unpack_source(store, dt_column_bytes(&q, 11), length, &source, error);
    if (q.status == DETM_OK) q.status = visit(data, &page, (detm_text){source, (size_t)length}, error);
    free(source);
  }
  return dt_query_end(&q);
}

/* ---- emitting ---- */

typedef struct replay {
  detm_store *store;
  dt_emitter emitter;
  detm_error *error;
  int64_t layout; /* the layout of `columns` */
  detm_column *columns;
  uint32_t column_count, column_capacity;
} replay;

static void drop_columns(replay *r) {
  for (size_t i = 0; i < r->column_count; i++) {
    free((char *)r->columns[i].name);
    free((char *)r->columns[i].type);
  }
  r->column_count = 0;
}

static detm_status read_layout_columns(replay *r, int64_t layout) {
  if (r->layout == layout) return DETM_OK;
  drop_columns(r);
  r->layout = 0;
  dt_query q = dt_query_start(r->store, "SELECT name, type, list FROM field WHERE layout = ? ORDER BY place", r->error);
  dt_query_count(&q, layout);

  while (dt_query_row(&q)) {
    const char *name = dt_column_name(&q, 0), *type = dt_column_name(&q, 1);
    if (q.status != DETM_OK) break;
    if (!DT_RESERVE(NULL, r->columns, r->column_count, r->column_capacity, 1)) {
      q.status = dt_error_memory(r->error);
      break;
    }
    detm_column *column = &r->columns[r->column_count++];
    *column = (detm_column){.name = strdup(name), .type = strdup(type), .list = dt_column_count(&q, 2) != 0};
    if (column->name == NULL || column->type == NULL) q.status = dt_error_memory(r->error);
  }

  if (dt_query_end(&q) == DETM_OK) r->layout = layout;
  return q.status;
}

/* Takes the markup of a value from column 3 of the query; that of a damaged or forged store could end the document that
 * it is printed in. */
static detm_status read_value_markup(replay *r, dt_query *q, detm_text *markup) {
  *markup = dt_column_bytes(q, 3);
  if (q->status != DETM_OK) return q->status;
  detm_status status = dt_markup_check(*markup);
  if (status == DETM_BAD_FILE) return dt_store_fail(r->store, SQLITE_CORRUPT, r->error);
  return status == DETM_OK ? DETM_OK : dt_error_memory(r->error);
}

static void emit_records(replay *r, int64_t region) {
  dt_emitter *e = &r->emitter;
  int64_t record = 0;
  dt_query q = dt_query_start(
      r->store, "SELECT record, place, text, markup, by, rank FROM value WHERE region = ? ORDER BY record, number",
      r->error);

  dt_query_count(&q, region);
  while (e->status == DETM_OK && dt_query_row(&q)) {
    int64_t now = dt_column_count(&q, 0), place = dt_column_count(&q, 1);
    bool empty = dt_column_is_null(&q, 1); /* a record without values */

    if (now <= 0 || (!empty && (place < 0 || place >= r->column_count))) {
      dt_emit_fail(e, dt_store_fail(r->store, SQLITE_CORRUPT, r->error));
      break;
    }

    if (now != record && record != 0) dt_emit_record_end(e);
    if (now != record) dt_emit_record(e, (size_t)now);
    record = now;
    if (empty || e->status != DETM_OK) continue;
    detm_field field = {.column = (size_t)place,
                        .name = r->columns[place].name,
                        .type = r->columns[place].type,
                        .value = dt_column_bytes(&q, 2),
                        .by = dt_column_text(&q, 4),
                        .rank = (size_t)dt_column_count(&q, 5)};
    if (!dt_column_is_null(&q, 3)) q.status = read_value_markup(r, &q, &field.markup);
    if (field.value.data == NULL) field.value.data = "";
    dt_emit_fail(e, q.status);
    dt_emit_field(e, &field);
  }

  dt_emit_fail(e, dt_query_end(&q));
  if (record != 0) dt_emit_record_end(e);
}

static void emit_regions(replay *r, int64_t page) {
  dt_emitter *e = &r->emitter;
  dt_query q = dt_query_start(r->store,
                              "SELECT id, layout, number, path, score, confidence, fit, records, share FROM region"
                              " LEFT JOIN quality ON quality.region = region.id WHERE page = ? ORDER BY id",
                              r->error);

  dt_query_count(&q, page);
  while (e->status == DETM_OK && dt_query_row(&q)) {
    if (dt_emit_fail(e, read_layout_columns(r, dt_column_count(&q, 1))) != DETM_OK) break;
    detm_region_info info = {.number = (size_t)dt_column_count(&q, 2),
                             .path = dt_column_name(&q, 3),
                             .score = dt_column_real(&q, 4),
                             .confidence = dt_column_real(&q, 5),
                             .fit = dt_column_real(&q, 6),
                             .quality = dt_column_is_null(&q, 8) ? -1 : dt_column_real(&q, 8),
                             .records = (size_t)dt_column_count(&q, 7),
                             .columns = r->columns,
                             .column_count = r->column_count};
    dt_emit_fail(e, q.status);
    if (dt_emit_region(e, &info) == DETM_OK) emit_records(r, dt_column_count(&q, 0));

    dt_emit_region_end(e);
  }

  dt_emit_fail(e, dt_query_end(&q));
}

/* Emits the pages of a query, whose columns are id, name, encoding, file and hash of the rule. */
static detm_status emit_pages(replay *r, dt_query *q) {
  dt_emitter *e = &r->emitter;
  while (e->status == DETM_OK && dt_query_row(q)) {
    detm_page_info info = {.name = dt_column_name(q, 1),
                           .encoding = dt_column_text(q, 2),
                           .file = dt_column_text(q, 3),
                           .hash = dt_column_text(q, 4)};
    if (info.encoding == NULL) info.encoding = "UTF-8";
    dt_emit_fail(e, q->status);
    if (dt_emit_page(e, &info) == DETM_OK) emit_regions(r, dt_column_count(q, 0));
    dt_emit_page_end(e);
  }

  return dt_emit_fail(e, dt_query_end(q));
}

static detm_status emit_run(replay *r, size_t run, const char *rule) {
  detm_status status = dt_run_check(r->store, run, r->error);
  if (status != DETM_OK) return status;
  dt_query q = dt_query_start(r->store,
                              "SELECT id, name, encoding, file, rule_hash FROM page WHERE run = ?1 AND told AND"
                              " (?2 IS NULL OR rule = ?2 OR rule_hash = ?2) ORDER BY id",
                              r->error);
  dt_query_count(&q, (int64_t)run);
  dt_query_text(&q, rule);
  return emit_pages(r, &q);
}

/* The nights are counted for each page, so that those before many bad ones still count. */
static detm_status emit_usual(replay *r, const char *rule, size_t nights, bool accepted) {
  dt_query q = dt_query_start(
      r->store,
      "WITH ours AS (SELECT id, run, name, encoding, file, rule_hash, run IN (SELECT run FROM accepted) AS known"
      "   FROM page WHERE told AND problem IS NULL AND (rule = ?1 OR rule_hash = ?1)),"
      " usual AS (SELECT *, row_number() OVER (PARTITION BY name ORDER BY id DESC) AS night FROM ours"
      "   WHERE run >= (SELECT coalesce(max(run), 0) FROM ours WHERE known)"
      "   AND (known OR id NOT IN (SELECT page FROM drifted))),"
      " last AS (SELECT DISTINCT run FROM ours ORDER BY run DESC LIMIT ?2)"
      " SELECT id, name, encoding, file, rule_hash FROM usual WHERE night <= ?2 AND known = ?3"
      " AND name IN (SELECT name FROM ours WHERE run IN (SELECT run FROM last)) ORDER BY id",
      r->error);

  dt_query_text(&q, rule);
  dt_query_count(&q, (int64_t)((uint64_t)nights < INT64_MAX ? nights : INT64_MAX));
  dt_query_count(&q, accepted);
  return emit_pages(r, &q);
}

/* Reads in one transaction: a run that another program removes in the meantime is emitted whole. */
static detm_status begin_emitting(replay *r, dt_transaction *t, detm_store *store, const detm_sink *sink,
                                  detm_error *error) {
  *r = (replay){.store = store, .emitter = {.sink = sink, .error = error}, .error = error};
  return dt_transaction_begin(t, store, DT_TO_READ, error);
}

static detm_status end_emitting(replay *r, dt_transaction *t, detm_status status) {
  status = dt_transaction_end(t, status, r->error);
  drop_columns(r);
  free(r->columns);
  return status;
}

detm_status detm_store_emit_run(detm_store *store, size_t run, const char *rule, const detm_sink *sink,
                                detm_error *error) {
  replay r;
  dt_transaction t;
  detm_status status = begin_emitting(&r, &t, store, sink, error);
  if (status == DETM_OK) status = emit_run(&r, run, rule);
  return end_emitting(&r, &t, status);
}

detm_status detm_store_emit_usual(detm_store *store, const char *rule, size_t nights, int accepted,
                                  const detm_sink *sink, detm_error *error) {
  replay r;
  dt_transaction t;
  detm_status status = begin_emitting(&r, &t, store, sink, error);
  if (status == DETM_OK) status = emit_usual(&r, rule, nights, accepted != 0);
  return end_emitting(&r, &t, status);
}

/* ---- accepting ---- */

detm_status detm_store_accept(detm_store *store, size_t run, detm_error *error) {
  dt_transaction t;
  detm_status status = dt_transaction_begin(&t, store, DT_TO_WRITE, error);
  if (status == DETM_OK) status = dt_run_check(store, run, error);
  if (status == DETM_OK) {
    dt_query q = dt_query_start(store, "INSERT OR IGNORE INTO accepted(run) VALUES(?)", error);
    dt_query_count(&q, (int64_t)run);
    status = dt_query_run(&q);
  }
  return dt_transaction_end(&t, status, error);
}

/* ---- removing ---- */

/* Removes runs; the tables remove their pages, regions and values with them. */
static detm_status remove_runs(detm_store *store, const char *sql, int64_t which, size_t *count, detm_error *error) {
  dt_transaction t;
  detm_status status = dt_transaction_begin(&t, store, DT_TO_REMOVE, error);
  if (status == DETM_OK) {
    dt_query q = dt_query_start(store, sql, error);
    dt_query_count(&q, which);
    status = dt_query_run(&q);
    *count = status == DETM_OK ? (size_t)sqlite3_changes(store->database) : 0;
  }

  if (status == DETM_OK && *count != 0)
    status = dt_sql(store,
                    "DELETE FROM source WHERE hash NOT IN (SELECT hash FROM kept);"
                    "PRAGMA incremental_vacuum",
                    error);

  return dt_transaction_end(&t, status, error);
}

detm_status detm_store_forget(detm_store *store, size_t run, detm_error *error) {
  size_t count;
  detm_status status = dt_run_check(store, run, error);
  return status == DETM_OK ? remove_runs(store, "DELETE FROM run WHERE id = ?", (int64_t)run, &count, error) : status;
}

detm_status detm_store_keep(detm_store *store, size_t count, size_t *forgotten, detm_error *error) {
  size_t removed = 0;
  uint64_t kept = count;
  detm_status status =
      remove_runs(store, "DELETE FROM run WHERE id NOT IN (SELECT id FROM run ORDER BY id DESC LIMIT ?)",
                  kept < INT64_MAX ? (int64_t)kept : INT64_MAX, &removed, error);
  if (forgotten != NULL) *forgotten = status == DETM_OK ? removed : 0;
  return status;
}
