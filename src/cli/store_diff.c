/* detm store diff: what differs between two runs, as lines for people or as records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/results.h"
#include "cli/store.h"

/* ---- lines ---- */

typedef struct text_field {
  char *name, *value;
  size_t column;
} text_field;

/* A record is kept until it ends. */
typedef struct lines {
  dt_output output;
  dt_draft draft; /* of the record that is printed */
  const dt_store_options *options;
  char *page;
  size_t number, count, room;
  text_field *fields; /* the first is the change; of a changed record the next ones name what changed */
} lines;

static detm_status no_memory(detm_error *error) {
  error->status = DETM_NO_MEMORY;
  strcpy(error->text, "out of memory");
  return DETM_NO_MEMORY;
}

static void drop_fields(lines *l) {
  for (size_t i = 0; i < l->count; i++) {
    free(l->fields[i].name);
    free(l->fields[i].value);
  }
  l->count = 0;
}

static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  lines *l = data;
  free(l->page);
  l->page = strdup(page->name);
  if (l->page == NULL) return no_memory(error);
  dt_disarm(l->page, strlen(l->page), "");
  return DETM_OK;
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  lines *l = data;
  (void)error;
  l->number = number;
  return DETM_OK;
}

static detm_status keep_field(void *data, const detm_field *field, detm_error *error) {
  lines *l = data;
  if (l->count == l->room) {
    size_t room = l->room == 0 ? 32 : 2 * l->room;
    text_field *larger = realloc(l->fields, room * sizeof *larger);
    if (larger == NULL) return no_memory(error);
    l->fields = larger;
    l->room = room;
  }
  text_field *kept = &l->fields[l->count++];
  *kept = (text_field){strdup(field->name), strndup(field->value.data, field->value.length), field->column};
  if (kept->name == NULL || kept->value == NULL) return no_memory(error);
  dt_disarm(kept->name, strlen(kept->name), "");
  dt_disarm(kept->value, strlen(kept->value), "\n\t");
  return DETM_OK;
}

static void print(lines *l, const char *text) { dt_draft_print(&l->draft, "%s", text); }

/* On one line, and not too long for a person. */
static void print_value(lines *l, const char *value) {
  enum { MAX_LENGTH = 200 }; /* characters */
  dt_draft *draft = &l->draft;
  size_t length = dt_first_characters(value, MAX_LENGTH), from = draft->length;
  dt_draft_print(draft, "%.*s%s", (int)length, value, value[length] != '\0' ? "..." : "");
  for (size_t i = from; i < draft->length; i++)
    if ((unsigned char)draft->text[i] < 0x20 || draft->text[i] == 0x7f) draft->text[i] = ' ';
}

static bool is_called(const text_field *field, const char *name, const char *ending) {
  size_t length = strlen(name);
  return strncmp(field->name, name, length) == 0 && strcmp(field->name + length, ending) == 0;
}

/* All values of a field, or of what it was before. */
static void print_values(lines *l, size_t from, const char *name, const char *ending) {
  const char *between = "";
  for (size_t i = from; i < l->count; i++) {
    if (!is_called(&l->fields[i], name, ending)) continue;
    print(l, between);
    print_value(l, l->fields[i].value);
    between = " | ";
  }
}

static void print_field(lines *l, size_t from, const char *name, bool changed) {
  print(l, "  ");
  print(l, name);
  print(l, ": ");
  if (changed) print_values(l, from, name, ".before");
  if (changed) print(l, " -> ");
  print_values(l, from, name, "");
  print(l, "\n");
}

/* Keys, then what changed. */
static void print_changes(lines *l) {
  size_t first = 1;
  while (first < l->count && l->fields[first].column == 1) first++; /* names of what changed */
  for (size_t k = 0; k < l->options->key_count; k++) print_field(l, first, l->options->keys[k], false);
  for (size_t i = 1; i < first; i++) print_field(l, first, l->fields[i].value, true);
}

static void print_all(lines *l) {
  for (size_t i = 1; i < l->count; i++)
    if (i == 1 || strcmp(l->fields[i].name, l->fields[i - 1].name) != 0) print_field(l, i, l->fields[i].name, false);
}

/* Prints the record.  A failure of the output is reported when it is closed. */
static detm_status record_end(void *data, detm_error *error) {
  lines *l = data;
  print(l, l->fields[0].value);
  print(l, " ");
  print_value(l, l->page);
  dt_draft_print(&l->draft, ":%zu\n", l->number);
  if (strcmp(l->fields[0].value, "changed") == 0)
    print_changes(l);
  else
    print_all(l);
  drop_fields(l);
  if (l->draft.failed) return no_memory(error);
  dt_output_write(&l->output, l->draft.text, l->draft.length);
  l->draft.length = 0;
  return DETM_OK;
}

/* ---- the command ---- */

typedef struct runs {
  size_t before, after;
} runs;

static bool compare(const dt_action *action, runs r, const detm_sink *sink, detm_diff *diff, detm_error *error) {
  const dt_store_options *options = action->run->own;
  return detm_store_diff(action->store, r.before, r.after, options->keys, options->key_count, sink, diff, error) ==
         DETM_OK;
}

static bool print_lines(const dt_action *action, runs r, detm_diff *diff) {
  detm_error error = DETM_ERROR_NONE;
  lines l = {.options = action->run->own};
  const dt_options *options = &action->run->options;
  detm_sink sink = {.data = &l,
                    .page_begin = page_begin,
                    .record_begin = record_begin,
                    .field = keep_field,
                    .record_end = record_end};
  if (!dt_output_open(&l.output, options->output.file, options->output.max_bytes, &action->run->report)) return false;
  bool done = compare(action, r, &sink, diff, &error);
  if (!done) dt_store_fault(action->run, action->store, &error);
  dt_output_close(&l.output, done, &action->run->report);
  drop_fields(&l);
  free(l.draft.text);
  free(l.fields);
  free(l.page);
  return done;
}

static bool print_records(const dt_action *action, runs r, detm_diff *diff) {
  detm_error error = DETM_ERROR_NONE;
  dt_results results;
  if (!dt_results_open(&results, action->run)) return false;
  bool done = compare(action, r, results.sink, diff, &error);
  if (!done && results.output.error == 0) dt_store_fault(action->run, action->store, &error);
  dt_results_close(&results, done);
  return done;
}

/* Something that differs is status 1, as with diff(1). */
void dt_store_diff(const dt_action *action) {
  dt_report *report = &action->run->report;
  detm_diff diff;
  runs r;
  if (action->count == 1) {
    dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "diff compares two runs: name both, or none for the last two");
    return;
  }
  r.before = dt_store_run(action, action->count != 0 ? action->words[0] : "last~1");
  r.after = r.before != 0 ? dt_store_run(action, action->count != 0 ? action->words[1] : "last") : 0;
  if (r.before == 0 || r.after == 0) {
    report->status = DT_EXIT_FAILED; /* 1 would say that they differ */
    return;
  }
  if (!(action->run->options.results.format != DT_NO_FORMAT ? print_records(action, r, &diff)
                                                            : print_lines(action, r, &diff)))
    return;
  dt_report_note(report, NULL, "from run %zu to %zu: %zu records are new, %zu are gone, %zu changed, %zu are the same",
                 r.before, r.after, diff.fresh, diff.gone, diff.changed, diff.same);
  if (diff.fresh + diff.gone + diff.changed != 0 && report->status == DT_EXIT_OK) report->status = DT_EXIT_PAGE;
}
