/* Tests of src/template/apply/pattern.c: values that patterns cut out, invalid patterns, and hostile ones. */
#include "template/apply/pattern.h"

#include "allocation.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_pattern, .fini = find_leaks);

/* The value; "-" if the pattern does not match, "?" if matching was given up. */
static const char *cut(const char *pattern, const char *text) {
  static char value[100];
  char fault[200];
  dt_pattern *made = dt_pattern_compile(pattern, fault, sizeof fault);
  cr_assert_not_null(made, "%s: %s", pattern, fault);
  detm_text found = DT_TEXT("-");
  dt_cut_result what = dt_pattern_cut(made, dt_text(text), &found);
  cr_assert_neq(what, DT_CUT_NO_MEMORY);
  if (what == DT_CUT_GIVEN_UP) found = DT_TEXT("?");
  snprintf(value, sizeof value, "%.*s", (int)found.length, found.data);
  dt_pattern_free(made);
  return value;
}

Test(template_pattern, cuts_group_1_or_the_match) {
  cr_expect_str_eq(cut("\\$(\\d+)", "Price: $12, was $15"), "12");
  cr_expect_str_eq(cut("\\$\\d+", "Price: $12"), "$12");
  cr_expect_str_eq(cut("a(x)?b", "ab"), "ab");
  cr_expect_str_eq(cut("(a)(b)", "ab"), "a");
  cr_expect_str_eq(cut("a()b", "ab"), "");
  cr_expect_str_eq(cut("a", "b"), "-");
}

Test(template_pattern, gives_the_mark_that_the_match_passes) {
  const char *pattern = "(?i)^(?:(?:sold|out)(*MARK:OutOfStock)|in stock(*MARK:InStock)|\\d+ left)";
  cr_expect_str_eq(cut(pattern, "Sold out"), "OutOfStock");
  cr_expect_str_eq(cut(pattern, "In stock, 3 pieces"), "InStock");
  cr_expect_str_eq(cut(pattern, "3 left"), "3 left");
  cr_expect_str_eq(cut(pattern, "Not in stock"), "-");
  cr_expect_str_eq(cut("(*MARK:A)(a)(*MARK:B)", "a"), "B");
}

Test(template_pattern, reads_utf_8) {
  cr_expect_str_eq(cut("^.$", "é"), "é");
  cr_expect_str_eq(cut("\\w+", "été!"), "été");
  cr_expect_str_eq(cut("€ ?(.*)", "€ 5"), "5");
}

Test(template_pattern, reports_invalid_patterns) {
  static const char *const patterns[] = {"(", "[a", "*", "\\C", "(?<n", "\xff"};
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    char fault[200] = "";
    cr_expect_null(dt_pattern_compile(patterns[i], fault, sizeof fault), "%s", patterns[i]);
    cr_expect_str_not_empty(fault);
  }
}

/* Without limits these would take very long or overflow the C stack; PCRE2 optimises the last ones. */
Test(template_pattern, gives_up_on_exponential_patterns, .timeout = 20) {
  static const char *const patterns[] = {"^(a+)+$", "(a|aa)+$", "(.*)*\\d", "^(([a-z])+.)+[A-Z]([a-z])+$"};
  static const char *const others[] = {"(?:(?:a?)*)*b", "(a(?1)?b)", "(?:a|b|c|d|[a-z])*1"};
  char text[5001];
  memset(text, 'a', 5000);
  text[4999] = '!';
  text[5000] = '\0';
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect_str_eq(cut(others[i], text), "-", "%s", others[i]);
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    cr_expect_str_eq(cut(patterns[i], text), "?", "%s", patterns[i]);
}

/* An item may read the whole text each time, and each start may take as long as the one before. */
Test(template_pattern, limits_the_work_of_all_starts_together, .timeout = 20) {
  enum { LENGTH = 16000 };
  static const char *const patterns[] = {"(?:(?=[^b]*+)a){0,400}(?!)", "(?:(?=[^b]{900}c|)a){0,900}(?!)",
                                         "[ab].*[ab].*(?=[^b]*+)(?!)", "(?:(?<=a)(?=a*+)a){0,400}(?!)"};
  char *text = malloc(LENGTH + 1);
  memset(text, 'a', LENGTH);
  text[LENGTH] = '\0';
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    cr_expect_str_eq(cut(patterns[i], text), "?", "%s", patterns[i]);
  free(text);
}

/* Patterns that read a long text once or a few times are not given up. */
Test(template_pattern, reads_long_texts) {
  enum { LENGTH = 16000 };
  static const char *const patterns[] = {"(b)$", ".*(b)", "[^b]*(b)", "(?<=a)(b)"};
  char *text = malloc(LENGTH + 1);
  memset(text, 'a', LENGTH);
  memcpy(text + LENGTH - 1, "b", 2);
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    cr_expect_str_eq(cut(patterns[i], text), "b", "%s", patterns[i]);
  free(text);
}

Test(template_pattern, survives_each_allocation_that_fails) {
  char fault[200];
  dt_pattern *made = NULL;
  for (size_t fail = 1; made == NULL; fail++) {
    allocation_fail_from(fail);
    made = dt_pattern_compile("(a)", fault, sizeof fault);
    allocation_fail_from(0);
    if (made == NULL) cr_expect_str_empty(fault);
  }
  dt_pattern_free(made);
}
