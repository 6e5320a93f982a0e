/* cli/common/packing.c: gzip with zlib, zstd with libzstd. */
#include "config.h"

#include "cli/common/packing.h"

#include <stdlib.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

struct dt_packing {
  z_stream gzip;
#ifdef HAVE_ZSTD
  ZSTD_CStream *zstd; /* NULL: gzip */
#endif
};

dt_packing_kind dt_packing_of_name(const char *name, size_t *length) {
  static const struct {
    const char *ending;
    dt_packing_kind kind;
  } endings[] = {
      {".gz", DT_PACKING_GZIP},
#ifdef HAVE_ZSTD
      {".zst", DT_PACKING_ZSTD},
#endif
  };

  detm_text text = dt_text(name);
  *length = text.length;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t ending = strlen(endings[i].ending);
    if (text.length <= ending || !dt_text_ends_ci(text, dt_text(endings[i].ending))) continue;
    *length -= ending;
    return endings[i].kind;
  }

  return DT_PACKING_NONE;
}

dt_packing *dt_packing_open(dt_packing_kind kind) {
  enum { GZIP = 15 + 16, MEMORY = 8 };
  dt_packing *packing = calloc(1, sizeof *packing);
  bool ready = packing != NULL;
#ifdef HAVE_ZSTD
  if (ready && kind == DT_PACKING_ZSTD) ready = (packing->zstd = ZSTD_createCStream()) != NULL;
#endif
  if (ready && kind == DT_PACKING_GZIP)
    ready = deflateInit2(&packing->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
  if (ready) return packing;
  free(packing);
  return NULL;
}

void dt_packing_close(dt_packing *packing) {
  if (packing == NULL) return;
#ifdef HAVE_ZSTD
  if (packing->zstd != NULL)
    ZSTD_freeCStream(packing->zstd);
  else
#endif
    deflateEnd(&packing->gzip);
  free(packing);
}

#ifdef HAVE_ZSTD
static bool add_zstd(ZSTD_CStream *zstd, detm_text bytes, bool ends, dt_buffer *out) {
  ZSTD_inBuffer in = {bytes.data, bytes.length, 0};
  for (size_t left = 1; (ends ? left != 0 : in.pos < in.size) && dt_buffer_reserve(out, ZSTD_CStreamOutSize());) {
    ZSTD_outBuffer to = {out->data + out->length, out->capacity - out->length, 0};
    left = ZSTD_compressStream2(zstd, &to, &in, ends ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left)) return false;
    out->length += to.pos;
  }
  return !out->failed;
}
#endif

static bool add_gzip(z_stream *gzip, detm_text bytes, bool ends, dt_buffer *out) {
  enum { PIECE = 1 << 30, SPACE = 1 << 14 };
  do {
    uInt some = bytes.length < PIECE ? (uInt)bytes.length : PIECE;
    bool last = some == bytes.length;
    gzip->next_in = (Bytef *)(uintptr_t)bytes.data;
    gzip->avail_in = some;
    do {
      if (!dt_buffer_reserve(out, SPACE)) return false;
      gzip->next_out = (Bytef *)(out->data + out->length);
      gzip->avail_out = SPACE;
      if (deflate(gzip, ends && last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) return false;
      out->length += SPACE - gzip->avail_out;
    } while (gzip->avail_out == 0);
    bytes = dt_text_from(bytes, some);
  } while (bytes.length != 0);

  return true;
}

bool dt_packing_add(dt_packing *packing, detm_text bytes, bool ends, dt_buffer *out) {
#ifdef HAVE_ZSTD
  if (packing->zstd != NULL) return add_zstd(packing->zstd, bytes, ends, out);
#endif
  return add_gzip(&packing->gzip, bytes, ends, out);
}
