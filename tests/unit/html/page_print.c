/* Tests of src/html/page_print.c and page_html.c: the tag tree as indented text and as XML, the document as HTML. */
#include "html/page_html.h"
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <libxml/parser.h>

TestSuite(print, .fini = find_leaks);

/* Parses a page whose parts are built when they are printed. */
static detm_page *whole_page_of(const char *bytes, size_t length) {
  detm_page *page = detm_page_parse(bytes, length, NULL, NULL);
  cr_assert_not_null(page);
  return page;
}

static void print_page(const detm_page *page, detm_tree_options options, dt_buffer *out) {
  cr_assert_eq(detm_page_print(page, &options, dt_buffer_write, out, NULL), DETM_OK);
  dt_buffer_byte(out, '\0');
}

static void expect_printed(const char *markup, detm_tree_options options, const char *expected) {
  detm_page *page = whole_page_of(markup, strlen(markup));
  dt_buffer out = {0};
  print_page(page, options, &out);
  cr_expect_str_eq(out.data, expected, "%s", out.data);
  dt_buffer_free(&out);
  detm_page_free(page);
}

static const char markup[] = "<ul id='a\"b'><li>c &lt; <a href='?d&amp;e'>f</a></ul><p></p>";

Test(print, indents_text) {
  expect_printed(markup, (detm_tree_options){.xml = 0, .sizes = 0},
                 "html\n  body\n    ul id=\"a&quot;b\"\n      li\n        \"c <\"\n        a href=\"?d&amp;e\"\n"
                 "          \"f\" (linked)\n    p\n");
}

Test(print, leaves_out_attributes_of_cells) {
  expect_printed("<p role=cell id=a data-th=b>c <select><option>d</select>", (detm_tree_options){.xml = 0, .sizes = 0},
                 "html\n  body\n    p id=\"a\"\n      \"c\"\n      select\n");
}

Test(print, prints_sizes_on_request) {
  expect_printed("<p>a<br></p>", (detm_tree_options){.xml = 0, .sizes = 1},
                 "html (5)\n  body (4)\n    p (3)\n      \"a\"\n      br (1)\n");
  expect_printed(
      "<p>a<br></p>", (detm_tree_options){.xml = 1, .sizes = 1},
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html size=\"5\">\n  <body size=\"4\">\n    <p size=\"3\">\n"
      "      <text>a</text>\n      <br size=\"1\"/>\n    </p>\n  </body>\n</html>\n");
}

Test(print, writes_xml) {
  expect_printed(markup, (detm_tree_options){.xml = 1, .sizes = 0},
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html>\n  <body>\n    <ul id=\"a&quot;b\">\n      <li>\n"
                 "        <text>c &lt;</text>\n        <a href=\"?d&amp;e\">\n          <text>f</text>\n        </a>\n"
                 "      </li>\n    </ul>\n    <p/>\n  </body>\n</html>\n");
}

Test(print, replaces_tags_that_are_not_xml_names) {
  expect_printed("<o:p>a</o:p>", (detm_tree_options){.xml = 1, .sizes = 0},
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html>\n  <body>\n    <unknown name=\"o:p\">\n"
                 "      <text>a</text>\n    </unknown>\n  </body>\n</html>\n");
}

static void expect_well_formed(const char *bytes, size_t length) {
  detm_page *page = page_of_bytes(bytes, length);
  dt_buffer out = {0};
  print_page(page, (detm_tree_options){.xml = 1, .sizes = 1}, &out);
  xmlDocPtr doc = xmlReadMemory(out.data, (int)out.length - 1, NULL, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
  cr_expect_not_null(doc, "%.*s\n%s", (int)length, bytes, out.data);
  xmlFreeDoc(doc);
  dt_buffer_free(&out);
  detm_page_free(page);
}

static const char *const odd_pages[] = {
    "",
    "<p title='\x01\x1f\x7f'>\x02\x0c\x0b</p>",
    "<p title='a&#10;b&#9;c'>&#1;&#xFFFF;&#xFFFE;&#xD800;&#0;&#x10FFFF;</p>",
    "<p>] ]></p><p>]]></p><p title=']]>'>&amp;amp;</p>",
    "\xEF\xBF\xBE\xEF\xBF\xBF<p>\xFF\xFE",
    "<1a>b</1a><a:b:c>d</a:b:c><xé>y<_z>-</_z><xmlns:q>r</xmlns:q><q&r s>t",
    "<p 1a=2 a:b=1 au00003ab=2 @c=3 xmlns=x xmlns:z=y XLink:href=q é=4 a<b=5 '=6>a<svg viewbox=0 xml:lang=b><A:b>c",
};

Test(print, is_well_formed_for_any_page) {
  for (size_t i = 0; i < sizeof odd_pages / sizeof *odd_pages; i++)
    expect_well_formed(odd_pages[i], strlen(odd_pages[i]));
  for (uint32_t round = 1; round <= 100; round++) {
    uint32_t seed = round;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 60);
    expect_well_formed(soup.data, soup.length);
    dt_buffer_free(&soup);
  }
}

