/* cli/results/save.h: --save: writes results to the store as well as to the output. */
#ifndef DT_CLI_RESULTS_SAVE_H
#define DT_CLI_RESULTS_SAVE_H

#include <detm/detm.h>

#include "cli/common/command.h"
#include "cli/common/pages.h"

/* A run that is saved while it is printed.  An error of the store is reported and ends only the saving. */
typedef struct dt_save {
  dt_run *run;
  detm_store *store;
  detm_saving *saving; /* NULL = not saved, or no longer */
  const detm_sink *writer;
  detm_sink sink; /* pushes into both */
} dt_save;

/* Begins a run; *sink becomes one that pushes into the store too.  Errors are reported. */
void dt_save_open(dt_save *save, dt_run *run, const detm_sink **sink);
/* Call this before the page's result is pushed; does nothing if the run is not saved. */
void dt_save_page(dt_save *save, const dt_finished *finished);
/* Says that the page has drifted or is cut, so that it does not enter the baseline. */
void dt_save_drifted(dt_save *save);
/* done false: the run is discarded. */
void dt_save_close(dt_save *save, bool done);

#endif
