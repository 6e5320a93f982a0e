/* cli/store.h: the store of a run, and what 'detm store' does with it. */
#ifndef DT_CLI_STORE_H
#define DT_CLI_STORE_H

#include <detm/detm.h>

#include "cli/command.h"

/* The set of an option --store FILE. */
const char *dt_set_store(dt_options *options, const char *value);

/* Opens the store that --store names, else the user's.  NULL: reported. */
detm_store *dt_store_open(dt_run *run, bool create);
/* What the library said of the store, or of the words that it was given. */
void dt_store_fault(dt_run *run, const detm_store *store, const detm_error *error);

/* What stands behind 'detm store NAME', but for the words that are its name. */
typedef struct dt_action {
  dt_run *run;
  detm_store *store;
  char **words;
  size_t count;
} dt_action;

/* The options of those that print a text, records, what they find on pages; those that take many names. */
#define DT_TAKES_OUTPUT "output max-output "
#define DT_TAKES_FORMAT "format " DT_TAKES_OUTPUT
#define DT_TAKES_NAMES "files-from null "
#define DT_TAKES_PAGES                                                                                                 \
  "base encoding max-bytes max-nodes max-depth seconds max-records jobs progress " DT_TAKES_NAMES DT_TAKES_FORMAT

/* A subcommand. */
typedef struct dt_store_command {
  const char *name;   /* "add", "interest add" */
  const char *usage;  /* the words it takes */
  const char *takes;  /* the options that it has beside --store, -q and -v, each with a blank behind it */
  size_t least, most; /* of them */
  bool create;        /* a store is made where there is none */
  void (*run)(const dt_action *action);
} dt_store_command;

/* Lists that end with a NULL name: of rules (store-rules.c), of results (store-runs.c), of interests
 * (store-interests.c). */
extern const dt_store_command dt_store_rules[], dt_store_runs[], dt_store_interests[];

/* The run that a word names; 0: reported. */
size_t dt_store_run(const dt_action *action, const char *word);
/* What differs between two runs (store-diff.c). */
void dt_store_diff(const dt_action *action);

#endif
