/* Tests of src/template/learn/anchors.c: names that identify an element on other pages, and the heads made from them.
 */
#include "template/learn/learning.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_anchor, .fini = find_leaks);

static double fitness(const char *value) { return dt_name_fitness(value, strlen(value)); }

Test(template_anchor, accepts_names_without_digits) {
  static const char *const names[] = {"price", "product-title", "mw_headline", "a", "Name:of", "日"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    cr_expect_float_eq(fitness(names[i]), 1, 1e-9, "%s", names[i]);
}

Test(template_anchor, gives_numbered_names_less_trust) {
  static const char *const numbered[] = {"col2", "price-1", "h1", "row12", "block_3"}, *const odd[] = {"a1b2", "7up",
                                                                                                       "2"};
  for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
    cr_expect_lt(fitness(numbered[i]), 1, "%s", numbered[i]);
    cr_expect_gt(fitness(numbered[i]), fitness("a1b2"), "%s", numbered[i]);
  }
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) cr_expect_gt(fitness(odd[i]), 0, "%s", odd[i]);
}

Test(template_anchor, refuses_names_of_one_page) {
  static const char *const names[] = {"", "post-1234", "a1b2c3", "2012", "it's", "a\"b"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) cr_expect_eq(fitness(names[i]), 0, "%s", names[i]);
  char longest[200];
  memset(longest, 'a', sizeof longest);
  cr_expect_gt(dt_name_fitness(longest, 60), 0);
  cr_expect_eq(dt_name_fitness(longest, 61), 0);
  cr_expect_eq(dt_name_fitness(longest, sizeof longest), 0);
}

static double fitness_beside(const char *value, const char *wanted) {
  learning t;
  learning_of(&t, "", wanted);
  double fit = dt_fitness(t.l.wanted, dt_text(value));
  learning_free(&t);
  return fit;
}

Test(template_anchor, refuses_names_that_contain_values) {
  cr_expect_eq(fitness_beside("good-book", "12|Good Book"), 0);
  cr_expect_eq(fitness_beside("title-good-book-cover", "Good Book"), 0);
  cr_expect_eq(fitness_beside("GoodBook", "good book!"), 0);
  cr_expect_eq(fitness_beside("mystery", "A Mystery Novel of 1912"), 0);
  cr_expect_gt(fitness_beside("price", "12|Good Book"), 0);
  cr_expect_gt(fitness_beside("title", NULL), 0);
}

/* "by" is a good class for an author called Abby, and "red" a good value for the class "hundred". */
Test(template_anchor, ignores_short_values_in_names) {
  cr_expect_gt(fitness_beside("by", "Abby Lee"), 0);
  cr_expect_gt(fitness_beside("hundred", "red"), 0);
  cr_expect_gt(fitness_beside("info", "|-| $"), 0);
}

/* "class div.x" and so on; checks that the XPath of each head finds the element. */
static const char *heads_of(const char *markup, const char *path, const char *wanted) {
  static char line[4000];
  learning t;
  dt_buffer out = {0};
  learning_of(&t, markup, wanted);
  xmlNodePtr element = node_at(&t, path);
  dt_heads heads = dt_heads_of(t.l.samples, t.l.wanted, element);
  for (uint32_t i = 0; i < heads.count; i++) {
    const dt_head *h = &heads.all[i];
    cr_expect(xpath_finds(&t, xpath_of(h, ""), element), "%s", xpath_of(h, ""));
    cr_expect(h->trust > 0 && h->trust <= 1, "%s: %f", xpath_of(h, ""), h->trust);
    dt_buffer_format(&out, "%s%s %s", i != 0 ? ", " : "", dt_anchor_kind_names[h->kind], h->tag != NULL ? h->tag : "*");
    if (h->name != NULL) dt_buffer_format(&out, " %s", h->name);
    if (h->value != NULL) dt_buffer_format(&out, "=%s", h->value);
  }
  snprintf(line, sizeof line, "%.*s", (int)out.length, out.length != 0 ? out.data : "");
  dt_buffer_free(&out);
  learning_free(&t);
  return line;
}

static void expect_heads(const char *markup, const char *path, const char *expected) {
  const char *is = heads_of(markup, path, NULL);
  cr_expect_str_eq(is, expected, "%s\n  is %s\n  should be %s", markup, is, expected);
}

