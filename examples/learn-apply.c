/* Learns a wrapper from one page, edits it, and applies it to another page:
 * learn-apply SAMPLE.html PAGE.html [OLD=NEW | -NAME] ... prints the records of PAGE, with the field OLD renamed to NEW
 * and without the field NAME.
 *
 *   cc learn-apply.c $(pkg-config --cflags --libs detm) -o learn-apply */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static detm_page *read_page(const char *name, detm_error *error) {
  detm_page_options options = detm_page_defaults;
  FILE *file = fopen(name, "rb");
  options.name = name;
  if (file == NULL) {
    perror(name);
    return NULL;
  }
  detm_page *page = detm_page_parse_file(file, &options, error);
  fclose(file);
  return page;
}

/* "OLD=NEW" renames a field, "-NAME" removes one. */
static detm_status edit(detm_wrapper *wrapper, char *word, detm_error *error) {
  char *equals = strchr(word, '=');
  if (word[0] == '-') return detm_wrapper_set_wanted(wrapper, word + 1, 0, error);
  if (equals == NULL) return DETM_USAGE;
  *equals = '\0';
  return detm_wrapper_rename_field(wrapper, word, equals + 1, error);
}

static void print_record(const detm_record *record) {
  printf("%zu\n", detm_record_number(record));
  for (size_t f = 0; f < detm_record_field_count(record); f++)
    for (size_t i = 0; i < detm_record_value_count(record, f); i++) {
      const detm_field *field = detm_record_value_get(record, f, i);
      printf("  %-12s %s\n", field->name, field->value.data);
    }
}

static void print_records(const detm_records *records) {
  for (size_t r = 0; r < detm_records_region_count(records); r++) {
    const detm_region *region = detm_records_region_get(records, r);
    for (size_t i = 0; i < detm_region_record_count(region); i++) print_record(detm_region_record_get(region, i));
  }
}

static detm_status apply(const detm_wrapper *wrapper, const detm_page *page, detm_error *error) {
  detm_result *result = detm_wrapper_apply(wrapper, page, NULL, error);
  if (result == NULL) return error->status;
  detm_status status = DETM_MISFIT;
  if (detm_result_region_count(result) == 0) {
    const char *missing = detm_result_missing(result);
    fprintf(stderr, "the page does not fit the wrapper, missing: %s\n", missing != NULL ? missing : "its region");
  } else {
    detm_records *records = detm_records_from_result(result, error);
    status = records != NULL ? DETM_OK : error->status;
    if (records != NULL) print_records(records);
    detm_records_free(records);
  }
  detm_result_free(result);
  return status;
}

int main(int argc, char **argv) {
  detm_error error = DETM_ERROR_NONE;
  detm_status status = DETM_NOTHING;
  if (argc < 3) {
    fprintf(stderr, "usage: learn-apply SAMPLE.html PAGE.html [OLD=NEW | -NAME] ...\n");
    return 2;
  }
  detm_page *sample = read_page(argv[1], &error), *page = read_page(argv[2], &error);
  detm_wrapper *wrapper = NULL;
  if (sample != NULL && page != NULL) wrapper = detm_wrapper_learn((const detm_page *[]){sample}, 1, NULL, &error);
  if (wrapper != NULL) status = DETM_OK;
  for (int i = 3; i < argc && status == DETM_OK; i++) status = edit(wrapper, argv[i], &error);
  if (status == DETM_OK) status = apply(wrapper, page, &error);
  if (error.text[0] != '\0') fprintf(stderr, "learn-apply: %s\n", error.text);

  detm_wrapper_free(wrapper);
  detm_page_free(page);
  detm_page_free(sample);
  return status == DETM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
