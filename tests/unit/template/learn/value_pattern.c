/* Tests of src/template/learn/value_pattern.c: patterns that cut a value out of the text around it. */
#include "template/learn/learning.h"

#include "text/fold.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_value_pattern, .fini = find_leaks);

/* The part that a pattern cuts out of a text; "-" if it does not match. */
static const char *cut(const char *pattern, const char *text) {
  static char value[1000];
  char fault[200];
  dt_pattern *compiled = dt_pattern_compile(pattern, fault, sizeof fault);
  cr_assert_not_null(compiled, "%s: %s", pattern, fault);
  detm_text found = DT_TEXT("-");
  cr_assert_neq(dt_pattern_cut(compiled, dt_text(text), &found), DT_CUT_NO_MEMORY);
  snprintf(value, sizeof value, "%.*s", (int)found.length, found.data);
  dt_pattern_free(compiled);
  return value;
}

static bool equal_squeezed(const char *a, const char *b) {
  char left[1000], right[1000];
  size_t left_length = dt_squeeze(dt_text(a), left), right_length = dt_squeeze(dt_text(b), right);
  dt_fold(left, left_length);
  dt_fold(right, right_length);
  return left_length == right_length && memcmp(left, right, left_length) == 0;
}

/* The part of `other` that the cheapest pattern for a text and its value cuts out, "none" without a pattern. */
static const char *cut_elsewhere(const char *text, const char *value, const char *other) {
  learning t;
  dt_cutting cuts[DT_MAX_CUTTINGS];
  learning_of(&t, "", NULL);
  uint32_t count = dt_cuttings_of(&t.l, dt_text(text), dt_text(value), cuts);
  cr_assert_leq(count, DT_MAX_CUTTINGS);
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (cuts[i].cost < cuts[best].cost) best = i;
  const char *found = count != 0 ? cut(cuts[best].pattern, other) : "none";
  learning_free(&t);
  return found;
}

/* Returns whether one of the patterns cuts `expected` out of the other text. */
static bool any_cuts(const char *text, const char *value, const char *other, const char *expected) {
  learning t;
  dt_cutting cuts[DT_MAX_CUTTINGS];
  learning_of(&t, "", NULL);
  uint32_t count = dt_cuttings_of(&t.l, dt_text(text), dt_text(value), cuts);
  bool any = false;
  for (uint32_t i = 0; i < count; i++) any |= strcmp(cut(cuts[i].pattern, other), expected) == 0;
  learning_free(&t);
  return any;
}

Test(template_value_pattern, cuts_after_a_common_prefix) {
  cr_expect_str_eq(cut_elsewhere("Price: 12", "12", "Price: 7.50"), "7.50");
  cr_expect_str_eq(cut_elsewhere("by A. Bee", "A. Bee", "by Cy Dee"), "Cy Dee");
  cr_expect_str_eq(cut_elsewhere("价格："
                                 "12",
                                 "12",
                                 "价格："
                                 "7"),
                   "7");
}

Test(template_value_pattern, cuts_before_a_common_suffix) {
  cr_expect_str_eq(cut_elsewhere("12 pages", "12", "345 pages"), "345");
  cr_expect_str_eq(cut_elsewhere("Good Book - Shop", "Good Book", "Other - Shop"), "Other");
}

Test(template_value_pattern, cuts_at_both_ends) {
  cr_expect_str_eq(cut_elsewhere("Price: 12 USD", "12", "Price: 7.50 USD"), "7.50");
  cr_expect_str_eq(cut_elsewhere("(12 votes)", "12", "(7 votes)"), "7");
}

Test(template_value_pattern, cuts_nothing_where_its_marks_are_missing) {
  cr_expect_str_eq(cut_elsewhere("Price: 12", "12", "Cost: 7"), "-");
  cr_expect_str_eq(cut_elsewhere("12 pages", "12", "7 leaves"), "-");
}

Test(template_value_pattern, needs_the_value_in_the_text) {
  cr_expect_str_eq(cut_elsewhere("Price: 12", "13", "Price: 12"), "none");
  cr_expect_str_eq(cut_elsewhere("", "13", "Price: 12"), "none");
  cr_expect_str_eq(cut_elsewhere("Price: 12", "", "Price: 12"), "none");
}

Test(template_value_pattern, finds_the_value_despite_case_and_spacing) {
  cr_expect_str_eq(cut_elsewhere("by A.  Bee", "a. bee", "by Cy Dee"), "Cy Dee");
  cr_expect_str_eq(cut_elsewhere("by A.\xc2\xa0"
                                 "Bee (ed.)",
                                 "A. Bee", "by Cy Dee (ed.)"),
                   "Cy Dee");
}

Test(template_value_pattern, treats_all_white_space_as_equal) {
  cr_expect_str_eq(cut_elsewhere("Our price : 12 in all", "12",
                                 "Our  price: 7 in\xc2\xa0"
                                 "all"),
                   "7");
}

