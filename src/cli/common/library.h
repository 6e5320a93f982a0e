/* cli/common/library.h: the library of a run: a folder of wrappers and templates, or those of a store. */
#ifndef DT_CLI_COMMON_LIBRARY_H
#define DT_CLI_COMMON_LIBRARY_H

#include <detm/detm.h>

#include "cli/common/command.h"

#define DT_WRONG_SCORE "is not a score: write a number from 0 to 1"

typedef struct dt_library {
  detm_library *library;
  detm_library_options options;
  size_t faults; /* how many were reported */
} dt_library;

/* Opens the library in `folder` (NULL is an error of usage), reports what is wrong with its files, and sets which
 * parts of pages are parsed.  False: reported. */
bool dt_library_open(dt_library *library, dt_run *run, const char *folder, double min_score);
/* The same for the rules of a store. */
bool dt_library_open_store(dt_library *library, dt_run *run, detm_store *store, double min_score);
/* Reports faults found since it was opened. */
void dt_library_close(dt_library *library, dt_run *run);

/* The work of a dt_page_job: the rules that fit a page, and the records that the best one gives. */
detm_result *dt_library_find(const void *library, const detm_page *page, detm_error *error);
detm_result *dt_library_apply(const void *library, const detm_page *page, detm_error *error);

#endif
