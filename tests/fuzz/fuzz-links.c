/* tests/fuzz/fuzz-links.c: finds the links of a page with every option, and passes them through every writer.
 * Each link has its properties, and a record if that is its place. */
#include "recording.h"

static void check_link(const detm_link *link) {
  must(link->url != NULL && link->title != NULL && link->alt != NULL && link->rel != NULL);
  must(link->heading != NULL && link->around != NULL && detm_link_place_name(link->place) != NULL);
  must((link->record != 0) == (link->place == DETM_LINK_RECORD));
  for (size_t i = 0; i < link->text_count; i++) must(link->texts[i][0] != '\0');
}

/* Finds and checks the links; with `emitted`, passes them through every writer. */
static void find_links(const detm_page *page, const detm_link_options *options, bool emitted) {
  detm_links *links = detm_links_find(page, options, NULL);
  if (links == NULL) return;
  const detm_link *link;
  for (size_t i = 0; (link = detm_links_get(links, i)) != NULL; i++) check_link(link);
  detm_result *result = detm_links_into_result(links);
  if (emitted) check_result(result);
  detm_result_free(result);
}

static void read_page(const char *bytes, size_t size) {
  static const detm_link_options options[] = {{.words = 10}, {.all = 1, .images = 1, .words = 3}, {.all = 1}};
  detm_page_options how = detm_page_defaults;
  how.base = "https://example.org/list/?page=2";
  how.max_nodes = 100000;
  how.seconds = 10;
  how.parts = DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse(bytes, size, &how, NULL);
  if (page == NULL) return;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) find_links(page, &options[i], i == 0);
  detm_page_free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  read_page((const char *)data, size);
  return 0;
}
