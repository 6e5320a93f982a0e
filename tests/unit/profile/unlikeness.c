/* Tests of src/profile/unlikeness.c: values of one field are more alike than those of two. */
#include "gathered.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(unlikeness, .fini = find_leaks);

static const char *const names[] = {"title", "price", "date", "author"};
static const char *const first[] = {"Red bowl",     "EUR 12.00", "2024-05-01", "Anna Bee", "Blue bowl",  "EUR 8.20",
                                    "2023-11-21",   "Carl Dee",  "Green dish", "EUR 7.50", "2024-01-30", "Emma F. G",
                                    "Jug of glass", "EUR 3.10",  "2022-07-07", "H. I. Jay"};
static const char *const second[] = {"Salt cellar",    "EUR 41.00",  "2021-02-03", "Kay Low",
                                     "Tea pot, large", "EUR 9.90",   "2020-10-12", "Max N. O",
                                     "Plate",          "EUR 110.00", "2024-12-24", "P. Quill"};

Test(unlikeness, a_field_is_most_like_itself) {
  dt_profile *past = dt_profile_new(), *now = dt_profile_new();
  gather_rows(past, names, 4, first, 4);
  gather_rows(now, names, 4, second, 3);
  for (unsigned a = 0; a < 3; a++) /* titles and authors are alike */
    for (unsigned b = 0; b < 4; b++)
      if (a != b)
        cr_assert_gt(dt_values_odds(&past->fields[a], &now->fields[a]),
                     dt_values_odds(&past->fields[a], &now->fields[b]), "%u is more like %u", a, b);
  dt_profile_free(past);
  dt_profile_free(now);
}

Test(unlikeness, the_same_values_do_not_differ) {
  dt_profile *past = dt_profile_new();
  gather_rows(past, names, 4, first, 4);
  for (unsigned a = 0; a < 4; a++) {
    dt_unlikeness d = dt_values_unlikeness(&past->fields[a], &past->fields[a]);
    cr_assert_eq(d.kinds + d.signs + d.values + d.length, 0);
    cr_assert_leq(d.shapes + d.words, 1e-9);
    cr_assert_float_eq(dt_values_odds(&past->fields[a], &past->fields[a]), 4, 1e-9);
  }
  dt_profile_free(past);
}

/* A new style of a site may write names in capitals. */
Test(unlikeness, the_same_values_in_capitals_differ_little) {
  static const char *const people[] = {"name"};
  static const char *const before[] = {"Anna Bee", "Carl Dee", "Emma von Eff", "Kay Low"};
  static const char *const after[] = {"ANNA BEE", "CARL DEE", "EMMA VON EFF", "KAY LOW"};
  static const char *const button[] = {"More Details", "More Details", "More Details", "More Details"};
  dt_profile *past = dt_profile_new(), *now = dt_profile_new(), *other = dt_profile_new();
  gather_rows(past, people, 1, before, 4);
  gather_rows(now, people, 1, after, 4);
  gather_rows(other, people, 1, button, 4);
  cr_expect_gt(dt_values_odds(&past->fields[0], &now->fields[0]), 2);
  cr_expect_gt(dt_values_odds(&past->fields[0], &now->fields[0]),
               dt_values_odds(&past->fields[0], &other->fields[0]) + 1);
  cr_expect_gt(dt_values_unlikeness(&past->fields[0], &now->fields[0]).signs, .5, "verify sees the change");
  dt_profile_free(past);
  dt_profile_free(now);
  dt_profile_free(other);
}
