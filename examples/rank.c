/* Prints the links to fetch next: rank TOPIC.txt PAGE URL ... ranks the pages and their links by a topic.
 *
 *   cc rank.c $(pkg-config --cflags --libs detm) -o rank */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static detm_status add_page(detm_web *web, const char *name, const char *url, detm_error *error) {
  detm_page_options how = detm_page_defaults;
  FILE *file = fopen(name, "rb");
  how.name = name;
  if (file == NULL) {
    perror(name);
    return DETM_BAD_INPUT;
  }
  detm_page *page = detm_page_parse_file(file, &how, error);
  fclose(file);
  detm_status status = page != NULL ? detm_web_add(web, page, url, NULL, error) : error->status;
  detm_page_free(page);
  return status;
}

/* Adds a text file to a topic, line by line. */
static detm_status add_text(detm_topic *topic, const char *name, detm_error *error) {
  static char line[1 << 16];
  detm_status status = DETM_OK;
  FILE *file = fopen(name, "r");
  if (file == NULL) {
    perror(name);
    return DETM_BAD_INPUT;
  }
  while (status == DETM_OK && fgets(line, sizeof line, file) != NULL)
    status = detm_topic_add_text(topic, line, strlen(line), 0, error);
  fclose(file);
  return status;
}

static detm_status print_field(void *data, const detm_field *field, detm_error *error) {
  (void)data, (void)error;
  if (field->column < 2) printf("%.*s%c", (int)field->value.length, field->value.data, field->column == 0 ? ' ' : '\n');
  return DETM_OK;
}

int main(int count, char **arguments) {
  static const detm_sink sink = {.field = print_field};
  detm_error error = DETM_ERROR_NONE;
  if (count < 2) {
    fprintf(stderr, "usage: rank TOPIC.txt [PAGE URL] ...\n");
    return 2;
  }
  detm_topic *topic = detm_topic_new(&error);
  detm_status status = topic != NULL ? add_text(topic, arguments[1], &error) : error.status;
  detm_web *web = status == DETM_OK ? detm_web_new(topic, NULL, &error) : NULL;

  if (status == DETM_OK) status = error.status;
  for (int i = 2; i + 1 < count && status == DETM_OK; i += 2)
    status = add_page(web, arguments[i], arguments[i + 1], &error);
  if (status == DETM_OK) status = detm_web_rank(web, &error);
  if (status == DETM_OK) status = detm_web_emit(web, DETM_WEB_UNFETCHED, 10, &sink, &error);
  if (error.text[0] != '\0') fprintf(stderr, "rank: %s\n", error.text);

  detm_web_free(web);
  detm_topic_free(topic);
  return status == DETM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
