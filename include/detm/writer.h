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
  DETM_MARKDOWN, /* CommonMark with the tables of GFM; the page's metadata as a YAML block before its text */
  DETM_TEXT,     /* plain text, with the page's title before it; a form feed between pages */
  /* NDJSON with one line for each page, written when the page ends: {"@page": ..., "records": [...]} */
  DETM_NDJSON_PAGES,
  DETM_TSV,  /* CSV with tabs */
  DETM_JSON, /* one array, with an object for each record, as NDJSON has them */
  DETM_MARKDOWN_TABLE,
  DETM_HTML_TABLE, /* a document with one table */
  DETM_XLSX        /* a workbook for spreadsheets: a sheet with the rows of CSV, in which numbers and dates of typed
                      results are numbers and dates, texts are texts and addresses are links, and a sheet with what is in
                      no column.  Its limits are those of Excel: further rows get further sheets, addresses beyond 65530
                      in a sheet are texts, a text beyond 32767 characters is cut (detm_writer_warning), more than 16384
                      columns or 4 GiB are DETM_LIMIT.  After an error, the bytes are no workbook. */
} detm_format;

/* What a program knows of a page and every record of it gets, as the time of its fetch. */
typedef struct detm_kept {
  const char *name; /* "@fetched": a name that no field can have */
  detm_text text;   /* in tables; empty = unknown */
  const char *json; /* the same as JSON */
} detm_kept;

/* Members that a program adds to the line of a page, or to its records. */
typedef struct detm_page_note {
  const char *status;    /* "@status", NULL = none */
  const char *message;   /* "@message", NULL = none */
  const char *members;   /* further members as JSON, as in "\"id\":7,\"shop\":null"; NULL = none */
  double confidence;     /* "@confidence", < 0: none */
  double fit;            /* "@fit", < 0: none */
  double quality;        /* "@quality", < 0: none */
  const detm_kept *kept; /* for the records: DETM_NDJSON and tables; DETM_NDJSON_PAGES and XML do not write them */
  size_t kept_count;
} detm_page_note;

typedef struct detm_writer detm_writer;

/* A writer that passes its bytes to `write` in large pieces.  XML and NDJSON stream; CSV, whose header needs the fields
 * of all rows, keeps the rows until detm_writer_finish, above some MiB in a temporary file.  max_bytes limits the
 * output (0 = no limit): calls that exceed it return DETM_LIMIT.  NULL with DETM_NO_MEMORY.  The caller frees the
 * writer. */
DETM_API detm_writer *detm_writer_new(detm_format format, detm_write write, void *data, size_t max_bytes,
                                      detm_error *error) DETM_CHECK;

/* Columns of CSV that describe the record.  Those that are not requested are present if they hold information: @page
 * with more than one page, @region if a page has records in more than one region, @fallback if a fall-back found a
 * value.  A table without other columns has @record. */
enum {
  DETM_COLUMN_PAGE = 1,       /* @page */
  DETM_COLUMN_REGION = 2,     /* @region */
  DETM_COLUMN_RECORD = 4,     /* @record */
  DETM_COLUMN_CONFIDENCE = 8, /* @confidence, @fit and @quality, if they are known */
  DETM_COLUMN_FALLBACK = 16,  /* @fallback: fields of a template that a fall-back anchor found */
  DETM_COLUMNS_ALL = 31,
  DETM_COLUMN_PARTS = 32 /* "price.amount" and all others that the type of a column can have, whatever its values are:
                            the columns of typed results by a rule are the same every night */
};

/* How CSV and TSV are written for spreadsheets. */
typedef struct detm_csv_options {
  char delimiter;    /* between cells: a character of ASCII but no quote, line end or "|"; 0 = that of the format */
  int bom;           /* 1 = begin with a byte order mark, by which spreadsheets know UTF-8 */
  int decimal_comma; /* 1 = the numbers of typed values have a decimal comma; texts of the page are as they are */
  int no_formulas;   /* 1 = an apostrophe before texts that a spreadsheet would compute: those that begin with = + @, a
                        tab, or a minus, unless they are a negative number */
  int excel;         /* 1 = for Excel: bom and no_formulas; with decimal_comma, the delimiter is ; unless it is given */
} detm_csv_options;

/* Sets how CSV and TSV are written.  Call it before detm_writer_finish.  Other formats ignore it.  DETM_USAGE if the
 * delimiter is not one of those above. */
DETM_API detm_status detm_writer_set_csv(detm_writer *writer, const detm_csv_options *options,
                                         detm_error *error) DETM_CHECK;

/* Names the sheet of XLSX that has the records; the default is "records".  Call it before detm_writer_finish.  Other
 * formats ignore it.  DETM_USAGE for what cannot be a name of a sheet. */
DETM_API detm_status detm_writer_set_sheet(detm_writer *writer, const char *name, detm_error *error) DETM_CHECK;

/* Which records of XLSX have a sheet of their own, with the columns of these records.  The sheet of a page is called
 * after the last part of its name, that of a site after its host; pages without a host have the sheet of
 * detm_writer_set_sheet. */
typedef enum detm_sheets {
  DETM_SHEETS_ONE,   /* one sheet has all records */
  DETM_SHEETS_PAGES, /* a sheet for each page: pages of the same name are one */
  DETM_SHEETS_SITES  /* a sheet for each host */
} detm_sheets;

/* Sets the sheets of XLSX; the default is DETM_SHEETS_ONE.  Call it before the first page.  More than 1,000 of them are
 * DETM_LIMIT.  Other formats ignore it. */
DETM_API void detm_writer_set_sheets(detm_writer *writer, detm_sheets sheets);

/* plain: 1 = the names that the writer makes have only letters, digits and underscores, too: "price_amount" for the
 * parts of typed values, and "page" or, if a field has that name, "page_2" for "@page".  Call it before the first page.
 * DETM_NDJSON_PAGES keeps its "@page", and XML has no such names. */
DETM_API void detm_writer_set_plain_names(detm_writer *writer, int plain);

/* Requests columns, which CSV then always has.  Call it before detm_writer_finish.  Other formats ignore it. */
DETM_API void detm_writer_show_columns(detm_writer *writer, unsigned columns);

/* Sets what is added to the pages that follow, or to their records; NULL = nothing.  The note must live until their
 * page_end; what is kept may change between two records. */
DETM_API void detm_writer_set_note(detm_writer *writer, const detm_page_note *note);

/* The sink to push results into; owned by the writer. */
DETM_API const detm_sink *detm_writer_sink(detm_writer *writer);

/* Ends the document and flushes.  Must be called once, after the last page. */
DETM_API detm_status detm_writer_finish(detm_writer *writer, detm_error *error) DETM_CHECK;
/* After detm_writer_finish: a sentence about values that the document has not whole, owned by the writer, or NULL. */
DETM_API const char *detm_writer_warning(const detm_writer *writer);
DETM_API void detm_writer_free(detm_writer *writer);

/* Writes markup (detm_content_markup, a field's `markup`) as DETM_MARKDOWN or DETM_TEXT, without metadata; a newline
 * ends it if it is not empty.  DETM_USAGE (another format), DETM_WRITE or DETM_NO_MEMORY. */
DETM_API detm_status detm_markup_write(detm_text markup, detm_format format, detm_write write, void *data,
                                       detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
