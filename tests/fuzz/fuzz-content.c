/* tests/fuzz/fuzz-content.c: finds the content of a page by every method, and its kind.
 *
 * The markup must be well-formed XML with the words of the text, and of captions if the page has some; the page as
 * HTML must be well-formed XML in ASCII; the results go through every writer.  The bytes are also converted as markup,
 * which is mostly not well-formed.  Bytes before "<!--page-->" are a file of corrections.  A correction is made from
 * half of the text and loaded. */
#include "recording.h"

#include <libxml/parser.h>

/* Not "~", which stands around struck words in a text, where the markup has an element. */
static bool is_letter(unsigned char byte) { return byte >= 0x80 || (byte > ' ' && byte != 0x7f && byte != '~'); }

/* Counts the characters that are not white space, without U+FFFD and those that are written as it in XML, such as
 * U+0001 and U+FFFE.  Lengths are compared. */
static size_t count_characters(const char *text) {
  size_t count = 0;
  for (; *text != '\0'; text++) {
    bool none = strncmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xBD;
    count += is_letter((unsigned char)*text) && ((unsigned char)*text & 0xC0) != 0x80 && !none;
  }
  return count;
}

/* captions: the page has some, which the markup has beside the text. */
static void check_markup(const detm_content *content, bool captions) {
  const char *markup = detm_content_markup(content);
  size_t length = strlen(markup);
  char *document = malloc(length + 8);
  if (document == NULL) return;
  memcpy(document, "<t>", 3);
  memcpy(document + 3, markup, length);
  memcpy(document + 3 + length, "</t>", 5);
  xmlDocPtr read = xmlReadMemory(document, (int)length + 7, NULL, "UTF-8", XML_PARSE_NOERROR | XML_PARSE_HUGE);
  must(read != NULL);
  xmlChar *words = xmlNodeGetContent((xmlNodePtr)read);
  must(words != NULL);
  size_t marked = count_characters((const char *)words), text = count_characters(detm_content_text(content));
  must(marked == text || (captions && marked > text));
  xmlFree(words);
  xmlFreeDoc(read);
  free(document);
}

/* Writes the text as Markdown and as plain text: neither may be empty or much longer. */
static void check_formats(const detm_content *content) {
  detm_text markup = {detm_content_markup(content), strlen(detm_content_markup(content))};
  for (detm_format format = DETM_MARKDOWN; format <= DETM_TEXT; format++) {
    dt_buffer out = {0};
    must(detm_markup_write(markup, format, dt_buffer_write, &out, NULL) == DETM_OK);
    must((out.length != 0) == (markup.length != 0) || format == DETM_TEXT);
    must(out.length <= 40 * markup.length);
    must(dt_utf8_valid(out.data, out.length) == out.length);
    dt_buffer_free(&out);
  }
}

typedef struct tested_page {
  const detm_page *page;
  bool captions;
} tested_page;

static void find_content(const tested_page *page, detm_content_method method, const detm_corrections *corrections);

static void correct(const tested_page *page, const char *text) {
  detm_answer answer = {.text = {text, strlen(text) / 2}};
  dt_buffer file = {0};
  if (detm_correction_make(page->page, &answer, "https://example.org/1", dt_buffer_write, &file, NULL) == DETM_OK) {
    detm_corrections *made = detm_corrections_new(NULL);
    must(made != NULL && detm_corrections_load(made, file.data, file.length, "made", NULL) == DETM_OK);
    find_content(page, DETM_CONTENT_AUTO, made);
    detm_corrections_free(made);
  }
  dt_buffer_free(&file);
}

/* Finds and checks the content.  Makes a correction from the text of the method auto, unless there are corrections. */
static void find_content(const tested_page *page, detm_content_method method, const detm_corrections *corrections) {
  detm_content_options options = detm_content_defaults;
  options.method = method;
  options.corrections = corrections;
  detm_content *content = detm_content_find(page->page, &options, NULL);
  if (content == NULL) return;
  check_markup(content, page->captions);
  check_formats(content);
  if (method == DETM_CONTENT_AUTO && detm_corrections_count(corrections) == 0)
    correct(page, detm_content_text(content));
  detm_result *result = detm_content_into_result(content);
  check_result(result);
  detm_result_free(result);
}

static void classify(const detm_page *page, const detm_corrections *corrections) {
  detm_classification kind;
  detm_content_options options = {.corrections = corrections};
  detm_result *result = detm_classify_result(page, &options, NULL);
  if (result != NULL) check_result(result);
  detm_result_free(result);
  if (detm_classify(page, NULL, &kind, NULL) == DETM_OK) must(kind.list >= 0 && kind.list <= 1);
}

static void check_html(const detm_page *page) {
  dt_buffer html = {0};
  must(detm_page_print(page, &(detm_tree_options){.html = 1}, dt_buffer_write, &html, NULL) == DETM_OK);
  for (size_t i = 0; i < html.length; i++) must((unsigned char)html.data[i] < 0x80);
  xmlDocPtr read = xmlReadMemory(html.data, (int)html.length, NULL, NULL, XML_PARSE_NOERROR | XML_PARSE_HUGE);
  must(read != NULL);
  xmlFreeDoc(read);
  dt_buffer_free(&html);
}

static bool has_captions(detm_text bytes) {
  for (size_t i = 0; i < bytes.length; i++)
    if (dt_text_starts_ci(dt_text_from(bytes, i), DT_TEXT("<figcaption"))) return true;
  return false;
}

static void check_page(detm_text bytes, const detm_corrections *corrections) {
  detm_page_options options = detm_page_defaults;
  options.base = "https://example.org/list/";
  options.max_nodes = 100000;
  options.seconds = 10;
  options.parts = DETM_PAGE_TREE | DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse(bytes.data, bytes.length, &options, NULL);
  if (page == NULL) return;
  for (int method = DETM_CONTENT_AUTO; method <= DETM_CONTENT_BLOCKS; method++)
    find_content(&(tested_page){page, has_captions(bytes)}, (detm_content_method)method, corrections);
  classify(page, corrections);
  check_html(page);
  detm_page_free(page);
}

static void check_any_markup(detm_text markup) {
  for (detm_format format = DETM_MARKDOWN; format <= DETM_TEXT; format++) {
    dt_buffer out = {0};
    must(detm_markup_write(markup, format, dt_buffer_write, &out, NULL) == DETM_OK);
    must(dt_utf8_valid(out.data, out.length) == out.length);
    dt_buffer_free(&out);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  detm_text file = {(const char *)data, size}, page = cut_page(&file);
  detm_corrections *corrections = detm_corrections_new(NULL);
  must(corrections != NULL);
  check_any_markup((detm_text){(const char *)data, size});
  if (page.data != NULL) {
    bool read = detm_corrections_load(corrections, file.data, file.length, "fuzz", NULL) == DETM_OK;
    must(read == (detm_corrections_count(corrections) == 1));
  }
  check_page(page.data != NULL ? page : file, corrections);
  detm_corrections_free(corrections);
  return 0;
}
