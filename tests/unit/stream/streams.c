/* streams.c: streams over bytes in memory. */
#include "streams.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <zlib.h>

ssize_t source_read(void *data, char *bytes, size_t length) {
  source *from = data;
  size_t got = from->length < from->piece ? from->length : from->piece;
  if (got > length) got = length;
  if (got != 0) memcpy(bytes, from->data, got);
  from->data += got;
  from->length -= got;
  return (ssize_t)got;
}

static void add_deflated(dt_buffer *out, detm_text text, int window) {
  z_stream z = {0};
  cr_assert_eq(deflateInit2(&z, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY), Z_OK);
  dt_buffer_reserve(out, deflateBound(&z, text.length));
  z.next_in = (Bytef *)(uintptr_t)text.data;
  z.avail_in = (uInt)text.length;
  z.next_out = (Bytef *)(out->data + out->length);
  z.avail_out = (uInt)(out->capacity - out->length);
  cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
  out->length = out->capacity - z.avail_out;
  deflateEnd(&z);
}

void add_gzip(dt_buffer *out, detm_text text) { add_deflated(out, text, 15 + 16); }
void add_zlib(dt_buffer *out, detm_text text) { add_deflated(out, text, 15); }

static void add_line(dt_buffer *out, detm_status status, const dt_stream_page *page, const detm_error *error) {
  const char *name = page->name != NULL ? page->name : "-", *url = page->url != NULL ? page->url : "-";
  if (status == DETM_OK)
    dt_buffer_format(out, "%s %s %s %.*s%s\n", name, url, page->encoding != NULL ? page->encoding : "-",
                     (int)page->bytes.length, page->bytes.length != 0 ? page->bytes.data : "",
                     page->cut_off ? " (cut off)" : "");
  else
    dt_buffer_format(out, "%s ! %s\n", name, error->text);
}

char *pages_of(detm_text bytes, const dt_stream_options *options) {
  source from = {bytes.data, bytes.length, 7};
  dt_buffer out = {0};
  dt_stream *stream = dt_stream_open(source_read, &from, options);
  cr_assert_not_null(stream);
  for (;;) {
    dt_stream_page page;
    detm_error error = DETM_ERROR_NONE;
    detm_status status = dt_stream_next(stream, &page, &error);
    if (status == DETM_NOTHING) break;
    add_line(&out, status, &page, &error);
    dt_stream_page_free(&page);
  }
  dt_stream_close(stream);
  dt_buffer_byte(&out, '\0');
  return out.data;
}
