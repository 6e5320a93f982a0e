/* Tests of src/html/page_print.c: the tag tree as indented text and as XML. */
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <libxml/parser.h>

TestSuite(print, .fini = find_leaks);

static void print_page(const detm_page *page, detm_tree_options options, dt_buffer *out) {
  cr_assert_eq(detm_page_print(page, &options, dt_buffer_write, out, NULL), DETM_OK);
  dt_buffer_byte(out, '\0');
}

static void expect_printed(const char *markup, detm_tree_options options, const char *expected) {
  detm_page *page = page_of(markup);
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

Test(print, is_well_formed_for_any_page) {
  static const char *const pages[] = {
      "",
      "<p title='\x01\x1f\x7f'>\x02\x0c\x0b</p>",
      "<p title='a&#10;b&#9;c'>&#1;&#xFFFF;&#xFFFE;&#xD800;&#0;&#x10FFFF;</p>",
      "<p>] ]></p><p>]]></p><p title=']]>'>&amp;amp;</p>",
      "\xEF\xBF\xBE\xEF\xBF\xBF<p>\xFF\xFE",
      "<1a>b</1a><a:b:c>d</a:b:c><xé>y<_z>-</_z><xmlns:q>r</xmlns:q><q&r s>t",
  };
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) expect_well_formed(pages[i], strlen(pages[i]));
  for (uint32_t round = 1; round <= 100; round++) {
    uint32_t seed = round;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 60);
    expect_well_formed(soup.data, soup.length);
    dt_buffer_free(&soup);
  }
}

static int refuse(void *data, const char *bytes, size_t length) {
  (void)bytes;
  (void)length;
  return ++*(int *)data;
}

Test(print, ends_when_a_write_fails) {
  dt_buffer markup_of_many = {0};
  for (int n = 0; n < 5000; n++) dt_buffer_text(&markup_of_many, "<p>paragraph</p>");
  detm_page *page = page_of_bytes(markup_of_many.data, markup_of_many.length);
  detm_error error = DETM_ERROR_NONE;
  int calls = 0;
  cr_expect_eq(detm_page_print(page, NULL, refuse, &calls, &error), DETM_WRITE);
  cr_expect_eq(error.status, DETM_WRITE);
  cr_expect_eq(calls, 1);
  detm_page_free(page);
  dt_buffer_free(&markup_of_many);
}
