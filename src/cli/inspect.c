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
  dt_results results; /* without a writer: for messages and the summary */
  detm_report *report;
} inspection;

/* Adds a page, or the reason why it has no result. */
static detm_status add_page(detm_report *report, const dt_finished *finished, detm_error *failed, detm_error *error) {
  *failed = finished->error;
  if (finished->result == NULL) return detm_report_add_failure(report, finished->name, failed->text, error);
  detm_status status = detm_report_add(report, finished->page, finished->result, failed);
  if (status == DETM_NO_MEMORY) return dt_error_set(error, status, "%s", failed->text);
  if (status != DETM_OK) return detm_report_add_failure(report, finished->name, failed->text, error);
  return finished->item.page.cut_off ? detm_report_add_warning(report, "is cut off: its end is missing", error)
                                     : status;
}

/* Adds a page to the report.  Without memory there is no report, because it would lack the page. */
static bool take(void *data, dt_finished *finished) {
  inspection *i = data;
  dt_report *report = &i->results.run->report;
  detm_error failed = DETM_ERROR_NONE, error = DETM_ERROR_NONE;
  dt_results_conclude(&i->results, finished);
  detm_status status = add_page(i->report, finished, &failed, &error);
  if (status == DETM_OK && finished->result != NULL && failed.status != DETM_OK)
    dt_report_fault(report, finished->name, &failed);
  if (status != DETM_OK) dt_report_fault(report, finished->name, &error);
  return status == DETM_OK && failed.status != DETM_NO_MEMORY;
}

/* Writes the report of all pages. */
static void inspect(dt_run *run, dt_page_job job) {
  dt_output output;
  detm_error error = DETM_ERROR_NONE;
  if (dt_folder_wanted(run)) {
    dt_report_usage(&run->report, "%s: a report is one file: write -o NAME.html", run->options.output.file);
    return;
  }
  inspection i = {.report = detm_report_new(&error)};
  if (i.report == NULL) {
    dt_report_fault(&run->report, NULL, &error);
    return;
  }
  dt_results_start(&i.results, run);
  job.take = take;
  job.take_data = &i;
  run->options.page.parts = DETM_PAGE_SOURCE;
  if (dt_output_open_run(&output, run)) {
    bool done = dt_pages_run(run, &job);
    if (done && detm_report_write(i.report, dt_output_write, &output, &error) != DETM_OK) {
      done = false;
      if (output.error == 0) dt_report_failure(&run->report, output.name, &error);
    }
    dt_output_close(&output, done, &run->report);
    dt_summary_print(&i.results.summary, run);
  }
  detm_report_free(i.report);
}

static void run_inspect(dt_run *run) {
  const inspect_options *own = run->own;
  dt_run_rule rule = {0};
  dt_library library;
  dt_knowledge knowledge;
  detm_extract_options all_regions = run->options.extract;
  dt_named_extraction each = {&all_regions, &knowledge};
  if (own->rule != NULL && own->library != NULL) {
    dt_report_usage(&run->report, "-w and -L cannot be used together: leave one of them out");
  } else if (own->rule != NULL) {
    if (!dt_rule_load(&rule, run, own->rule)) return;
    inspect(run, (dt_page_job){.work = dt_rule_apply, .work_data = &rule});
    dt_rule_free(&rule);
  } else if (own->library != NULL) {
    run->rule_kind = DT_RULE_LIBRARY;
    if (!dt_library_open(&library, run, own->library, detm_library_defaults.min_score)) return;
    inspect(run, (dt_page_job){.work = dt_library_apply, .work_data = &library});
    dt_library_close(&library, run);
  } else if (dt_knowledge_open(&knowledge, run)) {
    all_regions.max_regions = 0;
    inspect(run, (dt_page_job){.work = dt_extract_named, .work_data = &each});
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
    .shows_regions = true,
    .run = run_inspect,
};
