/* tests/bench/store.c: the time to save and to read a run of many records, and the size of the file.
 *
 *   store RECORDS [FILE]    so many records of five fields in pages of 1000; FILE is overwritten, then removed */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FIELDS = 5, RECORDS_A_PAGE = 1000 };

static const detm_column columns[FIELDS] = {
    {"title", "text", 0}, {"link", "url", 0}, {"author", "text", 0}, {"price", "price", 0}, {"text", "text", 0}};

static void check(detm_status status, const detm_error *error) {
  if (status == DETM_OK) return;
  fprintf(stderr, "store: %s: %s\n", error->where, error->text);
  exit(1);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Writes the text of a field of record n and returns its length. */
static size_t write_value(char *text, size_t capacity, size_t field, size_t n) {
  static const char *const formats[FIELDS] = {"Stoneware bowl number %zu with a lid",
                                              "https://shop.example/item/%zu.html", "Potter %zu", "%zu.50",
                                              "Fired at %zu degrees, and glazed by hand"};
  return (size_t)snprintf(text, capacity, formats[field], n);
}

static size_t push_page(const detm_sink *sink, size_t first, size_t count, detm_error *error) {
  char name[40], text[100];
  size_t bytes = 0;
  snprintf(name, sizeof name, "page-%zu.html", first / RECORDS_A_PAGE);
  detm_page_info page = {.name = name, .encoding = "UTF-8"};
  detm_region_info region = {
      .number = 1, .path = "/html/body/ul", .records = count, .columns = columns, .column_count = FIELDS};
  check(sink->page_begin(sink->data, &page, error), error);
  check(sink->region_begin(sink->data, &region, error), error);
  for (size_t n = 1; n <= count; n++) {
    check(sink->record_begin(sink->data, n, error), error);
    for (size_t f = 0; f < FIELDS; f++) {
      detm_field field = {.column = f, .name = columns[f].name, .type = columns[f].type};
      field.value = (detm_text){text, write_value(text, sizeof text, f, first + n)};
      bytes += field.value.length;
      check(sink->field(sink->data, &field, error), error);
    }
    check(sink->record_end(sink->data, error), error);
  }
  check(sink->region_end(sink->data, error), error);
  check(sink->page_end(sink->data, error), error);
  return bytes;
}

static size_t save(detm_store *store, size_t records) {
  detm_error error = DETM_ERROR_NONE;
  detm_saving *saving = detm_store_save(store, "bench", &error);
  size_t bytes = 0;
  if (saving == NULL) check(error.status, &error);
  for (size_t first = 0; first < records; first += RECORDS_A_PAGE) {
    size_t left = records - first;
    bytes += push_page(detm_saving_sink(saving), first, left < RECORDS_A_PAGE ? left : RECORDS_A_PAGE, &error);
  }
  check(detm_saving_commit(saving, NULL, &error), &error);
  detm_saving_free(saving);
  return bytes;
}

static detm_status count_record(void *data, detm_error *error) {
  (void)error;
  ++*(size_t *)data;
  return DETM_OK;
}

static size_t read_back(detm_store *store) {
  detm_error error = DETM_ERROR_NONE;
  size_t count = 0;
  detm_sink sink = {.data = &count, .record_end = count_record};
  check(detm_store_emit_run(store, 1, NULL, &sink, &error), &error);
  return count;
}

static void measure(const char *file, size_t records) {
  detm_error error = DETM_ERROR_NONE;
  detm_store_options how = detm_store_defaults;
  struct stat about;
  detm_diff diff;
  how.create = 1;
  double started = seconds();
  detm_store *store = detm_store_open(file, &how, &error);
  if (store == NULL) check(error.status, &error);
  size_t bytes = save(store, records);
  double saved = seconds();
  size_t count = read_back(store);
  double read = seconds();
  check(detm_store_diff(store, 1, 1, NULL, NULL, &diff, &error), &error);
  double compared = seconds();
  detm_store_close(store);
  double n = (double)records;
  printf("%zu records of %d fields, %.1f bytes of values per record\n", count, FIELDS, (double)bytes / n);
  if (stat(file, &about) == 0) printf("file: %.1f bytes per record\n", (double)about.st_size / n);
  printf("saved in %.2f s, %.2f us per record\nread in %.2f s, %.2f us per record\n", saved - started,
         (saved - started) / n * 1e6, read - saved, (read - saved) / n * 1e6);
  printf("compared with itself in %.2f s; %zu are the same\n", compared - read, diff.same);
}

int main(int argc, char **argv) {
  size_t records = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
  const char *file = argc > 2 ? argv[2] : "bench-store.db";
  unlink(file);
  measure(file, records);
  unlink(file);
  return 0;
}
