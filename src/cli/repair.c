/* detm repair: a wrapper or template learned again on changed pages, with the names and choices of the old one. */
#include "cli/common/baseline.h"
#include "cli/common/draft.h"
#include "cli/common/results.h"
#include "cli/common/rule.h"
#include "cli/common/training.h"
#include "cli/store.h"

#include <stdlib.h>
#include <string.h>

typedef struct repair_options {
  const char *old;
} repair_options;

static const dt_option own_options[] = {
    {"wrapper", 'w', DT_ARG_FILE, offsetof(repair_options, old), "OLD",
     "the wrapper or template that no longer fits; it is not changed", .wrong = DT_WRONG_RULE},
    {.name = NULL},
};

static const dt_option store_options[] = {
    DT_OPTION_STORE("also use the values that runs of OLD saved in this store"),
    {.name = NULL},
};

static const dt_option_group groups[] = {
    {"Options", own_options, true},         {"Store", store_options, false},
    {"Report", dt_options_report, false},   {"Pages", dt_options_pages, false},
    {"Many pages", dt_options_many, false}, {"Similarity", dt_options_tuning, false},
    {"Other", dt_options_other, false},     {NULL, NULL, false},
};

static const char *old_name(const dt_run *run) { return ((const repair_options *)run->own)->old; }

/* ---- the report ---- */

static void print_value(dt_draft *out, const char *value) {
  enum { MAX_LENGTH = 40 }; /* characters */
  size_t length = dt_first_characters(value, MAX_LENGTH);
  dt_draft_print(out, "\"%.*s%s\"", (int)length, value, value[length] != '\0' ? "..." : "");
}

static void print_field(dt_draft *out, const detm_repaired *field, int width) {
  static const char *const fates[] = {"carried", "lost", "new", "unsure"};
  dt_draft_print(out, "%-8s %-*s", fates[field->fate], width, field->name);
  if (field->confidence >= 0)
    dt_draft_print(out, "  %.2f", field->confidence);
  else
    dt_draft_print(out, "      ");
  if (field->before != NULL || field->now != NULL) dt_draft_print(out, "  ");
  if (field->before != NULL) print_value(out, field->before);
  if (field->now != NULL) dt_draft_print(out, "%s", field->before != NULL ? " -> " : "-> ");
  if (field->now != NULL) print_value(out, field->now);
  dt_draft_end_line(out);
}

static int name_width(const detm_repair *repair) {
  size_t width = 0;
  for (size_t i = 0; i < detm_repair_count(repair); i++) {
    size_t length = strlen(detm_repair_get(repair, i)->name);
    if (length > width && length <= 30) width = length;
  }
  return (int)width;
}

static bool print_text(dt_run *run, const detm_repair *repair, dt_output *output) {
  dt_draft draft = {0};
  int width = name_width(repair);
  for (size_t i = 0; i < detm_repair_count(repair); i++) print_field(&draft, detm_repair_get(repair, i), width);
  bool written = dt_draft_write(&draft, output, &run->report);
  free(draft.text);
  return written;
}

static bool print_records(dt_run *run, const detm_repair *repair, dt_output *output) {
  detm_error error = DETM_ERROR_NONE;
  detm_writer *writer =
      detm_writer_new(dt_format(&run->options), dt_output_write, output, run->options.output.max_bytes, &error);
  detm_writer_show_columns(writer, dt_results_columns(&run->options));
  bool done = writer != NULL && detm_repair_emit(repair, old_name(run), detm_writer_sink(writer), &error) == DETM_OK &&
              detm_writer_finish(writer, &error) == DETM_OK;
  detm_writer_free(writer);
  if (!done && output->error == 0) dt_report_failure(&run->report, output->name, &error);
  return done;
}

static bool is_text(const dt_run *run) { return run->options.results.format == DT_NO_FORMAT; }

static void print_report(dt_run *run, const detm_repair *repair) {
  dt_output output;
  if (!dt_output_open(&output, NULL, is_text(run) ? run->options.output.max_bytes : 0, &run->report)) return;
  bool done = is_text(run) ? print_text(run, repair, &output) : print_records(run, repair, &output);
  dt_output_close(&output, done, &run->report);
}

/* ---- the new file ---- */

