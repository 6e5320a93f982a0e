/* cli/rules/library.h: the library of a run: a folder of wrappers and templates, or those of a store. */
#ifndef DT_CLI_RULES_LIBRARY_H
#define DT_CLI_RULES_LIBRARY_H

#include <detm/detm.h>

#include "cli/common/command.h"

#define DT_WRONG_SCORE "is not a score: write a number from 0 to 1"

typedef struct dt_library {
  detm_library *library;
  detm_library_options options;
  size_t faults; /* that were reported */
} dt_library;

/* Opens the library in `folder` (NULL is a usage error), reports faults of its files, and sets which parts of pages are
 * parsed.  False: reported. */
bool dt_library_open(dt_library *library, dt_run *run, const char *folder, double min_score);
/* The same for the rules of a store. */
bool dt_library_open_store(dt_library *library, dt_run *run, detm_store *store, double min_score);
/* Reports faults found since it was opened. */
void dt_library_close(dt_library *library, dt_run *run);

/* Works for a dt_page_job: find the rules that fit a page; print the records by the best one. */
detm_result *dt_library_find(const void *library, const detm_page *page, detm_error *error);
detm_result *dt_library_apply(const void *library, const detm_page *page, detm_error *error);

#endif
