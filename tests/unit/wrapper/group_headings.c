/* Tests of src/wrapper/group_headings.c: headings of groups of records, which are values of each record. */
#include "leaks.h"
#include "wrapper/learn/learned.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(group_headings, .fini = find_leaks);

#define ITEM(title, place) "<li><a href=/" title ">" title "</a><p>" place "</p>"
#define CARD(title, place) "<div class=c><a href=/" title ">" title "</a><p>" place "</p></div>"

static void expect_extracted(const char *markup, const char *expected) {
  char *line = extracted(markup, NULL);
  cr_expect_str_eq(line, expected, "%s\n  is       %s\n  should be %s", markup, line, expected);
  free(line);
}

Test(group_headings, are_the_last_value_of_the_records_after_them) {
  expect_extracted("<div>"
                   "<h2>Monday</h2>" CARD("Ash", "Hall") CARD("Bay", "Barn") "<h2>Tuesday</h2>" CARD("Elm", "Barn")
                       CARD("Fir", "Hall") "</div>",
                   "1: Ash, 2: Hall, 3: Monday, 4: /Ash | 1: Bay, 2: Barn, 3: Monday, 4: /Bay | "
                   "1: Elm, 2: Barn, 3: Tuesday, 4: /Elm | 1: Fir, 2: Hall, 3: Tuesday, 4: /Fir");
}

Test(group_headings, may_be_above_the_parents_of_the_records) {
  expect_extracted("<div><h2>Monday</h2><ul>" ITEM("Ash", "Hall")
                       ITEM("Bay", "Barn") "</ul><h2>Tuesday</h2><ul>" ITEM("Elm", "Barn") ITEM("Fir", "Hall")
                           ITEM("Oak", "Mill") "</ul></div>",
                   "1: Ash, 2: Hall, 3: Monday, 4: /Ash | 1: Bay, 2: Barn, 3: Monday, 4: /Bay | "
                   "1: Elm, 2: Barn, 3: Tuesday, 4: /Elm | 1: Fir, 2: Hall, 3: Tuesday, 4: /Fir | "
                   "1: Oak, 2: Mill, 3: Tuesday, 4: /Oak");
}

Test(group_headings, of_tables_are_rows_of_one_cell) {
  expect_extracted("<table><tr><th>Item<th>Size<th>Price"
                   "<tr><td colspan=3><b>Breads</b><tr><td>Rye<td>S<td>£2<tr><td>Spelt<td>M<td>£4"
                   "<tr><td colspan=3><b>Cakes</b><tr><td>Plum<td>S<td>£5<tr><td>Apple<td>L<td>£6<tr><td>Fig<td>L<td>£7"
                   "</table>",
                   "1: Rye, 2: S, 3: £2, 4: Breads | 1: Spelt, 2: M, 3: £4, 4: Breads | "
                   "1: Plum, 2: S, 3: £5, 4: Cakes | 1: Apple, 2: L, 3: £6, 4: Cakes | 1: Fig, 2: L, 3: £7, 4: Cakes");
}

Test(group_headings, of_two_levels_are_two_values) {
  expect_extracted("<div><h2>North</h2><h3>Alby</h3>" CARD("Ash", "Hall") CARD("Bay", "Barn")
                       CARD("Cat", "Mill") "<h3>Borg</h3>" CARD("Elm", "Barn") "<h2>South</h2><h3>Calm</h3>" CARD(
                           "Oak", "Mill") CARD("Yew", "Hall") "</div>",
                   "1: Ash, 2: Hall, 3: Alby, 4: North, 5: /Ash | 1: Bay, 2: Barn, 3: Alby, 4: North, 5: /Bay | "
                   "1: Cat, 2: Mill, 3: Alby, 4: North, 5: /Cat | 1: Elm, 2: Barn, 3: Borg, 4: North, 5: /Elm | "
                   "1: Oak, 2: Mill, 3: Calm, 4: South, 5: /Oak | 1: Yew, 2: Hall, 3: Calm, 4: South, 5: /Yew");
}

Test(group_headings, of_a_level_of_headings_may_have_any_class_and_length) {
  expect_extracted(
      "<div><h2 class=first>Monday</h2>" CARD("Ash", "Hall") CARD("Bay", "Barn") CARD(
          "Cat", "Mill") "<h2>Tuesday, for all who live in the town or near it. It is free.</h2>" CARD("Elm", "Barn")
          CARD("Fir", "Hall") "</div>",
      "1: Ash, 2: Hall, 3: Monday, 4: /Ash | 1: Bay, 2: Barn, 3: Monday, 4: /Bay | "
      "1: Cat, 2: Mill, 3: Monday, 4: /Cat | "
      "1: Elm, 2: Barn, 3: Tuesday, for all who live in the town or near it. It is free., 4: /Elm | "
      "1: Fir, 2: Hall, 3: Tuesday, for all who live in the town or near it. It is free., 4: /Fir");
}

