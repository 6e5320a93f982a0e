/* cli/results.h: what extract and apply share: results go to a writer, and what is to be said about
 * them to standard error. */
#ifndef DT_CLI_RESULTS_H
#define DT_CLI_RESULTS_H

#include <detm/detm.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/pages.h"
#include "cli/past.h"
#include "cli/save.h"

typedef struct dt_results {
  dt_run *run;
  dt_output output;
  detm_writer *writer;
  const detm_sink *sink; /* the writer's, or with --save one that saves as well */
  dt_save save;
  dt_watch *watch;                                        /* of what is applied and saved; NULL = nothing is compared */
  detm_filter *filter;                                    /* NULL = none */
  void (*tell)(dt_run *run, const dt_finished *finished); /* of each page; dt_results_tell unless a command sets it */
} dt_results;

/* False: reported. */
bool dt_results_open(dt_results *results, dt_run *run);

/* The take of a dt_job: one page's result is written and talked about. */
bool dt_results_take(void *results, dt_finished *finished);

/* done false: the run ended early, and no file is written. */
void dt_results_close(dt_results *results, bool done);

/* Says why the results could not be written. */
void dt_results_tell_end(dt_results *results, const detm_error *error);

/* Says why a page gave nothing, or what is odd about what it gave; notes of -v. */
void dt_results_tell(dt_run *run, const dt_finished *finished);

#endif
