/* detm content: what pages are about: main text, title, date, author, breadcrumb, keywords. */
#include "cli/command.h"
#include "cli/corrections.h"
#include "cli/results.h"

#include <string.h>

static const char *set_method(dt_options *options, const char *value) {
  static const struct {
    const char *name;
    detm_content_method method;
  } methods[] = {{"auto", DETM_CONTENT_AUTO},
                 {"stops", DETM_CONTENT_STOPS},
                 {"weight", DETM_CONTENT_WEIGHT},
                 {"blocks", DETM_CONTENT_BLOCKS}};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    if (strcmp(value, methods[i].name) != 0) continue;
    options->content.method = methods[i].method;
    return NULL;
  }
  return "is no method; write auto, stops, weight or blocks";
}

static const char *set_correct(dt_options *options, const char *value) {
  options->correct = value;
  return value[0] != '\0' ? NULL : "is no file; name the file that says what should have come out";
}

static const dt_option own[] = {
    {"method", 0, "HOW", "how the text is found: auto (default), stops, weight or blocks", set_method},
    {"corrections", 0, "DIR", "what was learned from mistakes (" DT_CORRECTIONS_FOLDER ")", dt_set_corrections},
    {"correct", 0, "FILE", "learn from FILE what should have come out of the PAGE", set_correct},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Results", dt_options_results},
    {"Store", dt_options_save},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Other", dt_options_other},
    {NULL, NULL},
};

static detm_result *find(const void *data, const detm_page *page, detm_error *error) {
  const detm_content_options *options = data;
  detm_content *content = detm_content_find(page, options, error);
  return content != NULL ? detm_content_result(content) : NULL;
}

static detm_status note_text(void *data, const detm_field *field, detm_error *error) {
  (void)error;
  size_t *lines = data;
  if (strcmp(field->name, "text") != 0) return DETM_OK;
  *lines = 1;
  for (size_t i = 0; i < field->value.length; i++) *lines += field->value.data[i] == '\n';
  return DETM_OK;
}

static void tell_details(dt_run *run, const dt_finished *finished) {
  detm_error error = DETM_ERROR_NONE;
  size_t lines = 0;
  detm_sink sink = {.data = &lines, .field = note_text};
  if (!run->report.verbose) return;
  if (detm_result_emit(finished->result, &sink, &error) != DETM_OK)
    dt_report_fault(&run->report, finished->name, &error);
  dt_report_note(&run->report, finished->name, "%s, %zu nodes, %zu lines of text, %.3f s",
                 detm_page_encoding(finished->page), detm_page_nodes(finished->page), lines, finished->seconds);
}

static void tell(dt_run *run, const dt_finished *finished) {
  if (finished->result == NULL) {
    dt_report_fault(&run->report, finished->name, &finished->error);
    return;
  }
  tell_details(run, finished);
  if (detm_result_missing(finished->result) != NULL)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "no text found; look with 'detm tree' whether the page holds any, or whether a script fetches it");
}

static void print_content(dt_run *run) {
  dt_results results;
  dt_job job = {.work = find, .work_data = &run->options.content, .take = dt_results_take, .take_data = &results};
  /* what is saved may be printed as XML later */
  run->options.content.markup = run->options.format == DETM_XML || run->options.save;
  if (!dt_results_open(&results, run)) return;
  results.tell = tell;
  dt_results_close(&results, dt_pages_run(run, &job));
}

static void run_content(dt_run *run) {
  detm_corrections *corrections = NULL;
  run->options.page.parts = DETM_PAGE_CONTENT;
  if (run->options.correct != NULL) {
    dt_correct(run);
  } else if (dt_corrections_open(run, &corrections)) {
    print_content(run);
  }
  detm_corrections_free(corrections);
}

const dt_command dt_command_content = {
    .name = "content",
    .summary = "print the text of pages, with title, date, author and more",
    .usage = "[OPTION]... PAGE...",
    .about = "Prints what each page is about: title, date, author, breadcrumb, keywords and the main text, without\n"
             "navigation, advertisements and the like.  A page without text is named, and the exit status is 1.\n"
             "Where the wrong text comes out, --correct learns from a FILE that holds the right one.",
    .options = groups,
    .min_pages = 1,
    .run = run_content,
};
