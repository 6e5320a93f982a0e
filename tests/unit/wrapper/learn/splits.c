/* Tests of src/wrapper/learn/splits.c: texts with several values, and the positions where they are cut. */
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(split, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *expected;
} expectation;

static void expect_all(const expectation *cases, size_t count) {
  for (size_t i = 0; i < count; i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(split, never_cuts_at_a_highlighted_word) {
  static const expectation cases[] = {
      /* at varying positions */
      {"<ul class=r><li><a href=/1>pypa/<em>virtualenv</em></a><li><a href=/2><em>virtualenv</em>-clone</a>"
       "<li><a href=/3>an old <em>virtualenv</em> tool</a><li><a href=/4>direnv</a></ul>",
       "1: pypa/virtualenv, 2: @/1 | 1: virtualenv-clone, 2: @/2 | 1: an old virtualenv tool, 2: @/3 | 1: direnv, 2: "
       "@/4"},
      /* always at the end, joined without white space */
      {"<ul class=r><li><a href=/1>pypa/<em>virtualenv</em></a><li><a href=/2>jo/<em>virtualenv</em></a>"
       "<li><a href=/3>ann/<em>virtualenv</em></a></ul>",
       "1: pypa/virtualenv, 2: @/1 | 1: jo/virtualenv, 2: @/2 | 1: ann/virtualenv, 2: @/3"},
      {"<ul class=r><li>red <mark>oak</mark> clock<li>an <mark>Oak</mark> box<li>tall <mark>oak</mark></ul>",
       "1: red oak clock | 1: an Oak box | 1: tall oak"},
      {"<ul class=r><li>red <span class=hit>oak</span> clock<li>an <span class=hit>Oak</span> box<li>tall <span "
       "class=hit>oak</span></ul>",
       "1: red oak clock | 1: an Oak box | 1: tall oak"},
  };
  expect_all(cases, COUNT(cases));
}

Test(split, keeps_prices_with_currency_and_cents) {
  static const expectation cases[] = {
      {"<ul class=r><li>R$ 749<sup>90</sup><li>R$ 1.249<sup>00</sup><li>R$ 99<sup>90</sup></ul>",
       "1: R$ 749 90 | 1: R$ 1.249 00 | 1: R$ 99 90"},
      {"<ul class=r><li><span>$</span><span>545</span><span>.95</span><li><span>$</span><span>12</span><span>.50</span>"
       "<li><span>$</span><span>8</span><span>.00</span></ul>",
       "1: $545.95 | 1: $12.50 | 1: $8.00"},
      {"<ul class=r><li><b>12</b> EUR<li><b>7</b> EUR<li><b>9</b> EUR</ul>", "1: 12 EUR | 1: 7 EUR | 1: 9 EUR"},
  };
  expect_all(cases, COUNT(cases));
}

Test(split, cuts_between_numbers_and_between_a_name_and_its_number) {
  static const expectation cases[] = {
      {"<ul class=r><li><b>28</b><i>12K</i><li><b>31</b><i>4K</i><li><b>7</b><i>950</i></ul>",
       "1: 28, 2: 12K | 1: 31, 2: 4K | 1: 7, 2: 950"},
      {"<ul class=r><li><b>Ann</b> <i>12</i><li><b>Bob</b> <i>7</i><li><b>Cy</b> <i>9</i></ul>",
       "1: Ann, 2: 12 | 1: Bob, 2: 7 | 1: Cy, 2: 9"},
      {"<ul class=r><li><span>Oslo</span><span>12</span><li><span>Rome</span><span>7</span><li><span>Bern</span>"
       "<span>9</span></ul>",
       "1: Oslo, 2: 12 | 1: Rome, 2: 7 | 1: Bern, 2: 9"},
  };
  expect_all(cases, COUNT(cases));
}

Test(split, cuts_between_elements_that_most_records_have) {
  static const expectation cases[] = {
      {"<ul class=r><li><a href=/1><span>Oak clock</span> <span>brown</span></a><li><a href=/2><span>Slate "
       "clock</span> <span>grey</span></a></ul>",
       "1: Oak clock, 2: brown, 3: @/1 | 1: Slate clock, 2: grey, 3: @/2"},
      /* nested: nine of ten records have to agree, and at least three */
      {"<ul class=r><li>Oak clock <tt>brown</tt><li>Slate clock <tt>grey</tt></ul>",
       "1: Oak clock brown | 1: Slate clock grey"},
      {"<ul class=r><li>Oak clock <tt>brown</tt><li>Slate clock <tt>grey</tt><li>Tin clock <tt>white</tt></ul>",
       "1: Oak clock, 2: brown | 1: Slate clock, 2: grey | 1: Tin clock, 2: white"},
      {"<ul class=r><li><a href=/1>Oak clock <b>brown</b></a><li><a href=/2>Slate clock <b>grey</b></a><li><a "
       "href=/3>Tin clock</a></ul>",
       "1: Oak clock brown, 2: @/1 | 1: Slate clock grey, 2: @/2 | 1: Tin clock, 2: @/3"},
  };
  expect_all(cases, COUNT(cases));
}

/* The first line of a list may introduce it, and a line may have its number before the decoration. */
Test(split, cuts_nested_decoration_although_a_few_texts_are_whole) {
  for (unsigned whole = 1; whole <= 4; whole++) {
    dt_buffer markup = {0};
    learned l;
    dt_buffer_format(&markup, "<div class=r><p>1. <b>Regent</b>, Mrs Holt</p>");
    for (unsigned i = 0; i < whole; i++) dt_buffer_format(&markup, "<p>Elected in %u</p>", 1990 + i);
    for (unsigned i = 0; i < 18; i++) dt_buffer_format(&markup, "<p><b>Mayor of ward %c,</b> Mr Lund</p>", 'A' + i);
    dt_buffer_format(&markup, "</div>");
    dt_buffer_byte(&markup, '\0');
    learn_page(&l, markup.data);
    cr_expect_eq(text_of_field(&l, 1)->part_count, whole <= 2 ? 2 : 1, "%u", whole);
    learned_free(&l);
    dt_buffer_free(&markup);
  }
}

Test(split, never_cuts_running_text) {
  static const expectation cases[] = {
      {"<ul class=r><li>see the <tt>main</tt> file<li>use the <tt>list</tt> call<li>in the <tt>base</tt> room</ul>",
       "1: see the main file | 1: use the list call | 1: in the base room"},
      /* but labels separate values */
      {"<ul class=r><li><b>Made in:</b> Delft <b>Price:</b> 12<li><b>Made in:</b> Gouda <b>Price:</b> 7"
       "<li><b>Made in:</b> Bern <b>Price:</b> 9</ul>",
       "1: Delft, 2: 12 | 1: Gouda, 2: 7 | 1: Bern, 2: 9"},
  };
  expect_all(cases, COUNT(cases));
}

Test(split, separates_struck_out_text_that_only_some_records_have) {
  static const expectation cases[] = {
      {"<ul class=r><li><s>$20</s> $15<li>$30<li><s>$60</s> $45<li>$60</ul>",
       "1: $20, 2: $15 | 2: $30 | 1: $60, 2: $45 | 2: $60"},
      {"<ul class=r><li>$15<sup>.95</sup> <del>$20</del><li>$30<sup>.00</sup><li>$45<sup>.50</sup> <del>$60</del></ul>",
       "1: $15.95, 2: $20 | 1: $30.00 | 1: $45.50, 2: $60"},
      /* a marked replacement is the value, the rest is not */
      /* as WooCommerce writes prices */
      {"<ul class=r><li><del><span class=a><bdi><span class=c>$</span>20</bdi></span></del> <ins><span "
       "class=a><bdi><span "
       "class=c>$</span>15</bdi></span></ins><li><span class=a><bdi><span "
       "class=c>$</span>30</bdi></span><li><del><span "
       "class=a><bdi><span class=c>$</span>60</bdi></span></del> <ins><span class=a><bdi><span class=c>$</span>45</bdi>"
       "</span></ins></ul>",
       "1: $20, 2: $15 | 2: $30 | 1: $60, 2: $45"},
      {"<ul class=r><li><del><b>$20</b></del> <i>Was $20</i><ins><b>$15</b></ins><li><b>$30</b>"
       "<li><del><b>$60</b></del> <i>Was $60</i><ins><b>$45</b></ins></ul>",
       "1: $20, 2: Was $20, 3: $15 | 3: $30 | 1: $60, 2: Was $60, 3: $45"},
      /* not a correction within a sentence */
      {"<ul class=r><li>open on <s>Monday</s> Tuesday at ten<li>open on Friday at ten<li>open on <s>May</s> June "
       "7</ul>",
       "1: open on Monday Tuesday at ten | 1: open on Friday at ten | 1: open on May June 7"},
  };
  expect_all(cases, COUNT(cases));
}

Test(split, kind_is_stored_in_the_wrapper) {
  static const struct {
    const char *markup;
    dt_split split;
    uint32_t parts;
  } cases[] = {
      {"<ul class=r><li>Oak clock<li>Slate clock</ul>", DT_SPLIT_NONE, 1},
      {"<ul class=r><li><tt>Oak clock</tt> brown<li><tt>Slate clock</tt> grey<li><tt>Tin clock</tt> red</ul>",
       DT_SPLIT_ALL, 2},
      {"<ul class=r><li>the <b>oak</b> clock <tt>12</tt><li>an <b>oak</b> box <tt>7</tt><li>more <b>oak</b> here "
       "<tt>9</tt></ul>",
       DT_SPLIT_PHRASES, 2},
      {"<ul class=r><li><s>$20</s> $15<li>$30<li><s>$60</s> $45<li>$60</ul>", DT_SPLIT_STRUCK, 2},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    learned l;
    learn_page(&l, cases[i].markup);
    const dt_wrapper_node *w = text_of_field(&l, 1);
    cr_expect_eq(w->split, cases[i].split, "case %zu: %d", i, w->split);
    cr_expect_eq(w->part_count, cases[i].parts, "case %zu: %u", i, w->part_count);
    learned_free(&l);
  }
}
