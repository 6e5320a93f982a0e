/* detm apply: the records of pages by a wrapper that was learned before. */
#include "cli/command.h"
#include "cli/learned.h"
#include "cli/results.h"

#include <stdlib.h>

static const char *set_wrapper(dt_options *options, const char *value) {
  options->wrapper = value;
  return NULL;
}

static const char *set_min_fit(dt_options *options, const char *value) {
  char *end;
  options->extract.min_fit = strtod(value, &end);
  bool fits = end != value && *end == '\0' && options->extract.min_fit >= 0 && options->extract.min_fit <= 1;
  return fits ? NULL : "is no share; write a number from 0 to 1";
}

static const dt_option own[] = {
    {"wrapper", 'w', "FILE", "the wrapper, made by 'detm learn'; - is standard input", set_wrapper},
    {"min-fit", 0, "N", "a page that holds less than this share of the wrapper does not fit (0.5)", set_min_fit},
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

static void run_apply(dt_run *run) {
  dt_results results;
  dt_learned learned = {0};
  dt_job job = {.work = dt_learned_apply, .work_data = &learned, .take = dt_results_take, .take_data = &results};
  if (run->options.wrapper == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no wrapper was given; name one with -w FILE, see 'detm learn --help'");
    return;
  }
  if (!dt_learned_load(&learned, run, run->options.wrapper)) return;
  if (dt_results_open(&results, run)) dt_results_close(&results, dt_pages_run(run, &job));
  dt_learned_free(&learned);
}

const dt_command dt_command_apply = {
    .name = "apply",
    .summary = "print the records of pages by a wrapper learned before",
    .usage = "-w FILE [OPTION]... PAGE...",
    .about = "A page that the wrapper does not fit is named with what is missing, and the exit status is 1.",
    .options = groups,
    .min_pages = 1,
    .run = run_apply,
};
