/* drift/propose.h: wrappers that may take the place of one that a site has outgrown. */
#ifndef DT_PROPOSE_H
#define DT_PROPOSE_H

#include "wrapper/learn.h"

enum { DT_MOST_PROPOSALS = 6 };

typedef struct dt_proposals {
  detm_wrapper *wrappers[DT_MOST_PROPOSALS]; /* each calloc'ed: the caller frees them (detm_wrapper_free) */
  uint32_t count;
} dt_proposals;

/* Learns wrappers from all pages: from the records that `old` still finds there, then from the lists that stand highest
 * on most pages.  Each is in proposals as soon as it begins, so that an escape leaks none. */
void dt_propose(dt_proposals *proposals, dt_arena *arena, dt_arena *scratch, const detm_wrapper *old,
                const detm_page *const *pages, size_t page_count, const detm_extract_options *options);

#endif
