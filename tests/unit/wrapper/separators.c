/* Tests of src/wrapper/separators.c: texts with several values and separators between them. */
#include "wrapper/separators.h"
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(separators, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *expected;
} expectation;

Test(separators, split_texts_if_all_records_have_them) {
  static const expectation cases[] = {
      {"<ul class=r><li>Seattle - 1980; third<li>Boston - 1984; second<li>Austin - 1992; first</ul>",
       "1: Seattle, 2: 1980, 3: third | 1: Boston, 2: 1984, 3: second | 1: Austin, 2: 1992, 3: first"},
      {"<ul class=r><li>Red (big)<li>Blue (small)<li>Green (tall)</ul>",
       "1: Red, 2: big | 1: Blue, 2: small | 1: Green, 2: tall"},
      {"<ul class=r><li>Oak – b<li>Elm – d<li>Ash – f</ul>", "1: Oak, 2: b | 1: Elm, 2: d | 1: Ash, 2: f"},
      {"<ul class=r><li>Oak | b | c<li>Elm | e | f<li>Ash | h | i</ul>",
       "1: Oak, 2: b, 3: c | 1: Elm, 2: e, 3: f | 1: Ash, 2: h, 3: i"},
      {"<ul class=r><li>Oak · b<li>Elm · d<li>Ash · f</ul>", "1: Oak, 2: b | 1: Elm, 2: d | 1: Ash, 2: f"},
      {"<ul class=r><li>Ann : miller<li>Bea : cooper<li>Cor : smith</ul>",
       "1: Ann, 2: miller | 1: Bea, 2: cooper | 1: Cor, 2: smith"},
      /* most of the texts before the first separator are long enough to be values */
      {"<ul class=r><li>Oak - b<li>Elm - d<li>Yu - f</ul>", "1: Oak, 2: b | 1: Elm, 2: d | 1: Yu, 2: f"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(separators, do_not_split_if_records_disagree) {
  static const expectation cases[] = {
      /* one record has none, one more, a different one, another order */
      {"<ul class=r><li>Oak - b<li>Elm - d<li>e</ul>", "1: Oak - b | 1: Elm - d | 1: e"},
      {"<ul class=r><li>Oak - b<li>Elm - d<li>Ash - f - g</ul>", "1: Oak - b | 1: Elm - d | 1: Ash - f - g"},
      {"<ul class=r><li>Oak - b<li>Elm - d<li>Ash; f</ul>", "1: Oak - b | 1: Elm - d | 1: Ash; f"},
      {"<ul class=r><li>Oak - b; c<li>Elm; e - f<li>Ash - h; i</ul>", "1: Oak - b; c | 1: Elm; e - f | 1: Ash - h; i"},
      /* two records are too few */
      {"<ul class=r><li>Oak - b<li>Elm - d</ul>", "1: Oak - b | 1: Elm - d"},
      /* no text between two of them */
      {"<ul class=r><li>Oak - ; b<li>Elm - ; d<li>Ash - ; f</ul>", "1: Oak - ; b | 1: Elm - ; d | 1: Ash - ; f"},
      /* more than six */
      {"<ul class=r><li>1; 2; 3; 4; 5; 6; 7; 8<li>2; 2; 3; 4; 5; 6; 7; 8<li>3; 2; 3; 4; 5; 6; 7; 8</ul>",
       "1: 1; 2; 3; 4; 5; 6; 7; 8 | 1: 2; 2; 3; 4; 5; 6; 7; 8 | 1: 3; 2; 3; 4; 5; 6; 7; 8"},
      /* the prefix of a code */
      {"<ul class=r><li>DA - 149.1/2019<li>DA - 22.7/2020<li>NX - 8.3/2021</ul>",
       "1: DA - 149.1/2019 | 1: DA - 22.7/2020 | 1: NX - 8.3/2021"},
      /* a label */
      {"<ul class=r><li>Wood : oak<li>Wood : elm<li>Wood : ash</ul>", "1: oak | 1: elm | 1: ash"},
      /* no spaces around a hyphen: one word */
      {"<ul class=r><li>a-b<li>c-d<li>e-f</ul>", "1: a-b | 1: c-d | 1: e-f"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(separators, are_not_within_ranges_of_numbers) {
  static const expectation cases[] = {
      {"<ul class=r><li>x<p>35.000 – 76.000 €<li>y<p>45.000 – 62.000 €<li>z<p>9.000 – 11.000 €</ul>",
       "1: x, 2: 35.000 – 76.000 € | 1: y, 2: 45.000 – 62.000 € | 1: z, 2: 9.000 – 11.000 €"},
      {"<ul class=r><li>x<p>$10 - $12<li>y<p>$9 - $14<li>z<p>$3 - $5</ul>",
       "1: x, 2: $10 - $12 | 1: y, 2: $9 - $14 | 1: z, 2: $3 - $5"},
      /* but after a date or a word, and before a number that has a unit */
      {"<ul class=r><li>x<p>3/4/2024 - 12 bids<li>y<p>4/4/2024 - 9 bids<li>z<p>5/4/2024 - 7 bids</ul>",
       "1: x, 2: 3/4/2024, 3: 12 | 1: y, 2: 4/4/2024, 3: 9 | 1: z, 2: 5/4/2024, 3: 7"},
      {"<ul class=r><li>x<p>$10 - 12 bids<li>y<p>$19 - 4 bids<li>z<p>$13 - 5 bids</ul>",
       "1: x, 2: $10, 3: 12 | 1: y, 2: $19, 3: 4 | 1: z, 2: $13, 3: 5"},
      /* a range before the separator makes it ambiguous */
      {"<ul class=r><li>x<p>1 - 2 - a<li>y<p>3 - 4 - b<li>z<p>5 - 6 - c</ul>",
       "1: x, 2: 1 - 2 - a | 1: y, 2: 3 - 4 - b | 1: z, 2: 5 - 6 - c"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(separators, may_be_commas_between_quantities) {
  static const expectation cases[] = {
      {"<ul class=r><li>x<p>1 bed, 2 baths, 900 sq ft<li>y<p>2 beds, 1 bath, 1,100 sq ft<li>z<p>3 beds, 2 baths, 950 "
       "sq ft"
       "</ul>",
       "1: x, 2: 1, 3: 2, 4: 900 | 1: y, 2: 2, 3: 1, 4: 1,100 | 1: z, 2: 3, 3: 2, 4: 950"},
      /* other units, another number of quantities, words */
      {"<ul class=r><li>x<p>1 bed, 2 baths<li>y<p>2 beds, 1 sofa<li>z<p>3 beds, 2 baths</ul>",
       "1: x, 2: 1 bed, 2 baths | 1: y, 2: 2 beds, 1 sofa | 1: z, 2: 3 beds, 2 baths"},
      {"<ul class=r><li>x<p>1 bed, 2 baths<li>y<p>2 beds<li>z<p>3 beds, 2 baths</ul>",
       "1: x, 2: 1 bed, 2 baths | 1: y, 2: 2 beds | 1: z, 2: 3 beds, 2 baths"},
      {"<ul class=r><li>x<p>1 bed, Rye<li>y<p>2 beds, Hove<li>z<p>3 beds, Ware</ul>",
       "1: x, 2: 1 bed, Rye | 1: y, 2: 2 beds, Hove | 1: z, 2: 3 beds, Ware"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
  expect_names("<ul class=r><li>x<p>1 bed | 2 baths<li>y<p>2 beds | 1 bath<li>z<p>3 beds | 2 baths</ul>",
               "title beds baths");
}

Test(separators, a_colon_that_ends_a_label_or_is_in_some_records_only_is_text) {
  static const expectation cases[] = {
      {"<ul class=r><li>Room : 12 - free now<li>Room : 14 - let now<li>Room : 21 - to let</ul>",
       "1: Room : 12, 2: free now | 1: Room : 14, 2: let now | 1: Room : 21, 2: to let"},
      {"<ul class=r><li>Mills : a history - Ames<li>Bread for all - Smith<li>Bells - White</ul>",
       "1: Mills : a history, 2: Ames | 1: Bread for all, 2: Smith | 1: Bells, 2: White"},
      {"<ul class=r><li>Mills : a history<li>Bread for all<li>Bells</ul>",
       "1: Mills : a history | 1: Bread for all | 1: Bells"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(separators, do_not_include_a_colon_between_digits) {
  static const expectation cases[] = {
      {"<ul class=r><li>Dover 2 : 1 Deal<li>Rye 0 : 3 Lydd<li>Hythe 4 : 2 Battle</ul>",
       "1: Dover 2 : 1 Deal | 1: Rye 0 : 3 Lydd | 1: Hythe 4 : 2 Battle"},
      {"<ul class=r><li>Monday : from 10 : 30<li>Tuesday : from 9 : 15<li>Friday : from 8 : 45</ul>",
       "1: Monday, 2: from 10 : 30 | 1: Tuesday, 2: from 9 : 15 | 1: Friday, 2: from 8 : 45"},
      {"<ul class=r><li>10 : 30 - talk : mills<li>9 : 15 - film : bread<li>8 : 45 - song : bells</ul>",
       "1: 10 : 30, 2: talk, 3: mills | 1: 9 : 15, 2: film, 3: bread | 1: 8 : 45, 2: song, 3: bells"},
      /* the first colon is the one in the number */
      {"<ul class=r><li>From 10 : 30 : mills<li>From 9 : 15 : bread<li>Until 8 : 45 : bells</ul>",
       "1: From 10 : 30 : mills | 1: From 9 : 15 : bread | 1: Until 8 : 45 : bells"},
      /* a digit on one side only */
      {"<ul class=r><li>Lock 3 : Ann<li>Lock 4 : Bea<li>Lock 5 : Cor</ul>",
       "1: Lock 3, 2: Ann | 1: Lock 4, 2: Bea | 1: Lock 5, 2: Cor"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(separators, never_split_links) {
  expect_values(
      "<ul class=r><li><a href=/1>Red - big</a><li><a href=/2>Blue - small</a><li><a href=/3>Green - tall</a></ul>",
      "1: Red - big, 2: @/1 | 1: Blue - small, 2: @/2 | 1: Green - tall, 2: @/3");
}

Test(separators, do_not_split_decorated_or_constant_texts) {
  expect_values("<ul class=r><li><b>A</b> x - y<li><b>B</b> z - v<li><b>C</b> w - u</ul>",
                "1: A, 2: x - y | 1: B, 2: z - v | 1: C, 2: w - u");
  learned l;
  learn_page(
      &l,
      "<ul class=r><li><h3>A</h3><p>buy - now</p><li><h3>B</h3><p>buy - now</p><li><h3>C</h3><p>buy - now</p></ul>");
  for (const dt_wrapper_node *w = l.wrapper->root; w != NULL; w = dt_wrapper_next(w)) cr_expect_leq(w->part_count, 1);
  learned_free(&l);
}

Test(separators, are_stored_after_each_part_except_the_last) {
  learned l;
  learn_page(&l, "<ul class=r><li>Oak - 1; x<li>Elm - 2; y<li>Ash - 3; z</ul>");
  const dt_wrapper_node *w = text_of_field(&l, 1);
  cr_assert_eq(w->split, DT_SPLIT_MARKS);
  cr_assert_eq(w->part_count, 3);
  static const char *const after[] = {" - ", "; ", ""};
  for (uint32_t p = 0; p < 3; p++) {
    cr_expect_str_eq(w->parts[p].after, after[p], "part %u", p);
    cr_expect_str_eq(w->parts[p].before, "");
    cr_expect_str_eq(w->parts[p].within, "");
  }
  learned_free(&l);
}

Test(separators, cut_one_value_after_another) {
  static const struct {
    const char *text, *after;
    bool last;
    const char *value, *rest;
  } cases[] = {
      {"a - b", " - ", false, "a", "b"},
      {"a - b - c", " - ", false, "a", "b - c"},
      {"a - b - c", " - ", true, "a - b - c", ""}, /* the last separator is at the end of the text or missing */
      {"a (b)", ")", true, "a (b", ""},
      {"a) (b)", ")", true, "a) (b", ""},
      {"a", " - ", false, "a", ""},
      {"a", "", true, "a", ""},
      {"", " - ", false, "", ""},
      {" - b", " - ", false, "", "b"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    dt_part part = {.within = "", .before = "", .after = cases[i].after, .field = DT_NO_FIELD};
    detm_text rest = dt_text(cases[i].text), value = dt_marks_next(&part, cases[i].last, false, &rest);
    cr_expect(dt_text_equal(value, dt_text(cases[i].value)), "%s: value %.*s", cases[i].text, (int)value.length,
              value.data);
    cr_expect(dt_text_equal(rest, dt_text(cases[i].rest)), "%s: rest %.*s", cases[i].text, (int)rest.length, rest.data);
  }
}

/* Another page may have other separators: columns shift no more than necessary. */
Test(separators, are_optional_on_other_pages) {
  static const char *const sample = "<ul><li>red - 1; new<li>blue - 2; old<li>green - 3; bad</ul>";
  detm_wrapper *wrapper = wrapper_from(&sample, 1);
  char *line = applied(wrapper, "<ul><li>pink - 4; mid<li>grey<li>white - 5</ul>");
  cr_expect_str_eq(line, "1: pink, 2: 4, 3: mid | 1: grey | 1: white, 2: 5");
  free(line);
  detm_wrapper_free(wrapper);
}
