/* fetch/record.c: writes records of WARC 1.1 (ISO 28500), each a member of gzip, so that a reader can begin at any. */
#include "config.h"

#include "fetch/fetch.h"

#include "base/map.h"
#include "stream/headers.h"
#include "text/words.h"

#include <detm/version.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <zlib.h>

/* Appends the bytes as a member of gzip. */
static bool add_gzip_member(dt_buffer *out, detm_text bytes) {
  enum { GZIP = 15 + 16, MEMORY = 8 };
  z_stream gzip = {.next_in = (Bytef *)(uintptr_t)bytes.data};
  if (deflateInit2(&gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) return false;

  size_t left = bytes.length;
  for (int state = Z_OK; state != Z_STREAM_END && dt_buffer_reserve(out, 1);) {
    size_t some = left < UINT32_MAX / 2 ? left : UINT32_MAX / 2, space = out->capacity - out->length;
    if (space > UINT32_MAX / 2) space = UINT32_MAX / 2;
    gzip.avail_in = (uInt)some;
    gzip.next_out = (Bytef *)(out->data + out->length);
    gzip.avail_out = (uInt)space;
    state = deflate(&gzip, some == left ? Z_FINISH : Z_NO_FLUSH);
    left -= some - gzip.avail_in;
    out->length += space - gzip.avail_out;
  }

  deflateEnd(&gzip);
  return !out->failed;
}

/* Begins a record: its identifier is random (a UUID of version 4), by the time and the key of this process. */
static void begin_warc_record(dt_buffer *record, const char *type) {
  struct timespec now;
  struct tm utc = {0};
  char date[32];
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &utc);
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  uint64_t seed[3] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, 0};
  uint64_t high = dt_hash_keyed(seed, sizeof seed);
  seed[2] = 1;
  uint64_t low = dt_hash_keyed(seed, sizeof seed);
  dt_buffer_format(record, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Date: %s\r\n", type, date);
  dt_buffer_format(
      record, "WARC-Record-ID: <urn:uuid:%08" PRIx64 "-%04" PRIx64 "-4%03" PRIx64 "-%04" PRIx64 "-%012" PRIx64 ">\r\n",
      high >> 32, high >> 16 & 0xffff, high & 0xfff, (low >> 48 & 0x3fff) | 0x8000, low & UINT64_C(0xffffffffffff));
}

/* Ends the header fields, adds the block and the record to `out`. */
static bool end_warc_record(dt_buffer *record, const char *type, const dt_buffer *block, dt_buffer *out) {
  dt_buffer_format(record, "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n", type, block->length);
  dt_buffer_add(record, block->data, block->length);
  dt_buffer_text(record, "\r\n\r\n");
  bool added = !record->failed && !block->failed && add_gzip_member(out, (detm_text){record->data, record->length});
  dt_buffer_free(record);
  return added;
}

bool dt_record_info(dt_buffer *out) {
  dt_buffer record = {0}, block = {0};
  dt_buffer_format(&block, "software: detm/%s\r\nformat: WARC File Format 1.1\r\nrobots: obey\r\n", detm_version());
  begin_warc_record(&record, "warcinfo");
  bool added = end_warc_record(&record, "application/warc-fields", &block, out);
  dt_buffer_free(&block);
  return added;
}

/* Appends the header fields of HTTP.  Those that describe the body as it was sent get another name, as other crawlers
 * do, since the body is kept decoded. */
static void add_kept_headers(dt_buffer *block, const dt_response *response) {
  detm_text headers = {response->headers.data, response->headers.length};
  while (headers.length != 0) {
    const char *newline = memchr(headers.data, '\n', headers.length);
    size_t length = newline != NULL ? (size_t)(newline - headers.data) + 1 : headers.length;
    detm_text line = {headers.data, length};
    headers = dt_text_from(headers, length);
    if (dt_header_line_is_empty(line)) break;
    if (dt_word_at_start(line, "content-encoding:|transfer-encoding:|content-length:") != 0)
      dt_buffer_text(block, "X-Archive-Orig-");
    dt_buffer_add(block, line.data, line.length);
    if (newline == NULL) dt_buffer_text(block, "\r\n");
  }

  dt_buffer_format(block, "Content-Length: %zu\r\n\r\n", response->body.length);
}

bool dt_record_response(dt_buffer *out, const char *url, const dt_response *response) {
  dt_buffer record = {0}, block = {0};
  add_kept_headers(&block, response);
  dt_buffer_add(&block, response->body.data, response->body.length);
  begin_warc_record(&record, "response");
  dt_buffer_format(&record, "WARC-Target-URI: %s\r\n", url);
  bool added = end_warc_record(&record, "application/http; msgtype=response", &block, out);
  dt_buffer_free(&block);
  return added;
}
