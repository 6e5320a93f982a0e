/* detm extract: the records of pages, each learned by itself or, with --together, all as one site. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/domain.h"
#include "cli/interests.h"
#include "cli/learned.h"
#include "cli/results.h"

static const char *set_all_regions(dt_options *options, const char *value) {
  (void)value;
  options->extract.max_regions = 0;
  return NULL;
}

static const char *set_together(dt_options *options, const char *value) {
  (void)value;
  options->together = true;
  return NULL;
}

static const char *set_rank(dt_options *options, const char *value) {
  if (strcmp(value, "coverage") == 0)
    options->extract.ranking = DETM_RANK_COVERAGE;
  else if (strcmp(value, "measured") == 0)
    options->extract.ranking = DETM_RANK_MEASURED;
  else
    return "is no ranking; write measured or coverage";
  return NULL;
}

static const dt_option own[] = {
    {"all-regions", 'a', NULL, "print every region of a page, ranked; region 1 is the main one", set_all_regions},
    {"rank", 0, "HOW", "rank regions as measured (default) or by coverage", set_rank},
    {"together", 0, NULL, "the pages are of one site and share one wrapper", set_together},
    {"no-interests", 0, NULL, "all fields, whatever 'detm store interest' says", dt_set_no_interests},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Names", dt_options_domain},
    {"Results", dt_options_results},
    {"Store", dt_options_save},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Similarity", dt_options_tuning},
    {"Other", dt_options_other},
    {NULL, NULL},
};

typedef struct dt_extraction {
  const dt_options *options;
  const dt_knowledge *knowledge;
} dt_extraction;

static detm_result *extract(const void *data, const detm_page *page, detm_error *error) {
  const dt_extraction *extraction = data;
  const dt_knowledge *knowledge = extraction->knowledge;
  detm_result *result = detm_extract(page, &extraction->options->extract, error);
  if (result == NULL || knowledge->stock == NULL) return result;
  if (detm_domains_name_result(knowledge->stock, knowledge->domain, result, error) == DETM_OK) return result;
  detm_result_free(result);
  return NULL;
}

static void extract_each(dt_run *run, const dt_knowledge *knowledge) {
  dt_results results;
  dt_extraction extraction = {&run->options, knowledge};
  dt_job job = {.work = extract, .work_data = &extraction, .take = dt_results_take, .take_data = &results};
  if (!dt_results_open(&results, run)) return;
  dt_results_close(&results, dt_results_use_interests(&results, NULL) && dt_pages_run(run, &job));
}

static void extract_together(dt_run *run, const dt_knowledge *knowledge) {
  dt_results results;
  dt_learned learned = {0};
  dt_job job = {.work = dt_learned_apply, .work_data = &learned, .take = dt_results_take, .take_data = &results};
  if (!dt_results_open(&results, run)) return;
  bool done = dt_learned_from_pages(&learned, run);
  const char *domain = done ? dt_knowledge_wrapper(knowledge, run, learned.wrapper) : NULL;
  job.pages = learned.pages;
  done = done && dt_results_use_interests(&results, domain) && dt_pages_run(run, &job);
  dt_results_close(&results, done);
  dt_learned_free(&learned);
}

static void extract_pages(dt_run *run, const dt_knowledge *knowledge) {
  if (run->options.together && run->options.extract.max_regions == 0)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "--together follows the main region only; leave out --all-regions");
  else if (run->options.together)
    extract_together(run, knowledge);
  else
    extract_each(run, knowledge);
}

static void run_extract(dt_run *run) {
  dt_knowledge knowledge;
  if (dt_knowledge_open(&knowledge, run)) extract_pages(run, &knowledge);
  dt_knowledge_close(&knowledge);
}

const dt_command dt_command_extract = {
    .name = "extract",
    .summary = "print the records of pages",
    .usage = "[OPTION]... PAGE...",
    .about = "Finds the list of records on each page, learns its structure and prints the records.",
    .options = groups,
    .min_pages = 1,
    .run = run_extract,
};
