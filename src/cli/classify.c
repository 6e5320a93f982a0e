/* detm classify: of what kind pages are. */
#include "cli/command.h"
#include "cli/results.h"

static const dt_option_group groups[] = {
    {"Results", dt_options_results},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Other", dt_options_other},
    {NULL, NULL},
};

static detm_result *classify(const void *data, const detm_page *page, detm_error *error) {
  return detm_classify_result(page, data, error);
}

static void run_classify(dt_run *run) {
  dt_results results;
  dt_job job = {.work = classify, .work_data = &run->options.content, .take = dt_results_take, .take_data = &results};
  run->options.page.parts = DETM_PAGE_TREE | DETM_PAGE_CONTENT;
  if (dt_results_open(&results, run)) dt_results_close(&results, dt_pages_run(run, &job));
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