Test(group_headings, of_an_inner_level_end_with_the_outer_group) {
  expect_extracted(
      "<div><h2>North</h2><h3>Alby</h3>" CARD("Ash", "Hall") CARD("Bay", "Barn") CARD("Cat", "Mill")
          CARD("Dogwood", "Mill") CARD("Beech", "Hall") CARD("Plum", "Hall")
              CARD("Pear", "Barn") "<h3>Borg</h3>" CARD("Elm", "Barn")
                  CARD("Fig", "Mill") "<h2>South</h2>" CARD("Oak", "Mill") "</div>",
      "1: Ash, 2: Hall, 3: Alby, 4: North, 5: /Ash | 1: Bay, 2: Barn, 3: Alby, 4: North, 5: /Bay | "
      "1: Cat, 2: Mill, 3: Alby, 4: North, 5: /Cat | 1: Dogwood, 2: Mill, 3: Alby, 4: North, 5: /Dogwood | "
      "1: Beech, 2: Hall, 3: Alby, 4: North, 5: /Beech | 1: Plum, 2: Hall, 3: Alby, 4: North, 5: /Plum | "
      "1: Pear, 2: Barn, 3: Alby, 4: North, 5: /Pear | 1: Elm, 2: Barn, 3: Borg, 4: North, 5: /Elm | "
      "1: Fig, 2: Mill, 3: Borg, 4: North, 5: /Fig | 1: Oak, 2: Mill, 4: South, 5: /Oak");
}

Test(group_headings, of_an_inner_level_may_be_the_same_in_each_outer_group) {
  expect_extracted(
      "<div><h2>Saturday</h2><h3>Adults</h3>" CARD("Ash", "Hall") CARD("Bay", "Barn")
          CARD("Cat", "Mill") "<h3>Children</h3>" CARD("Elm", "Barn") "<h2>Sunday</h2><h3>Adults</h3>" CARD(
              "Oak", "Mill") "<h3>Children</h3>" CARD("Yew", "Hall") CARD("Fig", "Mill") "</div>",
      "1: Ash, 2: Hall, 3: Adults, 4: Saturday, 5: /Ash | 1: Bay, 2: Barn, 3: Adults, 4: Saturday, 5: /Bay | "
      "1: Cat, 2: Mill, 3: Adults, 4: Saturday, 5: /Cat | 1: Elm, 2: Barn, 3: Children, 4: Saturday, 5: /Elm | "
      "1: Oak, 2: Mill, 3: Adults, 4: Sunday, 5: /Oak | 1: Yew, 2: Hall, 3: Children, 4: Sunday, 5: /Yew | "
      "1: Fig, 2: Mill, 3: Children, 4: Sunday, 5: /Fig");
}

Test(group_headings, are_not_texts_that_repeat) {
  expect_extracted("<div><p class=ad>Ad</p>" CARD("Ash", "Hall")
                       CARD("Bay", "Barn") "<p class=ad>Ad</p>" CARD("Elm", "Barn") CARD("Fir", "Hall")
                           CARD("Oak", "Mill") "</div>",
                   "1: Ash, 2: Hall, 3: /Ash | 1: Bay, 2: Barn, 3: /Bay | 1: Elm, 2: Barn, 3: /Elm | "
                   "1: Fir, 2: Hall, 3: /Fir | 1: Oak, 2: Mill, 3: /Oak");
}

Test(group_headings, are_not_sentences_nor_the_end_of_the_record_before) {
  expect_extracted("<div><section><p>These events are for everybody who lives in the town.</p>" CARD("Ash", "Hall")
                       CARD("Bay", "Barn")
                           CARD("Cat", "Mill") "</section><section>"
                                               "<p>The others are for those who bought a ticket before.</p>" CARD(
                                                   "Elm", "Barn") CARD("Fir", "Hall") "</section></div>",
                   "1: Ash, 2: Hall, 3: /Ash | 1: Bay, 2: Barn, 3: /Bay | 1: Cat, 2: Mill, 3: /Cat | "
                   "1: Elm, 2: Barn, 3: /Elm | 1: Fir, 2: Hall, 3: /Fir");
}

