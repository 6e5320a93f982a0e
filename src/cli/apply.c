/* detm apply: the records of pages by a wrapper or a template. */
#include "cli/applied.h"
#include "cli/interests.h"
#include "cli/library.h"
#include "cli/results.h"
#include "cli/store.h"

#include <stdlib.h>

static const char *set_min_fit(dt_options *options, const char *value) {
  char *end;
  double share = strtod(value, &end);
  options->extract.min_fit = options->template.min_fit = share;
  return end != value && *end == '\0' && share >= 0 && share <= 1 ? NULL : "is no share; write a number from 0 to 1";
}

static const char *set_store(dt_options *options, const char *value) {
  options->from_store = true;
  return value != NULL ? dt_set_store(options, value) : NULL;
}

static const dt_option own[] = {
    {"wrapper", 'w', "FILE", "a wrapper or a template; stock:NAME is one that comes with detm", dt_set_wrapper},
    {"library", 'L', "DIR", "for each page whichever wrapper or template in DIR fits it best", dt_set_library},
    {"store", 0, "[FILE]", "as -L with the rules of the store (FILE: NAME.db, or after =)", set_store},
    {"save", 0, NULL, "save the results in the store, too", dt_set_save},
    {"no-interests", 0, NULL, "all fields, whatever 'detm store interest' says", dt_set_no_interests},
    {"min-fit", 0, "N", "a page that holds less than this share of it does not fit (0.5)", set_min_fit},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Results", dt_options_results},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Similarity", dt_options_tuning},
    {"Other", dt_options_other},
    {NULL, NULL},
};

/* Results that are saved are compared with those of earlier runs; applied NULL: by the rules of the store. */
static void run_job(dt_run *run, dt_job job, const dt_applied *applied) {
  dt_results results;
  dt_watch watch = {0};
  bool watched = run->options.save && run->options.library == NULL;
  job.take = dt_results_take;
  job.take_data = &results;
  if (watched) dt_watch_start(&watch, run, applied);
  if (dt_results_open(&results, run)) {
    results.watch = watched ? &watch : NULL;
    dt_results_close(&results, dt_results_use_interests(&results, NULL) && dt_pages_run(run, &job));
  }
  dt_watch_end(&watch);
}

static void apply_file(dt_run *run) {
  dt_applied applied = {0};
  dt_job job = {.work = dt_applied_apply, .work_data = &applied};
  if (!dt_applied_load(&applied, run, run->options.wrapper)) return;
  run_job(run, job, &applied);
  dt_applied_free(&applied);
}

static void apply_library(dt_run *run) {
  dt_library library;
  dt_job job = {.work = dt_library_apply, .work_data = &library};
  run->applied = DT_APPLIED_LIBRARY;
  if (!dt_library_open(&library, run)) return;
  run_job(run, job, NULL);
  dt_library_close(&library, run);
}

static void apply_store(dt_run *run) {
  dt_library library;
  dt_job job = {.work = dt_library_apply, .work_data = &library};
  run->applied = DT_APPLIED_LIBRARY;
  detm_store *store = dt_store_open(run, false);
  if (store == NULL) return;
  if (dt_library_of_store(&library, run, store)) {
    run_job(run, job, NULL);
    dt_library_close(&library, run);
  }
  detm_store_close(store);
}

static void run_apply(dt_run *run) {
  const dt_options *options = &run->options;
  if (options->wrapper != NULL && options->library != NULL)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "-w and -L exclude each other; leave one of them out");
  else if (options->wrapper != NULL)
    apply_file(run);
  else if (options->library != NULL)
    apply_library(run);
  else if (options->from_store)
    apply_store(run);
  else
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no wrapper or template was given; name one with -w FILE, or a folder of them with -L DIR, or say "
                    "--store");
}

const dt_command dt_command_apply = {
    .name = "apply",
    .summary = "print the records of pages by a wrapper or a template",
    .usage = "-w FILE|-L DIR|--store [OPTION]... PAGE...",
    .about = "FILE was made by 'detm learn' (pages that hold lists) or 'detm template' (pages about one thing).\n"
             "A page that it does not fit is named with what is missing, and the exit status is 1.",
    .options = groups,
    .min_pages = 1,
    .run = run_apply,
};
