/* cli/command.h: a command of detm, and one run of it. */
#ifndef DT_CLI_COMMAND_H
#define DT_CLI_COMMAND_H

#include "cli/draft.h"
#include "cli/options.h"
#include "cli/report.h"

typedef struct dt_command dt_command;

/* What pages may fail to fit. */
typedef enum dt_applied_kind {
  DT_APPLIED_WRAPPER,
  DT_APPLIED_TEMPLATE,
  DT_APPLIED_STOCK,
  DT_APPLIED_LIBRARY
} dt_applied_kind;

typedef struct dt_run {
  const dt_command *command;
  dt_options options;
  dt_report report; /* its status becomes the exit status */
  dt_applied_kind applied;
  const char *rule; /* the file that is applied, NULL = none or one for each page */
  char rule_hash[DETM_HASH_SIZE];
  char *const *words; /* of the command line, ends with NULL */
} dt_run;

struct dt_command {
  const char *name;
  const char *summary; /* one line */
  const char *usage;   /* what follows the name, then a paragraph for the help */
  const char *about;
  const dt_option_group *options;
  size_t min_pages, max_pages; /* 0 = any number */
  void (*run)(dt_run *run);
};

extern const dt_command dt_command_extract, dt_command_learn, dt_command_apply, dt_command_fields, dt_command_template,
    dt_command_match, dt_command_content, dt_command_classify, dt_command_links, dt_command_rank, dt_command_store,
    dt_command_tree, dt_command_distance, dt_command_repair, dt_command_verify;

/* All of them, in the order of the help; ends with NULL. */
extern const dt_command *const dt_commands[];

const dt_command *dt_command_find(const char *name);

/* The help of detm and of one command (help.c). */
void dt_help_all(dt_draft *out);
void dt_help_command(const dt_command *command, dt_draft *out);

#endif
