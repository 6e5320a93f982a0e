/* detm match: which template or wrapper of a library fits a page best. */
#include "cli/command.h"
#include "cli/library.h"
#include "cli/results.h"

static const dt_option own[] = {
    {"library", 'L', "DIR", "the library: a folder of DOMAIN/NAME.xml and NAME.xml", dt_set_library},
    {"min-score", 0, "N", "a page whose best match has a lower score fits nothing (0.3)", dt_set_min_score},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Results", dt_options_results},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Other", dt_options_other},
    {NULL, NULL},
};

static void run_match(dt_run *run) {
  dt_results results;
  dt_library library;
  dt_job job = {.work = dt_library_find, .work_data = &library, .take = dt_results_take, .take_data = &results};
  if (!dt_library_open(&library, run)) return;
  if (dt_results_open(&results, run)) dt_results_close(&results, dt_pages_run(run, &job));
  dt_library_close(&library, run);
}

const dt_command dt_command_match = {
    .name = "match",
    .summary = "tell which template or wrapper of a library fits a page",
    .usage = "-L DIR [OPTION]... PAGE...",
    .about =
        "Prints the file that fits best with its score from 0 to 1, and the runner-up.  A page that nothing fits is\n"
        "named, and the exit status is 1.",
    .options = groups,
    .min_pages = 1,
    .run = run_match,
};
