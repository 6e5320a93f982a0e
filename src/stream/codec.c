/* stream/codec.c: decompression in steps, and of texts in memory. */
#include "config.h"

#include "stream/codec.h"

#include <stdlib.h>
#ifdef HAVE_ZSTD
#include <zstd_errors.h>
#endif

enum { GZIP_WINDOW = 15 + 16, ZLIB_WINDOW = 15, DEFLATE_WINDOW = -15 };

#ifdef HAVE_ZSTD
static bool start_zstd(dt_codec *codec) {
  codec->kind = DT_CODEC_ZSTD;
  codec->zstd = ZSTD_createDStream();
  codec->step = 1;
  return codec->zstd != NULL && !ZSTD_isError(ZSTD_initDStream(codec->zstd));
}
#endif

bool dt_codec_start(dt_codec *codec, detm_text start) {
  *codec = (dt_codec){.kind = DT_CODEC_NONE};
  if (dt_text_starts(start, DT_TEXT(DT_GZIP_MAGIC))) {
    codec->kind = DT_CODEC_GZIP;
    return inflateInit2(&codec->gzip, GZIP_WINDOW) == Z_OK;
  }
#ifdef HAVE_ZSTD
  if (dt_text_starts(start, DT_TEXT(DT_ZSTD_MAGIC)) || dt_text_starts(start, DT_TEXT(DT_ZSTD_DICTIONARY_MAGIC)))
    return start_zstd(codec);
#endif
  return true;
}

void dt_codec_end(dt_codec *codec) {
#ifdef HAVE_LIBDEFLATE
  if (codec->whole != NULL) libdeflate_free_decompressor(codec->whole);
#endif
  if (codec->kind == DT_CODEC_GZIP) inflateEnd(&codec->gzip);
#ifdef HAVE_ZSTD
  if (codec->kind == DT_CODEC_ZSTD) ZSTD_freeDStream(codec->zstd);
#endif
#ifdef HAVE_BROTLI
  if (codec->kind == DT_CODEC_BROTLI) BrotliDecoderDestroyInstance(codec->brotli);
#endif
}

dt_codec_state dt_codec_set_dictionary(dt_codec *codec, detm_text dictionary) {
#ifdef HAVE_ZSTD
  dt_buffer plain = {0};
  bool full = false, compressed = dt_text_starts(dictionary, DT_TEXT(DT_ZSTD_MAGIC));
  dt_codec_state state = DT_CODEC_MEMBER_ENDS;
  if (compressed) {
    state = dt_codec_decode(DT_CODEC_ZSTD, dictionary, DT_MAX_DICTIONARY, &plain, &full);
    dictionary = (detm_text){plain.data, plain.length};
  }

  if (plain.failed)
    state = DT_CODEC_NO_MEMORY;
  else if (state != DT_CODEC_MEMBER_ENDS || full || !dt_text_starts(dictionary, DT_TEXT("\x37\xa4\x30\xec")))
    state = DT_CODEC_DAMAGED;
  else
    state = ZSTD_isError(ZSTD_DCtx_loadDictionary(codec->zstd, dictionary.data, dictionary.length)) ? DT_CODEC_DAMAGED
                                                                                                    : DT_CODEC_GOES_ON;

  dt_buffer_free(&plain);
  return state;
#else
  (void)codec;
  (void)dictionary;
  return DT_CODEC_DAMAGED;
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
  if (ZSTD_isError(result))
    return ZSTD_getErrorCode(result) == ZSTD_error_dictionary_wrong ? DT_CODEC_NO_DICTIONARY : DT_CODEC_DAMAGED;
  codec->step = result == 0                 ? 1
                : output.pos == output.size ? 0
                : result > BLOCK_HEADER     ? result - BLOCK_HEADER
                                            : result;
  return result == 0 ? DT_CODEC_MEMBER_ENDS : DT_CODEC_GOES_ON;
}
#endif

#ifdef HAVE_BROTLI
static dt_codec_state step_brotli(dt_codec *codec, detm_text *in, char *out, size_t *length) {
  size_t left = in->length, space = *length;
  const uint8_t *next = (const uint8_t *)in->data;
  uint8_t *to = (uint8_t *)out;
  BrotliDecoderResult result = BrotliDecoderDecompressStream(codec->brotli, &left, &next, &space, &to, NULL);
  *in = dt_text_from(*in, in->length - left);
  *length -= space;
  if (result == BROTLI_DECODER_RESULT_SUCCESS) return DT_CODEC_MEMBER_ENDS;
  return result == BROTLI_DECODER_RESULT_ERROR ? DT_CODEC_DAMAGED : DT_CODEC_GOES_ON;
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
#ifdef HAVE_BROTLI
  if (codec->kind == DT_CODEC_BROTLI) return step_brotli(codec, in, out, length);
#endif
  return step_gzip(codec, in, out, length);
}

