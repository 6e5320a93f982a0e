/* tests/fuzz/fuzz-content.c: any bytes as a page: its content by every method, and its kind.  The markup must be
 * well-formed XML and hold the same words as the text. */
#include <detm/detm.h>

#include <libxml/parser.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_letter(unsigned char byte) { return byte >= 0x80 || (byte > ' ' && byte != 0x7f); }

/* Both without white space; in XML some characters become U+FFFD, so lengths in characters are compared. */
static size_t count_characters(const char *text) {
  size_t count = 0;
  for (; *text != '\0'; text++) count += is_letter((unsigned char)*text) && ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

static void check_markup(const detm_content *content) {
  const char *markup = detm_content_markup(content);
  size_t length = strlen(markup);
  char *document = malloc(length + 8);
  if (document == NULL) return;
  memcpy(document, "<t>", 3);
  memcpy(document + 3, markup, length);
  memcpy(document + 3 + length, "</t>", 5);
  xmlDocPtr read = xmlReadMemory(document, (int)length + 7, NULL, "UTF-8", XML_PARSE_NOERROR | XML_PARSE_HUGE);
  if (read == NULL) abort();
  xmlChar *words = xmlNodeGetContent((xmlNodePtr)read);
  if (words != NULL && count_characters((const char *)words) != count_characters(detm_content_text(content))) abort();
  xmlFree(words);
  xmlFreeDoc(read);
  free(document);
}

static void find_content(const detm_page *page, detm_content_method method) {
  detm_content_options options = detm_content_defaults;
  options.method = method;
  detm_content *content = detm_content_find(page, &options, NULL);
  if (content != NULL) check_markup(content);
  detm_content_free(content);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  detm_page_options options = detm_page_defaults;
  detm_classification kind;
  options.base = "https://example.org/list/";
  options.max_nodes = 100000;
  options.seconds = 10;
  options.parts = DETM_PAGE_TREE | DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse((const char *)data, size, &options, NULL);
  if (page == NULL) return 0;
  for (int method = DETM_CONTENT_AUTO; method <= DETM_CONTENT_BLOCKS; method++)
    find_content(page, (detm_content_method)method);
  if (detm_classify(page, NULL, &kind, NULL) == DETM_OK && !(kind.list >= 0 && kind.list <= 1)) abort();
  detm_page_free(page);
  return 0;
}
