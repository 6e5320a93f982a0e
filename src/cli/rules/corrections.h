/* cli/rules/corrections.h: corrections of wrong results: --corrections and --correct. */
#ifndef DT_CLI_RULES_CORRECTIONS_H
#define DT_CLI_RULES_CORRECTIONS_H

#include "cli/common/command.h"

/* The default folder. */
#define DT_CORRECTIONS_FOLDER "templates/corrections"
#define DT_CORRECTIONS_HELP "folder of corrections (" DT_CORRECTIONS_FOLDER ")"
#define DT_WRONG_CORRECTIONS "is not a folder: name the folder of the corrections"

/* Loads the corrections of `folder`; NULL: of the default folder if it exists.  The caller frees *loaded, NULL = none.
 * False: reported. */
bool dt_corrections_open(dt_run *run, const char *folder, detm_corrections **loaded);

/* Makes a correction of the run's one page from the file `answer`, and writes it to `folder` (NULL: the default). */
void dt_correct(dt_run *run, const char *folder, const char *answer);

#endif
