/* Tests of src/content/output/xml.c: chosen text as XML, against fixed results, and for random pages against the
 * schema, libxml2 and the text. Texts that contain "~" are not chosen. */
#include "content/reading.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <stdio.h>

TestSuite(content_markup, .fini = find_leaks);

static void choose_without_tilde(const dt_content_page *page, bool *chosen) {
  for (uint32_t p = 0; p < page->piece_count; p++)
    chosen[p] = strchr(dt_node_content(page->pieces[p].node), '~') == NULL;
}

static void write_both(const char *markup, dt_buffer *xml, dt_buffer *text) {
  reading_of *reading = read_content(markup);
  choose_content(reading, choose_without_tilde);
  dt_content_write_markup(&reading->page, reading->chosen, xml);
  dt_content_write_text(&reading->page, reading->chosen, text);
  dt_buffer_byte(xml, '\0');
  dt_buffer_byte(text, '\0');
  free_reading(reading);
}

static void expect_markup(const char *markup, const char *expected) {
  dt_buffer xml = {0}, text = {0};
  write_both(markup, &xml, &text);
  cr_expect_str_eq(xml.data, expected, "%s\n  is       %s\n  should be %s", markup, xml.data, expected);
  dt_buffer_free(&xml);
  dt_buffer_free(&text);
}

Test(content_markup, keeps_paragraphs_and_headings) {
  expect_markup("<h2>A</h2><p>b<section><h3>C</h3>d</section>", "<h2>A</h2>\n<p>b</p>\n<h3>C</h3>\n<p>d</p>");
  expect_markup("<p>~a</p><p>b", "<p>b</p>");
  expect_markup("<p>~a", "");
  expect_markup("", "");
}

Test(content_markup, keeps_lists) {
  expect_markup("<ul><li>a<li><p>b<ol><li>c</ol></ul>",
                "<ul>\n<li>a</li>\n<li><p>b</p><ol>\n<li>c</li>\n</ol></li>\n</ul>");
  expect_markup("<ul><li>a</ul><ul><li>b</ul>", "<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>");
  expect_markup("<dl><dt>a<dd>b<dd>c</dl>", "<dl>\n<dt>a</dt>\n<dd>b</dd>\n<dd>c</dd>\n</dl>");
  expect_markup("<dl><dt>a<dd>b<dt>c<dd>d<p>e</dl>f",
                "<dl>\n<dt>a</dt>\n<dd>b</dd>\n<dt>c</dt>\n<dd>d<p>e</p></dd>\n</dl>\n<p>f</p>");
  expect_markup("<menu><li>a</menu>", "<ul>\n<li>a</li>\n</ul>");
  expect_markup("<ol start=3><li>a<li value=0007>b</ol>",
                "<ol start=\"3\">\n<li>a</li>\n<li value=\"0007\">b</li>\n</ol>");
  expect_markup("<ol start=-1><li value=x>a</ol>", "<ol>\n<li>a</li>\n</ol>");
  expect_markup("<ul start=3><li value=7>a</ul>", "<ul>\n<li>a</li>\n</ul>");
}

