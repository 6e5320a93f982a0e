/* Tests of src/base/search.h: binary search in sorted arrays. */
#include "base/search.h"

#include "leaks.h"
#include <criterion/criterion.h>

TestSuite(search, .fini = find_leaks);

Test(search, finds_the_first_that_is_not_less) {
  static const uint32_t sorted[] = {2, 4, 4, 4, 7, 9};
  const uint32_t count = sizeof sorted / sizeof *sorted;
  for (uint32_t first = 0; first <= count; first++)
    for (uint32_t last = first; last <= count; last++)
      for (uint32_t wanted = 0; wanted < 12; wanted++) {
        uint32_t found, expected = first;
        while (expected < last && sorted[expected] < wanted) expected++;
        DT_LOWER_BOUND(found, first, last, sorted[found] < wanted);
        cr_assert_eq(found, expected, "%u in %u to %u: %u", wanted, first, last, found);
      }
}

Test(search, an_empty_range_gives_its_start) {
  uint32_t found, read = 0;
  DT_LOWER_BOUND(found, 3, 3, read++ == 0);
  cr_assert_eq(found, 3);
  DT_LOWER_BOUND(found, 1, 0, read++ == 0);
  cr_assert_eq(found, 1);
  cr_assert_eq(read, 0);
}
