/* detm/writer.h: sinks that write XML, NDJSON, CSV, Markdown or plain text. */
#ifndef DETM_WRITER_H
#define DETM_WRITER_H

#include <detm/page.h>
#include <detm/sink.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum detm_format {
  DETM_XML,
  DETM_NDJSON,
  DETM_CSV,
  /* Only for the content of pages (detm_content_into_result); a region of records ends with DETM_USAGE. */
  DETM_MARKDOWN, /* CommonMark with the tables of GFM; what is known of the page as a YAML block before its text */
  DETM_TEXT      /* plain text, with the page's title before it; a form feed between pages */
} detm_format;

typedef struct detm_writer detm_writer;

/* A writer that hands its bytes to `write` in large pieces.  XML and NDJSON stream; CSV, whose
 * header needs the union of all fields, keeps its rows (past some MiB in a temporary file) until
 * detm_writer_finish.  max_bytes limits what is written, 0 = no limit: past it calls end with
 * DETM_LIMIT.  NULL with DETM_NO_MEMORY.  The caller frees the writer. */
DETM_API detm_writer *detm_writer_new(detm_format format, detm_write write, void *data, size_t max_bytes,
                                      detm_error *error) DETM_CHECK;

/* Columns of CSV that are about a record and not of it.  Those that are not asked for appear where they say something:
 * @page with more than one page, @region where a page has records in more than one region, @fallback where a fall-back
 * found a value; a table without any column has @record. */
enum {
  DETM_COLUMN_PAGE = 1,       /* @page */
  DETM_COLUMN_REGION = 2,     /* @region */
  DETM_COLUMN_RECORD = 4,     /* @record */
  DETM_COLUMN_CONFIDENCE = 8, /* @confidence and @fit, where they are known */
  DETM_COLUMN_FALLBACK = 16,  /* @fallback: fields that another than the first anchor found; of templates only */
  DETM_COLUMNS_ALL = 31
};

/* Which of these columns CSV always has (at first none).  To be called before detm_writer_finish; the other formats
 * have keys of their own. */
DETM_API void detm_writer_show_columns(detm_writer *writer, unsigned columns);

/* The sink to push results into; owned by the writer. */
DETM_API const detm_sink *detm_writer_sink(detm_writer *writer);

/* Ends the document and flushes.  Must be called once, after the last page. */
DETM_API detm_status detm_writer_finish(detm_writer *writer, detm_error *error) DETM_CHECK;
DETM_API void detm_writer_free(detm_writer *writer);

/* Writes markup (detm_content_markup, a field's `markup`) as DETM_MARKDOWN or DETM_TEXT, without metadata; a newline
 * ends it if it is not empty.  DETM_USAGE (another format), DETM_WRITE or DETM_NO_MEMORY. */
DETM_API detm_status detm_markup_write(detm_text markup, detm_format format, detm_write write, void *data,
                                       detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
