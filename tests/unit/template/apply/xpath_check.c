/* Tests of src/template/apply/xpath_check.c: the XPath of anchors, and the paths that a template may have. */
#include "template/apply/xpath_check.h"
#include "template/apply/anchor_xpath.h"
#include "template/apply/xpath.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <libxml/xpath.h>
#include <stdio.h>

TestSuite(template_xpath, .fini = find_leaks);

static const char *xpath_of(dt_anchor anchor) {
  static char text[1000];
  dt_buffer out = {0};
  if (anchor.path == NULL) anchor.path = "";
  dt_anchor_xpath(&anchor, &out);
  snprintf(text, sizeof text, "%.*s", (int)out.length, out.data);
  dt_buffer_free(&out);
  return text;
}

Test(template_xpath, has_a_form_for_each_kind) {
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_CAPTION, .tag = "dt", .value = "Price:", .path = "/b"}),
                   "/descendant::dt[normalize-space() = 'Price:']/b");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_TEXT, .tag = "li", .value = "x"}),
                   "/descendant::li/text()[normalize-space() = 'x']");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_TEXT, .tag = "li", .value = "x", .path = "[2]/b"}),
                   "(/descendant::li/text()[normalize-space() = 'x'])[2]/b");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_ID, .value = "main"}), "/descendant::*[@id = 'main']");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_CLASS, .tag = "p", .value = " a  b "}),
                   "/descendant::p[contains(concat(' ', normalize-space(@class), ' '), ' a ')]"
                   "[contains(concat(' ', normalize-space(@class), ' '), ' b ')]");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_ATTRIBUTE, .name = "rel", .value = ""}),
                   "/descendant::*[@rel = '']");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_TOKEN, .name = "itemprop", .value = "name"}),
                   "/descendant::*[contains(concat(' ', normalize-space(@itemprop), ' '), ' name ')]");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_TAG, .tag = "h1", .path = "[2]"}), "/descendant::h1[2]");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_DATA, .value = "Recipe", .path = "/name"}),
                   "/*/ld/descendant::*[@type = 'Recipe']/name");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_DATA, .tag = "x"}), "/*/ld/descendant::x");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_PATH, .path = "/html/body"}), "/html/body");
  cr_expect_str_eq(xpath_of((dt_anchor){.kind = DT_ANCHOR_PATH, .path = "//li", .skip = 1}),
                   "(//li)[position() > 1 and position() <= last() - 0]");
}

/* Checked by evaluating the XPath: the string is unchanged. */
Test(template_xpath, quotes_any_value) {
  static const char *const values[] = {"",     "a",   "'",        "\"",          "It's",          "\"x\"",
                                       "'\"",  "\"'", "''\"\"''", "a'b\"c'd\"e", "') or ('1'='1", "concat('",
                                       "é'\"", "{x}"};
  xmlDocPtr document = xmlNewDoc((const xmlChar *)"1.0");
  xmlNodePtr root = xmlNewNode(NULL, (const xmlChar *)"p");
  xmlDocSetRootElement(document, root);
  xmlXPathContextPtr context = xmlXPathNewContext(document);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
      xmlSetProp(root, (const xmlChar *)"a", (const xmlChar *)values[j]);
      const char *text = xpath_of((dt_anchor){.kind = DT_ANCHOR_ATTRIBUTE, .name = "a", .value = values[i]});
      xmlXPathObjectPtr found = xmlXPathEvalExpression((const xmlChar *)text, context);
      cr_assert_not_null(found, "%s", text);
      cr_expect_eq(found->nodesetval != NULL && found->nodesetval->nodeNr == 1, i == j, "%s", text);
      xmlXPathFreeObject(found);
    }
  xmlXPathFreeContext(context);
  xmlFreeDoc(document);
}

Test(template_xpath, allows_steps_and_predicates) {
  static const char *const paths[] = {
      "",
      "/a",
      "//a",
      "/..",
      "/../following-sibling::dd[1]",
      "/text()",
      "/text()[normalize-space()][2]",
      "/node()",
      "/@content",
      "/*/@*",
      "[2]/li",
      "[not(@class)]",
      "/li[not(.//table)]",
      "/ancestor::div[1]",
      "/ a [ 1 ] ",
      "/x-y.z_1",
      "/div[@class = \"it's\"]",
      "//p[translate(normalize-space(.), '123456789', '000000000') = '(000) 000-0000']",
      "[ancestor::*[@itemscope][1][contains(concat(@itemtype, ' '), 'Product ')]]/@content",
      "/li[position() > 1 and position() <= last() - 2]",
      "/div[. = 'a' or b | c]",
      "/and/or/div/mod",
      "/b[and and or]",
      "/*[self::b or self::strong][normalize-space() = normalize-space(..)]",
      "/a[count(b) = 2 and string-length(substring(., 1, 3)) != 0.5]",
      "/descendant-or-self::p",
      "/following::b[1]//c//d/../e",
      "/p[a/b/c]",
      "/p[.//a/b][.//c]",
      "/p[../following-sibling::p]",
  };
  char fault[200];
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    cr_expect(dt_xpath_check(paths[i], fault, sizeof fault), "%s: %s", paths[i], fault);
    dt_anchor anchor = {.kind = DT_ANCHOR_TAG, .tag = "a", .path = paths[i]};
    cr_expect_eq(dt_xpath_of_anchor(&anchor), DT_XPATH_FINE, "%s", paths[i]);
  }
}

