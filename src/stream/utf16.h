/* stream/utf16.h: bytes of a file in UTF-16 as UTF-8, as PowerShell writes lines of JSON. */
#ifndef DT_STREAM_UTF16_H
#define DT_STREAM_UTF16_H

#include "stream/bytes.h"

/* The decoder of a file; it begins zeroed, but for `bytes`. */
typedef struct dt_utf16 {
  dt_bytes *bytes;
  bool started, big_endian;
  char left[4]; /* the rest of a character for which there was no space */
  unsigned left_count;
} dt_utf16;

/* Whether a file begins with a byte order mark of UTF-16 and then, after white space, with one of the characters. */
bool dt_utf16_begins(detm_text start, const char *characters);
/* A dt_stream_read of UTF-8 for a dt_utf16. */
ssize_t dt_utf16_read(void *data, char *out, size_t length);
/* Appends units of UTF-16 as UTF-8; surrogates without their other half become U+FFFD. */
void dt_utf16_add(detm_text units, bool big_endian, dt_buffer *out);

#endif
