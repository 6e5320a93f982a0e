/* cli/results/results.c: writing the results of pages, and reporting problems of each page. */
#include "cli/results/results.h"
#include "cli/rules/chosen_records.h"

#include "cli/results/page_lines.h"
#include "cli/results/text_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct page_notes {
  dt_run *run;
  const char *page;
} page_notes;

unsigned dt_results_columns(const dt_options *options) {
  /* the rows of every night have the same columns */
  unsigned columns = options->values.typed ? DETM_COLUMN_PARTS : 0;
  if (options->results.format == DT_SQLITE) columns |= DETM_COLUMN_PAGE | DETM_COLUMN_FALLBACK;
  if (options->results.meta || options->output.verbose) return columns | DETM_COLUMNS_ALL;
  return columns | (options->extract.max_regions == 0 ? DETM_COLUMN_REGION : 0);
}

bool dt_results_as_table(const dt_run *run) {
  int format = run->options.results.format;
  return format == DT_TABLE || (format == DT_NO_FORMAT && dt_output_is_terminal(run));
}

/* Opens the output and its writer, and sets the sink.  False: reported. */
static bool open_writer(dt_results *results) {
  dt_run *run = results->run;
  detm_error error = DETM_ERROR_NONE;
  /* the writer, not the output, checks --max-output: it completes the document */
  if (run->options.results.format == DT_SQLITE)
    results->output = (dt_output){.name = run->options.output.file, .fd = -1}; /* the writer has the file */
  else if (!dt_output_open(&results->output, run->options.output.file, 0, &run->report))
    return false;
  size_t most = run->options.output.max_bytes;
  results->as_table = dt_results_as_table(run);
  if (results->as_table) {
    results->writer = detm_writer_new(DETM_CSV, dt_buffer_write, &results->rows, most, &error);
    detm_writer_set_plain_names(results->writer, dt_options_plain_names(&run->options));
  } else if (run->options.lines.per_page) {
    results->writer = dt_format_writer(&run->options, dt_lines_write, results, most, &error);
  } else {
    results->writer = dt_format_writer(&run->options, dt_output_write, &results->output, most, &error);
  }
  if (results->writer == NULL) {
    dt_report_fault(&run->report, run->options.results.format == DT_SQLITE ? results->output.name : NULL, &error);
    dt_output_close(&results->output, false, &run->report);
    return false;
  }
  detm_writer_show_columns(results->writer, dt_results_columns(&run->options));
  results->sink = detm_writer_sink(results->writer);
  return true;
}

/* Prints the rows as a table.  False: the output failed. */
static bool print_rows(dt_results *results) {
  dt_text_grid grid = {.width = dt_terminal_width(dt_output_is_terminal(results->run))};
  dt_buffer text = {0};
  text.failed = !dt_text_grid_from_csv(&grid, results->rows.data, results->rows.length);
  if (!text.failed) dt_text_grid_print(&text, &grid);
  free(grid.cells);
  return dt_output_text(&results->output, &text, &results->run->report);
}

/* Ends the output.  False: reported. */
static bool close_writer(dt_results *results, bool keep) {
  if (results->writer == NULL) return dt_folder_close(&results->folder, keep);
  if (results->as_table) keep = print_rows(results) && keep;
  dt_buffer_free(&results->rows);
  return dt_output_close(&results->output, keep, &results->run->report);
}

void dt_results_start(dt_results *results, dt_run *run) {
  *results = (dt_results){.run = run, .report = dt_results_report};
}

/* Opens the writer or folder, and what is before it. */
static bool open_sinks(dt_results *results) {
  dt_run *run = results->run;
  detm_error error = DETM_ERROR_NONE;
  const int format = run->options.results.format;
  if ((format == DT_TABLE || format == DT_SQLITE) && run->command->file_a_page && dt_folder_wanted(run)) {
    dt_report_usage(&run->report, "-f %s writes one table: name a file with -o, not a folder",
                    format == DT_TABLE ? "table" : "sqlite");
    return false;
  }
  if (run->command->file_a_page && dt_folder_wanted(run)) {
    if (!dt_folder_open(&results->folder, run, dt_results_columns(&run->options))) return false;
    results->sink = &results->folder.passing.sink;
  } else if (!open_writer(results)) {
    return false;
  }
  if (run->options.results.unique != NULL || run->options.results.record_id) {
    results->unique = dt_unique_new(results->sink, run->options.results.unique, &error);
    if (results->unique != NULL) results->sink = dt_unique_sink(results->unique);
  }
  if (run->options.results.plain_names && error.status == DETM_OK) {
    results->plain = detm_plain_names_new(results->sink, &error);
    if (results->plain != NULL) results->sink = detm_plain_names_sink(results->plain);
  }
  if (run->options.values.typed && error.status == DETM_OK) {
    results->typing = detm_typing_new(results->sink, &error);
    if (results->typing != NULL) results->sink = detm_typing_sink(results->typing);
  }
  if (run->details != NULL && error.status == DETM_OK) results->sink = dt_details_sink(run->details, results->sink);
  if (error.status != DETM_OK) {
    dt_report_fault(&run->report, NULL, &error);
    close_writer(results, false);
    detm_plain_names_free(results->plain);
    dt_unique_free(results->unique);
    detm_writer_free(results->writer);
    return false;
  }
  if (run->options.store.save) dt_save_open(&results->save, run, &results->sink);
  return true;
}

