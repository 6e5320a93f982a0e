/* export/writer.h: what the writers of all formats share.
 *
 * writer.c keeps the order of the sink's calls, the limit and the first failure; a format only adds
 * bytes to `out`.  Bytes that belong to a record that has not ended are taken back on a failure, so
 * that whatever reaches the caller's write callback holds whole records. */
#ifndef DT_WRITER_H
#define DT_WRITER_H

#include <detm/writer.h>

#include "base/base.h"

typedef enum dt_place { DT_OUTSIDE, DT_IN_PAGE, DT_IN_REGION, DT_IN_RECORD, DT_FINISHED } dt_place;

/* One output format.  Every function but `close` may be NULL. */
typedef struct dt_format {
  bool (*start)(detm_writer *writer); /* false: no memory */
  void (*page_begin)(detm_writer *writer, const detm_page_info *page);
  void (*region_begin)(detm_writer *writer, const detm_region_info *region);
  void (*head)(dt_buffer *to, const detm_column *column); /* what comes before a column's value */
  void (*record_begin)(detm_writer *writer, size_t number);
  void (*field)(detm_writer *writer, const detm_field *field, detm_text head);
  void (*record_end)(detm_writer *writer);
  void (*region_end)(detm_writer *writer);
  void (*page_end)(detm_writer *writer);
  void (*close)(detm_writer *writer); /* ends the document from wherever it is */
  void (*free)(detm_writer *writer);
  size_t closing[DT_FINISHED]; /* bytes that close takes at each place */
} dt_format;

extern const dt_format dt_format_xml;
extern const dt_format dt_format_ndjson;
extern const dt_format dt_format_csv;

typedef struct dt_csv dt_csv;

/* The line of an NDJSON record in the making. */
typedef struct dt_line {
  dt_buffer before, after; /* what stands before and after the record's number; the same in a region */
  dt_buffer page;          /* the page's name as a JSON string */
  bool numbered;           /* the region and its records have numbers */
  size_t column;           /* of the last field */
  size_t values;           /* of the last field, 0 = the record has none yet */
  bool list;               /* the last field is an array from the start */
  size_t value;            /* where in `out` the first of them begins */
  dt_buffer fallback;      /* names of fields that a fall-back served: ["price", without the last bracket */
  bool noted;              /* the last field is among them */
} dt_line;

struct detm_writer {
  detm_sink sink;
  const dt_format *format;
  detm_write write;
  void *data;
  size_t max_bytes, written;
  dt_buffer out;
  size_t whole; /* bytes of `out` that will not be taken back */
  dt_place place;
  detm_error failure; /* the first */
  dt_buffer heads;    /* format->head of each column of the region, one after the other */
  size_t *head_ends;
  size_t head_count, head_room;
  dt_line line;
  dt_csv *csv;
};

/* The first failure stays; what belongs to no whole record is taken back. */
void dt_writer_fail(detm_writer *writer, detm_status status, const char *text);
void dt_writer_fail_limit(detm_writer *writer);
/* After whole rows or tags: checks memory and the limit, now and then flushes.  False after a failure. */
bool dt_writer_settle(detm_writer *writer);

/* Classes of bytes in escape.c; each is also a kind of escaping. */
enum {
  DT_ESCAPE_TEXT = 1,      /* XML text */
  DT_ESCAPE_ATTRIBUTE = 2, /* XML attribute value in double quotes */
  DT_ESCAPE_JSON = 4,      /* inside a JSON string */
  DT_ESCAPE_CSV = 8,       /* inside a CSV cell, quoted or not */
  DT_CSV_QUOTING = 16      /* no escaping: bytes that make a CSV cell a quoted one */
};

/* Adds `length` bytes; whatever they are, the outcome is valid UTF-8 that the format may hold. */
void dt_escape(dt_buffer *to, unsigned kind, const char *bytes, size_t length);
/* The first byte of the class, or end. */
const char *dt_escape_find(const char *at, const char *end, unsigned wanted);

/* Confidence and fit: a share with at most 3 decimals. */
void dt_buffer_share(dt_buffer *buffer, double share);

#endif
