/* Tests of src/profile/gather.c: the counts of a profile, and the sum of two profiles. */
#include "gathered.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(gather, .fini = find_leaks);

static const char *const names[] = {"title", "price"};
static const char *const rows[] = {"Red bowl", "$12.00", "Blue bowl", NULL, "Green dish", "$7.50"};
static const char *const more[] = {"Jug", "$3.10"};

Test(gather, counts_records_and_values) {
  dt_profile *profile = dt_profile_new();
  gather_rows(profile, names, 2, rows, 3);
  const dt_values *title = dt_profile_find(profile, "title"), *price = dt_profile_find(profile, "price");
  cr_assert_eq(profile->pages, 1);
  cr_assert_eq(profile->records, 3);
  cr_assert_eq(title->records, 3);
  cr_assert_eq(price->records, 2);
  cr_assert_eq(price->kinds[DT_VALUE_PRICE], 2);
  cr_assert_eq(dt_frequent_of(&price->shapes, "$9.9"), 2);
  cr_assert_eq(dt_frequent_of(&title->words, "bowl"), 2);
  cr_assert_str_eq(profile->paths[0].path, "/html/body/div/ul");
  dt_profile_free(profile);
}

Test(gather, counts_pages_that_do_not_fit_separately) {
  dt_profile *profile = dt_profile_new();
  const detm_sink *sink = dt_profile_sink(profile);
  detm_page_info page = {.name = "page", .encoding = "UTF-8"};
  gather_rows(profile, names, 2, rows, 3);
  cr_assert_eq(sink->page_begin(sink->data, &page, NULL), DETM_OK);
  cr_assert_eq(sink->page_end(sink->data, NULL), DETM_OK);
  cr_assert_eq(profile->pages, 1);
  cr_assert_eq(profile->misfits, 1);
  dt_profile_free(profile);
}

Test(gather, adds_two_profiles) {
  dt_profile *all = dt_profile_new(), *first = dt_profile_new(), *second = dt_profile_new();
  gather_rows(all, names, 2, rows, 3);
  gather_rows(all, names, 2, more, 1);
  gather_rows(first, names, 2, rows, 3);
  gather_rows(second, names, 2, more, 1);
  cr_assert(dt_profile_add(first, second));
  cr_assert_eq(first->records, all->records);
  cr_assert_eq(first->least, 1);
  cr_assert_eq(first->most, 3);
  cr_assert_eq(first->paths[0].pages, 2);
  for (uint32_t i = 0; i < all->field_count; i++) {
    const dt_values *a = &all->fields[i], *b = dt_profile_find(first, a->name);
    cr_assert_eq(a->count, b->count);
    cr_assert_eq(a->squares, b->squares);
    cr_assert_eq(a->sketch.count, b->sketch.count);
    cr_assert_eq(memcmp(a->signs, b->signs, sizeof a->signs), 0);
  }
  dt_profile_free(all);
  dt_profile_free(first);
  dt_profile_free(second);
}

Test(gather, a_copy_is_independent) {
  dt_profile *profile = dt_profile_new();
  gather_rows(profile, names, 2, rows, 3);
  dt_profile *copy = dt_profile_copy(profile);
  dt_profile_free(profile);
  cr_assert_eq(dt_profile_find(copy, "price")->records, 2);
  gather_rows(copy, names, 2, more, 1);
  cr_assert_eq(dt_profile_find(copy, "price")->records, 3);
  dt_profile_free(copy);
}
