/* cli/common/summary.h: counts the pages of a run by their outcome, and reports them at the end of a long run. */
#ifndef DT_CLI_COMMON_SUMMARY_H
#define DT_CLI_COMMON_SUMMARY_H

#include "cli/common/command.h"

/* The outcome of a page. */
typedef enum dt_page_status {
  DT_PAGE_OK,
  DT_PAGE_NOTHING,
  DT_PAGE_UNFIT,
  DT_PAGE_DRIFTED,
  DT_PAGE_CUT,  /* its end is missing; what is there has a result */
  DT_PAGE_WALL, /* it blocks: asks to sign in, is out of order */
  DT_PAGE_LIMIT,
  DT_PAGE_ERROR,
  DT_PAGE_STATUS_COUNT
} dt_page_status;

typedef struct dt_summary {
  size_t pages[DT_PAGE_STATUS_COUNT];
  size_t records, doubtful; /* doubtful: pages with a result and a warning */
  double started;           /* seconds */
} dt_summary;

/* Reports the figures if there are many pages, or if the run was stopped by a signal; also what was skipped, unless
 * that was in one file whose message said it. */
void dt_summary_print(const dt_summary *summary, dt_run *run);

#endif
