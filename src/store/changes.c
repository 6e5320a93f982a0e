/* store/changes.c: what differs between two runs, pushed into a sink. */
#include "base/result.h"
#include "store/diff.h"

#include <stdio.h>
#include <stdlib.h>

enum { OWN = 2 /* columns before those of the page */ };

static const char *const words[] = {
    [DT_CHANGE_NEW] = "new", [DT_CHANGE_GONE] = "gone", [DT_CHANGE_CHANGED] = "changed"};

/* ---- a record ---- */

/* Where its strings stand in `bytes`. */
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
  named_value *named; /* all of them by name, those of one name in their order */
  size_t count, room;
} saved_record;

static const char *name_of(const saved_record *record, size_t v) { return record->bytes.data + record->all[v].name; }

static detm_text text_of(const saved_record *record, size_t v) {
  return (detm_text){record->bytes.data + record->all[v].text, record->all[v].length};
}

/* Makes room for one value more. */
static bool make_room(saved_record *record) {
  if (record->count < record->room) return true;
  size_t room = record->room == 0 ? 32 : 2 * record->room;
  saved_value *all = realloc(record->all, room * sizeof *all);
  if (all != NULL) record->all = all;
  named_value *named = realloc(record->named, room * sizeof *named);
  if (named != NULL) record->named = named;
  if (all == NULL || named == NULL) return false;
  record->room = room;
  return true;
}

static bool keep_value(saved_record *record, const char *name, detm_text text, int64_t place) {
  if (!make_room(record)) return false;
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
    if (name != NULL) fits = keep_value(record, name, dt_column_bytes(q, 1), place);
  }
  detm_status status = dt_query_again(q, error);
  if (status == DETM_OK && fits) sort_names(record);
  return status == DETM_OK && !fits ? dt_store_no_memory(error) : status;
}

/* Where the values of a name begin among those that are named. */
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

/* Each once, in the order in which they came. */
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

/* ---- pushing ---- */

typedef struct pushing {
  detm_store *store;
  const detm_sink *sink;
  detm_error *error;
  dt_query values; /* of a record */
  saved_record now, then;
  names changed;        /* fields that are not the same in some pair */
  dt_buffer strings;    /* of the columns */
  detm_column *columns; /* change, changed, fields of the region, then of the changed ones NAME.before */
  size_t column_count, field_count;
  int64_t page; /* that is open, 0 = none */
} pushing;

/* Each name is asked once, at its first value. */
static void note_names(pushing *p, const saved_record *record) {
  for (size_t v = 0; v < record->count; v++) {
    const char *name = name_of(record, v);
    if (record->named[first_named(record, name)].number == v && !is_same(&p->now, &p->then, name))
      add_name(&p->changed, name);
  }
}

static detm_status note_changed(pushing *p, const dt_compared *record) {
  detm_status status = read_record(&p->values, record, &p->now, p->error);
  if (status == DETM_OK) status = read_record(&p->values, record->other, &p->then, p->error);
  if (status != DETM_OK) return status;
  note_names(p, &p->now);
  note_names(p, &p->then);
  return p->changed.bytes.failed ? dt_store_no_memory(p->error) : DETM_OK;
}

static void add_column(pushing *p, size_t *ends, const char *name, const char *ending) {
  dt_buffer_text(&p->strings, name);
  dt_buffer_add(&p->strings, ending, strlen(ending) + 1);
  ends[p->column_count++] = p->strings.length;
}

/* A field of the page that is called so keeps its name. */
static void add_own(pushing *p, size_t *ends, const names *fields, const char *name) {
  add_column(p, ends, name, has_name(fields, name) ? ".of" : "");
}

static detm_status list_fields(pushing *p, int64_t layout, names *fields) {
  dt_query q = dt_query_start(p->store, "SELECT name FROM field WHERE layout = ? ORDER BY place", p->error);
  dt_query_count(&q, layout);
  while (dt_query_row(&q)) {
    const char *name = dt_column_name(&q, 0);
    if (name == NULL) break;
    dt_buffer_add(&fields->bytes, name, strlen(name) + 1);
    fields->count++;
  }
  detm_status status = dt_query_end(&q);
  return status == DETM_OK && fields->bytes.failed ? dt_store_no_memory(p->error) : status;
}

