/* Prints title, date and text of the page on standard input: content <page.html
 *
 *   cc content.c $(pkg-config --cflags --libs detm) -o content */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  detm_error error = DETM_ERROR_NONE;

  detm_page *page = detm_page_parse_file(stdin, NULL, &error);
  detm_content *content = page != NULL ? detm_content_find(page, NULL, &error) : NULL;
  if (content != NULL) {
    const char *title = detm_content_title(content), *date = detm_content_date(content);
    if (title != NULL) printf("%s\n", title);
    if (date != NULL) printf("%s\n", date);
    for (size_t i = 0; i < detm_content_keyword_count(content); i++)
      printf("#%s ", detm_content_keyword_get(content, i));
    printf("\n\n%s\n", detm_content_text(content));
  } else {
    fprintf(stderr, "content: %s\n", error.text);
  }
  int done = content != NULL && *detm_content_text(content) != '\0';

  detm_content_free(content);
  detm_page_free(page);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
