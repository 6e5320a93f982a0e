/* values/typing.c: a sink that adds typed values to the fields of results.
 *
 * A page is kept until it ends, because how a column is written can be learned only from all of its values, and how a
 * page writes prices and dates only from all of its regions.  Then the columns of type number, price, date or phone are
 * read, and the columns of texts that are all of one of these types. */
#include <stdlib.h>

#include "base/allocate.h"
#include "base/passing.h"
#include "result/emitter.h"
#include "result/records.h"
#include "result/typed_parts.h"
#include "text/url.h"
#include "values/values.h"

/* A column of a region. */
typedef struct column {
  size_t start, count;  /* its values among those of the region, sorted by column */
  size_t dated;         /* number of values for which the page gives a date for machines */
  detm_value_kind kind; /* 0 = its values are texts */
  detm_habits habits;
} column;

struct detm_typing {
  detm_sink sink;
  const detm_sink *next;
  detm_locale *unknown; /* the default locale */
  const detm_locale *locale;
  size_t relative, undated; /* counts for the page */
  column **columns;         /* of each of its regions, while they are passed on */
  detm_records *page;       /* the current page; its arena has a scope only while values are read */
  dt_scope scope;
};

/* ---- Keeping a page ---------------------------------------------------------------------------- */

static detm_status typing_page_begin(void *data, const detm_page_info *page, detm_error *error) {
  detm_typing *t = data;
  dt_records_clear(t->page);
  t->relative = t->undated = 0;
  return DT_PUSH(t->next, page_begin, page, error);
}

static detm_status typing_region_begin(void *data, const detm_region_info *info, detm_error *error) {
  detm_records *page = ((detm_typing *)data)->page;
  return page->sink.region_begin(page, info, error);
}

static detm_status typing_record_begin(void *data, size_t number, detm_error *error) {
  detm_records *page = ((detm_typing *)data)->page;
  return page->sink.record_begin(page, number, error);
}

static detm_status typing_field(void *data, const detm_field *field, detm_error *error) {
  detm_records *page = ((detm_typing *)data)->page;
  return page->sink.field(page, field, error);
}

static detm_status typing_record_end(void *data, detm_error *error) {
  detm_records *page = ((detm_typing *)data)->page;
  return page->sink.record_end(page, error);
}

static detm_status typing_region_end(void *data, detm_error *error) {
  (void)data, (void)error;
  return DETM_OK;
}

/* ---- Reading its values ------------------------------------------------------------------------ */

/* The fields of a region in document order. */
typedef struct fields {
  detm_field **items;
  size_t count;
} fields;

static fields list_region_fields(dt_arena *arena, const detm_region *region) {
  fields list = {0};
  for (uint32_t r = 0; r < region->records.count; r++)
    list.count += region->records.items[r]->starts[region->records.items[r]->field_count];
  list.items = DT_ARRAY(arena, detm_field *, list.count + 1);
  list.count = 0;
  for (uint32_t r = 0; r < region->records.count; r++) {
    const detm_record *record = region->records.items[r];
    for (uint32_t v = 0; v < record->starts[record->field_count]; v++) list.items[list.count++] = &record->values[v];
  }
  return list;
}

static bool record_has_value(const detm_region *region, const detm_field *field) {
  return field->column < region->info.column_count && field->value.length != 0;
}

/* Reads the date that the page gives for machines beside a value. */
static bool read_machine(const detm_typing *t, const detm_field *field, detm_value *value) {
  return field->machine.length != 0 &&
         detm_value_read(t->locale, &t->locale->habits, DETM_VALUE_DATE, field->machine, value);
}

/* Reads a value.  A date such as "3 days ago" is that for machines. */
static bool read_typed_value(const detm_typing *t, const column *of, const detm_field *field, detm_value *value) {
  bool date = of->kind == DETM_VALUE_DATE, machine = date && field->machine.length != 0;
  if (machine && dt_value_is_relative(t->locale, field->value) && read_machine(t, field, value)) return true;
  return detm_value_read(t->locale, &of->habits, of->kind, field->value, value) ||
         (machine && read_machine(t, field, value));
}

