/* store/diff.h: the records of two runs to compare. */
#ifndef DT_STORE_DIFF_H
#define DT_STORE_DIFF_H

#include "store/sql.h"

/* A 128-bit hash; equal digests count as equal contents. */
typedef struct dt_record_digest {
  uint64_t halves[2];
} dt_record_digest;

typedef enum dt_change { DT_CHANGE_NONE, DT_CHANGE_NEW, DT_CHANGE_GONE, DT_CHANGE_CHANGED } dt_change;

typedef struct dt_compared {
  dt_record_digest key, content;
  int64_t region, record;
  size_t order; /* index in its run */
  dt_change change;
  struct dt_compared *other; /* for a changed record of the later run: its earlier version */
} dt_compared;

typedef struct dt_diff_side {
  dt_compared *all;
  uint32_t count, capacity;
} dt_diff_side;

/* Whether a field is not compared. */
bool dt_diff_ignores(const detm_diff_options *options, detm_text field);
/* The value as it is compared: an address without the parameters that are ignored, in `plain`. */
detm_text dt_diff_compared(const detm_diff_options *options, detm_text value, dt_buffer *plain);

#endif
