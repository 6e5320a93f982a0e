/* cli/results/unique.c: a sink that writes only the first of the records with the same value, and makes ids. */
#include "cli/results/unique.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/base.h"
#include "base/json.h"
#include "base/map.h"
#include "base/passing.h"
#include "base/vec.h"

/* A field of the current record, which waits for the record's end.  The sink's arguments live only during a call, so
 * its texts are copied, one after another, and have their offsets until then. */
typedef struct waiting {
  detm_field field;
  detm_value typed;
  size_t value, markup, by;
} waiting;

struct dt_unique {
  dt_passing passing; /* first */
  const char *column; /* NULL = all records are written */
  const char *named;  /* that column of the region; the title is what many call the name of a thing */
  dt_lookup seen;     /* hashes of the values of the column */
  size_t number;      /* of the current record */
  DT_VEC(waiting) fields;
  dt_buffer texts;
  dt_buffer key; /* the values of the column, each with its NUL */
  bool known;    /* a region has the column */
  size_t records, dropped;
  char first[DT_QUOTE_BYTES]; /* the value of the first record that was dropped, quoted */
  detm_kept *id;              /* NULL = not wanted */
  const char *title, *link;   /* the columns of the region that name a record; NULL = none */
  dt_buffer id_text;          /* what is hashed, then the id */
  char *id_json;
};

static bool region_has_column(const detm_region_info *region, const char *name) {
  size_t i = 0;
  while (i < region->column_count && strcmp(region->columns[i].name, name) != 0) i++;
  return i < region->column_count;
}

/* The first of the names, which end with NULL, that the region has as a column, else its first column of the type; NULL
 * = none. */
static const char *first_column(const detm_region_info *region, const char *const *names, const char *type) {
  while (*names != NULL && !region_has_column(region, *names)) names++;
  for (size_t i = 0; i < region->column_count && *names == NULL; i++)
    if (strcmp(region->columns[i].type, type) == 0) return region->columns[i].name;
  return *names;
}

/* Chooses the columns of the title and of its link, which may have plain names. */
static void choose_names(dt_unique *unique, const detm_region_info *region) {
  static const char *const titles[] = {"title", "name", "headline", NULL};
  static const char *const links[] = {"title-link",    "title_link", "name-link", "name_link", "headline-link",
                                      "headline_link", "link",       "url",       NULL};
  unique->title = first_column(region, titles, "text");
  unique->link = first_column(region, links, "url");
}

static detm_status unique_region_begin(void *data, const detm_region_info *region, detm_error *error) {
  dt_unique *unique = data;
  const char *column = unique->column;
  if (unique->id != NULL) choose_names(unique, region);
  unique->named = column;
  if (column != NULL && !region_has_column(region, column) && strcmp(column, "name") == 0) unique->named = "title";
  unique->known |= column != NULL && region_has_column(region, unique->named);
  return DT_PUSH(unique->passing.next, region_begin, region, error);
}

static detm_status unique_record_begin(void *data, size_t number, detm_error *error) {
  dt_unique *unique = data;
  (void)error;
  unique->number = number;
  unique->records++;
  unique->fields.count = 0;
  unique->texts.length = unique->key.length = 0;
  return DETM_OK;
}

/* Adds a copy of a text, and returns its offset. */
static size_t keep_unique_text(dt_unique *unique, detm_text text) {
  size_t start = unique->texts.length;
  dt_buffer_add(&unique->texts, text.data, text.length);
  dt_buffer_byte(&unique->texts, '\0');
  return start;
}

static detm_status unique_field(void *data, const detm_field *value, detm_error *error) {
  dt_unique *unique = data;
  waiting own = {.field = *value};
  if (!DT_VEC_RESERVE(NULL, &unique->fields, 1)) return dt_error_memory(error);

  if (value->typed != NULL) own.typed = *value->typed;
  own.value = keep_unique_text(unique, value->value);
  if (value->markup.data != NULL) own.markup = keep_unique_text(unique, value->markup);
  if (value->by != NULL) own.by = keep_unique_text(unique, dt_text(value->by));
  DT_VEC_PUSH(NULL, &unique->fields, own);

  if (unique->named != NULL && strcmp(value->name, unique->named) == 0) {
    dt_buffer_add(&unique->key, value->value.data, value->value.length);
    dt_buffer_byte(&unique->key, '\0');
  }

  return unique->texts.failed || unique->key.failed ? dt_error_memory(error) : DETM_OK;
}

/* Whether a record before had the values.  A record without a value is not like another one. */
static bool is_repeated_record(dt_unique *unique) {
  if (unique->key.length == 0) return false;
  uint64_t hash = dt_hash_keyed(unique->key.data, unique->key.length);
  if (dt_lookup_find(&unique->seen, hash) != DT_NO_NUMBER) return true;
  dt_lookup_add(&unique->seen, hash); /* without memory the next one is written, too */
  return false;
}

/* An address without its scheme and host, which a relative address does not have. */
static detm_text without_host(detm_text address) {
  if (!dt_text_is_web_address(address)) return address;
  size_t at = strlen("https://");
  while (at < address.length && address.data[at] != '/') at++;
  return dt_text_from(address, at);
}

