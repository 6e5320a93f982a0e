/* cli/topics.h: topics of the help: the options and subcommands of a command, and the sections of the manual. */
#ifndef DT_CLI_TOPICS_H
#define DT_CLI_TOPICS_H

#include "cli/common/command.h"

/* The text about an option. */
typedef struct dt_manual_text {
  const char *name;         /* an option, without hyphens; NULL after the last */
  const char *commands;     /* that the text is for, with blanks between; "" = all others */
  const char *const *lines; /* ends with NULL */
} dt_manual_text;

/* A section of the manual without its subsections, which follow it, or a subsection. */
typedef struct dt_manual_section {
  const char *name;         /* NULL after the last */
  const char *title;        /* a subsection's heading; NULL = this is a section */
  const char *const *lines; /* ends with NULL */
} dt_manual_section;

/* Made of man/manual.txt by topics.awk. */
extern const dt_manual_text dt_manual_options[];
extern const dt_manual_section dt_manual_sections[];

/* Adds the part of the manual about a subcommand or an option of a command (--NAME or -LETTER, also without hyphens),
 * or a section of the manual.  False: there is none, reported. */
bool dt_help_topic(const dt_command *command, const char *topic, dt_buffer *out, dt_report *report);

/* Adds the section of the manual with this name (in any case).  False: there is none. */
bool dt_help_of_section(const char *topic, dt_buffer *out);

/* The name of section number i of the manual, with hyphens for blanks; NULL after the last. */
const char *dt_help_section(const void *data, size_t i);

/* Adds the names of all sections, in lines. */
void dt_help_sections(dt_buffer *out);

#endif
