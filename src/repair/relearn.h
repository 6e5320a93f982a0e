/* repair/relearn.h: wrappers that may replace one that no longer fits. */
#ifndef DT_REPAIR_RELEARN_H
#define DT_REPAIR_RELEARN_H

#include "wrapper/record_set.h"

enum { DT_MAX_PROPOSALS = 6 };

typedef struct dt_proposals {
  detm_wrapper *wrappers[DT_MAX_PROPOSALS]; /* the caller frees each (detm_wrapper_free) */
  uint32_t count;
} dt_proposals;

/* Learns wrappers from all pages: from the records that `old` still finds, then from the lists that rank highest on
 * most pages.  Each is added to the proposals before it is learned, so that leaving the scope does not leak it. */
void dt_propose(dt_proposals *proposals, dt_arena *arena, dt_arena *scratch, const detm_wrapper *old,
                const detm_page *const *pages, size_t page_count, const detm_extract_options *options);

#endif
