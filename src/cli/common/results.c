/* Writing the results of pages, and reporting on each page. */
#include "cli/common/results.h"

#include <stdio.h>
#include <string.h>

#define CERTAIN 0.9 /* a main region with less confidence is worth a look */

typedef struct fallback_notes {
  dt_run *run;
  const char *name; /* of the page */
} fallback_notes;

unsigned dt_results_columns(const dt_options *options) {
  if (options->results.meta || options->output.verbose) return DETM_COLUMNS_ALL;
  return options->extract.max_regions == 0 ? DETM_COLUMN_REGION : 0;
}

static bool open_typing(dt_results *results) {
  detm_error error = DETM_ERROR_NONE;
  results->typing = detm_typing_new(results->sink, &error);
  if (results->typing != NULL) {
    results->sink = detm_typing_sink(results->typing);
    return true;
  }
  dt_report_fault(&results->run->report, NULL, &error);
  detm_writer_free(results->writer);
  dt_output_close(&results->output, false, &results->run->report);
  return false;
}

bool dt_results_open(dt_results *results, dt_run *run) {
  detm_error error = DETM_ERROR_NONE;
  *results = (dt_results){.run = run, .report = dt_results_report};
  if (!dt_output_open(&results->output, run->options.output.file, 0, &run->report)) return false;
  results->writer = detm_writer_new(dt_format(&run->options), dt_output_write, &results->output,
                                    run->options.output.max_bytes, &error);
  if (results->writer == NULL) dt_report_fault(&run->report, NULL, &error);
  detm_writer_show_columns(results->writer, dt_results_columns(&run->options));
  if (results->writer != NULL) results->sink = detm_writer_sink(results->writer);
  if (results->writer != NULL && run->options.values.typed && !open_typing(results)) return false;
  if (results->writer != NULL && run->options.store.save) dt_save_open(&results->save, run, &results->sink);
  if (results->writer != NULL) return true;
  dt_output_close(&results->output, false, &run->report);
  return false;
}

/* A failed write is reported by dt_output_close; every other error that ends a run is reported here. */
void dt_results_report_end(dt_results *results, const detm_error *error) {
  dt_report *report = &results->run->report;
  if (results->output.error != 0) return;
  dt_report_failure(report, results->output.name, error);
}

/* How messages name the rule, what they advise, and what they say about fields that no record has. */
static const struct {
  const char *name, *remedy, *lacks, *doubt;
} rule_words[] = {
    [DT_RULE_WRAPPER] = {"the wrapper", "if the site has changed, learn a new wrapper", "no record has",
                         "; has the site changed?"},
    [DT_RULE_TEMPLATE] = {"the template", "if the site has changed, make a new template", "it lacks",
                          "; has the site changed?"},
    [DT_RULE_STOCK] = {"the stock template", "see with 'detm fields' what the page has", "it lacks", ""},
    [DT_RULE_LIBRARY] = {"the most similar rule of the library", "if the site has changed, learn it again", "it lacks",
                         "; has the site changed?"},
};

static void report_nothing(dt_run *run, const dt_finished *finished) {
  const char *missing = detm_result_missing(finished->result);
  double fit = detm_result_fit(finished->result);
  if (detm_page_node_count(finished->page) <= 1) /* the root alone */
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "is empty, with no tag and no text: fetch the page again");
  else if (fit < 0)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "no records found: check with 'detm tree' whether the page holds a list at all");
  else
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0, "does not fit %s (fit %.2f)%s%s; %s",
                    rule_words[run->rule_kind].name, fit, missing != NULL ? ", missing: " : "",
                    missing != NULL ? missing : "", rule_words[run->rule_kind].remedy);
}

static size_t count_records(const detm_result *result) {
  size_t records = 0;
  for (size_t i = 0; i < detm_result_region_count(result); i++) records += detm_result_record_count(result, i);
  return records;
}

/* Notes a field that a later anchor of its template found: the site may be changing. */
static detm_status note_fallback(void *data, const detm_field *field, detm_error *error) {
  const fallback_notes *notes = data;
  (void)error;
  if (field->rank > 1)
    dt_report_note(&notes->run->report, notes->name, "field %s: found by its anchor %zu (%s)", field->name, field->rank,
                   field->by);
  return DETM_OK;
}

static void note_fallbacks(dt_run *run, const dt_finished *finished) {
  detm_error error = DETM_ERROR_NONE;
  fallback_notes notes = {run, finished->name};
  detm_sink sink = {.data = &notes, .field = note_fallback};
  if (!run->report.verbose) return;
  if (detm_result_emit(finished->result, &sink, &error) != DETM_OK)
    dt_report_fault(&run->report, finished->name, &error);
}

