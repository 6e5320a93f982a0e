/* Changes of columns: --rename, --drop, --title. */
#include "config.h"

#include "cli/common/edits.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/examples.h"

/* Adds an edit of the column that the first `length` bytes of `words` name; NULL: not enough memory. */
static dt_edit *add_edit(dt_options *options, const char *option, const char *words, size_t length) {
  size_t count = options->edits.count;
  if ((count & (count - 1)) == 0) { /* at each power of two the list is full */
    dt_edit *larger = realloc(options->edits.items, (count == 0 ? 1 : count * 2) * sizeof *larger);
    if (larger == NULL) return NULL;
    options->edits.items = larger;
  }
  dt_edit edit = {.name = strndup(words, length), .option = option, .words = words};
  if (edit.name == NULL) return NULL;
  options->edits.items[options->edits.count++] = edit;
  return &options->edits.items[count];
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

const dt_option dt_options_edits[] = {
    {"field", 0, DT_ARG_CUSTOM, 0, "NAME=VALUE", "a value of a record of the next PAGE: print only columns given so",
     .read = dt_read_field},
    {"also-others", 0, DT_ARG_FLAG, offsetof(dt_options, examples.also_others), NULL,
     .help = "print the columns of --field first, then all others"},
    {"rename", 0, DT_ARG_CUSTOM, 0, "OLD=NEW", "give the column OLD the name NEW", .read = read_rename},
    {"drop", 0, DT_ARG_CUSTOM, 0, "NAME", "leave out the column NAME", .read = read_drop},
    {"title", 0, DT_ARG_CUSTOM, 0, "NAME", "the column NAME is the title of a record", .read = read_title},
    {.name = NULL},
};

static detm_status make_edit(const dt_edit *edit, detm_wrapper *wrapper, detm_error *error) {
  if (edit->new_name != NULL) return detm_wrapper_rename_field(wrapper, edit->name, edit->new_name, error);
  if (strcmp(edit->option, "drop") == 0) return detm_wrapper_set_wanted(wrapper, edit->name, 0, error);
  return detm_wrapper_set_title(wrapper, edit->name, error);
}

/* Wrapper number i, NULL past the last. */
typedef detm_wrapper *wrapper_at(void *data, size_t i);

static void make_edits(dt_run *run, const char *page, wrapper_at *at, void *data) {
  for (size_t e = 0; e < run->options.edits.count; e++) {
    const dt_edit *edit = &run->options.edits.items[e];
    detm_error first = DETM_ERROR_NONE;
    detm_wrapper *wrapper;
    bool made = at(data, 0) == NULL;
    for (size_t i = 0; (wrapper = at(data, i)) != NULL; i++) made = make_edit(edit, wrapper, &first) == DETM_OK || made;
    if (!made)
      dt_report_error(&run->report, first.status == DETM_USAGE ? DT_EXIT_PAGE : DT_EXIT_FAILED, page, 0, "--%s %s: %s",
                      edit->option, edit->words, first.text);
  }
}

static detm_wrapper *this_wrapper(void *data, size_t i) { return i == 0 ? data : NULL; }

static detm_wrapper *region_wrapper(void *data, size_t i) { return detm_result_wrapper(data, i); }

void dt_edits_wrapper(dt_run *run, detm_wrapper *wrapper) { make_edits(run, NULL, this_wrapper, wrapper); }

void dt_edits_result(dt_run *run, const char *page, detm_result *result) {
  make_edits(run, page, region_wrapper, result);
}
