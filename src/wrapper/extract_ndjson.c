/* wrapper/extract_ndjson.c: extracts the records of a page as NDJSON in one call. */
#include "base/base.h"
#include "wrapper/extract.h"

#include <detm/writer.h>

detm_status detm_extract_ndjson(const char *bytes, size_t length, const detm_page_options *options, detm_write write,
                                void *data, detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  detm_writer *writer = NULL;
  detm_page *page = detm_page_parse(bytes, length, options, &own);
  detm_result *result = page != NULL ? detm_extract(page, NULL, &own) : NULL;
  if (result != NULL && detm_result_wall(result) != DETM_WALL_NONE)
    dt_error_at(&own, DETM_NOTHING, detm_page_name(page), 0, 0, "no records found: the page only blocks: it %s",
                detm_wall_text(detm_result_wall(result)));
  else if (result != NULL && detm_result_region_count(result) == 0 && detm_page_elsewhere(page) != NULL)
    dt_error_at(&own, DETM_NOTHING, detm_page_name(page), 0, 0, "no records found: they may be in %s",
                detm_page_elsewhere(page));
  else if (result != NULL && detm_result_region_count(result) == 0)
    dt_error_at(&own, DETM_NOTHING, detm_page_name(page), 0, 0, "no records found: the page holds no list of them");
  else if (result != NULL)
    writer = detm_writer_new(DETM_NDJSON, write, data, 0, &own);
  if (writer != NULL) own.status = detm_result_emit(result, detm_writer_sink(writer), &own);
  if (writer != NULL && own.status == DETM_OK) own.status = detm_writer_finish(writer, &own);
  detm_writer_free(writer);
  detm_result_free(result);
  detm_page_free(page);
  if (error != NULL && error->status == DETM_OK) *error = own;
  return own.status;
}
