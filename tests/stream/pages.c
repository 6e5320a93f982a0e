/* tests/stream/pages.c: prints the pages of files, for compare.py: a line "URL<TAB>ENCODING<TAB>BYTES<TAB>CRC-32<TAB>"
 * for each, with "cut" at its end if the page is, "!<TAB>MESSAGE" for one that failed.  pages -c FILE...: only counts
 * them. */
#include "config.h"

#include "stream/stream.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <zlib.h>

static ssize_t read_file(void *data, char *bytes, size_t length) { return read(*(int *)data, bytes, length); }

static void print_page(const dt_stream_page *page, const detm_error *error) {
  if (error->status != DETM_OK) {
    printf("!\t%s\n", error->text);
    return;
  }
  uLong sum = crc32_z(0, (const Bytef *)page->bytes.data, page->bytes.length);
  printf("%s\t%s\t%zu\t%08lx\t%s\n", page->url != NULL ? page->url : "", page->encoding != NULL ? page->encoding : "",
         page->bytes.length, sum, page->cut_off ? "cut" : "");
}

/* Returns the number of pages, or -1. */
static long read_pages(const char *name, bool print) {
  const dt_stream_options options = {.max_bytes = (size_t)64 << 20, .originals = dt_originals_open()};
  int fd = open(name, O_RDONLY);
  long count = 0;
  dt_stream *stream = fd >= 0 ? dt_stream_open(read_file, &fd, &options) : NULL;
  dt_stream_page page;
  detm_error error = DETM_ERROR_NONE;
  if (stream == NULL) return -1;
  while (dt_stream_next(stream, &page, &error) != DETM_NOTHING) {
    if (print) print_page(&page, &error);
    error = (detm_error)DETM_ERROR_NONE;
    dt_stream_page_free(&page);
    count++;
  }
  dt_stream_close(stream);
  dt_originals_close(options.originals);
  close(fd);
  return count;
}

int main(int argc, char **argv) {
  bool print = argc < 2 || strcmp(argv[1], "-c") != 0;
  long all = 0;
  for (int i = print ? 1 : 2; i < argc; i++) {
    long count = read_pages(argv[i], print);
    if (count < 0) {
      perror(argv[i]);
      return 2;
    }
    all += count;
  }
  if (!print) printf("%ld\n", all);
  return 0;
}