bool dt_results_open(dt_results *results, dt_run *run) {
  dt_results_start(results, run);
  dt_lookup_start(&results->addresses, NULL, 0);
  if (!dt_account_open(&results->account, run)) return false;
  if (open_sinks(results)) return true;
  dt_account_close(&results->account, false);
  return false;
}

/* A failed write is reported by dt_output_close; every other error that ends a run is reported here. */
void dt_results_report_end(dt_results *results, const detm_error *error) {
  dt_report *report = &results->run->report;
  if (results->output.error != 0 || results->folder.failed) return;
  dt_report_failure(report, results->output.name, error);
}

/* Parts of messages: the rule, advice, and the words for fields that no record has. */
static const struct {
  const char *name, *remedy, *lacks, *doubt;
} rule_words[] = {
    [DT_RULE_WRAPPER] = {"the wrapper", "if the site has changed, learn a new wrapper", "no record has",
                         "; has the site changed?"},
    [DT_RULE_TEMPLATE] = {"the template", "if the site has changed, make a new template", "it lacks",
                          "; has the site changed?"},
    [DT_RULE_STOCK] = {"the stock template", "print the fields of the page with 'detm fields'", "it lacks", ""},
    [DT_RULE_LIBRARY] = {"the most similar rule of the library", "if the site has changed, learn it again", "it lacks",
                         "; has the site changed?"},
};

const char *dt_results_no_rows(const detm_result *result) {
  for (size_t i = 0; i < detm_result_remark_count(result); i++) {
    detm_remark remark = detm_result_remark_get(result, i);
    if (remark.kind == DETM_REMARK_NO_ROWS) return remark.text;
  }
  return NULL;
}

bool dt_results_report_wall(dt_run *run, const dt_finished *finished, const char *before) {
  detm_wall wall = finished->result != NULL ? detm_result_wall(finished->result) : DETM_WALL_NONE;
  if (wall != DETM_WALL_NONE)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0, "%s, as it only blocks (%s): it %s", before,
                    detm_wall_name(wall), detm_wall_text(wall));
  return wall != DETM_WALL_NONE;
}

/* Reports a page that only blocks.  False: it is none. */
static bool report_wall_of_page(dt_run *run, const dt_finished *finished) {
  char before[DT_TEXT_BYTES] = "holds no records";
  if (detm_result_fit(finished->result) >= 0)
    snprintf(before, sizeof before, "does not fit %s", rule_words[run->rule_kind].name);
  return dt_results_report_wall(run, finished, before);
}

enum { MOST_MISFITS = 2 /* of archives that are named */ };

/* Counts a page of an archive that does not fit.  Crawls hold pages of all kinds, so most need no message each. */
static bool is_one_misfit_of_many(dt_report *report, const dt_finished *finished) {
  bool counted = finished->item.of_many && !report->verbose && !report->collects;
  return counted && ++report->misfits > MOST_MISFITS;
}