void dt_codec_next_member(dt_codec *codec) {
  if (codec->kind == DT_CODEC_GZIP) inflateReset(&codec->gzip);
}

#ifdef HAVE_LIBDEFLATE
/* A member that is cut off, too large or damaged costs a part of its time twice: so after n such members in turn the
 * next 2^n are left to zlib, and the only member of a large file is tried once. */
bool dt_codec_whole_member(dt_codec *codec, detm_text *in, char *out, size_t *length) {
  enum { MOST_PASSED = 1 << 12 };
  size_t read, written;
  if (codec->kind != DT_CODEC_GZIP || (codec->whole == NULL && codec->failures != 0)) return false;
  if (codec->failures != 0 && ++codec->passed < 1U << codec->failures) return false;

  if (codec->whole == NULL) codec->whole = libdeflate_alloc_decompressor();
  codec->passed = 0;
  bool done = codec->whole != NULL && libdeflate_gzip_decompress_ex(codec->whole, in->data, in->length, out, *length,
                                                                    &read, &written) == LIBDEFLATE_SUCCESS;
  codec->failures = done ? 0 : codec->failures + (1U << codec->failures < MOST_PASSED);
  if (!done) return false;
  *in = dt_text_from(*in, read);
  *length = written;
  return true;
}
#else
bool dt_codec_whole_member(dt_codec *codec, detm_text *in, char *out, size_t *length) {
  (void)codec;
  (void)in;
  (void)out;
  (void)length;
  return false;
}
#endif

dt_codec_kind dt_codec_of_coding(detm_text name) {
  if (dt_text_ends_ci(name, DT_TEXT("gzip")) || dt_text_equal_ci(name, DT_TEXT("deflate"))) return DT_CODEC_GZIP;
#ifdef HAVE_ZSTD
  if (dt_text_equal_ci(name, DT_TEXT("zstd"))) return DT_CODEC_ZSTD;
#endif
#ifdef HAVE_BROTLI
  if (dt_text_equal_ci(name, DT_TEXT("br"))) return DT_CODEC_BROTLI;
#endif
  return DT_CODEC_NONE;
}

/* Starts the codec of a text.  False without memory. */
static bool start_kind(dt_codec *codec, dt_codec_kind kind, detm_text text) {
  *codec = (dt_codec){.kind = kind};
#ifdef HAVE_ZSTD
  if (kind == DT_CODEC_ZSTD) return start_zstd(codec);
#endif
#ifdef HAVE_BROTLI

  if (kind == DT_CODEC_BROTLI) {
    codec->brotli = BrotliDecoderCreateInstance(NULL, NULL, NULL);
    return codec->brotli != NULL;
  }
#endif

  unsigned char first = text.length > 0 ? (unsigned char)text.data[0] : 0;
  bool gzip = dt_text_starts(text, DT_TEXT(DT_GZIP_MAGIC));
  bool zlib = text.length > 1 && (first & 0x0f) == 8 && (first * 256 + (unsigned char)text.data[1]) % 31 == 0;
  return inflateInit2(&codec->gzip, gzip ? GZIP_WINDOW : zlib ? ZLIB_WINDOW : DEFLATE_WINDOW) == Z_OK;
}

static bool begins_member(dt_codec_kind kind, detm_text text) {
  return dt_text_starts(text, kind == DT_CODEC_ZSTD ? DT_TEXT(DT_ZSTD_MAGIC) : DT_TEXT(DT_GZIP_MAGIC));
}

dt_codec_state dt_codec_decode(dt_codec_kind kind, detm_text text, size_t most, dt_buffer *out, bool *full) {
  enum { PIECE = 1 << 16 };
  dt_codec codec;
  dt_codec_state state = DT_CODEC_GOES_ON;
  size_t start = out->length, length = 1, given = 1;

  *full = false;
  if (text.length == 0) return DT_CODEC_DAMAGED;
  if (!start_kind(&codec, kind, text)) {
    dt_codec_end(&codec);
    out->failed = true;
    return DT_CODEC_NO_MEMORY;
  }

  while (state == DT_CODEC_GOES_ON && (length != 0 || given != 0) && !*full && dt_buffer_reserve(out, PIECE)) {
    size_t left = text.length;
    length = out->capacity - out->length;
    state = dt_codec_step(&codec, &text, out->data + out->length, &length);
    given = left - text.length;
    out->length += length;
    *full = out->length - start > most;
    /* the members of a file of gzip, and the frames of zstd, are one text */
    if (state == DT_CODEC_MEMBER_ENDS && !*full && begins_member(kind, text)) {
      dt_codec_next_member(&codec);
      state = DT_CODEC_GOES_ON;
    }
  }

  dt_codec_end(&codec);
  return state;
}
