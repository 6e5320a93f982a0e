/* tests/fuzz/fuzz-stream.c: reads any bytes as a file of pages, in the format that its first byte chooses.
 *
 * Each page is within the limit, URLs are absolute, and the pages do not depend on the sizes of reads. */
#include "must.h"

#include "stream/stream.h"

#include <string.h>

enum { MAX_PAGE = 4096 };

typedef struct source {
  const char *data;
  size_t length, piece;
} source;

static ssize_t read_source(void *data, char *bytes, size_t length) {
  source *from = data;
  size_t got = from->length < from->piece ? from->length : from->piece;
  if (got > length) got = length;
  if (got != 0) memcpy(bytes, from->data, got);
  from->data += got;
  from->length -= got;
  return (ssize_t)got;
}

/* Appends all pages, and what was skipped. */
static void read_all(source from, const dt_stream_options *options, dt_buffer *out) {
  dt_stream *stream = dt_stream_open(read_source, &from, options);
  must(stream != NULL);
  dt_stream_page page;
  detm_error error = DETM_ERROR_NONE;
  for (detm_status status; (status = dt_stream_next(stream, &page, &error)) != DETM_NOTHING;) {
    must(status == DETM_OK || (error.status == status && error.text[0] != '\0'));
    must(page.bytes.length <= MAX_PAGE && (status == DETM_OK || page.bytes.length == 0));
    must(page.url == NULL || strstr(page.url, "://") != NULL);
    dt_buffer_format(out, "%s %s %s %d %s ", page.name != NULL ? page.name : "-", page.url != NULL ? page.url : "-",
                     page.encoding != NULL ? page.encoding : "-", (int)status, error.text);
    dt_buffer_add(out, page.bytes.data, page.bytes.length);
    error = (detm_error)DETM_ERROR_NONE;
    dt_stream_page_free(&page);
  }
  dt_skipped_print(dt_stream_skipped(stream), out);
  dt_stream_close(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  dt_stream_options options = {.format = (dt_stream_format)(data[0] % (DT_STREAM_MHTML + 1)), .max_bytes = MAX_PAGE};
  source from = {(const char *)data + 1, size - 1, size};
  dt_buffer whole = {0}, pieces = {0};
  options.originals = dt_originals_open();
  read_all(from, &options, &whole);
  dt_originals_close(options.originals);
  options.originals = dt_originals_open();
  from.piece = 3;
  read_all(from, &options, &pieces);
  dt_originals_close(options.originals);
  must(whole.length == pieces.length && (whole.length == 0 || memcmp(whole.data, pieces.data, whole.length) == 0));
  dt_buffer_free(&whole);
  dt_buffer_free(&pieces);
  return 0;
}
