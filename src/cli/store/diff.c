/* cli/store/diff.c: detm store diff: prints the differences between two runs, as text or as records. */
#include <stdlib.h>

#include "base/vec.h"
#include "cli/results/results.h"
#include "cli/store/store.h"

/* ---- lines ---- */

typedef struct text_field {
  char *name, *value;
  size_t column;
} text_field;

/* A record is kept until it ends. */
typedef struct lines {
  dt_output output;
  dt_buffer text; /* the text of a record */
  const dt_store_options *options;
  char *page;
  size_t number;
  text_field *fields; /* the change, then for a changed record the names of the changed fields, then the values */
  uint32_t count, capacity;
} lines;

static void drop_line_fields(lines *l) {
  for (size_t i = 0; i < l->count; i++) {
    free(l->fields[i].name);
    free(l->fields[i].value);
  }
  l->count = 0;
}

static detm_status diff_page_begin(void *data, const detm_page_info *page, detm_error *error) {
  lines *l = data;
  free(l->page);
  l->page = strdup(page->name);
  if (l->page == NULL) return dt_error_memory(error);
  dt_disarm(l->page, strlen(l->page), "");
  return DETM_OK;
}

static detm_status diff_record_begin(void *data, size_t number, detm_error *error) {
  lines *l = data;
  (void)error;
  l->number = number;
  return DETM_OK;
}

static detm_status keep_field(void *data, const detm_field *field, detm_error *error) {
  lines *l = data;
  if (!DT_RESERVE(NULL, l->fields, l->count, l->capacity, 1)) return dt_error_memory(error);
  text_field *kept = &l->fields[l->count++];
  *kept = (text_field){strdup(field->name), strndup(field->value.data, field->value.length), field->column};
  if (kept->name == NULL || kept->value == NULL) return dt_error_memory(error);
  dt_disarm(kept->name, strlen(kept->name), "");
  dt_disarm(kept->value, strlen(kept->value), "\n\t");
  return DETM_OK;
}

/* Prints a value on one line, cut after 200 characters. */
static void print_line_value(lines *l, const char *value) {
  enum { MAX_LENGTH = 200 };
  size_t length = dt_first_characters(value, MAX_LENGTH), from = l->text.length;
  dt_buffer_format(&l->text, "%.*s%s", (int)length, value, value[length] != '\0' ? "..." : "");
  for (size_t i = from; i < l->text.length; i++)
    if ((unsigned char)l->text.data[i] < 0x20 || l->text.data[i] == 0x7f) l->text.data[i] = ' ';
}

/* Prints all values of the field `name` with this ending, from field number `from` on. */
static void print_values(lines *l, size_t from, const char *name, const char *ending) {
  const char *between = "";
  size_t length = strlen(name);
  for (size_t i = from; i < l->count; i++) {
    const text_field *field = &l->fields[i];
    if (strncmp(field->name, name, length) != 0 || strcmp(field->name + length, ending) != 0) continue;
    dt_buffer_text(&l->text, between);
    print_line_value(l, field->value);
    between = " | ";
  }
}

static void print_field(lines *l, size_t from, const char *name, bool changed) {
  dt_buffer_format(&l->text, "  %s: ", name);
  if (changed) print_values(l, from, name, ".before");
  if (changed) dt_buffer_text(&l->text, " -> ");
  print_values(l, from, name, "");
  dt_buffer_byte(&l->text, '\n');
}

/* Prints the record: of a changed one the keys and the changed fields, else all fields.  A failure of the output is
 * reported when it is closed. */
static detm_status diff_record_end(void *data, detm_error *error) {
  lines *l = data;
  l->text.length = 0;
  dt_buffer_format(&l->text, "%s ", l->fields[0].value);
  print_line_value(l, l->page);
  dt_buffer_format(&l->text, ":%zu\n", l->number);

  if (strcmp(l->fields[0].value, "changed") == 0) {
    size_t first = 1;
    while (first < l->count && l->fields[first].column == 1) first++; /* the names of changed fields */
    for (size_t k = 0; k < l->options->keys.count; k++) print_field(l, first, l->options->keys.all[k], false);
    for (size_t i = 1; i < first; i++) print_field(l, first, l->fields[i].value, true);
  } else {
    for (size_t i = 1; i < l->count; i++)
      if (i == 1 || strcmp(l->fields[i].name, l->fields[i - 1].name) != 0) print_field(l, i, l->fields[i].name, false);
  }

  drop_line_fields(l);
  if (l->text.failed) return dt_error_memory(error);
  dt_output_write(&l->output, l->text.data, l->text.length);
  return DETM_OK;
}

