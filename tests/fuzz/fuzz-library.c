/* tests/fuzz/fuzz-library.c: matches a page with a library of one file, and applies it.
 *
 * The input is a wrapper or template; the page follows after "<!--page-->".  The index of the library must be read as
 * it was written, and give the same matches; scores are between 0 and 1. */
#include "recording.h"

#include "library/library.h"

/* A library in memory. */
typedef struct memory {
  dt_origin origin;
  detm_text file;
  dt_buffer *index;
  bool written; /* the index was written before */
} memory;

static detm_status list(dt_origin *origin, dt_buffer *names, detm_error *error) {
  (void)origin, (void)error;
  dt_buffer_add(names, "file.xml", sizeof "file.xml");
  return DETM_OK;
}

static detm_status stamp(dt_origin *origin, const char *file, dt_stamp *stamp, detm_error *error) {
  (void)origin, (void)file, (void)error;
  *stamp = (dt_stamp){1, 1, 1};
  return DETM_OK;
}

static detm_status read_file(dt_origin *origin, const char *file, dt_buffer *bytes, detm_error *error) {
  (void)file, (void)error;
  const memory *from = (const memory *)origin;
  dt_buffer_add(bytes, from->file.data, from->file.length);
  return DETM_OK;
}

static const char *domain(dt_origin *origin, dt_arena *arena, const char *file) {
  (void)origin, (void)arena, (void)file;
  return "";
}

static char *path(const dt_origin *origin, const char *file) {
  (void)origin;
  return strdup(file);
}

static void read_index(dt_origin *origin, dt_buffer *bytes) {
  const dt_buffer *index = ((memory *)origin)->index;
  dt_buffer_add(bytes, index->data, index->length);
}

static void write_index(dt_origin *origin, const dt_buffer *bytes) {
  dt_buffer *index = ((memory *)origin)->index;
  must(!((memory *)origin)->written);
  index->length = 0;
  dt_buffer_add(index, bytes->data, bytes->length);
}

static void close_memory(dt_origin *origin) { free(origin); }

static const dt_origin_type in_memory = {list, stamp, read_file, domain, path, read_index, write_index, close_memory};

static detm_library *open_library(detm_text file, dt_buffer *index, bool written) {
  memory *origin = malloc(sizeof *origin);
  must(origin != NULL);
  *origin = (memory){{&in_memory}, file, index, written};
  detm_library *library = dt_library_of(&origin->origin, NULL);
  must(library != NULL);
  return library;
}

/* The best match of a page: 0 or 1, and the score. */
static size_t match(const detm_library *library, const detm_page *page, double *score) {
  detm_match best;
  size_t count;
  if (detm_library_match(library, page, &best, 1, &count, NULL) != DETM_OK || count == 0) return 0;
  must(best.score >= 0 && best.score <= 1);
  *score = best.score;
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  detm_text file = {(const char *)data, size}, markup = cut_page(&file);
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_DOCUMENT | DETM_PAGE_TREE;
  options.seconds = 5;
  options.max_nodes = 100000;
  detm_page *page = detm_page_parse(markup.data != NULL ? markup.data : "", markup.length, &options, NULL);
  if (page == NULL) return 0;
  dt_buffer index = {0};
  double first = 0, second = 0;
  detm_library *library = open_library(file, &index, false);
  size_t count = match(library, page, &first);
  detm_result *result = detm_library_apply(library, page, NULL, NULL, NULL);
  if (result != NULL) check_result(result);
  detm_result_free(result);
  detm_library_close(library);
  library = open_library(file, &index, index.length != 0);
  must(match(library, page, &second) == count && first == second);
  detm_library_close(library);
  dt_buffer_free(&index);
  detm_page_free(page);
  return 0;
}
