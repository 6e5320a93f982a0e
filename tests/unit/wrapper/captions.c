/* Tests of src/wrapper/captions.c: labels within records that align values. */
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(caption, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *expected;
} expectation;

Test(caption, makes_each_label_a_column) {
  static const expectation cases[] = {
      /* no record has all labels, nor are they in a fixed order */
      {"<ul class=r><li><h3>A</h3><dl><dt>Pay<dd>9</dd><dt>Town<dd>Rome</dd></dl>"
       "<li><h3>B</h3><dl><dt>Hours</dt><dd>38</dd></dl><li><h3>C</h3><dl><dt>Town</dt><dd>Bern</dd></dl>"
       "<li><h3>D</h3><dl><dt>Hours</dt><dd>40</dd><dt>Pay</dt><dd>7</dd></dl></ul>",
       "title hours pay town"},
      /* rows with one th, the first cell */
      {"<ul class=r><li><h3>A</h3><table><tr><th>Pay<td>9<tr><th>Town<td>Rome</table>"
       "<li><h3>B</h3><table><tr><th>Hours<td>38</table><li><h3>C</h3><table><tr><th>Town<td>Bern</table>"
       "<li><h3>D</h3><table><tr><th>Hours<td>40<tr><th>Pay<td>7</table></ul>",
       "title hours pay town"},
      /* pairs in elements of their own */
      {"<ul class=r><li><h3>A</h3><dl><div><dt>Pay</dt><dd>9</dd></div><div><dt>Town</dt><dd>Rome</dd></div></dl>"
       "<li><h3>B</h3><dl><div><dt>Hours</dt><dd>38</dd></div></dl>"
       "<li><h3>C</h3><dl><div><dt>Town</dt><dd>Bern</dd></div></dl>"
       "<li><h3>D</h3><dl><div><dt>Hours</dt><dd>40</dd></div><div><dt>Pay</dt><dd>7</dd></div></dl></ul>",
       "title hours pay town"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].expected);
}

Test(caption, has_several_values) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>A</h3><dl><dt>By</dt><dd>Ann</dd><dd>Bob</dd><dt>Town</dt><dd>Rome</dd></dl>"
       "<li><h3>B</h3><dl><dt>By</dt><dd>Cy</dd><dt>Town</dt><dd>Bern</dd></dl></ul>",
       "1: A, 2: Ann, 2: Bob, 3: Rome | 1: B, 2: Cy, 3: Bern"},
      /* the second value has text that the first lacks */
      {"<ul class=r><li><h3>A</h3><dl><dt>By</dt><dd><a href=/a>Ann</a></dd><dd><a href=/b>Bob</a> (ed.)</dd>"
       "<dt>Town</dt><dd>Rome</dd></dl>"
       "<li><h3>B</h3><dl><dt>By</dt><dd><a href=/c>Cy</a></dd><dt>Town</dt><dd>Bern</dd></dl></ul>",
       "1: A, 2: Ann, 2: Bob, 3: (ed.), 4: Rome, 5: @/a, 5: @/b | 1: B, 2: Cy, 4: Bern, 5: @/c"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(caption, is_not_a_repeated_title) {
  /* the only dt of each record */
  expect_values("<div class=r><dl><dt>Ann</dt><dd>red</dd></dl><dl><dt>Ann</dt><dd>blue</dd></dl>"
                "<dl><dt>Ann</dt><dd>grey</dd></dl><dl><dt>Bob</dt><dd>brown</dd></dl></div>",
                "1: Ann, 2: red | 1: Ann, 2: blue | 1: Ann, 2: grey | 1: Bob, 2: brown");
  /* most of the texts occur once */
  expect_values(
      "<ul class=r><li><dl><dt>Ann</dt><dd>red</dd><dt>Bob</dt><dd>blue</dd></dl>"
      "<li><dl><dt>Ann</dt><dd>grey</dd><dt>Cy</dt><dd>white</dd></dl>"
      "<li><dl><dt>Di</dt><dd>black</dd><dt>Ed</dt><dd>green</dd></dl></ul>",
      "1: Ann, 2: red, 3: Bob, 4: blue | 1: Ann, 2: grey, 3: Cy, 4: white | 1: Di, 2: black, 3: Ed, 4: green");
}
