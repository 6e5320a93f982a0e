/* result/writer.h: the part of writers that all formats share.
 *
 * writer.c checks the order of the sink's calls and the limit, and keeps the first failure; a format only adds bytes to
 * `out`.  On a failure the bytes of an incomplete record are removed, so that the output holds only whole records. */
#ifndef DT_RESULT_WRITER_H
#define DT_RESULT_WRITER_H

#include <detm/writer.h>

#include "base/vec.h"
#include "result/typed_parts.h"

typedef enum dt_writer_state { DT_OUTSIDE, DT_IN_PAGE, DT_IN_REGION, DT_IN_RECORD, DT_FINISHED } dt_writer_state;

/* An output format.  All functions except `region_begin`, `record_begin`, `field` and `record_end` may be NULL. */
typedef struct dt_format {
  bool (*start)(detm_writer *writer); /* false without memory */
  void (*page_begin)(detm_writer *writer, const detm_page_info *page);
  void (*region_begin)(detm_writer *writer, const detm_region_info *region);
  void (*head)(dt_buffer *to, const detm_column *column); /* writes the bytes before a column's value */
  void (*record_begin)(detm_writer *writer, size_t number);
  void (*field)(detm_writer *writer, const detm_field *field, detm_text head);
  /* Writes a part of the values of the last field; NULL: `field` writes the parts. */
  void (*part)(detm_writer *writer, const dt_typed_part *part);
  bool (*has_field)(detm_writer *writer, detm_text name); /* required with `part`: whether a field has that name */
  void (*record_end)(detm_writer *writer);
  void (*region_end)(detm_writer *writer);
  void (*page_end)(detm_writer *writer);
  void (*close)(detm_writer *writer); /* ends the document in any state */
  void (*free)(detm_writer *writer);
  /* Checks and takes the name of the sheet of the records; NULL: the format has no sheets. */
  detm_status (*set_sheet)(detm_writer *writer, const char *name, detm_error *error);
  size_t closing[DT_FINISHED];       /* bytes that close writes in each state */
  bool by_page;                      /* only whole pages are written, each when it ends */
  const struct dt_rows_format *rows; /* a format of tables (result/table/rows.h); NULL = another format */
} dt_format;

/* ROW(a value of detm_format, the dt_format that writes it). */
#define DT_WRITER_FORMATS(ROW)                                                                                         \
  ROW(DETM_XML, xml)                                                                                                   \
  ROW(DETM_NDJSON, ndjson)                                                                                             \
  ROW(DETM_CSV, csv)                                                                                                   \
  ROW(DETM_MARKDOWN, markdown)                                                                                         \
  ROW(DETM_TEXT, text)                                                                                                 \
  ROW(DETM_NDJSON_PAGES, ndjson_pages)                                                                                 \
  ROW(DETM_TSV, csv)                                                                                                   \
  ROW(DETM_JSON, json)                                                                                                 \
  ROW(DETM_MARKDOWN_TABLE, markdown_table)                                                                             \
  ROW(DETM_HTML_TABLE, html_table)                                                                                     \
  ROW(DETM_XLSX, xlsx)

#define DT_DECLARE_FORMAT(value, name) extern const dt_format dt_format_##name;
DT_WRITER_FORMATS(DT_DECLARE_FORMAT)
#undef DT_DECLARE_FORMAT

typedef struct dt_rows dt_rows;
typedef struct dt_xlsx dt_xlsx; /* result/table/xlsx.c */

/* detm_writer_new for a format; `delimiter`: that of CSV, 0 = another format. */
detm_writer *dt_writer_new(const dt_format *format, char delimiter, detm_write write, void *data, size_t max_bytes,
                           detm_error *error);

/* The current line of an NDJSON record; for Markdown and text, the page. */
typedef struct dt_line_state {
  bool begun;              /* JSON: the array has a record */
  dt_buffer before, after; /* NDJSON: the bytes before and after a record's number, the same for all records of a
                              region; Markdown and text: metadata, the text; XML: `after` the region's records;
                              one line per page: `after` what is in no column */
  size_t kept_at;          /* NDJSON: where in `before` what is kept of the page follows */
  dt_buffer page, file;    /* the names of the page and of its rule as JSON strings */
  bool numbered;           /* regions and records are numbered */
  bool described;          /* Markdown: the region has metadata */
  size_t column;           /* the column of the last field */
  size_t values;           /* number of values of the last field; 0 = no field yet */
  bool list;               /* the last field is always an array */
  size_t value;            /* offset in `out` of the first value of the last field */
  dt_buffer fallback;      /* names of fields from fall-backs: ["price", without the closing bracket */
  bool noted;              /* the last field is among them */
} dt_line_state;

struct detm_writer {
  detm_sink sink;
  const dt_format *format;
  detm_write write;
  void *data;
  size_t max_bytes, written;
  unsigned columns; /* DETM_COLUMN_...: columns that CSV always has */
  const detm_page_note *note;
  bool plain; /* detm_writer_set_plain_names */
  detm_sheets sheets;
  dt_buffer out;
  size_t whole; /* length of `out` that is final */
  dt_writer_state place;
  detm_error failure; /* the first failure */
  dt_buffer heads;    /* format->head of each column of the region, concatenated */
  DT_VEC(size_t) head_ends;
  dt_line_state line;
  dt_rows *rows;
  dt_xlsx *xlsx;
  char warning[240];    /* empty = none */
  detm_csv_options csv; /* its delimiter is 0 in other formats */
  dt_typed typed;
};

/* Adds a number to the name in typed.part if a field has that name, after the mark. */
detm_text dt_writer_free_name(detm_writer *writer, char mark);
/* Makes the name "@page", or a plain one that no field has, in typed.part. */
detm_text dt_writer_name(detm_writer *writer, detm_text name);
/* Stores a failure, unless there is one, and removes the bytes of an incomplete record. */
void dt_writer_fail(detm_writer *writer, detm_status status, const char *text);
void dt_writer_fail_memory(detm_writer *writer);
void dt_writer_fail_limit(detm_writer *writer);
/* Checks memory and the limit after whole rows or tags, and flushes large pieces.  False after a failure. */
bool dt_writer_settle(detm_writer *writer);

#endif
