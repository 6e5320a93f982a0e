/* tests/cli/unload.c: a program that uses libxml2 loads libdetm, uses and unloads it, and allocates with libxml2.
 * Prints TAP. */
#include <dlfcn.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *parse_page(const char *bytes, size_t length, const void *options, void *error);
typedef void free_page(void *page);

static const char markup[] = "<ul><li>a<li>b</ul>";

/* Parses a page with the library; returns whether that worked. */
static int use(void *library) {
  parse_page *parse = NULL;
  free_page *release = NULL;
  *(void **)&parse = dlsym(library, "detm_page_parse");
  *(void **)&release = dlsym(library, "detm_page_free");
  void *page = parse != NULL && release != NULL ? parse(markup, strlen(markup), NULL, NULL) : NULL;
  if (page != NULL) release(page);
  return page != NULL;
}

int main(void) {
  char file[4096];
  const char *folder = getenv("top_builddir");
  snprintf(file, sizeof file, "%s/.libs/libdetm.so", folder != NULL ? folder : ".");
  void *library = dlopen(file, RTLD_NOW);
  if (library == NULL) {
    puts("1..0 # SKIP no shared library");
    return 0;
  }
  int used = use(library);
  int gone = dlclose(library) == 0 && dlopen(file, RTLD_NOW | RTLD_NOLOAD) == NULL;
  xmlChar *text = xmlStrdup((const xmlChar *)"as before");
  printf("1..1\n%sok 1 - libxml2 can allocate after libdetm is unloaded%s\n", used && text != NULL ? "" : "not ",
         gone ? "" : " # SKIP libdetm stays loaded");
  xmlFree(text);
  return 0;
}
