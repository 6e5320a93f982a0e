/* Tests of src/html/data/literal.c, scripts.c and lists.c: lists in scripts as tables. */
#include "html/data/scripts.h"

#include "html/data/literal.h"
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(data_scripts, .fini = find_leaks);

/* expected: NULL = it is no literal. */
static void expect_literal(const char *text, const char *expected) {
  dt_buffer out = {0};
  size_t length;
  bool whole = dt_literal_read(dt_text(text), &out, &length);
  dt_buffer_byte(&out, '\0');
  cr_assert(whole == (expected != NULL), "%s", text);
  if (expected != NULL) cr_assert_str_eq(out.data, expected);
  dt_buffer_free(&out);
}

Test(data_scripts, reads_literals_as_json) {
  expect_literal("{a: 1, 'b': [2, ], \"c\": undefined} rest", "{\"a\":1,\"b\":[2],\"c\":null}");
  expect_literal("[!0, !1, void 0, NaN, 19.50, 007, -3, .5]", "[true,false,null,null,\"19.50\",\"007\",-3,\".5\"]");
  expect_literal("['it\\'s', \"\\u20ac\\x41\\ud83d\\ude00\", `x`]", "[\"it's\",\"€A😀\",\"x\"]");
  expect_literal("[new Date(\"2026-01-05\"), /* c */ 12345678901234567890] // d",
                 "[\"2026-01-05\",\"12345678901234567890\"]");
  expect_literal("[\"\\ud800\"]", "[\"\xef\xbf\xbd\"]");
}

Test(data_scripts, refuses_what_is_computed_or_cut) {
  static const char *const texts[] = {"{a: f()}", "[x]",  "[x1]", "[-x1]", "{...a}", "[`a${b}`]",
                                      "{a: 1",    "[\"a", "{a}",  "[1 2]", "",       "["};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) expect_literal(texts[i], NULL);
}

/* Expects the header and rows of the first table of the lists in a text of JSON; "" = there is none. */
static void expect_table(const char *json, const char *expected) {
  dt_scope scope;
  dt_buffer html = {0};
  dt_scope_start(&scope, 0);
  bool full;
  cr_assert(dt_data_text_write(dt_text(json), DT_DATA_JSON, &scope, &html, &full) && !full);
  dt_buffer_byte(&html, '\0');
  const char *start = strstr(html.data, "<thead>"), *end = strstr(html.data, "</tbody>");
  if (*expected == '\0') {
    cr_assert_null(start, "%s", html.data);
  } else {
    cr_assert(start != NULL && end != NULL);
    *(char *)(uintptr_t)end = '\0';
    cr_assert_str_eq(start, expected);
  }
  dt_buffer_free(&html);
}

Test(data_scripts, makes_a_table_of_a_list) {
  expect_table("{\"a\": [{\"b\": 1, \"c\": {\"d\": \"<\"}}, {\"b\": null, \"c\": {\"d\": [\"x\", true]}}]}",
               "<thead><tr><th>b<th>c.d</thead>\n<tbody id=\"a\">\n<tr><td>1<td>&lt;\n"
               "<tr><td><td><ul><li>x<li>true</ul>\n");
}

Test(data_scripts, makes_none_of_other_values) {
  expect_table("{\"a\": [1, 2, 3], \"b\": {\"c\": {\"d\": 1}}}", "");
  expect_table("[{\"a\": 1}]", "");
  expect_table("[{\"a\": 1}, {\"b\": 1}, {\"c\": 1}, {\"d\": 1}, {\"e\": 1}]", "");
  expect_table("[{\"a\": \"<!DOCTYPE html>\"}, {\"a\": \"<p>\"}]", "");
}

/* References in a circle, and references that would multiply. */
Test(data_scripts, ends_in_circles) {
  dt_buffer json = {0}, html = {0};
  dt_scope scope;
  dt_buffer_text(&json, "[{\"a\":1},[2,2],[3,3]");
  for (int i = 4; i < 60; i++) dt_buffer_format(&json, ",[%d,%d]", i, i);
  dt_buffer_text(&json, ",[0,0],\"x\"]");
  bool full;
  dt_scope_start(&scope, 0);
  cr_assert(dt_data_text_write((detm_text){json.data, json.length}, DT_DATA_JSON, &scope, &html, &full));
  cr_assert_eq(html.length, 0);
  dt_buffer_free(&json);
  dt_buffer_free(&html);
}

/* A long text that is referred to many times is written as often, up to a limit. */
Test(data_scripts, bounds_what_references_multiply) {
  enum { TEXT = 100000, TIMES = 1000, MOST = 17 << 20 };
  dt_buffer json = {0}, html = {0};
  dt_scope scope;
  bool full;
  dt_buffer_text(&json, "[[2,3],\"x\",{\"a\":4},{\"a\":4},[");
  for (int i = 0; i < TIMES; i++) dt_buffer_text(&json, i == 0 ? "5" : ",5");
  dt_buffer_text(&json, "],\"");
  for (int i = 0; i < TEXT; i++) dt_buffer_byte(&json, 'y');
  dt_buffer_text(&json, "\"]");
  dt_scope_start(&scope, 0);
  cr_assert(dt_data_text_write((detm_text){json.data, json.length}, DT_DATA_JSON, &scope, &html, &full));
  cr_assert(full && html.length > TEXT && html.length < MOST);
  dt_buffer_free(&json);
  dt_buffer_free(&html);
}
