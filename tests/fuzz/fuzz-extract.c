/* tests/fuzz/fuzz-extract.c: parses any bytes as a page, prints its tree, and passes its records through every writer.
 * A wrapper learned from the page must find as many records after it is saved and loaded. */
#include "recording.h"

static int swallow(void *data, const char *bytes, size_t length) {
  volatile char *sum = data;
  for (size_t at = 0; at < length; at++) *sum = (char)(*sum ^ bytes[at]);
  return 0;
}

/* Ignores the status, which depends on the bytes; tests only that the call returns. */
static void ignore(detm_status status) { (void)status; }

static size_t apply(const detm_wrapper *wrapper, const detm_page *page) {
  detm_result *result = detm_wrapper_apply(wrapper, page, &detm_extract_defaults, NULL);
  size_t records = result != NULL && detm_result_region_count(result) != 0 ? detm_result_record_count(result, 0) : 0;
  if (result != NULL) check_result(result);
  detm_result_free(result);
  return records;
}

static void learn_and_apply(const detm_page *page) {
  dt_buffer saved = {0};
  detm_wrapper *wrapper = detm_wrapper_learn(&page, 1, &detm_extract_defaults, NULL);
  if (wrapper == NULL) return;
  must(detm_wrapper_save(wrapper, dt_buffer_write, &saved, NULL) == DETM_OK);
  detm_wrapper *again = detm_wrapper_load(saved.data, saved.length, "saved", NULL);
  must(again != NULL && apply(wrapper, page) == apply(again, page));
  detm_wrapper_free(again);
  detm_wrapper_free(wrapper);
  dt_buffer_free(&saved);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char sum = 0;
  detm_page_options options = detm_page_defaults;
  options.base = "https://example.org/list/";
  options.max_nodes = 100000;
  options.seconds = 10;
  detm_page *page = detm_page_parse((const char *)data, size, &options, NULL);
  if (page == NULL) return 0;
  ignore(detm_page_print(page, &(detm_tree_options){.xml = 1, .sizes = 1}, swallow, &sum, NULL));
  detm_extract_options all = detm_extract_defaults;
  all.max_regions = 0;
  detm_result *result = detm_extract(page, &all, NULL);
  if (result != NULL) check_result(result);
  detm_result_free(result);
  learn_and_apply(page);
  detm_page_free(page);
  return 0;
}
