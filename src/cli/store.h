/* cli/store.h: the store of a run, and the subcommands of 'detm store':
 *
 *   store.c            opens the store, finds the subcommand
 *   store_rules.c      add, list, show, find, remove, import, export
 *   store_runs.c       runs, records, pages, forget
 *   store_diff.c       diff
 *   store_interests.c  interest add, list, remove */
#ifndef DT_CLI_STORE_H
#define DT_CLI_STORE_H

#include <detm/detm.h>

#include "cli/common/command.h"

enum { DT_MAX_KEYS = 16 };

/* The options of 'detm store' alone. */
typedef struct dt_store_options {
  const char *rule, *site, *domain, *query; /* NULL = none */
  bool all, force;
  double min_score;
  const char *keys[DT_MAX_KEYS];
  size_t key_count;
  size_t keep;
  const char *pattern; /* of an interest */
} dt_store_options;

/* Opens the store that --store names, else the user's.  NULL: reported. */
detm_store *dt_store_open(dt_run *run, bool create);
/* Reports an error of the library about the store or its arguments. */
void dt_store_fault(dt_run *run, const detm_store *store, const detm_error *error);

/* A subcommand on its way: the words are those after its name. */
typedef struct dt_action {
  dt_run *run;
  detm_store *store;
  char **words;
  size_t count;
} dt_action;

/* Options of subcommands that print a text, print records, read pages, take many names. */
#define DT_TAKES_OUTPUT "output max-output "
#define DT_TAKES_FORMAT "format " DT_TAKES_OUTPUT
#define DT_TAKES_NAMES "files-from null "
#define DT_TAKES_PAGES                                                                                                 \
  "base encoding max-bytes max-nodes max-depth seconds max-records jobs progress " DT_TAKES_NAMES DT_TAKES_FORMAT

/* A subcommand. */
typedef struct dt_store_command {
  const char *name;   /* "add", "interest add" */
  const char *usage;  /* the words it takes */
  const char *takes;  /* its options besides --store, -q and -v, each followed by a space */
  size_t least, most; /* words */
  bool create;        /* makes a store if there is none */
  void (*run)(const dt_action *action);
} dt_store_command;

/* Each ends with a NULL name. */
extern const dt_store_command dt_store_rules[], dt_store_runs[], dt_store_interests[];

/* The number of the run that a word names; 0: reported. */
size_t dt_store_run(const dt_action *action, const char *word);
/* Prints what differs between two runs. */
void dt_store_diff(const dt_action *action);

#endif
