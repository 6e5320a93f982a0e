/* Prints the links in the main text and the records of the page on standard input, and the next page:
 * links URL <page.html
 *
 *   cc links.c $(pkg-config --cflags --libs detm) -o links */
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>

static void print_link(const detm_link *link) {
  if (link->turns & DETM_LINK_NEXT) printf("next page: %s\n", link->url);
  if (!link->page || link->place < DETM_LINK_MAIN) return;
  printf("%s %zu: %s", detm_link_place_name(link->place), link->record, link->url);
  for (size_t i = 0; i < link->text_count; i++) printf(" | %s", link->texts[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  detm_error error = DETM_ERROR_NONE;
  detm_page_options how = detm_page_defaults;
  size_t count = 0;

  how.base = argc > 1 ? argv[1] : NULL;
  detm_page *page = detm_page_parse_file(stdin, &how, &error);
  detm_links *links = page != NULL ? detm_links_find(page, NULL, &error) : NULL;
  detm_page_free(page);
  if (links != NULL) {
    count = detm_links_count(links);
    for (size_t i = 0; i < count; i++) print_link(detm_links_get(links, i));
  } else {
    fprintf(stderr, "links: %s\n", error.text);
  }

  detm_links_free(links);
  return count != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
