/* Tests of src/xmlfile/markup.c. */
#include "xmlfile/markup.h"
#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(markup, .fini = find_leaks);

Test(markup, text_and_whole_elements_are_content) {
  static const char *const texts[] = {"", "plain", "<p>one</p><p>a &amp; b<br/></p>", "a &#233; <i>b</i> c"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    cr_expect_eq(dt_markup_check(dt_text(texts[i])), DETM_OK, "%s", texts[i]);
}

Test(markup, what_could_end_or_break_a_document_is_refused) {
  static const char *const texts[] = {"<p>",     "</p>",        "a < b",        "a & b", "&nbsp;",
                                      "</m><m>", "</m><p/><m>", "<!DOCTYPE m>", "\x01",  "\xff"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    cr_expect_eq(dt_markup_check(dt_text(texts[i])), DETM_BAD_FILE, "%s", texts[i]);
  cr_expect_eq(dt_markup_check((detm_text){"<p>a\0b</p>", 10}), DETM_BAD_FILE);
}