static dt_buffer html_of(const xmlDoc *document) {
  dt_page_output output = {.write = NULL};
  dt_page_print_html(document, &output);
  dt_buffer_byte(&output.buffer, '\0');
  return output.buffer;
}

static xmlDocPtr read_xml(const char *xml) {
  xmlDocPtr document = xmlReadMemory(xml, (int)strlen(xml), NULL, "UTF-8", XML_PARSE_HUGE | XML_PARSE_NOERROR);
  cr_assert_not_null(document, "%s", xml);
  return document;
}

/* Expects the HTML of a document that is given as XML. */
static void expect_html(const char *xml, const char *expected) {
  xmlDocPtr document = read_xml(xml);
  dt_buffer html = html_of(document);
  cr_expect_str_eq(html.data, expected, "%s", html.data);
  dt_buffer_free(&html);
  xmlFreeDoc(document);
}

#define IN_BODY(markup) "<html><head></head><body>" markup "</body></html>"
#define PAGE(markup) "<!DOCTYPE html>\n" IN_BODY(markup)

Test(print, writes_html_with_end_tags_for_all_but_void_elements) {
  expect_html(IN_BODY("<p/><br/><img src='a'/><div><hr/></div><script/><i></i><wbr/><!--c--><!---->"),
              PAGE("<p></p><br/><img src=\"a\"/><div><hr/></div><script></script><i></i><wbr/><!----><!---->"));
}

Test(print, writes_end_tags_of_void_elements_that_have_content) {
  expect_html("<html><head/><body/><ld><x><link>a</link><link/></x></ld></html>",
              "<!DOCTYPE html>\n<html><head></head><body></body><ld><x><link>a</link><link/></x></ld></html>");
}

Test(print, writes_html_in_ascii) {
  expect_html(
      IN_BODY("<a title='\xC3\xA9~\\'>\xC3\xA9 \xE4\xB8\xAD \xF0\x9F\x98\x80 ~ \\ \x7F\xC2\x81\xEF\xBF\xBD</a>"),
      PAGE("<a title=\"&#233;&#126;&#92;\">&#233; &#20013; &#128512; &#126; &#92; \x7F&#129;&#65533;"
           "</a>"));
}

Test(print, escapes_markup_and_white_space_of_html) {
  expect_html(IN_BODY("<a title='&lt;&gt;&amp;&quot;&apos;&#9;&#10;&#13; '>&lt;&gt;&amp;\"'\t\n&#13; ]]&gt;</a>"),
              PAGE("<a title=\"&lt;&gt;&amp;&quot;'&#9;&#10;&#13; \">&lt;&gt;&amp;\"'\t\n&#13; ]]&gt;</a>"));
}

Test(print, doubles_the_newline_that_html_parsers_ignore) {
  expect_html(IN_BODY("<pre>\na</pre><textarea>\n</textarea><listing>\n\nb</listing><pre> \nc</pre><p>\nd</p>"),
              PAGE("<pre>\n\na</pre><textarea>\n\n</textarea><listing>\n\n\nb</listing><pre> \nc</pre><p>\nd</p>"));
}

