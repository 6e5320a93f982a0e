/* stream/stream.c: the format of a file, and files that are one page. */
#include "config.h"

#include "stream/stream.h"

#include "stream/archive.h"
#include "stream/frames.h"
#include "stream/headers.h"
#include "stream/json_pages.h"
#include "stream/kinds.h"
#include "stream/mailbox.h"
#include "stream/mhtml.h"
#include "stream/ndjson.h"
#include "stream/plist.h"
#include "stream/utf16.h"
#include "stream/warc.h"

#include <stdio.h>
#include <stdlib.h>

struct dt_stream {
  dt_file_reading reading;
  dt_stream_format format; /* DT_STREAM_ANY until the first bytes were read */
  dt_utf16 utf16;          /* its bytes: those of the file, if the pages are read from their UTF-8 */
  bool checked;            /* that it is in the format of the options */
  bool ended, failed;      /* failed: the last page */
};

void dt_stream_page_free(dt_stream_page *page) {
  free(page->name);
  free(page->url);
  free(page->encoding);
  free(page->members);
  free(page->key);
  dt_buffer_free(&page->bytes);
  *page = (dt_stream_page){0};
}

detm_page *dt_stream_page_parse(const dt_stream_page *page, const detm_page_options *options, detm_error *error) {
  const dt_buffer *bytes = &page->bytes;
  detm_page_options own = *options;
  detm_error failed = DETM_ERROR_NONE;

  if (own.base == NULL) own.base = page->url;
  if (own.encoding == NULL && page->encoding != NULL && dt_utf8_valid(bytes->data, bytes->length) < bytes->length) {
    own.encoding = page->encoding;
    detm_page *parsed = detm_page_parse(bytes->data, bytes->length, &own, &failed);
    if (parsed != NULL || failed.status != DETM_BAD_INPUT) {
      if (parsed == NULL) *error = failed;
      return parsed;
    }
    own.encoding = NULL; /* the server's name of the encoding is not known */
  } else if (own.encoding == NULL && page->encoding != NULL &&
             dt_text_equal_ci(dt_text(page->encoding), DT_TEXT("UTF-8"))) {
    own.encoding = "UTF-8"; /* whatever the page itself declares */
  }

  return detm_page_parse(bytes->data, bytes->length, &own, error);
}

detm_status dt_stream_error_limit(const dt_stream_options *options, size_t line, detm_error *error) {
  return dt_error_at(error, DETM_LIMIT, "", line, 0, "has more than %zu bytes: raise options.max_bytes",
                     options->max_bytes);
}

dt_stream *dt_stream_open(dt_stream_read read, void *data, const dt_stream_options *options) {
  dt_stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) return NULL;
  *stream = (dt_stream){.reading = {.bytes = dt_bytes_open(read, data), .options = options, .line = 1},
                        .format = options->format};
  if (stream->reading.bytes != NULL) return stream;
  free(stream);
  return NULL;
}

const dt_skipped *dt_stream_skipped(const dt_stream *stream) { return &stream->reading.skipped; }

/* ---- files that are one page ---- */

/* The URL of a scheme and the rest; NULL if it is none, or without memory. */
static char *make_url(const char *scheme, detm_text rest) {
  dt_buffer url = {0};
  dt_buffer_text(&url, scheme);
  dt_buffer_add(&url, rest.data, rest.length);
  char *made = url.failed ? NULL : dt_header_url((detm_text){url.data, url.length});
  dt_buffer_free(&url);
  return made;
}

/* The URL in the comment that a browser or an extension puts at the start of a page that it saves:
 * <!-- saved from url=(0023)https://... -->, with the length of the URL, SingleFile's, which has a line "url: ...", or
 * HTTrack's, which leaves out the scheme. */
