/* Tests of src/crawl/tokens.c: the words of texts in any script. */
#include "crawl/tokens.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(tokens, .fini = find_leaks);

/* Expects the words of a text, with "|" between them and "." after those before punctuation. */
static void expect_tokens(const char *text, bool singles, const char *expected) {
  dt_word_reader tokens = dt_word_reader_of(dt_text(text), singles);
  dt_token token;
  const char *at = expected;
  unsigned number = 0;
  for (; dt_token_next(&tokens, &token); number++) {
    size_t length = strcspn(at, "|.");
    cr_expect_eq(token.hash, dt_word_hash((detm_text){at, length}), "%s: word %u is not %.*s", text, number,
                 (int)length, at);
    cr_expect_eq(token.ends, at[length] == '.', "%s: end of %.*s", text, (int)length, at);
    at += length + (at[length] == '.');
    at += *at == '|';
  }
  cr_expect_str_empty(at, "%s", text);
}

Test(tokens, are_words_in_scripts_with_spaces) {
  expect_tokens("The well-known otter, of Anna's (RIVER)", false, "the|wellknown|otter.|of|annas|river.");
  expect_tokens("", false, "");
  expect_tokens(" ... ", false, "");
}

Test(tokens, are_separated_by_punctuation_of_other_scripts) {
  expect_tokens("كتاب، قلم؟", false, "كتاب.|قلم."); /* Arabic comma and question mark */
  expect_tokens("नदी। पानी", false, "नदी.|पानी.");  /* danda */
  expect_tokens("ποταμός· νερό", false, "ποταμός.|νερό.");
}

Test(tokens, are_pairs_of_characters_in_scripts_without_spaces) {
  expect_tokens("水獭在河里，鱼", false, "水獭|獭在|在河|河里.|鱼.");
  expect_tokens("แม่น้ำ", false, "แม|ม่|่น|น้|้ำ.");
  expect_tokens("りんご", false, "りん|んご.");
}

Test(tokens, include_single_characters_on_request) {
  expect_tokens("水獭河", true, "水|水獭|獭|獭河.|河.");
  expect_tokens("水獭河", false, "水獭|獭河.");
}

Test(tokens, recognise_short_words_like_articles) {
  static const struct {
    const char *text;
    bool brief;
  } cases[] = {{"the", true}, {"dass", true}, {"otter", false}, {"2023", false}, {"水獭", false}, {"から", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dt_word_reader tokens = dt_word_reader_of(dt_text(cases[i].text), false);
    dt_token token;
    cr_assert(dt_token_next(&tokens, &token));
    cr_expect_eq(token.brief, cases[i].brief, "%s", cases[i].text);
  }
}
