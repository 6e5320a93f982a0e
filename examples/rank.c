/* What to fetch next: rank TOPIC.txt PAGE URL ... ranks the pages, and what they link to, by a topic.
 *
 *   cc rank.c $(pkg-config --cflags --libs detm) -o rank */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>

static size_t read_file(const char *name, char *bytes, size_t room) {
  FILE *file = fopen(name, "rb");
  size_t length = file != NULL ? fread(bytes, 1, room, file) : 0;
  if (file != NULL) fclose(file);
  return length;
}

static detm_status add_page(detm_web *web, const char *name, const char *url, detm_error *error) {
  static char bytes[1 << 20];
  detm_page_options how = detm_page_defaults;
  how.parts = DETM_PAGE_CONTENT;
  how.name = name;
  detm_page *page = detm_page_parse(bytes, read_file(name, bytes, sizeof bytes), &how, error);
  detm_status status = page != NULL ? detm_web_add(web, page, url, NULL, error) : error->status;
  detm_page_free(page);
  return status;
}

static detm_status print_field(void *data, const detm_field *field, detm_error *error) {
  (void)data, (void)error;
  if (field->column < 2) printf("%.*s%c", (int)field->value.length, field->value.data, field->column == 0 ? ' ' : '\n');
  return DETM_OK;
}

int main(int count, char **arguments) {
  static char text[1 << 16];
  static const detm_sink sink = {.field = print_field};
  detm_error error = DETM_ERROR_NONE;
  size_t length = count > 1 ? read_file(arguments[1], text, sizeof text) : 0;
  detm_topic *topic = detm_topic_new(&error);
  detm_status status = topic != NULL ? detm_topic_add_text(topic, text, length, 0, &error) : error.status;
  detm_web *web = status == DETM_OK ? detm_web_new(topic, NULL, &error) : NULL;

  status = error.status;
  for (int i = 2; i + 1 < count && status == DETM_OK; i += 2)
    status = add_page(web, arguments[i], arguments[i + 1], &error);
  if (status == DETM_OK) status = detm_web_rank(web, &error);
  if (status == DETM_OK) status = detm_web_emit(web, DETM_WEB_UNFETCHED, 10, &sink, &error);
  if (status != DETM_OK) fprintf(stderr, "rank: %s\n", error.text);

  detm_web_free(web);
  detm_topic_free(topic);
  return status == DETM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
