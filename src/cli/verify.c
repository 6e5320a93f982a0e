/* detm verify: whether a wrapper or template still fits its site. */
#include "cli/common/baseline.h"
#include "cli/common/draft.h"
#include "cli/common/results.h"
#include "cli/common/rule.h"
#include "cli/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL_PAGES "(all pages)" /* in place of a page's name */

typedef struct verify_options {
  const char *rule;
  detm_verify_options verify;
} verify_options;

static void set_defaults(void *own) { ((verify_options *)own)->verify = detm_verify_defaults; }

#define AT(member) offsetof(verify_options, member)

static const dt_option own_options[] = {
    {"wrapper", 'w', DT_ARG_FILE, AT(rule), "FILE", "the wrapper or template, made by 'detm learn' or 'detm template'",
     .wrong = DT_WRONG_RULE},
    /* below 0.05 everything has drifted */
    {"min-confidence", 0, DT_ARG_NUMBER, AT(verify.least_confidence), "N",
     "least confidence that something has drifted (0.6)", .min = 0.05, .max = 1,
     .wrong = "is not a confidence: write a number from 0.05 to 1 (--all reports all fields)"},
    {"all", 0, DT_ARG_SET, AT(verify.all), NULL, "report all fields, with the figures that the decision is based on",
     .set_to = 1},
    {.name = NULL},
};

#undef AT

static const dt_option store_options[] = {
    DT_OPTION_STORE("also use the values that runs of FILE saved in this store"),
    {.name = NULL},
};

static const dt_option_group groups[] = {
    {"Options", own_options, true},
    {"Store", store_options, false},
    {"Report", dt_options_report, false},
    {"Pages", dt_options_pages, false},
    {"Many pages", dt_options_many, false},
    {"Other", dt_options_other, false},
    {NULL, NULL, false},
};

typedef struct verifying {
  dt_run *run;
  const verify_options *own;
  dt_run_rule rule;
  detm_profile *baseline;
  detm_profile *together; /* what all pages gave */
  size_t pages;
  bool drifted;       /* one of them, or all together */
  dt_results results; /* formats for programs */
  dt_output output;   /* text */
} verifying;

/* ---- a page ---- */

static detm_status gather(const verifying *v, const detm_page *page, detm_profile *now, detm_error *error) {
  detm_result *records = dt_rule_apply(&v->rule, page, error);
  if (records == NULL) return error->status;
  detm_status status = detm_result_emit(records, detm_profile_sink(now), error);
  detm_result_free(records);
  return status;
}

static detm_result *verify_page(const void *data, const detm_page *page, detm_error *error) {
  const verifying *v = data;
  detm_drift *drift = NULL;
  detm_page_info info = {.name = detm_page_name(page), .encoding = detm_page_encoding(page)};
  detm_profile *now = detm_profile_new(error);
  if (now != NULL && gather(v, page, now, error) == DETM_OK)
    drift = detm_verify(v->baseline, now, &info, &v->own->verify, error);
  detm_profile_free(now);
  return drift != NULL ? detm_drift_into_result(drift) : NULL;
}

/* ---- what is said of it ---- */

static void note_drift(verifying *v) {
  dt_run *run = v->run;
  v->drifted = true;
  if (run->report.status < DT_EXIT_PAGE) run->report.status = DT_EXIT_PAGE;
}

static void print_finding(dt_draft *out, const detm_finding *f) {
  dt_draft_print(out, "  %-10s ", detm_drift_change_name(f->change));
  dt_finding_print(out, f);
  dt_draft_end_line(out);
}

/* False: the output failed. */
static bool print_text(verifying *v, const char *page, const detm_drift *drift) {
  dt_draft draft = {0};
  dt_draft_print(&draft, "%s: %s", page, detm_drift_drifted_count(drift) != 0 ? "drifted" : "as before");
  dt_draft_end_line(&draft);
  for (size_t i = 0; i < detm_drift_count(drift); i++) print_finding(&draft, detm_drift_get(drift, i));
  bool done = dt_draft_write(&draft, &v->output, &v->run->report);
  free(draft.text);
  return done;
}

static bool print_drift(verifying *v, const char *page, const detm_result *result) {
  detm_error error = DETM_ERROR_NONE;
  if (v->run->options.results.format == DT_NO_FORMAT) return print_text(v, page, detm_drift_from_result(result));
  if (detm_result_emit(result, detm_writer_sink(v->results.writer), &error) == DETM_OK) return true;
  dt_results_report_end(&v->results, &error);
  return false;
}

