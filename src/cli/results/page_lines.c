/* cli/results/page_lines.c: --per-page: one line of JSON for each page. */
#include "cli/results/page_lines.h"

#include <string.h>

bool dt_lines_check(dt_run *run) {
  dt_options *options = &run->options;
  if (!options->lines.per_page) {
    if (options->lines.tab_key) dt_report_usage(&run->report, "--tab-key is for --per-page: add it");
    return !options->lines.tab_key;
  }

  if (dt_option_given(options, "format") && options->results.format != DETM_NDJSON)
    dt_report_usage(&run->report, "--per-page writes ndjson: leave out -f");
  else if (dt_folder_wanted(run))
    dt_report_usage(&run->report, "--per-page writes one stream: name a file with -o, not a folder");
  else if (options->store.save)
    dt_report_usage(&run->report, "--per-page and --save cannot be used together: leave one of them out");
  else
    options->results.format = DETM_NDJSON_PAGES;

  return options->results.format == DETM_NDJSON_PAGES;
}

/* Adds the key of a page's line: that of its line of input, else the page's name. */
static void add_line_key(const dt_results *results, dt_buffer *line) {
  const dt_stream_page *page = &results->line->item.page;
  if (page->key != NULL) {
    dt_buffer_text(line, page->key);
    return;
  }
  for (const char *at = results->line->name; *at != '\0'; at++)
    dt_buffer_byte(line, *at == '\t' || *at == '\n' || *at == '\r' ? ' ' : *at);
}

int dt_lines_write(void *data, const char *bytes, size_t length) {
  dt_results *results = data;
  dt_buffer line = {0};
  if (!results->run->options.lines.tab_key || results->line == NULL)
    return dt_output_write(&results->output, bytes, length);
  add_line_key(results, &line);
  dt_buffer_byte(&line, '\t');
  dt_buffer_add(&line, bytes, length);
  int failed = line.failed ? 1 : dt_output_write(&results->output, line.data, line.length);
  dt_buffer_free(&line);
  return failed;
}

/* Writes the line of a page without a result. */
static detm_status emit_failed(const detm_sink *sink, const dt_finished *finished, detm_error *error) {
  const dt_page_item *item = &finished->item;
  detm_page_info info = {.name = item->page.name != NULL ? item->page.name : item->file, .encoding = "UTF-8"};
  detm_status status = sink->page_begin(sink->data, &info, error);
  return status == DETM_OK ? sink->page_end(sink->data, error) : status;
}

bool dt_lines_take(dt_results *results, dt_finished *finished) {
  dt_report *report = &results->run->report;
  detm_error error = DETM_ERROR_NONE;
  const detm_result *result = finished->result;
  char text[DT_TEXT_BYTES];

  if (finished->item.broken) {
    dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "%s: %s", finished->item.file,
                    dt_report_text(report, finished->error.text, text));
    if (finished->item.of_many) return true; /* the stream ended early: that is not a page */
  }

  dt_save_page(&results->save, finished);
  detm_page_note note = {
      .status = dt_page_status_names[dt_results_conclude(results, finished)],
      .message = report->collected[0] != '\0' ? report->collected : NULL,
      .members = finished->item.page.members,
      .confidence = result != NULL ? detm_result_confidence(result) : -1,
      .fit = result != NULL ? detm_result_fit(result) : -1,
      .quality = result != NULL ? detm_result_quality(result) : -1,
  };
  results->line = finished;
  detm_writer_set_note(results->writer, &note);
  detm_status status = result != NULL ? detm_result_emit(result, results->sink, &error)
                                      : emit_failed(detm_writer_sink(results->writer), finished, &error);
  detm_writer_set_note(results->writer, NULL);
  results->line = NULL;
  report->collected[0] = '\0';
  report->has_error = false;
  if (status == DETM_OK) return true;
  report->collects = false;

  dt_results_report_end(results, &error);
  return false;
}