/* "12" in "2012" is not a word. */
Test(template_value_pattern, cuts_between_words) {
  cr_expect_str_eq(cut_elsewhere("Model 2012, size 12", "12", "Model 2013, size 14"), "14");
  cr_expect_str_eq(cut_elsewhere("scared: red fox", "red", "scared: brown fox"), "brown");
}

/* One of the patterns uses only the nearest mark, not all text around the value. */
Test(template_value_pattern, one_pattern_cuts_at_the_nearest_mark) {
  cr_expect(any_cuts("Good Book (2001) | Shop of Ann", "Good Book", "Other (1999) | Shop of Ben", "Other"));
  cr_expect(any_cuts("Home > Books > Good Book", "Good Book", "Home > Toys > Doll", "Doll"));
}

/* Long texts around a value are different on other pages. */
Test(template_value_pattern, does_not_use_long_texts_as_marks) {
  learning t;
  dt_cutting cuts[DT_MAX_CUTTINGS];
  char text[400];
  learning_of(&t, "", NULL);
  snprintf(text, sizeof text, "%s 12 %s", "there was a time when all that one could say of the matter was that it cost",
           "or so, and that those who could not pay it went away with nothing but a book under the arm");
  uint32_t count = dt_cuttings_of(&t.l, dt_text(text), DT_TEXT("12"), cuts);
  for (uint32_t i = 0; i < count; i++) cr_expect_lt(strlen(cuts[i].pattern), 60, "%s", cuts[i].pattern);
  learning_free(&t);
}

/* The pattern made of the whole text around the value finds it again, with any punctuation. */
Test(template_value_pattern, cuts_the_value_back_out_of_its_text) {
  static const char *const signs[] = {"\\",  "^", "$", ".", "|", "[",  "]", "(", ")",      "?",    "*", "+",
                                      "{2}", "}", "#", "-", "/", "\"", "'", "€", "\\E\\Q", "(?i)", " ", "a"};
  unsigned seed = 23;
  for (unsigned round = 0; round < 3000; round++) {
    char before[60] = "", behind[60] = "", text[200];
    for (unsigned i = 0; i < 6; i++) {
      seed = seed * 1664525 + 1013904223;
      strcat(i % 2 == 0 ? before : behind, signs[(seed >> 8) % 24]);
    }
    if (round % 5 == 0) *before = '\0';
    if (round % 7 == 0) *behind = '\0';
    snprintf(text, sizeof text, "%s Xy 12 %s", before, behind);
    text[dt_normalize_space(text, strlen(text))] = '\0';
    const char *found = cut_elsewhere(text, "Xy 12", text);
    cr_assert(equal_squeezed(found, "Xy 12"), "'%s' from '%s'", found, text);
  }
}

/* ---- numbers before the values of a list ---- */

static const char *numbered(const char *text, const char *value, const char *other) {
  learning t;
  learning_of(&t, "", NULL);
  const char *pattern = dt_numbered_cut(&t.l, dt_text(text), dt_text(value));
  const char *found = pattern != NULL ? cut(pattern, other) : "none";
  learning_free(&t);
  return found;
}

Test(template_value_pattern, cuts_numbers_off) {
  cr_expect_str_eq(numbered("1. Mix all", "Mix all", "1. Mix all"), "Mix all");
  cr_expect_str_eq(numbered("1. Mix all", "Mix all", "12. Bake"), "Bake");
  cr_expect_str_eq(numbered("Step 1: Mix all", "Mix all", "Step 20: Bake"), "Bake");
  cr_expect_str_eq(numbered("Mix all (1)", "Mix all", "Bake (2)"), "Bake");
  cr_expect_str_eq(numbered("(1) Mix all [a]", "Mix all", "(2) Bake [a]"), "Bake");
}

Test(template_value_pattern, leaves_texts_without_numbers_unchanged) {
  cr_expect_str_eq(numbered("1. Mix all", "Mix all", "Bake at 180"), "Bake at 180");
  cr_expect_str_eq(numbered("Mix all (1)", "Mix all", "Bake"), "Bake");
}

/* One pattern, so that values with equal texts around them are cut together. */
Test(template_value_pattern, makes_one_pattern_of_all_numbers) {
  learning t;
  learning_of(&t, "", NULL);
  const char *one = dt_numbered_cut(&t.l, DT_TEXT("1. Mix all"), DT_TEXT("Mix all"));
  const char *ten = dt_numbered_cut(&t.l, DT_TEXT("10. Bake"), DT_TEXT("Bake"));
  cr_assert(one != NULL && ten != NULL);
  cr_expect_str_eq(one, ten);
  learning_free(&t);
}

Test(template_value_pattern, does_not_cut_off_long_texts) {
  cr_expect_str_eq(numbered("What follows here is said to be the best of all known ways to do it: Mix", "Mix", "Mix"),
                   "none");
  cr_expect_str_eq(numbered("1. Mix all", "Bake", "Mix"), "none");
}
