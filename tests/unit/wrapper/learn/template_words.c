/* Tests of src/wrapper/learn/template_words.c: texts that are split at words of the template. */
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(template_words, .fini = find_leaks);

typedef struct expectation {
  const char *lines[6]; /* the second text of each record, which is after its title */
  const char *expected, *names;
} expectation;

/* Expects these values, twice, of records that have a title, A to F, and one of the lines, each of which is in two. */
static void expect_split(const expectation *e) {
  dt_buffer markup = {0}, expected = {0};
  dt_buffer_text(&markup, "<ul class=r>");
  for (int twice = 0; twice < 2; twice++)
    for (int i = 0; i < 6 && e->lines[i] != NULL; i++)
      dt_buffer_format(&markup, "<li><h3>%c</h3><p>%s</p>", 'A' + i, e->lines[i]);
  dt_buffer_text(&markup, "</ul>");
  dt_buffer_byte(&markup, '\0');
  dt_buffer_format(&expected, "%s | %s%c", e->expected, e->expected, '\0');
  cr_assert(!markup.failed && !expected.failed);
  expect_values(markup.data, expected.data);
  if (e->names != NULL) expect_names(markup.data, e->names);
  dt_buffer_free(&markup);
  dt_buffer_free(&expected);
}

#define EXPECT_EACH(cases)                                                                                             \
  for (size_t case_number = 0; case_number < COUNT(cases); case_number++) expect_split(&cases[case_number])

Test(template_words, separate_values_beside_numbers_dates_prices_and_codes) {
  static const expectation cases[] = {
      {{"By Ann Lee on 3 May 2026", "By Tom Roe on 4 June 2026", "By Di Fox on 5 July 2025"},
       "1: A, 2: Ann Lee, 3: 3 May 2026 | 1: B, 2: Tom Roe, 3: 4 June 2026 | 1: C, 2: Di Fox, 3: 5 July 2025",
       "title author date"},
      {{"Filed 02/24/12, No. 10-4092", "Filed 02/25/12, No. 10-4093", "Filed 03/01/12, No. 11-17"},
       "1: A, 2: 02/24/12, 3: 10-4092 | 1: B, 2: 02/25/12, 3: 10-4093 | 1: C, 2: 03/01/12, 3: 11-17",
       NULL},
      {{"Rated 3.5 out of 5 from 9 reviews", "Rated 4.0 out of 5 from 12 reviews", "Rated 2.5 out of 5 from 7 reviews"},
       "1: A, 2: 3.5, 3: 9 | 1: B, 2: 4.0, 3: 12 | 1: C, 2: 2.5, 3: 7",
       "title rated reviews"},
      {{"Lot 12 sold for £300 to Ann", "Lot 13 sold for £50 to Tom", "Lot 14 sold for £20 to Di"},
       "1: A, 2: 12, 3: £300, 4: Ann | 1: B, 2: 13, 3: £50, 4: Tom | 1: C, 2: 14, 3: £20, 4: Di",
       "title lot price category"},
      {{"4.5 stars from 12 guests", "4.0 stars from 1 guest", "3.5 stars from 8 guests"},
       "1: A, 2: 4.5, 3: 12 | 1: B, 2: 4.0, 3: 1 | 1: C, 2: 3.5, 3: 8",
       "title stars guests"},
      {{"7K, Date: May-26-99", "5K, Date: Jul-23-99", "9K, Date: Jan-02-98"},
       "1: A, 2: 7K, 3: May-26-99 | 1: B, 2: 5K, 3: Jul-23-99 | 1: C, 2: 9K, 3: Jan-02-98",
       NULL},
      /* the unit may be in the plural */
      {{"1 point by Ann | 3 comments", "2 points by Tom | 1 comment", "5 points by Di | 2 comments",
        "8 points by Ed | 9 comments", "3 points by Flo | 1 comment"},
       "1: A, 2: 1, 3: Ann, 4: 3 | 1: B, 2: 2, 3: Tom, 4: 1 | 1: C, 2: 5, 3: Di, 4: 2 | "
       "1: D, 2: 8, 3: Ed, 4: 9 | 1: E, 2: 3, 3: Flo, 4: 1",
       "title points author comments"},
  };
  EXPECT_EACH(cases);
}

Test(template_words, separate_values_if_they_are_labels) {
  static const expectation cases[] = {
      {{"Roe, Ann ~ Subject: Law ~ Place: Rye", "Fox, Tom ~ Subject: Art, Film ~ Place: Hove",
        "Lee, Di ~ Subject: Tax ~ "
        "Place: Ware"},
       "1: A, 2: Roe, Ann, 3: Law, 4: Rye | 1: B, 2: Fox, Tom, 3: Art, Film, 4: Hove | 1: C, 2: Lee, Di, 3: Tax, 4: "
       "Ware",
       NULL},
      {{"Rye | Updated: 6 May", "Hove | Ware | Updated: 7 June", "| Updated: 8 July"},
       "1: A, 2: Rye, 3: 6 May | 1: B, 2: Hove | Ware, 3: 7 June | 1: C, 3: 8 July",
       NULL},
  };
  EXPECT_EACH(cases);
}

