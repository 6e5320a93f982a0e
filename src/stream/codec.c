/* stream/codec.c: decompression in steps, and of texts in memory. */
#include "config.h"

#include "stream/codec.h"

#include <stdlib.h>

enum { GZIP_WINDOW = 15 + 16, ZLIB_WINDOW = 15, DEFLATE_WINDOW = -15 };

bool dt_codec_start(dt_codec *codec, detm_text start) {
  *codec = (dt_codec){.kind = DT_CODEC_NONE};
  if (dt_text_starts(start, DT_TEXT(DT_GZIP_MAGIC))) {
    codec->kind = DT_CODEC_GZIP;
    return inflateInit2(&codec->gzip, GZIP_WINDOW) == Z_OK;
  }
#ifdef HAVE_ZSTD
  if (dt_text_starts(start, DT_TEXT(DT_ZSTD_MAGIC))) {
    codec->kind = DT_CODEC_ZSTD;
    codec->zstd = ZSTD_createDStream();
    codec->step = 1;
    return codec->zstd != NULL && !ZSTD_isError(ZSTD_initDStream(codec->zstd));
  }
#endif
  return true;
}

void dt_codec_end(dt_codec *codec) {
  if (codec->kind == DT_CODEC_GZIP) inflateEnd(&codec->gzip);
#ifdef HAVE_ZSTD
  if (codec->kind == DT_CODEC_ZSTD) ZSTD_freeDStream(codec->zstd);
#endif
}

static dt_codec_state step_gzip(dt_codec *codec, detm_text *in, char *out, size_t *length) {
  z_stream *z = &codec->gzip;
  size_t limit = (size_t)1 << 30; /* zlib counts in unsigned int */
  uInt given = (uInt)(in->length < limit ? in->length : limit), wanted = (uInt)(*length < limit ? *length : limit);
  z->next_in = (z_const Bytef *)(uintptr_t)in->data;
  z->avail_in = given;
  z->next_out = (Bytef *)out;
  z->avail_out = wanted;
  int result = inflate(z, Z_NO_FLUSH);
  *in = dt_text_from(*in, given - z->avail_in);
  *length = wanted - z->avail_out;
  if (result == Z_STREAM_END) return DT_CODEC_MEMBER_ENDS;
  if (result == Z_MEM_ERROR) return DT_CODEC_NO_MEMORY;
  return result == Z_OK || result == Z_BUF_ERROR ? DT_CODEC_GOES_ON : DT_CODEC_DAMAGED;
}

#ifdef HAVE_ZSTD
/* A call of ZSTD_decompressStream that fails does not say how many bytes it gave before.  Therefore the input of a call
 * ends with a block: the hint of the last call, which includes the header of the next block, without that header.  It
 * has the whole block, because parts of an uncompressed block give bytes even if the block is damaged.  After a call
 * that filled `out`, the next one gets no input, only the rest of the block. */
static dt_codec_state step_zstd(dt_codec *codec, detm_text *in, char *out, size_t *length) {
  enum { BLOCK_HEADER = 3 };
  ZSTD_inBuffer input = {in->data, in->length < codec->step ? in->length : codec->step, 0};
  ZSTD_outBuffer output = {out, *length, 0};
  size_t result = ZSTD_decompressStream(codec->zstd, &output, &input);
  *in = dt_text_from(*in, input.pos);
  *length = output.pos;
  if (ZSTD_isError(result)) return DT_CODEC_DAMAGED;
  codec->step = result == 0                 ? 1
                : output.pos == output.size ? 0
                : result > BLOCK_HEADER     ? result - BLOCK_HEADER
                                            : result;
  return result == 0 ? DT_CODEC_MEMBER_ENDS : DT_CODEC_GOES_ON;
}
#endif

size_t dt_codec_wanted(const dt_codec *codec) {
#ifdef HAVE_ZSTD
  if (codec->kind == DT_CODEC_ZSTD && codec->step != 0) return codec->step;
#else
  (void)codec;
#endif
  return 1;
}

dt_codec_state dt_codec_step(dt_codec *codec, detm_text *in, char *out, size_t *length) {
#ifdef HAVE_ZSTD
  if (codec->kind == DT_CODEC_ZSTD) return step_zstd(codec, in, out, length);
#endif
  return step_gzip(codec, in, out, length);
}

void dt_codec_next_member(dt_codec *codec) {
  if (codec->kind == DT_CODEC_GZIP) inflateReset(&codec->gzip);
}

bool dt_codec_inflate(detm_text text, size_t most, dt_buffer *out, bool *full) {
  enum { PIECE = 1 << 16 };
  unsigned char first = text.length > 0 ? (unsigned char)text.data[0] : 0;
  bool gzip = dt_text_starts(text, DT_TEXT(DT_GZIP_MAGIC));
  bool zlib = text.length > 1 && (first & 0x0f) == 8 && (first * 256 + (unsigned char)text.data[1]) % 31 == 0;
  dt_codec codec = {.kind = DT_CODEC_GZIP};
  dt_codec_state state = DT_CODEC_GOES_ON;
  size_t start = out->length, length = 1, given = 1;
  *full = false;
  if (text.length == 0) return false;
  if (inflateInit2(&codec.gzip, gzip ? GZIP_WINDOW : zlib ? ZLIB_WINDOW : DEFLATE_WINDOW) != Z_OK) {
    out->failed = true;
    return false;
  }
  while (state == DT_CODEC_GOES_ON && (length != 0 || given != 0) && !*full && dt_buffer_reserve(out, PIECE)) {
    size_t left = text.length;
    length = out->capacity - out->length;
    state = dt_codec_step(&codec, &text, out->data + out->length, &length);
    given = left - text.length;
    out->length += length;
    *full = out->length - start > most;
  }
  inflateEnd(&codec.gzip);
  return state == DT_CODEC_MEMBER_ENDS || *full;
}