static void report_nothing(dt_run *run, const dt_finished *finished) {
  const char *missing = detm_result_missing(finished->result);
  double fit = detm_result_fit(finished->result);
  if (report_wall_of_page(run, finished)) return;
  if (detm_page_is_empty(finished->page))
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "is empty, with no tag and no text: fetch the page again");
  else if (dt_results_no_rows(finished->result) != NULL)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0, "no records found: %s",
                    dt_results_no_rows(finished->result));
  else if (fit < 0 && run->options.extract.region != NULL)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0, DT_NO_REGION, run->options.extract.region);
  else if (fit < 0 && finished->page != NULL && detm_page_elsewhere(finished->page) != NULL)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "no records found: they may be in %s, which is not read: save the page as a browser shows it, or "
                    "that part as a page",
                    detm_page_elsewhere(finished->page));
  else if (fit < 0)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "no records found: check with 'detm tree' whether the page holds a list at all");
  else if (is_one_misfit_of_many(&run->report, finished))
    dt_report_count(&run->report, DT_EXIT_PAGE);
  else
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0, "does not fit %s (fit %.2f)%s%s; %s",
                    rule_words[run->rule_kind].name, fit, missing != NULL ? ", missing: " : "",
                    missing != NULL ? missing : "", rule_words[run->rule_kind].remedy);
}

/* Reports fields that every record or page of the samples had, and none has now.  A column of a wrapper that is empty
 * is an error; a stock template has fields that pages need not have, and a template may lack one of many. */
static void report_lack(dt_run *run, const dt_finished *finished) {
  static const char text[] = "fits (%.2f), but %s %s%s";
  const char *missing = detm_result_missing(finished->result);
  const char *lacks = rule_words[run->rule_kind].lacks, *doubt = rule_words[run->rule_kind].doubt;
  double fit = detm_result_fit(finished->result);
  if (run->rule_kind == DT_RULE_WRAPPER || run->rule_kind == DT_RULE_LIBRARY)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0, text, fit, lacks, missing, doubt);
  else
    dt_report_warning(&run->report, finished->name, text, fit, lacks, missing, doubt);
}

static size_t count_result_records(const detm_result *result) {
  size_t records = 0;
  for (size_t i = 0; i < detm_result_region_count(result); i++) records += detm_result_record_count(result, i);
  return records;
}

/* Notes a field that a later anchor of its template found, since the site may be changing. */
static detm_status note_fallback(void *data, const detm_field *field, detm_error *error) {
  const page_notes *notes = data;
  (void)error;
  if (field->rank > 1)
    dt_report_note(&notes->run->report, notes->page, "field %s: found by its anchor %zu (%s)", field->name, field->rank,
                   field->by);
  return DETM_OK;
}

/* Reports a page that fits and holds no record: an error unless something explains it. */
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

/* Where a user finds the other regions of a page. */
static const char *regions_advice(const dt_run *run) {
  return run->command->shows_regions ? "the report shows the other regions" : "see --all-regions";
}

