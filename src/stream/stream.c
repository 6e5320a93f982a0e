/* stream/stream.c: the format of a file, and files that are one page. */
#include "config.h"

#include "stream/stream.h"

#include "stream/headers.h"
#include "stream/kinds.h"
#include "stream/mhtml.h"
#include "stream/ndjson.h"
#include "stream/warc.h"

#include <stdlib.h>

struct dt_stream {
  dt_bytes *bytes;
  const dt_stream_options *options;
  dt_stream_format format; /* DT_STREAM_ANY until the first bytes were read */
  bool checked;            /* that it is in the format of the options */
  bool ended, failed;      /* failed: the last page */
  dt_skipped skipped;
  size_t line; /* of NDJSON */
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
  *stream = (dt_stream){.bytes = dt_bytes_open(read, data), .options = options, .format = options->format};
  if (stream->bytes != NULL) return stream;
  free(stream);
  return NULL;
}

void dt_stream_close(dt_stream *stream) {
  if (stream == NULL) return;
  dt_bytes_close(stream->bytes);
  free(stream);
}

/* Finds the format if the options leave it open.  JSON is a stream of pages if its first line is a page. */
static dt_stream_format format_of(dt_stream *stream) {
  const dt_stream_options *options = stream->options;
  if (stream->format != DT_STREAM_ANY) return stream->format;
  detm_text start = dt_bytes_need(stream->bytes, DT_KIND_BYTES);
  stream->format = dt_file_format(start);
  if (stream->format == DT_STREAM_HTML && dt_file_is_json(dt_ndjson_object(start, options)) &&
      dt_ndjson_is_page(dt_bytes_line(stream->bytes, dt_ndjson_longest_line(options)), options))
    stream->format = DT_STREAM_NDJSON;
  return stream->format;
}

bool dt_stream_is_long(dt_stream *stream) { return format_of(stream) >= DT_STREAM_WARC; }

const dt_skipped *dt_stream_skipped(const dt_stream *stream) { return &stream->skipped; }

/* The URL in the comment that browsers put before a page that they save: <!-- saved from url=(0023)https://... -->,
 * with the length of the URL. */
static char *find_saved_url(detm_text page) {
  static const char comment[] = "<!-- saved from url=(";
  if (page.length > DT_KIND_BYTES) page.length = DT_KIND_BYTES;
  for (; page.length > sizeof comment; page = dt_text_from(page, 1)) {
    if (*page.data != '<' || !dt_text_starts_ci(page, dt_text(comment))) continue;
    const char *end = memchr(page.data, '>', page.length), *start = memchr(page.data, ')', page.length);
    if (end == NULL || start == NULL || start > end) return NULL;
    detm_text url = dt_text_strip(dt_text_between(start + 1, end), " -");
    return dt_header_url(url);
  }
  return NULL;
}

/* Reads all of the file as one page. */
static detm_status read_page(dt_stream *stream, dt_stream_page *page, detm_error *error) {
  size_t most = stream->options->max_bytes;
  for (detm_text some; (some = dt_bytes_need(stream->bytes, 1)).length != 0;) {
    if (some.length > most - page->bytes.length) return dt_stream_error_limit(stream->options, 0, error);
    dt_buffer_add(&page->bytes, some.data, some.length);
    if (page->bytes.failed)
      return dt_error_set(error, DETM_NO_MEMORY, "is too large for the memory after %zu bytes", page->bytes.length);
    dt_bytes_skip(stream->bytes, some.length);
  }
  const detm_error *failed = dt_bytes_error(stream->bytes);
  if (failed->status != DETM_OK) return dt_error_set(error, failed->status, "%s", failed->text);
  page->url = find_saved_url((detm_text){page->bytes.data, page->bytes.length});
  return DETM_OK;
}

/* Reads a file that is one page. */
static detm_status read_single(dt_stream *stream, dt_stream_page *page, detm_error *error) {
  const char *foreign = dt_file_foreign(dt_bytes_need(stream->bytes, DT_KIND_BYTES));
  stream->ended = true;
  if (foreign != NULL && stream->options->format == DT_STREAM_ANY)
    return dt_error_set(error, DETM_BAD_INPUT, "not a web page but %s", foreign);
  if (stream->format == DT_STREAM_MHTML) return dt_mhtml_read(stream->bytes, stream->options, page, error);
  return read_page(stream, page, error);
}

/* Whether a file that is read as WARC has another format. */
static bool is_misread(dt_stream *stream) {
  detm_text start = dt_bytes_need(stream->bytes, DT_KIND_BYTES);
  for (size_t at = 0; at < start.length; at++)
    if (dt_text_starts(dt_text_from(start, at), DT_TEXT("WARC/"))) return false;
  return start.length != 0 && dt_bytes_error(stream->bytes)->status == DETM_OK;
}

detm_status dt_stream_next(dt_stream *stream, dt_stream_page *page, detm_error *error) {
  detm_status status;
  *page = (dt_stream_page){0};
  if (stream->ended || (stream->failed && dt_bytes_need(stream->bytes, 1).length == 0)) return DETM_NOTHING;
  if (!stream->checked && stream->options->format == DT_STREAM_WARC && is_misread(stream)) {
    stream->ended = true;
    return dt_error_set(error, DETM_BAD_FILE, "is not a WARC file: leave out options.format, or name another one");
  }
  stream->checked = true;
  if (format_of(stream) == DT_STREAM_WARC)
    status = dt_warc_next(stream->bytes, stream->options, &stream->skipped, page, error);
  else if (stream->format == DT_STREAM_NDJSON)
    status = dt_ndjson_next(stream->bytes, stream->options, &stream->line, page, error);
  else
    status = read_single(stream, page, error);
  stream->failed = status != DETM_OK;
  stream->ended = stream->ended || status == DETM_NOTHING;
  if (status != DETM_OK) dt_buffer_free(&page->bytes);
  return status;
}