/* ---- the command ---- */

/* Keeps the number of the last run. */
static detm_status keep_last(void *data, const detm_run *run, detm_error *error) {
  (void)error;
  *(size_t *)data = run->number;
  return DETM_OK;
}

/* Finds the two runs: those that are named, else the last one, of the rule of --name, and the one before it that was
 * read by the same rule: two rules are never compared by accident.  False: reported. */
static bool find_runs_to_compare(const dt_action *action, size_t *before, size_t *after) {
  const char *rule = action->options->rule;
  detm_error error = DETM_ERROR_NONE;
  *before = *after = 0;

  if (action->count != 0) {
    *before = dt_store_run(action, 0, NULL);
    *after = *before != 0 ? dt_store_run(action, 1, NULL) : 0;
    return *after != 0;
  }

  detm_status status = DETM_OK;
  if (rule != NULL)
    status = detm_store_visit_runs(action->store, rule, keep_last, after, &error);
  else if ((*after = dt_store_run(action, 0, "last")) == 0)
    return false;

  if (status == DETM_OK && *after != 0) status = detm_store_run_before(action->store, rule, *after, before, &error);
  if (status != DETM_OK)
    dt_action_fault(action, &error);
  else if (*before == 0 && rule != NULL)
    dt_report_usage(&action->run->report, "there are no two runs of the rule '%s': see 'detm store runs'", rule);
  else if (*before == 0)
    dt_report_usage(&action->run->report,
                    "run %zu is the first of its rule: name two runs, or one rule with --name; see 'detm store runs'",
                    *after);

  return *before != 0;
}

/* Exits with status 1 if the runs differ, as diff(1) does. */
void dt_store_diff(const dt_action *action) {
  const dt_store_options *own = action->options;
  dt_report *report = &action->run->report;
  detm_error error = DETM_ERROR_NONE;
  detm_diff diff;
  dt_results results;
  lines l = {.options = own};
  const detm_sink text_sink = {.data = &l,
                               .page_begin = diff_page_begin,
                               .record_begin = diff_record_begin,
                               .field = keep_field,
                               .record_end = diff_record_end};
  bool as_text = action->run->options.results.format == DT_NO_FORMAT;

  if (action->count == 1) {
    dt_report_usage(report, "diff compares two runs: name both, or none for the last two");
    return;
  }

  size_t before, after;
  if (!find_runs_to_compare(action, &before, &after)) {
    report->status = DT_EXIT_FAILED; /* 1 would mean that they differ */
    return;
  }

  if (!(as_text ? dt_output_open_run(&l.output, action->run) : dt_results_open(&results, action->run))) return;
  detm_diff_options options = detm_diff_defaults;
  options.keys = own->keys.all;
  options.key_count = own->keys.count;
  options.ignored = own->ignored.all;
  options.ignored_count = own->ignored.count;
  options.parameters = own->parameters.all;
  options.parameter_count = own->parameters.count;
  options.rule = own->rule;
  options.every = own->all;
  bool done = detm_store_diff(action->store, before, after, &options, as_text ? &text_sink : results.sink, &diff,
                              &error) == DETM_OK;
  if (!done && (as_text || results.output.error == 0)) dt_action_fault(action, &error);

  if (as_text)
    dt_output_close(&l.output, done, report);
  else
    dt_results_close(&results, done);

  drop_line_fields(&l);
  dt_buffer_free(&l.text);
  free(l.fields);
  free(l.page);
  if (!done) return;

  if (diff.unread != 0 && diff.gone != 0)
    dt_report_warning(report, NULL, "%zu page%s of run %zu %s not in run %zu: %s records count as gone", diff.unread,
                      diff.unread == 1 ? "" : "s", before, diff.unread == 1 ? "is" : "are", after,
                      diff.unread == 1 ? "its" : "their");

  dt_report_note(report, NULL, "from run %zu to %zu: %zu records are new, %zu are gone, %zu changed, %zu are the same",
                 before, after, diff.fresh, diff.gone, diff.changed, diff.same);
  if (diff.fresh + diff.gone + diff.changed != 0 && report->status == DT_EXIT_OK) report->status = DT_EXIT_PAGE;
}