/* Whether a parameter of a query only says where a visitor came from. */
static bool is_of_campaign(detm_text parameter) {
  static const char *const names[] = {"utm_", "gclid=", "fbclid=", "msclkid=", "yclid=", "mc_cid=", "mc_eid="};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (dt_text_starts_ci(parameter, dt_text(names[i]))) return true;
  return false;
}

void dt_unique_add_address(dt_buffer *out, detm_text address) {
  const char *stop = address.data + address.length, *end = memchr(address.data, '#', address.length);
  if (end == NULL) end = stop;
  const char *query = memchr(address.data, '?', (size_t)(end - address.data));
  if (query == NULL) query = end;
  dt_buffer_add(out, address.data, (size_t)(query - address.data));

  char mark = '?';
  for (const char *at = query, *next; at < end; at = next) {
    next = memchr(at + 1, '&', (size_t)(end - at - 1));
    if (next == NULL) next = end;
    detm_text parameter = dt_text_between(at + 1, next);
    if (is_of_campaign(parameter)) continue;
    dt_buffer_byte(out, mark);
    dt_buffer_add(out, parameter.data, parameter.length);
    mark = '&';
  }

  dt_buffer_add(out, end, (size_t)(stop - end));
}

/* Adds the values of a column, each with its NUL; column NULL: of all columns. */
static void add_unique_values(dt_unique *unique, const char *column) {
  for (size_t i = 0; i < unique->fields.count; i++) {
    const waiting *own = &unique->fields.items[i];
    if (column != NULL && strcmp(own->field.name, column) != 0) continue;
    const detm_text value = without_host((detm_text){unique->texts.data + own->value, own->field.value.length});
    dt_unique_add_address(&unique->id_text, value);
    dt_buffer_byte(&unique->id_text, '\0');
  }
}

/* Makes the id of the record.  False without memory. */
static bool make_id(dt_unique *unique) {
  dt_buffer *text = &unique->id_text;
  char hash[DETM_HASH_SIZE];

  enum { DIGITS = 16 };
  text->length = 0;
  if (unique->key.length != 0) {
    dt_buffer_add(text, unique->key.data, unique->key.length - 1);
    for (size_t i = 0; i < text->length; i++)
      if (text->data[i] == '\0') text->data[i] = ' ';
  } else {
    if (unique->title != NULL) add_unique_values(unique, unique->title);
    if (unique->link != NULL) add_unique_values(unique, unique->link);
    if (text->length == 0) add_unique_values(unique, NULL);
    if (text->failed) return false;
    detm_hash(text->data, text->length, hash);
    text->length = 0;
    dt_buffer_add(text, hash, DIGITS);
  }

  json_t *string = text->failed ? NULL : json_stringn(text->data, text->length);
  free(unique->id_json);
  unique->id_json = string != NULL ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
  json_decref(string);
  unique->id->text = (detm_text){text->data, text->length};
  unique->id->json = unique->id_json;
  return unique->id_json != NULL;
}

static detm_status push_record(dt_unique *unique, detm_error *error) {
  const detm_sink *next = unique->passing.next;
  if (unique->id != NULL && !make_id(unique)) return dt_error_memory(error);

  detm_status status = DT_PUSH(next, record_begin, unique->number, error);
  for (size_t i = 0; i < unique->fields.count && status == DETM_OK; i++) {
    waiting *own = &unique->fields.items[i];
    own->field.value.data = unique->texts.data + own->value;
    if (own->field.markup.data != NULL) own->field.markup.data = unique->texts.data + own->markup;
    if (own->field.by != NULL) own->field.by = unique->texts.data + own->by;
    if (own->field.typed != NULL) own->field.typed = &own->typed;
    status = DT_PUSH(next, field, &own->field, error);
  }

  return status == DETM_OK ? DT_PUSH(next, record_end, error) : status;
}

static detm_status unique_record_end(void *data, detm_error *error) {
  dt_unique *unique = data;
  if (!is_repeated_record(unique)) return push_record(unique, error);
  if (unique->dropped++ == 0) dt_quote(unique->first, dt_text(unique->key.data));
  return DETM_OK;
}

dt_unique *dt_unique_new(const detm_sink *next, const char *column, detm_error *error) {
  dt_unique *unique = dt_allocate(sizeof *unique, error);
  if (unique == NULL) return NULL;

  dt_passing_start(&unique->passing, next);
  detm_sink *sink = &unique->passing.sink;
  sink->region_begin = unique_region_begin;
  sink->record_begin = unique_record_begin;
  sink->field = unique_field;
  sink->record_end = unique_record_end;
  unique->column = column;
  dt_lookup_start(&unique->seen, NULL, 0);
  return unique;
}

void dt_unique_set_id(dt_unique *unique, detm_kept *id) { unique->id = id; }

const detm_sink *dt_unique_sink(dt_unique *unique) { return &unique->passing.sink; }

void dt_unique_report(const dt_unique *unique, dt_report *report) {
  if (unique->column != NULL && !unique->known && unique->records != 0)
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
  dt_buffer_free(&unique->id_text);
  free(unique->id_json);
  free(unique->fields.items);
  free(unique);
}
