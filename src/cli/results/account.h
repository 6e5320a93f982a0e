/* cli/results/account.h: --account FILE: what of the pages is in no column, as lines of JSON. */
#ifndef DT_CLI_RESULTS_ACCOUNT_H
#define DT_CLI_RESULTS_ACCOUNT_H

#include "cli/common/output.h"
#include "cli/common/pages.h"

typedef struct dt_account_file {
  struct dt_run *run;
  dt_output output;
  bool open; /* false: not wanted */
} dt_account_file;

/* Opens the file of --account, if the run has one.  False: reported. */
bool dt_account_open(dt_account_file *file, struct dt_run *run);
/* Writes the account of a page.  False: reported; the run should end. */
bool dt_account_page(dt_account_file *file, const dt_finished *finished);
/* Replaces the file if `done`.  False: reported. */
bool dt_account_close(dt_account_file *file, bool done);

#endif
