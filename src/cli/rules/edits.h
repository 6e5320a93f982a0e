/* cli/rules/edits.h: chooses and changes the columns to print: by examples, and by --rename, --drop and the like. */
#ifndef DT_CLI_RULES_EDITS_H
#define DT_CLI_RULES_EDITS_H

#include "cli/common/command.h"

/* --field, --also-others, --rename, --drop, --title, --type, --merge. */
extern const dt_option dt_options_edits[];

/* Makes the changes in the order of the command line, and reports those of fields that the wrapper lacks. */
void dt_edits_wrapper(dt_run *run, detm_wrapper *wrapper);
/* The same in all regions of a page's result; reports changes of fields that all regions lack. */
void dt_edits_result(dt_run *run, const char *page, detm_result *result);

#endif
