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

/* Adds the part of the manual about an option of a command (--NAME or -LETTER, also without hyphens), or a section of
 * the manual (in any case).  False: there is none, reported. */
bool dt_help_topic(const dt_command *command, const char *topic, dt_buffer *out, dt_report *report);

/* The name of section number i of the manual, with hyphens for blanks; NULL after the last. */
const char *dt_help_section(const void *data, size_t i);

/* Adds the names of all sections, in lines. */
void dt_help_sections(dt_buffer *out);

#endif
