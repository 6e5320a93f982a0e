/* store/diff.h: records of two runs beside each other. */
#ifndef DT_STORE_DIFF_H
#define DT_STORE_DIFF_H

#include "store/sql.h"

enum { DT_MOST_KEYS_OF_RECORD = 16 };

/* What is the same has the same number: 128 bits of hash. */
typedef struct dt_digest {
  uint64_t halves[2];
} dt_digest;

typedef enum dt_change { DT_CHANGE_NONE, DT_CHANGE_NEW, DT_CHANGE_GONE, DT_CHANGE_CHANGED } dt_change;

/* A record of a run. */
typedef struct dt_compared {
  dt_digest key, content;
  int64_t region, record;
  size_t order; /* in its run */
  dt_change change;
  struct dt_compared *other; /* of a changed one */
} dt_compared;

typedef struct dt_side {
  dt_compared *all;
  size_t count, room;
} dt_side;

/* Pushes what differs, new and changed records in their order, then those that are gone; each side is in its order. */
detm_status dt_changes_push(detm_store *store, const dt_side *before, const dt_side *after, const detm_sink *sink,
                            detm_error *error) DETM_CHECK;

#endif
