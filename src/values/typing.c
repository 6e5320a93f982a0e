/* values/typing.c: a sink that adds typed values to the fields of results.
 *
 * A page is kept until it ends, because how a column is written can be learned only from all of its values, and how a
 * page writes prices and dates only from all of its regions.  Then the columns of type number, price or date are read,
 * and the columns of texts that are all of one of these types. */
#include <stdlib.h>

#include "base/vec.h"
#include "result/emitter.h"
#include "text/url.h"
#include "values/values.h"

enum { TYPES = 3 };

static const char *const type_names[TYPES + 1] = {NULL, "number", "price", "date"};

/* A field that is kept until the end of its page. */
typedef struct kept {
  detm_field field;
  size_t record; /* index of its record */
} kept;

/* A region that is kept; its records and fields begin at these indices and end at those of the next region. */
typedef struct region {
  detm_region_info info;
  detm_column *columns;
  uint32_t record, field;
} region;

/* A column of a region. */
typedef struct column {
  size_t start, count;  /* its values among those of the region, sorted by column */
  detm_value_kind kind; /* 0 = its values are texts */
  detm_habits habits;
} column;

struct detm_typing {
  detm_sink sink;
  const detm_sink *next;
  detm_locale *unknown; /* the default locale */
  const detm_locale *locale;
  size_t relative, undated; /* counts for the page */
  dt_arena arena;           /* for the page; without a scope except while values are read */
  dt_scope scope;
  DT_VEC(region) regions;
  DT_VEC(kept) fields;
  DT_VEC(size_t) records; /* their numbers */
};

static const char *copy_string(detm_typing *t, const char *text, bool *failed) {
  if (text == NULL) return NULL;
  const char *copy = dt_arena_copy(&t->arena, text, strlen(text));
  *failed = *failed || copy == NULL;
  return copy;
}

static detm_text copy_text(detm_typing *t, detm_text text, bool *failed) {
  if (text.data == NULL) return text;
  const char *copy = dt_arena_copy(&t->arena, text.data, text.length);
  *failed = *failed || copy == NULL;
  return (detm_text){copy, text.length};
}

/* ---- Keeping a page ---------------------------------------------------------------------------- */

static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  detm_typing *t = data;
  dt_arena_free(&t->arena);
  dt_arena_start(&t->arena, NULL);
  memset(&t->regions, 0, sizeof t->regions);
  memset(&t->fields, 0, sizeof t->fields);
  memset(&t->records, 0, sizeof t->records);
  t->relative = t->undated = 0;
  return DT_PUSH(t->next, page_begin, page, error);
}

static detm_status keep_region(void *data, const detm_region_info *info, detm_error *error) {
  detm_typing *t = data;
  bool failed = false;
  detm_column *columns = DT_ARRAY(&t->arena, detm_column, info->column_count + 1);
  if (columns == NULL || !DT_VEC_RESERVE(&t->arena, &t->regions, 1)) return dt_error_memory(error);
  for (size_t i = 0; i < info->column_count; i++) {
    columns[i] = info->columns[i];
    columns[i].name = copy_string(t, info->columns[i].name, &failed);
    columns[i].type = copy_string(t, info->columns[i].type, &failed);
  }
  region own = {*info, columns, t->records.count, t->fields.count};
  own.info.path = copy_string(t, info->path, &failed);
  own.info.domain = copy_string(t, info->domain, &failed);
  own.info.columns = columns;
  DT_VEC_PUSH(&t->arena, &t->regions, own);
  return failed ? dt_error_memory(error) : DETM_OK;
}

static detm_status keep_record(void *data, size_t number, detm_error *error) {
  detm_typing *t = data;
  if (!DT_VEC_RESERVE(&t->arena, &t->records, 1)) return dt_error_memory(error);
  DT_VEC_PUSH(&t->arena, &t->records, number);
  return DETM_OK;
}

static detm_status keep_field(void *data, const detm_field *field, detm_error *error) {
  detm_typing *t = data;
  bool failed = false;
  if (!DT_VEC_RESERVE(&t->arena, &t->fields, 1)) return dt_error_memory(error);
  detm_field copy = *field;
  copy.name = copy_string(t, field->name, &failed);
  copy.type = copy_string(t, field->type, &failed);
  copy.by = copy_string(t, field->by, &failed);
  copy.value = copy_text(t, field->value, &failed);
  copy.markup = copy_text(t, field->markup, &failed);
  DT_VEC_PUSH(&t->arena, &t->fields, (kept){copy, t->records.count - 1});
  return failed ? dt_error_memory(error) : DETM_OK;
}

