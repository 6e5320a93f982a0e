/* cli/pages.h: the loop over pages.
 *
 * Threads read, parse and work; the main thread takes what they finish in the order of the command line, and
 * no thread runs further ahead than a small window, so that a million pages need no more memory
 * than a few. */
#ifndef DT_CLI_PAGES_H
#define DT_CLI_PAGES_H

#include <detm/detm.h>

#include "cli/command.h"

/* What became of one page. */
typedef struct dt_finished {
  const char *name;
  size_t number;       /* of the page, from 0 */
  detm_page *page;     /* NULL: error says why */
  detm_result *result; /* NULL: error says why, or the job makes none */
  detm_error error;
  double seconds; /* that it took */
  bool ready;
} dt_finished;

typedef struct dt_job {
  /* In a thread of its own; NULL: pages are only read and parsed. */
  detm_result *(*work)(const void *data, const detm_page *page, detm_error *error);
  const void *work_data;
  /* In the main thread, in order; what it takes out of `finished` (sets NULL) is its own.  False ends the loop. */
  bool (*take)(void *data, dt_finished *finished);
  void *take_data;
  /* Pages that are there already, NULL entries for those that failed before; NULL: read them. */
  detm_page *const *pages;
} dt_job;

/* False: ended early. */
bool dt_pages_run(dt_run *run, const dt_job *job);

/* Reads and parses one page; NULL: *error says why.  dt_page_tell is left to who asks for it. */
detm_page *dt_page_read(const dt_options *options, const char *name, detm_error *error);

/* Names a page (NULL = none) of which a limit left something out; dt_pages_run does. */
void dt_page_tell(dt_run *run, const detm_page *page);

/* All pages at once, for learning from them: an array of run's page_count, NULL entries for those that
 * failed (reported).  dt_pages_free frees it. */
detm_page **dt_pages_gather(dt_run *run);
/* Those of them that could be read, without gaps; *count of them.  NULL: reported.  The caller frees the array. */
const detm_page **dt_pages_there(dt_run *run, detm_page *const *pages, size_t *count);
void dt_pages_free(detm_page **pages, size_t count);

#endif
