/* Tests of src/profile/presence.c: how many records of a page have a field, by the pages that are known. */
#include "profile/profile.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(presence, .fini = find_leaks);

/* The probability that none of ten records has a field after pages of ten records, of which so many had it. */
static double absence(const uint64_t *records, uint64_t pages) {
  dt_profile profile = {.pages = pages, .records = 10 * pages};
  dt_values values = {.pages = pages};
  for (uint64_t p = 0; p < pages; p++) {
    values.records += records[p];
    values.shares += dt_squared_share(records[p], 10);
  }
  return dt_absence_probability(&profile, &values, 10);
}

Test(presence, a_field_of_all_records_is_on_each_page) {
  cr_assert_eq(absence((const uint64_t[]){10}, 1), 0);
  cr_assert_eq(absence((const uint64_t[]){10, 10, 10}, 3), 0);
}

Test(presence, one_page_says_little_of_a_field_of_some_records) {
  double one = absence((const uint64_t[]){5}, 1), ten = absence((const uint64_t[]){5, 4, 6, 5, 5, 4, 6, 5, 5, 5}, 10);
  cr_assert(one > 0.05);
  cr_assert(ten < 0.02);
  cr_assert(absence((const uint64_t[]){9}, 1) < one, "nearly all records had it");
}

Test(presence, a_field_that_varies_from_page_to_page_may_be_absent) {
  double alike = absence((const uint64_t[]){5, 5, 5, 5}, 4), unlike = absence((const uint64_t[]){9, 1, 8, 2}, 4);
  cr_assert(unlike > 2 * alike);
}

Test(presence, more_records_make_it_less_probable) {
  dt_profile profile = {.pages = 3, .records = 30};
  dt_values values = {.pages = 3, .records = 18, .shares = 3 * dt_squared_share(6, 10)};
  double before = 1;
  for (uint64_t records = 0; records < 40; records++) {
    double now = dt_absence_probability(&profile, &values, records);
    cr_assert(records == 0 ? now == 1 : now < before);
    before = now;
  }
}
