/* cli/inspect.c: detm inspect: writes a report on pages and their records, one HTML file to look at. */
#include "cli/common/command.h"
#include "cli/common/domain.h"
#include "cli/common/library.h"
#include "cli/common/results.h"
#include "cli/common/rule.h"

typedef struct inspect_options {
  const char *rule, *library;
} inspect_options;

#define AT(member) offsetof(inspect_options, member)

static const dt_option own_options[] = {
    {"wrapper", 'w', DT_ARG_FILE, AT(rule), "FILE",
     "show the records that this wrapper reads, or the record of a template", .wrong = DT_WRONG_RULE},
    {"library", 'L', DT_ARG_NAME, AT(library), "DIR",
     "for each page, use the wrapper or template of DIR that fits best", .wrong = DT_WRONG_LIBRARY},
    {.name = NULL},
};

#undef AT

static const dt_option_group groups[] = {
    {"Options", own_options, true},         {"Names", dt_options_domain, false}, {"Pages", dt_options_pages, false},
    {"Many pages", dt_options_many, false}, {"Other", dt_options_other, false},  {NULL, NULL, false},
};

typedef struct inspection {
  dt_run *run;
  detm_report *report;
  const dt_knowledge *knowledge;
} inspection;

/* Finds the records of a page, in all its regions. */
static detm_result *extract(const void *data, const detm_page *page, detm_error *error) {
  const inspection *i = data;
  const dt_knowledge *knowledge = i->knowledge;
  detm_result *result = detm_extract(page, &i->run->options.extract, error);
  if (result == NULL || knowledge->stock == NULL) return result;
  if (detm_domains_name_result(knowledge->stock, knowledge->domain, result, error) == DETM_OK) return result;
  detm_result_free(result);
  return NULL;
}

/* Adds a page to the report.  Without memory there is no report, because it would lack the page. */
static bool take(void *data, dt_finished *finished) {
  const inspection *i = data;
  dt_report *report = &i->run->report;
  detm_error error = finished->error;
  dt_results_report(i->run, finished);
  if (finished->result != NULL) {
    if (detm_report_add(i->report, finished->page, finished->result, &error) == DETM_OK) return true;
    dt_report_fault(report, finished->name, &error);
  }
  if (error.status == DETM_NO_MEMORY) return false;
  detm_error failed = DETM_ERROR_NONE;
  if (detm_report_add_failure(i->report, finished->name, error.text, &failed) == DETM_OK) return true;
  dt_report_fault(report, finished->name, &failed);
  return false;
}

/* Writes the report of all pages. */
static void inspect(dt_run *run, dt_page_job job, inspection *i) {
  dt_output output;
  detm_error error = DETM_ERROR_NONE;
  i->run = run;
  i->report = detm_report_new(&error);
  if (i->report == NULL) {
    dt_report_fault(&run->report, NULL, &error);
    return;
  }
  job.take = take;
  job.take_data = i;
  run->options.page.parts = DETM_PAGE_SOURCE;
  if (dt_output_open_run(&output, run)) {
    bool done = dt_pages_run(run, &job);
    if (done && detm_report_write(i->report, dt_output_write, &output, &error) != DETM_OK) {
      done = false;
      if (output.error == 0) dt_report_failure(&run->report, output.name, &error);
    }
    dt_output_close(&output, done, &run->report);
  }
  detm_report_free(i->report);
}

static void run_inspect(dt_run *run) {
  const inspect_options *own = run->own;
  inspection i = {0};
  dt_run_rule rule = {0};
  dt_library library;
  dt_knowledge knowledge;
  if (own->rule != NULL && own->library != NULL) {
    dt_report_usage(&run->report, "-w and -L cannot be used together: leave one of them out");
  } else if (own->rule != NULL) {
    if (!dt_rule_load(&rule, run, own->rule)) return;
    inspect(run, (dt_page_job){.work = dt_rule_apply, .work_data = &rule}, &i);
    dt_rule_free(&rule);
  } else if (own->library != NULL) {
    run->rule_kind = DT_RULE_LIBRARY;
    if (!dt_library_open(&library, run, own->library, detm_library_defaults.min_score)) return;
    inspect(run, (dt_page_job){.work = dt_library_apply, .work_data = &library}, &i);
    dt_library_close(&library, run);
  } else if (dt_knowledge_open(&knowledge, run)) {
    run->options.extract.max_regions = 0;
    i.knowledge = &knowledge;
    inspect(run, (dt_page_job){.work = extract, .work_data = &i}, &i);
    dt_knowledge_close(&knowledge);
  }
}

const dt_command dt_command_inspect = {
    .name = "inspect",
    .summary = "write a report that shows pages with their records",
    .usage = "[-w FILE|-L DIR] -o REPORT.html [OPTION]... PAGE...",
    .about = "Writes one HTML file that shows each page with its records outlined, beside the table of their fields.\n"
             "Pages whose records are doubtful come first.  The file needs no network and no server.",
    .options = groups,
    .own_size = sizeof(inspect_options),
    .min_pages = 1,
    .run = run_inspect,
};
