/* Tests of src/content/words.c: the words of a text, and what two texts share. */
#include "content/words.h"

#include <criterion/criterion.h>

TestSuite(content_words);

/* All runs, "|" between, "*" behind dense ones, "~" behind hiragana. */
static void expect_words(const char *text, const char *expected) {
  const char *end = text + strlen(text);
  dt_buffer out = {0};
  dt_word word;
  for (const char *at = text; dt_word_next(at, end, &word); at = word.text.data + word.text.length) {
    if (out.length != 0) dt_buffer_byte(&out, '|');
    dt_buffer_add(&out, word.text.data, word.text.length);
    dt_buffer_text(&out, word.kind == DT_WORD_DENSE ? "*" : word.kind == DT_WORD_GLUE ? "~" : "");
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected);
  dt_buffer_free(&out);
}

static double share(const char *known, const char *text) {
  dt_scope scope;
  dt_arena arena;
  dt_vocabulary words;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  cr_assert_eq(setjmp(scope.escape), 0);
  dt_vocabulary_start(&words, &arena, 1000);
  dt_vocabulary_add(&words, dt_text(known));
  double found = dt_vocabulary_share(&words, dt_text(text));
  dt_arena_free(&arena);
  return found;
}

Test(content_words, are_parted_by_blanks_and_signs) {
  expect_words("The otters, 12 of them (all \xc3\xa9t\xc3\xa9).", "The|otters|12|of|them|all|\xc3\xa9t\xc3\xa9");
  expect_words(" -- ", "");
  expect_words("", "");
}

Test(content_words, keep_apostrophes_and_hyphens_between_letters) {
  expect_words("Anna's well-known 'quote' - l\xe2\x80\x99"
               "arbre-",
               "Anna's|well-known|quote|l\xe2\x80\x99"
               "arbre");
}

Test(content_words, run_together_in_dense_scripts) {
  expect_words("\xe6\xb0\xb4\xe7\x8d\xba\xef\xbc\x8c"
               "AI\xe6\xb2\xb3",
               "\xe6\xb0\xb4\xe7\x8d\xba*|AI|\xe6\xb2\xb3*");
  expect_words("\xe6\xb0\xb4\xe3\x81\xae\xe3\x82\xab\xe3\x83\xaf",
               "\xe6\xb0\xb4*|\xe3\x81\xae~|\xe3\x82\xab\xe3\x83\xaf");
}

Test(content_words, are_equal_but_for_case_and_width) {
  cr_expect_eq(dt_word_hash(DT_TEXT("Otter")), dt_word_hash(DT_TEXT("oTTER")));
  cr_expect_eq(dt_word_hash(DT_TEXT("well-known")), dt_word_hash(DT_TEXT("wellknown")));
  cr_expect_eq(dt_word_hash(DT_TEXT("\xef\xbc\xa1"
                                    "b")),
               dt_word_hash(DT_TEXT("ab")));
  cr_expect_neq(dt_word_hash(DT_TEXT("otter")), dt_word_hash(DT_TEXT("otters")));
}

Test(content_words, are_shared_by_texts) {
  cr_expect_eq(share("Otters in the river", "the RIVER"), 1);
  cr_expect_eq(share("Otters in the river", "river bank"), 0.5);
  cr_expect_eq(share("Otters in the river", "banks"), 0);
  cr_expect_eq(share("", "banks"), 0);
  cr_expect_eq(share("banks", ""), 0);
  cr_expect_eq(share("\xe6\xb0\xb4\xe7\x8d\xba\xe5\x9b\x9e", "\xe7\x8d\xba\xe5\x9b\x9e"), 1); /* pairs */
  cr_expect_eq(share("\xe6\xb0\xb4\xe7\x8d\xba\xe5\x9b\x9e", "\xe5\x9b\x9e\xe6\xb0\xb4"), 0);
}