/* A page that fits and holds no record: an error unless something explains it. */
static void report_empty(dt_run *run, const dt_finished *finished) {
  char quoted[DT_QUOTE_BYTES];
  detm_text words;
  detm_emptiness emptiness = detm_result_emptiness(finished->result, &words);
  dt_quote(quoted, words);
  if (emptiness == DETM_EMPTY_SAID)
    dt_report_note(&run->report, finished->name, "fits the wrapper and holds no record; it says %s", quoted);
  else if (emptiness != DETM_EMPTY_UNEXPLAINED)
    dt_report_note(&run->report, finished->name, "fits the wrapper and holds no record");
  else
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "fits the wrapper but holds no record, and does not say that it is empty%s%s%s; if such pages are "
                    "valid, give one to 'detm learn' with the others",
                    words.length != 0 ? " (" : "", words.length != 0 ? quoted : "",
                    words.length != 0 ? " is in the place of the records)" : "");
}

static void note_details(dt_run *run, const dt_finished *finished) {
  const detm_result *result = finished->result;
  const char *encoding = detm_page_encoding(finished->page);
  size_t regions = detm_result_region_count(result), records = count_records(result),
         nodes = detm_page_node_count(finished->page);
  double fit = detm_result_fit(result);
  bool applied = fit >= 0;
  double sure = applied ? fit : detm_result_confidence(result);
  dt_report_note(&run->report, finished->name, "%s, %zu nodes, %zu region%s, %zu records, %s %.2f, %.3f s", encoding,
                 nodes, regions, regions == 1 ? "" : "s", records, applied ? "fit" : "confidence", sure > 0 ? sure : 0,
                 finished->seconds);
  if (applied && regions > 0 && records == 0) report_empty(run, finished);
  if (applied) note_fallbacks(run, finished);
}

/* Lists beside region 1 that have its fields. */
static void warn_alike(dt_run *run, const dt_finished *finished) {
  size_t regions = detm_result_alike_count(finished->result), records = 0;
  const char *advice = detm_result_fit(finished->result) < 0
                           ? "see --all-regions"
                           : "the wrapper leaves them out; 'detm extract -a' prints them";
  if (regions == 0 || run->options.extract.max_regions == 0) return;
  for (size_t i = 0; i < regions; i++) records += detm_result_alike_get(finished->result, i).records;
  const char *path = detm_result_alike_get(finished->result, 0).path;
  if (regions == 1)
    dt_report_warning(&run->report, finished->name, "another region has %zu records with the same fields (%s); %s",
                      records, path, advice);
  else
    dt_report_warning(&run->report, finished->name,
                      "%zu other regions have %zu records with the same fields (the first: %s); %s", regions, records,
                      path, advice);
}

void dt_results_report(dt_run *run, const dt_finished *finished) {
  const detm_result *result = finished->result;
  if (result == NULL) {
    dt_report_fault(&run->report, finished->name, &finished->error);
    return;
  }
  double confidence = detm_result_confidence(result);
  note_details(run, finished);
  if (detm_result_warning(result) != NULL)
    dt_report_warning(&run->report, finished->name, "%s", detm_result_warning(result));
  if (detm_result_region_count(result) == 0)
    report_nothing(run, finished);
  else if (detm_result_fit(result) >= 0 && detm_result_missing(result) != NULL)
    dt_report_warning(&run->report, finished->name, "fits (%.2f), but %s %s%s", detm_result_fit(result),
                      rule_words[run->rule_kind].lacks, detm_result_missing(result), rule_words[run->rule_kind].doubt);
  else if (detm_result_fit(result) < 0 && run->options.extract.max_regions != 0 && confidence >= 0 &&
           confidence < CERTAIN)
    dt_report_warning(&run->report, finished->name,
                      "uncertain (%.2f) whether these are the page's main records; see --all-regions", confidence);
  warn_alike(run, finished);
}

/* Counts the texts of a page that no field took, and lists them with -v. */
static void count_others(dt_results *results, const dt_finished *finished) {
  dt_others_count *others = &results->others;
  size_t count = detm_result_other_count(finished->result), record = 0;
  others->all_pages++;
  others->all_records += count_records(finished->result);
  for (size_t i = 0; i < count; i++) {
    detm_other other = detm_result_other_get(finished->result, i);
    if (others->texts++ == 0) {
      dt_quote(others->sample, other.text);
      others->page = finished->name;
    }
    others->records += other.record != record;
    record = other.record;
    dt_report_note(&results->run->report, finished->name, "record %zu: no field takes \"%.*s\"", other.record,
                   other.text.length < 1000 ? (int)other.text.length : 1000, other.text.data);
  }
  others->pages += count != 0;
}

