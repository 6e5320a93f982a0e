/* detm/sink.h: where results go.
 *
 * Whoever finds records pushes them into a sink; writers are sinks, and so is what a caller
 * writes to take the records into its own tables.  Order of calls:
 *
 *   page_begin (region_begin (record_begin field* record_end)* region_end)* page_end
 *
 * Every callback returns DETM_OK, or another status that ends the run and is handed back; any of
 * them may be NULL.  Nothing that a callback is given outlives the call. */
#ifndef DETM_SINK_H
#define DETM_SINK_H

#include <detm/error.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_page_info {
  const char *name;     /* the page as it was called on the command line */
  const char *encoding; /* "UTF-8" */
  const char *file;     /* of a library, the file that was applied: "shop/laptop.xml"; NULL = none */
  const char *hash;     /* detm_hash of that file; NULL = not known */
} detm_page_info;

/* A column that a region may have values for. */
typedef struct detm_column {
  const char *name; /* a valid XML name, unique in its region */
  const char *type; /* "text", "url", "date", "price", "number", ...; "figure": a decimal number that is no text;
                       "content": text whose fields have markup */
  int list;         /* 1 = a list, though it may have one value: NDJSON always writes an array */
} detm_column;

typedef struct detm_region_info {
  size_t number;     /* from 1; region 1 is the main region; 0: what is said of the page itself */
  const char *path;  /* of the records' parent: "/html/body/div[2]/ul" */
  double score;      /* of the ranking that was asked for; the higher the better */
  double confidence; /* how sure it is that this is the main region, 0 to 1; < 0: not known */
  double fit;        /* share of the wrapper that the page holds, 0 to 1; < 0: no wrapper applied */
  size_t records;
  const detm_column *columns; /* in document order */
  size_t column_count;
  const char *domain; /* whose names the columns have, or that the rule is of: "books"; NULL = not known */
} detm_region_info;

/* One value; a repeated field comes several times, its values following each other. */
typedef struct detm_field {
  size_t column; /* index into the region's columns */
  const char *name;
  const char *type;
  detm_text value;
  detm_text markup; /* the value as XML elements, well-formed: what XML writers print instead; data NULL = none */
  const char *by; /* the kind of a template's anchor that found it ("caption", "id", "path", ...); NULL = no template */
  size_t rank;    /* 1 + how many anchors that are more to be trusted gave nothing: 2 and more is a fall-back; 0 = no
                     template */
  uint64_t place; /* where the value stands in its record: a number of the tags and classes that lead to it; 0 = not
                     known, or the sink does not want it */
  uint64_t caption; /* a number of the words over its column, or before it; 0 as above */
} detm_field;

typedef struct detm_sink {
  void *data;
  detm_status (*page_begin)(void *data, const detm_page_info *page, detm_error *error);
  detm_status (*region_begin)(void *data, const detm_region_info *region, detm_error *error);
  detm_status (*record_begin)(void *data, size_t number, detm_error *error);
  detm_status (*field)(void *data, const detm_field *field, detm_error *error);
  detm_status (*record_end)(void *data, detm_error *error);
  detm_status (*region_end)(void *data, detm_error *error);
  detm_status (*page_end)(void *data, detm_error *error);
  int wants_places; /* 1 = fields are to have their place and caption, which takes time */
} detm_sink;

#ifdef __cplusplus
}
#endif
#endif
