/* Tests of src/wrapper/survey.c: what the values of a field begin and end with, and what kind most of them are. */
#include "wrapper/learned.h"

#include <criterion/criterion.h>

TestSuite(survey);

/* Learns from three records with these texts and expects these values, and this name if it is not NULL. */
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

Test(survey, cuts_labels_that_all_values_begin_with) {
  static const values cases[] = {
      {{"Author: Ann", "Author: Bob", "Author: Cy"}, "author", {"Ann", "Bob", "Cy"}},
      {{"Author:Ann", "Author:Bob", "Author:Cy"}, "author", {"Ann", "Bob", "Cy"}},
      {{"Sold by: A: x", "Sold by: B: y", "Sold by: C: z"}, "sold-by", {"A: x", "B: y", "C: z"}},
      {{"\xe4\xbd\x9c\xe8\x80\x85\xef\xbc\x9a"
        "A",
        "\xe4\xbd\x9c\xe8\x80\x85\xef\xbc\x9a"
        "B",
        "\xe4\xbd\x9c\xe8\x80\x85\xef\xbc\x9a"
        "C"},
       "\xe4\xbd\x9c\xe8\x80\x85",
       {"A", "B", "C"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(survey, keeps_what_is_no_label) {
  static const values cases[] = {
      {{"https://a", "https://b", "https://c"}, NULL, {"https://a", "https://b", "https://c"}},
      {{"12:30", "12:45", "12:59"}, "date", {"12:30", "12:45", "12:59"}},
      {{"Author: Ann", "Author: Bob", "Editor: Cy"}, NULL, {"Author: Ann", "Author: Bob", "Editor: Cy"}},
      {{"see Ann", "see Bob", "see Cy"}, NULL, {"see Ann", "see Bob", "see Cy"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(survey, cuts_separators_that_all_values_have) {
  static const values cases[] = {
      {{"Red,", "Blue,", "Green,"}, NULL, {"Red", "Blue", "Green"}},
      {{"| Red |", "| Blue |", "| Green |"}, NULL, {"Red", "Blue", "Green"}},
      {{"Author: Ann,", "Author: Bob,", "Author: Cy,"}, "author", {"Ann", "Bob", "Cy"}},
      {{"Red,", "Blue,", "Green"}, NULL, {"Red,", "Blue,", "Green"}},
      {{"Red!", "Blue!", "Green!"}, NULL, {"Red!", "Blue!", "Green!"}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_three(cases[i].texts, cases[i].name, cases[i].values);
}

Test(survey, cuts_nothing_off_values_that_are_few_or_all_alike) {
  expect_values("<ul class=r><li><h3>A</h3><p>Author: Ann</p><li><h3>B</h3><p>Author: Bob</p></ul>",
                "1: A, 2: Author: Ann | 1: B, 2: Author: Bob");
  learned l;
  learn_page(
      &l, "<ul class=r><li><h3>A</h3><p>On sale, </p><li><h3>B</h3><p>On sale,</p><li><h3>C</h3><p>On sale,</p></ul>");
  for (const dt_wrapper_node *w = l.wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) cr_expect_str_eq(w->parts[p].after, "");
  learned_free(&l);
}

Test(survey, counts_what_kind_more_than_half_of_the_values_are) {
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

Test(survey, cuts_parts_of_texts_too) {
  expect_values("<ul class=r><li><tt>A,</tt> Size: 1<li><tt>B,</tt> Size: 2<li><tt>C,</tt> Size: 3</ul>",
                "1: A, 2: 1 | 1: B, 2: 2 | 1: C, 2: 3");
}
