/* cli/common/pages.h: the loop over pages.
 *
 * Threads read, parse and process pages; the main thread takes the results in the order of the command line.  No
 * thread runs further ahead than a small window, so that a million pages need no more memory than a few. */
#ifndef DT_CLI_COMMON_PAGES_H
#define DT_CLI_COMMON_PAGES_H

#include <detm/detm.h>

#include "cli/common/command.h"

/* A page that a thread has finished. */
typedef struct dt_finished {
  const char *name;
  size_t number;       /* index of the page */
  detm_page *page;     /* NULL: error says why */
  detm_result *result; /* NULL: error says why, or the job has no work */
  detm_locale *locale; /* locale of the page, with --typed; else NULL */
  detm_error error;
  double seconds; /* that the work took */
  bool ready;
} dt_finished;

typedef struct dt_page_job {
  /* Called in a thread; NULL: pages are only read and parsed. */
  detm_result *(*work)(const void *data, const detm_page *page, detm_error *error);
  const void *work_data;
  /* Called in the main thread, in order; it may take the page or the result, and then sets it to NULL.  False ends the
   * loop. */
  bool (*take)(void *data, dt_finished *finished);
  void *take_data;
  /* Pages that were read before, with NULL for those that failed; NULL: read the pages. */
  detm_page *const *pages;
} dt_page_job;

/* False: the loop ended early. */
bool dt_pages_run(dt_run *run, const dt_page_job *job);

/* Reads and parses one page; NULL: *error says why.  The caller calls dt_page_report. */
detm_page *dt_page_read(const dt_options *options, const char *name, detm_error *error);

/* Reports that a limit cut the page, if it did; page NULL: does nothing.  dt_pages_run calls it. */
void dt_page_report(dt_run *run, const detm_page *page);

/* Reads all pages, for learning from them.  Returns an array of options.pages.count, with NULL for pages that failed
 * (reported), which dt_pages_free frees; NULL: reported. */
detm_page **dt_pages_gather(dt_run *run);
/* Returns the *count pages that could be read, without gaps; the caller frees the array.  NULL: reported. */
const detm_page **dt_pages_there(dt_run *run, detm_page *const *pages, size_t *count);
void dt_pages_free(detm_page **pages, size_t count);

#endif
