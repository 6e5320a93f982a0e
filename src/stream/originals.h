/* stream/originals.h: the pages of WARC records that later records of a run may repeat.
 *
 * A crawler that gets the same bytes again writes a record "revisit", which names the record that has them: by its
 * WARC-Record-ID, by its URI and date, or by the digest of its payload.  At most DT_ORIGINALS_BYTES of the pages that
 * were read last are kept, so that memory does not grow with the archive. */
#ifndef DT_STREAM_ORIGINALS_H
#define DT_STREAM_ORIGINALS_H

#include "base/base.h"

enum { DT_ORIGINALS_BYTES = 64 << 20, DT_ORIGINALS_PAGES = 1 << 14 };

typedef struct dt_originals dt_originals;

/* What a record says of itself, or a revisit of its original; empty where it does not say. */
typedef struct dt_original_keys {
  detm_text id, uri, date, digest;
} dt_original_keys;

typedef struct dt_original {
  char *text;               /* the keys, the encoding, and the page */
  size_t length;            /* of all of these */
  dt_original_keys keys;    /* in the text */
  detm_text encoding, page; /* the encoding as its server declared it, empty = not */
  uint64_t id_hash, uri_hash, digest_hash;
} dt_original;

/* NULL without memory. */
dt_originals *dt_originals_open(void);
void dt_originals_close(dt_originals *originals);
/* Keeps a copy of a page, and drops the oldest ones beyond the limits.  A page that is too large, or for which there is
 * no memory, is not kept. */
void dt_originals_keep(dt_originals *originals, const dt_original_keys *keys, detm_text encoding, detm_text page);
/* The last page that was kept and is the one of a revisit; NULL if there is none.  Valid until the next is kept. */
const dt_original *dt_originals_find(const dt_originals *originals, const dt_original_keys *keys);

#endif
