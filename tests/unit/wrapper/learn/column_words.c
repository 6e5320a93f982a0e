/* Tests of src/wrapper/learn/column_words.c: the words that pages use for columns. */
#include "wrapper/learn/column_words.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(words, .fini = find_leaks);

typedef struct meaning {
  const char *word, *name; /* NULL: the word is not known */
} meaning;

static void expect_names_of(const meaning *cases, size_t count, const char *(*look_up)(const char *, size_t)) {
  for (size_t i = 0; i < count; i++) {
    const char *name = look_up(cases[i].word, strlen(cases[i].word));
    cr_expect_eq(name == NULL, cases[i].name == NULL, "%s", cases[i].word);
    if (name != NULL && cases[i].name != NULL) cr_expect_str_eq(name, cases[i].name, "%s", cases[i].word);
  }
}
#define EXPECT(cases, look_up) expect_names_of((cases), sizeof(cases) / sizeof *(cases), (look_up))

Test(words, of_classes_and_labels_have_one_name_for_each_column) {
  static const meaning cases[] = {
      {"byline", "author"},   {"author", "author"}, {"datepublished", "date"}, {"timeago", "date"},
      {"cost", "price"},      {"price", "price"},   {"teaser", "description"}, {"headline", "title"},
      {"telephone", "phone"}, {"year", "year"},     {"abstract", "abstract"},  {"comment", "comments"},
      {"col", NULL},          {"pric", NULL},       {"prices", NULL},          {"", NULL},
      {"zzz", NULL},          {"a", NULL},          {"Price", "price"},        {"BYLINE", "author"},
  };
  EXPECT(cases, dt_word_name);
}

Test(words, of_icons_name_their_meaning) {
  static const meaning cases[] = {{"heart", "likes"}, {"star", "stars"}, {"eye", "views"}, {"branch", "forks"},
                                  {"views", "views"}, {"octicon", NULL}, {"", NULL}};
  EXPECT(cases, dt_icon_name);
}

Test(words, before_a_value_name_it) {
  static const meaning cases[] = {{"by", "author"}, {"von", "author"}, {"via", "source"}, {"in", "category"},
                                  {"af", "author"}, {"the", NULL},     {"b", NULL},       {"", NULL}};
  EXPECT(cases, dt_preposition_name);
}

Test(words, are_looked_up_by_the_given_length) {
  cr_expect_str_eq(dt_word_name("pricelist", 5), "price");
  cr_expect_null(dt_word_name("price", 4));
  cr_expect_str_eq(dt_preposition_name("by Ann", 2), "author");
}

Test(words, of_layouts_are_marked_as_vague) {
  cr_expect(dt_word_is_vague("meta", 4));
  cr_expect_not(dt_word_is_vague("price", 5));
  cr_expect_not(dt_word_is_vague("", 0));
}

Test(words, that_count_something_are_marked) {
  static const char *const counts[] = {"answers", "comments", "forks", "stars", "votes"};
  static const char *const others[] = {"title", "price", "date", "comment", ""};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) cr_expect(dt_name_counts(counts[i]), "%s", counts[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) cr_expect_not(dt_name_counts(others[i]), "%s", others[i]);
}
