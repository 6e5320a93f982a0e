/* cli/common/unique.h: --unique COLUMN: a sink that writes only the first of the records with the same value, as
 * the pages of a list overlap when its site inserts a record between two requests. */
#ifndef DT_CLI_COMMON_UNIQUE_H
#define DT_CLI_COMMON_UNIQUE_H

#include <detm/detm.h>

#include "cli/common/report.h"

typedef struct dt_unique dt_unique;

/* Pushes into `next` (borrowed) all records but those whose values of the column (borrowed) one before had.  NULL with
 * DETM_NO_MEMORY. */
dt_unique *dt_unique_new(const detm_sink *next, const char *column, detm_error *error);
const detm_sink *dt_unique_sink(dt_unique *unique);
/* Tells how many records were dropped, or that no page has the column. */
void dt_unique_report(const dt_unique *unique, dt_report *report);
void dt_unique_free(dt_unique *unique);

#endif
