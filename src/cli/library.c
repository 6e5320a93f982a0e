/* The library of a run: opened, asked, and what is wrong with its files. */
#include "cli/library.h"

const char *dt_set_library(dt_options *options, const char *value) {
  options->library = value;
  return value[0] != '\0' ? NULL : "is no folder; name the folder of the library";
}

static void tell_faults(dt_library *library, dt_run *run) {
  const detm_error *fault;
  for (; (fault = detm_library_fault(library->library, library->faults)) != NULL; library->faults++)
    dt_report_error(&run->report, DT_EXIT_FAILED, fault->where, fault->line, "%s", fault->text);
}

bool dt_library_open(dt_library *library, dt_run *run) {
  detm_error error = DETM_ERROR_NONE;
  const dt_options *options = &run->options;
  *library = (dt_library){.options = detm_library_defaults};
  if (options->library == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "no library was given; name its folder with -L DIR");
    return false;
  }
  library->library = detm_library_open(options->library, &error);
  if (library->library == NULL) {
    dt_report_fault(&run->report, options->library, &error);
    return false;
  }
  if (options->min_score != 0) library->options.min_score = options->min_score;
  library->options.extract = &options->extract;
  library->options.template_options = &options->template;
  run->options.page.parts = detm_library_parts(library->library);
  tell_faults(library, run);
  if (detm_library_size(library->library) != 0) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, options->library, 0,
                  "holds no template and no wrapper; make some with 'detm template -o %s/NAME.xml' or 'detm learn'",
                  options->library);
  dt_library_close(library, run);
  return false;
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
