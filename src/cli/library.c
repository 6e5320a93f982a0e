/* The library of a run: opened, asked, and what is wrong with its files. */
#include "cli/library.h"

#include <stdlib.h>

const char *dt_set_library(dt_options *options, const char *value) {
  options->library = value;
  return value[0] != '\0' ? NULL : "is no folder; name the folder of the library";
}

const char *dt_set_min_score(dt_options *options, const char *value) {
  char *end;
  double score = strtod(value, &end);
  options->min_score = score > 0 ? score : -1; /* 0 is none given */
  return end != value && *end == '\0' && score >= 0 && score <= 1 ? NULL : "is no score; write a number from 0 to 1";
}

static void tell_faults(dt_library *library, dt_run *run) {
  const detm_error *fault;
  for (; (fault = detm_library_fault(library->library, library->faults)) != NULL; library->faults++)
    dt_report_error(&run->report, DT_EXIT_FAILED, fault->where, fault->line, "%s", fault->text);
}

static void tell_empty(dt_run *run, const char *name) {
  if (run->options.library != NULL)
    dt_report_error(&run->report, DT_EXIT_FAILED, name, 0,
                    "holds no template and no wrapper; make some with 'detm template -o %s/NAME.xml' or 'detm learn'",
                    name);
  else
    dt_report_error(&run->report, DT_EXIT_FAILED, name, 0,
                    "holds no template and no wrapper; add some with 'detm store add FILE'");
}

static bool use(dt_library *library, dt_run *run, detm_library *opened, const char *name) {
  const dt_options *options = &run->options;
  *library = (dt_library){.library = opened, .options = detm_library_defaults};
  if (options->min_score != 0) library->options.min_score = options->min_score;
  library->options.extract = &options->extract;
  library->options.template_options = &options->template;
  run->options.page.parts = detm_library_parts(library->library);
  tell_faults(library, run);
  if (detm_library_size(library->library) != 0) return true;
  tell_empty(run, name);
  dt_library_close(library, run);
  return false;
}

bool dt_library_open(dt_library *library, dt_run *run) {
  detm_error error = DETM_ERROR_NONE;
  const char *folder = run->options.library;
  if (folder == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "no library was given; name its folder with -L DIR");
    return false;
  }
  detm_library *opened = detm_library_open(folder, &error);
  if (opened == NULL) dt_report_fault(&run->report, folder, &error);
  return opened != NULL && use(library, run, opened, folder);
}

bool dt_library_of_store(dt_library *library, dt_run *run, detm_store *store) {
  detm_error error = DETM_ERROR_NONE;
  detm_library *opened = detm_store_library(store, &error);
  if (opened == NULL) dt_report_fault(&run->report, detm_store_file(store), &error);
  return opened != NULL && use(library, run, opened, detm_store_file(store));
}

void dt_library_close(dt_library *library, dt_run *run) {
  tell_faults(library, run);
  detm_library_close(library->library);
  library->library = NULL;
}

detm_result *dt_library_find(const void *data, const detm_page *page, detm_error *error) {
  const dt_library *library = data;
  return detm_library_find(library->library, page, &library->options, error);
}

detm_result *dt_library_apply(const void *data, const detm_page *page, detm_error *error) {
  const dt_library *library = data;
  return detm_library_apply(library->library, page, &library->options, NULL, error);
}