static detm_status keep_nothing(void *data, detm_error *error) {
  (void)data;
  (void)error;
  return DETM_OK;
}

/* ---- Reading its values ------------------------------------------------------------------------ */

static detm_value_kind kind_of(const char *type) {
  for (int kind = 1; kind <= TYPES; kind++)
    if (strcmp(type, type_names[kind]) == 0) return (detm_value_kind)kind;
  return 0;
}

static bool has_value(const region *r, const detm_field *field) {
  return field->column < r->info.column_count && field->value.length != 0;
}

/* Returns the index after the last field of a region. */
static uint32_t fields_end(const detm_typing *t, const region *r) {
  return r + 1 < t->regions.items + t->regions.count ? r[1].field : t->fields.count;
}

/* Returns the values of a region, sorted by column, and finds the values of each column among them. */
static detm_text *sort_values(detm_typing *t, const region *r, column *columns) {
  uint32_t end = fields_end(t, r);
  const kept *fields = t->fields.items;
  detm_text *values = DT_ARRAY(&t->arena, detm_text, (size_t)(end - r->field) + 1);
  for (uint32_t i = r->field; i < end; i++)
    if (has_value(r, &fields[i].field)) columns[fields[i].field.column].count++;
  for (size_t i = 1; i < r->info.column_count; i++) columns[i].start = columns[i - 1].start + columns[i - 1].count;
  for (size_t i = 0; i < r->info.column_count; i++) columns[i].count = 0;
  for (uint32_t i = r->field; i < end; i++) {
    if (!has_value(r, &fields[i].field)) continue;
    column *of = &columns[fields[i].field.column];
    values[of->start + of->count++] = fields[i].field.value;
  }
  return values;
}

/* Learns how the page writes the values of a kind. */
static void learn_kind(detm_typing *t, detm_value_kind kind, detm_habits *habits) {
  detm_text *values = DT_ARRAY(&t->arena, detm_text, (size_t)t->fields.count + 1);
  size_t count = 0;
  for (uint32_t i = 0; i < t->fields.count; i++)
    if (kind_of(t->fields.items[i].field.type) == kind) values[count++] = t->fields.items[i].field.value;
  dt_habits_learn(&t->locale->habits, values, count, habits);
}

static bool is_of_kind(const detm_typing *t, detm_value_kind kind, const detm_habits *habits, detm_text text) {
  detm_value value;
  if (kind == DETM_VALUE_PRICE) return dt_value_is_bare_price(t->locale, habits, text);
  return detm_value_read(t->locale, habits, kind, text, &value) ||
         (kind == DETM_VALUE_DATE && dt_value_is_relative(t->locale, text));
}

/* Returns the kind of all values of a column of texts; 0 = the values have different kinds, or none. */
static detm_value_kind find_kind(const detm_typing *t, const detm_habits *habits, const detm_text *values,
                                 size_t count) {
  for (int kind = 1; kind <= TYPES && count != 0; kind++) {
    size_t i = 0;
    while (i < count && is_of_kind(t, (detm_value_kind)kind, habits, values[i])) i++;
    if (i == count) return (detm_value_kind)kind;
  }
  return 0;
}

/* Learns the habits of a column and the kind of its values.  A column of texts with a long value is not read. */
static void read_column(detm_typing *t, const detm_habits *page, const detm_text *values, column *of,
                        detm_column *about) {
  enum { MAX_LENGTH = 80 };
  bool text = strcmp(about->type, "text") == 0, is_short = true;
  values += of->start;
  for (size_t i = 0; i < of->count; i++) is_short = is_short && values[i].length <= MAX_LENGTH;
  of->kind = kind_of(about->type);
  if (of->kind == 0 && !(text && is_short)) return;
  dt_habits_learn(page, values, of->count, &of->habits);
  if (text) of->kind = find_kind(t, &of->habits, values, of->count);
  if (of->kind != 0) about->type = type_names[of->kind];
}

static bool is_relative(detm_text url) {
  size_t at = 0;
  while (at < url.length && url.data[at] != ':' && url.data[at] != '/' && url.data[at] != '?' && url.data[at] != '#')
    at++;
  return url.length != 0 && (at == 0 || at == url.length || url.data[at] != ':');
}

