/* streams.h: streams over bytes in memory, read in small pieces. */
#ifndef TEST_STREAMS_H
#define TEST_STREAMS_H

#include "stream/stream.h"

/* Bytes that are given `piece` at a time. */
typedef struct source {
  const char *data;
  size_t length, piece;
} source;

/* A dt_stream_read. */
ssize_t source_read(void *data, char *bytes, size_t length);

/* Appends the text as a gzip member, or with zlib's header. */
void add_gzip(dt_buffer *out, detm_text text);
void add_zlib(dt_buffer *out, detm_text text);

/* Reads all pages and writes a line "NAME URL ENCODING BYTES" for each, with "-" for NULL, and "(cut off)" after one
 * that is; "! MESSAGE" for one that failed.  The caller frees the string. */
char *pages_of(detm_text bytes, const dt_stream_options *options);

#endif
