/* detm repair: a wrapper or a template learned anew on changed pages, with the names and choices of the old one. */
#include "cli/applied.h"
#include "cli/draft.h"
#include "cli/learned.h"
#include "cli/past.h"
#include "cli/results.h"
#include "cli/store.h"

#include <stdlib.h>
#include <string.h>

static const dt_option own[] = {
    {"wrapper", 'w', "OLD", "the wrapper or template that the pages have outgrown; it stays", dt_set_wrapper},
    {"store", 0, "FILE", "the values of earlier runs of OLD that were saved there count, too", dt_set_store},
    {"format", 'f', "FORMAT", "of the report: text (default), xml, ndjson or csv", dt_set_report_format},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Similarity", dt_options_tuning},
    {"Other", dt_options_other},
    {NULL, NULL},
};

/* ---- the report ---- */

static void print_value(dt_draft *out, const char *value) {
  enum { LONGEST = 40 }; /* characters */
  size_t length = dt_first_characters(value, LONGEST);
  dt_draft_print(out, "\"%.*s%s\"", (int)length, value, value[length] != '\0' ? "..." : "");
}

static void print_field(dt_draft *out, const detm_repaired *field, int width) {
  static const char *const fates[] = {"carried", "lost", "new"};
  dt_draft_print(out, "%-8s %-*s", fates[field->fate], width, field->name);
  if (field->fate == DETM_FIELD_CARRIED)
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
  detm_writer *writer = detm_writer_new(run->options.format, dt_output_write, output, run->options.max_output, &error);
  bool done = writer != NULL &&
              detm_repair_emit(repair, run->options.wrapper, detm_writer_sink(writer), &error) == DETM_OK &&
              detm_writer_finish(writer, &error) == DETM_OK;
  detm_writer_free(writer);
  if (!done && output->error == 0) dt_report_error(&run->report, DT_EXIT_FAILED, output->name, 0, "%s", error.text);
  return done;
}

static void print_report(dt_run *run, const detm_repair *repair) {
  dt_output output;
  if (!dt_output_open(&output, NULL, run->options.format_given ? 0 : run->options.max_output, &run->report)) return;
  bool done = run->options.format_given ? print_records(run, repair, &output) : print_text(run, repair, &output);
  dt_output_close(&output, done, &run->report);
}

/* ---- the new file ---- */

static bool save(dt_run *run, const detm_repair *repair, dt_output *output) {
  detm_error error = DETM_ERROR_NONE;
  const detm_template *template = detm_repair_template(repair);
  detm_status status = template != NULL
                           ? detm_template_save(template, dt_output_write, output, &error)
                           : detm_wrapper_save(detm_repair_wrapper(repair), dt_output_write, output, &error);
  if (status == DETM_OK) return true;
  if (output->error == 0) dt_report_error(&run->report, DT_EXIT_FAILED, output->name, 0, "%s", error.text);
  return false;
}

/* What is lost is named also for whoever reads the report with a program. */
static void tell_lost(dt_run *run, const detm_repair *repair) {
  for (size_t i = 0; i < detm_repair_count(repair); i++) {
    const detm_repaired *field = detm_repair_get(repair, i);
    if (field->fate == DETM_FIELD_LOST)
      dt_report_error(&run->report, DT_EXIT_PAGE, run->options.wrapper, 0,
                      detm_repair_template(repair) != NULL
                          ? "the field '%s' was not found on the pages, and is not in %s; if they still have it, make "
                            "the template anew with 'detm template' and its value"
                          : "the field '%s' was not found on the pages; if they still have it, rename its new field in "
                            "%s",
                      field->name, run->options.output);
  }
}

static void repair(dt_run *run, const dt_applied *old, const detm_profile *past, dt_output *output) {
  detm_error error = DETM_ERROR_NONE;
  size_t count;
  detm_page **pages = dt_pages_gather(run);
  const detm_page **there = pages != NULL ? dt_pages_there(run, pages, &count) : NULL;
  detm_repair *made = NULL;
  if (there != NULL && count != 0)
    made = old->template != NULL ? detm_template_repair(old->template, past, there, count, &error)
                                 : detm_wrapper_repair(old->wrapper, past, there, count, &run->options.extract, &error);
  if (made == NULL && error.status != DETM_OK)
    dt_report_fault(&run->report,
                    error.status == DETM_LIMIT && error.where[0] != '\0' ? error.where : run->options.wrapper, &error);
  bool saved = made != NULL && save(run, made, output);
  dt_output_close(output, saved, &run->report);
  if (saved && strcmp(run->options.output, "-") != 0) print_report(run, made);
  if (saved) tell_lost(run, made);
  detm_repair_free(made);
  free(there);
  dt_pages_free(pages, run->options.page_count);
}

static bool check_names(dt_run *run) {
  const char *old = run->options.wrapper, *new = run->options.output, *wrong = NULL;
  if (old == NULL)
    wrong = "no wrapper was given; name the one to repair with -w OLD";
  else if (new == NULL)
    wrong = "no file was given for the repaired wrapper; name one with -o NEW";
  if (wrong != NULL) dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "%s", wrong);
  return wrong == NULL;
}

static void run_repair(dt_run *run) {
  dt_applied old = {0};
  detm_profile *past = NULL;
  dt_output output;
  if (!check_names(run) || !dt_applied_load(&old, run, run->options.wrapper)) return;
  if ((past = dt_past_read(run, &old)) != NULL &&
      dt_output_open(&output, run->options.output, run->options.max_output, &run->report))
    repair(run, &old, past, &output);
  detm_profile_free(past);
  dt_applied_free(&old);
}

const dt_command dt_command_repair = {
    .name = "repair",
    .summary = "learn a wrapper or template anew on changed pages, with the names that it had",
    .usage = "-w OLD -o NEW [OPTION]... PAGE...",
    .about =
        "Learns from all pages, gives the fields the names, types and choices that they have in OLD, writes the\n"
        "result to NEW, and prints which fields were carried over, how sure that is, which are lost, and which are\n"
        "new; with -o - it prints the result instead.  The exit status is 1 if a field is lost.",
    .options = groups,
    .min_pages = 1,
    .run = run_repair,
};