Test(template_words, are_part_of_dates_and_amounts) {
  static const expectation cases[] = {
      /* all in January 2026 */
      {{"Posted Jan 3, 2026 by Ann", "Posted Jan 4, 2026 by Tom", "Posted Jan 5, 2026 by Di"},
       "1: A, 2: Jan 3, 2026, 3: Ann | 1: B, 2: Jan 4, 2026, 3: Tom | 1: C, 2: Jan 5, 2026, 3: Di",
       "title date author"},
      {{"2 hours ago by Ann", "3 hours ago by Tom", "4 hours ago by Di"},
       "1: A, 2: 2 hours ago, 3: Ann | 1: B, 2: 3 hours ago, 3: Tom | 1: C, 2: 4 hours ago, 3: Di",
       "title date author"},
      {{"12 KB by Ann", "30 KB by Tom", "7 KB by Di"},
       "1: A, 2: 12 KB, 3: Ann | 1: B, 2: 30 KB, 3: Tom | 1: C, 2: 7 KB, 3: Di",
       "title size author"},
  };
  EXPECT_EACH(cases);
}

Test(template_words, do_not_separate_what_may_be_one_value) {
  static const expectation cases[] = {
      /* sentences */
      {{"See the old mill on the river", "Eat the best pie on the coast", "Read the new book on the train"},
       "1: A, 2: See the old mill on the river | 1: B, 2: Eat the best pie on the coast | 1: C, 2: Read the new book "
       "on the "
       "train",
       NULL},
      /* ranges, counts of a whole, dates with a time */
      {{"1980 to 1984", "1991 to 1999", "2003 to 2004"},
       "1: A, 2: 1980 to 1984 | 1: B, 2: 1991 to 1999 | 1: C, 2: 2003 to 2004",
       NULL},
      {{"3 of 12", "4 of 17", "9 of 20"}, "1: A, 2: 3 of 12 | 1: B, 2: 4 of 17 | 1: C, 2: 9 of 20", NULL},
      {{"3 May 2026 at 12:30", "4 May 2026 at 13:00", "9 June 2026 at 9:15"},
       "1: A, 2: 3 May 2026 at 12:30 | 1: B, 2: 4 May 2026 at 13:00 | 1: C, 2: 9 June 2026 at 9:15",
       NULL},
      /* "NSW" is not a word of the template */
      {{"4 Mill Lane, RYE NSW 2154", "3 High Street, HOVE NSW 2765", "9 Quay Road, WARE NSW 2156"},
       "1: A, 2: 4 Mill Lane, RYE NSW 2154 | 1: B, 2: 3 High Street, HOVE NSW 2765 | 1: C, 2: 9 Quay Road, WARE NSW "
       "2156",
       NULL},
      /* a number at the end */
      {{"Special meeting 1", "Regular meeting 2", "Annual meeting 3"},
       "1: A, 2: Special meeting 1 | 1: B, 2: Regular meeting 2 | 1: C, 2: Annual meeting 3",
       NULL},
      /* within brackets */
      {{"2 KB (85 words) - 8:07", "3 KB (86 words) - 8:08", "4 KB (87 words) - 8:09"},
       "1: A, 2: 2 KB (85 words) - 8:07 | 1: B, 2: 3 KB (86 words) - 8:08 | 1: C, 2: 4 KB (87 words) - 8:09",
       NULL},
      /* one record is different */
      {{"By Ann on 3 May 2026", "By Tom on 4 June 2026", "Ed, 3 July 2026"},
       "1: A, 2: By Ann on 3 May 2026 | 1: B, 2: By Tom on 4 June 2026 | 1: C, 2: Ed, 3 July 2026",
       NULL},
      /* four records are too few */
      {{"By Ann on 3 May 2026", "By Tom on 4 June 2026"},
       "1: A, 2: Ann on 3 May 2026 | 1: B, 2: Tom on 4 June 2026",
       NULL},
  };
  EXPECT_EACH(cases);
}

Test(template_words, do_not_separate_titles_and_cells_with_a_header) {
  expect_values(
      "<ul class=r><li>Day 1 in Rome<p>v<li>Day 2 in Bari<p>w<li>Day 3 in Lecce<p>x<li>Day 4 in Trani<p>y<li>Day 5 "
      "in Pisa<p>z</ul>",
      "1: Day 1 in Rome, 2: v | 1: Day 2 in Bari, 2: w | 1: Day 3 in Lecce, 2: x | 1: Day 4 in Trani, 2: y | 1: "
      "Day 5 in Pisa, 2: z");
  expect_values(
      "<ul class=r><li>v<h3>Day 1 in Rome</h3><li>w<h3>Day 2 in Bari</h3><li>x<h3>Day 3 in Lecce</h3><li>y<h3>Day "
      "4 in Trani</h3><li>z<h3>Day 5 in Pisa</h3></ul>",
      "1: v, 2: Day 1 in Rome | 1: w, 2: Day 2 in Bari | 1: x, 2: Day 3 in Lecce | 1: y, 2: Day 4 in Trani | 1: z, "
      "2: Day 5 in Pisa");
  expect_values(
      "<table><thead><tr><th>Name<th>Case</thead><tbody class=r><tr><td>A<td>Civil action 2013-1550"
      "<tr><td>B<td>Criminal action 1981-0306<tr><td>C<td>Civil action 2013-0367<tr><td>D<td>Civil action "
      "2014-1551<tr><td>E<td>Criminal action 1982-0307</tbody></table>",
      "1: A, 2: Civil action 2013-1550 | 1: B, 2: Criminal action 1981-0306 | 1: C, 2: Civil action 2013-0367 | "
      "1: D, 2: Civil action 2014-1551 | 1: E, 2: Criminal action 1982-0307");
}
