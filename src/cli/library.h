/* cli/library.h: the library of a run. */
#ifndef DT_CLI_LIBRARY_H
#define DT_CLI_LIBRARY_H

#include <detm/detm.h>

#include "cli/command.h"

typedef struct dt_library {
  detm_library *library;
  detm_library_options options;
  size_t faults; /* that were told */
} dt_library;

/* The set of an option -L, --library. */
const char *dt_set_library(dt_options *options, const char *value);

/* The set of an option --min-score. */
const char *dt_set_min_score(dt_options *options, const char *value);

/* Opens the library that was named, tells what is wrong with its files, and makes the pages of the run be parsed as it
 * needs.  False: reported. */
bool dt_library_open(dt_library *library, dt_run *run);
/* The same of a store's rules. */
bool dt_library_of_store(dt_library *library, dt_run *run, detm_store *store);
/* Tells what went wrong since. */
void dt_library_close(dt_library *library, dt_run *run);

/* The work of a dt_job: what fits a page, and the records that it gives. */
detm_result *dt_library_find(const void *library, const detm_page *page, detm_error *error);
detm_result *dt_library_apply(const void *library, const detm_page *page, detm_error *error);

#endif
