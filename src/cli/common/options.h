/* cli/common/options.h: tables of options (option_tables.c), and reading the command line by them (options.c).
 *
 * A row (options/options.h) names an option, the kind of its value and the member that it sets.  Options of several
 * commands or front ends set members of dt_options; those of one command set members of a struct of its own.  The help,
 * the messages about wrong values and the names of options in the library's messages are made from the rows. */
#ifndef DT_CLI_COMMON_OPTIONS_H
#define DT_CLI_COMMON_OPTIONS_H

#include <detm/detm.h>

#include "cli/common/input.h"
#include "cli/common/kept_inputs.h"
#include "cli/common/manifest.h"
#include "cli/common/report.h"
#include "fetch/fetch.h"
#include "options/table.h"
#include "stream/stream.h"

struct dt_run;

/* --field NAME=VALUE, or --select ID[=NAME]. */
typedef struct dt_example_option {
  char *name;          /* owned; NULL: the candidate's name */
  const char *value;   /* NULL: a candidate */
  size_t candidate;    /* number of the candidate */
  const char *caption; /* NULL = none */
  const char *path;    /* path of the value's element, NULL = any */
  size_t page;         /* index of the next page on the command line */
} dt_example_option;

/* A change of columns: --rename OLD=NEW, --drop NAME, --title NAME, --type NAME=TYPE, --merge NEW=NAME,... */
typedef struct dt_edit {
  const char *option; /* its name */
  const char *words;  /* its argument */
  char *copy;         /* of the argument, owned; the names and the value are parts of it */
  char **names;       /* of the columns, owned */
  size_t name_count;
  const char *value; /* the new name, or the type; NULL = none */
  detm_status (*make)(detm_wrapper *wrapper, const struct dt_edit *edit, detm_error *error);
} dt_edit;

/* A change of the records: --not-record N, --one-record N-M. */
typedef struct dt_record_edit {
  size_t first, last; /* records, from 1 */
  bool joined;        /* they are one record; else they are not records */
} dt_record_edit;

enum { DT_NO_FORMAT = -1, DT_TABLE = -2, DT_SQLITE = -3, DT_MAX_OPTIONS = 96 /* of one command */ };

/* Options that several commands share.  Strings point into argv. */
typedef struct dt_options {
  detm_page_options page;
  detm_extract_options extract;
  detm_template_options template;
  detm_content_options content;
  detm_verify_options verify; /* `require` is set from the member below */
  detm_link_options links;
  detm_csv_options csv;
  bool all_regions, also_others;
  bool compares;    /* all values with those of the samples */
  double min_score; /* of a match in a library */
  struct {
    const char *files_from;
    bool nul_names, progress;
    size_t threads; /* 0 = one for each processor */
    size_t before;  /* pages of the command line, which come before those of files_from */
  } many;
  struct {
    int format;                     /* a dt_stream_format */
    const char *html_key, *url_key; /* NULL = the default */
    const char *only_url;           /* a pattern of fnmatch(3), NULL = all pages */
    bool newest;                    /* of the captures of a URL only the newest */
    dt_kept_inputs *kept;           /* the pages are read twice; NULL: once */
    bool data;                      /* responses of JSON and XML in archives are pages, too; set by the command */
    const char *cdx;                /* the file of `index`, NULL = none */
    dt_cdx *index;                  /* dt_options_read_urls reads it */
    const char *urls;               /* the file of `manifest`, NULL = none */
  } input;
  struct {
    dt_fetch_options fetch; /* dt_requests_prepare completes it */
    dt_file_list headers, allowed_hosts, own_hosts;
    size_t next;                /* pages that follow each URL of the command line */
    struct dt_web_pages *pages; /* NULL: no PAGE is a URL */
    size_t first_record;        /* index of the first PAGE that was added as one of a record; 0 = none was */
  } requests;
  struct {
    /* DT_NO_FORMAT: a table or a text report if the command has one, else a table on a terminal and XML elsewhere */
    int format;
    dt_file_list kept_keys; /* names of --keep-key */
    const char *table;      /* of an SQLite database, NULL = "records" */
    int sheets;             /* detm_sheets */
    const char *unique;     /* the column of --unique, NULL = none */
    bool record_id;         /* each record has an id */
    bool expect_misfits;    /* pages that do not fit, or hold no records, are no error */
    bool meta;              /* all columns of CSV that begin with @ */
    bool plain_names;       /* of the columns as they are written, whatever the rule calls them */
  } results;
  struct {
    bool per_page, tab_key;
  } lines;
  struct {
    bool typed;
    const char *date; /* the date of the pages, NULL: as each page declares */
  } values;
  struct {
    const char *file; /* NULL = the user's store */
    bool save, no_interests;
    bool save_pages; /* with their sources */
  } store;
  struct {
    const char *file;
    size_t max_bytes; /* 0 = no limit */
    bool quiet, verbose, help, version;
  } output;
  dt_buffer require;    /* the rules of --require, a line each; data NULL = none */
  const char *account;  /* the file of --account, NULL = none */
  const char *summary;  /* the file of --summary, NULL = none */
  dt_manifest manifest; /* the URLs of pages; dt_options_read_urls fills it */
  bool keeps_source;    /* pages keep their source, and build their parts later */
  const char *domain;   /* NULL: the default of the command */
  dt_file_list
      pages; /* from the command line, then from --files-from; while options are read, those before the option */
  struct {
    dt_example_option *items; /* in the order of the command line */
    uint32_t count, capacity;
  } examples;
  struct {
    dt_edit *items; /* in the order of the command line */
    uint32_t count, capacity;
  } edits;
  struct {
    dt_record_edit *items; /* in the order of the command line */
    uint32_t count, capacity;
  } record_edits;
  const char *given[DT_MAX_OPTIONS]; /* names of the options on the command line, each once */
  size_t given_count;
} dt_options;

