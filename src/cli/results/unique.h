/* cli/results/unique.h: a sink that knows each record before it writes it.
 *
 * --unique COLUMN writes only the first of the records with the same value, as the pages of a list overlap when its
 * site inserts a record between two requests.  --record-id gives each record an id that it has every night. */
#ifndef DT_CLI_RESULTS_UNIQUE_H
#define DT_CLI_RESULTS_UNIQUE_H

#include <detm/detm.h>

#include "base/base.h"
#include "cli/common/report.h"

typedef struct dt_unique dt_unique;

/* Pushes into `next` (borrowed) all records but those whose values of the column (borrowed) one before had; column
 * NULL: all.  NULL with DETM_NO_MEMORY. */
dt_unique *dt_unique_new(const detm_sink *next, const char *column, detm_error *error);
const detm_sink *dt_unique_sink(dt_unique *unique);
/* From now on `id` (borrowed; part of the writer's note) is that of each record when the record is pushed: the values
 * of the column, else a hash of its title (the column title, name or headline, or the first text) and link, else of all
 * its values. */
void dt_unique_set_id(dt_unique *unique, detm_kept *id);
/* Adds an address without the parameters that only say where a visitor came from: "utm_source=mail". */
void dt_unique_add_address(dt_buffer *out, detm_text address);
/* Reports how many records were dropped, or that no page has the column. */
void dt_unique_report(const dt_unique *unique, dt_report *report);
void dt_unique_free(dt_unique *unique);

#endif
