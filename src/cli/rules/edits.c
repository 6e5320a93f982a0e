/* cli/rules/edits.c: changes of columns: --rename, --drop, --title, --type, --merge. */
#include "config.h"

#include "cli/rules/edits.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/rules/examples.h"

/* ---- making the changes ---- */

static detm_status rename_column(detm_wrapper *wrapper, const dt_edit *edit, detm_error *error) {
  return detm_wrapper_rename_field(wrapper, edit->names[0], edit->value, error);
}

static detm_status drop(detm_wrapper *wrapper, const dt_edit *edit, detm_error *error) {
  return detm_wrapper_set_wanted(wrapper, edit->names[0], 0, error);
}

static detm_status make_title(detm_wrapper *wrapper, const dt_edit *edit, detm_error *error) {
  return detm_wrapper_set_title(wrapper, edit->names[0], error);
}

static detm_status set_type(detm_wrapper *wrapper, const dt_edit *edit, detm_error *error) {
  return detm_wrapper_set_type(wrapper, edit->names[0], edit->value, error);
}

static detm_status make_merge_edit(detm_wrapper *wrapper, const dt_edit *edit, detm_error *error) {
  return detm_wrapper_merge_fields(wrapper, (const char *const *)edit->names, edit->name_count, edit->value, error);
}

/* Edits `wrapper`, or all wrappers of `result`. */
static void make_edits(dt_run *run, const char *page, detm_wrapper *wrapper, detm_result *result) {
  for (size_t e = 0; e < run->options.edits.count; e++) {
    const dt_edit *edit = &run->options.edits.items[e];
    detm_error first = DETM_ERROR_NONE;
    detm_wrapper *next = wrapper != NULL ? wrapper : detm_result_wrapper(result, 0);
    bool made = next == NULL;
    for (size_t i = 1; next != NULL; i++) {
      made = edit->make(next, edit, &first) == DETM_OK || made;
      next = wrapper == NULL ? detm_result_wrapper(result, i) : NULL;
    }
    if (!made)
      dt_report_error(&run->report, first.status == DETM_USAGE ? DT_EXIT_PAGE : DT_EXIT_FAILED, page, 0, "--%s %s: %s",
                      edit->option, edit->words, first.text);
  }
}

void dt_edits_wrapper(dt_run *run, detm_wrapper *wrapper) { make_edits(run, NULL, wrapper, NULL); }

void dt_edits_result(dt_run *run, const char *page, detm_result *result) { make_edits(run, page, NULL, result); }

/* ---- reading the options ---- */

/* Adds an edit of the column that `words` name; NULL without memory. */
static dt_edit *add_edit(dt_options *options, const char *option, const char *words) {
  if (!DT_RESERVE(NULL, options->edits.items, options->edits.count, options->edits.capacity, 1)) return NULL;
  dt_edit edit = {.option = option, .words = words, .copy = strdup(words), .name_count = 1};
  edit.names = calloc(strlen(words) + 1, sizeof *edit.names);
  if (edit.copy == NULL || edit.names == NULL) {
    free(edit.copy);
    free(edit.names);
    return NULL;
  }
  edit.names[0] = edit.copy;
  options->edits.items[options->edits.count] = edit;
  return &options->edits.items[options->edits.count++];
}

/* Cuts "LEFT=RIGHT" into its two parts; NULL if one of them is empty. */
static char *cut_at_equals(char *words) {
  char *equals = strchr(words, '=');
  if (equals == NULL || equals == words || equals[1] == '\0') return NULL;
  *equals = '\0';
  return equals + 1;
}

static const char *read_rename(dt_run *run, const char *value) {
  dt_edit *edit = add_edit(&run->options, "rename", value);
  if (edit == NULL) return DT_WRONG_MEMORY;
  edit->make = rename_column;
  edit->value = cut_at_equals(edit->copy);
  return edit->value != NULL
             ? NULL
             : "is not OLD=NEW: write the present name of the column and the new one, as in text-2=author";
}

static const char *read_type_edit(dt_run *run, const char *value) {
  dt_edit *edit = add_edit(&run->options, "type", value);
  if (edit == NULL) return DT_WRONG_MEMORY;
  edit->make = set_type;
  edit->value = cut_at_equals(edit->copy);
  const char *type;
  for (size_t t = 0; edit->value != NULL && (type = detm_wrapper_type_name(t)) != NULL; t++)
    if (strcmp(edit->value, type) == 0) return NULL;
  return "is not NAME=TYPE: write the name of the column and its type, text, " DT_TYPES_OR;
}

static const char *read_merge(dt_run *run, const char *value) {
  dt_edit *edit = add_edit(&run->options, "merge", value);
  if (edit == NULL) return DT_WRONG_MEMORY;

  edit->make = make_merge_edit;
  bool empty = false;
  edit->value = edit->copy;

  edit->name_count = 0;
  for (char *name = cut_at_equals(edit->copy), *end; name != NULL; name = end) {
    end = strchr(name, ',');
    if (end != NULL) *end++ = '\0';
    empty = empty || *name == '\0';
    edit->names[edit->name_count++] = name;
  }

  return edit->name_count > 1 && !empty
             ? NULL
             : "is not NEW=NAME,NAME...: write the new name and the columns, as in name=first,last";
}

static const char *read_drop(dt_run *run, const char *value) {
  dt_edit *edit = add_edit(&run->options, "drop", value);
  if (edit != NULL) edit->make = drop;
  return edit != NULL ? NULL : DT_WRONG_MEMORY;
}

static const char *read_title(dt_run *run, const char *value) {
  dt_edit *edit = add_edit(&run->options, "title", value);
  if (edit != NULL) edit->make = make_title;
  return edit != NULL ? NULL : DT_WRONG_MEMORY;
}

const dt_option dt_options_edits[] = {
    {"field", 0, DT_ARG_CUSTOM, 0, "NAME=VALUE", "a value of a record on the next PAGE; print only such columns",
     .read = dt_read_field},
    DT_OPTIONS_ALSO_OTHERS(DT_SHARED_ROW),
    {"rename", 0, DT_ARG_CUSTOM, 0, "OLD=NEW", "give the column OLD the name NEW", .read = read_rename},
    {"drop", 0, DT_ARG_CUSTOM, 0, "NAME", "leave out the column NAME", .read = read_drop},
    {"title", 0, DT_ARG_CUSTOM, 0, "NAME", "the column NAME is the title of a record", .read = read_title},
    {"type", 0, DT_ARG_CUSTOM, 0, "NAME=TYPE", "the column NAME has values of type text, " DT_TYPES_OR,
     .read = read_type_edit},
    {"merge", 0, DT_ARG_CUSTOM, 0, "NEW=NAME,...", "make one column NEW of the columns NAME", .read = read_merge},
    {.name = NULL},
};
