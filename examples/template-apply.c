/* Makes a template from values shown on one page and applies it to another:
 * template-apply SAMPLE.html PAGE.html NAME=VALUE... prints the fields of PAGE, each with the anchor of the
 * template that found it.
 *
 *   cc template-apply.c $(pkg-config --cflags --libs detm) -o template-apply */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CHOICES 64

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

/* Splits "NAME=VALUE" into two strings. */
static int split(char *word, detm_choice *choice) {
  char *equals = strchr(word, '=');
  if (equals == NULL) return 0;
  *equals = '\0';
  *choice = (detm_choice){.name = word, .value = equals + 1};
  return 1;
}

static void print_notices(const detm_template *template, const detm_sample *sample) {
  for (size_t i = 0; i < detm_template_notice_count(template); i++) {
    const detm_notice *notice = detm_template_notice_get(template, i);
    const detm_choice *choice = &sample->choices[notice->choice];
    if (notice->places == 0) fprintf(stderr, "%s: \"%s\" is not on the page\n", choice->name, choice->value);
  }
}

static detm_status print_field(void *data, const detm_field *field, detm_error *error) {
  (void)data, (void)error;
  printf("%-10s %.*s  (by %s, anchor %zu)\n", field->name, (int)field->value.length, field->value.data, field->by,
         field->rank);
  return DETM_OK;
}

static detm_status print_result(const detm_result *result, detm_error *error) {
  detm_sink sink = {.field = print_field};
  const char *missing = detm_result_missing(result);
  if (missing != NULL) fprintf(stderr, "the page lacks: %s\n", missing);
  return detm_result_region_count(result) == 0 ? DETM_MISFIT : detm_result_emit(result, &sink, error);
}

int main(int argc, char **argv) {
  detm_error error = DETM_ERROR_NONE;
  detm_status status = DETM_NOTHING;
  detm_choice choices[MAX_CHOICES];
  detm_sample sample = {.choices = choices};
  for (int i = 3; i < argc && sample.choice_count < MAX_CHOICES; i++)
    sample.choice_count += (size_t)split(argv[i], &choices[sample.choice_count]);
  if (sample.choice_count == 0) {
    fprintf(stderr, "usage: template-apply SAMPLE.html PAGE.html NAME=VALUE...\n");
    return 2;
  }
  detm_page *seen = read_page(argv[1], &error), *page = read_page(argv[2], &error);
  detm_template *template = NULL;
  detm_result *result = NULL;
  sample.page = seen;
  if (seen != NULL && page != NULL) template = detm_template_learn(&sample, 1, &detm_template_defaults, &error);
  if (template != NULL) {
    print_notices(template, &sample);
    result = detm_template_apply(template, page, &detm_template_defaults, &error);
  }
  if (result != NULL) status = print_result(result, &error);
  if (error.text[0] != '\0') fprintf(stderr, "template-apply: %s\n", error.text);

  detm_result_free(result); /* first, since it refers to the page and the template */
  detm_template_free(template);
  detm_page_free(page);
  detm_page_free(seen);
  return status == DETM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
