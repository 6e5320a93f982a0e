/* Prints the records of the page on standard input as NDJSON: extract <page.html
 *
 *   cc extract.c $(pkg-config --cflags --libs detm) -o extract */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>

static int print(void *file, const char *bytes, size_t length) { return fwrite(bytes, 1, length, file) != length; }

int main(void) {
  detm_error error = DETM_ERROR_NONE;
  detm_status status = DETM_NOTHING;
  detm_writer *writer = NULL;
  detm_page *page = detm_page_parse_file(stdin, NULL, &error);
  detm_result *result = page != NULL ? detm_extract(page, NULL, &error) : NULL;
  if (result != NULL) writer = detm_writer_new(DETM_NDJSON, print, stdout, 0, &error);
  if (writer != NULL) status = detm_result_emit(result, detm_writer_sink(writer), &error);
  if (status == DETM_OK) status = detm_writer_finish(writer, &error);
  if (status != DETM_OK) fprintf(stderr, "extract: %s\n", error.text);

  detm_writer_free(writer);
  detm_result_free(result);
  detm_page_free(page);
  return status == DETM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
