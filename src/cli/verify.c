/* detm verify: whether a wrapper or a template still fits its site. */
#include "cli/applied.h"
#include "cli/draft.h"
#include "cli/past.h"
#include "cli/results.h"
#include "cli/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL_PAGES "(all pages)" /* in place of a page's name */

static const char *set_least(dt_options *options, const char *value) {
  const double least = 0.05; /* below that everything has drifted */
  char *end;
  options->verify.least_confidence = strtod(value, &end);
  return end != value && *end == '\0' && options->verify.least_confidence >= least &&
                 options->verify.least_confidence <= 1
             ? NULL
             : "is no confidence; write a number from 0.05 to 1 (--all tells of all fields)";
}

static const char *set_all(dt_options *options, const char *value) {
  (void)value;
  options->verify.all = 1;
  return NULL;
}

static const dt_option own[] = {
    {"wrapper", 'w', "FILE", "the wrapper or template, made by 'detm learn' or 'detm template'", dt_set_wrapper},
    {"store", 0, "FILE", "what was saved of earlier runs of it counts, too", dt_set_store},
    {"min-confidence", 0, "N", "tell what is as sure as this to have drifted (0.6)", set_least},
    {"all", 0, NULL, "tell of all fields, with the figures that decided", set_all},
    {"format", 'f', "FORMAT", "text, xml, ndjson or csv (text)", dt_set_report_format},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own}, {"Pages", dt_options_pages}, {"Many pages", dt_options_many}, {"Other", dt_options_other},
    {NULL, NULL},
};

typedef struct verifying {
  dt_run *run;
  dt_applied applied;
  detm_profile *past;
  detm_profile *together; /* what all pages gave */
  size_t pages;
  dt_results results; /* formats for programs */
  dt_output output;   /* text */
} verifying;

/* ---- a page ---- */

static detm_status gather(const verifying *v, const detm_page *page, detm_profile *now, detm_error *error) {
  detm_result *records = dt_applied_apply(&v->applied, page, error);
  if (records == NULL) return error->status;
  detm_status status = detm_result_emit(records, detm_profile_sink(now), error);
  detm_result_free(records);
  return status;
}

static detm_result *verify_page(const void *data, const detm_page *page, detm_error *error) {
  const verifying *v = data;
  detm_result *drift = NULL;
  detm_page_info info = {.name = detm_page_name(page), .encoding = detm_page_encoding(page)};
  detm_profile *now = detm_profile_new(error);
  if (now != NULL && gather(v, page, now, error) == DETM_OK)
    drift = detm_verify(v->past, now, &info, &v->run->options.verify, error);
  detm_profile_free(now);
  return drift;
}

/* ---- what is said of it ---- */

static void note_drift(dt_run *run) {
  if (run->report.status < DT_EXIT_PAGE) run->report.status = DT_EXIT_PAGE;
}

static void print_finding(dt_draft *out, const detm_finding *f) {
  dt_draft_print(out, "  %-10s %s", detm_change_name(f->change), f->field != NULL ? f->field : "page");
  if (f->to != NULL) dt_draft_print(out, " has the values of %s", f->to);
  dt_draft_print(out, ": was %s, is %s (%.2f)", f->before, f->now, f->confidence);
  dt_draft_end_line(out);
}

/* False: the output failed. */
static bool print_text(verifying *v, const char *page, const detm_result *drift) {
  dt_draft draft = {0};
  dt_draft_print(&draft, "%s: %s", page, detm_drift_count(drift) != 0 ? "drifted" : "as before");
  dt_draft_end_line(&draft);
  for (size_t i = 0; detm_drift_finding(drift, i) != NULL; i++) print_finding(&draft, detm_drift_finding(drift, i));
  bool done = dt_draft_write(&draft, &v->output, &v->run->report);
  free(draft.text);
  return done;
}

static bool print_drift(verifying *v, const char *page, const detm_result *drift) {
  detm_error error = DETM_ERROR_NONE;
  if (!v->run->options.format_given) return print_text(v, page, drift);
  if (detm_result_emit(drift, detm_writer_sink(v->results.writer), &error) == DETM_OK) return true;
  dt_results_tell_end(&v->results, &error);
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
  v->pages++;
  if (detm_profile_add(v->together, detm_drift_now(finished->result), &error) != DETM_OK) {
    dt_report_fault(report, NULL, &error);
    return false;
  }
  if (detm_drift_count(finished->result) != 0) note_drift(v->run);
  return print_drift(v, finished->name, finished->result);
}

/* Several pages tell more than each of them. */
static bool tell_together(verifying *v) {
  detm_error error = DETM_ERROR_NONE;
  if (v->pages < 2) return true;
  const detm_page_info all = {.name = ALL_PAGES, .encoding = "UTF-8"};
  detm_result *drift = detm_verify(v->past, v->together, &all, &v->run->options.verify, &error);
  if (drift == NULL) {
    dt_report_fault(&v->run->report, NULL, &error);
    return false;
  }
  if (detm_drift_count(drift) != 0) note_drift(v->run);
  bool done = print_drift(v, ALL_PAGES, drift);
  detm_result_free(drift);
  return done;
}

/* ---- the run ---- */

static void verify_pages(verifying *v) {
  dt_run *run = v->run;
  dt_job job = {.work = verify_page, .work_data = v, .take = take, .take_data = v};
  bool structured = run->options.format_given;
  bool open = structured ? dt_results_open(&v->results, run)
                         : dt_output_open(&v->output, run->options.output, run->options.max_output, &run->report);
  if (!open) return;
  bool done = dt_pages_run(run, &job) && tell_together(v);
  if (structured)
    dt_results_close(&v->results, done);
  else
    dt_output_close(&v->output, done, &run->report);
}

static bool read_past(verifying *v) {
  detm_error error = DETM_ERROR_NONE;
  dt_run *run = v->run;
  v->past = dt_past_read(run, &v->applied);
  if (v->past == NULL) return false;
  v->together = detm_profile_new(&error);
  if (v->together == NULL) {
    dt_report_fault(&run->report, NULL, &error);
    return false;
  }
  if (detm_profile_pages(v->past) != 0) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, run->options.wrapper, 0,
                  "has no <profile> of what its pages were like: learn it again, while it still fits");
  return false;
}

static void run_verify(dt_run *run) {
  verifying v = {.run = run};
  if (run->options.wrapper == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "no wrapper or template was given; name one with -w FILE");
  } else if (dt_applied_load(&v.applied, run, run->options.wrapper)) {
    if (read_past(&v)) verify_pages(&v);
    dt_applied_free(&v.applied);
  }
  detm_profile_free(v.past);
  detm_profile_free(v.together);
}

const dt_command dt_command_verify = {
    .name = "verify",
    .summary = "tell whether a wrapper or a template still fits its site",
    .usage = "-w FILE [OPTION]... PAGE...",
    .about = "Compares what FILE gives on the pages with what it gave when it was learned: fields that are missing,\n"
             "constant, of another type, length or kind, or that hold the values of another field; records that are\n"
             "too many, too few or elsewhere.  The exit status is 1 if something has drifted.",
    .options = groups,
    .min_pages = 1,
    .run = run_verify,
};
