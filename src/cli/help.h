/* cli/help.h: the help of detm and of each command. */
#ifndef DT_CLI_HELP_H
#define DT_CLI_HELP_H

#include "cli/common/command.h"
#include "cli/common/draft.h"

void dt_help_all(dt_draft *out);
void dt_help_command(const dt_command *command, dt_draft *out);

#endif
