/* cli/common/baseline.h: what a wrapper or template gave before: when it was learned, and in runs saved in the store.
 */
#ifndef DT_CLI_COMMON_BASELINE_H
#define DT_CLI_COMMON_BASELINE_H

#include <detm/detm.h>

#include "cli/common/draft.h"
#include "cli/common/pages.h"
#include "cli/common/rule.h"

/* Returns the profile from learning (with all_columns and no store: of the columns left out as noise too), widened by
 * the profiles of the last runs of this file that are saved in the store and had not drifted; store NULL = none.  Of
 * these runs only the columns that all runs have count, not those of --all-columns and --others.  The profile is empty
 * if nothing is known.  NULL: *error says why. */
detm_profile *dt_baseline_of(const dt_run_rule *rule, const char *hash, detm_store *store, bool all_columns,
                             detm_error *error);

/* The same with the run's file and the store that --store names, not the user's own.  NULL: reported. */
detm_profile *dt_baseline_read(dt_run *run, const dt_run_rule *rule);

/* "price: before in 16 of 16 records, now in 0 of 8 records (1.00)" */
void dt_finding_print(dt_draft *out, const detm_finding *finding);

/* The baseline of the rules that pages are read by while results are saved: of one file, or of rules of the store. */
typedef struct dt_watch {
  dt_run *run;
  detm_store *store;      /* NULL = no past runs */
  char *name;             /* of the rule that the baseline is of, "books/shop@3"; NULL = the file of the run */
  detm_profile *baseline; /* NULL = nothing is known */
} dt_watch;

/* Watches what `rule` gives (NULL: rules of the store, which the results name). */
void dt_watch_start(dt_watch *watch, dt_run *run, const dt_run_rule *rule);
void dt_watch_end(dt_watch *watch);
/* Warns of drift, and sets the status to 1 if there is any. */
void dt_watch_page(dt_watch *watch, const dt_finished *finished);

#endif
