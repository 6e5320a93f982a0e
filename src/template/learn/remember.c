/* template/learn/remember.c: makes statistics of the values that a template gives on its sample pages. */
#include "profile/profile.h"
#include "template/learn/learn.h"

detm_status dt_template_remember(detm_template *template, const detm_sample *samples, size_t sample_count,
                                 detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  template->profile = dt_profile_new();
  if (template->profile == NULL) return dt_error_memory(error);
  for (size_t s = 0; s < sample_count; s++) {
    detm_status status = DETM_OK;
    detm_result *result = detm_template_apply(template, samples[s].page, NULL, &own);
    if (result == NULL)
      status = own.status;
    else if (detm_result_region_count(result) != 0) /* else the sample is not typical of other pages */
      status = detm_result_emit(result, dt_profile_sink(template->profile), &own);
    detm_result_free(result);
    if (status == DETM_OK) continue;
    if (error != NULL && error->status == DETM_OK) *error = own;
    return own.status;
  }
  if (template->profile->pages == 0 || template->profile->field_count > DT_PROFILE_FIELDS) {
    dt_profile_free(template->profile);
    template->profile = NULL;
  }
  return DETM_OK;
}
