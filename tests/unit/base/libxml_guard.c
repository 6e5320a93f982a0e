/* Tests of src/base/libxml_guard.c: libxml2 without memory, and its messages. */
#include "base/libxml_guard.h"

#include <criterion/criterion.h>
#include <detm/page.h>
#include <libxml/tree.h>
#include <pthread.h>
#include <stdlib.h>

#include "allocation.h"
#include "html/page.h"
#include "leaks.h"
#include "rounds.h"

TestSuite(libxml_guard, .fini = find_leaks, .timeout = 60);

enum { TIMES = 13, ATTRIBUTES = 3 * TIMES };

/* Elements of many names, nested deeper than libxml2's first stack, with attributes, entities and no end tags. */
static void add_markup(dt_buffer *markup) {
  for (int n = 0; n < TIMES; n++)
    dt_buffer_format(markup, "<x-%d class='a &amp; %d' A%d=b C.%d>t<b>u<li>v</x-%d><div><p>w &lt; x<<y-%d>z<_z%d>", n,
                     n, n, n, n / 2, n, n);
}

static size_t count_attributes(const xmlNode *node) {
  size_t count = 0;
  for (; node != NULL; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next) count++;
    count += count_attributes(node->children);
  }
  return count;
}

/* Parses the page while this request fails, or this and all later ones. Expects the same markup as with memory, or
 * DETM_NO_MEMORY. Returns whether a page was made. */
static bool parse_without(const dt_buffer *markup, size_t number, bool all_later, size_t nodes) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.parts = DETM_PAGE_BOTH;
  (all_later ? allocation_fail_from : allocation_fail_at)(number);
  detm_page *page = detm_page_parse(markup->data, markup->length, &options, &error);
  allocation_fail_from(0);
  if (page == NULL) {
    cr_expect_eq(error.status, DETM_NO_MEMORY, "request %zu: %s", number, error.text);
  } else {
    cr_expect_eq(detm_page_node_count(page), nodes, "request %zu: %zu nodes, not %zu", number,
                 detm_page_node_count(page), nodes);
    cr_expect_eq(count_attributes(page->document->children), ATTRIBUTES, "request %zu", number);
  }
  detm_page_free(page);
  return page != NULL;
}

/* Not under valgrind, which would report the parsers that libxml2 2.9 leaks if it cannot complete them. */
Test(libxml_guard, a_page_is_complete_or_fails_whichever_allocation_of_the_parser_fails) {
  if (each() != 1) return;
  allocation_take_libxml();
  dt_buffer markup = {0};
  add_markup(&markup);
  detm_page *page = detm_page_parse(markup.data, markup.length, NULL, NULL);
  cr_assert_not_null(page);
  size_t nodes = detm_page_node_count(page);
  detm_page_free(page);
  for (size_t number = 1;; number++) {
    cr_assert_lt(number, 3000, "never enough");
    parse_without(&markup, number, false, nodes);
    if (parse_without(&markup, number, true, nodes)) break;
  }
  dt_buffer_free(&markup);
}

Test(libxml_guard, does_not_report_a_fault_of_a_file_as_lack_of_memory) {
  allocation_take_libxml();
  dt_silence silence;
  cr_assert(dt_silence_begin(&silence));
  cr_expect_null(xmlReadMemory("<a>", 3, NULL, NULL, 0));
  cr_expect_not(dt_silence_lacked(&silence));
  dt_silence_end(&silence);
}

typedef void *request(void);

static void *ask(void) { return xmlMalloc(1); }

static void *ask_again(void) { return xmlRealloc(NULL, 1); }

static void *ask_for_copy(void) { return xmlMemStrdup("a"); }

static void *ask_in_vain(void *wanted) {
  allocation_fail_at(1);
  void *got = (*(request **)wanted)();
  allocation_fail_from(0);
  return got;
}

/* libxml2 does not report these failures. */
Test(libxml_guard, counts_failed_allocations_of_its_thread) {
  static request *const requests[] = {ask, ask_again, ask_for_copy};
  allocation_take_libxml();
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
    request *wanted = requests[i];
    dt_silence silence;
    pthread_t other;
    cr_assert(dt_silence_begin(&silence));
    xmlFree(wanted());
    cr_assert_eq(pthread_create(&other, NULL, ask_in_vain, &wanted), 0);
    pthread_join(other, NULL);
    cr_expect_not(dt_silence_lacked(&silence), "%zu", i);
    cr_expect_null(ask_in_vain(&wanted));
    cr_expect(dt_silence_lacked(&silence), "%zu", i);
    dt_silence_end(&silence);
  }
}

static void count(void *data, xmlErrorPtr error) {
  (void)error;
  ++*(int *)data;
}

Test(libxml_guard, restores_the_handlers_of_the_thread) {
  allocation_take_libxml();
  int heard = 0;
  dt_silence outer, inner;
  xmlSetStructuredErrorFunc(&heard, (xmlStructuredErrorFunc)count);
  cr_assert(dt_silence_begin(&outer));
  cr_assert(dt_silence_begin(&inner));
  dt_silence_end(&inner);
  cr_expect_null(xmlReadMemory("<a>", 3, NULL, NULL, 0));
  cr_expect_eq(heard, 0);
  dt_silence_end(&outer);
  cr_expect_null(xmlReadMemory("<a>", 3, NULL, NULL, 0));
  cr_expect_gt(heard, 0);
  xmlSetStructuredErrorFunc(NULL, NULL);
}
