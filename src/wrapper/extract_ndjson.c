/* wrapper/extract_ndjson.c: extracts the records of a page as NDJSON in one call. */
#include "base/base.h"
#include "wrapper/extract.h"

#include <detm/writer.h>

static detm_status write_result(const detm_result *result, const char *name, detm_write write, void *data,
                                detm_error *error) {
  if (detm_result_region_count(result) == 0)
    return dt_error_at(error, DETM_NOTHING, name, 0, 0, "no records found: the page holds no list of them");
  detm_writer *writer = detm_writer_new(DETM_NDJSON, write, data, 0, error);
  if (writer == NULL) return DETM_NO_MEMORY;
  detm_status status = detm_result_emit(result, detm_writer_sink(writer), error);
  if (status == DETM_OK) status = detm_writer_finish(writer, error);
  detm_writer_free(writer);
  return status;
}

detm_status detm_extract_ndjson(const char *bytes, size_t length, const detm_page_options *options, detm_write write,
                                void *data, detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  detm_result *result = NULL;
  detm_page *page = detm_page_parse(bytes, length, options, &own);
  if (page != NULL) result = detm_extract(page, NULL, &own);
  if (result != NULL) write_result(result, detm_page_name(page), write, data, &own);
  detm_result_free(result);
  detm_page_free(page);
  if (error != NULL && error->status == DETM_OK) *error = own;
  return own.status;
}
