/* cli/common/edits.c: changes of columns: --rename, --drop, --title. */
#include "config.h"

#include "cli/common/edits.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/common/examples.h"

/* Adds an edit of the column that the first `length` bytes of `words` name; NULL without memory. */
static dt_edit *add_edit(dt_options *options, const char *option, const char *words, size_t length) {
  if (!DT_RESERVE(NULL, options->edits.items, options->edits.count, options->edits.capacity, 1)) return NULL;
  dt_edit edit = {.name = strndup(words, length), .option = option, .words = words};
  if (edit.name == NULL) return NULL;
  options->edits.items[options->edits.count] = edit;
  return &options->edits.items[options->edits.count++];
}

static const char *read_rename(dt_run *run, const char *value) {
  const char *equals = strchr(value, '=');
  if (equals == NULL || equals == value || equals[1] == '\0')
    return "is not OLD=NEW: write the present name of the column and the new one, as in text-2=author";
  dt_edit *edit = add_edit(&run->options, "rename", value, (size_t)(equals - value));
  if (edit == NULL) return "needs more memory than there is";
  edit->new_name = equals + 1;
  return NULL;
}

static const char *read_drop(dt_run *run, const char *value) {
  return add_edit(&run->options, "drop", value, strlen(value)) != NULL ? NULL : "needs more memory than there is";
}

static const char *read_title(dt_run *run, const char *value) {
  return add_edit(&run->options, "title", value, strlen(value)) != NULL ? NULL : "needs more memory than there is";
}

/* Edits `wrapper`, or all wrappers of `result`. */
static void make_edits(dt_run *run, const char *page, detm_wrapper *wrapper, detm_result *result) {
  for (size_t e = 0; e < run->options.edits.count; e++) {
    const dt_edit *edit = &run->options.edits.items[e];
    detm_error first = DETM_ERROR_NONE;
    detm_wrapper *next = wrapper != NULL ? wrapper : detm_result_wrapper(result, 0);
    bool made = next == NULL;
    for (size_t i = 1; next != NULL; i++) {
      detm_status status = edit->new_name != NULL ? detm_wrapper_rename_field(next, edit->name, edit->new_name, &first)
                           : strcmp(edit->option, "drop") == 0 ? detm_wrapper_set_wanted(next, edit->name, 0, &first)
                                                               : detm_wrapper_set_title(next, edit->name, &first);
      made = made || status == DETM_OK;
      next = wrapper == NULL ? detm_result_wrapper(result, i) : NULL;
    }
    if (!made)
      dt_report_error(&run->report, first.status == DETM_USAGE ? DT_EXIT_PAGE : DT_EXIT_FAILED, page, 0, "--%s %s: %s",
                      edit->option, edit->words, first.text);
  }
}

void dt_edits_wrapper(dt_run *run, detm_wrapper *wrapper) { make_edits(run, NULL, wrapper, NULL); }

void dt_edits_result(dt_run *run, const char *page, detm_result *result) { make_edits(run, page, NULL, result); }

const dt_option dt_options_edits[] = {
    {"field", 0, DT_ARG_CUSTOM, 0, "NAME=VALUE", "a value of a record on the next PAGE; print only such columns",
     .read = dt_read_field},
    {"also-others", 0, DT_ARG_FLAG, offsetof(dt_options, examples.also_others), NULL,
     .help = "print the columns of --field first, then all others"},
    {"rename", 0, DT_ARG_CUSTOM, 0, "OLD=NEW", "give the column OLD the name NEW", .read = read_rename},
    {"drop", 0, DT_ARG_CUSTOM, 0, "NAME", "leave out the column NAME", .read = read_drop},
    {"title", 0, DT_ARG_CUSTOM, 0, "NAME", "the column NAME is the title of a record", .read = read_title},
    {.name = NULL},
};
