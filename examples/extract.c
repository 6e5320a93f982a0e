/* The records of a page: extract <page.html prints them as NDJSON.
 *
 *   cc extract.c $(pkg-config --cflags --libs detm) -o extract */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>

static int print(void *file, const char *bytes, size_t length) { return fwrite(bytes, 1, length, file) != length; }

int main(void) {
  static char bytes[1 << 20];
  detm_error error = DETM_ERROR_NONE;
  size_t length = fread(bytes, 1, sizeof bytes, stdin);

  detm_page *page = detm_page_parse(bytes, length, &detm_page_defaults, &error);
  detm_result *result = page != NULL ? detm_extract(page, &detm_extract_defaults, &error) : NULL;
  detm_writer *writer = detm_writer_new(DETM_NDJSON, print, stdout, 0, &error);
  int done = result != NULL && writer != NULL &&
             detm_result_emit(result, detm_writer_sink(writer), &error) == DETM_OK &&
             detm_writer_finish(writer, &error) == DETM_OK;
  if (!done) fprintf(stderr, "extract: %s\n", error.text);

  detm_writer_free(writer);
  detm_result_free(result);
  detm_page_free(page);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
