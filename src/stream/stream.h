/* stream/stream.h: the pages in a file, one after the other.
 *
 *   dt_stream *stream = dt_stream_open(read, data, &options);
 *   while ((status = dt_stream_next(stream, &page, &error)) != DETM_NOTHING) ...
 *   dt_stream_close(stream);
 *
 *   bytes.c    the bytes of the file: reading, a window that moves forward
 *   codec.c    decompression
 *   stream.c   opens a file in its format, and reads a file that is one page
 *   format.h   what the readers have in common
 *   kinds.c    whether bytes are an HTML page
 *   mhtml.c    the main part of MHTML and of mails
 *   warc.c     the pages of WARC files; skipped.c counts what they leave out
 *   newest.c   the newest capture of each URL
 *   originals.c  the pages that later records of WARC files repeat; cdx.c: those of other files, by an index
 *   ndjson.c   pages as lines of JSON; json_pages.c: as elements of an array or one after the other, and in a HAR;
 *              json_object.c: the page in such an object; utf16.c: JSON in UTF-16
 *   mailbox.c  the mails of a mailbox, with mhtml.c
 *   plist.c    web archives of Safari
 *   archive.c  the members of ZIP and tar files
 *   frames.c   the pages of frames
 *   headers.c  header fields and transfer encodings
 *   pages.c    detm/pages.h: the stream of a file that is named
 *
 * Only one page is in memory at a time. */
#ifndef DT_STREAM_H
#define DT_STREAM_H

#include "stream/bytes.h"
#include "stream/cdx.h"
#include "stream/originals.h"
#include "stream/skipped.h"

#include <detm/page.h>

typedef struct dt_stream dt_stream;

/* DT_STREAM_ANY: that of the first bytes. */
typedef enum dt_stream_format {
  DT_STREAM_ANY,
  DT_STREAM_HTML,
  DT_STREAM_WARC,
  DT_STREAM_MAILBOX,
  DT_STREAM_ARCHIVE, /* ZIP, tar */
  DT_STREAM_PLIST,   /* a web archive of Safari */
  DT_STREAM_HAR,
  DT_STREAM_NDJSON,
  DT_STREAM_JSON, /* what NDJSON has in lines, as an array or one after the other */
  DT_STREAM_MHTML
} dt_stream_format;

typedef struct dt_stream_options {
  dt_stream_format format;
  size_t max_bytes;        /* of a page */
  const char *html_key;    /* of NDJSON, NULL = "html" */
  const char *url_key;     /* NULL = "url" */
  bool tab_key;            /* lines of NDJSON may have a key and a tab before the object */
  dt_originals *originals; /* pages of the run that records of WARC may repeat, NULL = none are kept */
  const dt_cdx *cdx;       /* an index of other files that have them, NULL = none */
  const char *path;        /* of the file, for the frames of a page that were saved with it, NULL = not known */
  unsigned archives; /* that the file is a member of: in one, a WACZ is read, as one of several crawls has others */
  bool data;         /* responses of JSON and XML in WARC and HAR are pages, too */
  bool sitemaps;     /* also those that are sitemaps, which a crawl has for itself */
  bool all_lines;    /* objects of JSON with a status of failure are pages, too: each line has its result */
  /* called for each record of WARC that redirects from a URL to a location, which may be relative; NULL = not wanted */
  void (*redirect)(void *data, detm_text from, detm_text location);
  void *redirect_data;
} dt_stream_options;

/* A page of the file; members are NULL if the file does not say. */
typedef struct dt_stream_page {
  char *name;     /* NULL: the file is the page */
  char *url;      /* where it was fetched from */
  char *encoding; /* as its server declared it */
  char *members;  /* what its file says of it, as JSON in ASCII: other members of its line of NDJSON
                     ("id":7,"shop":null),  "fetched":"2026-02-03T10:00:00Z" of WARC and HAR */
  char *key;      /* of the line of NDJSON, with tab_key */
  dt_buffer bytes;
  bool cut_off; /* the file has only the first part of the page */
  bool data;    /* its server declares JSON or XML: it is a page only if it has a list of records */
} dt_stream_page;

void dt_stream_page_free(dt_stream_page *page);

/* Parses the page with its URL, unless the options have a base, and, if its bytes are not UTF-8, with its encoding. */
detm_page *dt_stream_page_parse(const dt_stream_page *page, const detm_page_options *options,
                                detm_error *error) DETM_CHECK;

/* For the formats: sets DETM_LIMIT, a page has more than max_bytes; line 0 = unknown.  Returns DETM_LIMIT. */
detm_status dt_stream_error_limit(const dt_stream_options *options, size_t line, detm_error *error);

/* Reads nothing yet; `options` must live as long as the stream.  NULL without memory. */
dt_stream *dt_stream_open(dt_stream_read read, void *data, const dt_stream_options *options);
void dt_stream_close(dt_stream *stream);

/* Whether the file may have several pages; reads its beginning. */
bool dt_stream_is_long(dt_stream *stream);
/* Whether the file is in a format of pages, or begins as an HTML page does: else it may be of any kind. */
bool dt_stream_has_pages(dt_stream *stream);

/* What was skipped so far. */
const dt_skipped *dt_stream_skipped(const dt_stream *stream);

/* Gets the next page, which the caller frees.  DETM_NOTHING: after the last.  Any other status than DETM_OK is that of
 * one page, which may have its name; the pages after it follow. */
detm_status dt_stream_next(dt_stream *stream, dt_stream_page *page, detm_error *error) DETM_CHECK;

#endif
