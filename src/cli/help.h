/* cli/help.h: the help of detm and of each command. */
#ifndef DT_CLI_HELP_H
#define DT_CLI_HELP_H

#include "cli/common/command.h"

/* All commands, in the order of the help; ends with NULL. */
extern const dt_command *const dt_commands[];

/* Adds the help of a command; NULL: of detm itself. */
void dt_help(const dt_command *command, dt_buffer *out);

/* Adds the row of an option. */
void dt_help_option(const dt_option *option, dt_buffer *out);

#endif
