/* cli/common/edits.h: which columns are printed, and their names: chosen by examples, renamed, dropped. */
#ifndef DT_CLI_COMMON_EDITS_H
#define DT_CLI_COMMON_EDITS_H

#include "cli/common/command.h"

/* --field, --also-others, --rename, --drop, --title. */
extern const dt_option dt_options_edits[];

/* Makes the changes in the order of the command line.  A change of a field that the wrapper lacks is reported, and the
 * others are made. */
void dt_edits_wrapper(dt_run *run, detm_wrapper *wrapper);
/* The same in the regions of a page's result; a field that one region has is enough. */
void dt_edits_result(dt_run *run, const char *page, detm_result *result);

#endif
