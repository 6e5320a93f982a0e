/* Tests of src/drift/sizes.c: fewer records than the pages and nights before let expect. */
#include "drift/drift.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(sizes, .fini = find_leaks);

/* Adds a page with so many records. */
static void add_page(detm_profile *profile, const char *name, unsigned records) {
  const detm_sink *sink = detm_profile_sink(profile);
  const detm_page_info page = {.name = name, .encoding = "UTF-8"};
  const detm_region_info region = {.number = 1, .path = "/html/body/ul", .fit = 1, .records = records};
  (void)sink->page_begin(sink->data, &page, NULL);
  (void)sink->region_begin(sink->data, &region, NULL);
  for (unsigned r = 0; r < records; r++) (void)sink->record_begin(sink->data, r + 1, NULL);
  (void)sink->page_end(sink->data, NULL);
}

/* Whether a page with so many records has drifted. */
static bool is_loss(const detm_profile *past, const char *name, unsigned records) {
  const detm_page_info info = {.name = name, .encoding = "UTF-8"};
  detm_profile *now = detm_profile_new(NULL);
  add_page(now, name, records);
  detm_drift *drift = detm_verify(past, now, &info, NULL, NULL);
  bool drifted = detm_drift_drifted_count(drift) != 0;
  if (drifted) cr_assert_eq(detm_drift_get(drift, 0)->change, DETM_CHANGE_COUNT);
  detm_drift_free(drift);
  detm_profile_free(now);
  return drifted;
}

/* A profile as a file has it: without the names of its sample pages. */
static detm_profile *samples(unsigned pages, unsigned records) {
  detm_profile *past = detm_profile_new(NULL);
  for (unsigned p = 0; p < pages; p++) add_page(past, "sample", records);
  past->size_count = 0;
  return past;
}

/* What so many nights of one page tell, each with so many records. */
static detm_profile *nights(unsigned count, unsigned records) {
  detm_profile *past = detm_profile_new(NULL);
  for (unsigned night = 0; night < count; night++) {
    detm_profile *run = detm_profile_new(NULL);
    add_page(run, "page", records);
    cr_assert_eq(detm_profile_add(past, run, NULL), DETM_OK);
    detm_profile_free(run);
  }
  return past;
}

Test(sizes, the_more_nights_the_smaller_a_loss_that_is_told) {
  static const struct {
    unsigned nights, told, not_told;
  } known[] = {{1, 1, 12}, {2, 4, 12}, {3, 12, 18}, {10, 18, 21}, {1000, 18, 21}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    detm_profile *past = nights(known[i].nights, 24);
    cr_assert(is_loss(past, "page", known[i].told), "%u nights", known[i].nights);
    cr_assert_not(is_loss(past, "page", known[i].not_told), "%u nights", known[i].nights);
    cr_assert_not(is_loss(past, "page", 48), "more are no loss");
    detm_profile_free(past);
  }
}

Test(sizes, the_last_page_of_a_list_is_no_loss) {
  for (unsigned pages = 1; pages <= 1000; pages *= 10) {
    detm_profile *past = samples(pages, 24);
    cr_assert_not(is_loss(past, "page", 5), "%u pages", pages);
    cr_assert(is_loss(past, "page", 1), "%u pages", pages);
    detm_profile_free(past);
  }
}

Test(sizes, pages_that_differ_leave_room) {
  detm_profile *past = detm_profile_new(NULL);
  for (unsigned p = 0; p < 10; p++) add_page(past, "sample", p % 2 != 0 ? 24 : 60);
  past->size_count = 0;
  cr_assert_not(is_loss(past, "page", 8));
  cr_assert(is_loss(past, "page", 1));
  detm_profile_free(past);
}

Test(sizes, a_page_is_compared_with_its_own_nights) {
  static const char *const names[] = {"long", "usual", "short"};
  static const unsigned records[] = {50, 24, 8};
  detm_profile *past = samples(1, 24);
  for (unsigned night = 0; night < 10; night++) {
    detm_profile *run = detm_profile_new(NULL);
    for (size_t p = 0; p < 3; p++) add_page(run, names[p], records[p]);
    cr_assert_eq(detm_profile_add(past, run, NULL), DETM_OK);
    detm_profile_free(run);
  }
  for (size_t p = 0; p < 3; p++) {
    cr_assert_not(is_loss(past, names[p], records[p]));
    cr_assert(is_loss(past, names[p], records[p] / 2), "%s", names[p]);
  }
  cr_assert_not(is_loss(past, "new", 8));
  detm_profile_free(past);
}

Test(sizes, one_record_of_a_few_is_no_loss) {
  for (unsigned few = 1; few < 10; few++) {
    detm_profile *past = samples(10, few);
    if (few > 1) cr_assert_not(is_loss(past, "page", few - 1), "%u records", few);
    cr_assert(is_loss(past, "page", 0));
    detm_profile_free(past);
  }
}
