/* cli/results/results.c: writing the results of pages. */
#include "cli/results/results.h"
#include "cli/rules/chosen_records.h"

#include "cli/results/page_lines.h"
#include "cli/results/text_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

size_t dt_results_count(const detm_result *result) {
  size_t records = 0;
  for (size_t i = 0; i < detm_result_region_count(result); i++) records += detm_result_record_count(result, i);
  return records;
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
  if (applied && !misfit && dt_results_count(result) != 0) return DT_PAGE_DRIFTED; /* it lacks a column */
  return misfit && !detm_page_is_empty(finished->page) ? DT_PAGE_UNFIT : DT_PAGE_NOTHING;
}

dt_page_status dt_results_conclude(dt_results *results, const dt_finished *finished) {
  dt_report *report = &results->run->report;
  size_t failed = report->failed, warned = report->warned, misfits = report->misfits;

  results->report(results->run, finished);
  dt_page_status status = status_of_result(results, finished, report->failed != failed || report->misfits != misfits);

  /* that a page has no records was reported */
  bool watched = results->watch != NULL && status != DT_PAGE_NOTHING && status != DT_PAGE_WALL;
  bool drifted = watched && dt_watch_page(results->watch, finished);
  if (drifted && status == DT_PAGE_OK) status = DT_PAGE_DRIFTED;
  if (status == DT_PAGE_DRIFTED || status == DT_PAGE_CUT) dt_save_drifted(&results->save);
  size_t records = finished->result != NULL ? dt_results_count(finished->result) : 0;
  results->run->summary.pages[status]++;
  results->run->summary.records += records;
  results->run->summary.doubtful += status == DT_PAGE_OK && (report->warned != warned);
  report->records += records;
  dt_summary_count_left_out(results->run, finished->name, finished->result);
  return status;
}

/* The hash of the address of a page without what does not change the page: the scheme, the fragment, and where the
 * visitor came from. */
static uint64_t hash_of_page_address(const char *url) {
  const char *start = strstr(url, "://");
  start = start != NULL ? start + strlen("://") : url;
  dt_buffer key = {0};
  dt_unique_add_address(&key, (detm_text){start, strcspn(start, "#")});
  uint64_t hash = key.failed ? dt_hash_keyed(url, strlen(url)) : dt_hash_keyed(key.data, key.length);
  dt_buffer_free(&key);
  return hash;
}

/* Counts a page whose address one before had, as in a crawl with two captures of it: its records come out twice. */
static void count_repeated(dt_results *results, const dt_finished *finished) {
  const char *url = finished->item.page.url;
  if (url == NULL || finished->result == NULL || dt_results_count(finished->result) == 0) return;
  uint64_t hash = hash_of_page_address(url);
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
  others->all_records += dt_results_count(finished->result);

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
  if (finished->result != NULL && dt_records_limit(finished->name, dt_results_count(finished->result),
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
  dt_report *report = &results->run->report;

  /* completes the document even if the run ended early */
  bool to_database = results->run->options.results.format == DT_SQLITE;
  bool ended = results->writer == NULL || (to_database && !done) || /* which then adds nothing */
               detm_writer_finish(results->writer, &error) == DETM_OK;
  dt_results_report_all(results);
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

void dt_results_run(dt_run *run, detm_result *(*work)(const void *, const detm_page *, detm_error *), const void *data,
                    void (*report)(dt_run *, const dt_finished *)) {
  dt_results results;
  const dt_page_job job = {.work = work, .work_data = data, .take = dt_results_take, .take_data = &results};
  if (!dt_results_open(&results, run)) return;
  results.report = report;
  dt_results_close(&results, dt_pages_run(run, &job));
}