/* Options listed together in the help; the last has a NULL name. */
typedef struct dt_option_group {
  const char *title;
  const dt_option *options;
  bool own; /* offsets are in the command's own struct */
} dt_option_group;

/* Groups that several commands share.  A command's list of groups ends with a NULL title. */
#define DT_SHARED_ROW(...) DT_OPTION_ROW(dt_options, __VA_ARGS__) /* of options/table.h */
extern const dt_option dt_options_pages[];                        /* reading one page: --base, --encoding, its limits */
extern const dt_option dt_options_many[];                         /* reading many: --files-from, -0, -j, --progress */
extern const dt_option dt_options_requests[];                     /* PAGEs that are URLs: --delay, --header, --proxy */
extern const dt_option dt_options_format[];                       /* -f, --meta */
extern const dt_option dt_options_report[];                       /* -f of a report, text by default */
extern const dt_option dt_options_results[];                      /* -f, --meta, --max-records */
extern const dt_option dt_options_lists[];   /* -f, --max-records, for lists, which are tables by default */
extern const dt_option dt_options_content[]; /* -f with Markdown and text, --max-records */
extern const dt_option dt_options_lines[];   /* --per-page, --tab-key, --summary */
extern const dt_option dt_options_columns[]; /* which columns and rows: --all-columns, --others, --totals */
extern const dt_option dt_options_rows[];    /* what is in the rows of many pages: --keep-key, --record-id, --unique */
extern const dt_option dt_options_values[];  /* typed values: --typed, --date */
extern const dt_option dt_options_tuning[];  /* when subtrees are similar: --threshold, --weights */
extern const dt_option dt_options_save[];    /* --save, --save-pages, --store */
extern const dt_option dt_options_store[];   /* the same, --no-interests */
extern const dt_option dt_options_other[];   /* commands with an output: -o, --max-output, -q, -v, --help, --version */
extern const dt_option dt_options_help[];    /* commands without: --help, --version */

/* The groups of a command that reads pages. */
#define DT_PAGE_GROUPS                                                                                                 \
  {"Pages", dt_options_pages, false}, {"URLs", dt_options_requests, false}, { "Many pages", dt_options_many, false }

/* The last groups of a command with an output. */
#define DT_LAST_GROUPS                                                                                                 \
  {"Other", dt_options_other, false}, { NULL, NULL, false }
/* The groups of a command that writes the results of each page, after its own. */
#define DT_RESULT_GROUPS                                                                                               \
  {"Results", dt_options_results, false}, {"A line per page, a summary", dt_options_lines, false}, DT_PAGE_GROUPS,     \
      DT_LAST_GROUPS

/* Rows for a group of dt_options that a command makes itself. */
#define DT_OPTION_SAVE                                                                                                 \
  { "save", 0, DT_ARG_FLAG, offsetof(dt_options, store.save), NULL, .help = "also save the results in the store" }
#define DT_OPTION_SAVE_PAGES                                                                                           \
  {                                                                                                                    \
    "save-pages", 0, DT_ARG_FLAG, offsetof(dt_options, store.save_pages), NULL,                                        \
        .help = "--save: also save the pages, to be seen then and now"                                                 \
  }
#define DT_OPTION_STORE(text)                                                                                          \
  { "store", 0, DT_ARG_NAME, offsetof(dt_options, store.file), "FILE", text, .wrong = DT_WRONG_STORE }
#define DT_OPTION_NO_INTERESTS                                                                                         \
  {                                                                                                                    \
    "no-interests", 0, DT_ARG_FLAG, offsetof(dt_options, store.no_interests), NULL,                                    \
        .help = "print all fields, not only those of 'detm store interest'"                                            \
  }
#define DT_OPTION_EXPECT_MISFITS                                                                                       \
  {                                                                                                                    \
    "expect-misfits", 0, DT_ARG_FLAG, offsetof(dt_options, results.expect_misfits), NULL,                              \
        .help = "pages that do not fit, or hold no records, are no error"                                              \
  }
#define DT_THE_STORE "the store (default: $XDG_DATA_HOME/detm/store.db)"

/* Messages about an argument. */
#define DT_WRONG_MEMORY "needs more memory than there is"
/* about an empty one */
#define DT_WRONG_STORE "is not a file name: name the file of the store"
#define DT_WRONG_RULE "is not a file name: name the file of a wrapper or template"
#define DT_WRONG_LIBRARY "is not a folder: name the folder of the library"

/* Sets `options` to the library's and the command's defaults. */
void dt_options_init(dt_options *options);
/* Reads argv (argv[0] is the command's name) by the groups of the run's command.  False: reported. */
bool dt_options_parse(struct dt_run *run, int argc, char **argv);
/* Loads the files of --pages and --cdx; its pages are those of a command that needs pages and was given none.  False:
 * reported. */
bool dt_options_read_urls(struct dt_run *run);
void dt_options_free(struct dt_run *run);

/* Reads a decimal number; false for another text. */
bool dt_read_number(const char *value, double *number);
bool dt_option_given(const dt_options *options, const char *name);
/* Whether `is` holds for a file of an option of kind DT_ARG_FILE or DT_ARG_FILES, or of --files-from. */
bool dt_options_read_file(struct dt_run *run, bool (*is)(const char *file, const void *data), const void *data);

/* The name most similar to `word`; NULL if no name is similar.  `next` returns name number i, NULL after the last. */
const char *dt_nearest(const char *word, const char *(*next)(const void *data, size_t i), const void *data);

#endif
