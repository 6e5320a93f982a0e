/* cli/results/results.h: writes the results of pages, and reports problems of each page.
 *
 *   a page's result -> results.c: unique records, typed values, the store -> the writer, or folder.c: a file a page
 *                      page_report.c: messages; account.c: what is in no column; summary.c: the figures of the run */
#ifndef DT_CLI_RESULTS_RESULTS_H
#define DT_CLI_RESULTS_RESULTS_H

#include <detm/detm.h>

#include "base/map.h"
#include "cli/common/command.h"
#include "cli/common/output.h"
#include "cli/common/pages.h"
#include "cli/results/account.h"
#include "cli/results/details.h"
#include "cli/results/folder.h"
#include "cli/results/kept.h"
#include "cli/results/save.h"
#include "cli/results/summary.h"
#include "cli/results/unique.h"
#include "cli/rules/baseline.h"

/* Counts of texts of records that no field takes, in all pages of a run. */
typedef struct dt_others_count {
  size_t texts, records; /* records with such texts */
  size_t all_records, all_pages;
  char sample[DT_QUOTE_BYTES]; /* the first text, quoted */
  char page[DT_QUOTE_BYTES];   /* the name of the page of the first text, cut */
} dt_others_count;

typedef struct dt_results {
  dt_run *run;
  dt_output output;
  detm_writer *writer;
  bool as_table; /* the writer writes CSV into `rows`, which become a table at the end */
  dt_buffer rows;
  dt_folder folder;      /* with -o DIR/, instead of output and writer, which is NULL then */
  const detm_sink *sink; /* the writer's or folder's, or with --save one that saves as well */
  dt_save save;
  dt_watch *watch;         /* compares results with the baseline; NULL = no comparison */
  detm_typing *typing;     /* NULL = values are texts */
  detm_plain_names *plain; /* NULL = names are written as they are */
  detm_filter *filter;     /* NULL = none */
  dt_unique *unique;       /* NULL = all records are written */
  dt_kept kept;            /* of the current page */
  dt_others_count others;
  dt_account_file account;
  dt_lookup addresses; /* hashes of those of the pages with records */
  size_t repeated;     /* pages whose address one before had */
  char repeated_name[DT_QUOTE_BYTES];
  const dt_finished *line;                                  /* with --per-page: the page whose line is written */
  void (*report)(dt_run *run, const dt_finished *finished); /* dt_results_report unless a command sets it */
  /* the status of a page with a result; NULL: by its result and its errors */
  dt_page_status (*status)(const dt_finished *finished);
} dt_results;

/* Without an output, for a command that has its own: for dt_results_conclude. */
void dt_results_start(dt_results *results, dt_run *run);
/* False: reported. */
bool dt_results_open(dt_results *results, dt_run *run);

/* Whether the results are a table: by -f, or by default on a terminal. */
bool dt_results_as_table(const dt_run *run);

/* The columns of CSV that begin with @, as chosen by --meta, -v or --all-regions. */
unsigned dt_results_columns(const dt_options *options);

/* The take of a dt_page_job: writes the result of a page, and reports on it. */
bool dt_results_take(void *results, dt_finished *finished);

/* Reports on a page, and counts it in the summary.  Returns its status. */
dt_page_status dt_results_conclude(dt_results *results, const dt_finished *finished);

/* Writes the file if `done`; else the run ended early. */
void dt_results_close(dt_results *results, bool done);

/* Does the work for each page, and writes the results; `report` is that of dt_results. */
void dt_results_run(dt_run *run, detm_result *(*work)(const void *, const detm_page *, detm_error *), const void *data,
                    void (*report)(dt_run *, const dt_finished *));

/* The number of records in all regions. */
size_t dt_results_count(const detm_result *result);

/* DETM_LIMIT, with the page's name in the error, if there are more than `max` records. */
detm_status dt_records_limit(const char *page, size_t records, size_t max, detm_error *error);

/* Reports why the results could not be written. */
void dt_results_report_end(dt_results *results, const detm_error *error);

/* ---- page_report.c ---- */

/* A sentence about a table of the page that has a header and no rows; NULL = none. */
const char *dt_results_no_rows(const detm_result *result);
/* Reports a page that only blocks; `before`: what the user misses, "holds no records".  False: it does not. */
bool dt_results_report_wall(dt_run *run, const dt_finished *finished, const char *before);
/* Reports why a page gave nothing, warns of doubtful results, and prints the notes of -v. */
void dt_results_report(dt_run *run, const dt_finished *finished);
/* Reports on all pages, after the last: what is in no field, and what of the options had no effect. */
void dt_results_report_all(dt_results *results);
/* Warns if a known confidence in the main region of a page is below DETM_CERTAIN. */
void dt_report_confidence(dt_run *run, const char *page, double confidence);

/* ---- content.c, links.c ---- */

/* The work of a job, with detm_content_options or detm_link_options (NULL = the defaults), and its report. */
detm_result *dt_content_of_page(const void *options, const detm_page *page, detm_error *error);
void dt_content_report(dt_run *run, const dt_finished *finished);
detm_result *dt_links_of_page(const void *options, const detm_page *page, detm_error *error);
void dt_links_report(dt_run *run, const dt_finished *finished);

#endif
