/* cli/past.h: what a wrapper or a template gave before: when it was learned, and in the runs that the store has of it.
 */
#ifndef DT_CLI_PAST_H
#define DT_CLI_PAST_H

#include <detm/detm.h>

#include "cli/applied.h"
#include "cli/pages.h"

/* What was noted while learning, widened by those of the store's last runs of this very file that had not drifted
 * themselves; store NULL = none.  Empty if nothing is known.  NULL: *error says why. */
detm_profile *dt_past_of(const dt_applied *applied, const char *hash, detm_store *store, detm_error *error);

/* The same of the run's own file and the store that it names: what the user's own store has is not asked for.  NULL:
 * reported. */
detm_profile *dt_past_read(dt_run *run, const dt_applied *applied);

/* The past of the rules that pages are read by while their results are saved: one file, or rules of the store. */
typedef struct dt_watch {
  dt_run *run;
  detm_store *store;  /* NULL = no past runs */
  char *name;         /* of the rule that `past` is of, "books/shop@3"; NULL = the file of the run */
  detm_profile *past; /* NULL = nothing is known */
} dt_watch;

/* Watches what `applied` gives (NULL: rules of the store, as results name them). */
void dt_watch_start(dt_watch *watch, dt_run *run, const dt_applied *applied);
void dt_watch_end(dt_watch *watch);
/* Warns of what has drifted; the status becomes 1. */
void dt_watch_page(dt_watch *watch, const dt_finished *finished);

#endif
