/* Learns a wrapper from one page and applies it to another: learn-apply SAMPLE.html PAGE.html prints the records of
 * PAGE as a table, by a sink of its own: no writer, no copy of the records.
 *
 *   cc learn-apply.c $(pkg-config --cflags --libs detm) -o learn-apply */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>

static detm_page *read_page(const char *name, detm_error *error) {
  static char bytes[1 << 20];
  detm_page_options options = detm_page_defaults;
  FILE *file = fopen(name, "rb");
  options.name = name;
  if (file == NULL) {
    perror(name);
    return NULL;
  }
  size_t length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return detm_page_parse(bytes, length, &options, error); /* keeps nothing of bytes */
}

static detm_status begin_record(void *data, size_t number, detm_error *error) {
  (void)data, (void)error;
  printf("%zu\n", number);
  return DETM_OK;
}

static detm_status print_field(void *data, const detm_field *field, detm_error *error) {
  (void)data, (void)error;
  printf("  %-12s %.*s\n", field->name, (int)field->value.length, field->value.data);
  return DETM_OK;
}

static detm_status print_result(const detm_result *result, detm_error *error) {
  detm_sink sink = {.record_begin = begin_record, .field = print_field};
  if (detm_result_regions(result) == 0) {
    const char *missing = detm_result_missing(result);
    fprintf(stderr, "the page does not fit the wrapper, missing: %s\n", missing != NULL ? missing : "its region");
    return DETM_MISFIT;
  }
  return detm_result_emit(result, &sink, error);
}

int main(int argc, char **argv) {
  detm_error error = DETM_ERROR_NONE;
  detm_status status = DETM_NOTHING;
  if (argc != 3) {
    fprintf(stderr, "usage: learn-apply SAMPLE.html PAGE.html\n");
    return 2;
  }
  detm_page *sample = read_page(argv[1], &error), *page = read_page(argv[2], &error);
  detm_wrapper *wrapper = NULL;
  detm_result *result = NULL;
  if (sample != NULL && page != NULL)
    wrapper = detm_wrapper_learn((const detm_page *[]){sample}, 1, &detm_extract_defaults, &error);
  if (wrapper != NULL) result = detm_wrapper_apply(wrapper, page, &detm_extract_defaults, &error);
  if (result != NULL) status = print_result(result, &error);
  if (error.text[0] != '\0') fprintf(stderr, "learn-apply: %s\n", error.text);

  detm_result_free(result); /* borrows the page and the wrapper: goes first */
  detm_wrapper_free(wrapper);
  detm_page_free(page);
  detm_page_free(sample);
  return status == DETM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
