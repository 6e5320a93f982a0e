/* cli/results/details.h: --details FILE: joins the records of lists with the pages that they link to. */
#ifndef DT_CLI_RESULTS_DETAILS_H
#define DT_CLI_RESULTS_DETAILS_H

#include <detm/detm.h>

#include "cli/common/pages.h"

typedef struct dt_details dt_details;

/* The column with the addresses of the pages of the records of a region: that of the title, else the column of links
 * with the most different ones, since links to reviews, shops and authors are more often the same.  NULL = none. */
const char *dt_title_link(const detm_region *region);

/* Reads all PAGEs once, finding the records of lists as the job does, and keeps what the template in `file` finds on
 * the other pages.  NULL: reported. */
dt_details *dt_details_read(dt_run *run, const char *file, const dt_page_job *job);
void dt_details_free(dt_details *details);

/* A sink that pushes the records into `next` (borrowed) with the fields of the pages that they link to. */
const detm_sink *dt_details_sink(dt_details *details, const detm_sink *next);
/* Whether a page is one that records link to: then it is no list of its own. */
bool dt_details_has(const dt_details *details, const dt_page_item *item);
/* Prepares for the records of a result, which is then emitted into the sink.  False without memory. */
bool dt_details_begin(dt_details *details, const detm_result *result);
/* Reports how many records have no details. */
void dt_details_report(const dt_details *details, dt_report *report);

#endif
