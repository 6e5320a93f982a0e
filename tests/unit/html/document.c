/* Tests of src/html/document.c and dom_build.c: the document is libxml2's own DOM of the whole page, which is the
 * oracle. */

#include "allocation.h"
#include "html/documents.h"
#include "html/pages.h"
#include "html/value_text.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
#include <stdlib.h>

TestSuite(document, .fini = find_leaks);

static void draw_oracle(const char *markup, size_t length, dt_buffer *out) {
  htmlDocPtr doc = htmlReadMemory(markup, (int)length, NULL, "UTF-8",
                                  HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
  cr_assert_not_null(doc);
  xmlNodePtr root = xmlDocGetRootElement(doc);
  if (root != NULL) draw_nodes(root, out);
  dt_buffer_byte(out, '\0');
  xmlFreeDoc(doc);
}

static void expect_as_the_oracle(const char *markup) {
  dt_buffer own = {0}, oracle = {0};
  detm_page *page = document_of(markup);
  draw_nodes(root_of(page), &own);
  dt_buffer_byte(&own, '\0');
  draw_oracle(markup, strlen(markup), &oracle);
  cr_expect_str_eq(own.data, oracle.data, "%s\n  is       %s\n  should be %s", markup, own.data, oracle.data);
  detm_page_free(page);
  dt_buffer_free(&own);
  dt_buffer_free(&oracle);
}

static const char *const pieces[] = {
    "<p>a</p>",
    "<p\nid\n=\n'x'\n>a",
    "<p id=x/>a",
    "<a href=/x/ >a</a>",
    "<a href='/x/'/>a",
    "<a href=\"x>y\" title='<b>'>a</a>",
    "<a href=\"it's\" title='say \"x\"'>a</a>",
    "<a title=both'and\">a</a>",
    "<a title=both'and\" />a",
    "<img src=a.png alt>b",
    "<img alt='' src=\"\">b",
    "<img src=a src=b>c",
    "<img SRC=a Alt=b onload='x(\"<p>\")' data-x=1>c",
    "<input checked disabled value>",
    "<p @click='a' [b]=c :d=e _f=g h.i=j>k",
    "<p xml:lang=en og:x=y>k",
    "<br/>a<br />b<hr/>",
    "<div/>a</div>b",
    "<p>a<!-- b -->c<!----><!-- d --></p>",
    "<p>a<?php echo 1 ?>b</p>",
    "<div>a<script>var a = '<p>b</p>';</script>c</div>",
    "<div><script type=x>a < b && c > d</script>e</div>",
    "<style>p > b { content: '</p>' }</style><p>a</p>",
    "<div><noscript><p>a</p><img src=b></noscript>c</div>",
    "<p>a &lt; b &amp; c &#60;d&#62; &nosuch; &amp &eacute;&#x263A;</p>",
    "<p title='a &amp; b &lt; &nosuch; c &eacute;'>d</p>",
    "<p>a < b <3 <= c</p>",
    "<ul><li>a<li>b</ul>",
    "<dl><dt>a<dd>b<dt>c</dl>",
    "<table><tr><td>a<td>b<tr><td>c</table>",
    "<table><thead><tr><th>a</table>b",
    "<P CLASS=A>b</P><DIV>c</DIV>",
    "<x-y:z id=a>b</x-y:z><fb:like>c</fb:like>",
    "<select><option selected>a<option>b</select>c",
    "<form><p>a<form>b</form>",
    "<textarea><p>a</p></textarea>",
    "<title>a</title><meta name=b content=c><link rel=d>",
    "<meta http-equiv=content-type content='text/html; charset=latin1'>é",
    "<iframe src=a>b</iframe><embed src=c><wbr>d",
    "<p>a</p >b</p\n>c",
    "<h1>a<h2>b</h1>c",
    "<b><i>a</b>b</i>c",
    "<html lang=en><head></head><body class=a>",
    "a</body></html>",
    "<body id=second>",
    "  <p>  a  \n\n b </p>  ",
    "text",
    "商&nbsp;\xC2\xA0",
    "<svg viewBox='0 0 1 1'><path d='M0'/></svg>",
    "<article><section>a</section></article>",
};
enum { PIECES = sizeof pieces / sizeof *pieces };

Test(document, is_libxml2s_dom_of_the_whole_page) {
  for (size_t i = 0; i < PIECES; i++) expect_as_the_oracle(pieces[i]);
}

Test(document, is_libxml2s_dom_of_combined_pages) {
  for (uint32_t round = 1; round <= rounds(1000); round++) {
    uint32_t seed = round;
    dt_buffer page = {0};
    for (int n = 0; n < 8; n++) dt_buffer_text(&page, pieces[draw(&seed, PIECES)]);
    dt_buffer_byte(&page, '\0');
    expect_as_the_oracle(page.data);
    dt_buffer_free(&page);
  }
}

Test(document, is_libxml2s_dom_of_tag_soup) {
  for (uint32_t round = 1; round <= rounds(300); round++) {
    uint32_t seed = round;
    dt_buffer page = {0};
    add_soup(&page, &seed, 60);
    dt_buffer_byte(&page, '\0');
    /* Browsers and libxml2 differ in these: "<" and "</" before anything but a name, an end tag within a tag. */
    for (char *at = page.data; (at = strchr(at, '<')) != NULL; at++) {
      const char *name = at + (at[1] == '/' ? 2 : 1);
      bool read = (*name >= 'a' && *name <= 'z') || *name == '!';
      if (!read || strncmp(at, "<a b", 4) == 0 || strncmp(at, "<text", 5) == 0) *at = '.';
    }
    expect_as_the_oracle(page.data);
    dt_buffer_free(&page);
  }
}

Test(document, reads_broken_declarations_as_the_standard_does) {
  expect_within("<p>a<![if IE]>b<![endif]></p>", "p", "'ab'");
  expect_within("<p>a</ td>b</p>", "p", "'ab'");
  expect_within("<p>a<! -- c -->b</p>", "p", "'ab'");
  expect_within("<div>a<!-- b</div><p>c</p>", "div", "'a'<!><p>'c'</p>");
  expect_within("<div><script>x('</SCRIPT\\>y')</script>a</div>", "div", "<script></script>'a'");
}

Test(document, leaves_out_templates_scripts_and_comments) {
  expect_within("<div>a<template><p>b</p></template>c</div>", "div", "'a'<template></template>'c'");
  expect_within("<div>a<template><p>b</p></div>", "div", "'a'<template></template>");
  detm_page *page = document_of("<script id=a>b</script><style media=c>d</style><!-- e -->");
  cr_expect_null(element_of(page, "script")->properties);
  cr_expect_null(element_of(page, "script")->children);
  cr_expect_null(element_of(page, "style")->children);
  detm_page_free(page);
}

/* libxml2's DOM calls these elements "a:" and "b:c", which no path can name. */
Test(document, has_no_colons_in_names_of_tags) {
  dt_buffer drawn = {0}, plain = {0};
  detm_page *page = document_of("<body><a:>x</a:><a:b:c>y</a:b:c><a::b>z</a::b><x:1i>v</x:1i><x:->w"),
            *other = document_of("<body><a>x</a><c>y</c><b>z</b><i>v</i><unknown>w");
  draw_nodes(root_of(page), &drawn);
  draw_nodes(root_of(other), &plain);
  cr_expect_eq(drawn.length, plain.length);
  cr_expect_arr_eq(drawn.data, plain.data, plain.length);
  detm_page_free(page);
  detm_page_free(other);
  dt_buffer_free(&drawn);
  dt_buffer_free(&plain);
}

Test(document, reads_controls_as_windows_1252) {
  expect_within("<p title='&#151;\xC2\x93'>a&#x96;b&#150;c\xC2\x85\xC2\xA0é&#129;</p>", "body",
                "<p title=\"—“\">'a–"
                "b–"
                "c…\xC2\xA0é\xEF\xBF\xBD'</p>");
}

Test(document, uses_the_detected_encoding_not_the_declared_one) {
  expect_within("<meta charset=iso-8859-1><p>商</p>", "p", "'商'");
  expect_within("<meta http-equiv=Content-Type content='text/html; charset=gbk'><p>商</p>", "p", "'商'");
}

static double evaluate(const detm_page *page, const char *path) {
  xmlXPathContextPtr context = xmlXPathNewContext(page->document);
  xmlXPathObjectPtr result = xmlXPathEvalExpression((const xmlChar *)path, context);
  cr_assert_not_null(result);
  double number = xmlXPathCastToNumber(result);
  xmlXPathFreeObject(result);
  xmlXPathFreeContext(context);
  return number;
}

Test(document, can_be_queried_by_xpath) {
  detm_page *page = document_of("<h1>a</h1><ul><li class='x y'>1<li class=y>2<li>3</ul><p>4</p>");
  cr_expect_eq(evaluate(page, "count(//li)"), 3);
  cr_expect_eq(evaluate(page, "//li[contains(concat(' ',@class,' '),' x ')]"), 1);
  cr_expect_eq(evaluate(page, "/html/body/ul/li[last()]"), 3);
  cr_expect_eq(evaluate(page, "//h1/following::p[1]"), 4);
  cr_expect_eq(evaluate(page, "count(//p/preceding::*)"), 5);
  cr_expect_eq(evaluate(page, "count(//li | //p | //ul)"), 5);
  detm_page_free(page);
}

static xmlNodePtr next_of(xmlNodePtr node) {
  if (node->children != NULL) return node->children;
  while (node != NULL && node->next == NULL) node = node->parent;
  return node != NULL ? node->next : NULL;
}

Test(document, numbers_its_elements_in_their_order) {
  detm_page *page = document_of("<p>a<b>c</b></p><p>d</p><script type='application/ld+json'>{\"a\":1}</script>");
  intptr_t last = 0;
  size_t elements = 0;
  for (xmlNodePtr node = root_of(page); node != NULL; node = next_of(node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    cr_expect_lt((intptr_t)node->content, last);
    last = (intptr_t)node->content;
    elements++;
  }
  cr_expect_geq(elements, 7, "html, body, p, b, p, ld, a: %zu", elements);
  detm_page_free(page);
}

/* ---- the page ---- */

Test(document, is_made_only_on_request) {
  detm_page_options options = detm_page_defaults;
  static const struct {
    unsigned parts;
    bool tree, document;
  } cases[] = {{DETM_PAGE_TREE, true, false}, {DETM_PAGE_DOCUMENT, false, true}, {DETM_PAGE_BOTH, true, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    options.parts = cases[i].parts;
    detm_page *page = detm_page_parse("<p>a</p>", 8, &options, NULL);
    cr_expect_eq(page->tree.node_count, cases[i].tree ? 4 : 0);
    cr_expect_eq(page->document != NULL, cases[i].document);
    cr_expect_eq(detm_page_node_count(page), cases[i].tree ? 4 : 3);
    detm_page_free(page);
  }
}

Test(document, of_any_bytes_has_a_root) {
  static const char *const pages[] = {"",          " ",    "<!-- a -->", "</p>", "<", "<!DOCTYPE html>",
                                      "<script>a", "text", "<?a?>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    detm_page *page = document_of(pages[i]);
    cr_expect_str_eq((const char *)root_of(page)->name, "html", "%s", pages[i]);
    detm_page_free(page);
  }
}

Test(document, that_is_nested_too_deeply_is_cut) {
  dt_buffer markup = {0};
  for (int n = 0; n < 1200; n++) dt_buffer_text(&markup, "<div>a");
  dt_buffer_byte(&markup, '\0');
  detm_page *page = document_of(markup.data);
  cr_expect_not_null(detm_page_warning(page));
  cr_expect_eq(detm_page_node_count(page), 1000);
  detm_page_free(page);
  dt_buffer_free(&markup);
}

/* A tag of `count` attributes: "<p a0=0 a1=1 ...". */
static detm_page *page_with_attributes(size_t count, unsigned parts) {
  detm_page_options options = detm_page_defaults;
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<p");
  for (size_t n = 0; n < count; n++) dt_buffer_format(&markup, " a%zu=%zu", n, n);
  dt_buffer_text(&markup, ">b</p><p c=d>");
  options.parts = parts;
  detm_page *page = detm_page_parse(markup.data, markup.length, &options, NULL);
  cr_assert_not_null(page);
  dt_buffer_free(&markup);
  return page;
}

static void expect_attributes(size_t written, size_t kept, bool warned) {
  detm_page *page = page_with_attributes(written, DETM_PAGE_DOCUMENT);
  const xmlNode *p = element_of(page, "p");
  const xmlAttr *last = NULL;
  size_t count = 0;
  for (const xmlAttr *a = p->properties; a != NULL; last = a, a = a->next, count++) cr_expect_eq(a->prev, last);
  cr_expect_eq(count, kept, "%zu attributes: %zu, not %zu", written, count, kept);
  cr_expect_eq(detm_page_warning(page) != NULL, warned, "%zu", written);
  cr_expect_not_null(p->next->properties);
  detm_page_free(page);
}

Test(document, keeps_at_most_256_attributes_of_a_tag) {
  expect_attributes(0, 0, false);
  expect_attributes(1, 1, false);
  expect_attributes(256, 256, false);
  expect_attributes(257, 256, true);
  expect_attributes(3000, 256, true);
  detm_page *page = page_with_attributes(3000, DETM_PAGE_TREE); /* the tree keeps none of these attributes */
  cr_expect_null(detm_page_warning(page));
  detm_page_free(page);
}

Test(document, larger_than_its_limit_is_refused) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.parts = DETM_PAGE_DOCUMENT;
  options.max_nodes = 4; /* html, body, p, a */
  detm_page *page = detm_page_parse("<p>a</p>", 8, &options, &error);
  cr_assert_not_null(page, "%s", error.text);
  detm_page_free(page);
  cr_expect_null(detm_page_parse("<p>a</p>b", 9, &options, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  cr_expect(strstr(error.text, "options.max_nodes") != NULL, "%s", error.text);
}

/* ---- lack of memory ---- */

static dt_buffer large_page(void) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<script type='application/ld+json'>{\"@type\": [\"A\", \"B\"], \"c\": [1, \"d\"]}</script>");
  for (int n = 0; n < 300; n++)
    dt_buffer_format(&markup, "<div id=a%d title='&#151;'><x-%d>t&#151;<b>u</b></x-%d><!-- c --></div>", n, n % 50,
                     n % 50);
  return markup;
}

Test(document, fails_cleanly_at_every_allocation) {
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_BOTH;
  dt_buffer markup = large_page();
  size_t failing = 1;
  for (bool made = false; !made; failing++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(failing);
    detm_page *page = detm_page_parse(markup.data, markup.length, &options, &error);
    allocation_fail_from(0);
    made = page != NULL;
    detm_page_free(page);
    cr_assert(made || error.status == DETM_NO_MEMORY, "allocation %zu: %d", failing, error.status);
  }
  cr_expect_gt(failing, 20);
  dt_buffer_free(&markup);
}

/* ---- the text of a node ---- */

static void expect_value(const xmlNode *node, const char *expected) {
  dt_buffer out = {0};
  dt_buffer_text(&out, "[");
  dt_value_text(node, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data + 1, expected, "is [%s], not [%s]", out.data + 1, expected);
  dt_buffer_free(&out);
}

static void expect_text_of(const char *markup, const char *name, const char *expected) {
  detm_page *page = document_of(markup);
  expect_value(element_of(page, name), expected);
  detm_page_free(page);
}

Test(document, text_of_an_element_is_what_a_person_reads) {
  expect_text_of("<div>a</div>b", "div", "a");
  expect_text_of("<div> a <b> b</b>c\n</div>", "div", "a bc");
  expect_text_of("<div>\n<b> </b> </div>", "div", "");
  expect_text_of("<div></div>", "div", "");
  expect_text_of("<div>a&nbsp; b&nbsp;</div>", "div", "a b");
  expect_text_of("<div>&nbsp;</div>", "div", "");
  expect_text_of("<div>a<!-- b -->c</div>", "div", "ac");
}

Test(document, text_of_an_element_excludes_its_siblings) {
  expect_text_of("<div>a <aside>b<p>c</p></aside><figure>d</figure><nav>e</nav> f</div>", "div", "a f");
  expect_text_of("<div>a<p><nav>b</nav></p></div>", "div", "a");
  expect_text_of("<aside>a<nav>b</nav></aside>", "aside", "a");
  expect_text_of("<div><b>a</b><nav>b</nav></div>c", "div", "a");
}

Test(document, text_of_other_nodes_is_their_content) {
  detm_page *page = document_of("<p title='  a \n b '> c  d </p><img alt><b title=''>e</b>");
  xmlNodePtr p = element_of(page, "p");
  expect_value((const xmlNode *)p->properties, "a b");
  expect_value(p->children, "c d");
  expect_value((const xmlNode *)element_of(page, "img")->properties, "");
  expect_value((const xmlNode *)element_of(page, "b")->properties, "");
  detm_page_free(page);
}
