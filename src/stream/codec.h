/* stream/codec.h: decompression of gzip, zlib and deflate with zlib, and of zstd with libzstd. */
#ifndef DT_STREAM_CODEC_H
#define DT_STREAM_CODEC_H

#include "stream/bytes.h"

#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

/* The first bytes of compressed data. */
#define DT_GZIP_MAGIC "\x1f\x8b"
#define DT_ZSTD_MAGIC "\x28\xb5\x2f\xfd"

typedef enum dt_codec_kind { DT_CODEC_NONE, DT_CODEC_GZIP, DT_CODEC_ZSTD } dt_codec_kind;

typedef enum dt_codec_state {
  DT_CODEC_GOES_ON,
  DT_CODEC_MEMBER_ENDS, /* a gzip member, or a frame of zstd */
  DT_CODEC_DAMAGED,
  DT_CODEC_NO_MEMORY
} dt_codec_state;

typedef struct dt_codec {
  dt_codec_kind kind;
  z_stream gzip;
#ifdef HAVE_ZSTD
  ZSTD_DStream *zstd;
  size_t step; /* the most bytes of input of a step: to the end of a block, or of its header */
#endif
} dt_codec;

/* Chooses the codec by the first four bytes of a file.  False without memory. */
bool dt_codec_start(dt_codec *codec, detm_text start);
void dt_codec_end(dt_codec *codec);
/* The number of bytes of input that the next step should get, if there are so many and space for them; at least 1. */
size_t dt_codec_wanted(const dt_codec *codec);
/* Decompresses from `in`, which it shortens, at most *length bytes to `out`; *length becomes their number.  If `in` has
 * the bytes wanted, those before damage do not depend on its size or that of `out`; the steps after the damage give
 * DT_CODEC_DAMAGED and no bytes. */
dt_codec_state dt_codec_step(dt_codec *codec, detm_text *in, char *out, size_t *length);
/* Prepares for another member. */
void dt_codec_next_member(dt_codec *codec);

/* Appends the bytes that `text` holds compressed (gzip, zlib or plain deflate), at most `most`.  False if it is not
 * compressed so, or damaged; `out` then has what came before the damage.  *full: there are more than `most`. */
bool dt_codec_inflate(detm_text text, size_t most, dt_buffer *out, bool *full);

#endif