/* Warns of other lists that have the fields of region 1. */
static void warn_alike(dt_run *run, const dt_finished *finished) {
  size_t regions = detm_result_alike_count(finished->result), records = 0;
  const char *advice = detm_result_fit(finished->result) < 0
                           ? regions_advice(run)
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

void dt_report_confidence(dt_run *run, const char *page, double confidence) {
  if (confidence >= 0 && confidence < DETM_CERTAIN)
    dt_report_warning(&run->report, page, "uncertain (%g) whether these are the page's main records; %s",
                      fmin(round(1000 * confidence) / 1000, DETM_CERTAIN - 0.001),
                      run->command->shows_regions
                          ? regions_advice(run)
                          : "see 'detm extract --all-regions', 'detm content' for an article, or 'detm template' for "
                            "a page about one thing");
}

/* A detm_account_visit: notes what is beside the records. */
static detm_status note_row(void *data, const detm_account_line *line, detm_error *error) {
  const page_notes *notes = data;
  (void)error;
  if (line->record == 0 && !line->address && strcmp(line->reason, "outside-cut") != 0)
    dt_report_note(&notes->run->report, notes->page, "no record: %s (%s)%s%.*s", line->what, line->reason,
                   line->text.length != 0 ? ": " : "", line->text.length < 1000 ? (int)line->text.length : 1000,
                   line->text.data);
  return DETM_OK;
}

/* Tells what is in no column, and how to see it. */
static void report_left_out_rows(dt_run *run, const dt_finished *finished, const detm_remark *remark) {
  page_notes notes = {run, finished->name};
  detm_error error = DETM_ERROR_NONE;
  bool learns = run->command == &dt_command_learn, totals = remark->option != NULL;
  const char *print = !totals ? "" : learns ? "'detm apply --totals' prints totals" : "--totals prints totals";
  const char *list = run->options.account != NULL  ? ""
                     : run->command->shows_regions ? "the report shows all"
                     : learns                      ? "'detm apply --account FILE' lists all"
                                                   : "--account FILE lists all";
  dt_report_remark(&run->report, finished->name, "%s%s%s%s%s", remark->text, totals || *list != '\0' ? "; " : "", print,
                   totals && *list != '\0' ? ", " : "", list);
  if (run->report.verbose && detm_result_account(finished->result, note_row, &notes, &error) != DETM_OK)
    dt_report_fault(&run->report, finished->name, &error);
}

/* Tells what is in no column, and which tables have other headers. */
static void report_remarks(dt_run *run, const dt_finished *finished) {
  const detm_result *result = finished->result;
  dt_report *report = &run->report;
  for (size_t i = 0; i < detm_result_remark_count(result); i++) {
    detm_remark remark = detm_result_remark_get(result, i);
    if (remark.kind == DETM_REMARK_LEFT_OUT)
      report_left_out_rows(run, finished, &remark);
    else if (remark.kind == DETM_REMARK_TABLES && run->command->shows_regions)
      dt_report_remark(report, finished->name, "%s; %s", remark.text, regions_advice(run));
    else if (remark.kind == DETM_REMARK_TABLES)
      dt_report_remark(report, finished->name, "%s: see --all-regions, or choose one with --region '%s'", remark.text,
                       remark.path);
    else if (remark.kind == DETM_REMARK_DATA && remark.option != NULL && run->options.extract.max_regions != 0)
      dt_report_remark(report, finished->name, "%s: --data reads it", remark.text);
    else if (remark.kind == DETM_REMARK_DATA && remark.option == NULL)
      dt_report_remark(report, finished->name, "%s", remark.text);
    else if (remark.kind == DETM_REMARK_CUT)
      dt_report_remark(report, finished->name, "%s", remark.text);
  }
}

void dt_results_report(dt_run *run, const dt_finished *finished) {
  const detm_result *result = finished->result;
  dt_report *report = &run->report;
  detm_error error = DETM_ERROR_NONE;
  if (result == NULL) {
    dt_report_fault(report, finished->name, &finished->error);
    return;
  }
  size_t regions = detm_result_region_count(result), records = count_result_records(result);
  double confidence = detm_result_confidence(result), fit = detm_result_fit(result);
  bool applied = fit >= 0;
  char share[32] = "";
  if (applied || confidence >= 0)
    snprintf(share, sizeof share, ", %s %.2f", applied ? "fit" : "confidence", applied ? fit : confidence);
  dt_report_note(report, finished->name, "%s, %zu nodes, %zu region%s, %zu records%s, %.3f s",
                 detm_page_encoding(finished->page), detm_page_node_count(finished->page), regions,
                 regions == 1 ? "" : "s", records, share, finished->seconds);
  if (applied && regions > 0 && records == 0) report_empty(run, finished);
  if (applied && report->verbose) {
    page_notes notes = {run, finished->name};
    detm_sink sink = {.data = &notes, .field = note_fallback};
    if (detm_result_emit(result, &sink, &error) != DETM_OK) dt_report_fault(report, finished->name, &error);
  }
  if (detm_result_warning(result) != NULL) dt_report_warning(report, finished->name, "%s", detm_result_warning(result));
  if (regions == 0)
    report_nothing(run, finished);
  else if (applied && detm_result_missing(result) != NULL)
    report_lack(run, finished);
  else if (!applied && run->options.extract.max_regions != 0)
    dt_report_confidence(run, finished->name, confidence);
  warn_alike(run, finished);
  report_remarks(run, finished);
}

/* The status of a page; `error`: an error was reported. */
static dt_page_status status_of_result(const dt_results *results, const dt_finished *finished, bool error) {
  const detm_result *result = finished->result;
  if (result == NULL) {
    detm_status status = finished->error.status;
    bool blocks = finished->page != NULL && detm_page_wall(finished->page) != DETM_WALL_NONE;
    if (status == DETM_MISFIT && blocks) return DT_PAGE_WALL; /* no rule of a library fits */
    return status == DETM_LIMIT     ? DT_PAGE_LIMIT
           : status == DETM_MISFIT  ? DT_PAGE_UNFIT
           : status == DETM_NOTHING ? DT_PAGE_NOTHING
                                    : DT_PAGE_ERROR;
  }
  if (detm_result_wall(result) != DETM_WALL_NONE) return DT_PAGE_WALL;
  if (dt_page_is_cut(&finished->item, finished->page)) return DT_PAGE_CUT;
  if (detm_page_warning(finished->page) != NULL) return DT_PAGE_LIMIT;
  if (results->status != NULL) return results->status(finished);
  if (!error) return DT_PAGE_OK;
  bool applied = detm_result_fit(result) >= 0, misfit = applied && detm_result_region_count(result) == 0;
  if (applied && !misfit && count_result_records(result) != 0) return DT_PAGE_DRIFTED; /* it lacks a column */
  return misfit && !detm_page_is_empty(finished->page) ? DT_PAGE_UNFIT : DT_PAGE_NOTHING;
}

dt_page_status dt_results_conclude(dt_results *results, const dt_finished *finished) {
  dt_report *report = &results->run->report;
  size_t failed = report->failed, warned = report->warned;
  results->report(results->run, finished);
  dt_page_status status = status_of_result(results, finished, report->failed != failed);
  /* that a page has no records was reported */
  bool watched = results->watch != NULL && status != DT_PAGE_NOTHING && status != DT_PAGE_WALL;
  bool drifted = watched && dt_watch_page(results->watch, finished);
  if (drifted && status == DT_PAGE_OK) status = DT_PAGE_DRIFTED;
  if (status == DT_PAGE_DRIFTED || status == DT_PAGE_CUT) dt_save_drifted(&results->save);
  size_t records = finished->result != NULL ? count_result_records(finished->result) : 0;
  results->run->summary.pages[status]++;
  results->run->summary.records += records;
  results->run->summary.doubtful += status == DT_PAGE_OK && (report->warned != warned);
  report->records += records;
  dt_summary_count_left_out(results->run, finished->name, finished->result);
  return status;
}

/* Counts a page whose address one before had, as in a crawl with two captures of it: its records come out twice. */
static void count_repeated(dt_results *results, const dt_finished *finished) {
  const char *url = finished->item.page.url;
  if (url == NULL || finished->result == NULL || count_result_records(finished->result) == 0) return;
  uint64_t hash = dt_hash_keyed(url, strlen(url));
  if (dt_lookup_find(&results->addresses, hash) == DT_NO_NUMBER) {
    dt_lookup_add(&results->addresses, hash); /* without memory the next one is not counted */
    return;
  }
  if (results->repeated++ == 0)
    snprintf(results->repeated_name, sizeof results->repeated_name, "%.*s",
             (int)dt_first_characters(url, DT_QUOTE_CHARACTERS), url);
}

/* Counts the texts of a page that no field takes, and lists them with -v. */
static void count_others(dt_results *results, const dt_finished *finished) {
  dt_others_count *others = &results->others;
  size_t count = detm_result_other_count(finished->result), record = 0;
  others->all_pages++;
  others->all_records += count_result_records(finished->result);
  for (size_t i = 0; i < count; i++) {
    detm_other other = detm_result_other_get(finished->result, i);
    if (others->texts++ == 0) {
      dt_quote(others->sample, other.text);
      snprintf(others->page, sizeof others->page, "%.*s", (int)dt_first_characters(finished->name, DT_QUOTE_CHARACTERS),
               finished->name);
    }
    others->records += other.record != record;
    record = other.record;
    dt_report_note(&results->run->report, finished->name, "record %zu: no field takes \"%.*s\"", other.record,
                   other.text.length < 1000 ? (int)other.text.length : 1000, other.text.data);
  }
}

detm_status dt_records_limit(const char *page, size_t records, size_t max, detm_error *error) {
  if (records <= max) return DETM_OK;
  return dt_error_at(error, DETM_LIMIT, page, 0, 0, "more than %zu records: raise --max-records", max);
}

/* Warns of values that need an address or a date that the page does not declare. */
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

/* Hands the kept keys of a page to the writer, and the place for the ids of its records.  False: reported. */
static bool note_kept(dt_results *results, const dt_finished *finished) {
  const dt_file_list *keys = &results->run->options.results.kept_keys;
  const bool has_id = results->run->options.results.record_id;
  if (keys->count == 0 && !has_id) return true;
  if (!dt_kept_read(&results->kept, keys, has_id, finished->members)) {
    dt_report_memory(&results->run->report, finished->name);
    return false;
  }
  if (has_id) dt_unique_set_id(results->unique, &results->kept.items[0]);
  detm_writer_set_note(results->writer, &results->kept.note);
  results->folder.note = &results->kept.note;
  return true;
}

bool dt_results_take(void *data, dt_finished *finished) {
  dt_results *results = data;
  detm_error error = DETM_ERROR_NONE;
  if (finished->page == NULL && finished->error.status == DETM_OK) return true; /* reported when it was read */
  const dt_options *options = &results->run->options;
  dt_details *details = results->run->details;
  if (details != NULL && dt_details_has(details, &finished->item)) return true;
  if (details != NULL && finished->result != NULL && !dt_details_begin(details, finished->result)) {
    dt_report_memory(&results->run->report, finished->name);
    return false;
  }
  if (finished->of_many && results->writer != NULL) /* even if only one of them has records */
    detm_writer_show_columns(results->writer, dt_results_columns(options) | DETM_COLUMN_PAGE);
  /* for commands that do not count their records */
  if (finished->result != NULL && dt_records_limit(finished->name, count_result_records(finished->result),
                                                   options->extract.max_records, &finished->error) != DETM_OK) {
    detm_result_free(finished->result);
    finished->result = NULL;
  }
  if (results->typing != NULL) detm_typing_set_locale(results->typing, finished->locale);
  count_repeated(results, finished);
  if (options->lines.per_page) return dt_lines_take(results, finished) && dt_account_page(&results->account, finished);
  if (!note_kept(results, finished)) return false;
  dt_save_page(&results->save, finished);
  if (finished->result != NULL && detm_result_emit(finished->result, results->sink, &error) != DETM_OK) {
    bool of_page = error.status == DETM_LIMIT && error.where[0] != '\0';
    if (of_page)
      dt_report_fault(&results->run->report, finished->name, &error);
    else
      dt_results_report_end(results, &error);
    return of_page;
  }
  if (!dt_account_page(&results->account, finished)) return false;
  dt_results_conclude(results, finished);
  if (finished->result != NULL) count_others(results, finished);
  if (results->typing != NULL && finished->result != NULL) warn_of_relative(results, finished->name);
  return true;
}

void dt_results_close(dt_results *results, bool done) {
  detm_error error = DETM_ERROR_NONE;
  const dt_others_count *others = &results->others;
  dt_report *report = &results->run->report;
  /* completes the document even if the run ended early */
  bool to_database = results->run->options.results.format == DT_SQLITE;
  bool ended = results->writer == NULL || (to_database && !done) || /* which then adds nothing */
               detm_writer_finish(results->writer, &error) == DETM_OK;
  /* one warning for all pages: the pages of a site mostly have the same texts */
  bool one = others->texts == 1, one_page = others->all_pages == 1;
  if (others->texts != 0 && results->run->options.extract.others == 0)
    dt_report_warning(
        report, one_page ? others->page : NULL, "%zu text%s in %zu of %zu records %s in no field%s %s%s%s; %s",
        others->texts, one ? "" : "s", others->records, others->all_records, one ? "is" : "are",
        one ? ":" : ", such as", others->sample, one_page ? "" : " in ", one_page ? "" : others->page,
        report->verbose ? "--others prints them as a column" : "-v lists them, --others prints them as a column");
  if (report->misfits > MOST_MISFITS)
    dt_report_error(report, DT_EXIT_PAGE, NULL, 0, "%zu more page%s not fit; -v names %s",
                    report->misfits - MOST_MISFITS, report->misfits == MOST_MISFITS + 1 ? " does" : "s do",
                    report->misfits == MOST_MISFITS + 1 ? "it" : "them");
  if (results->repeated != 0)
    dt_report_warning(report, NULL, "%zu page%s the address of a page before, such as %s: the same page was read %s",
                      results->repeated, results->repeated == 1 ? " has" : "s have", results->repeated_name,
                      results->repeated == 1 ? "twice" : "more than once");
  if (results->run->details != NULL) dt_details_report(results->run->details, report);
  if (results->unique != NULL) dt_unique_report(results->unique, report);
  if (results->writer != NULL) dt_kept_report(&results->kept, &results->run->options.results.kept_keys, report);
  const char *warning = detm_writer_warning(results->writer);
  if (done && ended && warning != NULL) dt_report_error(report, DT_EXIT_PAGE, results->output.name, 0, "%s", warning);
  if (done && !ended) dt_results_report_end(results, &error);
  done = done && ended;
  done = close_writer(results, done) && done;
  done = dt_account_close(&results->account, done) && done;
  dt_save_close(&results->save, done);
  dt_summary_print(results->run);
  dt_lookup_free(&results->addresses);
  detm_filter_free(results->filter);
  detm_typing_free(results->typing);
  detm_plain_names_free(results->plain);
  dt_unique_free(results->unique);
  dt_kept_free(&results->kept);
  detm_writer_free(results->writer);
}
