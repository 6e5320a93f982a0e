/* detm classify: of what kind pages are. */
#include "cli/command.h"
#include "cli/corrections.h"
#include "cli/results.h"

static const dt_option own[] = {
    {"corrections", 0, "DIR", "what was learned from mistakes (" DT_CORRECTIONS_FOLDER ")", dt_set_corrections},
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

static detm_result *classify(const void *data, const detm_page *page, detm_error *error) {
  return detm_classify_result(page, data, error);
}

static void print_kinds(dt_run *run) {
  dt_results results;
  dt_job job = {.work = classify, .work_data = &run->options.content, .take = dt_results_take, .take_data = &results};
  if (dt_results_open(&results, run)) dt_results_close(&results, dt_pages_run(run, &job));
}

static void run_classify(dt_run *run) {
  detm_corrections *corrections;
  run->options.page.parts = DETM_PAGE_TREE | DETM_PAGE_CONTENT;
  if (dt_corrections_open(run, &corrections)) print_kinds(run);
  detm_corrections_free(corrections);
}

const dt_command dt_command_classify = {
    .name = "classify",
    .summary = "tell of what kind pages are: topic, list or navigation",
    .usage = "[OPTION]... PAGE...",
    .about =
        "Prints of each page whether it is about one topic, a list of many things, or navigation, whether it holds\n"
        "records of one thing or of several, and the figures that decided.",
    .options = groups,
    .min_pages = 1,
    .run = run_classify,
};