static bool take(void *data, dt_finished *finished) {
  verifying *v = data;
  detm_error error = DETM_ERROR_NONE;
  dt_report *report = &v->run->report;
  if (finished->result == NULL) {
    if (finished->error.status != DETM_OK) dt_report_fault(report, finished->name, &finished->error);
    return true;
  }
  const detm_drift *drift = detm_drift_from_result(finished->result);
  v->pages++;
  if (detm_profile_add(v->together, detm_drift_now(drift), &error) != DETM_OK) {
    dt_report_fault(report, NULL, &error);
    return false;
  }
  if (detm_drift_drifted_count(drift) != 0) note_drift(v);
  return print_drift(v, finished->name, finished->result);
}

static void suggest_repair(dt_run *run) {
  const char *name = run->rule;
  dt_report_warning(&run->report, name,
                    "if the site has changed, learn it again with 'detm repair -w %s -o NEW PAGE...'", name);
}

/* Verifies all pages together, which shows more than each page alone. */
static bool verify_together(verifying *v) {
  detm_error error = DETM_ERROR_NONE;
  if (v->pages < 2) return true;
  const detm_page_info all = {.name = ALL_PAGES, .encoding = "UTF-8"};
  detm_drift *drift = detm_verify(v->baseline, v->together, &all, &v->own->verify, &error);
  if (drift == NULL) {
    dt_report_fault(&v->run->report, NULL, &error);
    return false;
  }
  if (detm_drift_drifted_count(drift) != 0) note_drift(v);
  detm_result *result = detm_drift_into_result(drift);
  bool done = print_drift(v, ALL_PAGES, result);
  detm_result_free(result);
  return done;
}

/* ---- the run ---- */

static void verify_pages(verifying *v) {
  dt_run *run = v->run;
  dt_page_job job = {.work = verify_page, .work_data = v, .take = take, .take_data = v};
  bool structured = run->options.results.format != DT_NO_FORMAT;
  bool open = structured
                  ? dt_results_open(&v->results, run)
                  : dt_output_open(&v->output, run->options.output.file, run->options.output.max_bytes, &run->report);
  if (!open) return;
  bool done = dt_pages_run(run, &job) && verify_together(v);
  if (structured)
    dt_results_close(&v->results, done);
  else
    dt_output_close(&v->output, done, &run->report);
}

static bool read_baseline(verifying *v) {
  detm_error error = DETM_ERROR_NONE;
  dt_run *run = v->run;
  v->baseline = dt_baseline_read(run, &v->rule);
  if (v->baseline == NULL) return false;
  v->together = detm_profile_new(&error);
  if (v->together == NULL) {
    dt_report_fault(&run->report, NULL, &error);
    return false;
  }
  if (detm_profile_page_count(v->baseline) != 0) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, run->rule, 0,
                  "has no <profile>, so there is nothing to compare with: learn it again while it still fits");
  return false;
}

static void run_verify(dt_run *run) {
  const verify_options *own = run->own;
  verifying v = {.run = run, .own = own};
  run->options.extract.all_columns = 1; /* a change in columns left out as noise is a change of the site too */
  if (own->rule == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "no wrapper or template was given: name one with -w FILE");
  } else if (dt_rule_load(&v.rule, run, own->rule)) {
    dt_rule_warn_unsure(&v.rule, run);
    if (read_baseline(&v)) verify_pages(&v);
    if (v.drifted) suggest_repair(run);
    dt_rule_free(&v.rule);
  }
  detm_profile_free(v.baseline);
  detm_profile_free(v.together);
}

const dt_command dt_command_verify = {
    .name = "verify",
    .summary = "check whether a wrapper or template still fits its site",
    .usage = "-w FILE [OPTION]... PAGE...",
    .about = "Compares what FILE gives on the pages with what it gave when it was learned.  Reports fields that are\n"
             "missing, constant, of another type, length or kind, or that hold the values of another field, and\n"
             "records that are too many, too few or elsewhere.  The exit status is 1 if something has drifted.",
    .options = groups,
    .own_size = sizeof(verify_options),
    .set_defaults = set_defaults,
    .min_pages = 1,
    .run = run_verify,
};
