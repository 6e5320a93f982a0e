/* Tests of src/profile/frequent.c: counts against a table of all texts, distinct values against a set. */
#include "html/pages.h"
#include "leaks.h"
#include "profile/profile.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(frequent, .fini = find_leaks);

static void add(dt_frequent *texts, unsigned number) {
  char text[16];
  int length = snprintf(text, sizeof text, "t%u", number);
  dt_frequent_add(texts, text, (size_t)length, 1);
}

Test(frequent, counts_few_texts_exactly) {
  dt_frequent texts = {0};
  for (unsigned i = 0; i < DT_MAX_FREQUENT; i++)
    for (unsigned times = 0; times <= i; times++) add(&texts, i);
  dt_frequent_sort(&texts);
  cr_assert_str_eq(texts.texts[0].text, "t31");
  for (unsigned i = 0; i < DT_MAX_FREQUENT; i++) {
    char text[16];
    snprintf(text, sizeof text, "t%u", i);
    cr_assert_eq(dt_frequent_of(&texts, text), i + 1);
  }
}

/* Space-Saving: the lower bound of a count is never above the true count, and frequent texts are kept. */
Test(frequent, never_counts_too_many) {
  for (unsigned round = 1; round <= rounds(40); round++) {
    dt_frequent texts = {0};
    unsigned truth[200] = {0}, all = 2000;
    uint32_t seed = round;
    for (unsigned i = 0; i < all; i++) {
      unsigned number = draw(&seed, 4) != 0 ? draw(&seed, 3) : draw(&seed, 200);
      truth[number]++;
      add(&texts, number);
    }
    for (unsigned number = 0; number < 200; number++) {
      char text[16];
      snprintf(text, sizeof text, "t%u", number);
      uint32_t sure = dt_frequent_of(&texts, text);
      cr_assert_leq(sure, truth[number], "round %u, text %u", round, number);
      cr_assert(truth[number] <= all / DT_MAX_FREQUENT || sure > 0, "round %u: text %u is lost", round, number);
    }
  }
}

Test(frequent, cuts_long_texts_at_a_character) {
  static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa商商"; /* 38, then 3 bytes each */
  dt_frequent texts = {0};
  dt_frequent_add(&texts, text, sizeof text - 1, 1);
  cr_assert_eq(strlen(texts.texts[0].text), 38);
}

Test(frequent, does_not_overflow) {
  dt_frequent texts = {0};
  dt_frequent_add(&texts, "a", 1, UINT32_MAX / 2);
  dt_frequent_add(&texts, "a", 1, UINT32_MAX / 2);
  cr_assert_eq(dt_frequent_of(&texts, "a"), UINT32_MAX / 2);
}

Test(frequent, a_sketch_estimates_the_number_of_different_values) {
  for (uint32_t different = 1; different <= 4096; different *= 4) {
    dt_sketch sketch = {0};
    for (unsigned twice = 0; twice < 2; twice++)
      for (uint32_t i = 0; i < different; i++) dt_sketch_add(&sketch, (uint32_t)dt_hash_bytes(&i, sizeof i, 0));
    double found = dt_sketch_distinct(&sketch);
    if (different < DT_MAX_SKETCH)
      cr_assert_eq(found, different);
    else
      cr_assert(found > different / 2.0 && found < different * 2.0, "%u: %f", different, found);
  }
}

Test(frequent, a_sketch_has_only_what_was_added) {
  dt_sketch sketch = {0};
  for (uint32_t i = 0; i < DT_MAX_SKETCH; i++) dt_sketch_add(&sketch, 2 * i + 1);
  for (uint32_t i = 0; i < DT_MAX_SKETCH; i++) {
    cr_assert(dt_sketch_has(&sketch, 2 * i + 1));
    cr_assert_not(dt_sketch_has(&sketch, 2 * i));
  }
  cr_assert_not(dt_sketch_has(&sketch, UINT32_MAX));
}