Test(print, leaves_the_doctype_out_if_a_table_is_in_a_p) {
  static const char *const quirks[] = {"<p><table/></p>", "<div><p>a<b><table/></b></p></div>",
                                       "<p><object><p/></object><i><table/></i></p>",
                                       "<p><object><p><table/></p></object></p>"};
  static const char *const standard[] = {"<p/><table/>", "<p><object><table/></object></p>",
                                         "<div><p><b/></p><b><table/></b></div>",
                                         "<p><button><i><table/></i></button></p>"};
  dt_buffer xml = {0};
  for (size_t i = 0; i < 8; i++) {
    xml.length = 0;
    dt_buffer_format(&xml, "<html><head/><body>%s</body></html>", i < 4 ? quirks[i] : standard[i - 4]);
    xmlDocPtr document = read_xml(xml.data);
    dt_buffer html = html_of(document);
    cr_expect_eq(strncmp(html.data, "<!DOCTYPE", 9) != 0, i < 4, "%s", html.data);
    dt_buffer_free(&html);
    xmlFreeDoc(document);
  }
  dt_buffer_free(&xml);
}

/* Adds an attribute to the only child of the body of <html><body><p/></body></html>, which has the name `tag`. */
static xmlDocPtr document_with_names(const char *tag, const char *const *attributes) {
  xmlDocPtr document = read_xml("<html><body><p/></body></html>");
  xmlNodePtr element = xmlDocGetRootElement(document)->children->children;
  xmlNodeSetName(element, (const xmlChar *)tag);
  for (; *attributes != NULL; attributes++) xmlNewProp(element, (const xmlChar *)*attributes, (const xmlChar *)"1");
  return document;
}

static void expect_names(const char *tag, const char *const *attributes, const char *expected) {
  xmlDocPtr document = document_with_names(tag, attributes);
  dt_buffer html = html_of(document);
  detm_text shown = {html.data, html.length - 1};
  cr_expect(dt_text_starts(shown, DT_TEXT("<!DOCTYPE html>\n<html><body><")));
  shown = dt_text_from(shown, strlen("<!DOCTYPE html>\n<html><body><"));
  cr_expect(dt_text_starts(shown, dt_text(expected)), "%s", shown.data);
  xmlDocPtr read = xmlReadMemory(html.data, (int)html.length - 1, NULL, NULL, 0);
  cr_expect_not_null(read, "%s", html.data);
  xmlFreeDoc(read);
  dt_buffer_free(&html);
  xmlFreeDoc(document);
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

Test(print, coerces_names_that_xml_forbids) {
  expect_names("o:p", NAMES("class", "@click", "1a", "data-\xC3\xA9.x_Y", "xml:lang", "-"),
               "ou00003ap class=\"1\" u000040click=\"1\" u000031a=\"1\" data-u0000e9.x_Y=\"1\" xmlu00003alang=\"1\" "
               "u00002d=\"1\"></ou00003ap>");
  expect_names("foo<bar", NAMES("\"", "<", "="),
               "foou00003cbar u000022=\"1\" u00003c=\"1\" u00003d=\"1\"></foou00003cbar>");
}

Test(print, leaves_out_declarations_of_namespaces) {
  expect_names("svg", NAMES("xmlns", "xmlns:xlink", "xmlnsx", "id"), "svg xmlnsx=\"1\" id=\"1\"></svg>");
}

Test(print, leaves_out_attributes_whose_names_become_equal) {
  expect_names("p", NAMES("a:b", "au00003ab", "c", ":au00003ab", ":a:b"),
               "p au00003ab=\"1\" c=\"1\" u00003aau00003ab=\"1\"></p>");
}

/* Expects that XML and HTML parsers read the same document, but for the elements that libxml2 adds and closes. */
static void expect_html_well_formed(const char *bytes, size_t length) {
  detm_page *page = whole_page_of(bytes, length);
  dt_buffer html = {0};
  print_page(page, (detm_tree_options){.html = 1}, &html);
  xmlDocPtr document = xmlReadMemory(html.data, (int)html.length - 1, NULL, NULL, XML_PARSE_HUGE);
  cr_expect_not_null(document, "%.*s\n%s", (int)length, bytes, html.data);
  dt_buffer copy = html_of(document); /* the same, unless a newline was doubled */
  const char *doubled = strstr(html.data, "<pre>\n\n");
  cr_expect(doubled != NULL || strcmp(copy.data, html.data) == 0, "%s\n%s", html.data, copy.data);
  for (const char *at = html.data; *at != '\0'; at++) cr_assert_geq(*at, 0);
  dt_buffer_free(&copy);
  xmlFreeDoc(document);
  dt_buffer_free(&html);
  detm_page_free(page);
}

Test(print, writes_well_formed_html_for_any_page) {
  for (size_t i = 0; i < sizeof odd_pages / sizeof *odd_pages; i++)
    expect_html_well_formed(odd_pages[i], strlen(odd_pages[i]));
  for (uint32_t round = 1; round <= 100; round++) {
    uint32_t seed = round;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 60);
    expect_html_well_formed(soup.data, soup.length);
    dt_buffer_free(&soup);
  }
}