/* Returns the values of a region, sorted by column, and finds the values of each column among them. */
static detm_text *sort_values(const detm_typing *t, const detm_region *region, fields all, column *columns) {
  dt_arena *arena = &t->page->arena;
  size_t column_count = region->info.column_count;
  detm_text *values = DT_ARRAY(arena, detm_text, all.count + 1);

  for (size_t i = 0; i < all.count; i++) {
    detm_value unused;
    if (!record_has_value(region, all.items[i])) continue;
    columns[all.items[i]->column].count++;
    columns[all.items[i]->column].dated += read_machine(t, all.items[i], &unused);
  }

  for (size_t i = 1; i < column_count; i++) columns[i].start = columns[i - 1].start + columns[i - 1].count;
  for (size_t i = 0; i < column_count; i++) columns[i].count = 0;

  for (size_t i = 0; i < all.count; i++) {
    if (!record_has_value(region, all.items[i])) continue;
    column *of = &columns[all.items[i]->column];
    values[of->start + of->count++] = all.items[i]->value;
  }

  return values;
}

/* Learns how the page writes the values of a kind. */
static void learn_kind(detm_typing *t, const fields *regions, detm_value_kind kind, detm_habits *habits) {
  const char *name = dt_kind_name(kind);
  dt_arena *arena = &t->page->arena;
  const dt_mark mark = dt_arena_mark(arena);
  size_t most = 0, count = 0;
  for (uint32_t r = 0; r < t->page->regions.count; r++) most += regions[r].count;
  detm_text *values = DT_ARRAY(arena, detm_text, most + 1);
  for (uint32_t r = 0; r < t->page->regions.count; r++)
    for (size_t i = 0; i < regions[r].count; i++)
      if (strcmp(regions[r].items[i]->type, name) == 0) values[count++] = regions[r].items[i]->value;
  dt_habits_learn(&t->locale->habits, values, count, habits);
  dt_arena_rewind(arena, mark);
}

static bool is_text_of_kind(const detm_typing *t, detm_value_kind kind, const detm_habits *habits, detm_text text) {
  detm_value value;
  if (kind == DETM_VALUE_PRICE) return dt_value_is_bare_price(t->locale, habits, text);
  return detm_value_read(t->locale, habits, kind, text, &value) ||
         (kind == DETM_VALUE_DATE && dt_value_is_relative(t->locale, text));
}

/* Returns the kind of all values of a column of texts; 0 = the values have different kinds, or none. */
static detm_value_kind find_kind(const detm_typing *t, const detm_habits *habits, const detm_text *values,
                                 size_t count) {
  for (int kind = 1; count != 0 && dt_kind_name((detm_value_kind)kind) != NULL; kind++) {
    size_t i = 0;
    while (i < count && is_text_of_kind(t, (detm_value_kind)kind, habits, values[i])) i++;
    if (i == count) return (detm_value_kind)kind;
  }
  return 0;
}

/* Learns the habits of a column and the kind of its values.  A column of texts with a long value is not read. */
static void read_column(detm_typing *t, const detm_habits *page, const detm_text *values, column *of,
                        detm_column *about) {
  enum { MAX_LENGTH = 80 /* no number, price or date is longer: long texts need not be read */ };
  bool text = strcmp(about->type, "text") == 0, is_short = true;
  values += of->start;
  for (size_t i = 0; i < of->count; i++) is_short = is_short && values[i].length <= MAX_LENGTH;
  of->kind = dt_kind_of_type(about->type);
  if (of->kind == 0 && !(text && is_short)) return;
  dt_habits_learn(page, values, of->count, &of->habits);
  if (text) of->kind = find_kind(t, &of->habits, values, of->count);
  if (of->count != 0 && of->dated == of->count) of->kind = DETM_VALUE_DATE; /* "9:00", with the day for machines */
  if (of->kind != 0) about->type = dt_kind_name(of->kind);
}

static bool is_relative(detm_text url) {
  size_t at = 0;
  while (at < url.length && url.data[at] != ':' && url.data[at] != '/' && url.data[at] != '?' && url.data[at] != '#')
    at++;
  return url.length != 0 && (at == 0 || at == url.length || url.data[at] != ':');
}

/* Finds the kinds of the columns of a region, and makes its URLs absolute.  The values are read when they are passed
 * on, so that no value is kept. */
static column *type_region(detm_typing *t, const detm_habits *page, detm_region *region, fields all) {
  dt_arena *arena = &t->page->arena;
  size_t column_count = region->info.column_count;
  column *columns = DT_ZERO(arena, column, column_count + 1);
  detm_column *about = DT_ARRAY(arena, detm_column, column_count + 1);
  const dt_mark mark = dt_arena_mark(arena);
  detm_text *values = sort_values(t, region, all, columns);

  for (size_t i = 0; i < column_count; i++) {
    about[i] = region->info.columns[i];
    read_column(t, page, values, &columns[i], &about[i]);
  }

  dt_arena_rewind(arena, mark);
  region->info.columns = about;
  for (size_t i = 0; i < all.count; i++) {
    detm_field *field = all.items[i];
    if (strcmp(field->type, "url") != 0 || !is_relative(field->value)) continue;
    if (t->locale->base != NULL) field->value = dt_url_resolve(arena, t->locale->base, field->value);
    t->relative += is_relative(field->value);
  }

  return columns;
}

