/* Tests of src/wrapper/learn/record_title.c: the text that names a record. */
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(title, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *names;
} expectation;

static void expect_all(const expectation *cases, size_t count) {
  for (size_t i = 0; i < count; i++) expect_names(cases[i].markup, cases[i].names);
}

Test(title, is_found_in_common_layouts) {
  static const expectation cases[] = {
      /* a search result: address, linked heading, summary */
      {"<ul class=r><li><cite>www.example.org/oak</cite><h3><a href=/1>Clocks of oak</a></h3>"
       "<p>How clocks were made of oak in the old days, and by whom they were sold.</p>"
       "<li><cite>www.example.com/elm</cite><h3><a href=/2>Boxes of elm</a></h3>"
       "<p>What boxes of elm are good for, and how they are kept from the damp.</p></ul>",
       "url title description title-link"},
      /* a shelf: picture, maker, linked name, price */
      {"<ul class=r><li><a href=/1><img src=1.png></a><span class=brand>Harding</span><a href=/1>Oak clock</a>"
       "<p>$12.50</p><li><a href=/2><img src=2.png></a><span class=brand>Weir</span><a href=/2>Slate clock</a>"
       "<p>$7.00</p></ul>",
       "brand title price link image title-link"},
      /* news: date, heading, author */
      {"<ul class=r><li><p>2024-05-01</p><h2>The mill is sold</h2><p>by Ann Bee</p><li><p>2024-05-02</p><h2>A bridge "
       "for the town</h2><p>by Bo Tarn</p><li><p>2024-05-03</p><h2>School opens again</h2><p>by Cy Dow</p></ul>",
       "date title author"},
      /* a ranking: number, name, points */
      {"<table><tbody class=r><tr><td>1<td>Ann Bee<td>120<tr><td>2<td>Bo Tarn<td>97<tr><td>3<td>Cy Dow<td>80</table>",
       "number title number-2"},
      /* court cases, after their dockets */
      {"<table><tbody class=r><tr><td>24-CV-0117<td>Brandt v. Brandt<td>2024-05-01<tr><td>24-CV-0231<td>Ruiz v. Ely"
       "<td>2024-05-02<tr><td>23-CR-0088<td>State v. Kimble<td>2024-05-03</table>",
       "docket-number title date"},
  };
  expect_all(cases, COUNT(cases));
}

Test(title, is_named_by_a_visible_label) {
  static const expectation cases[] = {
      {"<table><tr><th>Place<th>People</tr><tbody class=r><tr><td>Oslo<td>12<tr><td>Rome<td>7</table>", "place people"},
      {"<ul class=r><li><dl><dt>Author<dd>Ann Bee<dt>Year<dd>1984</dl><li><dl><dt>Author<dd>Bo Tarn<dt>Year<dd>1992"
       "</dl></ul>",
       "author year"},
      {"<ul class=r><li>Player: Ann Bee<li>Player: Bo Tarn<li>Player: Cy Dow</ul>", "player"},
      /* not by markup that readers do not see */
      {"<ul class=r><li><p itemprop=name>Ann Bee</p><li><p itemprop=name>Bo Tarn</p></ul>", "title"},
      {"<ul class=r><li><p class=name>Ann Bee</p><li><p class=name>Bo Tarn</p></ul>", "title"},
      {"<ul class=r><li><p class=maker>Ann Bee</p><li><p class=maker>Bo Tarn</p></ul>", "title"},
  };
  expect_all(cases, COUNT(cases));
}

Test(title, is_not_a_number_a_list_or_a_constant) {
  static const expectation cases[] = {
      {"<ul class=r><li>12<li>7<li>9</ul>", "number"},
      {"<ul class=r><li>$12.50<li>$7.00<li>$9.00</ul>", "price"},
      {"<ul class=r><li><h3>See more</h3><p>Oak clock</p><li><h3>See more</h3><p>Slate clock</p></ul>", "text title"},
      {"<ul class=r><li><ul><li><a href=/a>oak</a><li><a href=/b>elm</a><li><a href=/c>ash</a></ul><p>Clocks</p>"
       "<li><ul><li><a href=/d>tin</a></ul><p>Boxes</p></ul>",
       "text title text-link"},
      /* nor a text that most records lack */
      {"<ul class=r><li><h3>New here</h3><p>Oak clock</p><li><p>Slate clock</p><li><p>Tin clock</p><li><p>Elm box</p>"
       "</ul>",
       "text title"},
  };
  expect_all(cases, COUNT(cases));
}

Test(title, is_one_column_only) {
  expect_names("<ul class=r><li><h3>Oak clock</h3><p class=title>An hour of oak</p><li><h3>Slate clock</h3>"
               "<p class=title>Grey hours</p></ul>",
               "title subtitle");
}
