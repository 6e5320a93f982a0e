/* Wrappers learned from the pages of a run. */
#include "cli/learned.h"

#include <stdlib.h>

#include "cli/pages.h"

bool dt_learned_from_pages(dt_learned *learned, dt_run *run) {
  detm_error error = DETM_ERROR_NONE;
  size_t count;
  *learned = (dt_learned){.page_count = run->options.page_count, .options = &run->options.extract};
  learned->pages = dt_pages_gather(run);
  if (learned->pages == NULL) return false;
  const detm_page **there = dt_pages_there(run, learned->pages, &count);
  if (there == NULL) return false;
  if (count > 0) learned->wrapper = detm_wrapper_learn(there, count, learned->options, &error);
  free(there);
  if (learned->wrapper != NULL) return true;
  if (error.status == DETM_NOTHING)
    dt_report_error(&run->report, DT_EXIT_PAGE, count == 1 ? run->options.pages[0] : NULL, 0,
                    "no records to learn from; look with 'detm tree' whether the page holds a list at all");
  else if (count > 0)
    dt_report_fault(&run->report, error.where[0] != '\0' ? error.where : NULL, &error);
  return false;
}

void dt_learned_free(dt_learned *learned) {
  dt_pages_free(learned->pages, learned->page_count);
  detm_wrapper_free(learned->wrapper);
  *learned = (dt_learned){0};
}

detm_result *dt_learned_apply(const void *data, const detm_page *page, detm_error *error) {
  const dt_learned *learned = data;
  return detm_wrapper_apply(learned->wrapper, page, learned->options, error);
}
