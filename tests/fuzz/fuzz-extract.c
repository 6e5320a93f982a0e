/* tests/fuzz/fuzz-extract.c: any bytes as a page: parsed, printed, extracted in each format; what was
 * learned from it is applied to it. */
#include <detm/detm.h>

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int swallow(void *data, const char *bytes, size_t length) {
  volatile char *sum = data;
  for (size_t at = 0; at < length; at++) *sum = (char)(*sum ^ bytes[at]);
  return 0;
}

/* Whether a call succeeds is up to the bytes; that it returns is what is tested. */
static void ignore(detm_status status) { (void)status; }

static void write_result(const detm_result *result, detm_format format) {
  char sum = 0;
  detm_writer *writer = detm_writer_new(format, swallow, &sum, 0, NULL);
  if (writer == NULL) return;
  ignore(detm_result_emit(result, detm_writer_sink(writer), NULL));
  ignore(detm_writer_finish(writer, NULL));
  detm_writer_free(writer);
}

static void learn_and_apply(const detm_page *page) {
  char sum = 0;
  detm_wrapper *wrapper = detm_wrapper_learn(&page, 1, &detm_extract_defaults, NULL);
  if (wrapper == NULL) return;
  ignore(detm_wrapper_save(wrapper, swallow, &sum, NULL));
  detm_result *result = detm_wrapper_apply(wrapper, page, &detm_extract_defaults, NULL);
  if (result != NULL) write_result(result, DETM_NDJSON);
  detm_result_free(result);
  detm_wrapper_free(wrapper);
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
  if (result != NULL)
    for (detm_format format = DETM_XML; format <= DETM_CSV; format++) write_result(result, format);
  detm_result_free(result);
  learn_and_apply(page);
  detm_page_free(page);
  return 0;
}