/* ---- other pages of the site ---- */

static const char *const sections = "<div><section><h2>Monday</h2>" CARD("Ash", "Hall")
    CARD("Bay", "Barn") "</section>"
                        "<section><h2>Tuesday</h2>" CARD("Elm", "Barn") CARD("Fir", "Hall") "</section>"
                                                                                            "</div>";

static void expect_applied(const char *const *samples, uint32_t count, const char *markup, const char *expected) {
  detm_wrapper *wrapper = wrapper_from(samples, count);
  char *line = applied(wrapper, markup);
  cr_expect_str_eq(line, expected, "%s\n  is       %s\n  should be %s", markup, line, expected);
  free(line);
  detm_wrapper_free(wrapper);
}

Test(group_headings, are_read_from_pages_of_one_group) {
  expect_applied(&sections, 1,
                 "<div><section><h2>Friday</h2>" CARD("Oak", "Mill") CARD("Yew", "Hall") "</section></div>",
                 "1: Oak, 2: Mill, 3: Friday, 4: /Oak | 1: Yew, 2: Hall, 3: Friday, 4: /Yew");
}

#define DISH(name, sum) "<p class=dish><a href=/" name ">" name "</a> <b>" sum "</b></p>"

Test(group_headings, are_no_records_although_they_have_the_same_tag) {
  const char *sample = "<div><p class=cat>Soups</p>" DISH("Leek", "4")
      DISH("Pea", "5") "<p class=cat>Pies</p>" DISH("Plum", "6") DISH("Fig", "7") DISH("Apple", "5") "</div>";
  expect_applied(&sample, 1,
                 "<div><p class=cat>Salads</p>" DISH("Kale", "4")
                     DISH("Beet", "6") "<p class=cat>Teas</p>" DISH("Mint", "2") DISH("Sage", "3") "</div>",
                 "1: Kale, 2: 4, 3: Salads, 4: /Kale | 1: Beet, 2: 6, 3: Salads, 4: /Beet | "
                 "1: Mint, 2: 2, 3: Teas, 4: /Mint | 1: Sage, 2: 3, 3: Teas, 4: /Sage");
}

Test(group_headings, are_missing_where_a_group_has_none) {
  expect_applied(&sections, 1,
                 "<div><section><h2>Friday</h2>" CARD("Oak", "Mill") "</section><section>" CARD("Yew", "Hall")
                     CARD("Box", "Hall") "</section></div>",
                 "1: Oak, 2: Mill, 3: Friday, 4: /Oak | 1: Yew, 2: Hall, 4: /Yew | 1: Box, 2: Hall, 4: /Box");
}

Test(group_headings, that_are_written_otherwise_are_missing_rather_than_those_of_the_group_before) {
  expect_applied(&sections, 1,
                 "<div><section><h2>Friday</h2>" CARD("Oak", "Mill") "<header><h2>Sunday</h2></header>" CARD(
                     "Yew", "Hall") CARD("Box", "Hall") "</section></div>",
                 "1: Oak, 2: Mill, 3: Friday, 4: /Oak | 1: Yew, 2: Hall, 4: /Yew | 1: Box, 2: Hall, 4: /Box");
}

Test(group_headings, are_learned_from_the_pages_that_have_several) {
  const char *const samples[] = {
      "<div><section><h2>Friday</h2>" CARD("Oak", "Mill") CARD("Yew", "Hall") "</section></div>", sections};
  expect_applied(samples, COUNT(samples), samples[0],
                 "1: Oak, 2: Mill, 3: Friday, 4: /Oak | 1: Yew, 2: Hall, 3: Friday, 4: /Yew");
}

Test(group_headings, come_after_all_other_nodes_in_the_wrapper) {
#define FIVE(a)                                                                                                        \
  "<div class=r><p>" a "<h4>1</h4><p>" a "<h4>2</h4><p>" a "<h4>3</h4><p>" a "<h4>4</h4><p>" a "<h4>5</h4></div>"
  const char *markup = "<div><section><h2>Monday</h2>" FIVE("Ash") "</section><section><h2>Friday</h2>" FIVE(
      "Bay") "</section><section><div class=r><p>Elm<ul><li>late</ul></div></section></div>";
  learned l;
  dt_buffer out = {0};
  learn_pages(&l, &markup, 1, 2);
  add_wrapper(l.wrapper, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, "p{#1} h4{#2}? ul{li{#3}}? h2{#4}?");
  dt_buffer_free(&out);
  learned_free(&l);
}