/* Prints one line for the whole run, as the pages of a site mostly have the same texts. */
static void warn_others(dt_results *results) {
  const dt_others_count *others = &results->others;
  dt_report *report = &results->run->report;
  if (others->texts == 0 || results->run->options.extract.others != 0) return;
  dt_report_warning(
      report, others->all_pages == 1 ? others->page : NULL,
      "%zu text%s in %zu of %zu records %s in no field%s %s%s%s; %s", others->texts, others->texts == 1 ? "" : "s",
      others->records, others->all_records, others->texts == 1 ? "is" : "are", others->texts == 1 ? ":" : ", such as",
      others->sample, others->all_pages == 1 ? "" : " in ", others->all_pages == 1 ? "" : others->page,
      report->verbose ? "--others prints them as a column" : "-v lists them, --others prints them as a column");
}

detm_status dt_records_limit(const char *page, size_t records, size_t max, detm_error *error) {
  if (records <= max || error->status != DETM_OK) return records <= max ? DETM_OK : DETM_LIMIT;
  *error = (detm_error){.status = DETM_LIMIT};
  snprintf(error->where, sizeof error->where, "%s", page);
  snprintf(error->text, sizeof error->text, "more than %zu records: raise --max-records", max);
  return DETM_LIMIT;
}

/* Checks the limit of records for commands that do not count them themselves. */
static void limit_records(const dt_options *options, dt_finished *finished) {
  if (finished->result == NULL) return;
  size_t records = count_records(finished->result), most = options->extract.max_records;
  if (dt_records_limit(finished->name, records, most, &finished->error) == DETM_OK) return;
  detm_result_free(finished->result);
  finished->result = NULL;
}

/* Warns of typed values that lack what the page does not declare. */
static void warn_of_relative(const dt_results *results, const char *page) {
  size_t count = detm_typing_relative_count(results->typing), undated = detm_typing_undated_count(results->typing);
  if (count != 0)
    dt_report_warning(&results->run->report, page,
                      "%zu address%s relative, as the page does not declare its own: give it with --base", count,
                      count == 1 ? " stays" : "es stay");
  if (undated != 0)
    dt_report_warning(
        &results->run->report, page,
        "%zu relative date%s no value, as the page does not declare its own date and time: give them with "
        "--date",
        undated, undated == 1 ? " has" : "s have");
}

bool dt_results_take(void *data, dt_finished *finished) {
  dt_results *results = data;
  detm_error error = DETM_ERROR_NONE;
  if (finished->page == NULL && finished->error.status == DETM_OK) return true; /* reported when it was read */
  const dt_options *options = &results->run->options;
  if (options->pages.count > 1) /* even if only one of them has records */
    detm_writer_show_columns(results->writer, dt_results_columns(options) | DETM_COLUMN_PAGE);
  limit_records(options, finished);
  dt_save_page(&results->save, finished);
  if (results->typing != NULL) detm_typing_set_locale(results->typing, finished->locale);
  if (finished->result != NULL && detm_result_emit(finished->result, results->sink, &error) != DETM_OK) {
    bool of_page = error.status == DETM_LIMIT && error.where[0] != '\0';
    if (of_page)
      dt_report_fault(&results->run->report, finished->name, &error);
    else
      dt_results_report_end(results, &error);
    return of_page;
  }
  results->report(results->run, finished);
  if (finished->result != NULL) count_others(results, finished);
  if (results->typing != NULL && finished->result != NULL) warn_of_relative(results, finished->name);
  if (results->watch != NULL) dt_watch_page(results->watch, finished);
  return true;
}

void dt_results_close(dt_results *results, bool done) {
  detm_error error = DETM_ERROR_NONE;
  /* completes what was written, even if the run ended early */
  bool ended = detm_writer_finish(results->writer, &error) == DETM_OK;
  warn_others(results);
  if (done && !ended) dt_results_report_end(results, &error);
  done = done && ended;
  done = dt_output_close(&results->output, done, &results->run->report) && done;
  dt_save_close(&results->save, done);
  detm_filter_free(results->filter);
  detm_typing_free(results->typing);
  detm_writer_free(results->writer);
}
