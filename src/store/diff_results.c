/* store/diff_results.c: pushing the differences between two runs into a sink. */
#include "store/diff_results.h"

#include "base/search.h"
#include "base/vec.h"
#include "result/emitter.h"

#include <stdlib.h>

/* The first columns, before those of the region; a column of the region with this name keeps its name, and detm's gets
 * the other one. */
enum { CHANGE, CHANGED, OWN_COLUMNS };
static const char *const own_names[OWN_COLUMNS][2] = {
    [CHANGE] = {"change", "change.of"}, [CHANGED] = {"changed", "changed.of"}};

static const char *const change_names[] = {
    [DT_CHANGE_NEW] = "new", [DT_CHANGE_GONE] = "gone", [DT_CHANGE_CHANGED] = "changed"};

/* ---- a record ---- */

typedef struct saved_value {
  const char *name;
  detm_text text;
  int64_t place;
  uint32_t number; /* index in the record */
} saved_value;

typedef struct saved_record {
  dt_arena strings;
  saved_value *all;
  saved_value *sorted; /* by name, then by number */
  uint32_t count, capacity, sorted_capacity;
} saved_record;

static int compare_saved_values(const void *a, const void *b) {
  const saved_value *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

static void free_saved_record(saved_record *record) {
  dt_arena_free(&record->strings);
  free(record->all);
  free(record->sorted);
}

static detm_status read_saved_record(dt_query *q, const dt_compared *which, saved_record *record, detm_error *error) {
  bool fits = true;
  record->count = 0;
  dt_arena_rewind(&record->strings, (dt_mark){NULL, NULL});
  q->error = error;
  dt_query_count(q, which->region);
  dt_query_count(q, which->record);

  while (fits && dt_query_row(q)) {
    const char *name = dt_column_name(q, 0);
    detm_text text = dt_column_bytes(q, 1);
    if (q->status != DETM_OK) break;
    saved_value value = {.name = dt_arena_copy(&record->strings, name, strlen(name)),
                         .text = {dt_arena_copy(&record->strings, text.data, text.length), text.length},
                         .place = dt_column_count(q, 2),
                         .number = record->count};
    fits = value.name != NULL && value.text.data != NULL &&
           DT_RESERVE(NULL, record->all, record->count, record->capacity, 1);
    if (fits) record->all[record->count++] = value;
  }

  detm_status status = dt_query_again(q, error);
  if (status != DETM_OK) return status;
  if (!fits || !DT_RESERVE(NULL, record->sorted, 0, record->sorted_capacity, record->count))
    return dt_error_memory(error);
  if (record->count == 0) return DETM_OK;
  memcpy(record->sorted, record->all, record->count * sizeof *record->all);
  qsort(record->sorted, record->count, sizeof *record->sorted, compare_saved_values);
  return DETM_OK;
}

/* The index in `sorted` of the first value of a name, or of the first greater name. */
static uint32_t first_named(const saved_record *record, const char *name) {
  uint32_t i;
  DT_LOWER_BOUND(i, 0, record->count, strcmp(record->sorted[i].name, name) < 0);
  return i;
}

static bool is_value_named(const saved_record *record, uint32_t i, const char *name) {
  return i < record->count && strcmp(record->sorted[i].name, name) == 0;
}

static bool is_same_value(const detm_diff_options *options, detm_text a, detm_text b) {
  dt_buffer plain[2] = {{0}, {0}};
  bool same = dt_text_equal(a, b) ||
              dt_text_equal(dt_diff_compared(options, a, &plain[0]), dt_diff_compared(options, b, &plain[1]));
  dt_buffer_free(&plain[0]);
  dt_buffer_free(&plain[1]);
  return same;
}

/* Whether both have the same values of a field, in the same order, or the field is ignored. */
static bool is_value_same(const detm_diff_options *options, const saved_record *a, const saved_record *b,
                          const char *name) {
  uint32_t i = first_named(a, name), j = first_named(b, name);
  if (dt_diff_ignores(options, dt_text(name))) return true;
  for (; is_value_named(a, i, name) && is_value_named(b, j, name); i++, j++)
    if (!is_same_value(options, a->sorted[i].text, b->sorted[j].text)) return false;
  return !is_value_named(a, i, name) && !is_value_named(b, j, name);
}

/* ---- fields that differ ---- */

typedef struct change_emitter {
  detm_store *store;
  const detm_diff_options *options;
  dt_emitter emitter;
  detm_error *error;
  dt_query values; /* the values of a record */
  saved_record now, then;
  dt_arena names;
  DT_VEC(const char *) changed; /* names of the fields that differ in any pair */
  dt_arena strings;             /* for the columns */
  DT_VEC(detm_column) columns;  /* OWN_COLUMNS, the fields of the region, NAME.before of each changed field */
  uint32_t field_count;
  int64_t page; /* the open page, 0 = none */
} change_emitter;

/* Adds the names of fields that differ in a pair; each field is compared once, at its first value. */
static bool add_differing_names(change_emitter *p, const saved_record *record) {
  for (uint32_t v = 0; v < record->count; v++) {
    const char *name = record->all[v].name;
    if (record->sorted[first_named(record, name)].number != v || is_value_same(p->options, &p->now, &p->then, name))
      continue;
    uint32_t known = 0;
    while (known < p->changed.count && strcmp(p->changed.items[known], name) != 0) known++;
    if (known < p->changed.count) continue;
    const char *copy = dt_arena_copy(&p->names, name, strlen(name));
    if (copy == NULL || !DT_VEC_RESERVE(NULL, &p->changed, 1)) return false;
    p->changed.items[p->changed.count++] = copy;
  }
  return true;
}

static detm_status read_pair(change_emitter *p, const dt_compared *record) {
  detm_status status = read_saved_record(&p->values, record, &p->now, p->error);
  if (status == DETM_OK && record->other != NULL)
    status = read_saved_record(&p->values, record->other, &p->then, p->error);
  return status;
}

/* ---- emitting ---- */

static bool add_change_column(change_emitter *p, const char *name, const char *ending) {
  const char *full = dt_arena_format(&p->strings, "%s%s", name, ending);
  if (full == NULL || !DT_VEC_RESERVE(NULL, &p->columns, 1)) return false;
  p->columns.items[p->columns.count++] = (detm_column){.name = full, .type = "text"};
  return true;
}

static detm_status set_columns(change_emitter *p, int64_t layout) {
  bool fits = true;
  dt_arena_rewind(&p->strings, (dt_mark){NULL, NULL});
  p->columns.count = 0;
  for (int own = 0; own < OWN_COLUMNS; own++) fits = fits && add_change_column(p, own_names[own][0], "");
  dt_query q = dt_query_start(p->store, "SELECT name FROM field WHERE layout = ? ORDER BY place", p->error);
  dt_query_count(&q, layout);

  while (fits && dt_query_row(&q)) {
    const char *name = dt_column_name(&q, 0);
    if (name == NULL) break;
    fits = add_change_column(p, name, "");
    for (int own = 0; own < OWN_COLUMNS && fits; own++)
      if (strcmp(name, own_names[own][0]) == 0) p->columns.items[own].name = own_names[own][1];
  }

  detm_status status = dt_query_end(&q);
  if (status != DETM_OK) return status;
  if (fits) p->field_count = p->columns.count - OWN_COLUMNS;
  for (uint32_t i = 0; i < p->changed.count && fits; i++) fits = add_change_column(p, p->changed.items[i], ".before");
  if (!fits) return dt_error_memory(p->error);
  p->columns.items[CHANGED].list = 1;
  return DETM_OK;
}

static void emit_change(change_emitter *p, const dt_compared *record) {
  dt_emitter *e = &p->emitter;
  uint32_t changed = record->other != NULL ? p->changed.count : 0;
  if (dt_emit_fail(e, read_pair(p, record)) != DETM_OK) return;

  dt_emit_record(e, (size_t)record->record);
  dt_emit_text(e, CHANGE, change_names[record->change]);

  for (uint32_t i = 0; i < changed; i++)
    if (!is_value_same(p->options, &p->now, &p->then, p->changed.items[i]))
      dt_emit_text(e, CHANGED, p->changed.items[i]);

  for (uint32_t v = 0; v < p->now.count && e->status == DETM_OK; v++) {
    int64_t place = p->now.all[v].place;
    if (place < 0 || place >= p->field_count)
      dt_emit_fail(e, dt_store_fail(p->store, SQLITE_CORRUPT, p->error));
    else
      dt_emit_value(e, OWN_COLUMNS + (size_t)place, p->now.all[v].text);
  }

  /* the earlier values of the fields that differ */
  for (uint32_t i = 0; i < changed; i++) {
    const char *name = p->changed.items[i];
    if (is_value_same(p->options, &p->now, &p->then, name)) continue;
    for (uint32_t v = first_named(&p->then, name); is_value_named(&p->then, v, name); v++)
      dt_emit_value(e, OWN_COLUMNS + p->field_count + i, p->then.sorted[v].text);
  }

  dt_emit_record_end(e);
}

/* Begins a region, and its page unless it is open. */
static void begin_change_region(change_emitter *p, dt_query *q, size_t records) {
  dt_emitter *e = &p->emitter;
  int64_t page = dt_column_count(q, 0), number = dt_column_count(q, 5);
  if (dt_emit_fail(e, set_columns(p, dt_column_count(q, 4))) != DETM_OK) return;

  if (p->page != page) {
    dt_emit_end(e);
    p->page = page;
    detm_page_info info = {
        .name = dt_column_name(q, 1), .encoding = dt_column_text(q, 2), .file = dt_column_text(q, 3)};
    if (info.encoding == NULL) info.encoding = "UTF-8";
    dt_emit_fail(e, q->status);
    dt_emit_page(e, &info);
  }

  detm_region_info info = {.number = number > 0 ? (size_t)number : 1, /* 0 is the record of the page itself */
                           .path = dt_column_name(q, 6),
                           .score = dt_column_real(q, 7),
                           .confidence = -1,
                           .fit = -1,
                           .quality = -1,
                           .records = records,
                           .columns = p->columns.items,
                           .column_count = p->columns.count};
  dt_emit_fail(e, q->status);
  dt_emit_region(e, &info);
}

/* Emits the wanted records of one region. */
static void emit_changes(change_emitter *p, const dt_compared *records, size_t count, bool (*wanted)(dt_change)) {
  dt_emitter *e = &p->emitter;
  size_t number = 0;

  for (size_t i = 0; i < count; i++) number += wanted(records[i].change);
  if (number == 0) return;
  dt_query q = dt_query_start(p->store,
                              "SELECT page.id, name, encoding, file, layout, number, path, score FROM region"
                              " JOIN page ON page = page.id WHERE region.id = ?",
                              p->error);
  dt_query_count(&q, records[0].region);

  if (dt_query_row(&q))
    begin_change_region(p, &q, number);
  else
    dt_emit_fail(e, q.status);

  for (size_t i = 0; i < count && e->status == DETM_OK; i++)
    if (wanted(records[i].change)) emit_change(p, &records[i]);
  dt_emit_region_end(e);
  dt_emit_fail(e, dt_query_end(&q));
}

static void emit_side(change_emitter *p, const dt_diff_side *side, bool (*wanted)(dt_change)) {
  for (size_t at = 0, count; at < side->count && p->emitter.status == DETM_OK; at += count) {
    for (count = 1; at + count < side->count && side->all[at + count].region == side->all[at].region;) count++;
    emit_changes(p, side->all + at, count, wanted);
  }
  dt_emit_end(&p->emitter);
  p->page = 0;
}

static bool is_new_or_changed(dt_change change) { return change == DT_CHANGE_NEW || change == DT_CHANGE_CHANGED; }

static bool is_gone(dt_change change) { return change == DT_CHANGE_GONE; }

detm_status dt_changes_push(detm_store *store, const detm_diff_options *options, const dt_diff_side *before,
                            const dt_diff_side *after, const detm_sink *sink, detm_error *error) {
  change_emitter p = {.store = store, .options = options, .emitter = {.sink = sink, .error = error}, .error = error};
  dt_arena *const arenas[] = {&p.now.strings, &p.then.strings, &p.names, &p.strings};
  for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++) dt_arena_start(arenas[i], NULL);
  p.values = dt_query_start(store,
                            "SELECT name, text, value.place FROM value JOIN region ON region.id = region"
                            " JOIN field ON field.layout = region.layout AND field.place = value.place"
                            " WHERE region = ? AND record = ? ORDER BY value.number",
                            error);
  detm_status status = p.values.status;
  for (size_t i = 0; i < after->count && status == DETM_OK; i++) {
    if (after->all[i].other == NULL) continue;
    status = read_pair(&p, &after->all[i]);
    if (status == DETM_OK && !(add_differing_names(&p, &p.now) && add_differing_names(&p, &p.then)))
      status = dt_error_memory(error);
  }
  if (dt_emit_fail(&p.emitter, status) == DETM_OK) {
    emit_side(&p, after, is_new_or_changed);
    emit_side(&p, before, is_gone);
  }
  dt_query_end(&p.values);
  free_saved_record(&p.now);
  free_saved_record(&p.then);
  dt_arena_free(&p.names);
  dt_arena_free(&p.strings);
  free((void *)p.changed.items);
  free(p.columns.items);
  return p.emitter.status;
}
