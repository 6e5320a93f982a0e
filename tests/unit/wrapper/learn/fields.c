/* Tests of src/wrapper/learn/fields.c: constant texts, texts with several values, and the order of fields. */
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(field, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *expected;
} expectation;

Test(field, splits_texts_where_their_decoration_changes) {
  static const expectation cases[] = {
      {"<ul class=r><li><b>A</b> by Ann<li><b>B</b> by Bob<li><b>C</b> by Cy</ul>",
       "1: A, 2: Ann | 1: B, 2: Bob | 1: C, 2: Cy"},
      {"<ul class=r><li><span class=n>A</span><span class=p>1</span><li><span class=n>B</span><span "
       "class=p>2</span></ul>",
       "1: A, 2: 1 | 1: B, 2: 2"},
      {"<ul class=r><li>A <tt>12</tt><li>B <tt>7</tt><li>C <tt>9</tt></ul>", "1: A, 2: 12 | 1: B, 2: 7 | 1: C, 2: 9"},
      /* within links too */
      {"<ul class=r><li><a href=/1><b>A</b> <i>ann</i></a><li><a href=/2><b>B</b> <i>bob</i></a></ul>",
       "1: A, 2: ann, 3: @/1 | 1: B, 2: bob, 3: @/2"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(field, aligns_parts_that_some_records_lack_or_add) {
  static const expectation cases[] = {
      {"<ul class=r><li><b>A</b> <u>1</u> <i>ann</i><li><b>B</b> <i>bob</i><li><b>C</b> <u>3</u> <i>cy</i>"
       "<li><b>D</b> <u>4</u> <i>di</i></ul>",
       "1: A, 2: 1, 3: ann | 1: B, 3: bob | 1: C, 2: 3, 3: cy | 1: D, 2: 4, 3: di"},
      {"<ul class=r><li><tt>A</tt> x<li><tt>B</tt> y<li><tt>C</tt> z<li>d</ul>",
       "1: A, 2: x | 1: B, 2: y | 1: C, 2: z | 2: d"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

/* Each record has different spans. */
#define SPANS                                                                                                          \
  "<ul class=r><li><span class=author>Ann</span> <span class=maker>Mia</span><li><span class=author>Bob</span>"        \
  "<li><span class=maker>Moe</span> <span itemprop=shop class=s>Pots</span><li><span itemprop=shop "                   \
  "class=s>Jars</span></ul>"

Test(field, is_one_for_each_class_of_spans) {
  expect_values(SPANS, "1: Ann, 2: Mia | 1: Bob | 2: Moe, 3: Pots | 3: Jars");
  expect_names(SPANS, "author maker shop");
}

Test(field, does_not_split_texts_that_most_records_do_not_split) {
  expect_values("<ul class=r><li><b>A</b> x<li><b>B</b> y<li>E<li>D</ul>", "1: A x | 1: B y | 1: E | 1: D");
  /* bold words may be highlighted words: nine of ten records have to agree */
  expect_values("<ul class=r><li><b>A</b> x<li><b>B</b> y<li><b>C</b> z<li>D</ul>", "1: A x | 1: B y | 1: C z | 1: D");
}

Test(field, does_not_split_at_highlighted_search_words) {
  static const expectation cases[] = {
      /* within the text of every record */
      {"<ul class=r><li>see the <b>iron</b> pot<li>an old <b>iron</b> jar<li>more <b>iron</b> here</ul>",
       "1: see the iron pot | 1: an old iron jar | 1: more iron here"},
      /* at its start, always the same word, in any case */
      {"<ul class=r><li><b>Iron</b> pot<li><b>iron</b> jar<li><b>IRON</b> cup<li><b>Iron</b> pan</ul>",
       "1: Iron pot | 1: iron jar | 1: IRON cup | 1: Iron pan"},
      /* more than once */
      {"<ul class=r><li><em>old</em> <i>x</i> <em>iron</em><li><em>new</em> <i>y</i> <em>iron</em>"
       "<li><em>bad</em> <i>z</i> <em>jar</em></ul>",
       "1: old x iron | 1: new y iron | 1: bad z jar"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(field, splits_around_highlighted_search_words) {
  expect_values("<ul class=r><li>the <b>iron</b> pot <tt>12</tt><li>an <b>iron</b> jar <tt>7</tt>"
                "<li>more <b>iron</b> here <tt>9</tt></ul>",
                "1: the iron pot, 2: 12 | 1: an iron jar, 2: 7 | 1: more iron here, 2: 9");
}

Test(field, leaves_out_labels_with_a_colon) {
  static const expectation cases[] = {
      {"<ul class=r><li><p>Price:</p><p>12</p><li><p>Price:</p><p>7</p></ul>", "1: 12 | 1: 7"},
      {"<ul "
       "class=r><li>价格：<p>12</p><li>价格：<p>7</p></ul>",
       "1: 12 | 1: 7"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(field, keeps_texts_that_end_with_a_colon_but_differ_or_occur_once) {
  expect_values("<ul class=r><li><p>Ann:</p><h5>12</h5><li><p>Bob:</p><h5>7</h5></ul>",
                "1: Ann:, 2: 12 | 1: Bob:, 2: 7");
  expect_values("<ul class=r><li><h3>A</h3><p>Size:</p><li><h3>B</h3><li><h3>C</h3></ul>",
                "1: A, 2: Size: | 1: B | 1: C");
}

Test(field, lists_texts_before_addresses) {
  learned l;
  learn_page(&l, "<ul class=r><li><a href=/1><img src=1.png></a><a href=/2>A</a><p>x</p>"
                 "<li><a href=/3><img src=2.png></a><a href=/4>B</a><p>y</p></ul>");
  static const char *const types[] = {"text", "text", "url", "url", "url"};
  cr_assert_eq(l.wrapper->field_count, sizeof types / sizeof *types);
  for (uint32_t f = 0; f < l.wrapper->field_count; f++) {
    cr_expect_str_eq(l.wrapper->fields[f].type, types[f], "field %u", f);
    cr_expect(l.wrapper->fields[f].wanted);
  }
  learned_free(&l);
}

Test(field, includes_addresses_that_only_some_instances_have) {
  expect_values("<ul class=r><li><h3>A</h3><img src=a.png><li><h3>B</h3><img><li><h3>C</h3><img src=c.png></ul>",
                "1: A, 2: @a.png | 1: B | 1: C, 2: @c.png");
}

Test(field, does_not_exist_for_records_without_texts_and_addresses) {
  learned l;
  learn_page(&l, "<ul class=r><li><hr><li><hr></ul>");
  cr_expect_eq(l.wrapper->field_count, 0);
  learned_free(&l);
}