Test(content_markup, second_block_of_an_item_is_a_paragraph) {
  expect_markup("<ul><li>a<div>~x</div>b</ul>", "<ul>\n<li>a<p>b</p></li>\n</ul>");
  expect_markup("<ul><li>a<ul><li>b</ul>c</ul>", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul><p>c</p></li>\n</ul>");
}

Test(content_markup, moves_misplaced_elements_to_valid_places) {
  expect_markup("<ul><div>a</div><ul><li>b</ul></ul>", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>");
  expect_markup("<div><li>a</li><li>b</li></div>", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>");
  expect_markup("<p>a</p><li>b</li>", "<p>a</p>\n<p>b</p>");
  expect_markup("<dl><p>a</dl>", "<dl>\n<dd><p>a</p></dd>\n</dl>");
  expect_markup("<h2>a<ul><li>b</ul></h2>", "<h2>a</h2>\n<ul>\n<li>b</li>\n</ul>");
}

Test(content_markup, keeps_tables_of_values) {
  expect_markup(
      "<table><caption>c</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
      "<table>\n<caption>c</caption>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>");
  expect_markup("<table><tr><td><th>a<td>~x<td colspan=2 rowspan=x>b<td></table>",
                "<table>\n<tr><td/><th>a</th><td/><td colspan=\"2\">b</td><td/></tr>\n</table>");
  expect_markup("<table><tr><td><p>a<p>b<td>c</table>",
                "<table>\n<tr><td><p>a</p><p>b</p></td><td>c</td></tr>\n</table>");
}

Test(content_markup, leaves_out_layout_tables) {
  expect_markup("<table><tr><td>~a<td>b<h2>c</h2></table>", "<p>b</p>\n<h2>c</h2>");
  expect_markup("<table><tr><td>~a<td>b<table><tr><td>1<td>2</table></table>",
                "<p>b</p>\n<table>\n<tr><td>1</td><td>2</td></tr>\n</table>");
}

Test(content_markup, keeps_preformatted_text) {
  expect_markup("<pre>\n  a &lt;\n\n\tb<br> c\n</pre>", "<pre>  a &lt;\n\n\tb\n c</pre>");
  expect_markup("<pre><div>a</div><ol><li>b</ol></pre>", "<pre>a\nb</pre>");
  expect_markup("<pre>a\fb &#12;c</pre>", "<pre>a\nb \nc</pre>");
  expect_markup("<blockquote>a<pre>b</pre></blockquote>", "<blockquote>\n<p>a</p>\n<pre>b</pre>\n</blockquote>");
}

Test(content_markup, keeps_phrases) {
  expect_markup("<p>a <b>b <i>c </i></b>d<sup>2</sup> <tt>e</tt>",
                "<p>a <strong>b <em>c</em></strong> d<sup>2</sup> <code>e</code></p>");
  expect_markup("<p><b></b>a<b> </b>b<strong><b>c</b></strong>", "<p>a b<strong>c</strong></p>");
  expect_markup("<b><div>a</div><div>b</div></b>", "<p><strong>a</strong></p>\n<p><strong>b</strong></p>");
}

Test(content_markup, keeps_links) {
  expect_markup("<base href='http://x.org/d/'><p>a <a href=' b?c&amp;d '>e</a>",
                "<p>a <a href=\"http://x.org/d/b?c&amp;d\">e</a></p>");
  expect_markup("<p><a name=x>a</a><a href='JavaScript:x()'>b</a><a href=''>c</a>", "<p>abc</p>");
  expect_markup("<a href=x><h2>a</h2><p>b</a>", "<h2><a href=\"x\">a</a></h2>\n<p><a href=\"x\">b</a></p>");
  expect_markup("<p><a href='a\"&#9;c'>b</a>", "<p><a href=\"a&quot;&#9;c\">b</a></p>");
}

Test(content_markup, keeps_breaks_and_two_of_them_separate_paragraphs) {
  expect_markup("<p><br>a<br>b<br><br><b>c<br> <br>d</b><br>",
                "<p>a<br/>b</p>\n<p><strong>c</strong></p>\n<p><strong>d</strong></p>");
  expect_markup("<ul><li>a<br><br>b</ul>", "<ul>\n<li>a<br/>b</li>\n</ul>");
  expect_markup("<h1>a<br><br>b", "<h1>a<br/>b</h1>");
}

Test(content_markup, keeps_images_between_chosen_text) {
  expect_markup(
      "<img src=x><p>a<img src=b alt='c&lt;'><p>d</p><figure><img src=e><figcaption>~f</figcaption></figure><p>g<img "
      "src=h>",
      "<p>a<img src=\"b\" alt=\"c&lt;\"/></p>\n<p>d</p>\n<img src=\"e\"/>\n<p>g<img src=\"h\"/></p>");
  expect_markup("<p>a<div><img src=x>~y</div><p>b", "<p>a</p>\n<p>b</p>");
  expect_markup("<div>a</div><aside><img src=x></aside><div>b</div>", "<p>a</p>\n<p>b</p>");
  expect_markup("<ul><li>a</ul><img src=x><ul><li>b</ul>",
                "<ul>\n<li>a</li>\n</ul>\n<img src=\"x\"/>\n<ul>\n<li>b</li>\n</ul>");
}

Test(content_markup, leaves_out_invisible_images) {
  expect_markup("<p>a <img width=1 src=x><img height=31px src=y><img><img src='data:,x'> b", "<p>a b</p>");
  expect_markup("<p>a <img src='data:,x' data-src=y><img src=y> b", "<p>a <img src=\"y\"/> b</p>");
}

/* ---- random pages ---- */

static uint32_t state;

static uint32_t below(uint32_t end) {
  state = state * 1664525 + 1013904223;
  return (uint32_t)(((uint64_t)state * end) >> 32);
}

static void add_random_page(dt_buffer *page, unsigned seed) {
  static const char *const parts[] = {
      "<p>",           "</p>",      "<div>",      "</div>",    "<h2>",         "</h2>",
      "<ul>",          "</ul>",     "<ol>",       "</ol>",     "<ol start=3>", "<li value=0>",
      "<li>",          "<dl>",      "</dl>",      "<dt>",      "<dd>",         "<table>",
      "</table>",      "<tr>",      "<td>",       "<th>",      "</tr>",        "<pre>",
      "</pre>",        "<b>",       "</b>",       "<i>",       "</i>",         "<a href=u>",
      "</a>",          "<br>",      "<sup>",      "</sup>",    "<img src=i>",  "<code>",
      "</code>",       "<caption>", "</caption>", "<section>", "</section>",   "<blockquote>",
      "</blockquote>", "<figure>",  "</figure>",  "<aside>",   "</aside>",     "<td colspan=3>",
      "<noscript>",    "word",      " word ",     "two words", "~no",          "&lt;&amp;&quot;",
      "&#1;&#xFFFF;",  "\n  ",      "\xC2\xA0",   "]]>",       "水",           "x1",
      "y. z",          " ~ ",       "&shy;",      "1",         "text",         "more",
      "and",           "so on."};
  state = seed;
  for (uint32_t count = 5 + below(120); count != 0; count--)
    dt_buffer_text(page, parts[below(sizeof parts / sizeof *parts)]);
  dt_buffer_byte(page, '\0');
}

static xmlRelaxNGPtr load_schema(void) {
  const char *folder = getenv("top_srcdir");
  char path[4096];
  snprintf(path, sizeof path, "%s/templates/detm-results.rng", folder == NULL ? "." : folder);
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt(path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
  xmlRelaxNGFreeParserCtxt(parser);
  return schema;
}

static void be_quiet(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

static xmlDocPtr read_results(const char *markup) {
  dt_buffer results = {0};
  dt_buffer_text(&results, "<results xmlns='urn:detm:results:1'><page src='a' encoding='b'><region n='0' path='/' "
                           "score='0' records='1'><record n='1'><field name='text' type='content'>");
  dt_buffer_text(&results, markup);
  dt_buffer_text(&results, "</field></record></region></page></results>");
  xmlDocPtr document = xmlReadMemory(results.data, (int)results.length, "a", NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
  dt_buffer_free(&results);
  return document;
}

static bool is_valid(xmlRelaxNGPtr schema, xmlDocPtr document) {
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt(schema);
  xmlRelaxNGSetValidErrors(context, be_quiet, be_quiet, NULL);
  int outcome = xmlRelaxNGValidateDoc(context, document);
  xmlRelaxNGFreeValidCtxt(context);
  return outcome == 0;
}

/* The text without white space, with U+FFFD for what XML cannot hold. */
static void add_squeezed(dt_buffer *out, const char *text) {
  const char *end = text + strlen(text);
  while (text < end) {
    uint32_t code;
    unsigned width = dt_utf8_read(text, end, &code);
    bool forbidden = (code < ' ' && strchr("\t\r\n", (int)code) == NULL) || code == 0xFFFE || code == 0xFFFF;
    if (forbidden) dt_buffer_text(out, "\xEF\xBF\xBD");
    if (!forbidden && code > ' ') dt_buffer_add(out, text, width);
    text += width;
  }
  dt_buffer_byte(out, '\0');
}

static void expect_same_words(xmlDocPtr document, const char *text, const char *page) {
  dt_buffer wanted = {0}, given = {0};
  xmlChar *content = xmlNodeGetContent((xmlNodePtr)document);
  add_squeezed(&wanted, text);
  add_squeezed(&given, (const char *)content);
  cr_expect_str_eq(given.data, wanted.data, "%s", page);
  xmlFree(content);
  dt_buffer_free(&wanted);
  dt_buffer_free(&given);
}

Test(content_markup, is_well_formed_valid_and_has_the_words_of_the_text) {
  xmlRelaxNGPtr schema = load_schema();
  cr_assert_not_null(schema);
  unsigned with_text = 0;
  for (unsigned seed = 1; seed <= rounds(3000); seed++) {
    dt_buffer page = {0}, xml = {0}, text = {0};
    add_random_page(&page, seed);
    write_both(page.data, &xml, &text);
    cr_expect_eq(xml.length == 1, text.length == 1, "%s", page.data);
    if (xml.length > 1) {
      xmlDocPtr document = read_results(xml.data);
      cr_assert_not_null(document, "not well-formed: %s\n%s", page.data, xml.data);
      cr_expect(is_valid(schema, document), "not valid: %s\n%s", page.data, xml.data);
      expect_same_words(document, text.data, page.data);
      xmlFreeDoc(document);
      with_text++;
    }
    dt_buffer_free(&page);
    dt_buffer_free(&xml);
    dt_buffer_free(&text);
  }
  cr_expect_gt(with_text, rounds(3000) / 2);
  xmlRelaxNGFree(schema);
}

/* No part of the page may be written many times. */
static void expect_bounded(const char *before, const char *each, unsigned count) {
  dt_buffer page = {0}, xml = {0}, text = {0};
  dt_buffer_text(&page, before);
  for (unsigned i = 0; i < count; i++) dt_buffer_text(&page, each);
  dt_buffer_byte(&page, '\0');
  write_both(page.data, &xml, &text);
  cr_expect_gt(text.length, 3);
  cr_expect_lt(xml.length, 20 * page.length);
  dt_buffer_free(&page);
  dt_buffer_free(&xml);
  dt_buffer_free(&text);
}

Test(content_markup, output_is_bounded_on_hostile_pages) {
  unsigned count = rounds(20000);
  dt_buffer deep = {0};
  for (int i = 0; i < 400; i++) dt_buffer_text(&deep, "<b><i>");
  dt_buffer_byte(&deep, '\0');
  expect_bounded(deep.data, "<div>a</div>", count);
  dt_buffer_free(&deep);
  dt_buffer link = {0};
  dt_buffer_text(&link, "<a href='");
  for (int i = 0; i < 5000; i++) dt_buffer_byte(&link, 'x');
  dt_buffer_text(&link, "'>");
  dt_buffer_byte(&link, '\0');
  expect_bounded(link.data, "<p>a", count);
  dt_buffer_free(&link);
  expect_bounded("<table><tr><td>a<td>b", "<td>", count);
}

Test(content_markup, length_of_addresses_is_limited) {
  dt_buffer page = {0}, xml = {0}, text = {0};
  dt_buffer_text(&page, "<base href='http://x.org/");
  for (int i = 0; i < 8000; i++) dt_buffer_byte(&page, 'x');
  dt_buffer_text(&page, "/'>");
  for (int i = 0; i < 8000; i++) dt_buffer_text(&page, "<p>a<a href=b>c</a>");
  dt_buffer_byte(&page, '\0');
  write_both(page.data, &xml, &text);
  cr_expect_lt(xml.length, (40u << 20));
  cr_expect_gt(xml.length, (30u << 20));
  cr_expect(strstr(xml.data + xml.length - 100, "<a>c</a>") != NULL, "the rest of the links have none");
  dt_buffer_free(&page);
  dt_buffer_free(&xml);
  dt_buffer_free(&text);
}
