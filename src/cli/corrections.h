/* cli/corrections.h: what was learned from mistakes: --corrections and --correct. */
#ifndef DT_CLI_CORRECTIONS_H
#define DT_CLI_CORRECTIONS_H

#include "cli/command.h"

/* Where corrections are kept if nothing is said. */
#define DT_CORRECTIONS_FOLDER "templates/corrections"

const char *dt_set_corrections(dt_options *options, const char *value);

/* Loads the corrections of --corrections, or of the usual folder if there is one, into the options: *loaded, NULL =
 * none, is the caller's to free.  False: reported. */
bool dt_corrections_open(dt_run *run, detm_corrections **loaded);

/* --correct: writes the correction of the one page. */
void dt_correct(dt_run *run);

#endif
