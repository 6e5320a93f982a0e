/* result.c: the public calls on a detm_result. */
#include "base/result.h"

void detm_result_free(detm_result *result) {
  if (result != NULL) result->type->free(result);
}

size_t detm_result_regions(const detm_result *result) { return result->region_count; }

size_t detm_result_records(const detm_result *result, size_t number) {
  return number != 0 && number <= result->region_count ? result->type->records(result, number - 1) : 0;
}

double detm_result_confidence(const detm_result *result) { return result->confidence; }
double detm_result_fit(const detm_result *result) { return result->fit; }
const char *detm_result_missing(const detm_result *result) { return result->missing; }
const char *detm_result_warning(const detm_result *result) { return result->warning; }

detm_status detm_result_emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  return result->type->emit(result, sink, error);
}

detm_status detm_records_limit(const char *page, size_t records, size_t most, detm_error *error) {
  return records > most ? dt_error_records(error, most, page) : DETM_OK;
}
