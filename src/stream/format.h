/* stream/format.h: what the readers of the formats have in common. */
#ifndef DT_STREAM_FORMAT_H
#define DT_STREAM_FORMAT_H

#include "stream/stream.h"

/* A file that is read. */
typedef struct dt_file_reading {
  dt_bytes *bytes;
  const dt_stream_options *options;
  dt_skipped skipped;
  size_t number; /* of the line, mail, element or entry that was read last */
  size_t line;   /* of a JSON file, where reading goes on */
  bool in_row;   /* the values of a JSON file are not in an array: the file may end after each */
  void *state;   /* what a format keeps from one page to the next */
} dt_file_reading;

/* Reads the next page of a file; DETM_NOTHING after the last. */
typedef detm_status (*dt_format_next)(dt_file_reading *reading, dt_stream_page *page, detm_error *error);

/* Gets the bytes that are left, at most options->max_bytes. */
detm_status dt_format_read_all(dt_file_reading *reading, dt_buffer *out, detm_error *error);
/* The error that ended the bytes, if one did. */
detm_status dt_format_bytes_error(const dt_file_reading *reading, detm_error *error);
/* Notes when the page was fetched; a text that is no time of ISO 8601 is left out.  False without memory. */
bool dt_format_fetched(dt_stream_page *page, detm_text time);
/* Names a page that has no name "KIND 3", by reading->number.  False without memory. */
bool dt_format_name(const dt_file_reading *reading, const char *kind, dt_stream_page *page);

#endif
