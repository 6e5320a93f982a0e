/* cli/options.h: what the command line may say, as tables, and what it said. */
#ifndef DT_CLI_OPTIONS_H
#define DT_CLI_OPTIONS_H

#include <detm/detm.h>
#include <stdbool.h>

#include "cli/report.h"

#define DT_MAX_OPTIONS 48 /* of one command */

/* A value that is seen on a page (--field), or one of its candidates (--select). */
typedef struct dt_wanted {
  char *name;        /* of the field, NULL: as the candidate is called; owned */
  const char *value; /* NULL: the candidate with this number is meant */
  size_t candidate;
  const char *caption; /* NULL = none */
  size_t page;         /* number of the page that it stands before */
} dt_wanted;

/* What was asked for.  Strings point into argv; page names and what is wanted are owned (dt_options_free). */
typedef struct dt_options {
  detm_page_options page;
  detm_extract_options extract;
  detm_template_options template;
  detm_content_options content;
  detm_link_options links;
  detm_format format;
  size_t max_output;  /* bytes, 0 = no limit */
  size_t threads;     /* 0 = one for each processor */
  double min_score;   /* of a match in a library: 0 = the default, < 0 = any */
  const char *domain; /* NULL = as the command does by itself */
  const char *output, *files_from, *wrapper, *library, *path_a, *path_b, *corrections, *correct;
  const char *store;               /* NULL = the user's */
  const char *site, *query, *rule; /* how a rule is filed, and called */
  bool all, force, from_store;     /* from_store: rules are the store's */
  bool save;
  bool no_interests;
  const char *pattern; /* of an interest */
  bool has_keep;
  size_t keep; /* runs, the last ones */
  const char *keys[16];
  size_t key_count;
  bool format_given; /* else `format` is what most commands print */
  bool nul_names, together, xml, sizes, xslt;
  detm_verify_options verify;
  bool quiet, verbose, progress, help, version;
  char **pages; /* of the command line, then of --files-from; while options are read, those that stand before */
  size_t page_count;
  detm_web_options web;
  detm_web_part web_part;
  size_t top; /* URLs that are printed, 0 = all */
  const char *manifest, *state;
  char **topics; /* files */
  size_t topic_count;
  dt_wanted *wanted; /* in the order of the command line */
  size_t wanted_count;
  const char *given[DT_MAX_OPTIONS]; /* names of the options that the command line has, each once */
  size_t given_count;
} dt_options;

/* One option.  set returns NULL, or what is wrong with the value. */
typedef struct dt_option {
  const char *name;
  int letter;           /* 0: long form only */
  const char *argument; /* as the help calls it, NULL: takes none; "[FILE]": may be left out, set gets NULL then */
  const char *help;
  const char *(*set)(dt_options *options, const char *value);
} dt_option;

/* Options that stand together in the help; ends with a NULL name. */
typedef struct dt_option_group {
  const char *title;
  const dt_option *options;
} dt_option_group;

/* Groups that several commands share.  A command's list of groups ends with a NULL title. */
extern const dt_option dt_options_pages[];   /* reading one page: --base, --encoding, its limits */
extern const dt_option dt_options_many[];    /* reading many: --files-from, -0, -j, --progress */
extern const dt_option dt_options_format[];  /* writing what is no page's: -f */
extern const dt_option dt_options_results[]; /* writing records: -f, --max-records */
extern const dt_option dt_options_tuning[];  /* what counts as similar: --threshold, --weights */
extern const dt_option dt_options_other[];   /* every command: -o, --max-output, -q, -v, --help, --version */

/* Values of options: a size with K, M or G; a number from 0.  False: it is none. */
bool dt_option_size(const char *value, size_t *size);
bool dt_option_number(const char *value, double *number);
/* The set of --format: xml, ndjson or csv. */
const char *dt_set_format(dt_options *options, const char *value);

/* Reads argv (argv[0] is the command's name) by the groups.  False: a message was printed. */
bool dt_options_parse(dt_options *options, const char *command, const dt_option_group *groups, int argc, char **argv,
                      dt_report *report);
void dt_options_free(dt_options *options);

/* The name nearest to `word`, NULL if none is near.  `next` gives name number i, NULL past the end. */
const char *dt_nearest(const char *word, const char *(*next)(const void *data, size_t i), const void *data);

/* The set of an option --format of commands whose reports are text unless another format is asked for. */
const char *dt_set_report_format(dt_options *options, const char *value);

#endif
