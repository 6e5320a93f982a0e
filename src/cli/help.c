/* The help, made from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include "cli/help.h"

const dt_command *const dt_commands[] = {
    &dt_command_extract, &dt_command_learn,    &dt_command_apply,    &dt_command_verify,
    &dt_command_repair,  &dt_command_fields,   &dt_command_template, &dt_command_match,
    &dt_command_content, &dt_command_classify, &dt_command_links,    &dt_command_rank,
    &dt_command_store,   &dt_command_tree,     &dt_command_distance, NULL,
};

const dt_command *dt_command_find(const char *name) {
  for (const dt_command *const *command = dt_commands; *command != NULL; command++)
    if (strcmp((*command)->name, name) == 0) return *command;
  return NULL;
}

void dt_help_all(dt_draft *out) {
  dt_draft_print(out, "%s",
                 "Usage: detm COMMAND [OPTION]... PAGE...\n"
                 "Turns web pages made from a database back into records.\n\n"
                 "Commands:\n");
  for (const dt_command *const *command = dt_commands; *command != NULL; command++)
    dt_draft_print(out, "  %-10s %s\n", (*command)->name, (*command)->summary);
  dt_draft_print(out, "%s",
                 "\nA PAGE is a file, or - for standard input.\n"
                 "Exit status: 0 all pages gave results; 1 some page gave nothing or did not\n"
                 "fit; 2 usage, unreadable input, broken wrapper, or a write that failed.\n\n"
                 "Try:\n"
                 "  detm extract -f csv page.html\n"
                 "  detm help extract\n"
                 "The manual is detm(1).\n");
}

static void print_option(const dt_option *option, dt_draft *out) {
  char names[64], letter[8] = "    ";
  if (option->letter != 0) snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(names, sizeof names, "%s--%s%s%s", letter, option->name, option->argument != NULL ? " " : "",
           option->argument != NULL ? option->argument : "");
  dt_draft_print(out, "  %-22s %s\n", names, option->help);
}

void dt_help_command(const dt_command *command, dt_draft *out) {
  dt_draft_print(out, "Usage: detm %s %s\n%s\n", command->name, command->usage, command->about);
  for (const dt_option_group *group = command->options; group->title != NULL; group++) {
    dt_draft_print(out, "\n%s:\n", group->title);
    for (const dt_option *option = group->options; option->name != NULL; option++) print_option(option, out);
  }
  dt_draft_print(out, "\nSIZE is a number; K, M or G multiply it by powers of 1024; 0 means no limit.\n");
}
