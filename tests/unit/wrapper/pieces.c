/* Tests of src/wrapper/pieces.c: a text as the pieces between its decoration. */
#include "wrapper/pieces.h"
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(piece, .fini = find_leaks);

enum { MOST = 16 };

/* Expects these pieces of the text in a page's p, as within=text separated by "|". */
static void expect_pieces(const char *markup, dt_split split, uint32_t most, const char *expected) {
  detm_page *page = page_of(markup);
  dt_piece pieces[MOST];
  dt_arena arena;
  dt_buffer out = {0};
  dt_arena_start(&arena, NULL);
  uint32_t count = dt_text_pieces(&arena, &page->tree, first_of(&page->tree, "p") + 1, split, pieces, most);
  cr_expect_leq(count, most);
  for (uint32_t p = 0; p < count; p++) {
    const char *within = dt_chain_within(&arena, &page->tree, pieces[p].element, split);
    cr_expect_eq(pieces[p].within, dt_within_hash(within), "the hash is that of %s", within);
    dt_buffer_format(&out, "%s%s=%.*s", p != 0 ? "|" : "", within, (int)pieces[p].text.length, pieces[p].text.data);
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  dt_arena_free(&arena);
  detm_page_free(page);
}

Test(piece, of_an_amount_has_its_currency) {
  static const struct {
    const char *markup, *pieces;
  } cases[] = {
      {"<p><b><i>$</i>30.00</b> <u>x</u>", "b=$30.00|u=x"},
      {"<p><b>30,00 <i>€</i></b> <u>x</u>", "b=30,00 €|u=x"},
      {"<p><b><i>$</i>30.00</b><b><i>$</i>20.00</b>", "b=$30.00|b=$20.00"},
      /* not a currency, not within the element of the amount, an amount already */
      {"<p><b><i>*</i>30.00</b>", "b i=*|b=30.00"},
      {"<p><i>$</i><b>30.00</b>", "i=$|b=30.00"},
      {"<p><b>$30.00<i>/</i></b>", "b=$30.00|b i=/"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_pieces(cases[i].markup, DT_SPLIT_ALL, MOST, cases[i].pieces);
}

Test(piece, ends_where_decoration_changes) {
  static const struct {
    const char *markup, *pieces;
  } cases[] = {
      {"<p>a b", "=a b"},
      {"<p>a <b>b</b> c", "=a|b=b|=c"},
      {"<p><b>a</b><i>b</i>", "b=a|i=b"},
      {"<p><b>a</b> <b>b</b>", "b=a|b=b"},
      {"<p><font><b>a</b> b</font> c", "font b=a|font=b|=c"},
      {"<p><b class=price>1</b> <b class='price now'>2</b>", "b.price=1|b.price.now=2"},
      {"<p><span class='a\tb'>1</span>", "span.a.b=1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_pieces(cases[i].markup, DT_SPLIT_ALL, MOST, cases[i].pieces);
}

Test(piece, continues_through_phrases_that_do_not_separate_values) {
  static const struct {
    const char *markup, *pieces;
  } cases[] = {
      {"<p>a <b>b</b> c", "=a b c"},
      {"<p>a<b>b</b>c", "=abc"},
      {"<p><b>a</b><i>b</i> <em>c</em>", "=ab c"},
      {"<p><font>a <b>b</b></font> c", "font=a b|=c"},
      {"<p>a <b>b</b> <small>c <em>d</em></small>", "=a b|small=c d"},
      /* two spans are two values, even if they are equal */
      {"<p><span>a</span> <span>b</span>", "span=a|span=b"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_pieces(cases[i].markup, DT_SPLIT_PHRASES, MOST, cases[i].pieces);
}

Test(piece, last_one_contains_the_rest_of_the_text) {
  static const char *const markup = "<p>a <b>b</b> c<i>d</i> e";
  static const char *const expected[] = {"=a b cd e", "=a|b=b cd e", "=a|b=b|=cd e", "=a|b=b|=c|i=d e",
                                         "=a|b=b|=c|i=d|=e"};
  for (uint32_t most = 1; most <= 5; most++) expect_pieces(markup, DT_SPLIT_ALL, most, expected[most - 1]);
}

Test(piece, is_short_in_very_deep_decoration) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<p>");
  for (int n = 0; n < 100; n++) dt_buffer_format(&markup, "<span class=a-long-name-for-a-class-%d>", n);
  dt_buffer_text(&markup, "x");
  dt_buffer_byte(&markup, '\0');
  detm_page *page = page_of(markup.data);
  dt_piece pieces[MOST];
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  cr_expect_eq(dt_text_pieces(&arena, &page->tree, first_of(&page->tree, "p") + 1, DT_SPLIT_ALL, pieces, MOST), 1);
  const char *within = dt_chain_within(&arena, &page->tree, pieces[0].element, DT_SPLIT_ALL);
  cr_expect_eq(pieces[0].within, dt_within_hash(within));
  cr_expect_leq(strlen(within), 400);
  dt_arena_free(&arena);
  dt_buffer_free(&markup);
  detm_page_free(page);
}
