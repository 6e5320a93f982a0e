/* Results of pages on their way out, and what is said about each page. */
#include "cli/results.h"

#include <stdio.h>
#include <string.h>

#define CERTAIN 0.9 /* a main region with less confidence is worth a look */

typedef struct fallback_notes {
  dt_run *run;
  const char *name; /* of the page */
} fallback_notes;

bool dt_results_open(dt_results *results, dt_run *run) {
  detm_error error = DETM_ERROR_NONE;
  *results = (dt_results){.run = run, .tell = dt_results_tell};
  if (!dt_output_open(&results->output, run->options.output, 0, &run->report)) return false;
  results->writer =
      detm_writer_new(run->options.format, dt_output_write, &results->output, run->options.max_output, &error);
  if (results->writer == NULL) dt_report_fault(&run->report, NULL, &error);
  if (results->writer != NULL) results->sink = detm_writer_sink(results->writer);
  if (results->writer != NULL && run->options.save) dt_save_open(&results->save, run, &results->sink);
  if (results->writer != NULL) return true;
  dt_output_close(&results->output, false, &run->report);
  return false;
}

/* A failed write is told once, by dt_output_close; everything else that ends a run is told here. */
void dt_results_tell_end(dt_results *results, const detm_error *error) {
  dt_report *report = &results->run->report;
  if (results->output.error != 0) return;
  dt_report_error(report, DT_EXIT_FAILED, results->output.name, 0, "%s", error->text);
}

/* How messages call what was applied, what they advise, what they say of fields that no record has, and what that
 * may mean. */
static const struct {
  const char *name, *remedy, *lacks, *doubt;
} applied_words[] = {
    [DT_APPLIED_WRAPPER] = {"the wrapper", "if the site has changed, learn a new wrapper", "no record has",
                            "; has the site changed?"},
    [DT_APPLIED_TEMPLATE] = {"the template", "if the site has changed, make a new template", "it lacks",
                             "; has the site changed?"},
    [DT_APPLIED_STOCK] = {"the stock template", "look with 'detm fields' what the page has", "it lacks", ""},
    [DT_APPLIED_LIBRARY] = {"what is most like it in the library", "if the site has changed, learn it again",
                            "it lacks", "; has the site changed?"},
};

static void tell_nothing(dt_run *run, const dt_finished *finished) {
  const char *missing = detm_result_missing(finished->result);
  double fit = detm_result_fit(finished->result);
  if (detm_page_nodes(finished->page) <= 1) /* the root alone */
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "is empty: no tag and no text; fetch the page again");
  else if (fit < 0)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "no records found; look with 'detm tree' whether the page holds a list at all");
  else
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0, "does not fit %s (fit %.2f)%s%s; %s",
                    applied_words[run->applied].name, fit, missing != NULL ? ", missing: " : "",
                    missing != NULL ? missing : "", applied_words[run->applied].remedy);
}

static size_t count_records(const detm_result *result) {
  size_t records = 0;
  for (size_t i = 1; i <= detm_result_regions(result); i++) records += detm_result_records(result, i);
  return records;
}

/* A field that a later anchor of its template found: the site may be changing. */
static detm_status note_fallback(void *data, const detm_field *field, detm_error *error) {
  const fallback_notes *notes = data;
  (void)error;
  if (field->rank > 1)
    dt_report_note(&notes->run->report, notes->name, "field %s: found by its anchor %zu (%s)", field->name, field->rank,
                   field->by);
  return DETM_OK;
}

static void tell_fallbacks(dt_run *run, const dt_finished *finished) {
  detm_error error = DETM_ERROR_NONE;
  fallback_notes notes = {run, finished->name};
  detm_sink sink = {.data = &notes, .field = note_fallback};
  if (!run->report.verbose) return;
  if (detm_result_emit(finished->result, &sink, &error) != DETM_OK)
    dt_report_fault(&run->report, finished->name, &error);
}

static void tell_details(dt_run *run, const dt_finished *finished) {
  const detm_result *result = finished->result;
  const char *encoding = detm_page_encoding(finished->page);
  size_t regions = detm_result_regions(result), records = count_records(result),
         nodes = detm_page_nodes(finished->page);
  double fit = detm_result_fit(result);
  bool applied = fit >= 0;
  double sure = applied ? fit : detm_result_confidence(result);
  dt_report_note(&run->report, finished->name, "%s, %zu nodes, %zu region%s, %zu records, %s %.2f, %.3f s", encoding,
                 nodes, regions, regions == 1 ? "" : "s", records, applied ? "fit" : "confidence", sure > 0 ? sure : 0,
                 finished->seconds);
  if (applied && regions > 0 && records == 0)
    dt_report_note(&run->report, finished->name, "fits the wrapper and holds no record");
  if (applied) tell_fallbacks(run, finished);
}

void dt_results_tell(dt_run *run, const dt_finished *finished) {
  const detm_result *result = finished->result;
  if (result == NULL) {
    dt_report_fault(&run->report, finished->name, &finished->error);
    return;
  }
  double confidence = detm_result_confidence(result);
  tell_details(run, finished);
  if (detm_result_warning(result) != NULL)
    dt_report_warning(&run->report, finished->name, "%s", detm_result_warning(result));
  if (detm_result_regions(result) == 0)
    tell_nothing(run, finished);
  else if (detm_result_fit(result) >= 0 && detm_result_missing(result) != NULL)
    dt_report_warning(&run->report, finished->name, "fits (%.2f), but %s %s%s", detm_result_fit(result),
                      applied_words[run->applied].lacks, detm_result_missing(result),
                      applied_words[run->applied].doubt);
  else if (detm_result_fit(result) < 0 && run->options.extract.max_regions != 0 && confidence >= 0 &&
           confidence < CERTAIN)
    dt_report_warning(&run->report, finished->name,
                      "uncertain: %.2f that these are the page's main records; see --all-regions", confidence);
}

/* What makes no regions and records of a page itself does not count them. */
static void limit_records(const dt_options *options, dt_finished *finished) {
  if (finished->result == NULL) return;
  size_t records = count_records(finished->result), most = options->extract.max_records;
  if (detm_records_limit(finished->name, records, most, &finished->error) == DETM_OK) return;
  detm_result_free(finished->result);
  finished->result = NULL;
}

bool dt_results_take(void *data, dt_finished *finished) {
  dt_results *results = data;
  detm_error error = DETM_ERROR_NONE;
  if (finished->page == NULL && finished->error.status == DETM_OK) return true; /* told when it was read */
  limit_records(&results->run->options, finished);
  dt_save_page(&results->save, finished);
  if (finished->result != NULL && detm_result_emit(finished->result, results->sink, &error) != DETM_OK) {
    bool of_page = error.status == DETM_LIMIT && error.where[0] != '\0';
    if (of_page)
      dt_report_fault(&results->run->report, finished->name, &error);
    else
      dt_results_tell_end(results, &error);
    return of_page;
  }
  results->tell(results->run, finished);
  if (results->watch != NULL) dt_watch_page(results->watch, finished);
  return true;
}

void dt_results_close(dt_results *results, bool done) {
  detm_error error = DETM_ERROR_NONE;
  /* whatever ended the run: what was written is ended, too */
  bool ended = detm_writer_finish(results->writer, &error) == DETM_OK;
  if (done && !ended) dt_results_tell_end(results, &error);
  done = done && ended;
  done = dt_output_close(&results->output, done, &results->run->report) && done;
  dt_save_close(&results->save, done);
  detm_filter_free(results->filter);
  detm_writer_free(results->writer);
}
