/* tests/fuzz/fuzz-template.c: any bytes as a template file: loaded, saved, loaded again (which must give the same
 * bytes), compiled and applied to pages. */
#include <detm/detm.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const pages[] = {
    "<html><head><title>A book</title><meta property='og:title' content='A book'></head><body>"
    "<div id='main' class='book big'><h1 itemprop='name'>A book</h1><p class='by'>By <a href='/a'>A. Bee</a>, "
    "<a href='/b'>C. Dee</a></p><dl><dt>Price:</dt><dd>$12.50</dd><dt>Pages:</dt><dd>300</dd></dl>"
    "<table><tr><th>Publisher</th><td>Eff<nav>x</nav></td></tr></table>Weight: 1 kg<br>Year: 2001</div>"
    "<script type='application/ld+json'>{\"@type\": \"Book\", \"author\": [{\"name\": \"A. "
    "Bee\"}]}</script></body></html>",
    "<p>Another <b>page</b>"};

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

static int ignore(void *data, const char *more, size_t length) {
  (void)data, (void)more, (void)length;
  return 0;
}

static bytes save(const detm_template *template) {
  bytes saved = {NULL, 0};
  if (detm_template_save(template, append, &saved, NULL) != DETM_OK) abort();
  return saved;
}

static void check_round_trip(const detm_template *template) {
  bytes first = save(template);
  detm_template *again = detm_template_load(first.data, first.length, "again", NULL);
  if (again == NULL) abort();
  bytes second = save(again);
  if (first.length != second.length || memcmp(first.data, second.data, first.length) != 0) abort();
  detm_template_free(again);
  free(first.data);
  free(second.data);
}

static void apply(const detm_template *template, const char *text) {
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_DOCUMENT;
  options.seconds = 5;
  detm_page *page = detm_page_parse(text, strlen(text), &options, NULL);
  if (page == NULL) return;
  detm_result *result = detm_template_apply(template, page, NULL, NULL);
  detm_writer *writer = detm_writer_new(DETM_NDJSON, ignore, NULL, 0, NULL);
  if (result != NULL && writer != NULL && detm_result_emit(result, detm_writer_sink(writer), NULL) != DETM_OK) abort();
  detm_writer_free(writer);
  detm_result_free(result);
  detm_page_free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  detm_template *template = detm_template_load((const char *)data, size, "fuzz", NULL);
  if (template == NULL) return 0;
  check_round_trip(template);
  if (detm_template_stylesheet(template, ignore, NULL, NULL) != DETM_OK) abort();
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) apply(template, pages[i]);
  detm_template_free(template);
  return 0;
}
