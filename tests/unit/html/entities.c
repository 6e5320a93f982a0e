/* Tests of src/html/entities.c: text without references, tags and controls. */
#include "html/entities.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(entities, .fini = find_leaks);

static void expect_text(void add(dt_buffer *, detm_text), const char *text, const char *expected) {
  dt_buffer out = {0};
  add(&out, dt_text(text));
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s: %s", text, out.data);
  dt_buffer_free(&out);
}

Test(entities, references_are_read_once) {
  static const struct {
    const char *text, *expected;
  } cases[] = {{"", ""},
               {"a", "a"},
               {"&amp;amp;", "&amp;"},
               {"&apos;&quot;&eacute;", "'\"é"},
               {"&#65;&#x41;&#X41;", "AAA"},
               {"&#150;", "–"},
               {"&#55296;&#99999999999;&#0;", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
               {"&#;&#x;&;&nosuch;", "&#;&#x;&;&nosuch;"},
               {"& a; b", "& a; b"},
               {"&", "&"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_text(dt_add_without_references, cases[i].text, cases[i].expected);
}

/* As in values of attributes, so that the query of a URL stays. */
Test(entities, references_without_semicolon_end_before_other_characters_than_letters) {
  expect_text(dt_add_without_references, "&copy 2020 &eacute", "© 2020 é");
  expect_text(dt_add_without_references, "?a=1&copy=2&reg2", "?a=1&copy=2&reg2");
  expect_text(dt_add_without_references, "&#65 &#x42", "A B");
  expect_text(dt_add_without_references, "&alpha &notin;", "&alpha ∉");
}

Test(entities, tags_become_spaces) {
  expect_text(dt_add_without_tags, "a<br>b <i title='x'>c</i>", "a b  c ");
  expect_text(dt_add_without_tags, "1 < 2", "1 < 2");
}

Test(entities, forbidden_characters_become_spaces) {
  char bytes[] = "a\x01z\x7F\xEF\xBF\xBF\xEF\xBF\xBDé";
  dt_clean_controls(bytes, sizeof bytes - 1);
  cr_expect_str_eq(bytes, "a z    \xEF\xBF\xBDé");
}
