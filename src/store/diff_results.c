/* store/diff_results.c: pushing the differences between two runs into a sink. */
#include "store/diff_results.h"
#include "result/emitter.h"
#include "store/diff.h"

#include <stdio.h>
#include <stdlib.h>

enum { OWN_COLUMNS = 2 /* "change" and "changed", before the columns of the region */ };

static const char *const change_names[] = {
    [DT_CHANGE_NEW] = "new", [DT_CHANGE_GONE] = "gone", [DT_CHANGE_CHANGED] = "changed"};

/* ---- a record ---- */

/* `name` and `text` are offsets in `bytes` of the record. */
typedef struct saved_value {
  size_t name, text, length;
  int64_t place;
} saved_value;

typedef struct named_value {
  const char *name;
  size_t number;
} named_value;

typedef struct saved_record {
  dt_buffer bytes;
  saved_value *all;
  named_value *named; /* all values sorted by name, then by their order */
  size_t count, capacity;
} saved_record;

static const char *name_of(const saved_record *record, size_t v) { return record->bytes.data + record->all[v].name; }

static detm_text text_of(const saved_record *record, size_t v) {
  return (detm_text){record->bytes.data + record->all[v].text, record->all[v].length};
}

static bool reserve_value(saved_record *record) {
  if (record->count < record->capacity) return true;
  size_t capacity = record->capacity == 0 ? 32 : 2 * record->capacity;
  saved_value *all = realloc(record->all, capacity * sizeof *all);
  if (all != NULL) record->all = all;
  named_value *named = realloc(record->named, capacity * sizeof *named);
  if (named != NULL) record->named = named;
  if (all == NULL || named == NULL) return false;
  record->capacity = capacity;
  return true;
}

static bool add_saved_value(saved_record *record, const char *name, detm_text text, int64_t place) {
  if (!reserve_value(record)) return false;
  saved_value *value = &record->all[record->count++];
  value->name = record->bytes.length;
  dt_buffer_add(&record->bytes, name, strlen(name) + 1);
  value->text = record->bytes.length;
  value->length = text.length;
  value->place = place;
  dt_buffer_add(&record->bytes, text.data, text.length);
  return !record->bytes.failed;
}

