/* cli/common/unique.c: --unique COLUMN: a sink that writes only the first of the records with the same value. */
#include "cli/common/unique.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/map.h"
#include "base/vec.h"

/* A field of the current record, which waits for the record's end.  The sink's arguments live only during a call, so
 * its texts are copied, one after another, and have their offsets until then. */
typedef struct waiting {
  detm_field field;
  detm_value typed;
  size_t value, markup, by;
} waiting;

struct dt_unique {
  detm_sink sink;
  const detm_sink *next;
  const char *column;
  const char *named; /* that column of the region; the title is what many call the name of a thing */
  dt_lookup seen;    /* hashes of the values of the column */
  size_t number;     /* of the current record */
  DT_VEC(waiting) fields;
  dt_buffer texts;
  dt_buffer key; /* the values of the column, each with its NUL */
  bool known;    /* a region has the column */
  size_t records, dropped;
  char first[DT_QUOTE_BYTES]; /* the value of the first record that was dropped, quoted */
};

static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  const detm_sink *next = ((dt_unique *)data)->next;
  return next->page_begin(next->data, page, error);
}

static bool has_column(const detm_region_info *region, const char *name) {
  size_t i = 0;
  while (i < region->column_count && strcmp(region->columns[i].name, name) != 0) i++;
  return i < region->column_count;
}

static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  dt_unique *unique = data;
  unique->named = unique->column;
  if (!has_column(region, unique->column) && strcmp(unique->column, "name") == 0) unique->named = "title";
  unique->known |= has_column(region, unique->named);
  return unique->next->region_begin(unique->next->data, region, error);
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  dt_unique *unique = data;
  (void)error;
  unique->number = number;
  unique->records++;
  unique->fields.count = 0;
  unique->texts.length = unique->key.length = 0;
  return DETM_OK;
}

/* Adds a copy of a text, and returns its offset. */
static size_t keep_text(dt_unique *unique, detm_text text) {
  size_t start = unique->texts.length;
  dt_buffer_add(&unique->texts, text.data, text.length);
  dt_buffer_byte(&unique->texts, '\0');
  return start;
}

static detm_status field(void *data, const detm_field *value, detm_error *error) {
  dt_unique *unique = data;
  waiting own = {.field = *value};
  if (!DT_VEC_RESERVE(NULL, &unique->fields, 1)) return dt_error_memory(error);
  if (value->typed != NULL) own.typed = *value->typed;
  own.value = keep_text(unique, value->value);
  if (value->markup.data != NULL) own.markup = keep_text(unique, value->markup);
  if (value->by != NULL) own.by = keep_text(unique, dt_text(value->by));
  DT_VEC_PUSH(NULL, &unique->fields, own);
  if (strcmp(value->name, unique->named) == 0) {
    dt_buffer_add(&unique->key, value->value.data, value->value.length);
    dt_buffer_byte(&unique->key, '\0');
  }
  return unique->texts.failed || unique->key.failed ? dt_error_memory(error) : DETM_OK;
}

/* Whether a record before had the values.  A record without a value is not like another one. */
static bool is_repeated(dt_unique *unique) {
  if (unique->key.length == 0) return false;
  uint64_t hash = dt_hash_keyed(unique->key.data, unique->key.length);
  if (dt_lookup_find(&unique->seen, hash) != DT_NO_NUMBER) return true;
  dt_lookup_add(&unique->seen, hash); /* without memory the next one is written, too */
  return false;
}

static detm_status push_record(dt_unique *unique, detm_error *error) {
  const detm_sink *next = unique->next;
  detm_status status = next->record_begin(next->data, unique->number, error);
  for (size_t i = 0; i < unique->fields.count && status == DETM_OK; i++) {
    waiting *own = &unique->fields.items[i];
    own->field.value.data = unique->texts.data + own->value;
    if (own->field.markup.data != NULL) own->field.markup.data = unique->texts.data + own->markup;
    if (own->field.by != NULL) own->field.by = unique->texts.data + own->by;
    if (own->field.typed != NULL) own->field.typed = &own->typed;
    status = next->field(next->data, &own->field, error);
  }
  return status == DETM_OK ? next->record_end(next->data, error) : status;
}

static detm_status record_end(void *data, detm_error *error) {
  dt_unique *unique = data;
  if (!is_repeated(unique)) return push_record(unique, error);
  if (unique->dropped++ == 0) dt_quote(unique->first, dt_text(unique->key.data));
  return DETM_OK;
}

static detm_status region_end(void *data, detm_error *error) {
  const detm_sink *next = ((dt_unique *)data)->next;
  return next->region_end(next->data, error);
}

static detm_status page_end(void *data, detm_error *error) {
  const detm_sink *next = ((dt_unique *)data)->next;
  return next->page_end(next->data, error);
}

dt_unique *dt_unique_new(const detm_sink *next, const char *column, detm_error *error) {
  dt_unique *unique = calloc(1, sizeof *unique);
  if (unique == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  unique->next = next;
  unique->column = column;
  unique->sink = (detm_sink){.data = unique,
                             .page_begin = page_begin,
                             .region_begin = region_begin,
                             .record_begin = record_begin,
                             .field = field,
                             .record_end = record_end,
                             .region_end = region_end,
                             .page_end = page_end,
                             .wants_columns = next->wants_columns};
  dt_lookup_start(&unique->seen, NULL, 0);
  return unique;
}

const detm_sink *dt_unique_sink(dt_unique *unique) { return &unique->sink; }

void dt_unique_report(const dt_unique *unique, dt_report *report) {
  if (!unique->known && unique->records != 0)
    dt_report_error(report, DT_EXIT_PAGE, NULL, 0, "--unique %s: no record has a column of this name: all were written",
                    unique->column);
  if (unique->dropped != 0)
    dt_report_warning(report, NULL,
                      "%zu of %zu records were left out by --unique %s, as one before had the same, such as %s",
                      unique->dropped, unique->records, unique->column, unique->first);
}

void dt_unique_free(dt_unique *unique) {
  if (unique == NULL) return;
  dt_lookup_free(&unique->seen);
  dt_buffer_free(&unique->texts);
  dt_buffer_free(&unique->key);
  free(unique->fields.items);
  free(unique);
}