static void read_region(detm_typing *t, const detm_habits *page, const region *r) {
  column *columns = DT_ZERO(&t->arena, column, r->info.column_count + 1);
  detm_text *values = sort_values(t, r, columns);
  for (size_t i = 0; i < r->info.column_count; i++) read_column(t, page, values, &columns[i], &r->columns[i]);
  for (uint32_t i = r->field; i < fields_end(t, r); i++) {
    detm_field *field = &t->fields.items[i].field;
    if (strcmp(field->type, "url") == 0 && is_relative(field->value)) {
      if (t->locale->base != NULL) field->value = dt_url_resolve(&t->arena, t->locale->base, field->value);
      t->relative += is_relative(field->value);
    }
    if (field->column >= r->info.column_count || columns[field->column].kind == 0) continue;
    const column *of = &columns[field->column];
    field->type = r->columns[field->column].type;
    detm_value value;
    if (detm_value_read(t->locale, &of->habits, of->kind, field->value, &value)) {
      detm_value *copy = DT_ARRAY(&t->arena, detm_value, 1);
      *copy = value;
      field->typed = copy;
    } else {
      t->undated += of->kind == DETM_VALUE_DATE && dt_value_is_relative(t->locale, field->value);
    }
  }
}

static void read_page(void *data) {
  detm_typing *t = data;
  detm_habits page, dates; /* of prices and of dates, for columns that do not show their own */
  t->arena.scope = &t->scope;
  learn_kind(t, DETM_VALUE_PRICE, &page);
  learn_kind(t, DETM_VALUE_DATE, &dates);
  page.month_first = dates.month_first;
  for (uint32_t i = 0; i < t->regions.count; i++) read_region(t, &page, &t->regions.items[i]);
}

/* ---- Emitting it ------------------------------------------------------------------------------- */

static detm_status page_end(void *data, detm_error *error) {
  detm_typing *t = data;
  bool read = dt_scope_run(&t->scope, read_page, t);
  t->arena.scope = NULL;
  if (!read) return dt_error_memory(error);
  dt_emitter e = {.sink = t->next, .error = error};
  uint32_t record = 0, field = 0;
  for (uint32_t i = 0; i < t->regions.count && e.status == DETM_OK; i++) {
    uint32_t end = i + 1 < t->regions.count ? t->regions.items[i + 1].record : t->records.count;
    dt_emit_region(&e, &t->regions.items[i].info);
    for (; record < end && e.status == DETM_OK; record++) {
      dt_emit_record(&e, t->records.items[record]);
      for (; field < t->fields.count && t->fields.items[field].record == record && e.status == DETM_OK; field++)
        dt_emit_field(&e, &t->fields.items[field].field);
      dt_emit_record_end(&e);
    }
    dt_emit_region_end(&e);
  }
  return dt_emit_page_end(&e);
}

detm_typing *detm_typing_new(const detm_sink *next, detm_error *error) {
  detm_typing *t = calloc(1, sizeof *t);
  if (t == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  dt_arena_start(&t->arena, NULL);
  dt_scope_start(&t->scope, 0);
  t->next = next;
  t->unknown = detm_locale_new(NULL, NULL, error);
  t->locale = t->unknown;
  t->sink = (detm_sink){.data = t,
                        .page_begin = page_begin,
                        .region_begin = keep_region,
                        .record_begin = keep_record,
                        .field = keep_field,
                        .record_end = keep_nothing,
                        .region_end = keep_nothing,
                        .page_end = page_end,
                        .wants_places = next->wants_places,
                        .wants_columns = next->wants_columns};
  if (t->unknown != NULL) return t;
  detm_typing_free(t);
  return NULL;
}

void detm_typing_free(detm_typing *typing) {
  if (typing == NULL) return;
  dt_arena_free(&typing->arena);
  detm_locale_free(typing->unknown);
  free(typing);
}

const detm_sink *detm_typing_sink(detm_typing *typing) { return &typing->sink; }

void detm_typing_set_locale(detm_typing *typing, const detm_locale *locale) {
  typing->locale = locale != NULL ? locale : typing->unknown;
}

size_t detm_typing_relative_count(const detm_typing *typing) { return typing->relative; }

size_t detm_typing_undated_count(const detm_typing *typing) { return typing->undated; }