Test(print, writes_what_templates_see) {
  static const char page_markup[] =
      "<!DOCTYPE html><html lang=en><head><title>t</title><style>x</style></head><body class=c><p>a  b&nbsp;<br></p>"
      "<script type='application/ld+json'>{\"@type\":\"Book\",\"name\":\"n\"}</script></body></html>";
  detm_page *page = whole_page_of(page_markup, strlen(page_markup));
  dt_buffer html = {0};
  print_page(page, (detm_tree_options){.html = 1}, &html);
  detm_text text = {html.data, html.length - 1};
  cr_expect(
      dt_text_starts(text, DT_TEXT("<!DOCTYPE html>\n<html lang=\"en\"><head><title>t</title><style></style></head>"
                                   "<body class=\"c\"><p>a b&#160;<br/></p><script")),
      "%s", html.data);
  cr_expect(dt_text_ends(text, DT_TEXT("></script></body><ld><x type=\"Book\"><name>n</name></x></ld></html>")), "%s",
            html.data);
  dt_buffer_free(&html);
  detm_page_free(page);
}

Test(print, prints_html_without_other_options) {
  detm_page *page = page_of("<p>a</p>");
  detm_error error = DETM_ERROR_NONE;
  dt_buffer out = {0};
  cr_expect_eq(detm_page_print(page, &(detm_tree_options){.html = 1, .xml = 1}, dt_buffer_write, &out, &error),
               DETM_USAGE);
  cr_expect_str_eq(error.text, "options.html excludes xml and sizes");
  cr_expect_eq(detm_page_print(page, &(detm_tree_options){.html = 1, .sizes = 1}, dt_buffer_write, &out, NULL),
               DETM_USAGE);
  cr_expect_eq(out.length, 0);
  detm_page_free(page);
}

Test(print, reports_a_page_without_document) {
  detm_page *page = detm_page_parse("<p>", 3, &(detm_page_options){.parts = DETM_PAGE_TREE}, NULL);
  detm_error error = DETM_ERROR_NONE;
  dt_buffer out = {0};
  cr_expect_eq(detm_page_print(page, &(detm_tree_options){.html = 1}, dt_buffer_write, &out, &error), DETM_USAGE);
  cr_expect_eq(error.status, DETM_USAGE);
  detm_page_free(page);
}

static int refuse(void *data, const char *bytes, size_t length) {
  (void)bytes;
  (void)length;
  return ++*(int *)data;
}

Test(print, ends_when_a_write_fails) {
  dt_buffer markup_of_many = {0};
  for (int n = 0; n < 5000; n++) dt_buffer_text(&markup_of_many, "<p>paragraph</p>");
  detm_page *page = whole_page_of(markup_of_many.data, markup_of_many.length);
  detm_error error = DETM_ERROR_NONE;
  int calls = 0;
  cr_expect_eq(detm_page_print(page, NULL, refuse, &calls, &error), DETM_WRITE);
  cr_expect_eq(error.status, DETM_WRITE);
  cr_expect_eq(calls, 1);
  cr_expect_eq(detm_page_print(page, &(detm_tree_options){.html = 1}, refuse, &calls, NULL), DETM_WRITE);
  cr_expect_eq(calls, 2);
  detm_page_free(page);
  dt_buffer_free(&markup_of_many);
}
