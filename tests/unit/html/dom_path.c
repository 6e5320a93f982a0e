/* Tests of src/html/dom_path.c: paths from the document and back. */
#include "html/dom_path.h"

#include "html/documents.h"
#include "html/dom.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(dom_path, .fini = find_leaks);

static const char markup[] =
    "<div>a</div><div id=x><p>b</p><ul><li>c<li><a href=y>d</a></ul><p>e<br><br>f</p></div><x-y>g</x-y>";

static void expect_path(const xmlNode *node, dt_positions *positions, const char *expected) {
  cr_expect_str_eq(dt_dom_path(positions->arena, NULL, node, positions), expected);
  cr_expect_str_eq(dt_dom_path(positions->arena, NULL, node, NULL), expected);
  if (node->type == XML_ELEMENT_NODE) cr_expect_eq(dt_dom_find(node->doc, expected), node, "%s", expected);
}

Test(dom_path, numbers_steps_only_where_siblings_have_the_same_name) {
  detm_page *page = document_of(markup);
  dt_arena arena;
  dt_positions positions;
  dt_scope scope = {.status = DETM_OK};
  dt_arena_start(&arena, &scope);
  dt_positions_start(&positions, &arena);
  const xmlNode *link = element_of(page, "a"), *foreign = element_of(page, "x-y"), *br = element_of(page, "br");
  expect_path(xmlDocGetRootElement(page->document), &positions, "/html");
  expect_path(link, &positions, "/html/body/div[2]/ul/li[2]/a");
  expect_path((const xmlNode *)link->properties, &positions, "/html/body/div[2]/ul/li[2]/a/@href");
  expect_path(link->children, &positions, "/html/body/div[2]/ul/li[2]/a/text()");
  expect_path(foreign, &positions, "/html/body/x-y");
  expect_path(br, &positions, "/html/body/div[2]/p[2]/br[1]");
  expect_path(br->prev, &positions, "/html/body/div[2]/p[2]/text()[1]");
  cr_expect_str_eq(dt_dom_path(&arena, link->parent->parent, link, NULL), "/li[2]/a");
  cr_expect_str_eq(dt_dom_path(&arena, link, link, NULL), "");
  cr_expect_str_eq(dt_dom_path_names(&arena, NULL, link), "/html/body/div/ul/li/a");
  dt_arena_free(&arena);
  detm_page_free(page);
}

Test(dom_path, finds_elements) {
  detm_page *page = document_of(markup);
  const xmlNode *list = element_of(page, "ul");
  cr_expect_eq(dt_dom_find(page->document, "/html[1]/body/div[2]/ul"), list);
  cr_expect_eq(dt_dom_find(page->document, "/html/body/div[02]/ul[1]"), list);
  static const char *const nowhere[] = {"",
                                        "/",
                                        "html",
                                        "/body",
                                        "/html/div",
                                        "/html/body/div[3]",
                                        "/html/body/div[0]",
                                        "/html[2]",
                                        "/html/",
                                        "/html//div",
                                        "//",
                                        "/html/body/div[",
                                        "/html/body/div[2",
                                        "/html/body/div[2]x",
                                        "/html/body/div[]",
                                        "/html/body/div[99999999999999999999999]",
                                        "/html/body/div[a]",
                                        "/html/body/div/text()"};
  for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++)
    cr_expect_null(dt_dom_find(page->document, nowhere[i]), "%s", nowhere[i]);
  detm_page_free(page);
}