static bool save(dt_run *run, const detm_repair *repair, dt_output *output) {
  detm_error error = DETM_ERROR_NONE;
  const detm_template *template = detm_repair_new_template(repair);
  detm_status status = template != NULL
                           ? detm_template_save(template, dt_output_write, output, &error)
                           : detm_wrapper_save(detm_repair_new_wrapper(repair), dt_output_write, output, &error);
  if (status == DETM_OK) return true;
  if (output->error == 0) dt_report_failure(&run->report, output->name, &error);
  return false;
}

static void report_lost(dt_run *run, const detm_repair *repair, const detm_repaired *field) {
  dt_report_error(&run->report, DT_EXIT_PAGE, old_name(run), 0,
                  detm_repair_new_template(repair) != NULL
                      ? "the field '%s' was not found on the pages and is not in %s: if they still have it, make the "
                        "template again with 'detm template' and its value"
                      : "the field '%s' was not found on the pages: if they still have it, find its column with 'detm "
                        "apply --all-columns -w %s' and give that column this name",
                  field->name, run->options.output.file);
}

/* Reports lost and unsure fields on standard error too, for those who process the report with a program. */
static void report_doubts(dt_run *run, const detm_repair *repair) {
  for (size_t i = 0; i < detm_repair_count(repair); i++) {
    const detm_repaired *field = detm_repair_get(repair, i);
    if (field->fate == DETM_FIELD_LOST) report_lost(run, repair, field);
    if (field->fate == DETM_FIELD_UNSURE)
      dt_report_error(
          &run->report, DT_EXIT_PAGE, old_name(run), 0,
          "the field '%s' may be another one now (confidence %.2f): compare its values with the former ones, and "
          "correct %s if they differ%s",
          field->name, field->confidence, run->options.output.file,
          detm_repair_new_template(repair) != NULL ? "" : "; then delete unsure=\"yes\" there");
  }
}

static void repair(dt_run *run, const dt_run_rule *old, const detm_profile *baseline, dt_output *output) {
  detm_error error = DETM_ERROR_NONE;
  size_t count;
  detm_page **pages = dt_pages_gather(run);
  const detm_page **there = pages != NULL ? dt_pages_there(run, pages, &count) : NULL;
  detm_repair *made = NULL;
  if (there != NULL && count != 0)
    made = old->template != NULL
               ? detm_template_repair(old->template, baseline, there, count, &error)
               : detm_wrapper_repair(old->wrapper, baseline, there, count, &run->options.extract, &error);
  if (made == NULL && error.status != DETM_OK)
    dt_report_fault(&run->report, error.status == DETM_LIMIT && error.where[0] != '\0' ? error.where : old_name(run),
                    &error);
  bool saved = made != NULL && save(run, made, output);
  dt_output_close(output, saved, &run->report);
  if (saved && strcmp(run->options.output.file, "-") != 0) print_report(run, made);
  if (saved) report_doubts(run, made);
  detm_repair_free(made);
  free(there);
  dt_pages_free(pages, run->options.pages.count);
}

static bool check_names(dt_run *run) {
  const char *old = old_name(run), *new = run->options.output.file, *wrong = NULL;
  if (old == NULL)
    wrong = "no wrapper was given: name the one to repair with -w OLD";
  else if (new == NULL)
    wrong = "no file was given for the repaired wrapper: name one with -o NEW";
  if (wrong != NULL) dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "%s", wrong);
  return wrong == NULL;
}

static void run_repair(dt_run *run) {
  dt_run_rule old = {0};
  detm_profile *baseline = NULL;
  dt_output output;
  if (!check_names(run) || !dt_rule_load(&old, run, old_name(run))) return;
  if ((baseline = dt_baseline_read(run, &old)) != NULL &&
      dt_output_open(&output, run->options.output.file, run->options.output.max_bytes, &run->report))
    repair(run, &old, baseline, &output);
  detm_profile_free(baseline);
  dt_rule_free(&old);
}

const dt_command dt_command_repair = {
    .name = "repair",
    .summary = "learn a wrapper or template again on changed pages, keeping its field names",
    .usage = "-w OLD -o NEW [OPTION]... PAGE...",
    .about =
        "Learns from all pages, gives the fields the names, types and choices that they have in OLD, and writes the\n"
        "result to NEW.  Prints which fields were carried over and with which confidence, which are lost, and which\n"
        "are new; with -o - it prints the result instead.  The exit status is 1 if a field is lost or unsure\n"
        "(carried over with a confidence below .5).",
    .options = groups,
    .own_size = sizeof(repair_options),
    .min_pages = 1,
    .run = run_repair,
};
