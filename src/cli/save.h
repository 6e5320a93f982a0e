/* cli/save.h: --save: results go to the store as well as to the output. */
#ifndef DT_CLI_SAVE_H
#define DT_CLI_SAVE_H

#include <detm/detm.h>

#include "cli/command.h"
#include "cli/pages.h"

/* --save and --store FILE; and the set of the first. */
extern const dt_option dt_options_save[];
const char *dt_set_save(dt_options *options, const char *value);

/* A run that is saved while it is printed.  What goes wrong with the store is reported and ends the saving, not the
 * printing. */
typedef struct dt_save {
  dt_run *run;
  detm_store *store;
  detm_saving *saving; /* NULL = not, or not any more */
  const detm_sink *writer;
  detm_sink sink; /* to both */
} dt_save;

/* Begins a run; *sink becomes one that pushes into the store, too.  A store that does not take it is reported. */
void dt_save_open(dt_save *save, dt_run *run, const detm_sink **sink);
/* To be called before the page's result is pushed; does nothing where nothing is saved. */
void dt_save_page(dt_save *save, const dt_finished *finished);
/* done false: there is no such run. */
void dt_save_close(dt_save *save, bool done);

#endif
