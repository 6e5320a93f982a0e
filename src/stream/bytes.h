/* stream/bytes.h: the bytes of a file or pipe, decompressed, in a window that moves forward.
 *
 * gzip, with any number of members, and zstd are found by their first bytes. */
#ifndef DT_STREAM_BYTES_H
#define DT_STREAM_BYTES_H

#include "base/base.h"

#include <sys/types.h>

/* Reads up to `length` bytes as read(2) does: 0 at the end, -1 with errno on failure. */
typedef ssize_t (*dt_stream_read)(void *data, char *bytes, size_t length);
/* A dt_stream_read of the file whose descriptor *data is, an int. */
ssize_t dt_bytes_read_file(void *data, char *bytes, size_t length);

typedef struct dt_bytes dt_bytes;

/* NULL without memory. */
dt_bytes *dt_bytes_open(dt_stream_read read, void *data);
void dt_bytes_close(dt_bytes *bytes);

/* Makes `count` bytes available, or all that are left if these are fewer.  Returns the bytes that are available, which
 * may be more and stay valid until the next call. */
detm_text dt_bytes_need(dt_bytes *bytes, size_t count);
/* Drops the first `count` of the available bytes. */
void dt_bytes_skip(dt_bytes *bytes, size_t count);
/* Drops up to `count` bytes, which need not be available.  Returns how many there were. */
uint64_t dt_bytes_drop(dt_bytes *bytes, uint64_t count);
/* Hands over all bytes that are left, which are then the caller's.  False: they are more than `most`. */
bool dt_bytes_take(dt_bytes *bytes, size_t most, dt_buffer *out);
/* Puts bytes back in front of the available ones.  False: nothing was put back, because these would be more than 1 GiB
 * in all, which would take too much time, or without memory, and then the bytes end with an error. */
bool dt_bytes_return(dt_bytes *bytes, detm_text text);
/* Makes a line available, with its newline if it has one: at most `most` bytes of it.  Empty at the end. */
detm_text dt_bytes_line(dt_bytes *bytes, size_t most);

/* Why the bytes ended before the end of the file; DETM_OK if they did not.  DETM_BAD_INPUT: damaged compressed data. */
const detm_error *dt_bytes_error(const dt_bytes *bytes);
/* After damaged gzip data: continues with the next member.  False after the last. */
bool dt_bytes_resume(dt_bytes *bytes);

#endif