Test(template_xpath, refuses_all_other_xpath) {
  static const char *const paths[][2] = {
      {"a", "it must begin with"},
      {"| //a", "it must begin with"},
      {"/a | //b", "\"| //b\": only steps"},
      {"/a and /b", "\"and\" is not allowed here"},
      {"/a = 'x'", "only steps"},
      {"/a * 2", "only steps"},
      {"/a[1 * 2]", "is not allowed in a template"},
      {"/a 'x'", "only steps"},
      {"/a, /b", "only steps"},
      {"/(a)", "\"(\" is allowed only in predicates"},
      {"/a]", "\"]\" closes nothing"},
      {"/a[1)]", "\")\" closes nothing"},
      {"/a[(1]", "\"]\" closes nothing"},
      {"/a[b", "\"[\" is not closed"},
      {"/a['b]", "a string does not end"},
      {"/a[contains(., b)]", "search for strings"},
      {"/a[translate(., ., '')]", "search for strings"},
      {"/a[translate(., 'a', concat('', .))]", "search for strings"},
      {"/a[contains(., -1)]", "search for strings"},
      {"/a[$b]", "no variables"},
      {"/x:a", "\"x:\" is a prefix"},
      {"/x :a", "\"x:\" is a prefix"},
      {"/namespace::*", "no axis \"namespace\""},
      {"/a[document('x')]", "no function \"document\""},
      {"/a[document ('x')]", "no function \"document\""},
      {"/a[unparsed-entity-uri('x')]", "no function \"unparsed-entity-uri\""},
      {"/a[generate-id()]", "no function \"generate-id\""},
      {"/a[system-property('x')]", "no function \"system-property\""},
      {"/a[current()]", "no function \"current\""},
      {"/a[comment()]", "no function \"comment\""},
      {"/id('x')", "the function \"id\" is allowed only in predicates"},
      {"/not(a)", "the function \"not\" is allowed only in predicates"},
      {"/a[.//b//c]", "leave out one"},
      {"/a[.//b/..]", "leave out one"},
      {"/a[.//b[1]//c]", "leave out one"},
      {"/a[.//b[count(c) = 1]//c]", "leave out one"},
      {"/a[ancestor::b/descendant::c]", "leave out one"},
      {"/a[following-sibling::b/preceding-sibling::c]", "leave out one"},
      {"/a[.//b/parent::c]", "leave out one"},
      {"/a[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "nested more than 16 deep"},
      {"/a[#]", "is not allowed in a template"},
      {"/a\x01", "only steps"},
  };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    char fault[200] = "";
    cr_expect_not(dt_xpath_check(paths[i][0], fault, sizeof fault), "%s", paths[i][0]);
    cr_expect_not_null(strstr(fault, paths[i][1]), "%s: %s", paths[i][0], fault);
  }
}

/* Expects this message, or none, for `again` repeated between `before` and `behind`. */
static void expect_bound(const char *before, const char *again, unsigned times, const char *behind,
                         const char *message) {
  char fault[200] = "";
  dt_buffer text = {0};
  dt_buffer_text(&text, before);
  for (unsigned i = 0; i < times; i++) dt_buffer_text(&text, again);
  dt_buffer_text(&text, behind);
  dt_buffer_byte(&text, '\0');
  bool fine = dt_xpath_check(text.data, fault, sizeof fault);
  cr_expect_eq(fine, message == NULL, "%s: %s", text.data, fault);
  if (message != NULL) cr_expect(strstr(fault, message) != NULL, "%s: %s", text.data, fault);
  dt_buffer_free(&text);
}

Test(template_xpath, bounds_what_a_predicate_costs) {
  expect_bound("/a[concat('x'", ",.", 97, ")]", NULL); /* "concat", "(", "'x'", twice 97, ")", "]", of the 200 */
  expect_bound("/a[concat('x'", ",.", 98, ")]", "more than 200 names, strings and operators");
  expect_bound("/a[1]", "[b]", 99, "", NULL);
  expect_bound("/a[1]", "[b]", 100, "", "more than 200 names, strings and operators");
  expect_bound("/a[contains(.,'", "x", 200, "')]", NULL);
  expect_bound("/a[contains(.,'", "x", 201, "')]", "more than 200 bytes");
  expect_bound("/a[translate(.,'a','", "x", 201, "')]", "more than 200 bytes");
  expect_bound("/a[. = '", "x", 2000, "']", NULL);
}

Test(template_xpath, accepts_only_safe_paths_among_random_words) {
  static const char *const words[] = {"/",   "//", "a", "[",   "]",          "(",  ")", "text", "document",
                                      "not", "::", "@", "*",   "'",          "\"", "1", " ",    "=",
                                      "|",   "..", ".", "and", "descendant", "$",  ":", "-",    ","};
  unsigned state = 1, allowed = 0;
  for (unsigned round = 0; round < 20000; round++) {
    char path[200] = "/", fault[200];
    for (unsigned n = round % 9; n != 0; n--) {
      state = state * 1664525 + 1013904223;
      strcat(path, words[(state >> 8) % (sizeof words / sizeof *words)]);
    }
    if (!dt_xpath_check(path, fault, sizeof fault)) continue;
    dt_anchor anchor = {.kind = DT_ANCHOR_TAG, .tag = "a", .path = path};
    allowed += dt_xpath_of_anchor(&anchor) == DT_XPATH_FINE;
    cr_assert_null(strstr(path, "$"), "%s", path);
    cr_assert(strstr(path, "document(") == NULL || strpbrk(path, "'\"") != NULL, "%s", path);
  }
  cr_assert_gt(allowed, 100);
}