static int by_name(const void *a, const void *b) {
  const named_value *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

static void sort_names(saved_record *record) {
  for (size_t v = 0; v < record->count; v++) record->named[v] = (named_value){name_of(record, v), v};
  if (record->count > 1) qsort(record->named, record->count, sizeof *record->named, by_name);
}

static void free_record(saved_record *record) {
  dt_buffer_free(&record->bytes);
  free(record->all);
  free(record->named);
}

static detm_status read_record(dt_query *q, const dt_compared *which, saved_record *record, detm_error *error) {
  bool fits = true;
  record->count = record->bytes.length = 0;
  q->error = error;
  dt_query_count(q, which->region);
  dt_query_count(q, which->record);
  while (fits && dt_query_row(q)) {
    int64_t place = dt_column_count(q, 2);
    const char *name = dt_column_name(q, 0);
    if (name != NULL) fits = add_saved_value(record, name, dt_column_bytes(q, 1), place);
  }
  detm_status status = dt_query_again(q, error);
  if (status == DETM_OK && fits) sort_names(record);
  return status == DETM_OK && !fits ? dt_error_memory(error) : status;
}

/* Returns the index in `named` of the first value of a name, or where it would be. */
static size_t first_named(const saved_record *record, const char *name) {
  size_t low = 0, high = record->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(record->named[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool is_named(const saved_record *record, size_t i, const char *name) {
  return i < record->count && strcmp(record->named[i].name, name) == 0;
}

/* Whether both have the same values of a field, in the same order. */
static bool is_same(const saved_record *a, const saved_record *b, const char *name) {
  size_t i = first_named(a, name), j = first_named(b, name);
  for (; is_named(a, i, name) && is_named(b, j, name); i++, j++)
    if (!dt_text_equal(text_of(a, a->named[i].number), text_of(b, b->named[j].number))) return false;
  return !is_named(a, i, name) && !is_named(b, j, name);
}

/* ---- names ---- */

/* A list of names in the order in which they were added. */
typedef struct names {
  dt_buffer bytes; /* each with its NUL */
  size_t count;
} names;

static bool has_name(const names *list, const char *name) {
  for (size_t at = 0; at < list->bytes.length; at += strlen(list->bytes.data + at) + 1)
    if (strcmp(list->bytes.data + at, name) == 0) return true;
  return false;
}

static void add_name(names *list, const char *name) {
  if (has_name(list, name)) return;
  dt_buffer_add(&list->bytes, name, strlen(name) + 1);
  list->count++;
}

/* ---- emitting ---- */

typedef struct change_emitter {
  detm_store *store;
  dt_emitter emitter;
  detm_error *error;
  dt_query values; /* of a record */
  saved_record now, then;
  names changed;        /* fields that differ in any pair */
  dt_buffer strings;    /* of the columns */
  detm_column *columns; /* change, changed, the fields of the region, NAME.before of each changed one */
  size_t column_count, field_count;
  int64_t page; /* that was begun, 0 for none */
} change_emitter;

/* Adds the names of fields that differ in a pair; compares each once, at its first value. */
static void add_differing_names(change_emitter *p, const saved_record *record) {
  for (size_t v = 0; v < record->count; v++) {
    const char *name = name_of(record, v);
    if (record->named[first_named(record, name)].number == v && !is_same(&p->now, &p->then, name))
      add_name(&p->changed, name);
  }
}

static detm_status find_changed_fields(change_emitter *p, const dt_compared *record) {
  detm_status status = read_record(&p->values, record, &p->now, p->error);
  if (status == DETM_OK) status = read_record(&p->values, record->other, &p->then, p->error);
  if (status != DETM_OK) return status;
  add_differing_names(p, &p->now);
  add_differing_names(p, &p->then);
  return p->changed.bytes.failed ? dt_error_memory(p->error) : DETM_OK;
}

static void add_column(change_emitter *p, size_t *ends, const char *name, const char *ending) {
  dt_buffer_text(&p->strings, name);
  dt_buffer_add(&p->strings, ending, strlen(ending) + 1);
  ends[p->column_count++] = p->strings.length;
}

/* Adds a column of detm; a field of the same name keeps its name. */
static void add_own(change_emitter *p, size_t *ends, const names *fields, const char *name) {
  add_column(p, ends, name, has_name(fields, name) ? ".of" : "");
}

static detm_status list_fields(change_emitter *p, int64_t layout, names *fields) {
  dt_query q = dt_query_start(p->store, "SELECT name FROM field WHERE layout = ? ORDER BY place", p->error);
  dt_query_count(&q, layout);
  while (dt_query_row(&q)) {
    const char *name = dt_column_name(&q, 0);
    if (name == NULL) break;
    dt_buffer_add(&fields->bytes, name, strlen(name) + 1);
    fields->count++;
  }
  detm_status status = dt_query_end(&q);
  return status == DETM_OK && fields->bytes.failed ? dt_error_memory(p->error) : status;
}

static bool set_columns(change_emitter *p, const names *fields) {
  size_t most = OWN_COLUMNS + fields->count + p->changed.count;
  size_t *ends = malloc(most * sizeof *ends);
  detm_column *columns = realloc(p->columns, most * sizeof *columns);
  if (columns != NULL) p->columns = columns;
  p->strings.length = p->column_count = 0;
  if (ends != NULL && columns != NULL) {
    add_own(p, ends, fields, "change");
    add_own(p, ends, fields, "changed");
    for (size_t at = 0; at < fields->bytes.length; at += strlen(fields->bytes.data + at) + 1)
      add_column(p, ends, fields->bytes.data + at, "");
    for (size_t at = 0; at < p->changed.bytes.length; at += strlen(p->changed.bytes.data + at) + 1)
      add_column(p, ends, p->changed.bytes.data + at, ".before");
  }
  bool fits = ends != NULL && columns != NULL && !p->strings.failed;
  for (size_t c = 0; fits && c < p->column_count; c++)
    columns[c] = (detm_column){.name = p->strings.data + (c == 0 ? 0 : ends[c - 1]), .type = "text"};
  if (fits) columns[1].list = 1;
  p->field_count = fields->count;
  free(ends);
  return fits;
}

static void emit_values(change_emitter *p) {
  for (size_t v = 0; v < p->now.count && p->emitter.status == DETM_OK; v++) {
    int64_t place = p->now.all[v].place;
    if (place < 0 || (size_t)place >= p->field_count)
      dt_emit_fail(&p->emitter, dt_store_fail(p->store, SQLITE_CORRUPT, p->error));
    else
      dt_emit_value(&p->emitter, OWN_COLUMNS + (size_t)place, text_of(&p->now, v));
  }
}

static void emit_changed_names(change_emitter *p) {
  for (size_t at = 0; at < p->changed.bytes.length; at += strlen(p->changed.bytes.data + at) + 1)
    if (!is_same(&p->now, &p->then, p->changed.bytes.data + at))
      dt_emit_text(&p->emitter, 1, p->changed.bytes.data + at);
}

/* Emits the earlier values of the fields that differ. */
static void emit_before(change_emitter *p) {
  size_t column = OWN_COLUMNS + p->field_count;
  for (size_t at = 0; at < p->changed.bytes.length; at += strlen(p->changed.bytes.data + at) + 1, column++) {
    const char *name = p->changed.bytes.data + at;
    if (is_same(&p->now, &p->then, name)) continue;
    for (size_t i = first_named(&p->then, name); is_named(&p->then, i, name); i++)
      dt_emit_value(&p->emitter, column, text_of(&p->then, p->then.named[i].number));
  }
}

static void emit_record(change_emitter *p, const dt_compared *record) {
  dt_emitter *e = &p->emitter;
  detm_status status = read_record(&p->values, record, &p->now, p->error);
  if (status == DETM_OK && record->other != NULL) status = read_record(&p->values, record->other, &p->then, p->error);
  if (dt_emit_fail(e, status) != DETM_OK) return;
  dt_emit_record(e, (size_t)record->record);
  dt_emit_text(e, 0, change_names[record->change]);
  if (record->other != NULL) emit_changed_names(p);
  emit_values(p);
  if (record->other != NULL) emit_before(p);
  dt_emit_record_end(e);
}

/* Begins the page of a region unless it was begun; ends the page before it. */
static void open_page(change_emitter *p, dt_query *q) {
  if (p->page == dt_column_count(q, 0)) return;
  dt_emit_end(&p->emitter);
  detm_page_info info = {.name = dt_column_name(q, 1), .encoding = dt_column_text(q, 2), .file = dt_column_text(q, 3)};
  if (info.encoding == NULL) info.encoding = "UTF-8";
  p->page = dt_column_count(q, 0);
  dt_emit_fail(&p->emitter, q->status);
  dt_emit_page(&p->emitter, &info);
}

static void begin_region(change_emitter *p, dt_query *q, size_t records) {
  names fields = {.count = 0};
  int64_t number = dt_column_count(q, 5);
  detm_status status = list_fields(p, dt_column_count(q, 4), &fields);
  if (status == DETM_OK && !set_columns(p, &fields)) status = dt_error_memory(p->error);
  dt_buffer_free(&fields.bytes);
  if (dt_emit_fail(&p->emitter, status) != DETM_OK) return;
  open_page(p, q);
  detm_region_info info = {.number = number > 0 ? (size_t)number : 1, /* number 0 is the record of the page itself */
                           .path = dt_column_name(q, 6),
                           .score = dt_column_real(q, 7),
                           .confidence = -1,
                           .fit = -1,
                           .records = records,
                           .columns = p->columns,
                           .column_count = p->column_count};
  dt_emit_fail(&p->emitter, q->status);
  dt_emit_region(&p->emitter, &info);
}

/* Emits the wanted records of one region. */
static void emit_region(change_emitter *p, const dt_compared *records, size_t count, bool (*wanted)(dt_change)) {
  size_t number = 0;
  for (size_t i = 0; i < count; i++) number += wanted(records[i].change);
  if (number == 0) return;
  dt_query q = dt_query_start(p->store,
                              "SELECT page.id, name, encoding, file, layout, number, path, score FROM region"
                              " JOIN page ON page = page.id WHERE region.id = ?",
                              p->error);
  dt_query_count(&q, records[0].region);
  if (dt_query_row(&q))
    begin_region(p, &q, number);
  else
    dt_emit_fail(&p->emitter, q.status);
  for (size_t i = 0; i < count && p->emitter.status == DETM_OK; i++)
    if (wanted(records[i].change)) emit_record(p, &records[i]);
  dt_emit_region_end(&p->emitter);
  dt_emit_fail(&p->emitter, dt_query_end(&q));
}

static void emit_side(change_emitter *p, const dt_diff_side *side, bool (*wanted)(dt_change)) {
  for (size_t at = 0, count; at < side->count && p->emitter.status == DETM_OK; at += count) {
    for (count = 1; at + count < side->count && side->all[at + count].region == side->all[at].region;) count++;
    emit_region(p, side->all + at, count, wanted);
  }
  dt_emit_end(&p->emitter);
  p->page = 0;
}

static bool is_new_or_changed(dt_change change) { return change == DT_CHANGE_NEW || change == DT_CHANGE_CHANGED; }

static bool is_gone(dt_change change) { return change == DT_CHANGE_GONE; }

detm_status dt_changes_push(detm_store *store, const dt_diff_side *before, const dt_diff_side *after,
                            const detm_sink *sink, detm_error *error) {
  change_emitter p = {.store = store, .emitter = {.sink = sink, .error = error}, .error = error};
  p.values = dt_query_start(store,
                            "SELECT name, text, value.place FROM value JOIN region ON region.id = region"
                            " JOIN field ON field.layout = region.layout AND field.place = value.place"
                            " WHERE region = ? AND record = ? ORDER BY value.number",
                            error);
  detm_status status = p.values.status;
  for (size_t i = 0; i < after->count && status == DETM_OK; i++)
    if (after->all[i].other != NULL) status = find_changed_fields(&p, &after->all[i]);
  if (dt_emit_fail(&p.emitter, status) == DETM_OK) {
    emit_side(&p, after, is_new_or_changed);
    emit_side(&p, before, is_gone);
  }
  dt_query_end(&p.values);
  free_record(&p.now);
  free_record(&p.then);
  dt_buffer_free(&p.changed.bytes);
  dt_buffer_free(&p.strings);
  free(p.columns);
  return p.emitter.status;
}
