/* Tests of src/wrapper/learn/affixes.c: common prefixes and suffixes of the values of a field, and the kind of most
 * values. */
#include "wrapper/learn/learn.h"
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(column, .fini = find_leaks);

/* Learns from three records with these texts; expects these values, and this name unless it is NULL. */
static void expect_three(const char *const texts[3], const char *name, const char *const values[3]) {
  dt_buffer markup = {0}, expected = {0};
  dt_buffer_format(&markup, "<ul class=r><li><p>%s</p><li><p>%s</p><li><p>%s</p></ul>", texts[0], texts[1], texts[2]);
  dt_buffer_format(&expected, "1: %s | 1: %s | 1: %s", values[0], values[1], values[2]);
  dt_buffer_byte(&markup, '\0');
  dt_buffer_byte(&expected, '\0');
  expect_values(markup.data, expected.data);
  if (name != NULL) expect_names(markup.data, name);
  dt_buffer_free(&markup);
  dt_buffer_free(&expected);
}

typedef struct values {
  const char *texts[3], *name, *values[3];
} values;

Test(column, cuts_labels_that_all_values_begin_with) {
  static const values cases[] = {
      {{"Author: Ann", "Author: Bob", "Author: Cy"}, "author", {"Ann", "Bob", "Cy"}},
      {{"Author:Ann", "Author:Bob", "Author:Cy"}, "author", {"Ann", "Bob", "Cy"}},
      {{"99 Cal. 94", "99 Cal. 82", "99 Cal. 7"}, NULL, {"99 Cal. 94", "99 Cal. 82", "99 Cal. 7"}},
      {{"EUR 12", "EUR 7", "EUR 9"}, NULL, {"EUR 12", "EUR 7", "EUR 9"}},
      /* words before numbers, even after a separator; but not the month before a year */
      {{"Part no. 1000", "Part no. 1037", "Part no. 1074"}, "part-no", {"1000", "1037", "1074"}},
      {{"| Elected 1980", "| Elected 1992", "| Elected 1988"}, "elected", {"1980", "1992", "1988"}},
      {{"Updated 3 hours ago", "Updated yesterday", "Updated 2 days ago"},
       "date",
       {"3 hours ago", "yesterday", "2 days ago"}},
      {{"Oct 8, 2024", "Oct 8, 2024", "Oct 9, 2024"}, NULL, {"Oct 8, 2024", "Oct 8, 2024", "Oct 9, 2024"}},
      {{"Sold by: A: x", "Sold by: B: y", "Sold by: C: z"}, "sold-by", {"A: x", "B: y", "C: z"}},
      {{"作者："
        "A",
        "作者："
        "B",
        "作者："
        "C"},
       "作者",
       {"A", "B", "C"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(column, keeps_words_before_numbers_in_a_first_text_which_may_be_the_title) {
  expect_values("<ul class=r><li><p>Oak clock 11</p><i>May</i><li><p>Oak clock 12</p><i>June</i>"
                "<li><p>Oak clock 13</p><i>July</i></ul>",
                "1: Oak clock 11, 2: May | 1: Oak clock 12, 2: June | 1: Oak clock 13, 2: July");
}

Test(column, keeps_text_that_is_not_a_label) {
  static const values cases[] = {
      {{"https://a", "https://b", "https://c"}, NULL, {"https://a", "https://b", "https://c"}},
      {{"12:30", "12:45", "12:59"}, "time", {"12:30", "12:45", "12:59"}},
      {{"Author: Ann", "Author: Bob", "Editor: Cy"}, NULL, {"Author: Ann", "Author: Bob", "Editor: Cy"}},
      {{"see Ann", "see Bob", "see Cy"}, NULL, {"see Ann", "see Bob", "see Cy"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(column, cuts_separators_that_all_values_have) {
  static const values cases[] = {
      {{"Red,", "Blue,", "Green,"}, NULL, {"Red", "Blue", "Green"}},
      {{"| Red |", "| Blue |", "| Green |"}, NULL, {"Red", "Blue", "Green"}},
      {{"Author: Ann,", "Author: Bob,", "Author: Cy,"}, "author", {"Ann", "Bob", "Cy"}},
      {{"Red,", "Blue,", "Green"}, NULL, {"Red,", "Blue,", "Green"}},
      {{"Red!", "Blue!", "Green!"}, NULL, {"Red!", "Blue!", "Green!"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(column, cuts_nothing_if_values_are_few_or_equal) {
  expect_values("<ul class=r><li><h3>A</h3><p>Author: Ann</p><li><h3>B</h3><p>Author: Bob</p></ul>",
                "1: A, 2: Author: Ann | 1: B, 2: Author: Bob");
  learned l;
  learn_page(
      &l, "<ul class=r><li><h3>A</h3><p>On sale, </p><li><h3>B</h3><p>On sale,</p><li><h3>C</h3><p>On sale,</p></ul>");
  for (const dt_wrapper_node *w = l.wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) cr_expect_str_eq(w->parts[p].after, "");
  learned_free(&l);
}

Test(column, has_the_kind_of_more_than_half_of_the_values) {
  static const struct {
    const char *texts[4], *name, *type;
  } cases[] = {
      {{"1", "2", "3", "4"}, "number", "number"},
      {{"1", "2", "3", "x"}, "number", "number"},
      {{"1", "2", "x", "y"}, "text", "text"},
      {{"$1.50", "$2.50", "$3.50", "call"}, "price", "price"},
      {{"2024-05-01", "2024-05-02", "2024-05-03", "soon"}, "date", "date"},
      {{"2024-05-01", "2024-05-02", "later", "soon"}, "text", "text"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    learned l;
    dt_buffer markup = {0};
    dt_buffer_text(&markup, "<ul class=r>");
    for (size_t t = 0; t < 4; t++) dt_buffer_format(&markup, "<li><p>%s</p>", cases[i].texts[t]);
    dt_buffer_byte(&markup, '\0');
    learn_page(&l, markup.data);
    cr_assert_eq(l.wrapper->field_count, 1);
    cr_expect_str_eq(l.wrapper->fields[0].name, cases[i].name, "case %zu", i);
    cr_expect_str_eq(l.wrapper->fields[0].type, cases[i].type, "case %zu", i);
    dt_buffer_free(&markup);
    learned_free(&l);
  }
}

Test(column, cuts_affixes_of_parts_of_texts_too) {
  expect_values("<ul class=r><li><tt>A,</tt> Size: 1<li><tt>B,</tt> Size: 2<li><tt>C,</tt> Size: 3</ul>",
                "1: A, 2: 1 | 1: B, 2: 2 | 1: C, 2: 3");
}

/* ---- words around values ---- */

Test(column, cuts_units_in_all_forms) {
  static const values cases[] = {
      {{"12 reviews", "1 review", "40 reviews"}, "reviews", {"12", "1", "40"}},
      {{"1 review", "12 reviews", "40 reviews"}, "reviews", {"1", "12", "40"}},
      {{"(1,234 ratings)", "(12 ratings)", "(7 ratings)"}, "ratings", {"1,234", "12", "7"}},
      {{"11 comments", "7 comments", "No comments"}, "comments", {"11", "7", "No comments"}},
      {{"12 bilder", "1 bild", "40 bilder"}, "bilder", {"12", "1", "40"}},
      /* several units, or units that belong to the value */
      {{"12 reviews", "1 sale", "40 visits"}, NULL, {"12 reviews", "1 sale", "40 visits"}},
      {{"112 KB", "40 KB", "7 KB"}, NULL, {"112 KB", "40 KB", "7 KB"}},
      {{"39 mins", "12 mins", "50 mins"}, NULL, {"39 mins", "12 mins", "50 mins"}},
      {{"3 days ago", "12 days ago", "1 day ago"}, NULL, {"3 days ago", "12 days ago", "1 day ago"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(column, keeps_units_that_belong_to_the_number_or_are_names) {
  static const values cases[] = {
      {{"3 million", "12 million", "4 million"}, NULL, {"3 million", "12 million", "4 million"}},
      {{"3 Mio.", "12 Mio.", "4 Mio."}, NULL, {"3 Mio.", "12 Mio.", "4 Mio."}},
      {{"12 Mill Street", "7 Mill Street", "40 Mill Street"},
       NULL,
       {"12 Mill Street", "7 Mill Street", "40 Mill Street"}},
      {{"12 m²", "7 m²", "40 m²"}, "number", {"12 m²", "7 m²", "40 m²"}},
      {{"12K views", "950 views", "1.5M views"}, "title", {"12K views", "950 views", "1.5M views"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(column, keeps_words_before_what_is_always_the_same) {
  expect_values("<ul class=r><li><b>A</b><p>in stock</p><li><b>B</b><p>in stock</p><li><b>C</b><p>in stock</p>"
                "<li><b>D</b><p>in stock</p><li><b>E</b><p>in stock</p><li><b>F</b><p>in stock</p>"
                "<li><b>G</b><p>in stock</p><li><b>H</b><p>in stock</p><li><b>I</b><p>in stock</p>"
                "<li><b>J</b><p>sold out</p></ul>",
                "1: A, 2: in stock | 1: B, 2: in stock | 1: C, 2: in stock | 1: D, 2: in stock | 1: E, 2: in stock | "
                "1: F, 2: in stock | 1: G, 2: in stock | 1: H, 2: in stock | 1: I, 2: in stock | 1: J, 2: sold out");
}

Test(column, cuts_words_that_name_the_values) {
  static const values cases[] = {
      {{"by Ann", "by Bob", "by Cy"}, "author", {"Ann", "Bob", "Cy"}},
      {{"By Ann", "By Bob", "By Cy"}, "author", {"Ann", "Bob", "Cy"}},
      {{"Posted by Ann", "Posted by Bob", "Posted by Cy"}, "author", {"Ann", "Bob", "Cy"}},
      {{"von Anna", "von Bert", "von Carl"}, "author", {"Anna", "Bert", "Carl"}},
      {{"Updated 3 days ago", "Updated 12 days ago", "Updated 1 day ago"},
       "date",
       {"3 days ago", "12 days ago", "1 day ago"}},
      {{"Score 12", "Score 7", "Score 9"}, "score", {"12", "7", "9"}},
      /* "in" before a number */
      {{"Ships in 1 day", "Ships in 2 days", "Ships in 7 days"},
       NULL,
       {"Ships in 1 day", "Ships in 2 days", "Ships in 7 days"}},
      /* one value has no such word; any word before a number; no number after the word */
      {{"by Ann", "by Bob", "Cy"}, NULL, {"by Ann", "by Bob", "Cy"}},
      {{"see 12", "see 7", "see 9"}, "see", {"12", "7", "9"}},
      {{"Score high", "Score low", "Score fair"}, NULL, {"Score high", "Score low", "Score fair"}},
      {{"by Ann", "by Ann", "by Ann"}, NULL, {"by Ann", "by Ann", "by Ann"}},
      /* the capital "In" begins a name */
      {{"In re Kimble", "In re Brandt", "In re Oslo"}, NULL, {"In re Kimble", "In re Brandt", "In re Oslo"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(column, keeps_words_before_numbers_in_links_and_headings) {
  expect_values("<ul class=r><li><a href=/1>Volume 1</a><li><a href=/2>Volume 2</a><li><a href=/3>Volume 3</a></ul>",
                "1: Volume 1, 2: @/1 | 1: Volume 2, 2: @/2 | 1: Volume 3, 2: @/3");
  expect_values("<ul class=r><li><h3>Section 1</h3><li><h3>Section 2</h3><li><h3>Section 3</h3></ul>",
                "1: Section 1 | 1: Section 2 | 1: Section 3");
  expect_values("<ul class=r><li><h3>Oak</h3><a href=/1>by Ann</a><li><h3>Elm</h3><a href=/2>by Bob</a>"
                "<li><h3>Ash</h3><a href=/3>by Cy</a></ul>",
                "1: Oak, 2: Ann, 3: @/1 | 1: Elm, 2: Bob, 3: @/2 | 1: Ash, 2: Cy, 3: @/3");
}

/* A cell is one value: its words are not cut, whatever the header says. */
Test(column, keeps_words_before_numbers_in_cells_of_tables) {
  static const struct {
    const char *header, *words, *name, *values;
  } cases[] = {
      {"Place", "Room ", "place", "Room 3 | 1: b, 2: Room 4 | 1: c, 2: Room 5"},
      {"Info", "Updated ", "info", "Updated 3 | 1: b, 2: Updated 4 | 1: c, 2: Updated 5"},
      {"Room", "Room ", "room", "Room 3 | 1: b, 2: Room 4 | 1: c, 2: Room 5"},
      {"Maker", "by ", "maker", "by 3 | 1: b, 2: by 4 | 1: c, 2: by 5"},
      /* the lines of a cell are a list */
      {"Details", "<p>old</p>Room ", "details", "old, 2: Room 3 | 1: b, 2: old, 2: Room 4 | 1: c, 2: old, 2: Room 5"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const char *words = cases[i].words;
    dt_buffer markup = {0}, all = {0}, names = {0};
    dt_buffer_format(&markup,
                     "<table><tr><th>Talk<th>%s</tr><tbody class=r><tr><td>a<td>%s3<tr><td>b<td>%s4<tr><td>c<td>%s5"
                     "</table>%c",
                     cases[i].header, words, words, words, '\0');
    dt_buffer_format(&all, "1: a, 2: %s%c", cases[i].values, '\0');
    dt_buffer_format(&names, "talk %s%c", cases[i].name, '\0');
    expect_values(markup.data, all.data);
    expect_names(markup.data, names.data);
    dt_buffer_free(&markup);
    dt_buffer_free(&all);
    dt_buffer_free(&names);
  }
}

Test(column, matches_the_forms_of_one_unit) {
  static const struct {
    const char *a, *b;
    bool same;
  } cases[] = {
      {"review", "reviews", true}, {"Reviews", "reviews", true},  {"reply", "replies", true}, {"bild", "bilder", true},
      {"review", "sale", false},   {"days", "dayparting", false}, {"no", "not", false},       {"", "", false}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    cr_expect_eq(dt_same_unit(dt_text(cases[i].a), dt_text(cases[i].b)), cases[i].same, "%s %s", cases[i].a,
                 cases[i].b);
    cr_expect_eq(dt_same_unit(dt_text(cases[i].b), dt_text(cases[i].a)), cases[i].same, "%s %s", cases[i].b,
                 cases[i].a);
  }
}

/* ---- lines ---- */

Test(column, joins_lines_of_one_sentence) {
  expect_values(
      "<ul class=r>"
      "<li><h3>Oak</h3><p>A tall clock of brown oak that was made<br>in the year of the great flood</p>"
      "<li><h3>Elm</h3><p>A box of elm with two drawers which may be<br>opened from either of its sides</p>"
      "<li><h3>Ash</h3><p>The handle of an axe, never used, that is<br>sold with the head that fits it</p></ul>",
      "1: Oak, 2: A tall clock of brown oak that was made in the year of the great flood | "
      "1: Elm, 2: A box of elm with two drawers which may be opened from either of its sides | "
      "1: Ash, 2: The handle of an axe, never used, that is sold with the head that fits it");
}

Test(column, keeps_lines_separate_that_are_short_or_begin_sentences) {
  expect_values("<ul class=r><li><p>12 Oak Lane<br>near the mill</p><li><p>7 Elm Road<br>by the river</p>"
                "<li><p>9 Ash Way<br>at the corner</p></ul>",
                "1: 12 Oak Lane, 2: near the mill | 1: 7 Elm Road, 2: by the river | 1: 9 Ash Way, 2: at the corner");
  expect_values("<ul class=r>"
                "<li><p>A tall clock of brown oak that was made here<br>Harding and Daughters of Delft</p>"
                "<li><p>A box of elm with two drawers which may open<br>Weir Brothers of Gouda</p>"
                "<li><p>The handle of an axe, never used, with head<br>Mason Limited of Bern</p></ul>",
                "1: A tall clock of brown oak that was made here, 2: Harding and Daughters of Delft | "
                "1: A box of elm with two drawers which may open, 2: Weir Brothers of Gouda | "
                "1: The handle of an axe, never used, with head, 2: Mason Limited of Bern");
}