static char *find_saved_url(detm_text page) {
  static const struct {
    const char *comment, *before, *after, *scheme; /* after: NULL = the end of the line */
  } forms[] = {{"<!-- saved from url=(", ")", NULL, ""},
               {"<!--\n Page saved with SingleFile", " url: ", NULL, ""},
               {"<!-- Mirrored from ", "from ", " by HTTrack", "http://"}};

  if (page.length > DT_KIND_BYTES) page.length = DT_KIND_BYTES;
  for (const char *at; page.length != 0 && (at = memchr(page.data, '<', page.length)) != NULL;) {
    page = dt_text_from(page, (size_t)(at - page.data));
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
      if (!dt_text_starts_ci(page, dt_text(forms[f].comment))) continue;
      const char *end = memchr(page.data, '>', page.length);
      if (end == NULL) return NULL;
      detm_text comment = dt_text_between(page.data, end);
      const char *url = memmem(comment.data, comment.length, forms[f].before, strlen(forms[f].before));
      if (url == NULL) return NULL;
      url += strlen(forms[f].before);
      const char *after = forms[f].after != NULL ? forms[f].after : "\n";
      const char *stop = memmem(url, (size_t)(end - url), after, strlen(after));
      if (stop == NULL && forms[f].after != NULL) return NULL;
      detm_text address = dt_text_strip(dt_text_between(url, stop != NULL ? stop : end), " -\r");
      return make_url(forms[f].scheme, address);
    }
    page = dt_text_from(page, 1);
  }

  return NULL;
}

static detm_status read_html(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  detm_text start = dt_bytes_need(reading->bytes, DT_KIND_BYTES);
  const char *foreign = dt_file_is_json(start) ? NULL : dt_file_foreign(start); /* JSON may have lists */
  if (foreign != NULL && reading->options->format == DT_STREAM_ANY)
    return dt_error_set(error, DETM_BAD_INPUT, "not a web page but %s", foreign);
  detm_status status = dt_format_read_all(reading, &page->bytes, error);
  if (status != DETM_OK) return status;
  page->url = find_saved_url((detm_text){page->bytes.data, page->bytes.length});
  if (reading->options->path != NULL)
    dt_frames_put(&page->bytes, page->url, NULL, reading->options->path, reading->options->max_bytes);
  return page->bytes.failed ? dt_error_memory(error) : DETM_OK;
}

static detm_status read_mhtml(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  detm_status status = dt_mail_read(reading, page, error);
  if (status != DETM_NOTHING) return status;
  return dt_error_set(error, DETM_BAD_INPUT, "is a mail or MHTML file without a part of HTML: name another file");
}

/* ---- the formats ---- */

static bool is_warc(dt_file_reading *reading, detm_text start) {
  (void)reading;
  return dt_text_starts(start, DT_TEXT("WARC/"));
}

static bool is_mailbox(dt_file_reading *reading, detm_text start) {
  (void)reading;
  return dt_file_is_mailbox(start);
}

static bool is_archive(dt_file_reading *reading, detm_text start) {
#ifdef HAVE_LIBARCHIVE
  unsigned archives = reading->options->archives;
  return archives == 0 ? dt_file_is_archive(start) : archives == 1 && dt_file_is_wacz(start);
#else
  (void)reading;
  (void)start;
  return false;
#endif
}

static bool is_plist(dt_file_reading *reading, detm_text start) {
  (void)reading;
  return dt_file_is_plist(start);
}

/* JSON is a stream of pages if its first line is a page. */
static bool is_ndjson(dt_file_reading *reading, detm_text start) {
  const dt_stream_options *options = reading->options;
  detm_text object = dt_ndjson_object(start, options);
  return (dt_file_is_json(object) || dt_text_starts(dt_text_without_bom(object), DT_TEXT("\""))) &&
         dt_ndjson_kind_of(dt_bytes_line(reading->bytes, dt_ndjson_longest_line(options)), options) == DT_NDJSON_PAGE;
}

static bool is_mhtml(dt_file_reading *reading, detm_text start) {
  (void)reading;
  return dt_file_is_mail(start, true);
}

/* By dt_stream_format.  A file is in the first format whose `is` says so, else it is HTML. */
static const struct {
  bool (*is)(dt_file_reading *reading, detm_text start);
  dt_format_next next;
  void (*close)(void *state);
  bool is_long; /* may have several pages */
} formats[] = {
    [DT_STREAM_HTML] = {.next = read_html},
    [DT_STREAM_WARC] = {is_warc, dt_warc_next, .is_long = true},
    [DT_STREAM_MAILBOX] = {is_mailbox, dt_mailbox_next, .is_long = true},
    [DT_STREAM_ARCHIVE] = {is_archive, dt_archive_next, dt_archive_close, .is_long = true},
    [DT_STREAM_PLIST] = {.is = is_plist, .next = dt_plist_next},
    [DT_STREAM_HAR] = {dt_har_is, dt_har_next, .is_long = true},
    [DT_STREAM_NDJSON] = {is_ndjson, dt_ndjson_next, .is_long = true},
    [DT_STREAM_JSON] = {dt_json_pages_are, dt_json_pages_next, .is_long = true},
    [DT_STREAM_MHTML] = {.is = is_mhtml, .next = read_mhtml},
};

