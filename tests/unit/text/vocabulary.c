/* Tests of src/text/vocabulary.c: the words that two texts have in common. */
#include "text/vocabulary.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(vocabulary, .fini = find_leaks);

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

Test(vocabulary, has_the_words_that_texts_share) {
  cr_expect_eq(share("Otters in the river", "the RIVER"), 1);
  cr_expect_eq(share("Otters in the river", "river bank"), 0.5);
  cr_expect_eq(share("Otters in the river", "banks"), 0);
  cr_expect_eq(share("", "banks"), 0);
  cr_expect_eq(share("banks", ""), 0);
  cr_expect_eq(share("水獺回", "獺回"), 1); /* pairs */
  cr_expect_eq(share("水獺回", "回水"), 0);
  cr_expect_eq(share("แม่น้ำ", "น้ำ"), 1);
  cr_expect_eq(share("the otter", "\xcc\x81 otter"), 1); /* only a mark */
}
