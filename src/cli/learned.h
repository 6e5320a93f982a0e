/* cli/learned.h: a wrapper together with the pages it was learned from. */
#ifndef DT_CLI_LEARNED_H
#define DT_CLI_LEARNED_H

#include <detm/detm.h>

#include "cli/command.h"

typedef struct dt_learned {
  detm_wrapper *wrapper;
  detm_page **pages; /* it was learned from, NULL entries for those that failed */
  size_t page_count;
  const detm_extract_options *options;
} dt_learned;

/* False: reported. */
bool dt_learned_from_pages(dt_learned *learned, dt_run *run);
void dt_learned_free(dt_learned *learned);

/* The work of a dt_job: applies the wrapper of `learned` to a page. */
detm_result *dt_learned_apply(const void *learned, const detm_page *page, detm_error *error);

#endif
