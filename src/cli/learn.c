/* detm learn: one wrapper from sample pages of a site. */
#include "cli/command.h"
#include "cli/domain.h"
#include "cli/learned.h"
#include "cli/output.h"
#include "cli/results.h"

static const dt_option_group groups[] = {
    {"Options", dt_options_domain},    {"Pages", dt_options_pages}, {"Many pages", dt_options_many},
    {"Similarity", dt_options_tuning}, {"Other", dt_options_other}, {NULL, NULL},
};

/* A sample that its own wrapper does not fit added nothing to it: the user should know. */
static bool tell_fit(void *run, dt_finished *finished) {
  if (finished->page != NULL) dt_results_tell(run, finished);
  return true;
}

static bool save(const dt_learned *learned, dt_output *output, dt_report *report) {
  detm_error error = DETM_ERROR_NONE;
  if (detm_wrapper_save(learned->wrapper, dt_output_write, output, &error) == DETM_OK) return true;
  if (output->error == 0) dt_report_error(report, DT_EXIT_FAILED, output->name, 0, "%s", error.text);
  return false;
}

static void learn(dt_run *run, const dt_knowledge *knowledge) {
  dt_output output;
  dt_learned learned = {0};
  if (!dt_output_open(&output, run->options.output, run->options.max_output, &run->report)) return;
  bool done = dt_learned_from_pages(&learned, run);
  if (done) {
    dt_knowledge_wrapper(knowledge, run, learned.wrapper);
    dt_job job = {.work = dt_learned_apply, .work_data = &learned, .take = tell_fit, .take_data = run};
    job.pages = learned.pages;
    done = dt_pages_run(run, &job) && save(&learned, &output, &run->report);
  }
  dt_output_close(&output, done, &run->report);
  dt_learned_free(&learned);
}

static void run_learn(dt_run *run) {
  dt_knowledge knowledge;
  if (dt_knowledge_open(&knowledge, run)) learn(run, &knowledge);
  dt_knowledge_close(&knowledge);
}

const dt_command dt_command_learn = {
    .name = "learn",
    .summary = "learn a wrapper from sample pages of a site",
    .usage = "[OPTION]... PAGE...",
    .about = "Prints the wrapper as XML, to be looked at, edited and kept; -o W.xml writes it to a file.",
    .options = groups,
    .min_pages = 1,
    .run = run_learn,
};
