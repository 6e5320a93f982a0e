/* tests/fuzz/fuzz-wrapper.c: any bytes as a wrapper file: loaded, saved, loaded again (which must give the
 * same bytes) and applied to a page. */
#include <detm/detm.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char page_text[] =
    "<html><body><h1>Books</h1><ul>"
    "<li><a href='/1'>One</a> <b>1.00</b><p>By A</p></li><li><a href='/2'>Two</a> <b>2.00</b></li>"
    "<li><a href='/3'>Three</a> <b>3.00</b><p>By C</p></li></ul></body></html>";

typedef struct bytes {
  char *data;
  size_t length;
} bytes;

static int append(void *data, const char *more, size_t length) {
  bytes *all = data;
  char *longer = realloc(all->data, all->length + length + 1);
  if (longer == NULL) return 1;
  memcpy(longer + all->length, more, length);
  all->data = longer;
  all->length += length;
  return 0;
}

static bytes save(const detm_wrapper *wrapper) {
  bytes saved = {NULL, 0};
  if (detm_wrapper_save(wrapper, append, &saved, NULL) != DETM_OK) abort();
  return saved;
}

static void check_round_trip(const detm_wrapper *wrapper) {
  bytes first = save(wrapper);
  detm_wrapper *again = detm_wrapper_load(first.data, first.length, "again", NULL);
  if (again == NULL) abort();
  bytes second = save(again);
  if (first.length != second.length || memcmp(first.data, second.data, first.length) != 0) abort();
  detm_wrapper_free(again);
  free(first.data);
  free(second.data);
}

static void apply(const detm_wrapper *wrapper) {
  detm_page *page = detm_page_parse(page_text, sizeof page_text - 1, NULL, NULL);
  if (page == NULL) return;
  detm_result_free(detm_wrapper_apply(wrapper, page, &detm_extract_defaults, NULL));
  detm_page_free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  detm_wrapper *wrapper = detm_wrapper_load((const char *)data, size, "fuzz", NULL);
  if (wrapper == NULL) return 0;
  check_round_trip(wrapper);
  apply(wrapper);
  detm_wrapper_free(wrapper);
  return 0;
}
