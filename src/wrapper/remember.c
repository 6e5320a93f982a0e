/* wrapper/remember.c: profiles the values of the sample pages. */
#include "wrapper/remember.h"
#include "profile/profile.h"
#include "wrapper/extract.h"

#include <stdlib.h>

void dt_wrapper_note_lists(detm_wrapper *wrapper) {
  const dt_profile *profile = wrapper->profile;
  for (uint32_t f = 0; profile != NULL && f < wrapper->field_count && f < profile->field_count; f++)
    wrapper->fields[f].list |= profile->fields[f].count > profile->fields[f].records;
}

/* Emits a result into the profile of its own wrapper, by which the records are read. */
static detm_status emit_into(dt_profile *profile, dt_wrapper_result *result, detm_error *error) {
  result->read_late = true;
  for (size_t r = 0; r < result->result.region_count; r++) result->regions[r].read_count = 0;
  return detm_result_emit(&result->result, dt_profile_sink(profile), error);
}

detm_status dt_wrapper_remember(detm_wrapper *wrapper, const detm_page *const *pages, size_t page_count,
                                const detm_extract_options *options, const dt_scope *scope, detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  detm_extract_options all = *options;
  all.all_columns = 1; /* so that fields of the profile and of the wrapper have the same numbers */
  all.others = all.totals = 0;
  if (wrapper->field_count > DT_PROFILE_FIELDS) return DETM_OK;
  wrapper->profile = dt_profile_new();
  if (wrapper->profile == NULL) return dt_error_memory(error);
  bool nested = wrapper->nested;
  wrapper->nested = false; /* these columns are no fields */
  for (size_t p = 0; p < page_count && own.status == DETM_OK; p++) {
    const detm_page *data;
    if (wrapper->data && dt_page_data(pages[p], &data, &own) != DETM_OK)
      break; /* not in the copy, which is not freed */
    detm_page page = *pages[p];
    if (scope != NULL) page.seconds = dt_scope_left(scope);
    detm_result *result = detm_wrapper_apply(wrapper, &page, &all, &own);
    /* a sample that does not fit its own wrapper is not profiled */
    if (result != NULL && detm_result_region_count(result) != 0)
      own.status = emit_into(wrapper->profile, (dt_wrapper_result *)result, &own);
    detm_result_free(result);
  }
  wrapper->nested = nested;
  if (own.status != DETM_OK) {
    if (error != NULL && error->status == DETM_OK) *error = own;
    return own.status;
  }
  if (wrapper->profile->pages == 0) {
    dt_profile_free(wrapper->profile);
    wrapper->profile = NULL;
    return DETM_OK;
  }
  dt_wrapper_note_lists(wrapper);
  /* by number, as fields may be renamed */
  for (uint32_t i = 0; i < wrapper->profile->field_count; i++) {
    free(wrapper->profile->fields[i].name);
    wrapper->profile->fields[i].name = NULL;
  }
  return DETM_OK;
}