static bool set_columns(pushing *p, const names *fields) {
  size_t most = OWN + fields->count + p->changed.count;
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

static detm_status push_text(const pushing *p, size_t column, detm_text text) {
  detm_field field = {
      .column = column, .name = p->columns[column].name, .type = p->columns[column].type, .value = text};
  return DT_PUSH(p->sink, field, &field, p->error);
}

static detm_status push_values(const pushing *p) {
  detm_status status = DETM_OK;
  for (size_t v = 0; v < p->now.count && status == DETM_OK; v++) {
    int64_t place = p->now.all[v].place;
    if (place < 0 || (size_t)place >= p->field_count) return dt_store_fail(p->store, SQLITE_CORRUPT, p->error);
    status = push_text(p, OWN + (size_t)place, text_of(&p->now, v));
  }
  return status;
}

/* The names of the fields that are not the same. */
static detm_status push_names(const pushing *p) {
  detm_status status = DETM_OK;
  for (size_t at = 0; at < p->changed.bytes.length && status == DETM_OK; at += strlen(p->changed.bytes.data + at) + 1)
    if (!is_same(&p->now, &p->then, p->changed.bytes.data + at))
      status = push_text(p, 1, dt_text(p->changed.bytes.data + at));
  return status;
}

static detm_status push_before(const pushing *p) {
  detm_status status = DETM_OK;
  size_t column = OWN + p->field_count;
  for (size_t at = 0; at < p->changed.bytes.length; at += strlen(p->changed.bytes.data + at) + 1, column++) {
    const char *name = p->changed.bytes.data + at;
    if (is_same(&p->now, &p->then, name)) continue;
    for (size_t i = first_named(&p->then, name); is_named(&p->then, i, name) && status == DETM_OK; i++)
      status = push_text(p, column, text_of(&p->then, p->then.named[i].number));
  }
  return status;
}

static detm_status push_record(pushing *p, const dt_compared *record) {
  detm_status status = read_record(&p->values, record, &p->now, p->error);
  if (status == DETM_OK && record->other != NULL) status = read_record(&p->values, record->other, &p->then, p->error);
  if (status == DETM_OK) status = DT_PUSH(p->sink, record_begin, (size_t)record->record, p->error);
  if (status == DETM_OK) status = push_text(p, 0, dt_text(words[record->change]));
  if (status == DETM_OK && record->other != NULL) status = push_names(p);
  if (status == DETM_OK) status = push_values(p);
  if (status == DETM_OK && record->other != NULL) status = push_before(p);
  return status == DETM_OK ? DT_PUSH(p->sink, record_end, p->error) : status;
}

static detm_status close_page(pushing *p) {
  if (p->page == 0) return DETM_OK;
  p->page = 0;
  return DT_PUSH(p->sink, page_end, p->error);
}

static detm_status open_page(pushing *p, dt_query *q) {
  if (p->page == dt_column_count(q, 0)) return DETM_OK;
  detm_status status = close_page(p);
  detm_page_info info = {.name = dt_column_name(q, 1), .encoding = dt_column_text(q, 2), .file = dt_column_text(q, 3)};
  if (info.encoding == NULL) info.encoding = "UTF-8";
  if (status == DETM_OK) status = q->status;
  p->page = dt_column_count(q, 0);
  return status == DETM_OK ? DT_PUSH(p->sink, page_begin, &info, p->error) : status;
}

static detm_status begin_region(pushing *p, dt_query *q, size_t records) {
  names fields = {.count = 0};
  int64_t number = dt_column_count(q, 5);
  detm_status status = list_fields(p, dt_column_count(q, 4), &fields);
  if (status == DETM_OK && !set_columns(p, &fields)) status = dt_store_no_memory(p->error);
  dt_buffer_free(&fields.bytes);
  if (status == DETM_OK) status = open_page(p, q);
  detm_region_info info = {.number = number > 0 ? (size_t)number : 1, /* what is said of a page is a record here */
                           .path = dt_column_name(q, 6),
                           .score = dt_column_real(q, 7),
                           .confidence = -1,
                           .fit = -1,
                           .records = records,
                           .columns = p->columns,
                           .column_count = p->column_count};
  if (status == DETM_OK) status = q->status;
  return status == DETM_OK ? DT_PUSH(p->sink, region_begin, &info, p->error) : status;
}

/* Records of one region. */
static detm_status push_region(pushing *p, const dt_compared *records, size_t count, bool (*wanted)(dt_change)) {
  size_t number = 0;
  for (size_t i = 0; i < count; i++) number += wanted(records[i].change);
  if (number == 0) return DETM_OK;
  dt_query q = dt_query_start(p->store,
                              "SELECT page.id, name, encoding, file, layout, number, path, score FROM region"
                              " JOIN page ON page = page.id WHERE region.id = ?",
                              p->error);
  dt_query_count(&q, records[0].region);
  detm_status status = dt_query_row(&q) ? begin_region(p, &q, number) : q.status;
  for (size_t i = 0; i < count && status == DETM_OK; i++)
    if (wanted(records[i].change)) status = push_record(p, &records[i]);
  if (status == DETM_OK) status = DT_PUSH(p->sink, region_end, p->error);
  detm_status ended = dt_query_end(&q);
  return status != DETM_OK ? status : ended;
}

static detm_status push_side(pushing *p, const dt_side *side, bool (*wanted)(dt_change)) {
  detm_status status = DETM_OK;
  for (size_t at = 0, count; at < side->count && status == DETM_OK; at += count) {
    for (count = 1; at + count < side->count && side->all[at + count].region == side->all[at].region;) count++;
    status = push_region(p, side->all + at, count, wanted);
  }
  return status == DETM_OK ? close_page(p) : status;
}

static bool is_there(dt_change change) { return change == DT_CHANGE_NEW || change == DT_CHANGE_CHANGED; }

static bool is_gone(dt_change change) { return change == DT_CHANGE_GONE; }

detm_status dt_changes_push(detm_store *store, const dt_side *before, const dt_side *after, const detm_sink *sink,
                            detm_error *error) {
  pushing p = {.store = store, .sink = sink, .error = error};
  p.values = dt_query_start(store,
                            "SELECT name, text, value.place FROM value JOIN region ON region.id = region"
                            " JOIN field ON field.layout = region.layout AND field.place = value.place"
                            " WHERE region = ? AND record = ? ORDER BY value.number",
                            error);
  detm_status status = p.values.status;
  for (size_t i = 0; i < after->count && status == DETM_OK; i++)
    if (after->all[i].other != NULL) status = note_changed(&p, &after->all[i]);
  if (status == DETM_OK) status = push_side(&p, after, is_there);
  if (status == DETM_OK) status = push_side(&p, before, is_gone);
  dt_query_end(&p.values);
  free_record(&p.now);
  free_record(&p.then);
  dt_buffer_free(&p.changed.bytes);
  dt_buffer_free(&p.strings);
  free(p.columns);
  return status;
}
