/* Tests of src/xmlfile/source.c: tags and their positions. */
#include "xmlfile/source.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(source, .fini = find_leaks);

static dt_source start(const char *text) { return dt_source_start(text, strlen(text)); }

static void expect_tag(dt_source *source, const char *tag, size_t line, size_t column) {
  cr_assert(dt_source_next(source), "%s", tag);
  cr_expect_eq((size_t)(source->next - source->at), strlen(tag));
  cr_expect_eq(strncmp(source->at, tag, strlen(tag)), 0, "%s", tag);
  cr_expect_eq(source->line, line, "%s: %zu", tag, source->line);
  cr_expect_eq(dt_source_column(source), column, "%s: %zu", tag, dt_source_column(source));
}

Test(source, finds_one_tag_after_another) {
  dt_source source = start("<?xml a='<b>'?>\n<a x='1>2' y=\"'\"><!-- <c> -- > -->\n é<b/>\n\n<![CDATA[<d>]]></b >");
  expect_tag(&source, "<a x='1>2' y=\"'\">", 2, 1);
  cr_expect_eq(source.quoted, 2);
  expect_tag(&source, "<b/>", 3, 3);
  cr_expect_eq(source.quoted, 0);
  expect_tag(&source, "</b >", 5, 16);
  cr_expect_not(dt_source_next(&source));
}

Test(source, skips_a_byte_order_mark) {
  dt_source source = start("\xef\xbb\xbf<a>");
  expect_tag(&source, "<a>", 1, 1);
}

Test(source, finds_the_words_after_a_tag) {
  dt_source source = start("<a>\n<!-- c -->\t <?x?>words<b>");
  expect_tag(&source, "<a>", 1, 1);
  dt_source_pass(&source);
  cr_expect_eq(source.line, 2);
  cr_expect_eq(dt_source_column(&source), 18);
  expect_tag(&source, "<b>", 2, 23);
}

Test(source, ends_with_the_bytes_even_if_they_are_incomplete) {
  static const char *const texts[] = {"", "<", "words", "<?", "<?x", "<!--", "<!-- --", "<![CDATA[", "<![CDATA[x]]"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dt_source source = start(texts[i]);
    cr_expect_not(dt_source_next(&source), "%s", texts[i]);
  }
  static const char *const open[] = {"<a", "<a x='", "<a x='>'", "<!", "</"};
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
    dt_source source = start(open[i]);
    expect_tag(&source, open[i], 1, 1);
    cr_expect_not(dt_source_next(&source), "%s", open[i]);
  }
}