static void type_page(void *data) {
  detm_typing *t = data;
  dt_arena *arena = &t->page->arena;
  uint32_t count = t->page->regions.count;
  detm_region **regions = t->page->regions.items;
  detm_habits page, dates; /* of prices and of dates, for columns that do not show their own */

  arena->scope = &t->scope;
  fields *all = DT_ARRAY(arena, fields, (size_t)count + 1);
  for (uint32_t r = 0; r < count; r++) all[r] = list_region_fields(arena, regions[r]);
  learn_kind(t, all, DETM_VALUE_PRICE, &page);
  learn_kind(t, all, DETM_VALUE_DATE, &dates);
  page.month_first = dates.month_first;
  t->columns = DT_ARRAY(arena, column *, (size_t)count + 1);
  for (uint32_t r = 0; r < count; r++) t->columns[r] = type_region(t, &page, regions[r], all[r]);
}

/* Passes on a field, with its typed value if its column has a kind. */
static void emit_typed_field(detm_typing *t, dt_emitter *e, const detm_region *region, const column *columns,
                             const detm_field *field) {
  const column *of = field->column < region->info.column_count ? &columns[field->column] : NULL;
  if (of == NULL || of->kind == 0) {
    dt_emit_field(e, field);
    return;
  }

  detm_value value;
  detm_field typed = *field;
  typed.type = region->info.columns[field->column].type;
  if (read_typed_value(t, of, field, &value))
    typed.typed = &value;
  else
    t->undated += of->kind == DETM_VALUE_DATE && dt_value_is_relative(t->locale, field->value);
  dt_emit_field(e, &typed);
}

static detm_status typing_page_end(void *data, detm_error *error) {
  detm_typing *t = data;
  bool read = dt_scope_run(&t->scope, type_page, t);

  t->page->arena.scope = NULL;
  if (!read) return dt_error_memory(error);

  dt_emitter e = {.sink = t->next, .error = error};
  for (uint32_t i = 0; i < t->page->regions.count && e.status == DETM_OK; i++) {
    const detm_region *region = t->page->regions.items[i];
    dt_emit_region(&e, &region->info);
    for (uint32_t r = 0; r < region->records.count && e.status == DETM_OK; r++) {
      const detm_record *record = region->records.items[r];
      dt_emit_record(&e, record->number);
      for (uint32_t v = 0; v < record->starts[record->field_count]; v++)
        emit_typed_field(t, &e, region, t->columns[i], &record->values[v]);
      dt_emit_record_end(&e);
    }
    dt_emit_region_end(&e);
  }

  return dt_emit_page_end(&e);
}

detm_typing *detm_typing_new(const detm_sink *next, detm_error *error) {
  detm_typing *t = dt_allocate(sizeof *t, error);
  if (t == NULL) return NULL;

  dt_scope_start(&t->scope, 0);
  t->next = next;
  t->page = detm_records_new(error);
  t->unknown = detm_locale_new(NULL, NULL, error);
  t->locale = t->unknown;
  t->sink = (detm_sink){.data = t,
                        .page_begin = typing_page_begin,
                        .region_begin = typing_region_begin,
                        .record_begin = typing_record_begin,
                        .field = typing_field,
                        .record_end = typing_record_end,
                        .region_end = typing_region_end,
                        .page_end = typing_page_end,
                        .wants_places = next->wants_places,
                        .wants_machine = 1,
                        .wants_columns = next->wants_columns};
  if (t->page != NULL && t->unknown != NULL) return t;

  detm_typing_free(t);
  return NULL;
}

void detm_typing_free(detm_typing *typing) {
  if (typing == NULL) return;
  detm_records_free(typing->page);
  detm_locale_free(typing->unknown);
  free(typing);
}

const detm_sink *detm_typing_sink(detm_typing *typing) { return &typing->sink; }

void detm_typing_set_locale(detm_typing *typing, const detm_locale *locale) {
  typing->locale = locale != NULL ? locale : typing->unknown;
}

size_t detm_typing_relative_count(const detm_typing *typing) { return typing->relative; }

size_t detm_typing_undated_count(const detm_typing *typing) { return typing->undated; }
