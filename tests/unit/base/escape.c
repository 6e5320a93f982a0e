/* Tests of src/base/escape.c: every byte in every kind of text. */
#include "base/escape.h"
#include "result/writer.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(escape, .fini = find_leaks);

static void expect(unsigned kind, const char *bytes, size_t length, const char *wanted) {
  dt_buffer buffer = {0};
  dt_escape(&buffer, kind, bytes, length);
  dt_buffer_byte(&buffer, '\0');
  cr_expect_str_eq(buffer.data, wanted, "%s came out as %s, not as %s", bytes, buffer.data, wanted);
  dt_buffer_free(&buffer);
}

Test(escape, replaces_markup_and_control_characters_in_xml_text) {
  expect(DT_ESCAPE_TEXT, "a<b>&\"c'\t\n\r", 11, "a&lt;b&gt;&amp;\"c'\t\n&#13;");
  expect(DT_ESCAPE_TEXT, "\0\x01\x1f\x7f", 4, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\x7f");
  expect(DT_ESCAPE_TEXT, "", 0, "");
}

Test(escape, replaces_quotes_and_white_space_in_xml_attributes) {
  expect(DT_ESCAPE_ATTRIBUTE, "a<b>&\"c'\t\n\r", 11, "a&lt;b&gt;&amp;&quot;c'&#9;&#10;&#13;");
}

Test(escape, replaces_noncharacters_in_xml_but_not_in_json) {
  expect(DT_ESCAPE_TEXT, "\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd，\xef\xbb\xbf", 15,
         "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd，\xef\xbb\xbf");
  expect(DT_ESCAPE_JSON, "\xef\xbf\xbe", 3, "\xef\xbf\xbe");
}

Test(escape, writes_json_escapes) {
  expect(DT_ESCAPE_JSON, "\"\\/\b\f\n\r\t\x01\x1f\x7f", 11, "\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f");
  expect(DT_ESCAPE_JSON, "\0x", 2, "\\u0000x");
  expect(DT_ESCAPE_JSON, "<&>", 3, "<&>");
  expect(DT_ESCAPE_JSON, "\xe2\x80\xa8\xe2\x80\xa9\xc2\x85", 8, "\\u2028\\u2029\\u0085");
  expect(DT_ESCAPE_JSON, "\xe2\x80\xa6\xe2\x82\xac\xc2\xa0", 8, "\xe2\x80\xa6\xe2\x82\xac\xc2\xa0");
}

Test(escape, doubles_quotes_in_csv) { expect(DT_ESCAPE_CSV, "a\"b,\r\n\0", 7, "a\"\"b,\r\n\xef\xbf\xbd"); }

Test(escape, replaces_broken_bytes) {
  static const unsigned kinds[] = {DT_ESCAPE_TEXT, DT_ESCAPE_ATTRIBUTE, DT_ESCAPE_JSON, DT_ESCAPE_CSV};
  for (size_t at = 0; at < 4; ++at) {
    expect(kinds[at],
           "\xff"
           "a\xc3",
           3,
           "\xef\xbf\xbd"
           "a\xef\xbf\xbd");
    expect(kinds[at], "\xef\xbf", 2, "\xef\xbf\xbd\xef\xbf\xbd");
    expect(kinds[at], "\xef", 1, "\xef\xbf\xbd");
  }
}

/* The sanitizers see it: an offset of 0 from no address is undefined. */
Test(escape, accepts_an_empty_text_without_an_address) {
  dt_buffer buffer = {0};
  dt_escape(&buffer, DT_ESCAPE_JSON, NULL, 0);
  cr_expect_eq(buffer.length, 0);
  dt_escape_json_string(&buffer, (detm_text){NULL, 0});
  cr_expect_eq(buffer.length, 2);
  cr_expect_arr_eq(buffer.data, "\"\"", 2);
  dt_buffer_free(&buffer);
}

Test(escape, leaves_valid_utf8_for_any_bytes) {
  size_t broken = 0;
  for (unsigned first = 0; first < 256; ++first)
    for (unsigned second = 0; second < 256; ++second)
      for (unsigned kind = DT_ESCAPE_TEXT; kind <= DT_ESCAPE_CSV; kind *= 2) {
        char bytes[] = {(char)first, (char)second, (char)0xbf};
        dt_buffer buffer = {0};
        dt_escape(&buffer, kind, bytes, sizeof bytes);
        broken += dt_utf8_valid(buffer.data, buffer.length) != buffer.length;
        dt_buffer_free(&buffer);
      }
  cr_assert_eq(broken, 0);
}

Test(escape, shares_have_at_most_3_decimals) {
  static const struct {
    double share;
    const char *text;
  } shares[] = {{0, "0"}, {1, "1"}, {0.98, "0.98"}, {0.98765, "0.988"}, {0.0004, "0"}, {0.9996, "1"}, {7, "1"}};
  for (size_t at = 0; at < sizeof shares / sizeof *shares; ++at) {
    dt_buffer buffer = {0};
    dt_escape_share(&buffer, "", shares[at].share, "");
    dt_buffer_byte(&buffer, '\0');
    cr_expect_str_eq(buffer.data, shares[at].text);
    dt_buffer_free(&buffer);
  }
}
