/* cli/help.c: the help, made from the tables of commands and options. */
#include <stdio.h>

#include "cli/help.h"
#include "cli/topics.h"

const dt_command *const dt_commands[] = {
    &dt_command_extract,    &dt_command_learn,
    &dt_command_apply,      &dt_command_verify,
    &dt_command_repair,     &dt_command_export,
    &dt_command_fields,     &dt_command_template,
    &dt_command_match,      &dt_command_content,
    &dt_command_classify,   &dt_command_links,
    &dt_command_rank,       &dt_command_store,
    &dt_command_tree,       &dt_command_distance,
    &dt_command_inspect,    &dt_command_serve,
    &dt_command_mcp,        &dt_command_fetch,
    &dt_command_completion, NULL,
};

static void help_all(dt_buffer *out) {
  dt_buffer_text(out, "Usage: detm COMMAND [OPTION]... PAGE...\n"
                      "Turns web pages made from a database back into records.\n\n"
                      "Commands:\n");
  for (const dt_command *const *command = dt_commands; *command != NULL; command++)
    dt_buffer_format(out, "  %-10s %s\n", (*command)->name, (*command)->summary);
  dt_buffer_text(out, "\nA PAGE is a file, or - for standard input.\n"
                      "Exit status: 0 all pages gave results; 1 some page gave nothing or did not\n"
                      "fit; 2 usage, unreadable input, broken wrapper, or a write that failed.\n\n"
                      "Try:\n"
                      "  detm extract -f csv page.html\n"
                      "  detm help extract\n"
                      "  detm help extract --region\n"
                      "  detm help exit-status\n"
                      "The manual is detm(1).\n");
}

void dt_help_option(const dt_option *option, dt_buffer *out) {
  char names[64], letter[8] = "    ";
  if (option->letter != 0) snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(names, sizeof names, "%s--%s%s%s", letter, option->name, option->argument != NULL ? " " : "",
           option->argument != NULL ? option->argument : "");
  dt_buffer_format(out, "  %-22s %s\n", names, option->help);
}

void dt_help(const dt_command *command, dt_buffer *out) {
  if (command == NULL) {
    help_all(out);
    return;
  }

  dt_buffer_format(out, "Usage: detm %s %s\n%s\n", command->name, command->usage, command->about);
  for (const dt_option_group *group = command->options; group->title != NULL; group++) {
    dt_buffer_format(out, "\n%s:\n", group->title);
    for (const dt_option *option = group->options; option->name != NULL; option++) dt_help_option(option, out);
  }

  dt_buffer_format(out,
                   "\nSIZE is a number; K, M or G multiply it by powers of 1024; 0 means no limit.\n"
                   "'detm help %s --OPTION' explains an option, 'detm help %s TOPIC' a topic:\n",
                   command->name, command->name);
  dt_help_sections(out);
}
