/* cli/common/command.h: a command of detm, and one run of it. */
#ifndef DT_CLI_COMMON_COMMAND_H
#define DT_CLI_COMMON_COMMAND_H

#include "cli/common/formats.h"
#include "cli/common/options.h"
#include "cli/common/output.h"
#include "cli/results/summary.h"
#include "stream/skipped.h"

typedef struct dt_command dt_command;

/* The kind of rule that is applied to pages. */
typedef enum dt_rule_kind { DT_RULE_WRAPPER, DT_RULE_TEMPLATE, DT_RULE_STOCK, DT_RULE_LIBRARY } dt_rule_kind;

typedef struct dt_run {
  const dt_command *command;
  dt_options options;
  void *own;        /* the command's own options, own_size bytes */
  dt_report report; /* its status becomes the exit status */
  dt_summary summary;
  dt_rule_kind rule_kind;
  const char *rule; /* the file that is applied; NULL = none, or one for each page */
  char rule_hash[DETM_HASH_SIZE];
  struct dt_details *details; /* of --details; NULL = none */
  char *const *words;         /* argv, ends with NULL */
  dt_skipped skipped;         /* in all PAGEs that were read as pages of the run */
  size_t skipped_files;       /* PAGEs of which something was skipped; a message for each counts it */
} dt_run;

struct dt_command {
  const char *name;
  const char *summary; /* one line */
  const char *usage;   /* the words after the name */
  const char *about;   /* a paragraph for the help */
  const dt_option_group *options;
  size_t own_size;                                 /* size of the struct of its own options, 0 = none */
  void (*set_defaults)(void *own);                 /* NULL: all zero */
  size_t min_pages, max_pages;                     /* 0 = any number */
  bool file_a_page;                                /* -o may name a folder, for one file for each page */
  bool shows_regions;                              /* the output shows all regions of a page, without an option */
  bool uses_network;                               /* runs in detm-network (cli/network) */
  const char *(*word)(const void *data, size_t i); /* word number i that may follow the name, for completion; NULL after
                                                    * the last; NULL: it takes pages */
  const char *(*section_about)(const char *word);  /* the section of the manual about a subcommand; NULL: unknown */
  void (*run)(dt_run *run);
};

extern const dt_command dt_command_extract, dt_command_learn, dt_command_apply, dt_command_fields, dt_command_template,
    dt_command_match, dt_command_content, dt_command_classify, dt_command_links, dt_command_rank, dt_command_store,
    dt_command_tree, dt_command_distance, dt_command_repair, dt_command_verify, dt_command_export, dt_command_mcp,
    dt_command_inspect, dt_command_completion, dt_command_serve, dt_command_fetch;

#endif