Test(template_anchor, finds_elements_by_id_class_and_attributes) {
  expect_heads("<p id=main>x", "//p", "id *=main");
  expect_heads("<p class=price>x", "//p", "class p=price, class *=price");
  expect_heads("<p class='price now'>x", "//p",
               "class p=price, class *=price, class p=now, class *=now, class p=price now");
  expect_heads("<p itemprop=name>x", "//p", "attribute p itemprop=name");
  expect_heads("<p itemprop='name headline'>x", "//p",
               "attribute p itemprop=name headline, token p itemprop=name, token p itemprop=headline");
  expect_heads("<a rel='author nofollow'>x</a>", "//a",
               "attribute a rel=author nofollow, token a rel=author, token a rel=nofollow");
  expect_heads("<p data-testid=cost aria-label=Cost>x", "//p",
               "attribute p data-testid=cost, attribute p aria-label=Cost");
  expect_heads("<meta property='og:title' content=x>", "//meta", "attribute meta property=og:title");
  expect_heads("<h1>x</h1>", "//h1", "tag h1");
  expect_heads("<p style=a onclick=b data-id=c>x", "//p", "");
  expect_heads("<p id='' class=' ' itemprop=''>x", "//p", "");
  expect_heads("<p id=x-1234 class='a\"b post-1234'>x", "//p", "");
}

Test(template_anchor, does_not_find_an_element_by_its_value) {
  cr_expect_str_eq(heads_of("<p id=good-book class='good-book title'>Good Book", "//p", "Good Book"),
                   "class p=title, class *=title");
}

Test(template_anchor, trusts_semantic_names_most_and_numbers_least) {
  learning t;
  learning_of(&t, "<p itemprop=price id=cost class='amount'>1<p class=amount2>2<p role=note>3", NULL);
  dt_heads first = dt_heads_of(t.l.samples, t.l.wanted, node_at(&t, "//p[1]"));
  cr_assert_eq(first.count, 4);
  for (uint32_t i = 1; i < first.count; i++) cr_expect_gt(first.all[i - 1].trust, first.all[i].trust);
  dt_heads numbered = dt_heads_of(t.l.samples, t.l.wanted, node_at(&t, "//p[2]"));
  cr_expect_lt(numbered.all[0].trust, first.all[2].trust);
  dt_heads role = dt_heads_of(t.l.samples, t.l.wanted, node_at(&t, "//p[3]"));
  cr_expect_lt(role.all[0].trust, first.all[0].trust);
  learning_free(&t);
}

Test(template_anchor, bounds_the_heads_of_an_element) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<p class='");
  for (int i = 0; i < 300; i++) dt_buffer_format(&markup, " c%c%c", 'a' + i / 26, 'a' + i % 26);
  dt_buffer_text(&markup, "' itemprop='");
  for (int i = 0; i < 300; i++) dt_buffer_format(&markup, " i%c%c", 'a' + i / 26, 'a' + i % 26);
  dt_buffer_text(&markup, "' rel='");
  for (int i = 0; i < 300; i++) dt_buffer_format(&markup, " r%c%c", 'a' + i / 26, 'a' + i % 26);
  dt_buffer_text(&markup, "'>x");
  dt_buffer_byte(&markup, '\0');
  learning t;
  learning_of(&t, markup.data, NULL);
  dt_heads heads = dt_heads_of(t.l.samples, t.l.wanted, node_at(&t, "//p"));
  cr_expect_gt(heads.count, 0);
  cr_expect_leq(heads.count, 128);
  for (uint32_t i = 0; i < heads.count; i++)
    cr_expect(xpath_finds(&t, xpath_of(&heads.all[i], ""), node_at(&t, "//p")));
  learning_free(&t);
  dt_buffer_free(&markup);
}

Test(template_anchor, compares_class_tokens) {
  learning t;
  learning_of(&t, "<p class=' a  b-c\n'>x</p><p class=ab>y</p><p>z</p>", NULL);
  xmlNodePtr first = node_at(&t, "//p[1]");
  static const struct {
    const char *token;
    bool has;
  } cases[] = {{"a", true}, {"b-c", true}, {"b", false}, {"ab", false}, {"c", false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    detm_text token = dt_text(cases[i].token);
    const char *path = dt_arena_format(&t.l.arena, "//p[%s]", dt_class_predicate(&t.l.arena, token));
    cr_expect_eq(dt_has_class(first, token), cases[i].has, "%s", cases[i].token);
    cr_expect_eq(xpath_finds(&t, path, first), cases[i].has, "%s", path);
  }
  cr_expect_not(dt_has_class(node_at(&t, "//p[3]"), DT_TEXT("a")));
  learning_free(&t);
}