/* JSON in UTF-16 is read from its UTF-8; a page keeps its bytes. */
static void decode_utf16(dt_stream *stream) {
  dt_bytes *file = stream->reading.bytes;
  detm_text mark = dt_bytes_need(file, 2); /* more may be late: lines are given as they come */
  if (!dt_text_starts(mark, DT_TEXT("\xff\xfe")) && !dt_text_starts(mark, DT_TEXT("\xfe\xff"))) return;
  if (!dt_utf16_begins(dt_bytes_need(file, DT_KIND_BYTES), "{[")) return;
  dt_bytes *decoded = dt_bytes_open(dt_utf16_read, &stream->utf16);
  if (decoded == NULL) return; /* refused as binary data */
  stream->utf16.bytes = file;
  stream->reading.bytes = decoded;
}

/* Finds the format if the options leave it open. */
static dt_stream_format format_of(dt_stream *stream) {
  enum { COUNT = sizeof formats / sizeof *formats };
  if (!stream->checked && stream->utf16.bytes == NULL) decode_utf16(stream);
  if (stream->format != DT_STREAM_ANY) return stream->format;
  stream->format = DT_STREAM_HTML;
  for (size_t f = DT_STREAM_HTML + 1; f < COUNT; f++) {
    detm_text start = dt_bytes_need(stream->reading.bytes, DT_KIND_BYTES);
    if (start.length > DT_KIND_BYTES) start.length = DT_KIND_BYTES;
    if (!formats[f].is(&stream->reading, start)) continue;
    stream->format = (dt_stream_format)f;
    break;
  }
  return stream->format;
}

void dt_stream_close(dt_stream *stream) {
  if (stream == NULL) return;
  if (stream->reading.state != NULL) formats[stream->format].close(stream->reading.state);
  dt_bytes_close(stream->reading.bytes);
  dt_bytes_close(stream->utf16.bytes);
  free(stream);
}

bool dt_stream_is_long(dt_stream *stream) { return formats[format_of(stream)].is_long; }

bool dt_stream_has_pages(dt_stream *stream) {
  return format_of(stream) != DT_STREAM_HTML || dt_file_is_html(dt_bytes_need(stream->reading.bytes, DT_KIND_BYTES));
}

/* Whether a file that is read as WARC has another format. */
static bool is_misread(dt_stream *stream) {
  detm_text start = dt_bytes_need(stream->reading.bytes, DT_KIND_BYTES);
  for (size_t at = 0; at < start.length; at++)
    if (dt_text_starts(dt_text_from(start, at), DT_TEXT("WARC/"))) return false;
  return start.length != 0 && dt_bytes_error(stream->reading.bytes)->status == DETM_OK;
}

detm_status dt_stream_next(dt_stream *stream, dt_stream_page *page, detm_error *error) {
  dt_file_reading *reading = &stream->reading;
  *page = (dt_stream_page){0};
  if (stream->ended || (stream->failed && dt_bytes_need(reading->bytes, 1).length == 0)) return DETM_NOTHING;
  if (!stream->checked && reading->options->format == DT_STREAM_WARC && is_misread(stream)) {
    stream->ended = true;
    return dt_error_set(error, DETM_BAD_FILE, "is not a WARC file: leave out options.format, or name another one");
  }

  dt_stream_format format = format_of(stream);
  stream->checked = true;
  detm_status status = formats[format].next(reading, page, error);
  if (status == DETM_NOTHING && stream->utf16.bytes != NULL) {
    const detm_error *failed = dt_bytes_error(stream->utf16.bytes);
    if (failed->status != DETM_OK) status = dt_error_set(error, failed->status, "%s", failed->text);
    stream->ended = true;
  }

  stream->failed = status != DETM_OK;
  stream->ended = stream->ended || status == DETM_NOTHING || !formats[format].is_long;
  if (status != DETM_OK) dt_buffer_free(&page->bytes);
  return status;
}
